/**
 * An acknowledged press is never lost: events whose execution went silent are posted to the main webhook again, a few
 * times, and never over a paid request whose result is not stored. Then people are told.
 */
import { MAX_REPLAYS, replayPauseMs } from '@copydesk/domain/event/replay';
import { draftName, personName, timeName } from '@copydesk/domain/messages/sentences';
import { faultPoint } from '@copydesk/kit/faultPoints';
import type { Database, Row } from '@copydesk/kit/database/types';
import type { Log } from '@copydesk/kit/log';
import type { Audit } from '../audit/audit.ts';
import { releaseClaimOf } from '../deliveries/effects.ts';
import type { Notices } from '../deliveries/notices.ts';
import { createPatience } from '../deliveries/patience.ts';
import { resumeKeyboard } from '../messenger/buttons.ts';
import type { Admission } from '../participants/admission.ts';

export interface Webhook {
	readonly url: string;
	readonly secret: string;
}

export interface ReplayOptions {
	readonly db: Database;
	readonly audit: Audit;
	readonly notices: Notices;
	readonly admission: Admission;
	readonly webhook: Webhook | undefined;
	readonly fetch?: typeof fetch;
	readonly nowMs: () => number;
	/** Of the times that people are told. */
	readonly timeZone: string;
	readonly log: Log;
}

export interface Replays {
	/** Looks once at every event whose lease ran out, and tells people what has to be told. */
	look(): Promise<void>;
}

const PAGE = 20;
const POST_TIMEOUT_MS = 30_000;
/** How soon to try again when the webhook is not there at all: that was no replay. */
const ABSENT_PAUSE_MS = 5_000;

