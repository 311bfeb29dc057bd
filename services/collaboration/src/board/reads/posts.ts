/** Posts: each by its newest version. */
import { COMING_PLANS } from '@copydesk/domain/material/plan';
import type { Database } from '@copydesk/kit/database/types';
import { materialOf } from '../../materials/row.ts';
import { tables } from '../../tables.ts';

/** The newest version of drafts below a number, newest draft first. */
function newest(db: Database) {
	return tables(db)
		.selectFrom('material as m')
		.select(['m.number', 'm.version', 'm.draft_key', 'm.state', 'm.title', 'm.request', 'm.error_code', 'm.withdrawn_at_ms'])
		.select(['m.published_message_id', 'm.cover_asset_id', 'm.created_at_ms', 'm.state_changed_at_ms', 'm.created_by_user_id'])
		.where(({ not, exists, selectFrom }) =>
			not(
				exists(
					selectFrom('material as n').select('n.version').whereRef('n.number', '=', 'm.number').whereRef('n.version', '>', 'm.version'),
				),
			),
		)
		.orderBy('m.number', 'desc');
}

export type WallPost = Awaited<ReturnType<typeof wallPage>>[number];

export async function wallPage(db: Database, beforeNumber: number, limit: number) {
	return withPlans(db, await newest(db).where('m.number', '<', beforeNumber).limit(limit).execute());
}

export async function wallOf(db: Database, numbers: readonly number[]) {
	return numbers.length === 0 ? [] : withPlans(db, await newest(db).where('m.number', 'in', numbers).execute());
}

async function withPlans<Row extends { readonly draft_key: string; readonly version: number }>(db: Database, rows: readonly Row[]) {
	const keys = rows.map(({ draft_key }) => draft_key);
	const plans =
		keys.length === 0
			? []
			: await tables(db)
					.selectFrom('plan')
					.select(['draft_key', 'version', 'state'])
					.where('draft_key', 'in', keys)
					.where('state', 'in', COMING_PLANS)
					.execute();
	return rows.map((row) => ({
		...row,
		plan: plans.find(({ draft_key, version }) => draft_key === row.draft_key && version === row.version)?.state ?? null,
	}));
}

/** The first month that has a draft, in ms since 1970. */
export async function firstDraftMs(db: Database): Promise<number | null> {
	const first = await tables(db).selectFrom('material').select('created_at_ms').orderBy('number').limit(1).executeTakeFirst();
	return first?.created_at_ms ?? null;
}

/** Every version of a draft, oldest first. */
export async function versionsOf(db: Database, number: number) {
	const rows = await tables(db).selectFrom('material').selectAll().where('number', '=', number).orderBy('version').limit(100).execute();
	return rows.map(materialOf);
}

export const stepsOf = (db: Database, draft_key: string) =>
	tables(db)
		.selectFrom('material_event')
		.select(['version', 'seq', 'to_state', 'from_state', 'at_ms', 'actor_user_id'])
		.where('draft_key', '=', draft_key)
		.orderBy('version')
		.orderBy('seq')
		.limit(300)
		.execute();

export const deliveriesOf = (db: Database, draft_key: string) =>
	tables(db)
		.selectFrom('delivery')
		.select([
			'delivery_id',
			'version',
			'operation',
			'purpose',
			'recipient_user_id',
			'state',
			'message_id',
			'created_at_ms',
			'changed_at_ms',
		])
		.where('draft_key', '=', draft_key)
		.where('operation', 'in', ['preview', 'publish', 'withdraw', 'prompt'])
		.orderBy('version')
		.orderBy('created_at_ms')
		.limit(200)
		.execute();

export const plansOf = (db: Database, draft_key: string) =>
	tables(db).selectFrom('plan').selectAll().where('draft_key', '=', draft_key).orderBy('made_at_ms').limit(50).execute();

export const approvalsOf = (db: Database, draft_key: string) =>
	tables(db)
		.selectFrom('approval')
		.select(['version', 'user_id', 'made_at_ms'])
		.where('draft_key', '=', draft_key)
		.where('content_sha256', '<>', '')
		.orderBy('made_at_ms')
		.limit(50)
		.execute();
