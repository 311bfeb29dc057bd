/**
 * One delivery from its journal row to its outcome. The row `sending` is committed before the first byte leaves. Right before that byte
 * the service checks again who may act and who may receive.
 */
import { CopydeskError } from '@copydesk/domain/errors';
import { ALBUM_APART, PARTLY_SENT, outcomeOf, type DeliveryOutcome } from '@copydesk/domain/delivery/outcome';
import { faultPoint } from '@copydesk/kit/faultPoints';
import type { Database } from '@copydesk/kit/database/types';
import type { Log } from '@copydesk/kit/log';
import type { Audit } from '../audit/audit.ts';
import { touchLease } from '../events/lease.ts';
import { LONGEST_DELIVERY_MS, NOT_PERMITTED, type Messenger } from '../messenger/client.ts';
import { albumFault, receiptOf } from '../messenger/receipt.ts';
import type { MessengerRequest } from '../messenger/requests.ts';
import { waitUntil } from './retryAfter.ts';
import type { MayWait } from './kept.ts';
import { applyOutcome } from './effects.ts';
import { messagesIn, storedIds, type Begun, type Delivery, type DeliverySpec, type Journal, type Outcome } from './journal.ts';
import { createOutcomes } from './outcomes.ts';

export interface Sending {
	/** Checks target and material inside the transaction that writes the row, and returns the row's content. */
	prepare(tx: Database): Promise<DeliverySpec>;
	/** The request to send; `missing` if there is nothing to send, for now if it says until when. */
	build(delivery: Delivery): Promise<MessengerRequest | { readonly missing: string; readonly waitUntilMs?: number }>;
	/** Whether actor and recipient are still active; checked again right before the first byte. */
	allowed(): Promise<boolean>;
	/** The event whose lease this delivery renews. */
	readonly eventKey?: string;
	/** Only for the first progress message: retries once after a confirmed 429. */
	readonly retryAfterRateLimit?: boolean;
}

export interface Sent {
	readonly delivery: Delivery;
	/** True if the outcome was known already, so nothing was sent now. */
	readonly repeated: boolean;
	/** After a confirmed 429: how many seconds the messenger wants to wait. */
	readonly retryAfterSeconds?: number | null;
	/** Whether its event now waits for that, and goes on by itself. */
	readonly waits?: boolean;
	/** The messenger's answer to this attempt; absent for a repeat. */
	readonly result?: unknown;
}

export interface Sender {
	/** @throws CopydeskError delivery_in_flight and anything that `prepare` throws; a failure of the messenger is an outcome, not an error */
	send(sending: Sending): Promise<Sent>;
	/** Writes outcomes that the database refused earlier. */
	settleLeftovers(): Promise<void>;
	/** Whether this process has a delivery in flight. */
	isBusy(): boolean;
	/** Resolves once no delivery is in flight, even if its caller has gone. */
	idle(): Promise<void>;
}

interface SenderOptions {
	readonly audit: Audit;
	readonly journal: Journal;
	readonly mayWait: MayWait;
	readonly readers: () => Promise<readonly number[]>;
	readonly messenger: Messenger;
	readonly nowMs: () => number;
	readonly sleep: (ms: number) => Promise<unknown>;
	readonly log: Log;
	/** Settles rows of crashed processes; called if such a row is in the way. */
	readonly sweep: () => Promise<unknown>;
	readonly onAnswer?: (delivery: Delivery) => void;
}

/** Longest pause that the messenger may ask for before the one retry of a progress message. */
const MAX_RETRY_AFTER_SECONDS = 30;

/** The outcome of an attempt, and what the messenger asked for. */
interface Attempted {
	readonly settled: Delivery;
	/** Seconds to wait after a confirmed 429; null for any other outcome. */
	readonly retryAfterSeconds: number | null;
	readonly waits: boolean;
	readonly result?: unknown;
}

