import { chmodSync } from 'node:fs';
import { openDatabase } from '@copydesk/kit/database/open';
import { syncPath } from '@copydesk/kit/directory';

/** A whole, consistent copy, also while a service runs: SQLite writes it from one read transaction. */
export async function copyDatabase(from: string, to: string): Promise<void> {
	const db = await openDatabase(`sqlite:${from}`);
	try {
		await db.runScript(`vacuum into '${to.replaceAll("'", "''")}'`);
	} finally {
		await db.close();
	}
	chmodSync(to, 0o600);
	syncPath(to);
}
