// What must hold at the end of every story: nothing sent twice, nothing lost, nothing paid for without a request.

import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { tables } from '@copydesk/collaboration/operator';
import { AI_TIMEOUT_MS } from '@copydesk/domain/limits';
import type { Database } from '@copydesk/kit/database/types';
import { verifyAudit } from '../operator/verifyAudit.ts';
import { messagesOf, type SandboxState } from '../desk/sandboxClient.ts';
import { SANDBOX } from '../desk/services.ts';
import type { Told, Watch } from './stories.ts';
import { momentsOf, silencesOf } from './timeline.ts';

/** Resolves once no update waits and no event is open. @throws Error after too long */
export async function settled(watch: Watch, timeoutMs: number): Promise<void> {
	const untilMs = Date.now() + timeoutMs;
	for (;;) {
		const open = await tables(await watch.db())
			.selectFrom('event')
			.select('event_key')
			.where('state', '=', 'stored')
			.execute();
		if (open.length === 0 && watch.state.updates_pending === 0) return;
		if (Date.now() > untilMs) throw new Error(`Still open after ${timeoutMs / 1000} s: ${JSON.stringify(open)}`);
		await sleep(300);
	}
}

/** From the kill to the moment when everything answered again. */
export interface Outage {
	readonly atMs: number;
	readonly backMs: number;
}

/** The longest that a story may take beside the AI for each outage, and for two at most: one may follow the other. */
const LONGEST_BESIDE_AI_MS = 60_000;
const MOST_OUTAGES = 2;
/** An AI call ends after 180 s, and its answer is handed in within 15 s. What is left open after that is no work of the AI. */
const LONGEST_AI_MS = AI_TIMEOUT_MS + 15_000;

/** @returns what is broken, a sentence each */
export async function judge(told: readonly Told[], watch: Watch, outages: readonly Outage[]): Promise<string[]> {
	const db = await watch.db();
	const audit = await verifyAudit(db);
	return [
		...judgeChats(told, watch.state),
		...(await judgeOrder(db)),
		...(await judgePaid(db, watch.paid.size)),
		...(await judgePace(db, told, outages)),
		...audit.findings.map(({ message }) => `audit: ${message}`),
	];
}

/** What the chats show: each post once, and each person the same once. */
export function judgeChats(told: readonly Told[], state: SandboxState): string[] {
	const broken: string[] = [];
	const times = (chat: number, caption: string): number => messagesOf(state, chat).filter((each) => each.caption === caption).length;
	for (const { story, caption, resumedBy } of told) {
		const posts = times(SANDBOX.channelId, caption);
		if (posts !== (story.wanted === 'published' ? 1 : 0)) broken.push(`story ${story.number} is ${posts} times in the channel`);
		for (const person of [SANDBOX.ownerId, SANDBOX.editorId]) {
			const copies = times(person, caption);
			const again = resumedBy.filter((who) => who === person).length;
			if (copies < 1 || copies > 1 + again) broken.push(`${person} has ${copies} previews of story ${story.number}`);
		}
	}
	const known = new Set(told.map(({ caption }) => caption));
	for (const { caption } of messagesOf(state, SANDBOX.channelId))
		if (!known.has(caption ?? '')) broken.push(`the channel has a post that no story ends with: ${(caption ?? '').slice(0, 60)}`);
	return broken;
}

export interface PaidWork {
	readonly draft_key: string | null;
	readonly at_ms: number;
	/** When its answer was stored, or its event given up. */
	readonly until_ms: number | null;
}

async function paidWork(db: Database): Promise<readonly PaidWork[]> {
	return tables(db)
		.selectFrom('admission as a')
		.innerJoin('event as e', 'e.event_key', 'a.event_key')
		.select(({ fn }) => ['e.draft_key', 'a.at_ms', fn.coalesce('a.settled_at_ms', 'e.closed_at_ms').as('until_ms')])
		.where('a.paid', '=', 1)
		.orderBy('a.at_ms')
		.execute();
}

/** The stories that took too long, and how long each took without the AI. */
export function slowOf(told: readonly Told[], paid: readonly PaidWork[], outages: readonly Outage[]) {
	return told.flatMap((story) => {
		const { draftKey, startedAtMs, tookMs } = story;
		const endedAtMs = startedAtMs + tookMs;
		let [besideMs, fromMs] = [tookMs, startedAtMs];
		for (const { at_ms, until_ms } of paid.filter(({ draft_key }) => draft_key === draftKey)) {
			const endMs = Math.min(until_ms ?? Infinity, at_ms + LONGEST_AI_MS, endedAtMs);
			besideMs -= Math.max(0, endMs - Math.max(at_ms, fromMs));
			fromMs = Math.max(fromMs, endMs);
		}
		const met = outages.filter(({ atMs, backMs }) => atMs < endedAtMs && atMs + backMs > startedAtMs).length;
		return besideMs > LONGEST_BESIDE_AI_MS * Math.min(Math.max(met, 1), MOST_OUTAGES) ? [{ story, besideMs }] : [];
	});
}

/** No story takes long except for the AI. The cause of a slow one is named. */
async function judgePace(db: Database, told: readonly Told[], outages: readonly Outage[]): Promise<string[]> {
	const broken: string[] = [];
	for (const { story, besideMs } of slowOf(told, await paidWork(db), outages)) {
		const silences = silencesOf(await momentsOf(db, story), story.startedAtMs);
		broken.push(`story ${story.story.number} took ${(besideMs / 1_000).toFixed(1)} s beside the AI; silent for ${silences.join(', ')}`);
	}
	return broken;
}

/** What a person did was taken up in the order in which they did it: messages and presses each, as the messenger brings them. */
async function judgeOrder(db: Database): Promise<string[]> {
	const admitted = await tables(db)
		.selectFrom('audit as a')
		.innerJoin('event as e', (on) => on.on(sql<boolean>`a.entity = 'event:' || e.event_key`))
		.select(['e.update_id', 'e.user_id', 'e.callback_query_id'])
		.where('a.action', '=', 'event.admitted')
		.orderBy('a.seq')
		.execute();
	const last = new Map<string, number>();
	const broken: string[] = [];
	for (const { update_id, user_id, callback_query_id } of admitted) {
		const lane = `${String(user_id)} ${callback_query_id === null ? 'writes' : 'presses'}`;
		if (update_id < (last.get(lane) ?? 0)) broken.push(`update ${update_id} of ${String(user_id)} was taken up after a later one`);
		last.set(lane, update_id);
	}
	return broken;
}

/** One admission for each request to the AI, and none twice for the same step under the same event. */
async function judgePaid(db: Database, answered: number): Promise<string[]> {
	const admissions = await tables(db)
		.selectFrom('admission')
		.select(['event_key', 'purpose', 'target', 'draft_key', 'version'])
		.where('paid', '=', 1)
		.execute();
	const steps = new Map<string, number>();
	for (const { event_key, purpose, target, draft_key, version } of admissions) {
		const step = [event_key, purpose, target, draft_key, version].join(' ');
		steps.set(step, (steps.get(step) ?? 0) + 1);
	}
	const twice = [...steps].filter(([, times]) => times > 1).map(([step, times]) => `${step} was paid for ${times} times`);
	return answered > admissions.length ? [...twice, `the AI answered ${answered} requests, ${admissions.length} were admitted`] : twice;
}
