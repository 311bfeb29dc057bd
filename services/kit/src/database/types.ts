/** What both engines can store and give back. */
export type SqlValue = string | number | null | Uint8Array;
export type Row = Record<string, SqlValue>;

/**
 * All that the journals need of a database. Statements use $1, $2 … on both engines, in SQL that both understand:
 * `on conflict do nothing`, `returning`, partial indexes, bigint milliseconds, JSON as text, 0 and 1 for no and yes.
 */
export interface Database {
	readonly engine: 'sqlite' | 'postgres';
	/** Rows of a select or a `returning`; an empty array otherwise. */
	query(sql: string, values?: readonly SqlValue[]): Promise<Row[]>;
	/** Runs several statements as one; on error none of them happened. Inside, use the `tx` you were given. */
	atomically<T>(work: (tx: Database) => Promise<T>): Promise<T>;
	runScript(sql: string): Promise<void>;
	close(): Promise<void>;
}

/** Whether an error says that a table is not there (yet), on either engine. */
export function isMissingTable(error: unknown): boolean {
	return (error as { code?: unknown } | null)?.code === '42P01' || (error instanceof Error && /^no such table: /.test(error.message));
}

type Constraint = 'unique' | 'foreign_key' | 'check' | 'not_null' | 'trigger';

/** Which constraint refused, on either engine; undefined for any other error. */
export function constraintOf(error: unknown): Constraint | undefined {
	const code: unknown = (error as { code?: unknown } | null)?.code;
	switch (code) {
		case 'SQLITE_CONSTRAINT_UNIQUE':
		case 'SQLITE_CONSTRAINT_PRIMARYKEY':
		case '23505':
			return 'unique';
		case 'SQLITE_CONSTRAINT_FOREIGNKEY':
		case '23503':
			return 'foreign_key';
		case 'SQLITE_CONSTRAINT_CHECK':
		case '23514':
			return 'check';
		case 'SQLITE_CONSTRAINT_NOTNULL':
		case '23502':
			return 'not_null';
		case 'SQLITE_CONSTRAINT_TRIGGER':
		case 'P0001':
			return 'trigger';
		default:
			return undefined;
	}
}
