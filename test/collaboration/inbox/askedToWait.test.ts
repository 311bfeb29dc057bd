import { expect } from 'chai';
import { MINUTE_MS } from '@copydesk/domain/schedule/zone';
import { onFaultPoint } from '@copydesk/kit/faultPoints';
import {
	CHANNEL,
	EDITOR,
	EPOCH,
	OWNER,
	begin,
	claim,
	openDesk,
	postEvent,
	prepared,
	pressUpdate,
	preview,
	ready,
	stateOf,
	textUpdate,
} from '../../support/collaboration.ts';
import type { DeskOptions, Ready, TestDesk } from '../../support/collaboration.ts';
import { describeOnEachEngine } from '../../support/databases.ts';
import { carryOut, inChannel, openPlanningDesk, pressAt, saidTo } from '../../support/planned.ts';
import type { Behaviour } from '../../support/messenger.ts';
import { waitsOf } from '../../support/waits.ts';

const SECOND = 1_000;
const tooMany = (retryAfter: number) => ({ refuse: 429, description: 'Too Many Requests', retryAfter });

describeOnEachEngine('A press on Publish while the messenger asks to wait', (engine) => {
	let desk: TestDesk;
	let post: Ready;
	afterEach(async () => {
		onFaultPoint(undefined);
		await desk.close();
	});

	const { take, at } = waitsOf(() => desk);
	const pressOf = (from: number, action = 'publish') =>
		pressUpdate(from, from === OWNER ? post.owner : post.editor, `cd1|${action}|${post.draft_key}|${post.version}`);
	/** Requests to post that reached the messenger. */
	const asked = () => desk.messenger.calls.filter(({ method, fields }) => method === 'sendPhoto' && fields['chat_id'] === CHANNEL).length;
	const shownTo = (chat: number) =>
		desk.messenger
			.messages(chat)
			.filter(({ text }) => /^[⏳▶✖]/u.test(text ?? ''))
			.map(({ text, buttons }) => [text, ...buttons.map(({ callback_data }) => callback_data)]);
	const cancel = (update: { update_id: number }, from = EDITOR) => take(pressUpdate(from, 900, `cd1|cancel_wait|u:${update.update_id}|1`));

	const refuseFor = (seconds: number) =>
		desk.messenger.rule(({ method, fields }) => (method === 'sendPhoto' && fields['chat_id'] === CHANNEL ? tooMany(seconds) : undefined));
	/** The messenger refused the owner's press on Publish, which waits. */
	const met = async (seconds = 20, more: DeskOptions = {}) => {
		desk = await openPlanningDesk({ engine, ...more });
		post = await ready(desk);
		refuseFor(seconds);
		const press = pressOf(OWNER);
		await carryOut(desk, press);
		desk.messenger.rule(undefined);
		expect([asked(), inChannel(desk)]).to.deep.equal([1, 0]);
		return press;
	};
	/** The messenger refuses another draft, so that the channel is paused. */
	const pauseBy = async (other: Ready, seconds: number) => {
		refuseFor(seconds);
		await carryOut(desk, pressUpdate(EDITOR, other.editor, `cd1|publish|${other.draft_key}|1`));
		desk.messenger.rule(undefined);
	};
	/** The channel is paused for 20 seconds, and no press waits. */
	const refused = async (more: DeskOptions = {}) => {
		await cancel(await met(20, more), OWNER);
		expect((await stateOf(desk, post)).state).to.equal('ready');
	};

	it('is kept already where it is the first that the messenger refuses, and goes out by itself', async () => {
		const press = await met();
		expect((await stateOf(desk, post)).state).to.equal('claimed');
		await at(3 * SECOND);
		const told = '⏳ Telegram asks me to wait. I’ll continue in 17 s.\n\n“Open on Saturdays” (1)';
		expect(shownTo(OWNER)).to.deep.equal([[told, `cd1|cancel_wait|u:${press.update_id}|1`]]);
		expect((await take(pressOf(OWNER))).intent.text, 'pressed twice').to.equal('This waits already. I’ll continue in 17 s.');
		expect((await take(pressOf(EDITOR))).intent.text, 'by both').to.equal('This waits already. I’ll continue in 17 s.');
		await at(20 * SECOND - 1);
		expect(asked()).to.equal(1);
		await at(20 * SECOND);
		await at(90 * SECOND);
		expect([asked(), inChannel(desk), (await stateOf(desk, post)).state]).to.deep.equal([2, 1, 'published']);
		expect(shownTo(OWNER)).to.deep.equal([['▶️ I’m continuing.']]);
		expect(desk.posted.filter((each) => (each as { update_id: number }).update_id === press.update_id)).to.have.length(1);
	});

	it('is kept with the approvals that it rests on, and each time that it is refused', async () => {
		desk = await openPlanningDesk({ engine, approval: 'both' });
		post = await ready(desk);
		await carryOut(desk, pressOf(EDITOR));
		refuseFor(20);
		await carryOut(desk, pressOf(OWNER));
		expect(asked()).to.equal(1);
		await at(20 * SECOND);
		desk.messenger.rule(undefined);
		expect([asked(), inChannel(desk)]).to.deep.equal([2, 0]);
		await at(40 * SECOND);
		expect([asked(), inChannel(desk)]).to.deep.equal([3, 1]);
	});

	it('is kept for a planned post too, unless that would be too late to go out without a question', async () => {
		for (const [seconds, count] of [
			[20, 1],
			[3_000, 0],
		] as const) {
			desk = await openPlanningDesk({ engine });
			post = await ready(desk);
			await pressAt(desk, EDITOR, post, EPOCH + MINUTE_MS);
			refuseFor(seconds);
			await at(MINUTE_MS);
			desk.messenger.rule(undefined);
			expect(asked()).to.equal(1);
			for (const minute of [2, 3, 20, 60]) await at(minute * MINUTE_MS);
			expect([inChannel(desk), (await stateOf(desk, post)).state]).to.deep.equal([count, count === 1 ? 'published' : 'ready']);
			if (count === 1) await desk.close();
		}
	});

	it('gives the version back when it is cancelled, by its person or for a planned post', async () => {
		await cancel(await met(), OWNER);
		expect((await stateOf(desk, post)).state).to.equal('ready');
		await at(MINUTE_MS);
		expect(asked()).to.equal(1);
		await pressAt(desk, EDITOR, post, EPOCH + 2 * MINUTE_MS);
		refuseFor(20);
		await at(2 * MINUTE_MS);
		desk.messenger.rule(undefined);
		const [, button = ''] = shownTo(EDITOR).at(-1) ?? [];
		expect(button).to.match(/^cd1\|cancel_wait\|u:-\d+\|1$/);
		await take(pressUpdate(EDITOR, 900, button));
		await at(10 * MINUTE_MS);
		expect([asked(), inChannel(desk), (await stateOf(desk, post)).state]).to.deep.equal([2, 0, 'ready']);
	});

	for (const label of ['delivery.answered', 'delivery.settled'])
		it(`is kept with the refusal or not at all: the first press meets a kill at ${label}`, async () => {
			desk = await openPlanningDesk({ engine });
			post = await ready(desk);
			refuseFor(20);
			const other = await desk.sibling({ main: (update) => carryOut(other, update) });
			try {
				onFaultPoint((each) => {
					if (each !== label || asked() === 0) return;
					onFaultPoint(undefined);
					throw new Error('killed here');
				});
				await carryOut(desk, pressOf(OWNER)).catch(() => undefined);
				desk.messenger.rule(undefined);
				await desk.service.db.query("update delivery set instance_id = 'i_dead' where state = 'sending'");
				for (let round = 1; round < 8; round += 1) {
					desk.clock.nowMs += MINUTE_MS;
					await other.service.tick();
				}
				// An answer that was not stored may have been a yes: the owner is asked.
				const isLost = label === 'delivery.answered';
				expect([inChannel(desk), (await stateOf(desk, post)).state]).to.deep.equal(isLost ? [0, 'claimed'] : [1, 'published']);
			} finally {
				await other.close();
			}
		});

	it('is kept while another press has the claim, because the messenger may refuse that one too', async () => {
		desk = await openPlanningDesk({ engine });
		post = await ready(desk);
		const before = await take(pressOf(OWNER));
		await pauseBy(await ready(desk), 20);
		const claimed = await claim(desk, { _svc: before._svc, copy: before.callback }, post);
		expect([before.waits, claimed.status]).to.deep.equal([false, 200]);
		expect(await take(pressOf(EDITOR))).to.include({ admitted: true, waits: true });
	});

	it('gives its claim back where n8n died with it while the same press waits', async () => {
		desk = await openPlanningDesk({ engine });
		post = await ready(desk);
		const before = await take(pressOf(OWNER));
		await pauseBy(await ready(desk), 3_000);
		expect((await claim(desk, { _svc: before._svc, copy: before.callback }, post)).status).to.equal(200);
		expect(await take(pressOf(OWNER))).to.include({ waits: true });
		for (let minute = 1; minute <= 40; minute += 1) await at(minute * MINUTE_MS);
		expect((await stateOf(desk, post)).state).to.equal('ready');
		for (let minute = 41; minute <= 60; minute += 1) await at(minute * MINUTE_MS);
		expect([(await stateOf(desk, post)).state, inChannel(desk)]).to.deep.equal(['published', 2]);
	});

	it('is told in seconds, kept, and carried out by itself at its time, once', async () => {
		await refused();
		desk.clock.nowMs = EPOCH + 2 * SECOND;
		const press = pressOf(EDITOR);
		expect(await take(press)).to.include({ admitted: true, waits: true });
		const answers = desk.messenger.accepted.filter(({ method }) => method === 'answerCallbackQuery');
		expect(answers.at(-1)?.fields['text']).to.equal('I have to wait. I’ll continue in 18 s.');
		await at(3 * SECOND);
		const told = '⏳ Telegram asks me to wait. I’ll continue in 17 s.\n\n“Open on Saturdays” (1)';
		expect([shownTo(EDITOR), shownTo(OWNER)]).to.deep.equal([[[told, `cd1|cancel_wait|u:${press.update_id}|1`]], []]);
		expect((await take(textUpdate(OWNER, '/status'))).intent.text).to.include(
			'Telegram asks me to wait. One request waits: I’ll continue it in 17 s.',
		);
		expect((await take(pressOf(EDITOR))).intent.text, 'pressed twice').to.equal('This waits already. I’ll continue in 17 s.');
		await at(20 * SECOND - 1);
		expect([asked(), desk.posted.length]).to.deep.equal([1, 0]);
		await at(20 * SECOND);
		await at(90 * SECOND);
		expect([asked(), inChannel(desk), (await stateOf(desk, post)).state]).to.deep.equal([2, 1, 'published']);
		expect(shownTo(EDITOR)).to.deep.equal([['▶️ I’m continuing.']]);
	});

	it('names the seconds where the refused press is answered', async () => {
		await refused();
		await at(30 * SECOND);
		desk.messenger.rule(({ fields }) => (fields['chat_id'] === CHANNEL ? tooMany(7) : undefined));
		const event = await take(pressOf(OWNER));
		const claimed = await desk.post('/internal', {
			...{ action: 'claim', _svc: event._svc, draft_key: post.draft_key, version: 1, message_id: post.owner },
		});
		const sent = await desk.post('/messenger', {
			...{ _svc: claimed.body._svc, operation: 'publish', purpose: 'publish', entity_key: 'p', draft_key: post.draft_key, version: 1 },
		});
		expect(sent.body.delivery).to.include({ status: 'not_sent', error_code: 'rate_limited', retry_after_seconds: 7 });
	});

	it('waits again when the messenger asks once more, and takes no room from others', async () => {
		await refused({ atOnce: 1 });
		const press = pressOf(EDITOR);
		await take(press);
		await begin(desk, OWNER);
		desk.messenger.rule(({ fields }) => (fields['chat_id'] === CHANNEL ? tooMany(30) : undefined));
		await at(20 * SECOND);
		desk.messenger.rule(undefined);
		expect(asked(), 'it went on although the desk is full').to.equal(2);
		const again = pressOf(EDITOR);
		await take(again);
		await at(50 * SECOND);
		expect([asked(), inChannel(desk)]).to.deep.equal([3, 1]);
	});

	for (const label of [
		'event.before_store',
		'event.stored',
		'hand.before_post',
		'hand.after_post',
		'delivery.before_sending',
		'delivery.sending_committed',
		'delivery.before_request',
		'delivery.answered',
	])
		it(`goes out once though its copy of the service dies at ${label}`, async () => {
			await refused();
			const other = await desk.sibling({ main: (update) => carryOut(other, update) });
			const press = pressOf(EDITOR);
			try {
				await take(press);
				desk.clock.nowMs = EPOCH + 20 * SECOND;
				let isDead = false;
				onFaultPoint((each) => {
					if (each !== label || isDead) return;
					isDead = true;
					throw new Error('killed here');
				});
				await desk.service.tick().catch(() => undefined);
				onFaultPoint(undefined);
				expect(isDead).to.equal(true);
				await desk.service.db.query("update delivery set instance_id = 'i_dead' where state = 'sending'");
				for (let round = 1; round < 8; round += 1) {
					desk.clock.nowMs += MINUTE_MS;
					await other.service.tick();
				}
				// What may have been sent is not sent again: the owner is asked.
				const isLost = label === 'delivery.sending_committed' || label === 'delivery.before_request';
				expect([asked(), inChannel(desk)]).to.deep.equal(isLost ? [1, 0] : [2, 1]);
				expect((await stateOf(desk, post)).state).to.equal(isLost || label === 'delivery.answered' ? 'claimed' : 'published');
			} finally {
				await other.close();
			}
		});

	it('is carried out by one of two copies, and by the next one after a restart', async () => {
		await refused();
		const press = pressOf(EDITOR);
		await take(press);
		const [one, other] = [await desk.sibling(), await desk.sibling()];
		await one.die();
		try {
			desk.clock.nowMs = EPOCH + 20 * SECOND;
			await Promise.all([desk.service.tick(), other.service.tick()]);
			expect([...desk.posted, ...other.posted]).to.deep.equal([press]);
			expect(inChannel(desk)).to.equal(1);
		} finally {
			await other.close();
		}
	});

	it('is cancelled or carried out, and never both, when Cancel meets its time', async () => {
		await refused();
		const press = pressOf(EDITOR);
		await take(press);
		desk.clock.nowMs = EPOCH + 20 * SECOND;
		const [cancelled] = await Promise.all([cancel(press), desk.service.tick()]);
		await at(2 * MINUTE_MS);
		const isCancelled = cancelled.intent.kind === 'callback';
		expect(inChannel(desk)).to.equal(isCancelled ? 0 : 1);
		if (!isCancelled) expect(cancelled.intent.text).to.include('is no longer waiting');
	});

	it('is not carried out once it is cancelled, and its approval counts no more', async () => {
		await refused({ approval: 'other' });
		const press = pressOf(OWNER);
		expect(await take(press)).to.include({ waits: true });
		// The editor asked for the post, so that the owner has to agree.
		await cancel(press, OWNER);
		await at(MINUTE_MS);
		await carryOut(desk, pressOf(EDITOR));
		expect([asked(), inChannel(desk)]).to.deep.equal([1, 0]);
		await carryOut(desk, pressOf(OWNER));
		expect(inChannel(desk)).to.equal(1);
	});

	it('does nothing to a version that moved on meanwhile, and its person is told', async () => {
		await refused();
		const press = pressOf(EDITOR);
		await take(press);
		await at(SECOND);
		const event = await take(pressOf(OWNER, 'feedback'));
		const moved = { _svc: event._svc, draft_key: post.draft_key, version: 1, from: 'ready', to: 'awaiting_feedback' };
		await desk.post('/materials/advance', moved);
		const answer = await take(textUpdate(OWNER, 'Make it shorter'));
		const { body } = await desk.post('/materials/revise', {
			...{
				_svc: answer._svc,
				draft_key: post.draft_key,
				version: 1,
				content: { title: 'Open', subtitle: 'Soon', body: 'Open on Sundays.' },
			},
			reuse: { source_image_id: true, cover: true },
		});
		expect(body.material.version).to.equal(2);
		await at(20 * SECOND);
		await at(22 * SECOND);
		expect([asked(), inChannel(desk)]).to.deep.equal([1, 0]);
		expect(saidTo(desk, EDITOR).at(-1)).to.match(/^Somebody decided while I was waiting, so I did nothing\.\n\n.*\(1\)/);
		expect(shownTo(EDITOR)).to.deep.equal([['▶️ The wait is over.']]);
	});

	it('is one of two that go on, and the post goes out once', async () => {
		await refused();
		expect([(await take(pressOf(EDITOR))).waits, (await take(pressOf(OWNER))).waits]).to.deep.equal([true, true]);
		await at(20 * SECOND);
		await at(MINUTE_MS);
		expect([asked(), inChannel(desk)]).to.deep.equal([2, 1]);
	});

	it('keeps a planned post back too, until the wait is over', async () => {
		await refused();
		await pressAt(desk, EDITOR, post, EPOCH + MINUTE_MS);
		desk.messenger.rule(undefined);
		await desk.service.db.query(`update delivery set wait_until_ms = ${EPOCH + MINUTE_MS + 20 * SECOND} where wait_until_ms is not null`);
		await at(MINUTE_MS);
		expect(asked()).to.equal(1);
		await at(MINUTE_MS + 20 * SECOND);
		await at(2 * MINUTE_MS);
		expect([asked(), inChannel(desk)]).to.deep.equal([2, 1]);
	});

	it('is kept on Try again too, where the preview met the pause', async () => {
		desk = await openDesk({ engine, withWebhook: true });
		post = await ready(desk);
		const stopped = "error_code = 'not_delivered', error_stage = 'preview'";
		await desk.service.db.query(`update material set ${stopped} where draft_key = '${post.draft_key}'`);
		await desk.service.db.query(`update delivery set wait_until_ms = ${EPOCH + 20 * SECOND} where chat_id = ${EDITOR}`);
		expect((await take(pressOf(OWNER, 'retry'))).waits, 'another chat').to.equal(false);
		const press = pressOf(EDITOR, 'retry');
		expect((await take(press)).waits).to.equal(true);
		await at(20 * SECOND);
		expect(desk.posted).to.deep.equal([press]);
	});

	it('is refused by the messenger as before where no copy carries out what waits', async () => {
		desk = await openDesk({ engine });
		post = await ready(desk);
		await desk.service.db.query(`update delivery set wait_until_ms = ${EPOCH + MINUTE_MS}, chat_id = ${CHANNEL}`);
		expect((await postEvent(desk, pressOf(OWNER))).waits).to.equal(false);
	});
});

