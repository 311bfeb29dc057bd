/** What a press says about a message that the messenger did not confirm is written down with the press itself. */
import { expect } from 'chai';
import { describeOnEachEngine } from '../../support/databases.ts';
import {
	CHANNEL,
	EDITOR,
	OWNER,
	claim,
	openDesk,
	postEvent,
	prepared,
	press,
	preview,
	publish,
	ready,
	stateOf,
	textUpdate,
} from '../../support/collaboration.ts';
import type { TestDesk } from '../../support/collaboration.ts';

describeOnEachEngine('A press about a message that nobody confirmed', (engine) => {
	let desk: TestDesk;
	beforeEach(async () => {
		desk = await openDesk({ engine });
	});
	afterEach(() => desk.close());

	const pressed = (from: number, action: string, at: { draft_key: string; version: number }, messageId = 900, message = {}) =>
		press(desk, from, at, action, messageId, message);
	const buttonsOf = (chat: number, messageId: number) =>
		desk.messenger.messages(chat).find((message) => message.messageId === messageId)?.buttons.length;
	const audited = async (action: string) =>
		(await desk.service.db.query('select actor_user_id, detail from audit where action = $1', [action])).map(
			({ actor_user_id, detail }) => ({
				actor_user_id,
				asked: (JSON.parse(String(detail)) as { asked: string }).asked,
			}),
		);

	/** Published, and the answer was lost. */
	async function unconfirmed(behaviour: 'lost_before' | 'lost_after') {
		const at = await ready(desk);
		const event = await press(desk, EDITOR, at, 'publish');
		await claim(desk, event, at);
		desk.messenger.next(behaviour);
		expect((await publish(desk, event._svc, at)).body.delivery).to.include({ status: 'unknown' });
		await desk.service.tick();
		return at;
	}

	it('publishes what the owner sees in the channel, and the previews had no buttons until then', async () => {
		const at = await unconfirmed('lost_after');
		expect([buttonsOf(OWNER, at.owner), buttonsOf(EDITOR, at.editor)]).to.deep.equal([0, 0]);
		await pressed(EDITOR, 'there', at);
		expect(await stateOf(desk, at), 'the editor does not settle it').to.include({ state: 'claimed' });
		const event = await pressed(OWNER, 'there', at);
		expect(event.copy).to.include({ state: 'published' });
		expect(await stateOf(desk, at)).to.include({ state: 'published', published_message_id: 0 });
		expect(await audited('delivery.reconciled_by_person')).to.deep.equal([{ actor_user_id: OWNER, asked: 'there' }]);
		await pressed(OWNER, 'not_there', at);
		expect(await stateOf(desk, at), 'settled once').to.include({ state: 'published' });
		await desk.service.tick();
		for (const chat of [OWNER, EDITOR]) expect(desk.messenger.messages(chat).at(-1)?.text).to.include('is published');
		expect([buttonsOf(OWNER, at.owner), buttonsOf(EDITOR, at.editor)]).to.deep.equal([0, 0]);
	});

	it('tells the main graph of a post that is there after all, once, for the steps that a person added behind a publication', async () => {
		await desk.close();
		desk = await openDesk({ engine, withWebhook: true });
		const at = await unconfirmed('lost_after');
		await pressed(OWNER, 'there', at);
		const { draft_key, version } = at;
		await desk.service.tick();
		await desk.service.tick();
		const toGraph = desk.posted.filter((body) => (body as { confirmed?: unknown }).confirmed !== undefined);
		expect(toGraph, 'for a person’s own steps, once').to.deep.equal([{ confirmed: { draft_key, version } }]);
		const answer = await desk.post('/internal', { action: 'confirmed', draft_key, version });
		expect(answer.body).to.have.nested.property('material.state', 'published');
		expect(answer.body).to.have.nested.property('actor.user_id');
		expect(answer.body).to.not.have.property('_svc');
		const unknown = await desk.post('/internal', { action: 'confirmed', draft_key, version: 2 });
		expect(unknown.body).to.include({ code: 'not_found' });
	});

	it('gives the buttons back when the owner sees nothing, and the next press publishes once', async () => {
		const at = await unconfirmed('lost_before');
		expect((await pressed(OWNER, 'not_there', at)).copy).to.include({ state: 'ready' });
		await desk.service.tick();
		expect([buttonsOf(OWNER, at.owner), buttonsOf(EDITOR, at.editor)]).to.deep.equal([3, 3]);
		const event = await press(desk, OWNER, at, 'publish');
		const won = await claim(desk, event, at);
		expect((await publish(desk, won.body._svc, at)).body.delivery).to.include({ status: 'sent' });
		expect(desk.messenger.messages(CHANNEL)).to.have.length(1);
		await desk.post('/decision', { _svc: event._svc, draft_key: at.draft_key, version: 1, decision: 'published' });
		expect([buttonsOf(OWNER, at.owner), buttonsOf(EDITOR, at.editor)], 'and taken for good').to.deep.equal([0, 0]);
	});

	/** Both previews may have arrived or not. */
	async function unseen(behaviour: 'lost_before' | 'lost_after') {
		const at = await prepared(desk);
		desk.messenger.next(behaviour, behaviour);
		for (const person of [OWNER, EDITOR]) expect((await preview(desk, at, person)).body.delivery).to.include({ status: 'unknown' });
		await desk.post('/materials/advance', {
			_svc: at._svc,
			draft_key: at.draft_key,
			version: 1,
			from: 'text_preparing',
			to: 'text_preparing',
			patch: { error_code: 'preview_unconfirmed', error_stage: 'delivery' },
		});
		await desk.post('/event-done', { _svc: at._svc, event_key: at.event_key, outcome: 'failed' });
		return at;
	}

	it('reads a press under a preview as proof that it arrived, and carries the press out', async () => {
		const at = await unseen('lost_after');
		const copy = desk.messenger.messages(OWNER).at(-1)?.messageId ?? 0;
		const event = await pressed(OWNER, 'publish', at, copy);
		expect(event.copy).to.include({ delivered: true, latest: true, state: 'ready', is_canonical: true, content_matches: true });
		expect(await audited('delivery.reconciled_by_evidence')).to.deep.equal([{ actor_user_id: OWNER, asked: 'publish' }]);
		expect(await stateOf(desk, at)).to.include({ state: 'ready', error_code: null, approval_message_id: copy });
		const won = await claim(desk, event, at);
		expect((await publish(desk, won.body._svc, at)).body.delivery).to.include({ status: 'sent' });
	});

	/** The owner presses while the editor's copy is on its way. */
	async function between(action: string) {
		const at = await prepared(desk);
		const owner = (await preview(desk, at, OWNER)).body.delivery.message_id as number;
		const event = await pressed(OWNER, action, at, owner);
		return { ...at, owner, event };
	}
	const readyAgain = (at: { draft_key: string; version: number; _svc: string }) =>
		desk.post('/materials/advance', { ...at, from: 'text_preparing', to: 'ready' });

	it('takes a press between the deliveries of two copies, and the graph that sends them hears of no failure', async () => {
		const { owner, event, event_key: _eventKey, ...at } = await between('publish');
		expect(event.copy).to.include({ delivered: true, state: 'ready', is_canonical: true, content_matches: true });
		const won = await claim(desk, event, at);
		expect((await preview(desk, at, EDITOR)).body, 'nobody is shown what is being published').to.include({ code: 'state_conflict' });
		expect((await publish(desk, won.body._svc, at)).body.delivery).to.include({ status: 'sent' });
		const told = await readyAgain(at);
		expect(told.status).to.equal(200);
		expect(told.body.material).to.include({ state: 'published', approval_message_id: owner });
	});

	it('keeps no buttons on a copy that arrives after the decision', async () => {
		const [left, arrives] = [Promise.withResolvers<void>(), Promise.withResolvers<boolean>()];
		desk.messenger.reset({
			async arrived({ method, fields }) {
				if (method !== 'sendPhoto' || Number(fields['chat_id']) === OWNER) return true;
				left.resolve();
				return arrives.promise;
			},
		});
		const at = await prepared(desk);
		const owner = (await preview(desk, at, OWNER)).body.delivery.message_id as number;
		const second = preview(desk, at, EDITOR);
		await left.promise;
		const event = await pressed(OWNER, 'reject', at, owner);
		const decided = { _svc: event._svc, draft_key: at.draft_key, version: 1 };
		expect((await desk.post('/materials/advance', { ...decided, from: 'ready', to: 'rejected' })).status).to.equal(200);
		await desk.post('/decision', { ...decided, decision: 'rejected' });
		arrives.resolve(true);
		const { message_id } = (await second).body.delivery;
		expect([buttonsOf(OWNER, owner), buttonsOf(EDITOR, message_id)]).to.deep.equal([0, 0]);
	});

	it('does not make a version ready twice without a press', async () => {
		const { draft_key, version, _svc } = await prepared(desk);
		const at = { draft_key, version, _svc };
		await preview(desk, at, OWNER);
		expect((await readyAgain(at)).status).to.equal(200);
		expect((await readyAgain(at)).body).to.include({ code: 'state_conflict', state: 'ready' });
	});

	it('does not accept a press under another message as proof', async () => {
		const shown = await ready(desk);
		const at = await unseen('lost_after');
		const event = await pressed(OWNER, 'publish', at, shown.owner);
		expect(event.copy).to.include({ delivered: false, state: 'text_preparing' });
	});

	it('does not accept the number of the other person’s copy, which only a forged press can have', async () => {
		const at = await prepared(desk);
		desk.messenger.next('lost_before');
		expect((await preview(desk, at, OWNER)).body.delivery).to.include({ status: 'unknown' });
		const { message_id: theirs } = (await preview(desk, at, EDITOR)).body.delivery;
		expect((await pressed(OWNER, 'publish', at, theirs)).copy).to.include({ delivered: false });
	});

	it('believes what the messenger says of the message: the caption of the version, and nothing else', async () => {
		const at = await unseen('lost_after');
		const { caption } = await stateOf(desk, at);
		expect((await pressed(OWNER, 'publish', at, 900, { text: 'Drafts in work' })).copy).to.include({ delivered: false });
		expect((await pressed(OWNER, 'publish', at, 900, { caption: `${String(caption)}!` })).copy).to.include({ delivered: false });
		expect((await pressed(OWNER, 'publish', at, 900, { caption })).copy).to.include({ delivered: true, content_matches: true });
	});

	it('knows a post by all that it shows: with the signature below its caption', async () => {
		await postEvent(desk, textUpdate(OWNER, '/settings signature Harbour News'));
		const at = await unseen('lost_after');
		const { caption } = await stateOf(desk, at);
		expect((await pressed(OWNER, 'publish', at, 900, { caption })).copy).to.include({ delivered: false });
		const shown = desk.messenger.messages(OWNER).at(-1);
		expect(shown?.caption).to.equal(`${String(caption)}\n\nHarbour News`);
		expect((await pressed(OWNER, 'publish', at, shown?.messageId, { caption: shown?.caption })).copy).to.include({ delivered: true });
	});

	it('proves nothing where two contents have the same words: a copy with the cover from before may be what was pressed', async () => {
		const at = await prepared(desk);
		const { _svc, draft_key, version } = at;
		desk.messenger.next('lost_after');
		await preview(desk, at, OWNER);
		const before = desk.messenger.messages(OWNER).at(-1);
		desk.covers.fetch = async () => ({ bytes: Buffer.from('another cover') });
		const patch = { cover_asset_id: 'cd'.repeat(32) };
		await desk.post('/materials/advance', { _svc, draft_key, version, from: 'text_preparing', to: 'text_preparing', patch });
		desk.clock.nowMs += 1_000;
		desk.messenger.next('lost_before');
		expect((await preview(desk, at, OWNER)).body.delivery).to.include({ status: 'unknown', repeated: false });
		await preview(desk, at, EDITOR);
		await readyAgain(at);
		const event = await pressed(OWNER, 'publish', at, before?.messageId, { caption: before?.caption });
		expect(event.copy).to.include({ delivered: false });
		expect(await claim(desk, event, at)).to.have.nested.property('body.code', 'copy_not_delivered');
	});

	it('sends it again to the person who says that it is not there, and to no other', async () => {
		const at = await unseen('lost_before');
		await desk.service.tick();
		expect(
			desk.messenger
				.messages(OWNER)
				.at(-1)
				?.buttons.map((button) => button.callback_data),
		).to.deep.equal([`cd1|absent|${at.draft_key}|1`]);
		expect(desk.messenger.messages(EDITOR), 'whose work it is hears of it from the work').to.deep.equal([]);
		const event = await pressed(EDITOR, 'absent', at);
		const again = { ...at, _svc: event._svc as string };
		expect((await preview(desk, again, OWNER)).body.delivery).to.include({ status: 'unknown', repeated: true });
		expect((await preview(desk, again, EDITOR)).body.delivery).to.include({ status: 'sent', repeated: false });
	});
});
