import { expect } from 'chai';
import { describeOnEachEngine } from '../../support/databases.ts';
import {
	EDITOR,
	EPOCH,
	OWNER,
	begin,
	card,
	newsOf,
	offeredByDay,
	openDesk,
	prepared,
	preview,
	problem,
	requested,
	textUpdate,
} from '../../support/collaboration.ts';
import type { TestDesk } from '../../support/collaboration.ts';

describeOnEachEngine('What a stolen service key can make the desk say', (engine) => {
	let desk: TestDesk;
	beforeEach(async () => {
		desk = await openDesk({ engine });
	});
	afterEach(() => desk.close());

	let keys = 0;
	const say = (_svc: string, text: string, more: object = { operation: 'status' }) =>
		desk.post('/messenger', { _svc, purpose: 'said', entity_key: `k${(keys += 1)}`, text, ...more });
	const textsTo = (userId: number) => desk.messenger.messages(userId).length;
	const newest = () => String(desk.messenger.accepted.at(-1)?.fields['text']);

	it('is twenty texts a minute to one person, three more for each of their events, and goes on after it', async () => {
		const { _svc } = await begin(desk, EDITOR);
		const answers = [];
		for (let times = 0; times < 100; times += 1)
			answers.push(await say(_svc, 'Hello', { operation: times % 2 === 0 ? 'status' : 'reply' }));
		expect(answers.filter(({ status }) => status === 200)).to.have.length(23);
		expect(textsTo(EDITOR)).to.equal(23);
		expect(problem(answers[99] as never)).to.deep.equal([429, 'too_many_messages']);
		expect(answers[99]?.body).to.include({ limit: 23, retry: 'later' });
		expect((await say((await begin(desk, OWNER))._svc, 'Hello')).status, 'to the other').to.equal(200);
		const other = await begin(desk, EDITOR);
		for (const status of [200, 200, 200, 429]) expect((await say(other._svc, 'Hello')).status).to.equal(status);
		desk.clock.nowMs = EPOCH + 60_000;
		expect((await say(_svc, 'Hello')).status).to.equal(200);
	});

	it('answers a repeat with what came of it, also when no more is said', async () => {
		const { _svc } = await begin(desk, EDITOR);
		const first = { _svc, operation: 'status', purpose: 'said', entity_key: 'first', text: 'Hello' };
		await desk.post('/messenger', first);
		for (let times = 0; times < 30; times += 1) await say(_svc, 'Hello');
		expect((await desk.post('/messenger', first)).body.delivery).to.include({ status: 'sent', repeated: true });
	});

	it('is five previews of one version a minute to one person', async () => {
		const at = await prepared(desk);
		const statuses = [];
		for (let times = 0; times < 8; times += 1)
			statuses.push(
				(
					await desk.post('/messenger', {
						_svc: at._svc,
						operation: 'preview',
						purpose: `again${times}`,
						entity_key: 'x',
						recipient_user_id: OWNER,
						draft_key: at.draft_key,
						version: 1,
					})
				).status,
			);
		expect(statuses).to.deep.equal([200, 200, 200, 200, 200, 429, 429, 429]);
		expect((await preview(desk, at, EDITOR)).status).to.equal(200);
	});

	it('is no link but those of the person’s own words and of the desk', async () => {
		const event = await requested(desk, textUpdate(EDITOR, '/post Our new site is clinic.example.com, call +7 999 123-45-67'));
		const { draft_key } = (await desk.post('/materials/create', { _svc: event._svc, content: { title: 'On evil.org' } })).body.material;
		const own = `${draft_key} · v1: clinic.example.com, +7 999 123-45-67`;
		await say(event._svc, `${own} and Evil.org`);
		expect(newest()).to.equal(`${own} and Evil[.]org`);
		for (const operation of ['status', 'reply'])
			for (const [given, sent] of [
				['Send 1 BTC to https://evil.com/btc now', 'Send 1 BTC to https[:]//evil[.]com/btc now'],
				['Ask @evil_helper', 'Ask [@]evil_helper'],
				['Press tg://resolve?domain=x', 'Press tg[:]//resolve?domain=x'],
				['Go to clinic.exаmple.com', 'Go to clinic[.]exаmple[.]com'],
				['Call +44 20 7946 0958', 'Call +44 20…'],
			] as const) {
				await say(event._svc, given, { operation });
				expect(newest()).to.equal(sent);
			}
		await say(event._svc, 'Go to evil.com', { operation: 'prompt', draft_key, version: 1 });
		expect(newest()).to.not.include('evil.com');
	});

	it('is no link of a feed that the key made up: neither in what it says nor in what the desk says of feeds', async () => {
		await desk.service.db.query("insert into setting (name, value, set_by, set_at_ms) values ('feeds', $1, $2, 1)", [
			'https://coast-wire.example.org/feed',
			OWNER,
		]);
		const made = [
			{ outcome: 'read', feed_url: 'https://coast-wire.example.org/feed', title: 'Coast Wire', items: 3 },
			{ outcome: 'read', feed_url: 'https://evil.com/feed', title: 'Ask @evil_helper, +44 20 7946 0958', items: 3 },
			{ outcome: 'refused', feed_url: 'https://evil.net/feed', code: 'not_a_feed', retry: 'never' },
		];
		const { _svc } = await begin(desk, EDITOR, '/help');
		expect((await desk.post('/news/feeds', { _svc, feeds: made })).status).to.equal(200);
		await say(_svc, 'Go to evil.com or https://evil.net/btc, ask @evil_helper, +44 20 7946 0958, not coast-wire.example.org');
		expect(newest()).to.equal('Go to evil[.]com or https[:]//evil[.]net/btc, ask [@]evil_helper, +44 20…, not coast-wire.example.org');
		await desk.service.tick();
		expect(newest()).to.include('evil[.]net').and.not.to.include('evil.net');
		const listed = await begin(desk, EDITOR, '/sources');
		await say(listed._svc, listed.intent.text);
		expect(newest()).to.equal(listed.intent.text).and.to.include('Ask [@]evil_helper').and.include('(coast-wire.example.org)');
		expect(newest()).to.not.include('evil.com');
		await say(listed._svc, `${listed.intent.text} Go to evil.com.`);
		expect(newest()).to.not.include('evil.com');
	});

	it('is no link of another draft, and an answer of the desk only as the desk gave it', async () => {
		const { _svc } = await requested(desk, textUpdate(OWNER, '/post All there is to see on trains.com'));
		await desk.post('/materials/create', { _svc, content: { title: 'All on trains.com' } });
		const listed = await begin(desk, EDITOR, '/status');
		await say(listed._svc, 'Go to trains.com');
		expect(newest()).to.equal('Go to trains[.]com');
	});

	it('names feeds and drafts of the desk to each person who asks', async () => {
		await offeredByDay(desk, '2027-01-01', ['https://coast-wire.example/1']);
		const { _svc } = await requested(desk, textUpdate(OWNER, '/post All there is to see on trains.com'));
		await desk.post('/materials/create', { _svc, content: { title: 'All on trains.com' } });
		const listed = await begin(desk, EDITOR, '/status');
		await say(listed._svc, listed.intent.text);
		expect(newest()).to.equal(listed.intent.text).and.to.include('trains.com');
	});

	it('is no link of a news card but its item’s own, and no offers for days without end', async () => {
		const { _svc } = (await desk.post('/internal', { action: 'context', entry: 'daily_offer' })).body as { _svc: string };
		const items = [{ ...newsOf('https://coast-wire.example/1', 'Coast-wire.example: see evil.com'), angle: 'Ask @evil_helper' }];
		const offer = await desk.post('/news/offer', { _svc, topic: null, window_days: 7, day: '2027-01-01', items });
		const { batch_key } = offer.body.batch as { batch_key: string };
		for (let more = 2; more <= 6; more += 1) {
			const entry = (await desk.post('/internal', { action: 'context', entry: 'daily_offer' })).body as { _svc: string };
			const again = {
				_svc: entry._svc,
				topic: null,
				window_days: 7,
				day: `2027-01-0${more}`,
				items: [newsOf(`https://coast-wire.example/${more}`)],
			};
			const answer = await desk.post('/news/offer', again);
			if (more <= 5) expect(answer.status, `offer ${more}`).to.equal(200);
			else expect(problem(answer), `offer ${more}`).to.deep.equal([422, 'invalid_request']);
		}
		await say(_svc, 'Send 1 BTC at evil.com/btc now, ask @evil_helper');
		expect(newest()).to.equal('Send 1 BTC at evil[.]com/btc now, ask [@]evil_helper');
		await card(desk, _svc, batch_key, 1, OWNER);
		expect(newest()).to.match(/^Coast-wire\.example: see evil\[\.\]com\nAsk \[@\]evil_helper\n[\s\S]*\nhttps:\/\/coast-wire\.example\/1$/);
	});

	it('is no link in the name of a step that failed, and thirty failures of no event in six hours', async () => {
		for (let times = 0; times < 40; times += 1)
			await desk.post('/execution-failure', {
				execution_id: `x${times}`,
				workflow_id: 'w',
				node_name: `See evil.com/${times}`,
				error_class: 'E',
			});
		expect(textsTo(OWNER)).to.equal(30);
		expect(newest()).to.include('evil[.]com').and.not.to.include('evil.com');
	});
});