describeOnEachEngine('A preview while the messenger asks to wait', (engine) => {
	let desk: TestDesk;
	beforeEach(async () => {
		desk = await openDesk({ engine, withWebhook: true });
	});
	afterEach(() => desk.close());

	const { take, at } = waitsOf(() => desk);
	const refuse = (met: (chat: number) => Behaviour | undefined) =>
		desk.messenger.rule(({ method, fields }) => (method === 'sendPhoto' ? met(Number(fields['chat_id'])) : undefined));
	const copies = () => [OWNER, EDITOR].map((chat) => desk.messenger.messages(chat).filter(({ photo }) => photo !== undefined).length);
	/** What both previews are answered, in the order of the graphs. */
	const shown = async (post: Omit<Ready, 'owner' | 'editor'>) => {
		const answers = [];
		for (const reader of [OWNER, EDITOR]) answers.push((await preview(desk, post, reader)).body.delivery);
		return answers;
	};

	it('that reached nobody goes on by itself, and nobody has to press', async () => {
		const update = textUpdate(EDITOR, '/post Open on Saturdays');
		const post = await prepared(desk, EDITOR, await take(update));
		refuse((chat) => (chat === OWNER ? tooMany(30) : tooMany(20)));
		const [first, last] = await shown(post);
		expect(first).to.include({ status: 'not_sent' }).and.not.have.property('waits');
		expect(last).to.include({ status: 'not_sent', waits: true });
		refuse(() => undefined);
		await at(3 * SECOND);
		expect(saidTo(desk, EDITOR).at(-1)).to.include('⏳ Telegram asks me to wait. I’ll continue in 17 s.');
		await at(20 * SECOND - 1);
		expect(desk.posted).to.deep.equal([]);
		await at(20 * SECOND);
		expect(desk.posted).to.deep.equal([update]);
		const { _svc } = await take(update);
		expect((await shown({ ...post, _svc })).map(({ status }) => status)).to.deep.equal(['sent', 'sent']);
		expect(copies()).to.deep.equal([1, 1]);
	});

	it('waits for the one who may get it, where the other one blocked the bot', async () => {
		const post = await prepared(desk);
		refuse((chat) => (chat === OWNER ? tooMany(30) : { refuse: 403, description: 'Forbidden: bot was blocked by the user' }));
		expect((await shown(post)).map(({ waits }) => waits)).to.deep.equal([undefined, true]);
		await at(30 * SECOND);
		expect(desk.posted).to.have.length(1);
	});

	it('does not wait where one has it or may get it: the copy of the other one follows by itself', async () => {
		const post = await prepared(desk);
		refuse((chat) => (chat === OWNER ? tooMany(20) : undefined));
		expect((await shown(post)).map(({ waits }) => waits)).to.deep.equal([undefined, undefined]);
		const { _svc, draft_key, version } = post;
		await desk.post('/materials/advance', { _svc, draft_key, version, from: 'text_preparing', to: 'ready' });
		await desk.post('/event-done', { _svc, event_key: post.event_key, outcome: 'ready' });
		await at(20 * SECOND - 1);
		expect(copies()).to.deep.equal([0, 1]);
		refuse((chat) => (chat === OWNER ? tooMany(40) : undefined));
		for (const second of [35, 60]) await at(second * SECOND);
		expect(copies(), 'refused once more').to.deep.equal([0, 1]);
		refuse(() => undefined);
		for (const second of [90, 120, 150]) await at(second * SECOND);
		expect(copies()).to.deep.equal([1, 1]);
		expect(desk.messenger.messages(OWNER).find(({ photo }) => photo !== undefined)?.buttons).to.have.length.greaterThan(0);
		expect(
			[...saidTo(desk, OWNER), ...saidTo(desk, EDITOR)].filter((text) => /not reached|not arrived|does not get/.test(text)),
		).to.deep.equal([]);
	});

	it('is not sent late once the version is decided', async () => {
		const post = await prepared(desk);
		refuse((chat) => (chat === OWNER ? tooMany(20) : undefined));
		await shown(post);
		const { _svc, draft_key, version } = post;
		await desk.post('/materials/advance', { _svc, draft_key, version, from: 'text_preparing', to: 'ready' });
		const event = await postEvent(
			desk,
			pressUpdate(EDITOR, desk.messenger.messages(EDITOR)[0]?.messageId ?? 0, `cd1|reject|${draft_key}|1`),
		);
		await desk.post('/materials/advance', { _svc: event._svc, draft_key, version, from: 'ready', to: 'rejected' });
		refuse(() => undefined);
		for (const second of [20, 40, 90]) await at(second * SECOND);
		expect(copies()).to.deep.equal([0, 1]);
	});
});

