// What the collaboration service's database says of updates, read beside the service.

import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

export interface Journal {
	/** The number of the newest update that is known. */
	newest(): number;
	/** Unfinished updates after this number, out of as many as were asked. */
	open(after: number, asked: number): number;
	/** Updates that were taken up after a later one of the same person. */
	outOfOrder(after: number): number;
	/** Events that were posted to n8n again, paid steps that were admitted more than once, and messages that were not delivered. */
	mishaps(after: number): { readonly replayed: number; readonly paidAgain: number; readonly undelivered: number };
	close(): void;
}

export function openJournal(data: string): Journal {
	const db = new DatabaseSync(join(data, 'collaboration', 'collaboration.sqlite'), { readOnly: true, timeout: 5_000 });
	const count = (sql: string, ...values: number[]): number => Number(db.prepare(sql).get(...values)?.['n'] ?? 0);
	return {
		newest: () => count('select max(update_id) as n from event'),
		open: (after, asked) => asked - count("select count(*) as n from event where update_id > ? and state <> 'stored'", after),
		outOfOrder: (after) =>
			count(
				`select count(*) as n from (
					select update_id, max(update_id) over (partition by user_id order by rowid) as highest from event where update_id > ?
				) where update_id < highest`,
				after,
			),
		mishaps: (after) => ({
			replayed: count('select count(*) as n from event where update_id > ? and replays > 0', after),
			paidAgain: count(
				'select count(*) as n from (select 1 from admission where paid = 1 group by draft_key, version, purpose having count(*) > 1)',
			),
			undelivered: count("select count(*) as n from delivery where state <> 'sent' and operation <> 'answer_callback'"),
		}),
		close: () => db.close(),
	};
}
