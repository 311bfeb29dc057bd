import type { UpdatesCheck } from '@copydesk/collaboration/version';
import { ask } from './ask.ts';
import { ok, skipped, wrong, type Finding } from './finding.ts';
import type { DoctorTargets } from './targets.ts';

type Problem = Extract<UpdatesCheck, 'conflict' | 'refused' | 'failed'>;

/** What keeps messages from coming, and what to do about it. */
export const ADVICE: Readonly<Record<string, { readonly says: string; readonly advice: string } | undefined>> = {
	conflict: {
		says: 'another program takes this bot’s updates (409)',
		advice: 'stop it: another desk, a Telegram trigger, or a webhook that somebody sets again; a new token from BotFather shuts it out',
	},
	refused: {
		says: 'the messenger refuses to give updates',
		advice: 'look at the log of the collaboration service; a revoked token gets this answer too',
	},
	failed: {
		says: 'the messenger does not answer the collaboration service',
		advice: 'check the network of the machine that it runs on; it tries again by itself',
	},
} satisfies Record<Problem, unknown>;

/** What the service says of the way on which messages come; undefined where it does not answer, or says nothing. */
export async function updatesCheck(serviceUrl: string): Promise<string | undefined> {
	const health = await ask(`${serviceUrl}/healthz`, { timeoutMs: 3_000 });
	if (health.kind === 'silence' || typeof health.body !== 'object' || health.body === null) return undefined;
	const { checks } = health.body as { readonly checks?: Readonly<Record<string, string>> };
	return checks?.['updates'];
}

/** Whether messages come, where the service takes them itself. */
export async function examineUpdates({ way, services }: DoctorTargets): Promise<readonly Finding[]> {
	const service = services.find(({ name }) => name === 'collaboration');
	if (way === undefined || way === 'graphs' || service === undefined) return [];
	const how = way === 'polling' ? 'the desk polls for them' : 'the messenger calls the desk';
	const check = await updatesCheck(service.url);
	if (check === undefined) return [skipped('updates', 'it is not known whether messages arrive: the collaboration service does not say')];
	const problem = ADVICE[check];
	if (problem !== undefined) return [wrong(`updates.${check as Problem}`, `${how}, but ${problem.says}`, problem.advice)];
	return [ok('updates', check === 'standby' ? `${how}; another instance does it now` : `${how} (${check})`)];
}
