/**
 * One delivery from its journal row to its outcome. The row `sending` is committed before the first byte leaves, and
 * who may act and who may receive is asked again right before it does.
 */
import { CopydeskError } from '@copydesk/domain/errors';
import { judge } from '@copydesk/domain/delivery/outcome';
import type { Answer, Verdict } from '@copydesk/domain/delivery/outcome';
import { faultPoint } from '@copydesk/kit/faultPoints';
import type { Database } from '@copydesk/kit/database/types';
import type { Log } from '@copydesk/kit/log';
import type { Audit } from '../audit/audit.ts';
import { lockMaterial } from '../materials/read.ts';
import { touchLease } from '../events/lease.ts';
import { LONGEST_DELIVERY_MS, NOT_PERMITTED } from '../messenger/client.ts';
import type { Messenger, MessengerRequest } from '../messenger/client.ts';
import { applyOutcome } from './effects.ts';
import type { Begun, Delivery, DeliverySpec, Journal, Outcome } from './journal.ts';

export interface Sending {
	/** Checks target and material inside the transaction that writes the row, and says what the row is. */
	prepare(tx: Database): Promise<DeliverySpec>;
	/** What will be sent; `missing` when there is nothing to send. */
	build(delivery: Delivery): Promise<MessengerRequest | { readonly missing: string }>;
	/** Whether actor and recipient are still active; asked again right before the first byte. */
	allowed(): Promise<boolean>;
	/** The event whose execution this shows to be alive. */
	readonly eventKey?: string;
	/** Only for the first progress message: once more after a confirmed 429. */
	readonly retryAfterRateLimit?: boolean;
}

export interface Sent {
	readonly delivery: Delivery;
	/** True when nothing was sent now, because the outcome was known already. */
	readonly repeated: boolean;
}

export interface Sender {
	/** @throws CopydeskError delivery_in_flight and whatever `prepare` throws; never because of the messenger */
	send(sending: Sending): Promise<Sent>;
	/** Writes outcomes that the database refused to take when they came. */
	settleLeftovers(): Promise<void>;
	/** Deliveries of this process that are under way. */
	readonly inFlight: ReadonlySet<string>;
}

export interface SenderOptions {
	readonly audit: Audit;
	readonly journal: Journal;
	readonly messenger: Messenger;
	readonly nowMs: () => number;
	readonly sleep: (ms: number) => Promise<void>;
	readonly log: Log;
	/** Settles rows of processes that died; called when one of them is in the way. */
	readonly sweep: () => Promise<unknown>;
	readonly onAnswer?: (delivery: Delivery, verdict: Verdict) => void;
}

/** Longest pause that the messenger may ask for before the one repeat of a progress message. */
const MAX_RETRY_AFTER_SECONDS = 30;
const SETTLE_ATTEMPTS = 5;
const SETTLE_PAUSE_MS = 200;

