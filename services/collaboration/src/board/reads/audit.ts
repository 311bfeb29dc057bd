/** Rows of the audit, newest first, by key. */
import type { Database } from '@copydesk/kit/database/types';
import { tables } from '../../tables.ts';

export interface AuditFilter {
	/** An object such as `material:p12:1`; found by its index. */
	readonly entity: string;
	/** The beginning of an action's name. */
	readonly action: string;
	readonly person: number | null;
	readonly outcome: 'ok' | 'refused' | 'failed' | null;
}

export async function auditRows(
	db: Database,
	{ entity, action, person, outcome }: AuditFilter,
	{ before, look, limit }: { readonly before: number; readonly look: number; readonly limit: number },
) {
	let rows = tables(db).selectFrom('audit').selectAll().where('seq', '<', before);
	// Of one object there are few rows. Of anything else only so many rows are looked at for one page.
	rows = entity === '' ? rows.where('seq', '>=', before - look) : rows.where('entity', '=', entity);
	if (action !== '') rows = rows.where(({ eb, fn }) => eb(fn<string>('substr', ['action', eb.lit(1), eb.lit(action.length)]), '=', action));
	if (person !== null) rows = rows.where('actor_user_id', '=', person);
	if (outcome !== null) rows = rows.where('outcome', '=', outcome);
	return rows.orderBy('seq', 'desc').limit(limit).execute();
}

export async function auditHead(db: Database): Promise<{ readonly seq: number; readonly hash: string }> {
	const head = await tables(db).selectFrom('audit_head').select(['seq', 'hash']).executeTakeFirstOrThrow();
	return { seq: Number(head.seq), hash: head.hash };
}
