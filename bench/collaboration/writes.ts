/**
 * What one operation writes, learnt from the service: its write statements, transaction by transaction, with what
 * changes from one operation to the next. So a bare driver can go on where the service stopped and write the same.
 */
import { createHash } from 'node:crypto';
import type { Database, SqlValue } from '@copydesk/kit/database/types';

export interface Statement {
	readonly sql: string;
	readonly values: readonly SqlValue[];
}

export type Transaction = readonly Statement[];

const IS_WRITE = /^\s*(insert|update|delete)/i;

interface Recorder {
	readonly db: Database;
	/** Runs work and says what it committed. */
	record(work: () => Promise<unknown>): Promise<readonly Transaction[]>;
}

/** A database that remembers what was written through it. */
export function recording(db: Database): Recorder {
	let committed: Statement[][] = [];
	const watched: Database = {
		...db,
		async query(sql, values = []) {
			if (IS_WRITE.test(sql)) committed.push([{ sql, values }]);
			return db.query(sql, values);
		},
		async atomically(work) {
			const writes: Statement[] = [];
			const result = await db.atomically((tx) => {
				const inside: Database = {
					...tx,
					async query(sql, values = []) {
						if (IS_WRITE.test(sql)) writes.push({ sql, values });
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
			const done = committed;
			committed = [];
			return done;
		},
	};
}

type Maker = (nth: number, before: readonly SqlValue[]) => SqlValue;

/**
 * Goes on from two operations in a row: numbers go on as they went, a text that is new each time gets a new one of the
 * same length (the same wherever the same stood), and a text that the operation before had written is taken from there.
 * @returns the transactions of the n-th operation after the second
 */
export function continuing(first: readonly Transaction[], second: readonly Transaction[]): (nth: number) => readonly Transaction[] {
	const flat = (transactions: readonly Transaction[]): SqlValue[] =>
		transactions.flatMap((statements) => statements.flatMap(({ values }) => values));
	const one = flat(first);
	const two = flat(second);
	if (one.length !== two.length) throw new Error('Two operations of one kind wrote differently; warm up first');
	const makers = two.map((value, position): Maker => {
		const earlier = one[position];
		if (value === earlier || value === null || value instanceof Uint8Array) return () => value;
		if (typeof value === 'number') {
			const step = value - Number(earlier);
			return (nth) => value + step * nth;
		}
		const from = one.indexOf(value);
		if (from >= 0) return (_nth, before) => before[from] ?? value;
		return (nth) =>
			createHash('sha512')
				.update(`${value}/${nth}`)
				.digest('hex')
				.repeat(Math.ceil(value.length / 128))
				.slice(0, value.length);
	});
	let before: readonly SqlValue[] = two;
	return (nth) => {
		const values = makers.map((make) => make(nth, before));
		before = values;
		let at = 0;
		return second.map((statements) => statements.map(({ sql, values: { length } }) => ({ sql, values: values.slice(at, (at += length)) })));
	};
}
