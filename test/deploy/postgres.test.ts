import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { migrate } from '@copydesk/kit/database/migrate';
import { openDatabase } from '@copydesk/kit/database/open';
import type { Database } from '@copydesk/kit/database/types';
import { ROOT } from '../../scripts/desk/paths.ts';
import { operator as operatorCommand } from '../support/collaborationProcess.ts';
import { postgresBin, startPostgres } from '../support/postgres.ts';
import type { PostgresServer } from '../support/postgres.ts';

const SOURCE = join(ROOT, 'services', 'collaboration', 'src');
const COLUMNS = '(user_id, chat_id, role, active, display_name, updated_at, updated_by)';
const NO_RIGHT = '42501';

/** What the service may do with each table of its database, by hand. A table that is not here is a decision that nobody made. */
const RIGHTS = {
	participants: 'select',
	material_edge: 'select',
	delivery_edge: 'select',
	news_item_edge: 'select',
	migration: 'select',
	audit: 'select insert',
	material_event: 'select insert',
	delivery_event: 'select insert',
	news_item_event: 'select insert',
	news_batch: 'select insert',
	news_item: 'select insert update',
	plan: 'select insert update',
	plan_gate: 'select insert update',
	approval: 'select insert update',
	reminder: 'select insert update',
	draft_count: 'select insert update',
	matter: 'select insert update delete',
	matter_term: 'select insert update delete',
	board_link: 'select insert update delete',
	board_session: 'select insert update delete',
	reaction: 'select insert update',
	offer_hour: 'select insert update',
	offer_day: 'select insert update',
	proposal: 'select insert update delete',
	owed: 'select insert update delete',
	board_term: 'select insert update delete',
	board_draft: 'select insert update',
	board_source: 'select insert update',
	board_mark: 'select insert update',
	picture_right: 'select insert',
	withdrawal: 'select insert update',
	audit_head: 'select insert update',
	contract_switch: 'select',
	event: 'select insert update',
	album: 'select insert update',
	execution: 'select insert update',
	failure: 'select insert update',
	admission: 'select insert update',
	reachability: 'select insert update',
	spoken_language: 'select insert update',
	material: 'select insert update',
	delivery: 'select insert update',
	resume_proof: 'select insert update',
	feed: 'select insert update',
	kept_picture: 'select insert delete',
	instance: 'select insert update delete',
	stranger: 'select insert update delete',
	incoming: 'select insert update delete',
	taker: 'select insert update delete',
	setting: 'select insert update delete',
};

