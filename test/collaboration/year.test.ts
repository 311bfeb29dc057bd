/**
 * A year of a desk on the service's clock: what is kept for ever grows by what was written, and everything else stays as large as
 * a few weeks make it. Every table has to be one or the other.
 */
import { readdirSync } from 'node:fs';
import { expect } from 'chai';
import { playStory } from '../../bench/growth/story.ts';
import { EDITOR, OWNER, SERVICE_KEY, begin, newExecutionId, openDesk, press, ready, type TestDesk } from '../support/collaboration.ts';

/** Drafts with their deliveries and offers, what happened and who caused it, and the ids by which a second delivery is known. */
const FOR_EVER = [
	...['audit', 'event', 'execution', 'failure', 'admission', 'material', 'material_event', 'delivery', 'delivery_event'],
	...['news_batch', 'news_item', 'news_item_event'],
];
const MONTHS = 13;
/** By then what is forgotten after a month, or after 180 days, has begun to be. */
const SETTLED = 7;
const DAY_MS = 86_400_000;
const STRANGERS = 3;

describe('A year of a desk', function () {
	this.timeout(240_000);
	/** It has the messenger and the database. */
	let first: TestDesk;
	let desk: TestDesk;
	/** Beyond the numbers that the helpers of the tests draw. */
	let last = 5_000_000;
	const next = (): number => (last += 1);
	beforeEach(async () => {
		first = await openDesk({ withWebhook: true });
		desk = await first.sibling();
	});
	afterEach(async () => {
		await desk.die();
		await first.close();
	});

	const story = {
		next,
		async ask(name: string, path: string, body: object): Promise<unknown> {
			const answer = await desk.post(path, body);
			expect(answer.status, `${name}: ${JSON.stringify(answer.body)}`).to.equal(200);
			return answer.body;
		},
	};

	async function strangersWrite(): Promise<void> {
		for (let stranger = 0; stranger < STRANGERS; stranger += 1) {
			const id = next();
			for (const text of ['/start', 'Hello?', 'Is anybody there?']) {
				const update_id = next();
				const from = { id, is_bot: false, first_name: 'Nobody' };
				const message = { message_id: update_id, date: 1, from, chat: { id, type: 'private' }, text };
				await story.ask('stranger', '/event', { update: { update_id, message }, execution_id: newExecutionId() });
			}
		}
	}

	async function rejects(): Promise<void> {
		const at = await ready(desk);
		const pressed = await press(desk, OWNER, at, 'reject');
		const { draft_key, version } = at;
		await story.ask('reject', '/materials/advance', { _svc: pressed._svc, draft_key, version, from: 'ready', to: 'rejected' });
		await story.ask('done', '/event-done', { _svc: pressed._svc, event_key: pressed.event_key, outcome: 'rejected' });
	}

	/** An illustration is paid for and kept, its execution dies, and nobody goes on with the draft. */
	async function abandons(): Promise<void> {
		const { _svc } = (await begin(desk, EDITOR)) as { _svc: string };
		const created = await desk.post('/materials/create', { _svc, content: { kind: 'post', request: 'Trains' } });
		const { draft_key, version } = created.body.material;
		const patch = { title: 'Trains', subtitle: '', body: 'They run.', caption: 'They run.', image_prompt: 'A train' };
		await story.ask('text', '/materials/advance', { _svc, draft_key, version, from: 'text_generating', to: 'text_preparing', patch });
		const { body } = await desk.post('/authorize', { _svc, purpose: 'illustration', target: 'images' });
		const bytes = new Uint8Array(100);
		bytes.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 6, 0, 0, 0, 4, 0]);
		const headers = { 'x-copydesk-key': SERVICE_KEY, 'x-copydesk-context': _svc, 'content-type': 'image/png' };
		const kept = await fetch(`${desk.url}/admissions/${body.admission_id}/result`, { method: 'PUT', headers, body: bytes });
		expect(kept.status, await kept.text()).to.be.oneOf([200, 201]);
	}

	/** The service is killed and started again, and upkeep has its turn each day. */
	async function monthPasses(): Promise<void> {
		await desk.die();
		desk = await first.sibling();
		for (let day = 0; day < 28; day += 1) {
			desk.clock.nowMs += DAY_MS;
			await desk.service.tick();
		}
	}

	const count = async (table: string, where = 'true'): Promise<number> =>
		Number((await desk.service.db.query(`select count(*) as n from ${table} where ${where}`))[0]?.['n']);

	async function sizes(): Promise<Readonly<Record<string, number>>> {
		const all: Record<string, number> = {};
		for (const { name } of await desk.service.db.query(`select name from sqlite_master where type = 'table'`))
			all[String(name)] = await count(String(name));
		all['updates with words'] = await count('event', `update_json <> '{}'`);
		all['kept files'] = readdirSync(desk.picturesDir).length;
		return all;
	}

	it('leaves of what is long gone only what is kept for ever', async () => {
		const after: Readonly<Record<string, number>>[] = [];
		for (let month = 0; month < MONTHS; month += 1) {
			await playStory(story);
			await strangersWrite();
			await rejects();
			await abandons();
			await monthPasses();
			after.push(await sizes());
		}
		const [settled, end] = [after[SETTLED - 1] ?? {}, after[MONTHS - 1] ?? {}];
		const grown = Object.keys(end).filter((what) => (end[what] ?? 0) > (settled[what] ?? 0));
		expect(grown).to.have.members(FOR_EVER);
		// What is kept for ever is what was written, as much in each month as in every other one.
		for (const what of FOR_EVER) expect((end[what] ?? 0) / (settled[what] ?? 0), what).to.be.closeTo(MONTHS / SETTLED, 0.3);
		expect([end['kept files'], end['kept_picture'], end['stranger']]).to.deep.equal([1, 1, STRANGERS]);
	});
});
