/** What one request writes: its transactions, as the sizes of their rows. The floor writes as much as that, and nothing else is asked of it. */
import type { Database, SqlValue } from '@copydesk/kit/database/types';

/** One committed transaction: bytes of each write in it. */
export type Transaction = readonly number[];

const IS_WRITE = /^\s*(insert|update|delete)/i;

function bytesOf(values: readonly SqlValue[]): number {
	return values.reduce<number>((sum, value) => sum + (typeof value === 'string' ? Buffer.byteLength(value) : value === null ? 1 : 8), 0);
}

export interface Recorder {
	readonly db: Database;
	/** Runs work and says what it committed. */
	record(work: () => Promise<unknown>): Promise<readonly Transaction[]>;
}

export function recording(db: Database): Recorder {
	let committed: Transaction[] = [];
	const watched: Database = {
		...db,
		async query(sql, values = []) {
			const rows = await db.query(sql, values);
			if (IS_WRITE.test(sql)) committed.push([bytesOf(values)]);
			return rows;
		},
		async atomically(work) {
			const writes: number[] = [];
			const result = await db.atomically((tx) => {
				const inside: Database = {
					...tx,
					async query(sql, values = []) {
						if (IS_WRITE.test(sql)) writes.push(bytesOf(values));
						return tx.query(sql, values);
					},
					atomically: (inner) => inner(inside),
				};
				return work(inside);
			});
			if (writes.length > 0) committed.push(writes);
			return result;
		},
	};
	return {
		db: watched,
		async record(work) {
			committed = [];
			await work();
			return committed;
		},
	};
}