describeOnEachEngine('Work while the AI provider asks to wait', (engine) => {
	let desk: TestDesk;
	beforeEach(async () => {
		desk = await openDesk({ engine, withWebhook: true });
	});
	afterEach(() => desk.close());

	const { take, ask, pay, at } = waitsOf(() => desk);
	const draftOf = async ({ _svc }: { _svc: string }) =>
		(await desk.post('/materials/create', { _svc, content: { kind: 'post', request: 'Trains' } })).body.material as { draft_key: string };
	/** The provider refuses the work of an event for so many seconds, and its draft stops. */
	const refused = async (seconds: number, purpose = 'text_generate') => {
		const event = await ask(EDITOR);
		const { draft_key } = await draftOf(event);
		const step = { _svc: event._svc, draft_key, version: 1, from: 'text_generating' };
		const text = { title: 'Trains', subtitle: 'They run', body: 'They run on Sundays.' };
		if (purpose === 'illustration') await desk.post('/materials/advance', { ...step, to: 'text_preparing', patch: text });
		const { admission_id } = (await pay(event, purpose)).body;
		const usage = { model: 'm', input_tokens: 0, output_tokens: 0, pictures: 0, retry_after_seconds: seconds };
		expect((await desk.post('/admissions/note', { _svc: event._svc, admission_id, ...usage })).status).to.equal(200);
		const from = purpose === 'illustration' ? 'text_preparing' : 'text_generating';
		const patch = { error_code: 'ai_busy', error_stage: purpose === 'illustration' ? 'illustration' : 'text' };
		const stopped = await desk.post('/materials/advance', { ...step, from, to: from, patch });
		expect(stopped.status, JSON.stringify(stopped.body)).to.equal(200);
		await desk.post('/event-done', { _svc: event._svc, event_key: event.event_key, outcome: 'failed' });
		return { draft_key };
	};
	const retry = ({ draft_key }: { draft_key: string }, from = EDITOR) => take(pressUpdate(from, 900, `cd1|retry|${draft_key}|1`));
	const told = (chat: number) => desk.messenger.messages(chat).flatMap(({ text }) => (/^[⏳▶✖]/u.test(text ?? '') ? [text] : []));

	for (const purpose of ['text_generate', 'illustration'])
		it(`is kept when it begins with a press on Try again, until the time that was named (${purpose})`, async () => {
			const draft = await refused(20, purpose);
			desk.clock.nowMs = EPOCH + 5 * SECOND;
			expect(await retry(draft)).to.include({ admitted: true, waits: true });
			await at(6 * SECOND);
			expect(told(EDITOR)).to.have.length(1);
			expect(told(EDITOR)[0]).to.match(/^⏳ The AI provider asks me to wait\. I’ll continue in 14 s\.\n\n“/);
			expect((await take(textUpdate(OWNER, '/status'))).intent.text).to.include('The AI provider asks me to wait. One request waits');
			await at(20 * SECOND - 1);
			expect(desk.posted).to.deep.equal([]);
			await at(20 * SECOND);
			expect(desk.posted).to.have.length(1);
			const again = await take(desk.posted[0] as object);
			expect(again).to.include({ admitted: true, waits: false, replay: false });
			expect((await pay(again, purpose)).status).to.equal(200);
		});

	it('is kept when it is new, and while it is under way; pictures have waits of their own', async () => {
		const begun = await take(textUpdate(OWNER, '/post Trains'), '77');
		const { draft_key } = await draftOf(begun);
		await refused(20);
		expect((await ask(EDITOR, 'The second')).waits).to.equal(true);
		const held = await pay(begun);
		expect([held.status, held.body.code, held.body.until]).to.deep.equal([429, 'provider_asks_to_wait', EPOCH + 20 * SECOND]);
		const failed = { execution_id: '77', workflow_id: 'w', node_name: 'Ask', error_class: 'NodeApiError' };
		expect((await desk.post('/execution-failure', failed)).body.delivery.error_code, 'nobody hears of a failure').to.equal('superseded');
		await at(20 * SECOND);
		expect(desk.posted).to.have.length(2);
		const again = await take(desk.posted[0] as object);
		expect(again).to.include({ replay: true, waits: false });
		expect((await pay(again)).status).to.equal(200);
		expect(draft_key).to.be.a('string');
	});

	it('pays for its text once, although somebody continued the draft before it waited for its picture', async () => {
		await refused(20, 'illustration');
		const update = textUpdate(OWNER, '/post Ships');
		const begun = await take(update);
		const resumed = await take(textUpdate(EDITOR, `/resume p${update.update_id}`));
		const { draft_key } = await draftOf(begun);
		expect((await pay(begun)).status).to.equal(200);
		const text = { title: 'Ships', subtitle: 'They sail', body: 'They sail on Sundays.' };
		const step = { _svc: begun._svc, draft_key, version: 1, from: 'text_generating', to: 'text_preparing', patch: text };
		expect((await desk.post('/materials/advance', step)).status).to.equal(200);
		expect((await pay(begun, 'illustration')).body.code).to.equal('provider_asks_to_wait');
		const again = await pay(resumed);
		expect([again.status, again.body.code, again.body.until]).to.deep.equal([409, 'work_under_way', EPOCH + 20 * SECOND]);
		// The wait is over, and the work has not gone on yet.
		desk.clock.nowMs = EPOCH + 25 * SECOND;
		const late = await pay(resumed);
		expect([late.status, late.body.until]).to.deep.equal([409, EPOCH + 26 * SECOND]);
	});

	it('does not wait for a text where a picture is next', async () => {
		await refused(20);
		const draft = await refusedPictureBefore();
		expect((await retry(draft)).waits).to.equal(false);
	});

	/** A picture that the provider refused without a time. */
	const refusedPictureBefore = async () => {
		await desk.service.db.query('update admission set wait_until_ms = null');
		const draft = await refused(20, 'illustration');
		await desk.service.db.query(`update admission set purpose = 'text_generate' where wait_until_ms is not null`);
		return draft;
	};

	it('waits at most an hour, and is told the time of it', async () => {
		const draft = await refused(1_000_000);
		expect((await retry(draft)).waits).to.equal(true);
		await at(MINUTE_MS);
		expect(told(EDITOR)[0]).to.include('I’ll continue at 01:00.');
		await at(60 * MINUTE_MS);
		expect(desk.posted).to.have.length(1);
	});

	it('is not lifted, and is cancelled by its person', async () => {
		const draft = await refused(20);
		const { event_key } = await retry(draft);
		const owners = await retry(await refused(20), OWNER);
		await at(0);
		const below = desk.messenger.messages(OWNER).flatMap(({ buttons }) => buttons.map(({ callback_data }) => callback_data));
		expect(below, 'lifting would not help').to.deep.equal([`cd1|cancel_wait|${owners.event_key}|1`]);
		const pressed = (from: number, action: string) => take(pressUpdate(from, 900, `cd1|${action}|${event_key}|1`));
		expect((await pressed(OWNER, 'lift_limit')).intent.text).to.include('is no longer waiting');
		expect((await pressed(EDITOR, 'cancel_wait')).intent.kind).to.equal('callback');
		await at(MINUTE_MS);
		expect(desk.posted.map((each) => `u:${(each as { update_id: number }).update_id}`)).not.to.include(event_key);
	});
});
