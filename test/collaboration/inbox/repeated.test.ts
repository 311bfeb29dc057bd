import { expect } from 'chai';
import { wayOf } from '@copydesk/domain/desk/route';
import { COVER_ID, EDITOR, IMAGE_ID, OWNER, postEvent, pressUpdate, preview, textUpdate } from '../../support/collaboration.ts';
import type { Ready, TestDesk } from '../../support/collaboration.ts';
import { describeOnEachEngine } from '../../support/databases.ts';
import { openPlanningDesk, pressAt } from '../../support/planned.ts';
import { pressPost, publishFrom } from '../../support/posts.ts';

const DAY_MS = 86_400_000;
const HALL = {
	title: 'Central Library opens a night reading hall',
	body: "Riga's Central Library opens a reading hall on 3 December that stays open until 2 a.m. It has 40 seats and cost 85,000 euros.",
};
const SAME = '/post The Central Library in Riga is getting a hall where people can read until two at night, from 3 December, 40 places';
const NEXT =
	'/post The night hall of the Central Library in Riga drew 9,000 readers in its first month, and the council wants a second one';
const RUSSIAN = '/post В Риге откроют ночной читальный зал: до двух ночи с 3 декабря, 40 мест, ремонт стоил 85 000 евро';

interface Asked {
	readonly event_key: string;
	readonly _svc: string;
	readonly intent: {
		readonly kind: string;
		readonly text?: string;
		readonly buttons?: readonly (readonly { readonly action: string; readonly draft_key: string; readonly version: number }[])[];
	};
}

