/**
 * What must hold of presses that wait because the messenger or the AI provider asked for it, judged by the calls of the engine and their
 * answers: nothing goes on before its time, nothing that was cancelled goes on, and nothing is forgotten.
 */
import type { Database } from '@copydesk/kit/database/types';
import type { Answer } from './engine.ts';
import { PLANNED_EVENT } from './invariants.ts';
import type { Clock } from './world.ts';

/** A press counts once the messenger has confirmed it, which takes a moment. */
const MINUTE_MS = 60_000;

type Body = Readonly<Record<string, unknown>>;
/** What a pause is about: posts to the channel, texts of the AI, or its pictures. */
type About = 'channel' | 'text' | 'picture';

const aboutOf = (purpose: unknown): About => (purpose === 'illustration' ? 'picture' : 'text');
const isPaid = (purpose: unknown): boolean => ['brief', 'text_generate', 'illustration', 'facts_extract'].includes(String(purpose));

/** The event of a context; the forger's is no context. */
function eventOf({ _svc }: Body): string {
	const [, payload = ''] = String(_svc).split('.');
	try {
		return String((JSON.parse(Buffer.from(payload, 'base64url').toString()) as Body)['event_key']);
	} catch {
		return '';
	}
}

export interface WaitWatch {
	/** Watches a call and judges its answer. */
	around(path: string, body: Body, call: () => Promise<Answer>): Promise<Answer>;
	/** @returns what is broken, once all is quiet */
	verdict(db: Database): Promise<readonly string[]>;
	/** How many events were told to wait. */
	readonly kept: ReadonlySet<string>;
}

/** @param isSteady whether nothing but time moves the clock: otherwise times are not compared */
export function watchWaits(clock: Clock, isSteady: boolean): WaitWatch {
	const broken: string[] = [];
	/** Pauses that the service has answered about, so that they are stored; each is at least so long. */
	const pauses: { readonly about: About; readonly untilMs: number }[] = [];
	const purposes = new Map<string, About>();
	/** What was begun under an event, and when: what was cancelled before, the database says at the end. */
	const acts: { readonly eventKey: string; readonly what: string; readonly atMs: number }[] = [];
	const kept = new Set<string>();
	/** Events that were let go on while the channel was known to be paused. */
	const early = new Set<string>();

	const judge = (path: string, body: Body, { status, body: said }: Answer, begun: Begun): void => {
		if (status !== 200) return;
		const eventKey = path === '/event' ? String(said.event_key) : eventOf(body);
		if (path === '/brief' && said.waits === true) kept.add(eventKey);
		const isPausedFor = (about: About) =>
			isSteady &&
			// One that ended during the call counts as little as one that began in it.
			begun.pauses.some((pause) => pause.about === about && clock.nowMs < pause.untilMs && pauses.includes(pause)) &&
			!eventKey.startsWith(PLANNED_EVENT);
		if (path === '/messenger' && said.delivery?.waits === true) kept.add(eventKey);
		if (path === '/event') {
			if (said.waits === true) kept.add(eventKey);
			if (said.admitted !== true) return;
			if (said.waits !== true && isPausedFor('channel')) early.add(eventKey);
			else early.delete(eventKey);
		} else if (path === '/internal' && body['action'] === 'claim') {
			if (early.has(eventKey)) broken.push(`${eventKey} claimed a version although the messenger asked to wait`);
			acts.push({ eventKey, what: 'claimed a version', atMs: begun.atMs });
		} else if (path === '/authorize' && isPaid(body['purpose'])) {
			purposes.set(String(said.admission_id), aboutOf(body['purpose']));
			if (eventKey.startsWith('u:') && isPausedFor(aboutOf(body['purpose'])))
				broken.push(`${eventKey} may pay for ${String(body['purpose'])} although the provider asked to wait`);
			acts.push({ eventKey, what: 'may pay', atMs: begun.atMs });
		} else if (path === '/messenger' && body['operation'] === 'publish' && said.delivery.status === 'sent') {
			// The messenger takes posts again.
			pauses.splice(0, pauses.length, ...pauses.filter(({ about }) => about !== 'channel'));
		} else if (path === '/messenger' && typeof said.delivery?.retry_after_seconds === 'number') {
			pauses.push({ about: 'channel', untilMs: begun.atMs + said.delivery.retry_after_seconds * 1_000 });
		} else if (path === '/admissions/note' && typeof body['retry_after_seconds'] === 'number' && said.noted === true) {
			const about = purposes.get(String(body['admission_id']));
			if (about !== undefined) pauses.push({ about, untilMs: begun.atMs + body['retry_after_seconds'] * 1_000 });
		}
	};

	return {
		kept,
		async around(path, body, call) {
			const begun = { atMs: clock.nowMs, pauses: [...pauses] };
			const answer = await call();
			judge(path, body, answer, begun);
			return answer;
		},
		async verdict(db) {
			const left = await db.query(`select event_key, waiting from event where wait_count > 0 and (state = 'stored' or wait_shown > 0)`);
			const forgotten = left.map(({ event_key, waiting }) =>
				Number(waiting) === 1 ? `${String(event_key)} waits for ever` : `nobody was told what came of ${String(event_key)}, which waited`,
			);
			const presses = await db.query(
				`select intent, received_at_ms from event where query_pending = 0 and intent like '%"action":"cancel_wait"%'`,
			);
			// The clock moves with each step, so what began later was asked for later.
			const carriedOut = presses.flatMap(({ intent, received_at_ms }) => {
				const { draft_key } = JSON.parse(String(intent)) as { readonly draft_key: string };
				const late = acts.filter(({ eventKey, atMs }) => isSteady && eventKey === draft_key && atMs > Number(received_at_ms) + MINUTE_MS);
				return late.map(({ what }) => `${draft_key} ${what} after it was cancelled`);
			});
			return [...broken, ...forgotten, ...carriedOut];
		},
	};
}

/** What was known when a call began. */
interface Begun {
	readonly atMs: number;
	readonly pauses: readonly { readonly about: About; readonly untilMs: number }[];
}
