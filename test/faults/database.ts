/** A database that takes turns, fails on command and is out of reach of the dead. */
import { CopydeskError } from '@copydesk/domain/errors';
import type { Database } from '@copydesk/kit/database/types';
import { ProcessDied, type Owner, type Turns } from './turns.ts';

/** A statement that is not back by then waits for a lock that somebody at a gate holds. */
const BLOCKED_AFTER_MS = 10;
/** How many of the statements inside a transaction are steps: all would make most schedules long and few new. */
const STEP_SHARE = 0.35;

export interface DatabaseFaults {
	/** Called before each statement or transaction; throws to make it fail. */
	beforeWork?(): void;
}

const SAID = { locked: 'SQLITE_BUSY', full: 'SQLITE_FULL', gone: 'ECONNREFUSED' } as const;

/** What the kit's databases say when they are locked, full or not there. */
export function databaseFailure(kind: keyof typeof SAID): CopydeskError {
	return new CopydeskError('unavailable', `the database refused: ${SAID[kind]}`);
}

/**
 * On SQLite a transaction is one step, because nothing else can come between its statements; on PostgreSQL drawn
 * statements inside it are steps too.
 */
export function withTurns(db: Database, turns: Turns, owner: Owner, faults: DatabaseFaults = {}): Database {
	const alive = (): void => {
		if (owner.diedAt !== undefined) throw new ProcessDied(owner.diedAt);
	};
	const isPostgres = db.engine === 'postgres';
	const goOut = (): (() => void) => (isPostgres ? turns.goOut(BLOCKED_AFTER_MS) : () => undefined);
	const lockable = async <T>(work: () => Promise<T>): Promise<T> => {
		const back = goOut();
		try {
			return await work();
		} finally {
			back();
		}
	};
	const step = async (label: string): Promise<void> => {
		alive();
		await turns.gate(label);
		alive();
		faults.beforeWork?.();
	};
	const inside = (tx: Database): Database => {
		const within: Database = {
			engine: tx.engine,
			query: async (sql, values) => {
				alive();
				if (isPostgres && turns.random.chance(STEP_SHARE)) await step('statement');
				const rows = await lockable(() => tx.query(sql, values));
				alive();
				return rows;
			},
			atomically: (work) => work(within),
			runScript: (sql) => tx.runScript(sql),
			close: () => tx.close(),
		};
		return within;
	};
	return {
		engine: db.engine,
		query: async (sql, values) => {
			await step('statement');
			return lockable(() => db.query(sql, values));
		},
		atomically: async (work) => {
			await step('transaction');
			let back = goOut();
			try {
				return await db.atomically(async (tx) => {
					// What runs inside waits at gates of its own; only beginning and ending go out by themselves.
					back();
					try {
						const result = await work(inside(tx));
						alive();
						if (isPostgres) await step('commit');
						return result;
					} finally {
						back = goOut();
					}
				});
			} finally {
				back();
			}
		},
		runScript: (sql) => db.runScript(sql),
		close: () => db.close(),
	};
}