describeOnEachEngine('A request whose matter the desk had', (engine) => {
	let desk: TestDesk;
	beforeEach(async () => {
		desk = await openPlanningDesk({ engine, timeZone: 'Asia/Tokyo' });
	});
	afterEach(() => desk.close());

	const event = (from: number, text: string): Promise<Asked> => postEvent(desk, textUpdate(from, text)) as Promise<Asked>;
	const keyOf = ({ event_key }: Asked): string => `p${event_key.slice(2)}`;
	const pressed = (from: number, action: string, draft_key: string, messageId = 7): Promise<Asked> =>
		postEvent(desk, pressUpdate(from, messageId, `cd1|${action}|${draft_key}|1`)) as Promise<Asked>;
	const create = ({ _svc }: Asked, draft_key?: string) =>
		desk.post('/materials/create', { _svc, content: { kind: 'post', request: SAME }, ...(draft_key === undefined ? {} : { draft_key }) });

	/** A draft of the hall with both copies delivered. */
	async function hall(from = EDITOR): Promise<Ready> {
		const { _svc, event_key, intent } = await event(from, '/post The hall');
		expect(intent.kind).to.equal('post_request');
		const { body } = await desk.post('/materials/create', { _svc, content: { kind: 'post', request: 'The hall' } });
		const { draft_key, version } = body.material as Ready;
		const advance = (from: string, to: string, patch: object) =>
			desk.post('/materials/advance', { _svc, draft_key, version, from, to, patch });
		await advance('text_generating', 'text_preparing', { ...HALL, subtitle: 'From December' });
		const shown = { caption: HALL.body, cover_asset_id: COVER_ID, source_image_id: IMAGE_ID };
		await advance('text_preparing', 'text_preparing', shown);
		const at = { draft_key, version, _svc };
		const [owner, editor] = [await preview(desk, at, OWNER), await preview(desk, at, EDITOR)];
		await desk.post('/materials/advance', { _svc, draft_key, version, from: 'text_preparing', to: 'ready' });
		await desk.post('/event-done', { _svc, event_key, outcome: 'ready' });
		return { ...at, owner: owner.body.delivery.message_id as number, editor: editor.body.delivery.message_id as number };
	}

	it('is asked about with its day, its link and three buttons, in the language of the person and in both languages of texts', async () => {
		const at = await hall();
		// In Tokyo it is the next day already.
		desk.clock.nowMs += DAY_MS - 3_600_000;
		await publishFrom(desk, OWNER, at);
		for (const text of [SAME, RUSSIAN]) {
			const asked = await event(OWNER, text);
			expect(asked.intent.text).to.equal(
				'We had that: “Central Library opens a night reading hall” (1) was published on 2 January.\n' +
					'https://t.me/c/1000000001/1\n\nShall I write about it anyway?',
			);
			const about = { draft_key: keyOf(asked), version: 1 };
			expect(asked.intent.buttons).to.deep.equal([
				[{ action: 'write_anyway', ...about }],
				[{ action: 'show_it', draft_key: at.draft_key, version: 1 }],
				[{ action: 'leave_repeat', ...about }],
			]);
			const { _svc, intent } = asked;
			const named = { _svc, operation: 'status', purpose: 'status', entity_key: `${asked.event_key}:asked` };
			expect((await desk.post('/messenger', { ...named, text: intent.text, buttons: intent.buttons })).status).to.equal(200);
			const { inline_keyboard } = desk.messenger.accepted.at(-1)?.fields['reply_markup'] as { inline_keyboard: { text: string }[][] };
			expect(inline_keyboard.map((row) => row.map((each) => each.text))).to.deep.equal([['Write anyway'], ['Show it'], ['Leave it']]);
		}
		expect(wayOf((await postEvent(desk, pressUpdate(OWNER, 7, `cd1|show_it|${at.draft_key}|1`))) as never)).to.deep.include({
			route: 'draft',
			subject: { draft_key: at.draft_key, version: 1 },
		});
		expect((await event(OWNER, NEXT)).intent.kind, 'what happened next').to.equal('post_request');
		const rows = await desk.service.db.query('select 1 from admission');
		expect(rows, 'nothing is paid for').to.deep.equal([]);
	});

	it('says whether it is open, planned or rejected', async () => {
		const at = await hall();
		const question = async () => (await event(EDITOR, SAME)).intent.text?.split('\n')[0];
		const draft = '“Central Library opens a night reading hall” (1)';
		expect(await question()).to.equal(`We have that: ${draft} has been in work since 1 January.`);
		await pressAt(desk, OWNER, at, desk.clock.nowMs + 3 * 3_600_000);
		expect(await question()).to.match(/^We have that: .* is planned and goes out on .*12:00/);
		await pressPost(desk, OWNER, 'take_off', at);
		const { _svc } = (await postEvent(desk, pressUpdate(OWNER, at.owner, `cd1|reject|${at.draft_key}|1`))) as Asked;
		const rejecting = { _svc, draft_key: at.draft_key, version: 1, from: 'ready', to: 'rejected' };
		expect((await desk.post('/materials/advance', rejecting)).status).to.equal(200);
		expect(await question()).to.equal(`We had that: ${draft} was rejected on 1 January.`);
	});

	it('is written anyway exactly once: not by the other person, not after Leave it, not twice', async () => {
		await publishFrom(desk, OWNER, await hall());
		const asked = await event(EDITOR, SAME);
		const draft_key = keyOf(asked);
		expect((await pressed(OWNER, 'write_anyway', draft_key)).intent, 'the words of another').not.to.have.property('text');
		const [first, second] = [await pressed(EDITOR, 'write_anyway', draft_key), await pressed(EDITOR, 'write_anyway', draft_key)];
		expect(first.intent.text).to.equal(SAME.slice('/post '.length));
		expect(wayOf(first as never)).to.deep.include({ route: 'post', subject: { draft_key, version: 1 } });
		expect((await create(first, draft_key)).body).to.deep.include({ created: true });
		expect((await create(second, draft_key)).body).to.deep.include({ code: 'draft_open' });
		expect((await pressed(EDITOR, 'write_anyway', draft_key)).intent, 'made already').not.to.have.property('text');

		const other = keyOf(await event(EDITOR, SAME));
		expect(wayOf((await pressed(EDITOR, 'leave_repeat', other, 8)) as never).toast).to.equal('All right, no second post.');
		expect((await pressed(EDITOR, 'write_anyway', other, 8)).intent, 'it is decided').not.to.have.property('text');
	});

	it('is asked about again by an execution that goes on after a death, and by a service that comes after it', async () => {
		await publishFrom(desk, OWNER, await hall());
		const update = textUpdate(EDITOR, SAME);
		const asked = (await postEvent(desk, update)) as Asked;
		await desk.service.db.query('update event set replay_open = 1 where event_key = $1', [asked.event_key]);
		const sibling = await desk.sibling();
		try {
			const again = (await postEvent(sibling, update)) as Asked & { readonly replay: boolean };
			expect(again.intent).to.deep.equal(asked.intent);
			const press = pressUpdate(EDITOR, 7, `cd1|write_anyway|${keyOf(asked)}|1`);
			expect((await postEvent(sibling, press)).intent).to.have.property('text');
		} finally {
			await sibling.close();
		}
	});

	it('is asked about before a forwarded message becomes a post', async () => {
		await publishFrom(desk, OWNER, await hall());
		const forward_origin = { type: 'user', date: 0, sender_user: { id: 7, is_bot: false } };
		const asked = (await postEvent(desk, textUpdate(EDITOR, SAME.slice('/post '.length), { forward_origin }))) as Asked;
		const draft_key = keyOf(asked);
		expect(asked.intent.text).to.match(/^You forwarded/);
		const question = await pressed(EDITOR, 'make_post', draft_key);
		expect(question.intent.text).to.match(/^We had that/);
		expect(question.intent.buttons?.[0]).to.deep.equal([{ action: 'write_anyway', draft_key, version: 1 }]);
		expect((await pressed(EDITOR, 'write_anyway', draft_key, 8)).intent).to.have.property('text');
	});

	it('is free again when its post was taken down, and after half a year', async () => {
		const at = await hall();
		await publishFrom(desk, OWNER, at);
		const isAsked = async () => (await event(EDITOR, SAME)).intent.kind === 'usage';
		expect(await isAsked()).to.equal(true);
		await desk.service.db.query('update material set withdrawn_at_ms = $1 where draft_key = $2', [desk.clock.nowMs, at.draft_key]);
		expect(await isAsked(), 'taken down').to.equal(false);
		await desk.service.db.query('update material set withdrawn_at_ms = null where draft_key = $1', [at.draft_key]);
		desk.clock.nowMs += 179 * DAY_MS;
		expect(await isAsked(), 'after 179 days').to.equal(true);
		desk.clock.nowMs += 2 * DAY_MS;
		expect(await isAsked(), 'after 181 days').to.equal(false);
		await desk.service.tick();
		const counted = await desk.service.db.query(
			'select (select count(*) from matter) as matters, (select count(*) from matter_term) as terms',
		);
		expect(counted.map(({ matters, terms }) => [Number(matters), Number(terms)])).to.deep.equal([[0, 0]]);
	});

	it('is found by an address that a message names, however it is written', async () => {
		const { _svc } = await event(EDITOR, '/post Something about harbours');
		const link = 'https://harbour.example.org/pool';
		await desk.post('/materials/create', { _svc, content: { kind: 'post', request: 'Something about harbours', link } });
		const text = 'An open-air bath, read https://harbour.example.org/pool?utm_source=x#top for it';
		const asked = await event(EDITOR, text);
		expect((await pressed(EDITOR, 'mention', keyOf(asked))).intent.text).to.match(/^We have that/);
	});

	it('knows the drafts of an earlier release', async () => {
		await publishFrom(desk, OWNER, await hall());
		await desk.service.db.query('delete from matter');
		await desk.service.db.query('delete from matter_term');
		const sibling = await desk.sibling();
		try {
			await sibling.service.tick();
			expect((await event(EDITOR, SAME)).intent.text).to.match(/^We had that/);
		} finally {
			await sibling.close();
		}
	});
});