describe('The roles on PostgreSQL', () => {
	let server: PostgresServer;
	let service: Database;
	let operator: Database;
	let folder: string;
	/** As the compose files run it, with the passwords of deploy/secrets.sh. */
	const script = (name: string, ...args: string[]): void => {
		execFileSync('sh', [join(ROOT, 'deploy', name), ...args], {
			env: { PATH: `${server.bin}:/usr/bin:/bin`, PGHOST: server.socketDirectory, COPYDESK_SECRETS: folder },
			stdio: ['ignore', 'pipe', 'pipe'],
		});
	};
	before(async function () {
		if (postgresBin() === undefined) {
			console.warn('\n  !! SKIPPED: the roles on PostgreSQL need a server (Debian: apt-get install postgresql)\n');
			return this.skip();
		}
		this.timeout(60_000);
		server = await startPostgres();
		folder = mkdtempSync(join(tmpdir(), 'copydesk-roles-'));
		try {
			script('secrets.sh', 'queue');
		} catch {
			// It says that the token of the bot is missing.
		}
		writeFileSync(join(folder, 'copydesk-service-password'), "it's a 'test'");
		script('postgres/run.sh', 'roles');
		// Running all of it again is how an update goes, and how one goes on that was interrupted.
		script('postgres/run.sh', 'roles');
		const url = join(folder, 'database-url-owner');
		writeFileSync(url, server.urlOf('copydesk', 'copydesk_owner'));
		for (let run = 1; run <= 2; run += 1) {
			const environment = { COLLAB_DATABASE_URL_FILE: url, COLLAB_PARTICIPANTS_URL_FILE: url, COPYDESK_DATA_DIR: folder };
			expect(await operatorCommand(environment, 'migrate')).to.deep.include({ code: 0 });
			script('postgres/run.sh', 'grants');
		}
		const owner = await openDatabase(server.urlOf('copydesk', 'copydesk_owner'));
		await owner.query(`insert into participants ${COLUMNS} values (1001, 1001, 'owner', 1, 'Olga', 1, 'test')`);
		await owner.close();
		const engine = await openDatabase(server.urlOf('n8n', 'n8n'));
		await engine.runScript('create table credentials_entity (id text primary key, data text not null)');
		await engine.close();
		service = await openDatabase(server.urlOf('copydesk', 'copydesk_service'));
		operator = await openDatabase(server.urlOf('copydesk', 'copydesk_operator'));
	});
	after(async () => {
		await service?.close();
		await operator?.close();
		await server?.stop();
		if (folder !== undefined) rmSync(folder, { recursive: true });
	});

	const refusalOf = async (db: Database, sql: string): Promise<unknown> => {
		const error = await db.query(sql).catch((caught: unknown) => caught);
		return (error as { code?: unknown }).code ?? error;
	};

	for (const statement of [
		`insert into participants ${COLUMNS} values (666, 666, 'editor', 1, 'Mallory', 1, 'herself')`,
		"update participants set role = 'owner' where user_id = 1001",
		'update participants set active = 0',
		'delete from participants',
		'truncate participants',
		'drop table participants',
		'alter table participants disable trigger all',
	]) {
		it(`refuses the service to change who takes part: ${statement}`, async () => {
			expect(await refusalOf(service, statement)).to.equal(NO_RIGHT);
		});
	}

	it('lets the service read who takes part, because it does so at every admission', async () => {
		expect(await service.query('select user_id, role, active from participants')).to.deep.equal([
			{ user_id: 1001, role: 'owner', active: 1 },
		]);
	});

	for (const statement of [
		"update audit set outcome = 'ok'",
		'delete from audit',
		'truncate audit',
		'drop table audit',
		'alter table audit disable trigger all',
		'delete from delivery_event',
		'update material_event set at_ms = 0',
	]) {
		it(`refuses the service to rewrite history: ${statement}`, async () => {
			expect(await refusalOf(service, statement)).to.equal(NO_RIGHT);
		});
	}

	it('refuses even the owner of the tables to rewrite the audit by a plain statement', async () => {
		const owner = await openDatabase(server.urlOf('copydesk', 'copydesk_owner'));
		const refusal = await refusalOf(owner, 'delete from audit');
		await owner.close();
		expect(refusal).to.equal('P0001');
	});

	for (const role of ['copydesk_service', 'copydesk_operator', 'copydesk_owner', 'copydesk_renderer']) {
		it(`keeps ${role} out of the database where n8n has its credentials`, async () => {
			const db = await openDatabase(server.urlOf('n8n', role));
			const refusal = await refusalOf(db, 'select * from credentials_entity');
			await db.close();
			expect(refusal).to.equal(NO_RIGHT);
		});
	}

	it('gives the renderer a database of its own, where it makes its tables, and keeps it out of the other', async () => {
		const own = await openDatabase(server.urlOf('copydesk_renderer', 'copydesk_renderer'));
		await own.runScript('create table journal (id text primary key)');
		await own.close();
		const other = await openDatabase(server.urlOf('copydesk', 'copydesk_renderer'));
		expect(await refusalOf(other, 'select 1')).to.equal(NO_RIGHT);
		await other.close();
		const service = await openDatabase(server.urlOf('copydesk_renderer', 'copydesk_service'));
		expect(await refusalOf(service, 'select 1')).to.equal(NO_RIGHT);
		await service.close();
	});

	it('keeps a credentials table that somebody put beside ours from the service', async () => {
		const superuser = await openDatabase(server.urlOf('copydesk'));
		await superuser.runScript('create table credentials_entity (id text primary key, data text not null)');
		const refusal = await refusalOf(service, 'select * from credentials_entity');
		const ofPasswords = await refusalOf(service, 'select rolpassword from pg_authid');
		await superuser.runScript('drop table credentials_entity');
		await superuser.close();
		expect([refusal, ofPasswords]).to.deep.equal([NO_RIGHT, NO_RIGHT]);
	});

	it('refuses the service to make tables, functions or roles of its own', async () => {
		expect(await refusalOf(service, 'create table mine (id integer)')).to.equal(NO_RIGHT);
		expect(await refusalOf(service, "create function mine() returns integer language sql as 'select 1'")).to.equal(NO_RIGHT);
		expect(await refusalOf(service, 'create role mallory')).to.equal(NO_RIGHT);
		expect(await refusalOf(service, 'set role copydesk_owner')).to.equal(NO_RIGHT);
		expect(await refusalOf(service, 'set role copydesk_operator')).to.equal(NO_RIGHT);
	});

	it('lets only the operator name the people', async () => {
		await operator.query(`insert into participants ${COLUMNS} values (1002, 1002, 'editor', 1, 'Egor', 1, 'test')`);
		await operator.query('update participants set active = 0 where user_id = 1002');
		expect(await service.query('select active from participants where user_id = 1002')).to.deep.equal([{ active: 0 }]);
		expect(await refusalOf(operator, 'delete from audit')).to.equal(NO_RIGHT);
	});

	it('lets the operator alone switch the contract', async () => {
		const switched = "insert into contract_switch (id, contract, changed_at_ms) values (1, '1.0.0', 1)";
		expect(await refusalOf(service, switched)).to.equal(NO_RIGHT);
		await operator.query(`${switched} on conflict (id) do update set contract = excluded.contract`);
		expect(await service.query('select contract from contract_switch')).to.deep.equal([{ contract: '1.0.0' }]);
	});

	it('has a decision for every table there is, so that a new one is not open by accident', async () => {
		const rows = await service.query(
			`select table_name from information_schema.tables where table_schema = 'public'
			union select tablename from pg_tables where schemaname = 'public' order by 1`,
		);
		const found: Record<string, string> = {};
		for (const { table_name: table } of rows) {
			const kinds = ['select', 'insert', 'update', 'delete', 'truncate', 'references', 'trigger'];
			const has = await Promise.all(
				kinds.map(
					async (kind) =>
						(await service.query('select has_table_privilege($1, $2, $3) as yes', ['copydesk_service', String(table), kind]))[0],
				),
			);
			found[String(table)] = kinds.filter((_kind, index) => Boolean(has[index]?.['yes'])).join(' ');
		}
		expect(found).to.deep.equal(RIGHTS);
	});

	it('leaves the service nothing to migrate, so that it starts without the right to', async () => {
		expect(await migrate(service, join(SOURCE, 'migrations'), 'collaboration', 2)).to.deep.equal([]);
	});

	it('gives each role the password that it was told, quotes and all', async () => {
		const superuser = await openDatabase(server.urlOf('postgres'));
		const rows = await superuser.query(
			"select rolname from pg_authid where rolpassword is not null and rolname <> 'postgres' order by rolname",
		);
		await superuser.close();
		expect(rows.map((row) => row['rolname'])).to.deep.equal([
			'copydesk_operator',
			'copydesk_owner',
			'copydesk_renderer',
			'copydesk_service',
			'n8n',
		]);
	});
});
