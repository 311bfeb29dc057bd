/** The values that both engines can store and return. */
export type SqlValue = string | number | null | Uint8Array;
export type Row = Record<string, SqlValue>;

/**
 * Everything that the services need from a database. Statements use $1, $2 … and SQL that both engines understand: `on conflict do
 * nothing`, `returning`, partial indexes, bigint milliseconds, JSON as text, 0 and 1 for no and yes.
 */
export interface Database {
	readonly engine: 'sqlite' | 'postgres';
	/** The rows of a select or a `returning`; otherwise an empty array. */
	query(sql: string, values?: readonly SqlValue[]): Promise<Row[]>;
	/** Runs several statements in one transaction; an error rolls back all of them. Inside, use the given `tx`. */
	atomically<T>(work: (tx: Database) => Promise<T>): Promise<T>;
	runScript(sql: string): Promise<void>;
	close(): Promise<void>;
}

/** Whether an error says that a table does not exist, on either engine. */
export function isMissingTable(error: unknown): boolean {
	return (error as { code?: unknown } | null)?.code === '42P01' || (error instanceof Error && /^no such table: /.test(error.message));
}

type Constraint = 'unique' | 'foreign_key' | 'check' | 'not_null' | 'trigger';

/** The kind of constraint that was violated, on either engine; undefined for any other error. */
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
