/** Tells both people how an unconfirmed publication was settled; also after a crash in between. */
import type { Database } from '@copydesk/kit/database/types';
import { createBackoff } from '../deliveries/backoff.ts';
import type { Notices } from '../notices/notices.ts';
import { untoldPublications } from './untoldPublications.ts';

interface ReconciledPublicationsOptions {
	readonly db: Database;
	readonly notices: Pick<Notices, 'reconciled'>;
	readonly nowMs: () => number;
}

/** @returns one round: tells both people about each settled publication */
export function createReconciledPublications({ db, notices, nowMs }: ReconciledPublicationsOptions): () => Promise<void> {
	const backoff = createBackoff(nowMs);
	return async () => {
		for (const state of ['sent', 'not_sent'] as const) {
			for (const delivery of await untoldPublications(db, state, 'publication_reconciled')) {
				if (!backoff.due(delivery.delivery_id)) continue;
				await notices.reconciled(delivery);
				backoff.again(delivery.delivery_id);
			}
		}
	};
}
