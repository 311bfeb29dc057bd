/**
 * A thief has the service key, the secret of n8n's webhook, n8n's login and a copy of n8n's database: every update that came, every
 * context that was signed, both people's numbers and message ids. Posting to n8n's webhook comes to the same as calling /event.
 * Where the service takes updates itself nothing of it reaches the channel, nothing is paid for, and no real update is lost.
 */
import { expect } from 'chai';
import { readRaw } from '@copydesk/collaboration/intake/raw';
import { describeOnEachEngine, type Engine } from '../support/databases.ts';
import {
	CHANNEL,
	COVER_ID,
	EDITOR,
	IMAGE_ID,
	OWNER,
	claim,
	newExecutionId,
	newUpdateId,
	openDesk,
	pressUpdate,
	preview,
	publish,
	textUpdate,
} from '../support/collaboration.ts';
import type { Answer, TestDesk } from '../support/collaboration.ts';
import type { UpdatesMode } from '@copydesk/collaboration/version';

const LINK = 'https://quay.example/news/the-harbour-opens';
const FALSE_LINK = 'https://evil.com/btc';

type Update = { readonly update_id: number };

/** What the thief does; every answer is kept, so that it can be said that not one of them helped. */
class Thief {
	readonly answers: Answer[] = [];
	readonly #desk: TestDesk;
	constructor(desk: TestDesk) {
		this.#desk = desk;
	}

	async event(update: object): Promise<Answer> {
		const answer = await this.#desk.post('/event', { update, execution_id: newExecutionId(), can_wait: true });
		this.answers.push(answer);
		return answer;
	}

	async #ask(path: string, body: object): Promise<Answer> {
		const answer = await this.#desk.post(path, body);
		// A request that is no request would show nothing.
		expect(answer.body?.code, `${path} ${JSON.stringify(answer.body)}`).to.not.equal('invalid_request');
		return answer;
	}

	/** A post of their own words, from a message and a press that nobody sent. */
	async publishOwnWords(): Promise<void> {
		const { _svc } = (await this.event(textUpdate(OWNER, '/post Send 1 BTC'))).body as { _svc?: string };
		if (typeof _svc !== 'string') return;
		const { body } = await this.#ask('/materials/create', { _svc, content: { kind: 'post', request: 'Send 1 BTC' } });
		const at = { draft_key: body.material.draft_key as string, version: 1 };
		const advance = (from: string, to: string, patch: object) => this.#ask('/materials/advance', { _svc, ...at, from, to, patch });
		await advance('text_generating', 'text_preparing', { title: 'Send', subtitle: '1 BTC', body: 'Send 1 BTC.' });
		await advance('text_preparing', 'text_preparing', { caption: 'Send 1 BTC.', cover_asset_id: COVER_ID, source_image_id: IMAGE_ID });
		const copy = await preview(this.#desk, { ...at, _svc }, OWNER);
		await advance('text_preparing', 'ready', {});
		await this.pressAndPublish(at, copy.body.delivery.message_id as number);
	}

	async pressAndPublish(at: { draft_key: string; version: number }, messageId: number): Promise<void> {
		const { body } = await this.event(pressUpdate(OWNER, messageId, `cd1|publish|${at.draft_key}|${at.version}`));
		await this.useContext(body._svc as string | undefined, at, messageId);
	}

	/** Claims and publishes under whatever context there is, and asks for paid work. */
	async useContext(
		_svc: string | undefined,
		{ draft_key, version }: { draft_key: string; version: number },
		messageId: number,
	): Promise<void> {
		const at = { draft_key, version };
		if (typeof _svc !== 'string') return;
		await this.#ask('/authorize', { _svc, purpose: 'text_generate', target: 'ai.example' });
		const won = await claim(this.#desk, { _svc, copy: { message_id: messageId } }, at);
		await publish(this.#desk, (won.body._svc as string | undefined) ?? _svc, at);
		for (const to of ['rejected', 'awaiting_feedback', 'published', 'superseded'])
			await this.#ask('/materials/advance', { _svc, ...at, from: 'ready', to });
		await this.#ask('/materials/advance', { _svc, ...at, from: 'ready', to: 'ready', patch: { link: FALSE_LINK } });
		await this.#ask('/materials/revise', { _svc, ...at, content: { body: 'Send 1 BTC.' }, reuse: {} });
		await this.#ask('/materials/create', { _svc, content: { kind: 'post', request: 'Send 1 BTC' } });
	}

	/** A feed of their own, and words that lead to it. */
	async sendTo(_svc: string): Promise<void> {
		await this.#ask('/news/feeds', { _svc, feeds: [{ outcome: 'read', feed_url: FALSE_LINK, title: 'Ask @evil_helper', items: 1 }] });
		for (const operation of ['status', 'reply'])
			await this.#ask('/messenger', {
				_svc,
				operation,
				purpose: 'status',
				entity_key: operation,
				text: `See ${FALSE_LINK}, ask @evil_helper`,
			});
	}
}

