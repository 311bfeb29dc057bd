/** Writes outcomes and their effects, and retries while the database refuses them. */
import { CopydeskError } from '@copydesk/domain/errors';
import type { Log } from '@copydesk/kit/log';
import type { Audit } from '../audit/audit.ts';
import { touchLease } from '../events/lease.ts';
import { applyOutcome, lockShown } from './effects.ts';
import type { Delivery, Journal, Outcome } from './journal.ts';
import { keepRefused, type MayWait } from './kept.ts';

interface Written {
	readonly settled: Delivery;
	readonly waits: boolean;
}

interface OutcomeWriter {
	/** @returns the stored delivery, and whether its event waits. @throws CopydeskError unavailable if it could not be written yet */
	write(begun: Delivery, outcome: Outcome): Promise<Written>;
	/** Writes outcomes that the database refused earlier. */
	writeLeftovers(): Promise<void>;
	/** Whether the outcome of a delivery is still to be written. */
	isLeft(deliveryId: string): boolean;
}

interface OutcomesOptions {
	readonly audit: Audit;
	readonly journal: Journal;
	readonly mayWait: MayWait;
	/** Who reads previews now. */
	readonly readers: () => Promise<readonly number[]>;
	readonly nowMs: () => number;
	readonly sleep: (ms: number) => Promise<unknown>;
	readonly log: Log;
}

const WRITE_ATTEMPTS = 5;
const WRITE_PAUSE_MS = 200;

export function createOutcomes({ audit, journal, mayWait, readers, nowMs, sleep, log }: OutcomesOptions): OutcomeWriter {
	const leftovers = new Map<string, { delivery: Delivery; outcome: Outcome }>();

	const writeOnce = async (begun: Delivery, outcome: Outcome): Promise<Written> => {
		const isLostPreview = begun.operation === 'preview' && outcome.state !== 'sent';
		const keeping = { mayWait, readers: isLostPreview ? await readers() : [] };
		return audit.within(async (tx, note) => {
			if (begun.event_key !== null) await touchLease(tx, begun.event_key, nowMs());
			await lockShown(tx, begun);
			const settled = await journal.settle(tx, note, begun, outcome);
			const waits = settled !== undefined && (await keepRefused(tx, note, settled, keeping, nowMs()));
			if (settled !== undefined && !waits) await applyOutcome(tx, note, settled, nowMs());
			const stands = settled ?? (await journal.lock(tx, begun.delivery_id));
			if (stands === undefined) throw new Error(`Delivery ${begun.delivery_id} is gone`);
			return { settled: stands, waits };
		});
	};

	return {
		isLeft: (deliveryId) => leftovers.has(deliveryId),

		async write(begun, outcome) {
			for (let attempt = 1; ; attempt += 1) {
				try {
					return await writeOnce(begun, outcome);
				} catch (error) {
					log.error({ err: error, delivery_id: begun.delivery_id, attempt }, 'an outcome could not be written');
					if (attempt < WRITE_ATTEMPTS) {
						await sleep(WRITE_PAUSE_MS * attempt);
						continue;
					}
					leftovers.set(begun.delivery_id, { delivery: begun, outcome });
					throw new CopydeskError('unavailable', `the outcome of ${begun.delivery_id} is not written yet`, { cause: error });
				}
			}
		},

		async writeLeftovers() {
			for (const [id, { delivery, outcome }] of leftovers) {
				try {
					await writeOnce(delivery, outcome);
					leftovers.delete(id);
				} catch (error) {
					log.warn({ err: error, delivery_id: id }, 'an outcome still cannot be written');
					return;
				}
			}
		},
	};
}