export function createSender(options: SenderOptions): Sender {
	const { sleep } = options;
	const underWay = new Set<Promise<Sent>>();
	const outcomes = createOutcomes(options);
	const begin = createBegin(options);

	const finish = async (delivery: Delivery, outcome: Outcome, verdict?: DeliveryOutcome): Promise<Attempted> => {
		const retryAfterSeconds = verdict?.code === 'rate_limited' ? verdict.retryAfterSeconds : null;
		// Silence does not end a pause that the messenger asked for earlier; only a message that it takes does.
		const pause =
			retryAfterSeconds !== null
				? { wait_until_ms: waitUntil(retryAfterSeconds, options.nowMs()) }
				: outcome.state === 'sent'
					? { wait_until_ms: null }
					: {};
		const { settled, waits } = await outcomes.write(delivery, { ...outcome, ...pause });
		faultPoint('delivery.settled');
		options.onAnswer?.(settled);
		return { settled, retryAfterSeconds, waits };
	};

	async function attempt(sending: Sending, delivery: Delivery): Promise<Attempted> {
		const without = (state: 'not_sent' | 'revoked', error_code: string, wait_until_ms?: number) =>
			finish(delivery, { state, error_code, ...(wait_until_ms === undefined ? {} : { wait_until_ms }) });
		const revoked = () => without('revoked', 'participant_inactive');
		let request: MessengerRequest;
		try {
			const built = await sending.build(delivery);
			if ('missing' in built) return await without('not_sent', built.missing, built.waitUntilMs);
			request = built;
			if (!(await sending.allowed())) return await revoked();
		} catch (error) {
			if (outcomes.isLeft(delivery.delivery_id)) throw error;
			options.log.error({ err: error, delivery_id: delivery.delivery_id }, 'a delivery was given up before its request was sent');
			return without('not_sent', error instanceof CopydeskError ? error.code : 'internal');
		}
		faultPoint('delivery.before_request');
		const answer = await options.messenger.call(request, () => sending.allowed());
		if (answer.kind === 'neverLeft' && answer.reason === NOT_PERMITTED) return revoked();
		faultPoint('delivery.answered');
		const verdict = outcomeOf(answer);
		const receipt = answer.kind === 'accepted' ? receiptOf(delivery.operation, answer.result) : {};
		const fault = answer.kind === 'accepted' ? albumFault(request.fields['media'], answer.result) : null;
		// A copy that is apart shows all that is approved. A post is for its owner to judge.
		if (fault === 'missing' || (fault === 'apart' && delivery.operation === 'publish')) {
			const message_ids = storedIds(messagesIn({ message_ids: receipt.message_ids ?? null }));
			return finish(delivery, { state: 'unknown', error_code: fault === 'missing' ? PARTLY_SENT : ALBUM_APART, message_ids });
		}
		const { state, code: error_code, detail: error_detail } = verdict;
		const attempted = await finish(delivery, { state, error_code, error_detail, ...receipt }, verdict);
		return answer.kind === 'accepted' ? { ...attempted, result: answer.result } : attempted;
	}

	async function send(sending: Sending, begun: Begun): Promise<Sent> {
		const { delivery } = begun;
		if (begun.kind === 'repeated') return { delivery, repeated: true };
		faultPoint('delivery.sending_committed');
		const { settled, ...answer } = await attempt(sending, delivery);
		const { retryAfterSeconds } = answer;
		const mayRepeat = sending.retryAfterRateLimit === true && settled.attempts === 1;
		if (!mayRepeat || retryAfterSeconds === null || retryAfterSeconds > MAX_RETRY_AFTER_SECONDS)
			return { delivery: settled, repeated: false, ...answer };
		await sleep(retryAfterSeconds * 1_000);
		return send(sending, await begin(sending));
	}

	return {
		isBusy: () => underWay.size > 0,
		async idle() {
			while (underWay.size > 0) await Promise.allSettled(underWay);
		},
		send(sending) {
			const sent = begin(sending).then((begun) => send(sending, begun));
			underWay.add(sent);
			return sent.finally(() => underWay.delete(sent));
		},
		settleLeftovers: () => outcomes.writeLeftovers(),
	};
}

/** Commits the row `sending`, or finds the earlier outcome. */
function createBegin({ audit, journal, nowMs, sweep }: SenderOptions): (sending: Sending) => Promise<Begun> {
	const once = (sending: Sending): Promise<Begun> =>
		audit.within(async (tx, note) => {
			if (sending.eventKey !== undefined) await touchLease(tx, sending.eventKey, nowMs(), LONGEST_DELIVERY_MS);
			const begun = await journal.begin(tx, note, await sending.prepare(tx));
			// Apply the effects again, so that a repeat does not leave a new claim behind.
			if (begun.kind === 'repeated') await applyOutcome(tx, note, begun.delivery, nowMs());
			return begun;
		});
	return async (sending) => {
		faultPoint('delivery.before_sending');
		try {
			return await once(sending);
		} catch (error) {
			if (!(error instanceof CopydeskError) || error.code !== 'delivery_in_flight') throw error;
			// The process that was sending may be dead.
			await sweep();
			return once(sending);
		}
	};
}
