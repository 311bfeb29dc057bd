/**
 * Takes updates in the two ways that are the service's own. The messenger's webhook is removed or set to fit the way, and no
 * update that waits there is dropped. Where the service asks for updates itself, the next question confirms those that are
 * stored; once that was answered, the number is forgotten, because after a quiet week the messenger counts from anywhere.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Answer } from '@copydesk/domain/delivery/outcome';
import { isObject } from '@copydesk/domain/isObject';
import type { Log } from '@copydesk/kit/log';
import { ANSWER_CUT } from '../messenger/client.ts';
import type { Messenger } from '../messenger/client.ts';
import type { MessengerRequest } from '../messenger/requests.ts';
import { updatesAfter, withWebhook, withoutWebhook } from '../messenger/updates.ts';
import type { UpdatesCheck } from '../version.ts';
import type { Intake } from './intake.ts';
import { readRaw } from './raw.ts';
import { LOOK_EVERY_MS } from './taker.ts';
import type { Taker } from './taker.ts';

export interface Polling {
	check(): UpdatesCheck;
	stop(): Promise<void>;
}

interface PollerOptions {
	readonly messenger: Messenger;
	readonly intake: Intake;
	readonly taker: Taker;
	/** Null: the service asks for updates. Else where they are brought; without an address somebody else says so to the messenger. */
	readonly webhook: { readonly url: string | undefined; readonly secret: string } | null;
	readonly log: Log;
}

const MAX_PAUSE_MS = 60_000;
/** A conflict is another program that asks, or a webhook that is set; the messenger tells it by this code. */
const CONFLICT = 409;

/** Growing pauses: 1 s, 2 s, … 60 s. */
const pauseAfter = (failures: number): number => Math.min(1_000 * 2 ** (failures - 1), MAX_PAUSE_MS);

type Failed = Exclude<UpdatesCheck, 'starting' | 'ok' | 'standby'>;
const failureOf = (answer: Exclude<Answer, { kind: 'accepted' }>): Failed =>
	answer.kind !== 'refused' ? 'failed' : answer.errorCode === CONFLICT ? 'conflict' : 'refused';

export function startPolling(options: PollerOptions): Polling {
	const { taker, webhook, log } = options;
	const stopping = new AbortController();
	const sleep = (ms: number) => pause(ms, undefined, { signal: stopping.signal }).catch(() => undefined);
	let check: UpdatesCheck = 'starting';
	let failures = 0;
	const progress: Progress = {
		stopping: stopping.signal,
		well(state) {
			[check, failures] = [state, 0];
		},
		failed(state, about) {
			[check, failures] = [state, failures + 1];
			log.warn({ ...about, check, failures }, 'the messenger gives no updates');
			return sleep(pauseAfter(failures));
		},
	};
	const asking = createAsking(options, progress);

	async function run(): Promise<void> {
		while (!stopping.signal.aborted) {
			try {
				if (!(await taker.hold())) {
					progress.well('standby');
					await sleep(LOOK_EVERY_MS);
				} else if (webhook === null) {
					if (await insist(withoutWebhook, options, progress)) await asking.ask();
				} else {
					const isSet = webhook.url === undefined || (await insist(withWebhook(webhook.url, webhook.secret), options, progress));
					if (isSet) progress.well('ok');
					while (!stopping.signal.aborted && (await taker.hold())) await sleep(LOOK_EVERY_MS);
				}
			} catch (error) {
				await progress.failed('failed', { err: error });
			}
		}
	}

	/** While a poll is open, no other instance takes the lease. If the lease is lost, the poll is aborted. */
	async function keepLease(): Promise<void> {
		while (!stopping.signal.aborted) {
			await sleep(LOOK_EVERY_MS);
			if (check !== 'standby' && !(await taker.hold().catch(() => false))) asking.giveUp();
		}
	}

	const running = Promise.all([run(), keepLease()]);
	return {
		check: () => check,
		async stop() {
			stopping.abort();
			await running;
			await taker.leave().catch(() => undefined);
		},
	};
}

interface Progress {
	readonly stopping: AbortSignal;
	well(state: 'ok' | 'standby'): void;
	/** Notes what went wrong, and pauses, longer each time. */
	failed(state: Failed, about: object): Promise<unknown>;
}

/** Asks until the messenger has accepted it. */
async function insist(request: MessengerRequest, { messenger, taker }: PollerOptions, { stopping, failed }: Progress): Promise<boolean> {
	while (!stopping.aborted && (await taker.hold())) {
		const answer = await messenger.call(request, undefined, stopping);
		if (answer.kind === 'accepted') return true;
		if (!stopping.aborted) await failed(failureOf(answer), { method: request.method, answer });
	}
	return false;
}

function createAsking({ messenger, intake, taker }: PollerOptions, { stopping, well, failed }: Progress) {
	let question = new AbortController();
	return {
		/** Ends the question that is open. */
		giveUp: () => question.abort(),

		/** Asks for updates as long as the lease is ours. */
		async ask(): Promise<void> {
			let offset: number | undefined;
			let limit: number | undefined;
			// Whether the messenger answers is known before the first long question.
			let isAtOnce = true;
			while (!stopping.aborted && (await taker.hold())) {
				question = new AbortController();
				const answer = await messenger.call(
					updatesAfter(offset, { limit, isAtOnce }),
					undefined,
					AbortSignal.any([stopping, question.signal]),
				);
				if (stopping.aborted) return;
				isAtOnce = answer.kind !== 'accepted';
				if (answer.kind !== 'accepted') {
					// Perhaps the updates together are more than an answer may be.
					limit = answer.kind === 'silence' && answer.reason === ANSWER_CUT ? 1 : undefined;
					if (!question.signal.aborted) await failed(failureOf(answer), { answer });
					continue;
				}
				const updates = Array.isArray(answer.result) ? (answer.result as unknown[]) : [];
				try {
					if (updates.length > 0) await intake.take(updates.map((update) => readRaw(update)));
				} catch (error) {
					// Not confirmed: they come again.
					await failed('failed', { err: error });
					continue;
				}
				well('ok');
				[limit, offset] = [undefined, offsetAfter(updates)];
				// Nothing of it has a number to confirm it by.
				if (updates.length > 0 && offset === undefined) await failed('failed', { updates: updates.length });
			}
		},
	};
}

/** One above the highest number that came; undefined when nothing did. */
function offsetAfter(updates: readonly unknown[]): number | undefined {
	const ids = updates.map((update) => (isObject(update) ? update['update_id'] : undefined)).filter((id) => typeof id === 'number');
	return ids.length === 0 ? undefined : Math.max(...ids) + 1;
}
