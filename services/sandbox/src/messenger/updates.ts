/**
 * Updates to the bot, by webhook or by `getUpdates`. They are kept until taken, delivered in order within a lane, retried with growing
 * pauses, and dropped when too old. The lanes are those of the real server: the presses of one person, and the messages of one chat.
 * @see https://core.telegram.org/bots/api#getting-updates
 */
import { conflict, tooMany } from './errors.ts';
import type { Update } from './types.ts';

interface Pending {
	readonly update: Update;
	readonly lane: string;
	/** Unix milliseconds. */
	readonly expiresAtMs: number;
	attempts: number;
	notBeforeMs: number;
	/** Added by the control API: `getUpdates` returns it once, whatever its offset confirms. */
	readonly isRaw?: boolean;
	/** When `getUpdates` first returned it, by the real clock. */
	givenAtMs?: number;
}

export interface Webhook {
	readonly url: string;
	readonly secretToken: string;
	readonly maxConnections: number;
	lastErrorAtMs?: number;
	lastErrorMessage?: string;
}

export interface UpdatesState {
	readonly nextUpdateId: number;
	readonly pending: readonly Pending[];
	readonly webhook: Webhook | null;
	readonly allowed: readonly string[] | null;
}

/** The result of one post to the webhook, or a confirmation by `getUpdates`. */
export interface Delivered {
	readonly update: Update;
	readonly ok: boolean;
	readonly status: number;
	readonly error?: string;
	readonly attempt: number;
	readonly tookMs: number;
	/** The JSON body of a 2xx answer, which may name a method. */
	readonly body?: unknown;
}

interface UpdatesOptions {
	readonly now: () => number;
	readonly changed: () => void;
	readonly delivered: (outcome: Delivered) => void;
	/** The length of a second of pause, in milliseconds; tests make it short. */
	readonly secondMs?: number;
}

export const CALLBACK_LIFE_MS = 150_000;
const MESSAGE_LIFE_MS = 24 * 3_600_000;
const ANSWER_TIMEOUT_MS = 60_000;
/** The longest pause is random, between this and twice this. */
const LONG_PAUSE_SECONDS = 60;
const LONGEST_ASKED_SECONDS = 3_600;
/** A bot counts as polling for this long after its last poll. */
const POLLED_MS = 5_000;
/** At most one `setWebhook` per this many seconds. */
const BETWEEN_WEBHOOKS_SECONDS = 1;
/** An offset that differs from the newest update by more than this is ignored. */
const OFFSET_AHEAD = 10;
const OFFSET_BEHIND = 100_000;
const LARGEST_ANSWER_BYTES = 1_048_576;
/** Sent only if requested by name. */
const ONLY_WHEN_ASKED = ['chat_member', 'message_reaction', 'message_reaction_count'];

/**
 * Seconds until the next attempt: 0 after the first failure, then 2, 4, 8 … up to one or two minutes, or as long as the bot's server
 * asked.
 * @param attempts how many attempts failed
 * @param random from 0 to 1
 */
export function pauseSeconds(attempts: number, askedSeconds?: number, random: number = Math.random()): number {
	if (askedSeconds !== undefined && askedSeconds > 0) return Math.min(askedSeconds, LONGEST_ASKED_SECONDS);
	return attempts <= 1 ? 0 : Math.min(2 ** (attempts - 1), Math.round(LONG_PAUSE_SECONDS * (1 + random)));
}

/** The kind of an update, which is the name of its field. */
export function kindOf(update: Update): string {
	return Object.keys(update).find((key) => key !== 'update_id') ?? 'unknown';
}

function laneOf(update: Update): string {
	const { callback_query: press } = update;
	if (press !== undefined) return `callback_query:${press.from.id}`;
	const chat = (update.message ?? update.edited_message ?? update.channel_post ?? update.my_chat_member ?? update.message_reaction_count)
		?.chat;
	return `${kindOf(update)}:${chat?.id ?? 'none'}`;
}

interface Poll {
	readonly limit: number;
	answer(updates: readonly Update[]): void;
	terminate(by: string): void;
}

const BY_ANOTHER_POLL = 'other getUpdates request; make sure that only one bot instance is running';
const BY_WEBHOOK = 'setWebhook request';

export class Updates {
	readonly #options: UpdatesOptions;
	readonly #secondMs: number;
	#nextUpdateId: number;
	#pending: Pending[];
	#webhook: Webhook | null;
	#allowed: readonly string[] | null;
	#nextWebhookAtMs = 0;
	#polledAtMs = Number.NEGATIVE_INFINITY;
	#timer: NodeJS.Timeout | undefined;
	#poll: Poll | undefined;
	readonly #flying = new Map<string, AbortController>();
	#stopped = false;

	constructor(options: UpdatesOptions, stored?: UpdatesState) {
		this.#options = options;
		this.#secondMs = options.secondMs ?? 1_000;
		this.#nextUpdateId = stored?.nextUpdateId ?? 500_000_001;
		this.#pending = (stored?.pending ?? []).map((one) => ({ ...one, notBeforeMs: 0 }));
		this.#webhook = stored?.webhook ?? null;
		this.#allowed = stored?.allowed ?? null;
	}