function suite(engine: Engine, way: UpdatesMode): void {
	describe(`where updates come by ${way}`, () => {
		let desk: TestDesk;
		let thief: Thief;
		let main: (update: Update) => Promise<number>;
		beforeEach(async () => {
			main = async () => 503;
			desk = await openDesk({ engine, withWebhook: true, updates: way, main: (update) => main(update) });
			thief = new Thief(desk);
		});
		afterEach(() => desk.close());

		const inChannel = () => desk.messenger.accepted.filter(({ fields }) => Number(fields['chat_id']) === CHANNEL).length;
		const paid = () => desk.service.db.query('select event_key from admission where paid = 1');
		/** What a person really does: the messenger brings it to the service, and n8n asks /event with it. */
		async function really(update: Update): Promise<Answer> {
			if (way !== 'graphs') await desk.service.updates.intake.take([readRaw(update)]);
			return desk.post('/event', { update, execution_id: newExecutionId() });
		}
		/** A draft that the editor asked for, with copies at both. @returns all that n8n knows of it */
		async function draft() {
			const asked = textUpdate(EDITOR, '/post Our clinic opens on Saturdays');
			const { _svc, event_key } = (await really(asked)).body as { _svc: string; event_key: string };
			const { body } = await desk.post('/materials/create', { _svc, content: { kind: 'post', request: 'Saturdays' } });
			const at = { draft_key: body.material.draft_key as string, version: 1 };
			const advance = (from: string, to: string, patch: object) => desk.post('/materials/advance', { _svc, ...at, from, to, patch });
			await advance('text_generating', 'text_preparing', { title: 'Saturdays', subtitle: '', body: 'We open.' });
			await advance('text_preparing', 'text_preparing', { caption: 'We open.', cover_asset_id: COVER_ID, source_image_id: IMAGE_ID });
			const owner = (await preview(desk, { ...at, _svc }, OWNER)).body.delivery.message_id as number;
			const editor = (await preview(desk, { ...at, _svc }, EDITOR)).body.delivery.message_id as number;
			await advance('text_preparing', 'ready', {});
			await desk.post('/event-done', { _svc, event_key, outcome: 'ready' });
			return { ...at, _svc, owner, editor, asked };
		}

		if (way === 'graphs') {
			it('succeeds with a messenger that confirms whatever it is asked: so each attempt is one that could', async () => {
				await thief.publishOwnWords();
				expect(inChannel()).to.equal(1);
			});
			return;
		}

		it('publishes no words of their own: neither the message nor the press is taken', async () => {
			await thief.publishOwnWords();
			expect(thief.answers.map(({ status, body }) => [status, body.code])).to.deep.equal([[403, 'update_unknown']]);
			expect(inChannel()).to.equal(0);
			expect(await paid()).to.deep.equal([]);
			expect(await desk.service.db.query('select * from event')).to.deep.equal([]);
		});

		it('decides nothing about a real draft, whatever they press, repeat, relabel or sign', async () => {
			const at = await draft();
			for (const messageId of [at.owner, at.editor, at.owner + 1]) await thief.pressAndPublish(at, messageId);
			for (const action of ['reject', 'feedback', 'resume', 'drop', 'there', 'not_there', 'absent', 'undo', 'make_post']) {
				for (const from of [OWNER, EDITOR])
					await thief.event(pressUpdate(from, from === OWNER ? at.owner : at.editor, `cd1|${action}|${at.draft_key}|1`));
			}
			// A press that the owner really made, of another button: what n8n stored of it, relabelled and repeated.
			const shown = pressUpdate(OWNER, at.owner, `cd1|show|${at.draft_key}|1`);
			const { body } = await really(shown);
			const relabelled = { ...shown, callback_query: { ...shown.callback_query, data: `cd1|publish|${at.draft_key}|1` } };
			for (const update of [relabelled, { ...relabelled, update_id: newUpdateId() }]) await thief.event(update);
			for (const update of [shown, at.asked]) expect((await thief.event(update)).body).to.include({ admitted: false, reason: 'duplicate' });
			for (const entry of ['daily_offer', 'operator_onboard']) {
				const signed = (await desk.post('/internal', { action: 'context', entry })).body._svc as string;
				await thief.useContext(signed, at, at.owner);
			}
			const help = await really(textUpdate(OWNER, '/help'));
			for (const _svc of [at._svc, body._svc as string, help.body._svc as string]) {
				await thief.useContext(_svc, at, at.owner);
				await thief.sendTo(_svc);
			}
			for (const proof_id of ['1', 'p1', at.draft_key])
				expect((await desk.post('/internal', { action: 'resume', proof_id, execution_id: newExecutionId() })).status).to.be.within(
					400,
					499,
				);
			const helped = thief.answers.filter((answer) => answer.body.admitted === true);
			expect(helped).to.deep.equal([]);
			expect(await desk.service.db.query('select version, state, link from material')).to.deep.equal([
				{ version: 1, state: 'ready', link: null },
			]);
			const said = [OWNER, EDITOR].flatMap((chat) => desk.messenger.messages(chat).map(({ text, caption }) => text ?? caption ?? ''));
			expect(said.filter((text) => text.includes('evil[.]com'))).to.not.be.empty;
			expect(said.filter((text) => /evil\.com|@evil/.test(text))).to.deep.equal([]);
			expect(inChannel()).to.equal(0);
			const known = [at.asked.update_id, shown.update_id].map((id) => `u:${id}`);
			for (const { event_key } of await paid()) expect(known, 'a real event, whose work it can come to').to.include(event_key);
			// And the intended door is open.
			const pressed = await really(pressUpdate(OWNER, at.owner, `cd1|publish|${at.draft_key}|1`));
			const won = await claim(desk, pressed.body, at);
			expect((await publish(desk, won.body._svc, at)).body.delivery.status).to.equal('sent');
		});

		it('puts no other link into a post that somebody looks at: the press on what they saw publishes nothing', async () => {
			const asked = textUpdate(EDITOR, '/post Our clinic opens on Saturdays');
			const { _svc } = (await really(asked)).body as { _svc: string };
			const { body } = await desk.post('/materials/create', { _svc, content: { kind: 'post', request: 'Saturdays', link: LINK } });
			const at = { draft_key: body.material.draft_key as string, version: 1 };
			await desk.service.db.query('update material set shown_as = $1', [JSON.stringify({ source: 'The Quay' })]);
			const advance = (from: string, to: string, patch: object) => desk.post('/materials/advance', { _svc, ...at, from, to, patch });
			await advance('text_generating', 'text_preparing', { title: 'Saturdays', subtitle: '', body: 'We open.' });
			const shown = { caption: `We open.\n\n${FALSE_LINK}\n\n${LINK}`, cover_asset_id: COVER_ID, source_image_id: IMAGE_ID };
			await advance('text_preparing', 'text_preparing', shown);
			const owner = (await preview(desk, { ...at, _svc }, OWNER)).body.delivery.message_id as number;
			// The thief comes in between, with the context of the event itself.
			await advance('text_preparing', 'text_preparing', { link: FALSE_LINK });
			await advance('text_preparing', 'ready', {});
			const pressed = await really(pressUpdate(OWNER, owner, `cd1|publish|${at.draft_key}|1`));
			const won = await claim(desk, { _svc: pressed.body._svc as string, copy: { message_id: owner } }, at);
			expect(won.status).to.equal(409);
			await publish(desk, pressed.body._svc as string, at);
			expect(inChannel()).to.equal(0);
		});

		it('comes to nothing with the keys of renderer and reader, whatever they ask', async () => {
			const { draft_key, _svc } = await draft();
			const bodies: Readonly<Record<string, object>> = {
				'/event': { update: textUpdate(OWNER, '/post Send 1 BTC'), execution_id: newExecutionId() },
				'/internal': { action: 'context', entry: 'daily_offer' },
				'/materials/read': { _svc, draft_key, version: 1 },
				'/authorize': { _svc, purpose: 'text_generate', target: 'ai.example' },
				'/messenger': { _svc, operation: 'status', purpose: 'status', entity_key: 'k', text: 'Send 1 BTC' },
			};
			const keys = ['the-key-of-the-renderer-of-the-tests-0123456789', 'the-key-of-the-reader-of-the-tests-0123456789'];
			for (const key of keys)
				for (const [path, body] of Object.entries(bodies)) expect((await desk.post(path, body, key)).status, path).to.equal(401);
		});

		it('swallows no real update by taking its number first, and changes none that waits', async () => {
			const next = newUpdateId();
			for (let ahead = 0; ahead < 20; ahead += 1) await thief.event({ ...textUpdate(OWNER, 'Send 1 BTC'), update_id: next + ahead });
			const real = { ...textUpdate(OWNER, '/help'), update_id: next + 7 };
			await desk.service.updates.intake.take([readRaw(real)]);
			await thief.event({ ...real, message: { ...real.message, text: 'Send 1 BTC' } });
			main = async (update) => (await desk.post('/event', { update, execution_id: newExecutionId() })).status;
			await desk.service.tick();
			const events = await desk.service.db.query('select update_id, intent_kind, state from event');
			expect(events).to.deep.equal([{ update_id: real.update_id, intent_kind: 'help', state: 'stored' }]);
			expect(thief.answers.every(({ status }) => status === 403)).to.equal(true);
			expect(await desk.service.db.query('select * from stranger')).to.deep.equal([]);
		});
	});
}

