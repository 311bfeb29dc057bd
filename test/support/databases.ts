/** Databases for the suites that hold on every engine. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface TestDatabase {
	readonly url: string;
	/** Another database of the same engine holds the participants on SQLite; the same one on PostgreSQL. */
	readonly participantsUrl: string;
	drop(): Promise<void>;
}

export interface Engine {
	readonly name: string;
	/** Undefined when it cannot be had here; say why. */
	available(): Promise<string | undefined>;
	create(): Promise<TestDatabase>;
	/** Stops what was started for it. */
	close(): Promise<void>;
}

/** Files in a temporary directory: several connections see the same data, as several processes would. */
export const sqliteEngine: Engine = {
	name: 'SQLite',
	available: async () => undefined,
	async create() {
		const directory = mkdtempSync(join(tmpdir(), 'copydesk-collaboration-'));
		return {
			url: `sqlite:${join(directory, 'collaboration.sqlite')}`,
			participantsUrl: `sqlite:${join(directory, 'participants.sqlite')}`,
			drop: async () => rmSync(directory, { recursive: true, force: true }),
		};
	},
	close: async () => undefined,
};
