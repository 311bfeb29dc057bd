import { createHash } from 'node:crypto';
import { expect } from 'chai';
import { CHANNEL, COVER, COVER_ID, EDITOR, OWNER, press, ready, stateOf, type Ready, type TestDesk } from '../../support/collaboration.ts';
import { describeOnEachEngine } from '../../support/databases.ts';
import { openPlanningDesk, saidTo } from '../../support/planned.ts';
import { corrected, posts, pressPost, publishFrom, questionTo, reply, revisedBy, withButton } from '../../support/posts.ts';
import { until } from '../../support/until.ts';

const OTHER_COVER = Buffer.from('another picture');
const OTHER_ID = createHash('sha256').update(OTHER_COVER).digest('hex');

describeOnEachEngine('A post that is corrected', (engine) => {
	let desk: TestDesk;
	let post: Ready;
	beforeEach(async () => {
		desk = await openPlanningDesk({ engine });
		desk.covers.fetch = async (id) =>
			id === COVER_ID ? { bytes: COVER } : id === OTHER_ID ? { bytes: OTHER_COVER } : { missing: 'renderer_answered_404' };
		post = await ready(desk);
		await publishFrom(desk, OWNER, post);
	});
	afterEach(() => desk.close());

	const sentAs = () =>
		desk.service.db.query("select purpose, entity_key, state from delivery where operation = 'publish' order by created_at_ms, entity_key");
	const channelCalls = () => desk.messenger.accepted.filter(({ fields }) => fields['chat_id'] === CHANNEL).map(({ method }) => method);

	it('shows other words under its number, is told to both with its link, and stays one post', async () => {
		const at = await corrected(desk, EDITOR, post, { caption: 'We open on Sundays.' });
		expect(saidTo(desk, OWNER).at(-1)).to.contain('Egor Editor asked to correct the post of 1 January');
		expect(saidTo(desk, EDITOR).some((text) => text.includes('You asked to correct the post of 1 January'))).to.equal(true);
		expect(
			posts(desk).map(({ caption }) => caption),
			'before anybody decided',
		).to.deep.equal(['We open on Saturdays.']);
		await publishFrom(desk, OWNER, at);
		expect(posts(desk).map(({ messageId, caption }) => [messageId, caption])).to.deep.equal([[1, 'We open on Sundays.']]);
		expect(channelCalls()).to.deep.equal(['sendPhoto', 'editMessageCaption']);
		expect(await stateOf(desk, at)).to.include({ state: 'published', published_message_id: 1, corrects: 1 });
		expect(await stateOf(desk, post)).to.include({ state: 'published' });
		expect(await sentAs()).to.deep.equal([
			{ purpose: 'publish', entity_key: `${post.draft_key}:1`, state: 'sent' },
			{ purpose: 'correct', entity_key: `${post.draft_key}:2`, state: 'sent' },
		]);
		for (const person of [OWNER, EDITOR])
			expect(saidTo(desk, person).at(-1)).to.match(/corrected the post of 1 January.*\nhttps:\/\/t\.me\/c\/1000000001\/1$/);
		expect(withButton(desk, EDITOR, 'take_down')?.buttons.map(({ text }) => text)).to.deep.equal(['Correct', 'Take down']);
	});

	it('shows another picture with its words', async () => {
		const at = await corrected(desk, EDITOR, post, { caption: 'We open on Sundays.', cover: OTHER_ID });
		await publishFrom(desk, EDITOR, at);
		expect(channelCalls()).to.deep.equal(['sendPhoto', 'editMessageMedia']);
		expect(posts(desk).map(({ caption, photo }) => [caption, photo])).to.deep.equal([['We open on Sundays.', OTHER_ID]]);
	});

	it('gets picture and words back to what they were', async () => {
		await publishFrom(desk, EDITOR, await corrected(desk, EDITOR, post, { caption: 'We open on Sundays.', cover: OTHER_ID }));
		const second = { draft_key: post.draft_key, version: 2 };
		await publishFrom(desk, OWNER, await corrected(desk, OWNER, second, { caption: 'We open on Saturdays.', cover: COVER_ID }));
		expect(posts(desk).map(({ messageId, caption, photo }) => [messageId, caption, photo])).to.deep.equal([
			[1, 'We open on Saturdays.', COVER_ID],
		]);
	});

	it('is what it should be already: that is a success', async () => {
		const at = await corrected(desk, EDITOR, post, { caption: 'We open on Saturdays.' });
		await publishFrom(desk, OWNER, at);
		expect(await stateOf(desk, at)).to.include({ state: 'published', published_message_id: 1 });
	});

	it('gets no button that nobody saw on its preview', async () => {
		const at = await corrected(desk, EDITOR, post, { caption: 'We open on Sundays.' });
		const button = '{"buttons":[{"text":"Tickets","url":"https://evil.example/"}]}';
		await desk.service.db.query('update material set shown_as = $1 where version = 2', [button]);
		await publishFrom(desk, OWNER, at).catch(() => undefined);
		expect(posts(desk).map(({ caption, buttons }) => [caption, buttons])).to.deep.equal([['We open on Saturdays.', []]]);
		expect(await stateOf(desk, at)).to.include({ state: 'ready' });
	});

	it('is asked for by both at once: the first answer counts', async () => {
		await pressPost(desk, OWNER, 'correct', post);
		await pressPost(desk, EDITOR, 'correct', post);
		const mine = await reply(desk, OWNER, 'Sundays', await questionTo(desk, OWNER));
		const theirs = await reply(desk, EDITOR, 'Mondays', await questionTo(desk, EDITOR));
		const first = await revisedBy(desk, mine, { draft_key: post.draft_key, version: 1 }, { caption: 'We open on Sundays.' });
		expect(first.made.body).to.have.property('material');
		const { made } = await revisedBy(desk, theirs, { draft_key: post.draft_key, version: 1 }, { caption: 'We open on Mondays.' });
		expect([made.status, made.body.code, made.body.state]).to.deep.equal([409, 'state_conflict', 'superseded']);
		const again = await pressPost(desk, EDITOR, 'correct', post);
		expect(again.intent).to.deep.include({ kind: 'usage' });
		expect(again.intent.text).to.contain('A newer version');
	});

	it('is corrected once more after a correction was rejected', async () => {
		const first = await corrected(desk, EDITOR, post, { caption: 'We open on Sundays.' });
		const event = await press(desk, OWNER, first, 'reject');
		await desk.post('/materials/advance', { _svc: event._svc, draft_key: first.draft_key, version: 2, from: 'ready', to: 'rejected' });
		const at = await corrected(desk, EDITOR, post, { caption: 'We open on Mondays.' });
		expect(await stateOf(desk, at)).to.include({ version: 3, corrects: 1 });
		await publishFrom(desk, OWNER, at);
		expect(posts(desk).map(({ caption }) => caption)).to.deep.equal(['We open on Mondays.']);
	});

	for (const [name, behaviour, shows] of [
		['lost its answer', 'lost_after', 'We open on Sundays.'],
		['was lost itself', 'lost_before', 'We open on Saturdays.'],
	] as const)
		it(`is looked for when the request ${name}, and never sent a second time by itself`, async () => {
			const at = await corrected(desk, EDITOR, post, { caption: 'We open on Sundays.' });
			desk.messenger.rule(({ method }) => (method === 'editMessageCaption' ? behaviour : undefined));
			await publishFrom(desk, OWNER, at);
			expect((await stateOf(desk, at))['state']).to.equal('claimed');
			desk.messenger.rule(undefined);
			await desk.service.tick();
			await desk.service.tick();
			expect(posts(desk).map(({ caption }) => caption)).to.deep.equal([shows]);
			expect(channelCalls().filter((method) => method === 'editMessageCaption').length).to.equal(shows.includes('Sundays') ? 1 : 0);
			if (behaviour === 'lost_after') {
				expect(await stateOf(desk, at)).to.include({ state: 'published', published_message_id: 1 });
				return;
			}
			expect(saidTo(desk, OWNER).at(-1)).to.contain('did not confirm the correction');
			await pressPost(desk, OWNER, 'not_there', at);
			await desk.service.tick();
			expect((await stateOf(desk, at))['state']).to.equal('ready');
			await publishFrom(desk, EDITOR, at);
			expect(posts(desk).map(({ caption }) => caption)).to.deep.equal(['We open on Sundays.']);
		});

	it('is not taken for corrected when a request that changes its buttons alone was lost', async () => {
		await pressPost(desk, EDITOR, 'correct', post);
		const event = await reply(desk, EDITOR, 'add a button “Tickets” https://harbour.example/tickets', await questionTo(desk, EDITOR));
		const { at } = await revisedBy(
			desk,
			event,
			{ draft_key: event.intent.draft_key, version: event.intent.version },
			{ caption: 'We open on Saturdays.' },
		);
		desk.messenger.rule(({ method }) => (method === 'editMessageCaption' ? 'lost_before' : undefined));
		await publishFrom(desk, OWNER, at);
		desk.messenger.rule(undefined);
		await desk.service.tick();
		await desk.service.tick();
		expect((await stateOf(desk, at))['state']).to.equal('claimed');
		expect(saidTo(desk, OWNER).at(-1)).to.contain('did not confirm the correction');
	});

	describe('that is not in the channel any more', () => {
		let at: Ready;
		beforeEach(async () => {
			at = await corrected(desk, EDITOR, post, { caption: 'We open on Sundays.' });
			posts(desk).forEach((message) => Object.assign(message, { deleted: true }));
			await publishFrom(desk, OWNER, at);
			await desk.service.tick();
		});

		it('is told to both, and comes as a new post when one of them says so', async () => {
			expect((await stateOf(desk, at))['state']).to.equal('ready');
			for (const person of [OWNER, EDITOR]) expect(saidTo(desk, person).at(-1)).to.contain('is no longer in the channel');
			await pressPost(desk, EDITOR, 'publish_anew', at);
			const late = await pressPost(desk, OWNER, 'publish_anew', at);
			expect(late.intent.text).to.contain('no longer waits for this decision');
			await until(() => posts(desk).length > 0);
			await until(async () => (await stateOf(desk, at))['state'] === 'published');
			expect(posts(desk).map(({ messageId, caption }) => [messageId, caption])).to.deep.equal([[2, 'We open on Sundays.']]);
			expect(await stateOf(desk, post)).to.include({ state: 'published', withdrawn_by_user_id: null });
			expect((await stateOf(desk, post))['withdrawn_at_ms']).to.be.a('number');
		});

		it('is left as it is when one of them says so', async () => {
			await pressPost(desk, OWNER, 'leave_it', at);
			await desk.service.tick();
			expect([posts(desk).length, (await stateOf(desk, at))['state']]).to.deep.equal([0, 'rejected']);
		});
	});

	it('is not corrected by an answer to no question', async () => {
		const event = await reply(desk, EDITOR, 'Please write about our new clinic on Sundays');
		expect(event.intent.kind).to.equal('post_request');
		const { made } = await revisedBy(desk, event, { draft_key: post.draft_key, version: 1 }, { caption: 'Nobody wanted this.' });
		expect([made.status, made.body.code]).to.deep.equal([409, 'state_conflict']);
	});
});