describeOnEachEngine('A thief with every key of n8n', (engine) => {
	for (const way of ['polling', 'webhook', 'graphs'] as const) suite(engine, way);

	// A caller who has it and reaches the listener counts as the messenger: `updates.test.ts` shows that no other caller does.
	describe('with the secret of the listener instead', () => {
		let desk: TestDesk;
		beforeEach(async () => {
			desk = await openDesk({ engine, withWebhook: true, updates: 'webhook' });
		});
		afterEach(() => desk.close());
		/** What the thief brings to the listener, and n8n then asks for. */
		async function bring(update: Update): Promise<Answer> {
			await desk.service.updates.intake.take([readRaw(update)]);
			return desk.post('/event', { update, execution_id: newExecutionId() });
		}
		const published = () => desk.messenger.accepted.filter(({ fields }) => Number(fields['chat_id']) === CHANNEL).length;

		it('publishes what a copy of one of the two shows, if they know the number of its message, and nothing else', async () => {
			const asked = textUpdate(EDITOR, '/post Our clinic opens on Saturdays');
			const { _svc, event_key } = (await bring(asked)).body as { _svc: string; event_key: string };
			const { body } = await desk.post('/materials/create', { _svc, content: { kind: 'post', request: 'Saturdays' } });
			const at = { draft_key: body.material.draft_key as string, version: 1 };
			const advance = (from: string, to: string, patch: object) => desk.post('/materials/advance', { _svc, ...at, from, to, patch });
			await advance('text_generating', 'text_preparing', { title: 'Saturdays', subtitle: '', body: 'We open.' });
			await advance('text_preparing', 'text_preparing', { caption: 'We open.', cover_asset_id: COVER_ID, source_image_id: IMAGE_ID });
			const copy = (await preview(desk, { ...at, _svc }, OWNER)).body.delivery.message_id as number;
			await advance('text_preparing', 'ready', {});
			await desk.post('/event-done', { _svc, event_key, outcome: 'ready' });

			const press = (from: number, messageId: number) => bring(pressUpdate(from, messageId, `cd1|publish|${at.draft_key}|1`));
			expect((await press(4_711, copy)).body.admitted, 'a stranger').to.equal(false);
			const guessed = (await press(OWNER, copy + 1_000)).body;
			expect((await claim(desk, { ...guessed, copy: { message_id: copy + 1_000 } }, at)).status, 'a guessed message').to.equal(409);
			const again = await bring({ ...pressUpdate(OWNER, copy, `cd1|publish|${at.draft_key}|1`), update_id: asked.update_id });
			expect(again.status, 'the number of a real update').to.equal(403);
			expect(published()).to.equal(0);
			// What the table in docs/security.md says that they can.
			const pressed = (await press(OWNER, copy)).body;
			const won = await claim(desk, pressed, at);
			expect((await publish(desk, won.body._svc as string, at)).body.delivery.status).to.equal('sent');
			expect(published()).to.equal(1);
		});
	});
});
