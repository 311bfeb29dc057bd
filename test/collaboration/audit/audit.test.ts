import { expect } from 'chai';
import { createAudit, type Audit } from '@copydesk/collaboration/audit/audit';
import { verifyAudit } from '../../../scripts/operator/verifyAudit.ts';
import { FAMILY, MIGRATIONS } from '@copydesk/collaboration/service';
import { migrate } from '@copydesk/kit/database/migrate';
import { openDatabase } from '@copydesk/kit/database/open';
import { constraintOf, type Database } from '@copydesk/kit/database/types';
import { describeOnEachEngine, type TestDatabase } from '../../support/databases.ts';

describeOnEachEngine('The audit', (engine) => {
	let database: TestDatabase;
	let db: Database;
	let audit: Audit;
	beforeEach(async () => {
		database = await engine.create();
		db = await openDatabase(database.url);
		await migrate(db, MIGRATIONS, FAMILY, 1);
		audit = createAudit(db, () => 1_800_000_000_000);
	});
	afterEach(async () => {
		await db.close();
		await database.drop();
	});

	const add = (count: number) =>
		audit.within(async (_tx, note) => {
			for (let index = 0; index < count; index += 1)
				note({ actorUserId: index, action: 'test', entity: `thing:${index}`, outcome: 'ok', detail: { index } });
		});
	/** As somebody would who may do anything to the database. */
	const tamper = async (...statements: string[]) => {
		const withoutGuards =
			engine.name === 'SQLite'
				? [
						'pragma foreign_keys = off',
						'drop trigger audit_no_update',
						'drop trigger audit_no_delete',
						'drop trigger audit_head_forward',
						...statements,
						'pragma foreign_keys = on',
					]
				: ["set session_replication_role = 'replica'", ...statements, "set session_replication_role = 'origin'"];
		await db.runScript(withoutGuards.join(';\n'));
	};
	const findings = async () => (await verifyAudit(db)).findings.map(({ seq, kind }) => [seq, kind]);

	it('is intact while it is untouched, over any number of pages', async () => {
		expect(await verifyAudit(db)).to.deep.equal({ intact: true, rows: 0, head_seq: 0, head: '0'.repeat(64), findings: [] });
		await add(1_100);
		await add(3);
		const verdict = await verifyAudit(db);
		expect(verdict).to.include({ intact: true, rows: 1_103, head_seq: 1_103 });
		expect(verdict.head)
			.to.match(/^[0-9a-f]{64}$/)
			.and.not.equal('0'.repeat(64));
	});

	it('is one chain when many write at once', async () => {
		await Promise.all(Array.from({ length: 20 }, () => add(2)));
		expect(await verifyAudit(db)).to.include({ intact: true, rows: 40 });
	});

	it('shows by a head that was kept elsewhere that the whole chain was replaced, or that its end is gone', async () => {
		await add(5);
		const { head_seq: seq, head: hash } = await verifyAudit(db);
		await add(2);
		const against = async () => {
			const { intact, findings } = await verifyAudit(db, { seq, hash });
			return [intact, findings.map((finding) => [finding.seq, finding.kind])];
		};
		expect(await against()).to.deep.equal([true, []]);
		const nothing = `update audit_head set seq = 0, hash = '${'0'.repeat(64)}'`;
		await tamper('delete from audit', nothing);
		await add(3);
		expect(await findings(), 'intact in itself').to.deep.equal([]);
		expect(await against(), 'too short').to.deep.equal([false, [[5, 'truncated']]]);
		await audit.within(async (_tx, note) => note({ actorUserId: 9, action: 'forged', entity: 'x', outcome: 'ok' }));
		await add(3);
		expect(await findings(), 'intact in itself').to.deep.equal([]);
		expect(await against(), 'another row').to.deep.equal([false, [[5, 'rewritten']]]);
	});

	it('is written with the change or not at all', async () => {
		const failing = audit.within(async (tx, note) => {
			note({ actorUserId: 1, action: 'test', entity: 'x', outcome: 'ok' });
			await tx.query('insert into reachability (chat_id, status, at_ms) values (1, $1, 1)', ['member']);
			throw new Error('taken back');
		});
		expect(await failing.catch((error: Error) => error.message)).to.equal('taken back');
		expect(await db.query('select * from audit')).to.deep.equal([]);
		expect(await db.query('select * from reachability')).to.deep.equal([]);
		await add(1);
		expect(await findings()).to.deep.equal([]);
	});

	it("cannot be changed, emptied or shortened by the service's own means", async () => {
		await add(3);
		for (const sql of [
			`update audit set code = 'x' where seq = 2`,
			'delete from audit where seq = 3',
			'update audit_head set seq = 1',
			'delete from audit_head',
		]) {
			expect(constraintOf(await db.query(sql).catch((error: unknown) => error)), sql).to.equal('trigger');
		}
		const fork = `insert into audit (seq, prev_seq, prev_hash, hash, at_ms, action, entity, outcome, detail) values`;
		expect(
			constraintOf(await db.query(`${fork} (4, 3, 'other', 'x', 1, 'a', 'e', 'ok', '{}')`).catch((error: unknown) => error)),
			'a row that follows nothing',
		).to.equal('foreign_key');
		expect(
			constraintOf(await db.query(`${fork} (2, 1, 'other', 'x', 1, 'a', 'e', 'ok', '{}')`).catch((error: unknown) => error)),
			'a second row 2',
		).to.equal('unique');
	});

	const bytes: readonly [string, string][] = [
		['the time', 'at_ms = at_ms + 1'],
		['the actor', 'actor_user_id = 999'],
		['the action', `action = 'tesT'`],
		['the entity', `entity = 'thing:4 '`],
		['the outcome', `outcome = 'failed'`],
		['a code', `code = ''`],
		['the execution', `execution_id = '1'`],
		['the detail', `detail = replace(detail, '4', '5')`],
		['the hash before it', `prev_hash = '${'1'.repeat(64)}'`],
		['its own hash', `hash = '${'1'.repeat(64)}'`],
	];
	for (const [what, change] of bytes) {
		it(`finds and names a row of which ${what} was changed`, async () => {
			await add(9);
			await tamper(`update audit set ${change} where seq = 5`);
			expect((await findings())[0]).to.deep.equal([5, 'changed']);
		});
	}

	it('finds and names a removed row, at any place', async () => {
		await add(9);
		await tamper('delete from audit where seq = 5');
		expect(await findings()).to.deep.equal([[5, 'missing']]);
	});

	it('finds rows removed at the beginning and at the end', async () => {
		await add(9);
		await tamper('delete from audit where seq = 1', 'delete from audit where seq >= 8');
		expect(await findings()).to.deep.equal([
			[1, 'missing'],
			[8, 'truncated'],
		]);
	});

	it('finds and names rows that changed places', async () => {
		await add(9);
		await tamper(
			'update audit set seq = 100, prev_seq = 99 where seq = 4',
			'update audit set seq = 4, prev_seq = 3 where seq = 5',
			'update audit set seq = 5, prev_seq = 4 where seq = 100',
		);
		const found = await findings();
		expect(found).to.deep.include.members([
			[4, 'reordered'],
			[5, 'reordered'],
		]);
	});

	it('finds a row that was changed together with its hash, because the next one still follows the old', async () => {
		await add(9);
		await tamper(`update audit set action = 'forged', hash = 'f' where seq = 9`);
		expect((await findings())[0]?.[0]).to.equal(9);
		const { hashOf } = await import('@copydesk/collaboration/audit/audit');
		const [row] = await db.query('select * from audit where seq = 5');
		const forged = { ...(row as unknown as Parameters<typeof hashOf>[1]), action: 'forged' };
		await db.runScript(engine.name === 'SQLite' ? 'pragma foreign_keys = off' : "set session_replication_role = 'replica'");
		await db.query(`update audit set action = 'forged', hash = $1 where seq = 5`, [hashOf(String(row?.['prev_hash']), forged)]);
		expect((await findings())[0]).to.deep.equal([6, 'rewritten']);
	});
});
