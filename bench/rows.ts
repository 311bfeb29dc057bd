import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** How many rows each database of a desk holds. */
export function rowsOf(data: string): ReadonlyMap<string, number> {
	const files = [
		['n8n', join(data, 'n8n', '.n8n', 'database.sqlite')],
		['collaboration', join(data, 'collaboration', 'collaboration.sqlite')],
		['renderer', join(data, 'renderer', 'journal.sqlite')],
	] as const;
	return new Map(files.filter(([, file]) => existsSync(file)).map(([name, file]) => [name, countIn(file)]));
}

function countIn(file: string): number {
	const db = new DatabaseSync(file, { readOnly: true });
	try {
		const tables = db.prepare("select name from sqlite_master where type = 'table' and name not like 'sqlite_%'").all();
		return tables.reduce((sum, { name }) => sum + Number(db.prepare(`select count(*) as n from "${String(name)}"`).get()?.['n'] ?? 0), 0);
	} finally {
		db.close();
	}
}
