import { expect } from 'chai';
import { describeOnEachEngine } from '../../support/databases.ts';
import { setSetting } from '@copydesk/collaboration/settings/settings';
import { OWNER, newExecutionId, newsOf, openDesk, textUpdate, type TestDesk } from '../../support/collaboration.ts';

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const DAY = '2027-01-01';
const KEY = `i:daily_offer:${DAY}`;

describeOnEachEngine('The daily offer', (engine) => {
	let desk: TestDesk;
	beforeEach(async () => {
		desk = await openDesk({ engine, withWebhook: true });
		// The first day of the test's time, at half past eight.
		desk.clock.nowMs = Date.parse(`${DAY}T08:30:00Z`);
	});
	afterEach(() => desk.close());

	const offers = (): readonly unknown[] => desk.posted.filter((body) => 'offer' in (body as object));
	const later = async (ms: number, of: TestDesk = desk): Promise<void> => {
		desk.clock.nowMs += ms;
		await of.service.tick();
	};
	const context = (executionId: string, more: object = {}) =>
		desk.post('/internal', { action: 'context', entry: 'daily_offer', day: DAY, execution_id: executionId, ...more });
	const posted = (executionId: string, more: object = {}) => context(executionId, { handed_on: true, ...more });
	const close = (_svc: string) => desk.post('/event-done', { _svc, event_key: KEY, outcome: 'handled' });
	const nodeSays = (offer_hour: number | null) => context('900', { day: '2026-12-01', offer_hour });

	it('is posted at the hour that the settings node says, once, over rounds, a restart and a second copy of the service', async () => {
		await nodeSays(9);
		await later(0);
		expect(offers(), 'it is half past eight').to.deep.equal([]);
		const second = await desk.sibling();
		await Promise.all([later(30 * MINUTE_MS), later(0, second)]);
		const { body } = await posted('101');
		expect(body).to.include({ event_key: KEY, is_done: false });
		expect(body.actor).to.include({ user_id: OWNER });
		for (const [purpose, status] of [
			['read_feed', 200],
			['classification', 200],
			['text_generate', 403],
		] as const)
			expect((await desk.post('/authorize', { _svc: body._svc, purpose, target: 'news.example' })).status, purpose).to.equal(status);
		expect((await close(body._svc)).status).to.equal(200);
		await desk.die();
		for (let minutes = 0; minutes < 180; minutes += 10) await later(10 * MINUTE_MS, second);
		expect([...offers(), ...second.posted.filter((each) => 'offer' in (each as object))]).to.deep.equal([{ offer: { day: DAY } }]);
		await later(21 * HOUR_MS, second);
		expect(second.posted.at(-1)).to.deep.equal({ offer: { day: '2027-01-02' } });
		await second.close();
	});

	it('goes by what the owner chose in chat, before what the settings node says, and not at all without either', async () => {
		await later(30 * MINUTE_MS);
		expect(offers(), 'nobody wants one').to.deep.equal([]);
		await nodeSays(10);
		const by = { userId: OWNER, role: 'owner' } as const;
		const choose = (value: string) =>
			desk.service.audit.within((tx, note) => setSetting(tx, note, { name: 'daily_offer', value, by, eventKey: 'u:1' }, desk.clock.nowMs));
		await choose('off');
		await later(HOUR_MS);
		expect(offers(), 'the owner wants none').to.deep.equal([]);
		await choose('11');
		await later(HOUR_MS);
		expect(offers()).to.deep.equal([{ offer: { day: DAY } }]);
	});

	it('learns the hour of the settings node from any event, and that it wants none any more', async () => {
		const tell = (offer_hour: number | null) =>
			desk.post('/event', { update: textUpdate(OWNER, '/help'), execution_id: newExecutionId(), offer_hour });
		expect((await tell(9)).status).to.equal(200);
		await tell(null);
		await later(30 * MINUTE_MS);
		expect(offers()).to.deep.equal([]);
		await tell(9);
		await later(0);
		expect(offers()).to.have.length(1);
	});

	it('is posted again while n8n is away and after its execution died, and found where that one stopped', async () => {
		await nodeSays(9);
		desk.webhookAnswers = ['refused'];
		await later(30 * MINUTE_MS);
		await later(MINUTE_MS);
		expect(offers(), 'the first post reached nobody').to.have.length(1);
		const first = (await posted('101')).body;
		expect(first.is_done).to.equal(false);
		expect((await posted('102')).body.is_done, 'a second run of the same post').to.equal(true);
		await later(2 * MINUTE_MS);
		expect(offers()).to.have.length(2);
		const second = (await posted('103')).body;
		expect(second).to.include({ event_key: KEY, is_done: false });
		const items = [newsOf('https://coast-wire.example/1')];
		const offer = (_svc: string) => desk.post('/news/offer', { _svc, topic: null, window_days: 7, day: DAY, items });
		expect((await offer(first._svc)).body.code, 'the one that died wakes up').to.equal('execution_superseded');
		expect((await offer(second._svc)).body.batch).to.include({ batch_key: 'd20270101' });
		await close(second._svc);
		for (let minutes = 0; minutes < 30; minutes += 5) await later(5 * MINUTE_MS);
		expect(offers()).to.have.length(2);
	});

	it('is made by one of both, where a graph of before has a clock of its own', async () => {
		await nodeSays(9);
		expect((await context('50')).body, 'the clock strikes first').to.include({ event_key: KEY, is_done: false });
		await later(30 * MINUTE_MS);
		expect(offers()).to.deep.equal([]);
		expect((await context('51')).body.is_done, 'it strikes again').to.equal(false);
		expect((await posted('52')).body.is_done, 'nothing was posted').to.equal(true);

		desk.clock.nowMs += 24 * HOUR_MS;
		const day = '2027-01-02';
		await later(0);
		expect(offers()).to.have.length(1);
		expect((await posted('61', { day })).body.is_done).to.equal(false);
		expect((await context('60', { day })).body.is_done, 'the service was first').to.equal(true);
	});

	it('is left to the clock of a graph whose package does not know the post', async () => {
		await nodeSays(9);
		await later(30 * MINUTE_MS);
		expect((await context('50')).body.is_done).to.equal(false);
		await later(2 * MINUTE_MS);
		await later(10 * MINUTE_MS);
		expect(offers(), 'it is not posted again').to.have.length(1);
		const again = (await context('51')).body;
		expect(again.is_done).to.equal(false);
		expect((await desk.post('/authorize', { _svc: again._svc, purpose: 'classification', target: 'ai' })).status).to.equal(200);
	});

	it('is begun by nobody who names a day', async () => {
		expect((await posted('1')).body.is_done).to.equal(true);
	});
});
