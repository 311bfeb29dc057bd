/**
 * Receives updates in the ways `polling` and `webhook`. It removes or sets the messenger's webhook to fit the way, and drops no update
 * that waits there. When polling, the next poll confirms the stored updates. Once it was answered, the offset is forgotten, because after
 * a quiet week the messenger may begin with any update id.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Answer } from '@copydesk/domain/delivery/outcome';
import { isObject } from '@copydesk/domain/isObject';
import type { Log } from '@copydesk/kit/log';
import { ANSWER_CUT, type Messenger } from '../messenger/client.ts';
import type { MessengerRequest } from '../messenger/requests.ts';
import { updatesAfter, withWebhook, withoutWebhook } from '../messenger/updates.ts';
import type { UpdatesCheck } from '../version.ts';
import type { Intake } from './intake.ts';
import { readRaw } from './raw.ts';
import { LOOK_EVERY_MS, type LeaderLease } from './leaderLease.ts';

export interface Polling {
	check(): UpdatesCheck;
	stop(): Promise<void>;
}

interface PollerOptions {
	readonly messenger: Messenger;
	readonly intake: Intake;
	readonly leaderLease: LeaderLease;
	/** Null: the service polls. Else where updates are delivered; without an address somebody else registers the webhook. */
	readonly webhook: { readonly url: string | undefined; readonly secret: string } | null;
	readonly log: Log;
}

const MAX_PAUSE_MS = 60_000;
/** The messenger's code for a conflict: another program polls, or a webhook is set. */
const CONFLICT = 409;

/** Growing pauses: 1 s, 2 s, … 60 s. */
const pauseAfter = (failures: number): number => Math.min(1_000 * 2 ** (failures - 1), MAX_PAUSE_MS);

type Failed = Exclude<UpdatesCheck, 'starting' | 'ok' | 'standby'>;
const failureOf = (answer: Exclude<Answer, { kind: 'accepted' }>): Failed =>
	answer.kind !== 'refused' ? 'failed' : answer.errorCode === CONFLICT ? 'conflict' : 'refused';

export function startPolling(options: PollerOptions): Polling {
	const { leaderLease, webhook, log } = options;
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
			log.warn({ ...about, check, failures }, 'updates could not be received from the messenger');
			return sleep(pauseAfter(failures));
		},
	};
	const asking = createAsking(options, progress);

	async function run(): Promise<void> {
		while (!stopping.signal.aborted) {
			try {
				if (!(await leaderLease.hold())) {
					progress.well('standby');
					await sleep(LOOK_EVERY_MS);
				} else if (webhook === null) {
					if (await insist(withoutWebhook, options, progress)) await asking.ask();
				} else {
					const isSet = webhook.url === undefined || (await insist(withWebhook(webhook.url, webhook.secret), options, progress));
					if (isSet) progress.well('ok');
					while (!stopping.signal.aborted && (await leaderLease.hold())) await sleep(LOOK_EVERY_MS);
				}
			} catch (error) {
				await progress.failed('failed', { err: error });
			}
		}
	}

	/** Keeps the lease during a poll, so that no other instance takes it. If it is lost, the poll is aborted. */
	async function keepLease(): Promise<void> {
		while (!stopping.signal.aborted) {
			await sleep(LOOK_EVERY_MS);
			if (check !== 'standby' && !(await leaderLease.hold().catch(() => false))) asking.giveUp();
		}
	}

	const running = Promise.all([run(), keepLease()]);
	return {
		check: () => check,
		async stop() {
			stopping.abort();
			await running;
			await leaderLease.leave().catch(() => undefined);
		},
	};
}

interface Progress {
	readonly stopping: AbortSignal;
	well(state: 'ok' | 'standby'): void;
	/** Notes a failure and pauses, longer each time. */
	failed(state: Failed, about: object): Promise<unknown>;
}

/** Repeats a request until the messenger has accepted it. */
async function insist(
	request: MessengerRequest,
	{ messenger, leaderLease }: PollerOptions,
	{ stopping, failed }: Progress,
): Promise<boolean> {
	while (!stopping.aborted && (await leaderLease.hold())) {
		const answer = await messenger.call(request, undefined, stopping);
		if (answer.kind === 'accepted') return true;
		if (!stopping.aborted) await failed(failureOf(answer), { method: request.method, answer });
	}
	return false;
}

function createAsking({ messenger, intake, leaderLease }: PollerOptions, { stopping, well, failed }: Progress) {
	let question = new AbortController();
	return {
		/** Aborts the open poll. */
		giveUp: () => question.abort(),

		/** Polls as long as this instance has the lease. */
		async ask(): Promise<void> {
			let offset: number | undefined;
			let limit: number | undefined;
			// Poll without waiting first: it shows whether the messenger answers.
			let isAtOnce = true;
			while (!stopping.aborted && (await leaderLease.hold())) {
				question = new AbortController();
				const answer = await messenger.call(
					updatesAfter(offset, { limit, isAtOnce }),
					undefined,
					AbortSignal.any([stopping, question.signal]),
				);
				if (stopping.aborted) return;
				isAtOnce = answer.kind !== 'accepted';
				if (answer.kind !== 'accepted') {
					// The updates together may exceed the largest answer.
					limit = answer.kind === 'silence' && answer.reason === ANSWER_CUT ? 1 : undefined;
					if (!question.signal.aborted) await failed(failureOf(answer), { answer });
					continue;
				}
				const updates = Array.isArray(answer.result) ? (answer.result as unknown[]) : [];
				try {
					if (updates.length > 0) await intake.take(updates.map((update) => readRaw(update)));
				} catch (error) {
					// Not confirmed: the messenger sends them again.
					await failed('failed', { err: error });
					continue;
				}
				well('ok');
				[limit, offset] = [undefined, offsetAfter(updates)];
				// None of these updates has an id with which to confirm it.
				if (updates.length > 0 && offset === undefined) await failed('failed', { updates: updates.length });
			}
		},
	};
}

/** One above the highest update id; undefined without an id. */
function offsetAfter(updates: readonly unknown[]): number | undefined {
	const ids = updates.map((update) => (isObject(update) ? update['update_id'] : undefined)).filter((id) => typeof id === 'number');
	return ids.length === 0 ? undefined : Math.max(...ids) + 1;
}
