import { expect } from 'chai';
import { verifyAudit } from '../../../scripts/operator/verifyAudit.ts';
import { describeOnEachEngine } from '../../support/databases.ts';
import { CHANNEL, EDITOR, newUpdateId, openDesk, postEvent, textUpdate, type TestDesk } from '../../support/collaboration.ts';

const DAY = 86_400_000;
const STRANGER = 999;

describeOnEachEngine('Strangers', (engine) => {
	let desk: TestDesk;
	beforeEach(async () => {
		desk = await openDesk({ engine });
	});
	afterEach(() => desk.close());

	const event = (update: object) => postEvent(desk, update);
	const said = (text: string, id = STRANGER) => ({
		update_id: newUpdateId(),
		message: { message_id: 1, date: 1, from: { id, is_bot: false }, chat: { id, type: 'private' }, text },
	});
	const channelPost = () => ({
		update_id: newUpdateId(),
		channel_post: { message_id: 1, chat: { id: CHANNEL, type: 'channel' }, text: 'x' },
	});
	const query = (sql: string) => desk.service.db.query(sql);
	const rows = async () => ({
		events: (await query('select event_key from event')).length,
		audit: (await query(`select seq from audit where action = 'event.refused'`)).length,
		counted: (await query('select user_id, updates from stranger order by user_id')).map(({ user_id, updates }) => [user_id, updates]),
	});

	it('leave one event, one row of the audit and one row that counts, however much they write, and are answered as ever', async () => {
		const first = said('hello');
		const answer = {
			admitted: false,
			reason: 'unknown_sender',
			duplicate: false,
			_svc: null,
			intent: { kind: 'ignored' },
			participants: [],
		};
		const key = ({ update_id }: { update_id: number }) => ({ event_key: `u:${update_id}` });
		expect(await event(first)).to.deep.include({ ...answer, ...key(first) });
		for (let i = 0; i < 20; i++) {
			const next = said(`hello ${i}`);
			expect(await event(next)).to.deep.include({ ...answer, ...key(next) });
		}
		expect(await rows()).to.deep.equal({ events: 1, audit: 1, counted: [[STRANGER, 21]] });
		await event(said('me too', 998));
		expect(await rows()).to.deep.equal({ events: 2, audit: 2, counted: [[998, 1], [STRANGER, 21]] }); // prettier-ignore
		expect(await verifyAudit(desk.service.db)).to.include({ intact: true });
	});

	it('share one row when the update names no person', async () => {
		for (let i = 0; i < 3; i++) expect(await event(channelPost())).to.include({ reason: 'unsupported', duplicate: false });
		expect(await event({ update_id: newUpdateId() })).to.include({ reason: 'unsupported', duplicate: false });
		expect(await rows()).to.deep.equal({ events: 1, audit: 1, counted: [[0, 4]] });
	});

	it('are answered that it is a duplicate when an update comes again, in whatever order', async () => {
		const updates = Array.from({ length: 6 }, (_, i) => said(`hello ${i}`));
		for (const i of [3, 5, 4, 0, 2, 1])
			expect(await event(updates[i]!), `first ${i}`).to.include({ duplicate: false, reason: 'unknown_sender' });
		for (const update of updates)
			expect(await event(update)).to.deep.include({ duplicate: true, reason: 'duplicate', intent: { kind: 'ignored' } });
		expect((await rows()).counted).to.deep.equal([[STRANGER, 6]]);
	});

	it('are counted one after the other when much comes at once', async () => {
		const answers = await Promise.all(Array.from({ length: 12 }, () => event(said('hello'))));
		expect(answers.map(({ reason }) => reason as string)).to.deep.equal(Array.from({ length: 12 }, () => 'unknown_sender'));
		expect(await rows()).to.deep.equal({ events: 1, audit: 1, counted: [[STRANGER, 12]] });
		const one = said('again');
		const twice = await Promise.all([event(one), event(one)]);
		expect(twice.map(({ duplicate }) => duplicate as boolean).sort()).to.deep.equal([false, true]);
	});

	it('are told once that the desk is private, also when their start command was not the first thing they said', async () => {
		await event(said('hello'));
		expect((await event(said('/start'))).intent.kind).to.equal('start');
		expect((await event(said('/start'))).intent.kind, 'as ever').to.equal('start');
		for (let i = 0; i < 3; i++) await desk.service.tick();
		expect(desk.messenger.accepted.map(({ fields }) => fields['chat_id'])).to.deep.equal([STRANGER]);
		expect(await rows()).to.deep.equal({ events: 2, audit: 2, counted: [[STRANGER, 3]] });
	});

	it('who come to take part are not admitted by what was refused before', async () => {
		await event(said('hello', 998));
		const early = said('/post Too early', 998);
		await event(early);
		await query(`update stranger set user_id = ${EDITOR}`);
		expect(await event(textUpdate(EDITOR, '/post In time'))).to.include({ admitted: true });
		const again = { ...textUpdate(EDITOR, '/post Too early'), update_id: early.update_id };
		expect(await event(again)).to.include({ admitted: false, reason: 'duplicate' });
	});

	it('who change the rights of the bot in the channel are heard each time', async () => {
		const change = (status: string) => ({
			update_id: newUpdateId(),
			my_chat_member: {
				chat: { id: CHANNEL, type: 'channel' },
				from: { id: STRANGER, is_bot: false },
				new_chat_member: { status, can_post_messages: true },
			},
		});
		for (const status of ['administrator', 'left', 'administrator', 'kicked']) await event(change(status));
		expect(await query(`select status from reachability where chat_id = ${CHANNEL}`)).to.deep.equal([{ status: 'kicked' }]);
		expect((await rows()).events).to.equal(1);
	});

	it('are forgotten thirty days after they last wrote', async () => {
		await event(said('hello'));
		desk.clock.nowMs += 20 * DAY;
		await event(said('hello again'));
		desk.clock.nowMs += 30 * DAY;
		await desk.service.tick();
		expect((await rows()).counted).to.deep.equal([[STRANGER, 2]]);
		desk.clock.nowMs += 1;
		await desk.service.tick();
		expect((await rows()).counted).to.deep.equal([]);
	});

	it('remember a bounded number of updates', async () => {
		await event(said('hello'));
		const many = JSON.stringify(Array.from({ length: 100 }, (_, i) => i + 1));
		await query(`update stranger set recent_update_ids = '${many}'`);
		await event(said('one more'));
		const [{ recent_update_ids: recent } = {}] = await query('select recent_update_ids from stranger');
		expect(JSON.parse(String(recent))).to.have.length(100);
	});
});
