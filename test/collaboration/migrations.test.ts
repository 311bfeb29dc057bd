import { expect } from 'chai';
import { deliveryMachine } from '@copydesk/domain/delivery/machine';
import { materialMachine } from '@copydesk/domain/material/machine';
import { itemMachine } from '@copydesk/domain/news/itemMachine';
import { constraintOf } from '@copydesk/kit/database/types';
import { describeOnEachEngine } from '../support/databases.ts';
import { COVER_ID, OWNER, claim, openDesk, prepared, press, publish, ready, type TestDesk } from '../support/collaboration.ts';

describeOnEachEngine('The database refuses what the tables refuse', (engine) => {
	let desk: TestDesk;
	beforeEach(async () => {
		desk = await openDesk({ engine });
	});
	afterEach(() => desk.close());

	const refused = async (sql: string) =>
		constraintOf(
			await desk.service.db.query(sql).then(
				() => 'accepted',
				(error: unknown) => error,
			),
		);
	const edges = async (table: string) =>
		(await desk.service.db.query(`select from_state, to_state from ${table} where from_state <> 'none'`))
			.map((row) => `${String(row['from_state'])} → ${String(row['to_state'])}`)
			.sort();

	it('holds the edges of the code, and no other', async () => {
		expect(await edges('material_edge')).to.deep.equal(materialMachine.edges.map(([from, to]) => `${from} → ${to}`).sort());
		expect(await edges('news_item_edge')).to.deep.equal(itemMachine.edges.map(([from, to]) => `${from} → ${to}`).sort());
		expect(await edges('delivery_edge')).to.deep.equal(deliveryMachine.edges.map(([from, to]) => `${from} → ${to}`).sort());
	});

	it('refuses an illegal move, a gap, a second birth and a step from a state that is not there', async () => {
		const { draft_key } = await prepared(desk);
		const event = (seq: number, prev: number | 'null', from: string, to: string) =>
			'insert into material_event (draft_key, version, seq, prev_seq, from_state, to_state, at_ms, ' +
			`event_key, detail) values ('${draft_key}', 1, ${seq}, ${prev}, '${from}', '${to}', 1, 'x', '{}')`;
		expect(await refused(event(3, 2, 'text_preparing', 'published')), 'not in the table').to.equal('foreign_key');
		expect(await refused(event(3, 2, 'ready', 'claimed')), 'not from where it is').to.equal('foreign_key');
		expect(await refused(event(4, 3, 'text_preparing', 'ready')), 'a gap').to.equal('foreign_key');
		expect(await refused(event(4, 2, 'text_preparing', 'ready')), 'a skipped number').to.equal('check');
		expect(await refused(event(1, 'null', 'none', 'text_generating')), 'born twice').to.equal('unique');
		expect(await refused(event(2, 1, 'text_generating', 'rejected')), 'two ways at once').to.equal('unique');
	});

	it('lets no copy of the state say what the journal does not', async () => {
		const { draft_key } = await prepared(desk);
		expect(await refused(`update material set state = 'rejected' where draft_key = '${draft_key}'`)).to.equal('foreign_key');
		expect(await refused(`update material set seq = 9 where draft_key = '${draft_key}'`)).to.equal('foreign_key');
		expect(await refused(`delete from material where draft_key = '${draft_key}'`)).to.equal('trigger');
		expect(await refused(`update material_event set to_state = 'rejected'`)).to.equal('trigger');
	});

	it('refuses a ready row without cover or copy, a claimed one without a person, and a published one without a message', async () => {
		const at = await ready(desk);
		const set = (what: string) => refused(`update material set ${what} where draft_key = '${at.draft_key}'`);
		expect(await set('caption = null, content_sha256 = null')).to.equal('check');
		expect(await set('content_sha256 = null')).to.equal('check');
		expect(await set('approval_message_id = null')).to.equal('check');
		expect(await set(`claimed_by_user_id = 1, claim_event_key = 'x'`)).to.equal('check');
		expect(await set('published_message_id = 5')).to.equal('check');
	});

	it('lets no version have a second publication that exists or may exist, under whatever key', async () => {
		const at = await ready(desk);
		const won = await claim(desk, await press(desk, OWNER, at, 'publish'), at);
		await publish(desk, won.body._svc, at);
		const second = `insert into delivery (delivery_id, purpose, entity_key, recipient_user_id, operation, chat_id,
				draft_key, version, content_sha256, state, seq, attempts, instance_id, created_at_ms, changed_at_ms)
			values ('d_2', 'other', 'key', 0, 'publish', -1, '${at.draft_key}', 1, '${COVER_ID}', 'sending', 1, 1, 'i', 1, 1)`;
		expect(await refused(second)).to.equal('unique');
	});

	it('lets a draft have one open version', async () => {
		const { draft_key } = await prepared(desk);
		const second = `insert into material (draft_key, version, kind, state, seq, owner_chat_id, created_by_user_id,
				operation_actor_user_id, operation_actor_chat_id, event_key, created_at_ms, state_changed_at_ms)
			values ('${draft_key}', 2, 'post', 'text_generating', 1, 1, 1, 1, 1, 'u:x', 1, 1)`;
		expect(await refused(second)).to.equal('unique');
	});

	it('refuses a decided item without a person, a taken one without a draft, and an address on two open cards', async () => {
		const { db } = desk.service;
		await db.query(`insert into news_batch (batch_key, event_key, window_days, created_by_user_id, created_at_ms, expires_at_ms)
			values ('n1', 'u:1', 7, 1, 1, 2)`);
		const item = (number: number, more: Readonly<Record<string, string>> = {}) => {
			const row: Record<string, string> = {
				...{ batch_key: `'n1'`, item: String(number), state: `'offered'`, seq: '1', canonical_url: `'https://a.example/${number}'` },
				...{ link: `'l'`, url: `'u'`, host: `'h'`, title: `'t'`, angle: `'a'`, published_at_ms: '1', changed_at_ms: '1' },
				...more,
			};
			return `insert into news_item (${Object.keys(row).join(', ')}) values (${Object.values(row).join(', ')})`;
		};
		const event = (number: number, seq: number, from: string, to: string) =>
			`insert into news_item_event (batch_key, item, seq, prev_seq, from_state, to_state, at_ms, detail)
			values ('n1', ${number}, ${seq}, ${seq === 1 ? 'null' : seq - 1}, '${from}', '${to}', 1, '{}')`;
		await db.atomically(async (tx) => {
			await tx.query(item(1));
			await tx.query(event(1, 1, 'none', 'offered'));
		});
		const decided = { decided_by_user_id: '1', decision_event_key: `'u:2'` };
		expect(await refused(item(2)), 'without its journal').to.equal('foreign_key');
		expect(await refused(item(7)), 'a seventh').to.equal('check');
		expect(await refused(item(2, { canonical_url: `'https://a.example/1'` })), 'the same address').to.equal('unique');
		expect(await refused(item(2, { state: `'taken'`, ...decided, primary_message_id: '5' })), 'no draft').to.equal('check');
		expect(await refused(item(2, { state: `'dismissed'`, ...decided })), 'no card').to.equal('check');
		expect(await refused(item(2, { state: `'dismissed'`, primary_message_id: '5' })), 'nobody').to.equal('check');
		expect(await refused(item(2, { draft_key: `'p1'` })), 'a draft of an offer').to.equal('check');
		expect(await refused(event(1, 2, 'taken', 'offered')), 'back').to.equal('foreign_key');
		expect(await refused(`update news_item set state = 'expired'`)).to.equal('foreign_key');
		for (const change of ['delete from news_item', `update news_item_event set to_state = 'taken'`, `update news_batch set topic = 'x'`])
			expect(await refused(change), change).to.equal('trigger');
	});
});
