/**
 * A real PostgreSQL for proofs and measurements, from Debian's packages: its own data directory, a Unix socket and no TCP port, so that
 * it meets no other server. It ends with the process that started it, even when that one is killed.
 */
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { DEBIAN_POSTGRES, asServerUser, giveToServerUser, postgresBin } from '../../scripts/cluster/system.ts';

export { DEBIAN_POSTGRES, postgresBin };

export interface PostgresServer {
	/** Where psql, pg_dump and the rest are. */
	readonly bin: string;
	/** What psql needs as PGHOST. */
	readonly socketDirectory: string;
	/** An address of a database, for a role that may connect without a password. */
	urlOf(database: string, role?: string): string;
	/** A new empty database. @returns its address for the superuser */
	createDatabase(options?: { readonly template?: string; readonly name?: string }): Promise<string>;
	/** Ends all connections to it. */
	dropDatabase(url: string): Promise<void>;
	stop(): Promise<void>;
}

/**
 * @param options.durable waits for the disk at every commit, as a real one does; off by default, because tests do not pull plugs
 * @param options.directory where the data go; a temporary directory by default
 */
export async function startPostgres(options: { readonly durable?: boolean; readonly directory?: string } = {}): Promise<PostgresServer> {
	const bin = postgresBin();
	if (bin === undefined) throw new Error(`No PostgreSQL server binaries under ${DEBIAN_POSTGRES}`);
	const directory = mkdtempSync(join(options.directory ?? tmpdir(), 'copydesk-pg-'));
	const data = join(directory, 'data');
	mkdirSync(data, { mode: 0o700 });
	giveToServerUser(directory, data);
	const environment = { PATH: '/usr/bin:/bin', LC_ALL: 'C.UTF-8' };
	const [initCommand, ...initArgs] = asServerUser([
		join(bin, 'initdb'),
		'-D',
		data,
		'-U',
		'postgres',
		'--auth=trust',
		'--encoding=UTF8',
		'--locale=C.UTF-8',
		// The order of a language, as nearly every database has it: signs count for nothing there.
		'--locale-provider=icu',
		'--icu-locale=en-US',
		'--no-sync',
		'--no-instructions',
	]);
	execFileSync(initCommand, initArgs, { stdio: ['ignore', 'ignore', 'pipe'], cwd: '/', env: environment });

	const settings = [
		'listen_addresses=',
		`unix_socket_directories=${directory}`,
		'max_connections=60',
		'shared_buffers=32MB',
		'autovacuum=off',
		'log_min_messages=fatal',
	];
	if (options.durable !== true) settings.push('fsync=off', 'synchronous_commit=off', 'full_page_writes=off');
	const [command, ...args] = asServerUser([join(bin, 'postgres'), '-D', data, ...settings.flatMap((setting) => ['-c', setting])]);
	const server = spawn(command, args, { stdio: 'ignore', cwd: '/', env: environment });
	server.unref();
	let ended = false;
	const end = new Promise<void>((resolve) => {
		server.once('exit', () => {
			ended = true;
			resolve();
		});
	});
	const removeData = (): void => rmSync(directory, { recursive: true, force: true });
	const atExit = (): void => {
		if (!ended) server.kill('SIGQUIT');
		// Nothing asynchronous runs any more, and a server that is ending still writes: try until it is gone.
		for (let tries = 0; tries < 100 && existsSync(directory); tries += 1) {
			try {
				removeData();
			} catch {
				Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
			}
		}
	};
	process.once('exit', atExit);

	const urlOf = (database: string, role = 'postgres'): string => `postgres://${role}@${encodeURIComponent(directory)}/${database}`;
	const asSuperuser = async (sql: string): Promise<void> => {
		const client = new pg.Client({ connectionString: urlOf('postgres') });
		await client.connect();
		try {
			await client.query(sql);
		} finally {
			await client.end();
		}
	};
	for (let tries = 0; ; tries += 1) {
		try {
			await asSuperuser('select 1');
			break;
		} catch (cause) {
			if (ended || tries > 200) {
				atExit();
				throw new Error('PostgreSQL did not start', { cause });
			}
			await sleep(50);
		}
	}

	// A copy of the files takes half the time of a copy by the log; before version 15 there is no other way.
	const copying = Number(basename(dirname(bin))) < 15 ? '' : ' strategy file_copy';
	let made = 0;
	return {
		bin,
		socketDirectory: directory,
		urlOf,
		async createDatabase({ template, name = `test_${process.pid}_${(made += 1)}` } = {}) {
			await asSuperuser(`create database ${name}${template === undefined ? '' : ` template ${template}`}${copying}`);
			return urlOf(name);
		},
		dropDatabase: (url) => asSuperuser(`drop database ${new URL(url).pathname.slice(1)} with (force)`),
		async stop() {
			process.off('exit', atExit);
			server.ref();
			// Fast, not smart: a connection that a failed test left open must not hold it.
			if (!ended) server.kill('SIGINT');
			await end;
			removeData();
		},
	};
}
