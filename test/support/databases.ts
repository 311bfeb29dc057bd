/** Databases for the suites that hold on every engine. */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fastFolder } from './environment.ts';
import { sharedPostgres, type PostgresServer } from './postgres.ts';

export interface TestDatabase {
	readonly url: string;
	/** A file of its own on SQLite; the same database on PostgreSQL. */
	readonly participantsUrl: string;
	drop(): Promise<void>;
}

/** What makes something of an empty database. */
export type Make = (empty: TestDatabase) => Promise<void>;

export interface Engine {
	readonly name: 'SQLite' | 'PostgreSQL';
	/** Before the suite; skips it loudly where the engine cannot be had. */
	start(hook: Mocha.Context): Promise<void>;
	/** An empty one. */
	create(): Promise<TestDatabase>;
	/** A copy of what `make` made of an empty one, which it does once for a process: tables take longer than most tests. */
	copyOf(make: Make): Promise<TestDatabase>;
}

function oncePerMake(begin: (make: Make) => Promise<string>): (make: Make) => Promise<string> {
	const made = new Map<Make, Promise<string>>();
	return (make) => {
		const known = made.get(make) ?? begin(make);
		made.set(make, known);
		return known;
	};
}

const newDirectory = (): string => mkdtempSync(join(fastFolder(), 'copydesk-collaboration-'));
const inDirectory = (directory: string): TestDatabase => ({
	url: `sqlite:${join(directory, 'collaboration.sqlite')}`,
	participantsUrl: `sqlite:${join(directory, 'participants.sqlite')}`,
	drop: async () => rmSync(directory, { recursive: true, force: true }),
});
const sqliteTemplate = oncePerMake(async (make) => {
	const directory = newDirectory();
	process.once('exit', () => rmSync(directory, { recursive: true, force: true }));
	await make(inDirectory(directory));
	return directory;
});

/** Files in a temporary directory: several connections see the same data, as several processes would. */
export const sqliteEngine: Engine = {
	name: 'SQLite',
	start: async () => undefined,
	create: async () => inDirectory(newDirectory()),
	async copyOf(make) {
		const directory = newDirectory();
		cpSync(await sqliteTemplate(make), directory, { recursive: true });
		return inDirectory(directory);
	},
};

let server: PostgresServer | undefined;
function started(): PostgresServer {
	if (server === undefined) throw new Error('The engine was not started');
	return server;
}
const onServer = (url: string): TestDatabase => ({ url, participantsUrl: url, drop: () => started().dropDatabase(url) });
let templates = 0;
const postgresTemplate = oncePerMake(async (make) => {
	templates += 1;
	const name = `template_${templates}`;
	await make(onServer(await started().createDatabase({ name })));
	return name;
});

const postgresEngine: Engine = {
	name: 'PostgreSQL',
	async start(hook) {
		server = await sharedPostgres(hook);
	},
	create: async () => onServer(await started().createDatabase()),
	copyOf: async (make) => onServer(await started().createDatabase({ template: await postgresTemplate(make) })),
};

/** Runs the same suite on each engine, on a database of its own for each test. */
export function describeOnEachEngine(title: string, suite: (engine: Engine) => void): void {
	for (const engine of [sqliteEngine, postgresEngine]) {
		describe(`${title}, on ${engine.name}`, () => {
			before(function () {
				return engine.start(this);
			});
			suite(engine);
		});
	}
}
