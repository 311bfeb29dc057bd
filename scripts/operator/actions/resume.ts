import { COMMAND_DRAFT_ID } from '@copydesk/domain/ids';
import { createPost, tables } from '@copydesk/collaboration/operator';
import type { Action, Result } from '../action.ts';
import { Usage } from '../../commandLine.ts';
import { oneWord } from '../commandLine.ts';
import type { Desk } from '../desk.ts';
import { issueProof } from '../issueProof.ts';

/** Issues the one-time proof that lets a first version go on after a failure that was ours alone, and hands it to the graphs. */
export const resume: Action = {
	words: ['resume'],
	usage: 'resume <draft key>',
	about: 'continue a first version, once, after a local parse failure',
	read(line) {
		const draftKey = oneWord(line, 'a draft key');
		if (!COMMAND_DRAFT_ID.test(draftKey)) throw new Usage('Expected a draft key of 1 to 40 ASCII characters');
		return {
			question: `Continue ${draftKey} once?`,
			async work(desk) {
				if ((await desk.contract()) === '1.0.0')
					throw new Error('Contract 1.0.0 has no resume by proof: npm run operator -- forward, then this again.');
				const { proofId } = await issueProof(await desk.audit(), draftKey, { nowMs: desk.nowMs, newId: desk.newId, by: desk.operator });
				const came = await handOver(desk, proofId);
				const status = await statusOf(desk, proofId);
				return result({ proofId, draftKey, status, came });
			},
		};
	},
};

/** What came of handing it over; `nowhere`: no graphs are named. */
type Came = 'posted' | 'absent' | 'nowhere';

/** The graphs have it redeemed by the service before they answer. */
async function handOver(desk: Desk, proofId: string): Promise<Came> {
	const webhook = desk.webhook();
	if (webhook.url === '' || webhook.secret === '') return 'nowhere';
	webhook.guard();
	return createPost(webhook)(JSON.stringify({ resume_proof: proofId }));
}

async function statusOf(desk: Desk, proofId: string): Promise<string> {
	const found = await tables(await desk.database())
		.selectFrom('resume_proof')
		.select('status')
		.where('proof_id', '=', proofId)
		.executeTakeFirstOrThrow();
	return found.status;
}

function result(of: { readonly proofId: string; readonly draftKey: string; readonly status: string; readonly came: Came }): Result {
	const { proofId, draftKey, status, came } = of;
	const isTaken = status !== 'issued';
	const why = {
		posted: 'The graphs answered, but did not redeem it: npm run workflows -- verify shows whether they are up to date',
		absent: 'The graphs could not redeem it: check that n8n runs',
		nowhere: 'Set MAIN_WEBHOOK_URL and MAIN_WEBHOOK_SECRET, so that the graphs can redeem it',
	}[came];
	return {
		text: isTaken
			? `Proof ${proofId} is redeemed: ${draftKey} v1 continues. It works once.`
			: `Proof ${proofId} for ${draftKey} v1 is issued. It works once. ${why}. Run the same command again to hand over the same proof.`,
		facts: { proof_id: proofId, draft_key: draftKey, version: 1, status },
		...(isTaken || came === 'nowhere' ? {} : { failed: true }),
	};
}
