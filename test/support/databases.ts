/** Databases for the suites that hold on every engine. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sharedPostgres } from './postgres.ts';
import type { PostgresServer } from './postgres.ts';

export interface TestDatabase {
	readonly url: string;
	/** A file of its own on SQLite; the same database on PostgreSQL. */
	readonly participantsUrl: string;
	drop(): Promise<void>;
}

export interface Engine {
	readonly name: 'SQLite' | 'PostgreSQL';
	/** Before the suite; skips it loudly where the engine cannot be had. */
	start(hook: Mocha.Context): Promise<void>;
	create(): Promise<TestDatabase>;
}

/** Files in a temporary directory: several connections see the same data, as several processes would. */
export const sqliteEngine: Engine = {
	name: 'SQLite',
	start: async () => undefined,
	async create() {
		const directory = mkdtempSync(join(tmpdir(), 'copydesk-collaboration-'));
		return {
			url: `sqlite:${join(directory, 'collaboration.sqlite')}`,
			participantsUrl: `sqlite:${join(directory, 'participants.sqlite')}`,
			drop: async () => rmSync(directory, { recursive: true, force: true }),
		};
	},
};

function postgresEngine(): Engine {
	let server: PostgresServer | undefined;
	return {
		name: 'PostgreSQL',
		async start(hook) {
			server = await sharedPostgres(hook);
		},
		async create() {
			if (server === undefined) throw new Error('The engine was not started');
			const url = await server.createDatabase();
			return { url, participantsUrl: url, drop: async () => undefined };
		},
	};
}

/** Runs the same suite on each engine, on a database of its own for each test. */
export function describeOnEachEngine(title: string, suite: (engine: Engine) => void): void {
	for (const engine of [sqliteEngine, postgresEngine()]) {
		describe(`${title}, on ${engine.name}`, () => {
			before(function () {
				return engine.start(this);
			});
			suite(engine);
		});
	}
}
