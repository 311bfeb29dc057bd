import { issueProof } from '../issueProof.ts';
import { COMMAND_DRAFT_ID } from '@copydesk/domain/ids';
import type { Action } from '../action.ts';
import { Usage } from '../../commandLine.ts';
import { oneWord } from '../commandLine.ts';

/** Issues the one-time proof that lets a first version go on after a failure that was ours alone. */
export const resume: Action = {
	words: ['resume'],
	usage: 'resume <draft key>',
	about: 'one-time permission to go on after a local parse failure',
	read(line) {
		const draftKey = oneWord(line, 'a draft key');
		if (!COMMAND_DRAFT_ID.test(draftKey)) throw new Usage('Expected a draft key of 1 to 40 ASCII characters');
		return {
			question: `Let ${draftKey} go on once?`,
			async work(desk) {
				const proof = await issueProof(await desk.audit(), draftKey, { nowMs: desk.nowMs, newId: desk.newId, by: desk.operator });
				return {
					text: `Proof ${proof.proofId} for ${draftKey} v1. It works once.`,
					facts: { proof_id: proof.proofId, draft_key: draftKey, version: 1 },
				};
			},
		};
	},
};
