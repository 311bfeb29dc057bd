import { expect } from 'chai';
import { onFaultPoint } from '@copydesk/kit/faultPoints';
import { CHANNEL, EDITOR, OWNER, postEvent, pressUpdate, ready, stateOf, type Ready, type TestDesk } from '../../support/collaboration.ts';
import { describeOnEachEngine } from '../../support/databases.ts';
import { later, openPlanningDesk, pressAt, saidTo } from '../../support/planned.ts';
import { corrected, posts, pressPost, publishFrom, questionTo, reply, withButton } from '../../support/posts.ts';
import { until } from '../../support/until.ts';

const HOUR_MS = 3_600_000;

describeOnEachEngine('A post that is taken down', (engine) => {
	let desk: TestDesk;
	let post: Ready;
	beforeEach(async () => {
		desk = await openPlanningDesk({ engine });
		post = await ready(desk);
		await publishFrom(desk, OWNER, post);
	});
	afterEach(async () => {
		onFaultPoint(undefined);
		await desk.close();
	});

	/** The first press asks once more. */
	const askedOnceMore = async (person: number) => {
		await pressPost(desk, person, 'take_down', post);
		await until(() => withButton(desk, person, 'take_down_yes') !== undefined);
		await desk.service.tick();
	};
	const takenDown = async (person: number) => {
		await askedOnceMore(person);
		const event = await pressPost(desk, person, 'take_down_yes', post);
		await desk.service.tick();
		return event;
	};
	const withdrawals = () => desk.service.db.query('select state, reason from withdrawal order by made_at_ms, withdrawal_key');
	const channelCalls = (method: string) =>
		desk.messenger.calls.filter((call) => call.fields['chat_id'] === CHANNEL && call.method === method).length;

	it('is asked about once more, deleted, and told to both with its link; the draft says who and when', async () => {
		await askedOnceMore(EDITOR);
		expect(posts(desk).length).to.equal(1);
		expect(saidTo(desk, EDITOR).at(-1)).to.contain('the post of 1 January? This cannot be undone.');
		await pressPost(desk, EDITOR, 'take_down_yes', post);
		await desk.service.tick();
		expect(posts(desk).length).to.equal(0);
		expect(await stateOf(desk, post)).to.include({ state: 'published', withdrawn_by_user_id: EDITOR, withdrawn_at_ms: desk.clock.nowMs });
		expect(saidTo(desk, OWNER).at(-1)).to.match(/^🗑 Egor Editor took down .*“Open on Saturdays”.*, the post of 1 January\.$/);
		expect(saidTo(desk, EDITOR).at(-1)).to.contain('🗑 You took down');
		expect(
			await desk.service.db.query(
				"select purpose, operation, recipient_user_id, state from delivery where purpose = 'withdraw' and recipient_user_id = 0",
			),
		).to.deep.equal([{ purpose: 'withdraw', operation: 'withdraw', recipient_user_id: 0, state: 'sent' }]);
	});

	it('stays when the second question is answered with no', async () => {
		await askedOnceMore(OWNER);
		await pressPost(desk, OWNER, 'take_down_no', post);
		await later(desk, HOUR_MS);
		expect([posts(desk).length, await withdrawals()]).to.deep.equal([1, []]);
	});

	it('is taken down by one of two who press at once, and the other is told', async () => {
		await askedOnceMore(OWNER);
		await askedOnceMore(EDITOR);
		const [first, second] = await Promise.all([
			pressPost(desk, OWNER, 'take_down_yes', post),
			pressPost(desk, EDITOR, 'take_down_yes', post),
		]);
		await desk.service.tick();
		expect([first.intent.kind, second.intent.kind].sort()).to.deep.equal(['callback', 'usage']);
		expect([first, second].find(({ intent }) => intent.kind === 'usage')?.intent.text).to.match(
			/being taken down already|no longer in the channel/,
		);
		expect([channelCalls('deleteMessage'), await withdrawals()]).to.deep.equal([1, [{ state: 'done', reason: null }]]);
		expect((await pressPost(desk, OWNER, 'take_down_yes', post)).intent.text).to.contain('is no longer in the channel');
		expect((await pressPost(desk, OWNER, 'correct', post)).intent.text).to.contain('is no longer in the channel');
	});

	it('is not taken down by a press below a message that the desk never sent', async () => {
		const event = await postEvent(desk, pressUpdate(OWNER, 4_711, `cd1|take_down_yes|${post.draft_key}|1`));
		await desk.service.tick();
		expect(event.intent.kind).to.equal('usage');
		expect([posts(desk).length, await withdrawals()]).to.deep.equal([1, []]);
	});

	it('is taken down though the messenger says that it is gone', async () => {
		await askedOnceMore(OWNER);
		posts(desk).forEach((message) => Object.assign(message, { deleted: true }));
		await pressPost(desk, OWNER, 'take_down_yes', post);
		await desk.service.tick();
		expect(await withdrawals()).to.deep.equal([{ state: 'done', reason: null }]);
		expect((await stateOf(desk, post))['withdrawn_at_ms']).to.be.a('number');
	});

	for (const behaviour of ['lost_after', 'lost_before', 'without_answer'] as const)
		it(`is looked for when nobody confirmed it, and gone in the end (${behaviour})`, async () => {
			await askedOnceMore(OWNER);
			let met = 0;
			desk.messenger.rule(({ method, fields }) =>
				method === 'deleteMessage' && fields['chat_id'] === CHANNEL && (met += 1) === 1
					? behaviour === 'without_answer'
						? { raw: '<html>', status: 502 }
						: behaviour
					: undefined,
			);
			await pressPost(desk, OWNER, 'take_down_yes', post);
			await desk.service.tick();
			await later(desk, 11_000);
			await later(desk, 30_000);
			expect([posts(desk).length, await withdrawals()]).to.deep.equal([0, [{ state: 'done', reason: null }]]);
			expect(saidTo(desk, EDITOR).filter((text) => text.includes('took down')).length).to.equal(1);
			expect(
				desk.messenger.messages(OWNER).filter(({ caption, deleted }) => caption === 'We open on Saturdays.' && !deleted).length,
			).to.equal(1);
		});

	for (const label of ['delivery.sending_committed', 'delivery.answered', 'withdrawal.answered'])
		it(`is carried out by the next start when the service dies at ${label}`, async () => {
			await askedOnceMore(OWNER);
			desk.messenger.rule(({ method }) =>
				method === 'deleteMessage' ? { refuse: 429, description: 'Too Many Requests', retryAfter: 1 } : undefined,
			);
			await pressPost(desk, OWNER, 'take_down_yes', post);
			await desk.service.tick();
			desk.messenger.rule(undefined);
			onFaultPoint((at) => {
				if (at === label) throw new Error('killed here');
			});
			await later(desk, 60_000).catch(() => undefined);
			onFaultPoint(undefined);
			await desk.service.db.query("update delivery set instance_id = 'i_dead' where state = 'sending'");
			for (let round = 0; round < 4; round += 1) await later(desk, 60_000);
			expect([posts(desk).length, await withdrawals()]).to.deep.equal([0, [{ state: 'done', reason: null }]]);
			expect((await stateOf(desk, post))['withdrawn_by_user_id']).to.equal(OWNER);
		});

	it('stays, and may be changed again, when the messenger does not let the bot', async () => {
		await askedOnceMore(OWNER);
		desk.messenger.rule(({ method }) =>
			method === 'deleteMessage' ? { refuse: 400, description: 'Bad Request: not enough rights to delete a message' } : undefined,
		);
		await pressPost(desk, OWNER, 'take_down_yes', post);
		await desk.service.tick();
		expect(await withdrawals()).to.deep.equal([{ state: 'failed', reason: 'no_rights' }]);
		expect(saidTo(desk, EDITOR).at(-1)).to.contain('the bot may not');
		desk.messenger.rule(undefined);
		await takenDown(EDITOR);
		expect(posts(desk).length).to.equal(0);
	});

	it('by somebody who is disabled right then stays', async () => {
		await askedOnceMore(EDITOR);
		desk.messenger.rule(({ method }) =>
			method === 'deleteMessage' ? { refuse: 429, description: 'Too Many Requests', retryAfter: 1 } : undefined,
		);
		await pressPost(desk, EDITOR, 'take_down_yes', post);
		await desk.service.tick();
		expect(await withdrawals()).to.deep.equal([{ state: 'asked', reason: null }]);
		await desk.setEditor(false);
		desk.messenger.rule(undefined);
		await later(desk, HOUR_MS);
		expect([posts(desk).length, await withdrawals()]).to.deep.equal([1, [{ state: 'failed', reason: 'revoked' }]]);
	});

	it('is not deleted when the second question is answered after 48 hours: a line is asked for', async () => {
		await later(desk, 47.9 * HOUR_MS);
		await askedOnceMore(EDITOR);
		await later(desk, 0.1 * HOUR_MS);
		await pressPost(desk, EDITOR, 'take_down_yes', post);
		await questionTo(desk, EDITOR);
		expect(saidTo(desk, EDITOR).at(-1)).to.contain('after 48 hours Telegram does not let me delete a post');
		expect([posts(desk).length, await withdrawals()]).to.deep.equal([1, []]);
	});

	describe('after 48 hours', () => {
		beforeEach(async () => {
			await later(desk, 48 * HOUR_MS);
			await pressPost(desk, EDITOR, 'take_down', post);
		});

		it('gives its words up for a line of their choice', async () => {
			const question = await questionTo(desk, EDITOR);
			expect(saidTo(desk, EDITOR).at(-1)).to.contain('after 48 hours Telegram does not let me delete a post');
			const event = await reply(desk, EDITOR, 'This post was wrong; we are sorry.', question);
			expect(event.intent.text).to.contain('I put your line in place');
			await desk.service.tick();
			expect(posts(desk).map(({ messageId, caption }) => [messageId, caption])).to.deep.equal([[1, 'This post was wrong; we are sorry.']]);
			expect(channelCalls('deleteMessage')).to.equal(0);
			expect(saidTo(desk, OWNER).at(-1)).to.contain('Your line is in its place');
			expect(await stateOf(desk, post)).to.include({ withdrawn_by_user_id: EDITOR });
			const again = await reply(desk, EDITOR, 'Another line', question);
			expect(again.intent.text).to.contain('is no longer in the channel');
		});

		it('asks again for a line that is too long', async () => {
			const question = await questionTo(desk, EDITOR);
			expect((await reply(desk, EDITOR, 'long '.repeat(300), question)).intent.text).to.contain('longer than 1,024 characters');
			await desk.service.tick();
			expect(await withdrawals()).to.deep.equal([]);
			await reply(desk, EDITOR, 'Short.', question);
			await desk.service.tick();
			expect(posts(desk)[0]?.caption).to.equal('Short.');
		});

		for (const rule of [undefined, 'lost_after'] as const)
			it(`is said to be gone when somebody deleted it by hand (${rule ?? 'answered'})`, async () => {
				const question = await questionTo(desk, EDITOR);
				posts(desk).forEach((message) => Object.assign(message, { deleted: true }));
				desk.messenger.rule(({ method }) => (method === 'editMessageCaption' ? rule : undefined));
				await reply(desk, EDITOR, 'Sorry.', question);
				await desk.service.tick();
				desk.messenger.rule(undefined);
				await later(desk, 11_000);
				await later(desk, 30_000);
				for (const person of [OWNER, EDITOR])
					expect(saidTo(desk, person).filter((text) => /no longer in the channel|in its place/.test(text))).to.deep.equal([
						'“Open on Saturdays” (1), the post of 1 January, is no longer in the channel.',
					]);
			});

		it('is found by a look when the answer got lost', async () => {
			const question = await questionTo(desk, EDITOR);
			desk.messenger.rule(({ method }) => (method === 'editMessageCaption' ? 'lost_after' : undefined));
			await reply(desk, EDITOR, 'Sorry.', question);
			await desk.service.tick();
			desk.messenger.rule(undefined);
			await later(desk, 11_000);
			await later(desk, 30_000);
			expect([posts(desk)[0]?.caption, await withdrawals()]).to.deep.equal(['Sorry.', [{ state: 'done', reason: null }]]);
		});
	});

	it('leaves a correction of it with nothing to correct', async () => {
		const at = await corrected(desk, EDITOR, post, { caption: 'We open on Sundays.' });
		await takenDown(OWNER);
		await publishFrom(desk, EDITOR, at);
		await desk.service.tick();
		expect([posts(desk).length, (await stateOf(desk, at))['state']]).to.deep.equal([0, 'ready']);
		expect(channelCalls('editMessageCaption')).to.equal(0);
		expect(saidTo(desk, EDITOR).at(-1)).to.contain('is no longer in the channel');
	});

	it('does not wait for the time of a planned correction, which is taken off', async () => {
		const at = await corrected(desk, EDITOR, post, { caption: 'We open on Sundays.' });
		await pressAt(desk, EDITOR, at, desk.clock.nowMs + 6 * HOUR_MS);
		await takenDown(OWNER);
		expect([posts(desk).length, (await stateOf(desk, at))['state']]).to.deep.equal([0, 'ready']);
		await desk.service.tick();
		expect(saidTo(desk, EDITOR).some((text) => /^Olga Owner took “.+” \(1\) off:/.test(text))).to.equal(true);
		await later(desk, 7 * HOUR_MS);
		expect(posts(desk).length).to.equal(0);
	});

	it('of news frees its source', async () => {
		await desk.service.db.query("update material set kind = 'news', canonical_url = 'https://a.example/1' where draft_key = $1", [
			post.draft_key,
		]);
		const other = await ready(desk);
		const take = () =>
			desk.service.db.query("update material set kind = 'news', canonical_url = 'https://a.example/1' where draft_key = $1", [
				other.draft_key,
			]);
		expect(
			await take().then(
				() => 'taken',
				() => 'refused',
			),
		).to.equal('refused');
		await takenDown(OWNER);
		expect(
			await take().then(
				() => 'taken',
				() => 'refused',
			),
		).to.equal('taken');
	});
});
