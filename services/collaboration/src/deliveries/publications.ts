/** What nobody confirmed, and what a person found out about it, is told also after a death in between. */
import type { Database } from '@copydesk/kit/database/types';
import { RECONCILED, deliveryOf } from './journal.ts';
import type { Delivery } from './journal.ts';
import type { Notices } from './notices.ts';
import { createPatience } from './patience.ts';

export interface Publications {
	/** Tells the owner of every publication that nobody confirmed. */
	tellUnknown(): Promise<void>;
	/** Tells both what the operator found out about a publication. */
	tellReconciled(): Promise<void>;
}

export function createPublications({ db, notices, nowMs }: { db: Database; notices: Notices; nowMs: () => number }): Publications {
	const patience = createPatience(nowMs);
	return {
		async tellUnknown() {
			for (const delivery of await untold(db, 'unknown', 'publication_unknown')) {
				if (!patience.due(delivery.deliveryId)) continue;
				const answer = await notices.unknownPublication(delivery);
				if (answer?.status === 'not_sent') patience.again(delivery.deliveryId);
			}
		},

		async tellReconciled() {
			for (const state of ['sent', 'not_sent'] as const) {
				for (const delivery of await untold(db, state, 'publication_reconciled')) {
					const key = `reconciled:${delivery.deliveryId}`;
					if (!patience.due(key)) continue;
					await notices.reconciled(delivery);
					patience.again(key);
				}
			}
		},
	};
}

/** Publications in a state, by a person's word where that is not `unknown`, of which no notice of this purpose stands. */
async function untold(db: Database, state: 'unknown' | 'sent' | 'not_sent', purpose: string): Promise<readonly Delivery[]> {
	const rows = await db.query(
		`select d.* from delivery d where d.operation = 'publish' and d.state = $1 and ($1 = 'unknown' or d.error_code = $2) and not exists
			(select 1 from delivery n where n.purpose = $3 and n.entity_key = d.delivery_id || ':' || cast(d.attempts as text) and n.state not in ('not_sent', 'revoked')) limit 20`,
		[state, RECONCILED, purpose],
	);
	return rows.map(deliveryOf);
}
