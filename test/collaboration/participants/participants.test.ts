import { copyFileSync, renameSync, rmSync } from 'node:fs';
import { expect } from 'chai';
import { openParticipants, type Participants } from '@copydesk/collaboration/participants/participants';
import { setEditorActive, setParticipants } from '../../../scripts/operator/people.ts';
import { openDatabase, sqlitePathOf } from '@copydesk/kit/database/open';
import { constraintOf } from '@copydesk/kit/database/types';
import { EDITOR, OWNER, begin, openDesk, withPeople } from '../../support/collaboration.ts';
import { describeOnEachEngine, type TestDatabase } from '../../support/databases.ts';

const two = { owner: { userId: OWNER, name: 'Olga' }, editor: { userId: EDITOR, name: 'Egor' } };

describeOnEachEngine('Participants', (engine) => {
	let database: TestDatabase;
	let participants: Participants;
	beforeEach(async () => {
		database = await engine.create();
		participants = openParticipants(database.participantsUrl);
	});
	afterEach(async () => {
		await participants.close();
		await database.drop();
	});
	const change = (work: Parameters<typeof withPeople>[1]) => withPeople(database.participantsUrl, work);

	it('are empty until the operator names them', async () => {
		expect(await participants.all()).to.deep.equal([]);
		expect(await participants.health()).to.equal('empty');
		await change((db) => setParticipants(db, two, 5, 'test'));
		expect(await participants.health()).to.equal('ok');
		expect(await participants.all()).to.deep.equal([
			{ userId: OWNER, chatId: OWNER, role: 'owner', active: true, displayName: 'Olga', changedAtMs: 5 },
			{ userId: EDITOR, chatId: EDITOR, role: 'editor', active: true, displayName: 'Egor', changedAtMs: 5 },
		]);
	});

	it('are read again each time, so that a change by another process holds from the next question on', async () => {
		await change((db) => setParticipants(db, two, 5, 'test'));
		const editorActive = async () => (await participants.all()).find(({ role }) => role === 'editor')?.active;
		expect(await editorActive()).to.equal(true);
		await change((db) => setEditorActive(db, false, 6, 'test'));
		expect(await editorActive()).to.equal(false);
		await change((db) => setEditorActive(db, true, 7, 'test'));
		expect(await editorActive()).to.equal(true);
	});

	it('keep a disabled editor disabled when they are set again, and drop who is named no more', async () => {
		await change((db) => setParticipants(db, two, 5, 'test'));
		await change((db) => setEditorActive(db, false, 6, 'test'));
		await change((db) => setParticipants(db, { owner: { userId: OWNER }, editor: { userId: EDITOR } }, 7, 'test'));
		expect((await participants.all()).map(({ active, displayName }) => [active, displayName])).to.deep.equal([
			[true, 'Olga'],
			[false, 'Egor'],
		]);
		await change((db) => setParticipants(db, { owner: { userId: OWNER }, editor: { userId: 1003 } }, 8, 'test'));
		expect((await participants.all()).map(({ userId }) => userId)).to.deep.equal([OWNER, 1003]);
	});

	it('have one owner who cannot be disabled and one editor: the database refuses everything else', async () => {
		await change((db) => setParticipants(db, two, 5, 'test'));
		const refused = async (sql: string) => {
			let found: string | undefined;
			await change((db) => db.query(sql).catch((error: unknown) => (found = constraintOf(error))));
			return found;
		};
		const insert = (values: string) =>
			`insert into participants (user_id, chat_id, role, active, display_name, updated_at, updated_by) values (${values}, 'x', 1, 'x')`;
		expect(await refused(`update participants set active = 0 where role = 'owner'`)).to.equal('check');
		expect(await refused(insert(`1003, 1003, 'owner', 1`))).to.equal('unique');
		expect(await refused(insert(`1003, 1003, 'editor', 1`))).to.equal('unique');
		expect(await refused(insert(`1003, 1003, 'guest', 1`))).to.equal('check');
		expect(await refused(insert(`-5, 1003, 'editor', 1`))).to.equal('check');
	});

	it('are empty without an owner: nothing is signed, and no other chat takes its place', async () => {
		const desk = await openDesk({ engine });
		try {
			const { _svc: earlier } = await begin(desk, EDITOR, '/help');
			await withPeople(desk.database.participantsUrl, (db) => db.query(`delete from participants where role = 'owner'`));
			const { admitted, _svc, participants: told } = await begin(desk, EDITOR);
			expect({ admitted, _svc, told }).to.deep.equal({ admitted: false, _svc: null, told: [] });
			const { status, body } = await desk.post('/materials/list', { _svc: earlier });
			expect([status, body.code]).to.deep.equal([403, 'participant_inactive']);
			await withPeople(desk.database.participantsUrl, (db) =>
				setParticipants(db, { owner: { userId: 1003 }, editor: { userId: EDITOR } }, 5, 'test'),
			);
			const payload = String((await begin(desk, EDITOR))._svc).split('.')[1] ?? '';
			expect(JSON.parse(Buffer.from(payload, 'base64url').toString())).to.include({ sub: EDITOR, owner_chat_id: 1003 });
		} finally {
			await desk.close();
		}
	});
});

describe('The participants file', () => {
	let database: TestDatabase;
	beforeEach(async () => {
		const { sqliteEngine } = await import('../../support/databases.ts');
		database = await sqliteEngine.create();
		await withPeople(database.participantsUrl, (db) => setParticipants(db, two, 5, 'test'));
	});
	afterEach(() => database.drop());

	it("cannot be written through the service's own connection", async () => {
		const db = await openDatabase(database.participantsUrl, { readOnly: true });
		const refused = await db.query(`update participants set active = 1`).catch((error: unknown) => error);
		expect(String((refused as { cause?: { code?: unknown } }).cause?.code)).to.equal('SQLITE_READONLY');
		await db.close();
	});

	it('is opened again when it was replaced, as by a restored backup', async () => {
		const path = sqlitePathOf(database.participantsUrl);
		const participants = openParticipants(database.participantsUrl);
		copyFileSync(path, `${path}.old`);
		await withPeople(database.participantsUrl, (db) => setEditorActive(db, false, 6, 'test'));
		expect((await participants.all())[1]?.active).to.equal(false);
		await participants.close();
		const again = openParticipants(database.participantsUrl);
		await again.all();
		renameSync(`${path}.old`, path);
		for (const ending of ['-wal', '-shm']) rmSync(path + ending, { force: true });
		expect((await again.all())[1]?.active).to.equal(true);
		await again.close();
	});
});
