/** Statements that the compiler checks: Kysely writes them, the kit's databases run them on either engine. */
import { ColumnNode, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, ReferenceNode, ValueNode } from 'kysely';
import type { BinaryOperationNode, CompiledQuery, DatabaseConnection, Driver, LimitNode } from 'kysely';
import type { Database, SqlValue } from './types.ts';

/** A column as the migrations make it. `Value` is what a row holds there. */
interface Column<Value = unknown> {
	readonly type: 'integer' | 'text';
	readonly nullable: boolean;
	readonly value?: Value;
}

export const integer = <Value = number>(): Column<Value> => ({ type: 'integer', nullable: false });
export const text = <Value = string>(): Column<Value> => ({ type: 'text', nullable: false });
export const orNull = <Value>(column: Column<Value>): Column<Value | null> => ({ ...column, nullable: true });

export type ColumnsOf<Tables> = { readonly [Table in keyof Tables]: Readonly<Record<string, Column>> };

/** The rows of these tables, as Kysely wants to know them. */
export type RowsOf<Tables extends ColumnsOf<Tables>> = {
	[Table in keyof Tables]: { [Name in keyof Tables[Table]]: Tables[Table][Name] extends Column<infer Value> ? Value : never };
};

// SQLite reads what is written for PostgreSQL: quoted names, `$1`, `returning`, `on conflict`.
const adapter = new PostgresAdapter();

/**
 * Writes out what such columns are compared with, where it is a word or a digit: SQLite uses an index of some rows only where the
 * statement itself says that it wants no others.
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

	/** Writes it out: SQLite plans a statement again each time that its limit is bound. */
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
 * Opens tables for typed statements. Cheap: to be called wherever a statement is written.
 * @param words columns whose values are words of the program's own, such as states
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

/** The kit opens connections and transactions: a database or a `tx` already has both. */
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
