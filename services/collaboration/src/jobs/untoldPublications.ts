import { sql } from 'kysely';
import type { Database } from '@copydesk/kit/database/types';
import { RECONCILED, isUntold } from '../deliveries/journal.ts';
import type { Delivery } from '../deliveries/journal.ts';
import { tables } from '../tables.ts';

/** Settled publications in this state without a notice of this purpose. */
export async function untoldPublications(
	db: Database,
	state: 'unknown' | 'sent' | 'not_sent',
	purpose: string,
): Promise<readonly Delivery[]> {
	const publications = tables(db)
		.selectFrom('delivery as d')
		.selectAll('d')
		.where(({ and }) => and({ operation: 'publish', state }))
		.where(isUntold(db, purpose, sql`d.delivery_id || ':' || cast(d.attempts as text)`))
		.limit(20);
	return (state === 'unknown' ? publications : publications.where('error_code', '=', RECONCILED)).execute();
}
