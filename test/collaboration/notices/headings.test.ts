/** What people read beside a preview: who asked, what is new, and no message more than that takes. */
import { expect } from 'chai';
import { withPages } from '@copydesk/domain/material/pages';
import { describeOnEachEngine } from '../../support/databases.ts';
import { CHANNEL, EDITOR, OWNER, begin, claim, openDesk, prepared, press, preview, publish, ready } from '../../support/collaboration.ts';
import type { TestDesk } from '../../support/collaboration.ts';
import { until } from '../../support/until.ts';

const blocked = { refuse: 403, description: 'Forbidden: bot was blocked by the user' } as const;

describeOnEachEngine('Beside a preview', (engine) => {
	let desk: TestDesk;
	beforeEach(async () => {
		desk = await openDesk({ engine });
	});
	afterEach(() => desk.close());

	const announce = (at: { _svc: string; draft_key: string; version: number }) => {
		const { _svc, draft_key, version } = at;
		return desk.post('/decision', { _svc, draft_key, version, decision: 'prepared' });
	};
	const texts = (chat: number) => desk.messenger.messages(chat).map(({ text, caption }) => text ?? `[${caption}]`);
	const readyUnder = async (at: { _svc: string; draft_key: string; version: number }) => {
		const { _svc, draft_key, version } = at;
		const moved = await desk.post('/materials/advance', { _svc, draft_key, version, from: 'text_preparing', to: 'ready' });
		expect(moved.status).to.equal(200);
	};

	/** The editor is asked what should change, and the other is told so. */
	async function asked() {
		const at = await ready(desk);
		const { draft_key, version } = at;
		const event = await press(desk, EDITOR, at, 'feedback');
		await desk.post('/materials/advance', { _svc: event._svc, draft_key, version, from: 'ready', to: 'awaiting_feedback' });
		await desk.post('/decision', { _svc: event._svc, draft_key, version, decision: 'awaiting_feedback' });
		return { draft_key, version };
	}
	async function revised(words: object) {
		const at = await asked();
		const { _svc } = await begin(desk, EDITOR, 'title: Open on Sundays');
		const content = { title: 'Open on Saturdays', subtitle: 'From May', body: 'We open on Saturdays from May.', ...words };
		await desk.post('/materials/revise', { _svc, ...at, content, reuse: { source_image_id: true, cover: true } });
		return { _svc, draft_key: at.draft_key, version: 2 };
	}

	it('the person who did not ask for a first version is told who did and for what, once, before it comes', async () => {
		const at = await prepared(desk);
		expect((await announce(at)).body.notified).to.deep.equal([{ user_id: OWNER, status: 'sent' }]);
		await announce(at);
		await preview(desk, at, OWNER);
		await preview(desk, at, EDITOR);
		expect(texts(OWNER)).to.deep.equal([
			'📝 Egor Editor asked for “Open on Saturdays” (1): “Our clinic opens on Saturdays”',
			'[We open on Saturdays.]',
		]);
		expect(texts(EDITOR), 'who asked knows').to.deep.equal(['[We open on Saturdays.]']);
	});

	it('is told the words of a request once, however many posts it asks for', async () => {
		const [first, second] = [await prepared(desk), await prepared(desk)];
		const other = await prepared(desk, OWNER);
		for (const at of [first, second, other]) await announce(at);
		expect(texts(OWNER)).to.deep.equal([
			'📝 Egor Editor asked for “Open on Saturdays” (1): “Our clinic opens on Saturdays”',
			'📝 Egor Editor asked for “Open on Saturdays” (2).',
		]);
		expect(texts(EDITOR), 'the same words of another person').to.deep.equal([
			'📝 Olga Owner asked for “Open on Saturdays” (3): “Our clinic opens on Saturdays”',
		]);
	});

	it('is not told the words of a request that name none of its posts', async () => {
		const at = await prepared(desk);
		const brief = { subject: 'Open', language: 'en', wishes: [], rests_on: 'given', queries: [], today: 'Friday' };
		await desk.service.db.query("update material set request = 'week', brief = $1", [JSON.stringify(brief)]);
		await announce(at);
		expect(texts(OWNER)).to.deep.equal(['📝 Egor Editor asked for “Open on Saturdays” (1).']);
	});

	it('each person is told once which emoji the cover leaves out, also who asked', async () => {
		const first = await revised({ title: 'Open on Saturdays 🎉', subtitle: '🌹 From May' });
		await announce(first);
		await announce(first);
		const saying = (chat: number) => texts(chat).filter((text) => text.includes('The cover leaves out 🎉 🌹, which it cannot show.'));
		expect([saying(OWNER).length, saying(EDITOR).length]).to.deep.equal([1, 1]);
	});

	it('names the sources of a text once, and again only for other words', async () => {
		const page = { title: 'Purr', url: 'https://en.wikipedia.org/wiki/Purr', blocks: [{ id: 'b1', text: 'Cats purr.' }] };
		const blocks = JSON.stringify(withPages([], [page]));
		const facts = JSON.stringify([{ text: 'Cats purr.', source_ids: ['p1.b1'] }]);
		const named = () => texts(OWNER).filter((text) => text.includes('📚 Sources: Purr')).length;
		for (const body of ['body', "'We open.'"]) {
			const at = await revised({});
			await desk.service.db.query(`update material set source_blocks = $1, facts = $2, body = ${body}`, [blocks, facts]);
			await announce(at);
			expect(named(), body).to.equal(1);
		}
	});

	it('a revision costs the other two messages: what was said of the feedback is changed in place', async () => {
		const at = await asked();
		const before = texts(OWNER).length;
		expect(texts(OWNER).at(-1)).to.include('is changing');
		const { _svc } = await begin(desk, EDITOR, 'title: Open on Sundays');
		const content = { title: 'Open on Sundays', subtitle: 'From May', body: 'We open.' };
		await desk.post('/materials/revise', { _svc, ...at, content, reuse: { source_image_id: true, cover: true } });
		await desk.post('/decision', { _svc, ...at, decision: 'superseded' });
		await announce({ _svc, draft_key: at.draft_key, version: 2 });
		expect(texts(OWNER)).to.have.length(before);
		expect(texts(OWNER).at(-1)).to.include('Egor Editor asked for a change').and.to.include('new title “Open on Sundays”');
		expect(texts(EDITOR).at(-1)).to.include('You asked for a change');
	});

	it('an edit whose answer was lost is not said a second time, and one of a message that is gone is said again', async () => {
		const at = await asked();
		const before = texts(OWNER).length;
		const { _svc } = await begin(desk, EDITOR, 'title: Open on Sundays');
		const content = { title: 'Open on Sundays', subtitle: 'From May', body: 'We open.' };
		await desk.post('/materials/revise', { _svc, ...at, content, reuse: { source_image_id: true, cover: true } });
		desk.messenger.rule(({ method, fields }) =>
			method !== 'editMessageText'
				? undefined
				: fields['chat_id'] === OWNER
					? 'lost_after'
					: { refuse: 400, description: 'Bad Request: message to edit not found' },
		);
		for (let time = 1; time <= 2; time += 1) await desk.post('/decision', { _svc, ...at, decision: 'superseded' });
		expect(desk.messenger.calls.filter(({ method, fields }) => method === 'editMessageText' && fields['chat_id'] === OWNER)).to.have.length(
			1,
		);
		expect(texts(OWNER)).to.have.length(before);
		expect(texts(EDITOR).filter((text) => text.includes('You asked for a change'))).to.have.length(1);
	});

	it('says what an edit left on the cover that the text does not say', async () => {
		const at = await revised({ title: 'Open on 20 June' });
		await desk.post('/decision', { _svc: at._svc, draft_key: at.draft_key, version: 1, decision: 'superseded' });
		for (const chat of [OWNER, EDITOR]) expect(texts(chat).at(-1)).to.include('The cover says “20 June”, and the text does not.');
	});

	it('says so too of what the AI wrote after a wish, in the same message and before the preview', async () => {
		const at = await asked();
		const { _svc } = await begin(desk, EDITOR, 'Shorter please, and say that it is free');
		await desk.post('/materials/revise', { _svc, ...at, content: { request: 'Shorter' }, reuse: { source_image_id: true } });
		await desk.post('/decision', { _svc, ...at, decision: 'superseded' });
		const next = { draft_key: at.draft_key, version: 2 };
		const patch = { title: 'Free for 14 days', subtitle: '', body: 'We open.', caption: 'We open.' };
		await desk.post('/materials/advance', { _svc, ...next, from: 'text_generating', to: 'text_preparing', patch });
		const before = [OWNER, EDITOR].map((chat) => texts(chat).length);
		await announce({ _svc, ...next });
		for (const chat of [OWNER, EDITOR]) expect(texts(chat).at(-1)).to.include('asked for a change').and.to.include('“14 days”');
		expect([OWNER, EDITOR].map((chat) => texts(chat).length)).to.deep.equal(before);
	});

	it('the message that said that work began says that it is done', async () => {
		const at = await prepared(desk);
		const text = 'I’m on it';
		const started = { operation: 'status', purpose: 'status', entity_key: `${at.event_key}:work_started`, progress: true };
		await desk.post('/messenger', { _svc: at._svc, ...started, text });
		await preview(desk, at, EDITOR);
		await readyUnder(at);
		await until(() => texts(EDITOR)[0] !== text);
		expect(texts(EDITOR)).to.deep.equal(['“Open on Saturdays” (1): here it is.', '[We open on Saturdays.]']);
	});

	it('of a preview or a question that did not arrive both are told, and what can be done', async () => {
		const at = await prepared(desk);
		await preview(desk, at, EDITOR);
		desk.messenger.next({ refuse: 400, description: 'Bad Request: failed to get HTTP URL content' });
		await preview(desk, at, OWNER);
		await readyUnder(at);
		await desk.service.tick();
		await desk.service.tick();
		expect(texts(EDITOR).filter((text) => text.includes('refused the preview'))).to.have.length(1);
		expect(texts(OWNER)).to.deep.equal(['I could not send you the preview of “Open on Saturdays” (1). /draft 1 shows it.']);
	});

	it('of a question that did not arrive too', async () => {
		const at = await asked();
		const { _svc, event_key } = await begin(desk, EDITOR, '/status');
		desk.messenger.next(blocked);
		await desk.post('/messenger', {
			_svc,
			operation: 'prompt',
			purpose: 'prompt',
			entity_key: event_key,
			...at,
			text: 'What should change?',
		});
		await desk.service.tick();
		await desk.service.tick();
		expect(texts(OWNER).filter((text) => text.includes('My question to Egor Editor'))).to.have.length(1);
		expect(texts(EDITOR).filter((text) => text.includes('Write it here. To close the question: /cancel'))).to.have.length(1);
	});

	describe('An unconfirmed publication', () => {
		async function lost(behaviour: 'lost_after' | 'lost_before', anotherFile?: string) {
			const first = await ready(desk);
			if (anotherFile !== undefined) await desk.service.db.query('update delivery set file_unique_id = $1', [anotherFile]);
			const event = await press(desk, OWNER, first, 'publish');
			await claim(desk, event, first);
			await publish(desk, event._svc, first);
			const second = await ready(desk);
			const press2 = await press(desk, OWNER, second, 'publish');
			await claim(desk, press2, second);
			desk.messenger.next(behaviour);
			expect((await publish(desk, press2._svc, second)).body.delivery.status).to.equal('unknown');
			await desk.service.tick();
			await desk.service.tick();
			const [row] = await desk.service.db.query('select state, published_message_id from material where draft_key = $1', [
				second.draft_key,
			]);
			return { ...row };
		}
		const forwards = () => desk.messenger.accepted.filter(({ method }) => method === 'forwardMessage');

		it('is looked for first, and a person who asks is told that', async () => {
			expect(await lost('lost_after')).to.deep.equal({
				state: 'published',
				published_message_id: desk.messenger.messages(CHANNEL).at(-1)?.messageId,
			});
			expect(texts(OWNER).filter((text) => text.includes('did not confirm'))).to.deep.equal([]);
			expect(texts(OWNER).at(-1)).to.include('is published');
			expect(forwards()).to.have.length(1);
			const copies = desk.messenger.messages(OWNER).filter(({ caption }) => caption !== undefined);
			expect(
				copies.map(({ deleted }) => deleted),
				'of two previews and the forward, which does not stay',
			).to.deep.equal([false, false, true]);
		});

		it('is found by every file that people were shown for its content', async () => {
			// The same cover was uploaded twice, and the messenger named each upload by itself.
			expect(await lost('lost_after', 'file-of-the-upload-before')).to.include({ state: 'published' });
			expect(forwards()).to.have.length(1);
		});

		it('leaves no forward, also when its deletion was not confirmed', async () => {
			let met = 0;
			desk.messenger.rule(({ method }) => (method === 'deleteMessage' && (met += 1) < 3 ? 'lost_before' : undefined));
			await lost('lost_after');
			await desk.service.tick();
			const kept = desk.messenger.messages(OWNER).filter(({ caption, deleted }) => caption !== undefined && !deleted);
			expect([kept.length, met], 'two previews, after the third try').to.deep.equal([2, 3]);
		});

		it('that is not found is asked about, and nothing is concluded from that', async () => {
			expect(await lost('lost_before')).to.include({ state: 'claimed' });
			expect(texts(OWNER).filter((text) => text.includes('did not confirm'))).to.have.length(1);
		});
	});
});