export function createReplays(options: ReplayOptions): Replays {
	const { db, audit, notices, admission, webhook, fetch: post = fetch, nowMs, timeZone, log } = options;

	const patience = createPatience(nowMs);

	async function judge(row: Row): Promise<void> {
		const eventKey = String(row['event_key']);
		const replays = Number(row['replays']);
		const [paid] = await db.query('select 1 as paid from admission where event_key = $1 and paid = 1 and settled_at_ms is null limit 1', [
			eventKey,
		]);
		if (paid !== undefined) return close(row, 'interrupted');
		if (replays >= MAX_REPLAYS) return close(row, 'abandoned');
		if (webhook === undefined) return giveBackClaim(row);
		return replay(row, eventKey, replays, webhook);
	}

	async function replay(row: Row, eventKey: string, replays: number, { url, secret }: Webhook): Promise<void> {
		const leaseUntil = nowMs() + replayPauseMs(replays + 1);
		// Whoever moves the lease posts; other instances and an execution that woke up find it moved.
		const taken = await audit.within(async (tx, note) => {
			const [mine] = await tx.query(
				`update event set replays = replays + 1, replay_open = 1, lease_until_ms = $3 where event_key = $1 and state = 'stored' and lease_until_ms = $2 returning event_key`,
				[eventKey, Number(row['lease_until_ms']), leaseUntil],
			);
			if (mine === undefined) return false;
			note({
				actorUserId: userIdOf(row),
				action: 'event.replayed',
				entity: `event:${eventKey}`,
				outcome: 'ok',
				executionId: String(row['execution_id']),
				detail: { replay: replays + 1 },
			});
			return true;
		});
		if (!taken) return;
		faultPoint('replay.before_post');
		const came = await postUpdate(url, secret, String(row['update_json']));
		faultPoint('replay.after_post');
		if (came === 'posted') return;
		log.info({ event_key: eventKey, came }, 'the main webhook is not there; the event is kept');
		await db.query(
			`update event set replays = replays - 1, replay_open = 0, lease_until_ms = $3 where event_key = $1 and state = 'stored' and replay_open = 1 and lease_until_ms = $2`,
			[eventKey, leaseUntil, nowMs() + ABSENT_PAUSE_MS],
		);
	}

	/** `absent`: nothing can have run (nobody listens, or no webhook is registered there yet). */
	async function postUpdate(url: string, secret: string, updateJson: string): Promise<'posted' | 'absent'> {
		try {
			const response = await post(url, {
				method: 'POST',
				headers: { 'Content-Type': 'application/json', 'X-Telegram-Bot-Api-Secret-Token': secret },
				body: updateJson,
				redirect: 'error',
				signal: AbortSignal.timeout(POST_TIMEOUT_MS),
			});
			await response.body?.cancel();
			return response.status === 404 || response.status === 503 ? 'absent' : 'posted';
		} catch (error) {
			const code = String(((error as { cause?: unknown }).cause as { code?: unknown } | undefined)?.code ?? '');
			return /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|UND_ERR_CONNECT_TIMEOUT/.test(code) ? 'absent' : 'posted';
		}
	}

	async function close(row: Row, state: 'interrupted' | 'abandoned'): Promise<void> {
		await audit.within(async (tx, note) => {
			const [mine] = await tx.query(
				`update event set state = $3, closed_at_ms = $4, outcome = $3, told = 0 where event_key = $1 and state = 'stored' and lease_until_ms = $2 returning event_key`,
				[String(row['event_key']), Number(row['lease_until_ms']), state, nowMs()],
			);
			if (mine === undefined) return;
			note({
				actorUserId: userIdOf(row),
				action: `event.${state}`,
				entity: `event:${String(row['event_key'])}`,
				outcome: 'failed',
				executionId: String(row['execution_id']),
			});
			await releaseClaimOf(tx, note, String(row['event_key']), nowMs());
		});
	}

	async function giveBackClaim(row: Row): Promise<void> {
		await audit.within((tx, note) => releaseClaimOf(tx, note, String(row['event_key']), nowMs()));
	}

	async function tellAbout(row: Row): Promise<void> {
		const eventKey = String(row['event_key']);
		if (!patience.due(eventKey)) return;
		const interrupted = row['state'] === 'interrupted';
		const actor = await admission.known(Number(row['user_id']));
		const owner = await admission.owner();
		const version = row['draft_key'] === null ? undefined : { draft_key: String(row['draft_key']), version: Number(row['version']) };
		const draft = version === undefined ? null : draftName(version.draft_key, version.version);
		const people = interrupted ? [actor ?? owner] : [actor, owner];
		const seen = new Set<number>();
		let reached = true;
		for (const person of people) {
			if (person === undefined || seen.has(person.userId)) continue;
			seen.add(person.userId);
			const { status } = await notices.tell(
				person,
				{ purpose: String(row['state']), entityKey: eventKey },
				(messages) => {
					const by = actor === undefined || person === actor ? null : personName(messages, actor);
					const at = timeName(messages, timeZone, Number(row['received_at_ms']));
					return interrupted ? messages.interrupted({ by, draft, at }) : messages.abandoned({ by, draft, at, attempts: MAX_REPLAYS });
				},
				undefined,
				version === undefined ? undefined : (messages) => resumeKeyboard(messages, version),
			);
			if (status === 'not_sent' || status === 'sending') reached = false;
		}
		// Nothing arrived for certain: later, with growing pauses.
		if (!reached && patience.again(eventKey)) return;
		await db.query('update event set told = 1 where event_key = $1', [eventKey]);
	}

	return {
		async look() {
			const due = await db.query(
				`select * from event where state = 'stored' and lease_until_ms <= $1 order by lease_until_ms limit ${PAGE}`,
				[nowMs()],
			);
			for (const row of due) await judge(row);
			const untold = await db.query(
				`select * from event where told = 0 and state in ('interrupted', 'abandoned') order by closed_at_ms limit ${PAGE}`,
			);
			for (const row of untold) await tellAbout(row);
		},
	};
}

const userIdOf = (row: Row): number | null => (row['user_id'] === null ? null : Number(row['user_id']));
