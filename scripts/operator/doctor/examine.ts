import { openParticipants } from '@copydesk/collaboration/operator';
import { ConfigurationError } from '@copydesk/kit/config';
import { VERSION, type Contract } from '@copydesk/collaboration/version';
import { contractOf } from '../../desk/contract.ts';
import type { Graph } from '../../workflows/graph.ts';
import { readGraphSet } from '../../workflows/sets.ts';
import { MAIN_GRAPH, modelsOf, settingsOf } from '../../workflows/settings.ts';
import { examineAddress } from './address.ts';
import { examineAi } from './ai.ts';
import { examineFeeds } from './feeds.ts';
import { wrong, type Finding } from './finding.ts';
import { examineMachine } from './machine.ts';
import { examineMessenger } from './messenger.ts';
import { examineN8n } from './n8n.ts';
import { examineServices } from './services.ts';
import { examineUpdates } from './updates.ts';
import type { DoctorTargets } from './targets.ts';

interface Examination {
	/** Before a start nothing of ours runs yet: only what is outside is looked at. */
	readonly isDeskUp: boolean;
	/** Whether requests that cost money may be made. */
	readonly paid: boolean;
	readonly nowMs: () => number;
}

/** The contract whose graphs n8n should hold; the present one where the database, which is a finding of its own, does not say. */
async function servedContract({ databases }: DoctorTargets): Promise<Contract> {
	const url = databases.find(({ name }) => name === 'materials and audit')?.url;
	return url === undefined ? VERSION : await contractOf({ COLLAB_DATABASE_URL: url }).catch(() => VERSION);
}

/** The people in the participants' table; empty if it cannot be read, which is a finding of its own. */
async function storedPeople({ databases }: DoctorTargets): Promise<NonNullable<DoctorTargets['people']>> {
	const table = databases.find(({ name }) => name === 'participants');
	if (table === undefined) return [];
	const participants = openParticipants(table.url);
	try {
		return (await participants.all()).filter(({ active }) => active);
	} catch {
		return [];
	} finally {
		await participants.close();
	}
}

/** Looks at everything a desk needs. Changes nothing, sends no message, and throws nothing: what fails is a finding. */
export async function examine(targets: () => DoctorTargets, how: Examination): Promise<readonly Finding[]> {
	let found: DoctorTargets;
	try {
		found = targets();
	} catch (error) {
		if (!(error instanceof ConfigurationError)) throw error;
		return error.mistakes.map((mistake) => wrong('configuration.mistake', mistake, 'set it as docs/configuration.md says'));
	}
	const { graphs } = await readGraphSet(await servedContract(found));
	const n8n = how.isDeskUp ? await examineN8n(found, graphs, MAIN_GRAPH, how.nowMs()) : { findings: [] };
	const main = n8n.main ?? (graphs.find(({ id }) => id === MAIN_GRAPH) as Graph);
	const settings = settingsOf(main);
	const ai =
		found.ai === undefined || !settings['ai_base_url'] ? found : { ...found, ai: { ...found.ai, textUrl: settings['ai_base_url'] } };
	const [machine, services, updates, messenger, address, provider, fallback] = await Promise.all([
		examineMachine(found, how.nowMs),
		how.isDeskUp ? examineServices(found) : [],
		how.isDeskUp ? examineUpdates(found) : [],
		examineMessenger({ ...found, people: found.people ?? (await storedPeople(found)) }, how.nowMs(), { withWebhook: how.isDeskUp }),
		examineAddress(found, how.isDeskUp),
		examineAi(ai, modelsOf([main], found.models), how.paid, how.nowMs()),
		examineFallback(found, how),
	]);
	const feeds = n8n.main === undefined ? [] : examineFeeds(found, settings);
	return [...machine, ...services, ...n8n.findings, ...feeds, ...updates, ...messenger, ...address, ...provider, ...fallback];
}

/** A desk works without it: what is wrong there is a warning. */
async function examineFallback({ fallback }: DoctorTargets, { paid, nowMs }: Examination): Promise<readonly Finding[]> {
	if (fallback === undefined) return [];
	const findings = await examineAi({ ai: fallback.ai, services: [], folders: [], databases: [] }, fallback.models, paid, nowMs());
	return findings
		.filter(({ verdict }) => verdict !== 'skipped')
		.map((finding) => ({
			...finding,
			verdict: finding.verdict === 'wrong' ? 'warning' : finding.verdict,
			says: `fallback: ${finding.says}`,
		}));
}
