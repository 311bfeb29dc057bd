import { expect } from 'chai';
import { readSettings, setSetting, type OwnersChoice } from '@copydesk/collaboration/settings/settings';
import type { SettingName } from '@copydesk/domain/settings/settings';
import { EDITOR, OWNER, openDesk, postEvent, textUpdate, type TestDesk } from '../../support/collaboration.ts';
import { describeOnEachEngine } from '../../support/databases.ts';

describeOnEachEngine('What the owner set in chat', (engine) => {
	let desk: TestDesk;
	beforeEach(async () => {
		desk = await openDesk({ engine });
	});
	afterEach(() => desk.close());

	const owner = { userId: OWNER, role: 'owner' } as const;
	const set = (name: SettingName, value: string | null, by: OwnersChoice['by'] = owner) =>
		desk.service.audit.within((tx, note) => setSetting(tx, note, { name, value, by, eventKey: 'u:1' }, desk.clock.nowMs));
	const audited = () =>
		desk.service.db.query("select actor_user_id, entity, detail from audit where action = 'setting.changed' order by seq");

	it('is given to the graphs with each event, in the words of the settings node, and not where nothing is admitted', async () => {
		expect((await postEvent(desk, textUpdate(EDITOR, '/help'))).settings).to.deep.equal({});
		await set('language', 'de');
		await set('daily_offer', '18');
		await set('daily_offer', '7');
		await set('feeds', 'https://a.example/feed.xml https://b.example/feed.xml');
		await set('remind_hours', '12');
		const chosen = {
			language: 'de',
			daily_offer: true,
			daily_hour: 7,
			feeds: 'https://a.example/feed.xml\nhttps://b.example/feed.xml',
		};
		expect((await postEvent(desk, textUpdate(EDITOR, '/help'))).settings).to.deep.equal(chosen);
		const context = await desk.post('/internal', { action: 'context', entry: 'daily_offer' });
		expect(context.body.settings).to.deep.equal(chosen);
		expect((await postEvent(desk, textUpdate(77, '/start'))).settings).to.deep.equal({});
		expect((await readSettings(desk.service.db)).all).to.include({ remind_hours: 12, least_minutes_between: 30 });
	});

	it("is told with the desk's own clock, so that the hour of the daily offer holds without a change in n8n", async () => {
		await desk.close();
		desk = await openDesk({ engine, timeZone: 'Asia/Vladivostok' });
		await set('daily_offer', '7');
		desk.clock.nowMs = Date.parse('2026-11-22T21:30:00Z');
		const { body } = await desk.post('/internal', { action: 'clock' });
		expect(body).to.deep.equal({ day: '2026-11-23', hour: 7, settings: { daily_offer: true, daily_hour: 7 } });
	});

	it('is decided elsewhere again once it is taken back', async () => {
		await set('cards', '2');
		await set('cards', null);
		expect(await readSettings(desk.service.db))
			.to.have.property('chosen')
			.that.deep.equals({});
	});

	it('is set by the owner alone, and audited without words of a person', async () => {
		const refused = await set('cards', '2', { userId: EDITOR, role: 'editor' }).catch((error: { code?: string }) => error.code);
		expect(refused).to.equal('role_forbids');
		expect((await readSettings(desk.service.db)).chosen).to.deep.equal({});
		await set('house_style', 'Never call the mayor a fool.');
		await set('cards', '4');
		expect((await audited()).map((row) => [row['actor_user_id'], row['entity'], JSON.parse(String(row['detail']))])).to.deep.equal([
			[OWNER, 'setting:house_style', { event: 'u:1', units: 28, value: null }],
			[OWNER, 'setting:cards', { event: 'u:1', units: 1, value: '4' }],
		]);
	});

	it('counts as not set where another release stored what this one cannot read', async () => {
		await set('cards', '4');
		await desk.service.db.query(
			"insert into setting (name, value, set_by, set_at_ms) values ('picture', 'hologram', 1, 1), ('mood', 'x', 1, 1)",
		);
		expect((await readSettings(desk.service.db)).chosen).to.deep.equal({ cards: 4 });
	});
});
