/** Many plans, made of the one that a desk has. */
import type { Database, Row } from '@copydesk/kit/database/types';

/** What a plan rests on, in the order in which rows refer to each other, and what makes a row another one. */
const COPIED = [
	["event where event_key = (select event_key from material where state = 'claimed')", ['event_key']],
	["material where state = 'claimed'", ['event_key', 'draft_key']],
	['material_event where draft_key = (select draft_key from plan) order by seq', ['draft_key']],
	['plan', ['plan_key', 'draft_key', 'event_key']],
] as const;

function copyOf(row: Row, keys: readonly string[], number: number): Row {
	const copy: Row = { ...row, ...Object.fromEntries(keys.map((key) => [key, `${String(row[key])}-${number}`])) };
	if ('number' in copy) copy['number'] = 1_000_000 + number;
	if ('update_id' in copy) copy['update_id'] = 1_000_000 + number;
	return copy;
}

async function insert(tx: Database, table: string, row: Row): Promise<void> {
	const columns = Object.keys(row);
	const places = columns.map((_column, index) => `$${index + 1}`);
	await tx.query(`insert into ${table} (${columns.join(', ')}) values (${places.join(', ')})`, Object.values(row));
}

/** As many plans as that, as if people had made each. */
export async function copyPlans(db: Database, count: number): Promise<void> {
	await db.atomically(async (tx) => {
		for (const [table, keys] of COPIED) {
			const rows = await tx.query(`select * from ${table}`);
			if (rows.length === 0) throw new Error(`There is nothing to copy of ${table}`);
			for (let number = 2; number <= count; number += 1)
				for (const row of rows) await insert(tx, table.split(' ')[0] ?? '', copyOf(row, keys, number));
		}
	});
}
