/** Statements that the compiler checks: Kysely builds them, and the kit's databases run them on either engine. */
import { ColumnNode, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, ReferenceNode, ValueNode } from 'kysely';
import type { BinaryOperationNode, CompiledQuery, DatabaseConnection, Driver, LimitNode } from 'kysely';
import type { Database, SqlValue } from './types.ts';

/** A column as the migrations create it. `Value` is the type of its values. */
interface Column<Value = unknown> {
	readonly type: 'integer' | 'text';
	readonly nullable: boolean;
	readonly value?: Value;
}

export const integer = <Value = number>(): Column<Value> => ({ type: 'integer', nullable: false });
export const text = <Value = string>(): Column<Value> => ({ type: 'text', nullable: false });
export const orNull = <Value>(column: Column<Value>): Column<Value | null> => ({ ...column, nullable: true });

export type ColumnsOf<Tables> = { readonly [Table in keyof Tables]: Readonly<Record<string, Column>> };

/** The rows of these tables, in Kysely's form. */
export type RowsOf<Tables extends ColumnsOf<Tables>> = {
	[Table in keyof Tables]: { [Name in keyof Tables[Table]]: Tables[Table][Name] extends Column<infer Value> ? Value : never };
};

// SQLite accepts PostgreSQL's syntax here: quoted names, `$1`, `returning`, `on conflict`.
const adapter = new PostgresAdapter();

/**
 * Writes the values of such columns into the statement, if they are words, 0 or 1. SQLite uses a partial index only if the statement
 * itself contains the index's condition.
 */
class Compiler extends PostgresQueryCompiler {
	readonly #words: ReadonlySet<string>;
	#isWord = false;

	constructor(words: readonly string[]) {
		super();
		this.#words = new Set(words);
	}

	protected override visitBinaryOperation(node: BinaryOperationNode): void {
		const outer = this.#isWord;
		const { leftOperand: left } = node;
		const column = ReferenceNode.is(left) ? left.column : left;
		this.#isWord = ColumnNode.is(column) && this.#words.has(column.column.name);
		super.visitBinaryOperation(node);
		this.#isWord = outer;
	}

	/** Writes the limit into the statement, because SQLite plans a statement with a bound limit each time. */
	protected override visitLimit(node: LimitNode): void {
		const { limit } = node;
		if (!ValueNode.is(limit) || !Number.isSafeInteger(limit.value)) return super.visitLimit(node);
		this.append('limit ');
		this.appendImmediateValue(limit.value);
	}

	protected override appendValue(value: unknown): void {
		if (this.#isWord && (value === 0 || value === 1 || (typeof value === 'string' && /^[a-z_]+$/.test(value))))
			this.appendImmediateValue(value);
		else super.appendValue(value);
	}
}

/**
 * Opens tables for typed statements. Cheap: call it wherever a statement is built.
 * @param words columns whose values are the program's own words, such as states
 */
export function openTables<Rows>(words: readonly string[] = []): (db: Database) => Kysely<Rows> {
	const compiler = new Compiler(words);
	const opened = new WeakMap<Database, Kysely<Rows>>();
	return (db) => {
		let tables = opened.get(db);
		if (tables === undefined) {
			tables = new Kysely<Rows>({
				dialect: {
					createAdapter: () => adapter,
					createDriver: () => driverOf(db),
					createIntrospector: (kysely) => new PostgresIntrospector(kysely),
					createQueryCompiler: () => compiler,
				},
			});
			opened.set(db, tables);
		}
		return tables;
	};
}

/** A driver without connections of its own: a database or a `tx` already has one. */
function driverOf(db: Database): Driver {
	const connection: DatabaseConnection = {
		executeQuery: async <R>({ sql, parameters }: CompiledQuery) => ({
			rows: (await db.query(sql, parameters as readonly SqlValue[])) as R[],
		}),
		streamQuery: () => refuse(),
	};
	return {
		init: async () => undefined,
		acquireConnection: async () => connection,
		releaseConnection: async () => undefined,
		beginTransaction: async () => refuse(),
		commitTransaction: async () => refuse(),
		rollbackTransaction: async () => refuse(),
		destroy: async () => undefined,
	};
}

function refuse(): never {
	throw new Error('Transactions are made with Database.atomically, and nothing is streamed');
}
