/** The databases that schedules are played on: made once, emptied before each. */
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { execFileSync } from 'node:child_process';
import { migrate } from '@copydesk/kit/database/migrate';
import { openDatabase } from '@copydesk/kit/database/open';
import type { Database } from '@copydesk/kit/database/types';
import { ROOT } from '../../scripts/desk/paths.ts';
import { fastFolder } from '../support/environment.ts';
import { startFakeMessenger } from '../support/messenger.ts';
import { startPostgres, type PostgresServer } from '../support/postgresServer.ts';
import { prepareStatements } from './prepared.ts';
import type { Stage } from './simulation.ts';

const MIGRATIONS = join(ROOT, 'services', 'collaboration', 'src', 'migrations');
export const PARTICIPANTS_MIGRATIONS = join(ROOT, 'services', 'collaboration', 'src', 'participants', 'migrations');
export const FAMILY = 'collaboration';

export interface OpenStage extends Stage {
	close(): Promise<void>;
}

/**
 * SQLite in a file of memory that one connection has to itself: a transaction is one step here, so that connections
 * would only wait for locks in the system that never collide. What a crash of the machine would leave is not what the
 * simulation asks. The schedules with real processes have WAL, FULL and a connection each.
 */
export async function sqliteStage(): Promise<OpenStage> {
	const directory = mkdtempSync(join(fastFolder(), 'copydesk-faults-'));
	const template = join(directory, 'template.sqlite');
	const made = await openDatabase(`sqlite:${template}`);
	await migrate(made, MIGRATIONS, FAMILY, 1);
	await made.query('pragma journal_mode = delete');
	await made.close();
	const messenger = await startFakeMessenger();
	const path = join(directory, 'played.sqlite');
	let played: Database | undefined;
	return {
		messenger,
		async fresh() {
			await played?.close();
			copyFileSync(template, path);
			played = await openDatabase(`sqlite:${path}`);
			await played.query('pragma locking_mode = exclusive');
			await played.query('pragma synchronous = off');
			await played.query('pragma journal_mode = memory');
		},
		async connect() {
			if (played === undefined) throw new Error('fresh() comes first');
			return { ...played, close: async () => undefined };
		},
		async close() {
			await played?.close();
			await messenger.close();
			rmSync(directory, { recursive: true, force: true });
		},
	};
}

/** PostgreSQL from Debian's packages, with the roles of deploy/postgres: the service has the rights of its role and no more. */
export async function postgresStage(): Promise<OpenStage> {
	const server: PostgresServer = await startPostgres({ directory: fastFolder() });
	await prepareRoles(server);
	prepareStatements();
	const owner = await openDatabase(server.urlOf('copydesk'), { poolSize: 2 });
	const shared = await openDatabase(server.urlOf('copydesk', 'copydesk_service'), { poolSize: 16 });
	const tables = (
		await owner.query(
			`select tablename from pg_tables
				where schemaname = 'public' and tablename not in ('migration', 'participants', 'audit_head') and tablename not like '%\\_edge'`,
		)
	).map((row) => String(row['tablename']));
	const messenger = await startFakeMessenger();
	return {
		messenger,
		async fresh() {
			await owner.atomically(async (tx) => {
				await tx.query(`set local session_replication_role = 'replica'`);
				for (const table of tables) await tx.query(`delete from ${table}`);
				await tx.query(`update audit_head set seq = 0, hash = $1`, ['0'.repeat(64)]);
			});
		},
		// One pool for all: a dead start of the service loses its transactions, not the server.
		connect: async () => ({ ...shared, close: async () => undefined }),
		async close() {
			await messenger.close();
			await shared.close();
			await owner.close();
			await server.stop();
		},
	};
}

/** Roles, migrations as their owner, grants: the way of deploy/postgres/README.md. */
export async function prepareRoles(server: PostgresServer): Promise<void> {
	const psql = (file: string, database: string, role: string): void =>
		void execFileSync(join(server.bin, 'psql'), ['-X', '-q', '-d', database, '-U', role, '-f', join(ROOT, 'deploy', 'postgres', file)], {
			env: { PATH: '/usr/bin:/bin', PGHOST: server.socketDirectory },
			stdio: ['ignore', 'ignore', 'pipe'],
		});
	psql('roles.sql', 'postgres', 'postgres');
	const owner = await openDatabase(server.urlOf('copydesk', 'copydesk_owner'));
	await migrate(owner, MIGRATIONS, FAMILY, 1);
	await migrate(owner, PARTICIPANTS_MIGRATIONS, 'participants', 1);
	await owner.close();
	psql('grants.sql', 'copydesk', 'copydesk_owner');
}