	get state(): UpdatesState {
		return { nextUpdateId: this.#nextUpdateId, pending: this.#pending, webhook: this.#webhook, allowed: this.#allowed };
	}

	get webhook(): Webhook | null {
		return this.#webhook;
	}

	get allowed(): readonly string[] | null {
		return this.#allowed;
	}

	/** Whether the bot polls, or did just now. */
	get isPolled(): boolean {
		return this.#webhook === null && (this.#poll !== undefined || Date.now() - this.#polledAtMs < POLLED_MS);
	}

	get pendingCount(): number {
		this.#dropOld();
		return this.#pending.length;
	}

	/** Adds an update. @returns it, or undefined if the bot does not want its kind */
	add(content: Omit<Update, 'update_id'>): Update | undefined {
		const update: Update = { update_id: this.#nextUpdateId, ...content };
		const kind = kindOf(update);
		const wanted = this.#allowed === null || this.#allowed.length === 0 ? !ONLY_WHEN_ASKED.includes(kind) : this.#allowed.includes(kind);
		if (!wanted) return undefined;
		this.#nextUpdateId += 1;
		this.#put(update);
		return update;
	}

	/** Adds a copy of an update with the same id: duplicates do happen. */
	addRaw(update: Update): void {
		this.#nextUpdateId = Math.max(this.#nextUpdateId, update.update_id + 1);
		this.#put(update, true);
	}

	#put(update: Update, isRaw = false): void {
		const life = update.callback_query === undefined ? MESSAGE_LIFE_MS : CALLBACK_LIFE_MS;
		const expiresAtMs = this.#options.now() + life;
		this.#pending.push({ update, lane: laneOf(update), expiresAtMs, attempts: 0, notBeforeMs: 0, ...(isRaw ? { isRaw } : {}) });
		this.#options.changed();
		this.#wake();
	}

	#wake(): void {
		if (this.#poll !== undefined) {
			const poll = this.#poll;
			this.#poll = undefined;
			poll.answer(this.#given(poll.limit));
		}
		this.pump();
	}

	setAllowed(kinds: readonly string[] | undefined): void {
		if (kinds !== undefined) this.#allowed = kinds;
	}

	/** Counts a call of setWebhook. @throws ApiError 429 if the last one was less than a second ago */
	admitWebhook(): void {
		const now = this.#options.now();
		// A clock that was set back does not tell how long ago it was.
		if (now < this.#nextWebhookAtMs && this.#nextWebhookAtMs - now <= this.#secondMs) throw tooMany(BETWEEN_WEBHOOKS_SECONDS);
		this.#nextWebhookAtMs = now + BETWEEN_WEBHOOKS_SECONDS * this.#secondMs;
	}

	/** @param webhook null removes it */
	setWebhook(webhook: Webhook | null, dropPending: boolean): void {
		this.#webhook = webhook;
		if (dropPending) this.#pending = [];
		for (const one of this.#pending) one.notBeforeMs = 0;
		if (webhook !== null) this.#endPoll(BY_WEBHOOK);
		this.#options.changed();
		this.pump();
	}

	/** Deletes everything but the webhook. Update ids go on, because the bot has seen the old ones. */
	clear(): void {
		this.#pending = [];
		for (const flight of this.#flying.values()) flight.abort();
		this.#options.changed();
	}

	/**
	 * Long polling.
	 * @param offset confirms everything below it; a negative one counts from the end and drops everything before
	 * @throws ApiError 409 if a webhook is set, or if another poll or a webhook comes
	 */
	async poll(offset: number, limit: number, timeoutSeconds: number, gone: AbortSignal): Promise<readonly Update[]> {
		if (this.#webhook !== null)
			throw conflict("can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first");
		this.#endPoll(BY_ANOTHER_POLL);
		this.#polledAtMs = Date.now();
		this.#dropOld();
		this.#confirm(offset);
		if (this.#pending.length > 0 || timeoutSeconds <= 0) return this.#given(limit);
		return await new Promise((resolve, reject) => {
			const timer = setTimeout(() => end(() => resolve([])), timeoutSeconds * 1_000);
			const onGone = (): void => end(() => resolve([]));
			const poll: Poll = {
				limit,
				answer: (updates) => end(() => resolve(updates)),
				terminate: (by) => end(() => reject(conflict(`terminated by ${by}`))),
			};
			const end = (settle: () => void): void => {
				clearTimeout(timer);
				gone.removeEventListener('abort', onGone);
				if (this.#poll === poll) this.#poll = undefined;
				settle();
			};
			gone.addEventListener('abort', onGone);
			this.#poll = poll;
		});
	}

	#endPoll(by: string): void {
		this.#poll?.terminate(by);
		this.#poll = undefined;
	}

	/** Removes the updates that a poll's offset confirms. An impossible offset confirms nothing. */
	#confirm(offset: number): void {
		const isUnlikely = offset > this.#nextUpdateId + OFFSET_AHEAD || (offset > 0 && offset < this.#nextUpdateId - OFFSET_BEHIND);
		if (offset === 0 || isUnlikely) return;
		const firstKept = this.#pending.length + offset;
		const isLeft = (one: Pending, at: number): boolean =>
			offset < 0 ? at >= firstKept : one.update.update_id >= offset || (one.isRaw === true && one.givenAtMs === undefined);
		const taken = this.#pending.filter((one, at) => !isLeft(one, at));
		this.#pending = this.#pending.filter(isLeft);
		if (taken.length > 0) this.#options.changed();
		for (const { update, attempts, givenAtMs } of taken) {
			if (givenAtMs === undefined) continue;
			this.#options.delivered({ update, ok: true, status: 200, attempt: attempts, tookMs: Date.now() - givenAtMs });
		}
	}

	/** The next updates for a poll. */
	#given(limit: number): readonly Update[] {
		const given = this.#pending.slice(0, limit);
		for (const one of given) {
			one.attempts += 1;
			one.givenAtMs ??= Date.now();
		}
		return given.map(({ update }) => update);
	}

	#dropOld(): void {
		const now = this.#options.now();
		const fresh = this.#pending.filter((one) => one.expiresAtMs > now);
		if (fresh.length === this.#pending.length) return;
		this.#pending = fresh;
		this.#options.changed();
	}

	/** Starts every post that may start now, and sets a timer for the next one. */
	pump(): void {
		clearTimeout(this.#timer);
		if (this.#webhook === null || this.#stopped) return;
		this.#dropOld();
		const now = this.#options.now();
		const seen = new Set<string>();
		let next = Number.POSITIVE_INFINITY;
		for (const one of this.#pending) {
			if (seen.has(one.lane)) continue;
			seen.add(one.lane);
			if (this.#flying.has(one.lane)) continue;
			if (one.notBeforeMs > now) next = Math.min(next, one.notBeforeMs);
			else if (this.#flying.size < this.#webhook.maxConnections) void this.#post(one, this.#webhook);
		}
		if (next < Number.POSITIVE_INFINITY) this.#timer = setTimeout(() => this.pump(), Math.max(1, next - now));
	}

	async #post(one: Pending, webhook: Webhook): Promise<void> {
		const flight = new AbortController();
		this.#flying.set(one.lane, flight);
		one.attempts += 1;
		const startedAt = Date.now();
		let status = 0;
		let error: string | undefined;
		let askedSeconds: number | undefined;
		let body: unknown;
		try {
			const response = await fetch(webhook.url, {
				method: 'POST',
				redirect: 'manual',
				headers: {
					'Content-Type': 'application/json',
					...(webhook.secretToken === '' ? {} : { 'X-Telegram-Bot-Api-Secret-Token': webhook.secretToken }),
				},
				body: JSON.stringify(one.update),
				signal: AbortSignal.any([flight.signal, AbortSignal.timeout(ANSWER_TIMEOUT_MS)]),
			});
			status = response.status;
			const text = Number(response.headers.get('content-length') ?? 0) > LARGEST_ANSWER_BYTES ? '' : await response.text();
			if (!response.ok) {
				error = `Wrong response from the webhook: ${response.status} ${response.statusText}`.trim();
				askedSeconds = Number(response.headers.get('retry-after') ?? Number.NaN) || undefined;
			} else if (/\bjson\b/i.test(response.headers.get('content-type') ?? '') && text.startsWith('{')) {
				try {
					body = JSON.parse(text);
				} catch {
					// The real server ignores an unreadable body.
				}
			}
		} catch (cause) {
			const reason = (cause as { cause?: { code?: string } }).cause?.code ?? (cause as Error).name;
			error =
				reason === 'TimeoutError'
					? 'Read timeout expired'
					: reason === 'ECONNREFUSED'
						? 'Connection refused'
						: `Connection closed (${reason})`;
		}
		this.#flying.delete(one.lane);
		if (flight.signal.aborted) return;
		const now = this.#options.now();
		const pauseMs = pauseSeconds(one.attempts, askedSeconds) * 1_000;
		// An update that will be too old at its next attempt is dropped.
		if (error === undefined || now + pauseMs > one.expiresAtMs) this.#pending = this.#pending.filter((other) => other !== one);
		if (error !== undefined) {
			one.notBeforeMs = now + (pauseMs / 1_000) * this.#secondMs;
			webhook.lastErrorAtMs = now;
			webhook.lastErrorMessage = error;
		}
		this.#options.changed();
		this.#options.delivered({
			update: one.update,
			ok: error === undefined,
			status,
			attempt: one.attempts,
			tookMs: Date.now() - startedAt,
			...(error === undefined ? {} : { error }),
			...(body === undefined ? {} : { body }),
		});
		this.pump();
	}

	stop(): void {
		this.#stopped = true;
		clearTimeout(this.#timer);
		this.#endPoll(BY_ANOTHER_POLL);
		for (const flight of this.#flying.values()) flight.abort();
	}
}