export function createSender(options: SenderOptions): Sender {
	const { audit, journal, messenger, nowMs, sleep, log, sweep, onAnswer } = options;
	const inFlight = new Set<string>();
	const leftovers = new Map<string, { delivery: Delivery; outcome: Outcome }>();

	const write = (begun: Delivery, outcome: Outcome): Promise<Delivery> =>
		audit.within(async (tx, note) => {
			if (begun.eventKey !== null) await touchLease(tx, begun.eventKey, nowMs());
			// Material before delivery, in the order of `prepare`: two transactions never wait for each other.
			if (begun.material !== null) await lockMaterial(tx, { draft_key: begun.material.draftKey, version: begun.material.version });
			const settled = await journal.settle(tx, note, begun, outcome);
			if (settled !== undefined) {
				await applyOutcome(tx, note, settled, nowMs());
				return settled;
			}
			const stands = await journal.lock(tx, begun.deliveryId);
			if (stands === undefined) throw new Error(`Delivery ${begun.deliveryId} is gone`);
			return stands;
		});

	async function settle(begun: Delivery, outcome: Outcome): Promise<Delivery> {
		for (let attempt = 1; ; attempt += 1) {
			try {
				return await write(begun, outcome);
			} catch (error) {
				log.error({ err: error, delivery_id: begun.deliveryId, attempt }, 'an outcome could not be written');
				if (attempt < SETTLE_ATTEMPTS) {
					await sleep(SETTLE_PAUSE_MS * attempt);
					continue;
				}
				leftovers.set(begun.deliveryId, { delivery: begun, outcome });
				throw new CopydeskError('unavailable', `the outcome of ${begun.deliveryId} is not written yet`, { cause: error });
			}
		}
	}

	async function begin(sending: Sending): Promise<Begun> {
		const once = () =>
			audit.within(async (tx, note) => {
				if (sending.eventKey !== undefined) await touchLease(tx, sending.eventKey, nowMs(), LONGEST_DELIVERY_MS);
				const begun = await journal.begin(tx, note, await sending.prepare(tx));
				// What follows from an outcome follows from it again: a repeat must not leave a fresh claim behind.
				if (begun.kind === 'repeated') await applyOutcome(tx, note, begun.delivery, nowMs());
				return begun;
			});
		faultPoint('delivery.before_sending');
		try {
			return await once();
		} catch (error) {
			if (!(error instanceof CopydeskError) || error.code !== 'delivery_in_flight') throw error;
			// Perhaps the one who was sending is dead.
			await sweep();
			return once();
		}
	}

	async function attempt(sending: Sending, delivery: Delivery): Promise<{ settled: Delivery; verdict: Verdict }> {
		const finish = async (outcome: Outcome, verdict: Verdict) => {
			const settled = await settle(delivery, outcome);
			faultPoint('delivery.settled');
			onAnswer?.(settled, verdict);
			return { settled, verdict };
		};
		const without = (state: 'not_sent' | 'revoked', code: string) =>
			finish({ state, code, detail: null }, { state, code, detail: null, retryAfterSeconds: null });
		let request: MessengerRequest;
		try {
			const built = await sending.build(delivery);
			if ('missing' in built) return await without('not_sent', built.missing);
			request = built;
			if (!(await sending.allowed())) return await without('revoked', 'participant_inactive');
		} catch (error) {
			if (inFlight.has(delivery.deliveryId) && !leftovers.has(delivery.deliveryId)) {
				log.error({ err: error, delivery_id: delivery.deliveryId }, 'a delivery was given up before anything left');
				return without('not_sent', error instanceof CopydeskError ? error.code : 'internal');
			}
			throw error;
		}
		faultPoint('delivery.before_request');
		const answer = await messenger.call(request, () => sending.allowed());
		if (answer.kind === 'neverLeft' && answer.reason === NOT_PERMITTED) return without('revoked', 'participant_inactive');
		faultPoint('delivery.answered');
		const verdict = judge(answer);
		return finish({ ...verdict, ...(answer.kind === 'accepted' ? receipt(answer, delivery) : {}) }, verdict);
	}

	return {
		inFlight,

		async send(sending) {
			const begun = await begin(sending);
			if (begun.kind === 'repeated') return { delivery: begun.delivery, repeated: true };
			const { deliveryId } = begun.delivery;
			inFlight.add(deliveryId);
			try {
				faultPoint('delivery.sending_committed');
				const { settled, verdict } = await attempt(sending, begun.delivery);
				const { retryAfterSeconds } = verdict;
				if (
					sending.retryAfterRateLimit === true &&
					verdict.code === 'rate_limited' &&
					settled.attempts === 1 &&
					retryAfterSeconds !== null &&
					retryAfterSeconds <= MAX_RETRY_AFTER_SECONDS
				) {
					await sleep(retryAfterSeconds * 1_000);
					const again = await begin(sending);
					if (again.kind === 'repeated') return { delivery: again.delivery, repeated: true };
					return { delivery: (await attempt(sending, again.delivery)).settled, repeated: false };
				}
				return { delivery: settled, repeated: false };
			} finally {
				inFlight.delete(deliveryId);
			}
		},

		async settleLeftovers() {
			for (const [id, { delivery, outcome }] of leftovers) {
				try {
					await write(delivery, outcome);
					leftovers.delete(id);
				} catch (error) {
					log.warn({ err: error, delivery_id: id }, 'an outcome still cannot be written');
					return;
				}
			}
		},
	};
}

/** What an accepted request says about the message: its id (0: the messenger did not say), date and picture. */
function receipt(answer: Answer & { kind: 'accepted' }, delivery: Delivery): Partial<Outcome> {
	if (delivery.operation === 'answer_callback' || delivery.operation === 'unbutton') return {};
	const message = (typeof answer.result === 'object' && answer.result !== null ? answer.result : {}) as {
		message_id?: unknown;
		date?: unknown;
		photo?: unknown;
	};
	const whole = (value: unknown): number | undefined => (Number.isSafeInteger(value) && Number(value) >= 0 ? Number(value) : undefined);
	const sizes = Array.isArray(message.photo) ? (message.photo as { file_id?: unknown; file_unique_id?: unknown }[]) : [];
	const largest = sizes.at(-1);
	return {
		messageId: whole(message.message_id) ?? 0,
		messageDate: whole(message.date) ?? null,
		fileId: typeof largest?.file_id === 'string' ? largest.file_id : null,
		fileUniqueId: typeof largest?.file_unique_id === 'string' ? largest.file_unique_id : null,
	};
}
