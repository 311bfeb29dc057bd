import type { Database } from '@copydesk/kit/database/types';

/** Changes that share one commit at most. */
const MAX_BATCH = 64;

interface Waiting {
	readonly work: (tx: Database) => Promise<unknown>;
	readonly resolve: (value: never) => void;
	readonly reject: (error: unknown) => void;
}

/**
 * Groups changes that come while one commit is under way into the next commit, so that many covers wait for the
 * disk together. Each change must be able to run again: when a group fails, its changes run one by one.
 */
export function createBatch(db: Database): <T>(work: (tx: Database) => Promise<T>) => Promise<T> {
	const waiting: Waiting[] = [];
	let running = false;

	async function runGroup(group: readonly Waiting[]): Promise<void> {
		try {
			const results = await db.atomically(async (tx) => {
				const values: unknown[] = [];
				for (const { work } of group) values.push(await work(tx));
				return values;
			});
			group.forEach(({ resolve }, index) => resolve(results[index] as never));
		} catch (error) {
			if (group.length === 1) group[0]?.reject(error);
			else for (const one of group) await runGroup([one]);
		}
	}

	async function drain(): Promise<void> {
		running = true;
		while (waiting.length > 0) await runGroup(waiting.splice(0, MAX_BATCH));
		running = false;
	}

	return (work) =>
		new Promise((resolve, reject) => {
			waiting.push({ work, resolve, reject });
			if (!running) void drain();
		});
}
