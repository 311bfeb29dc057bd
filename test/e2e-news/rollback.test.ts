/**
 * Back to the earlier graphs and forward again, on real n8n: refused while work is open, killed at every step, and a post
 * to the channel on the earlier set.
 */
import { join } from 'node:path';
import { expect } from 'chai';
import { loginToN8n } from '../../scripts/desk/n8n.ts';
import { ensureSecrets } from '../../scripts/desk/secrets.ts';
import { normalised, type Graph } from '../../scripts/workflows/graph.ts';
import { readGraphSet, type GraphSet } from '../../scripts/workflows/sets.ts';
import { SETTINGS_NODE } from '../../scripts/workflows/settings.ts';
import { sharedDesk, type Desk } from '../support/desk.ts';
import { putNewsAway, read as readOf, settled as settledOf } from '../support/deskState.ts';
import { environmentOf, run } from '../support/deskCommand.ts';
import { CHANNEL, EDITOR, OWNER, buttonOf, peopleOf, takingOf, type People, type SeenMessage } from '../support/people.ts';
import { until } from '../support/until.ts';

/** What a rollback may not touch, whatever happens to the graphs. */
const LASTING = [
	...['material', 'material_event', 'delivery', 'delivery_event', 'execution', 'failure', 'resume_proof'],
	...['news_batch', 'news_item', 'news_item_event', 'feed', 'admission'],
];
const STOPPED_TOPIC = 'school garden';
const STYLE = 'Name the street.';

describe('Back to the earlier graphs and forward again', function () {
	this.timeout(600_000);
	let desk: Desk;
	let people: People;
	let earlier: GraphSet;
	let present: GraphSet;

	before(async function () {
		desk = await sharedDesk(this);
		people = peopleOf(desk.urls.sandbox);
		[earlier, present] = [await readGraphSet('1.0.0'), await readGraphSet('1.0.1')];
		await setStyle(STYLE);
	});
	// Others share this desk.
	after(async function () {
		this.timeout(120_000);
		if (desk === undefined) return;
		await people.clearFaults();
		await operator('forward');
		await operator('enable', 'editor');
		await setStyle(styleIn(present.graphs.at(-1) as Graph));
	});
	const styleIn = (main: Graph): string => String(main.nodes.find(({ type }) => type === SETTINGS_NODE)?.parameters['house_style']);
	/** A person sets the house style in n8n. */
	async function setStyle(style: string): Promise<void> {
		const api = await n8n();
		const main = normalised(await api.workflow('cd-main'));
		const nodes = main.nodes.map((node) =>
			node.type === SETTINGS_NODE ? { ...node, parameters: { ...node.parameters, house_style: style } } : node,
		);
		const { versionId } = await api.update({ ...main, nodes });
		await api.publish('cd-main', versionId);
		await api.waitUntilLive('cd-main', versionId, 60_000);
	}

	async function operator(...words: readonly string[]) {
		return run(environmentOf(desk.dataDir, desk.ports), 'scripts/operator/main.ts', ...words, '--yes');
	}
	const rollback = () => operator('rollback', '--restore-workflows');
	/** The same, killed at a point. */
	const killed = async (point: string, ...words: readonly string[]): Promise<string> => {
		const env = { ...environmentOf(desk.dataDir, desk.ports), COPYDESK_FAULT_POINT: point };
		const { code, text } = await run(env, 'scripts/operator/main.ts', ...words, '--yes');
		expect(code, `${words.join(' ')} killed at ${point}: ${text}`).to.equal(null);
		return text;
	};
	const verify = () => run(environmentOf(desk.dataDir, desk.ports), 'scripts/workflows/main.ts', 'verify');
	const n8n = () => loginToN8n(desk.ports, ensureSecrets(join(desk.dataDir, 'secrets')));
	const contract = async (): Promise<unknown> =>
		((await (await fetch(`${desk.urls.collaboration}/healthz`)).json()) as Record<string, unknown>)['contract'];
	const read = (sql: string) => readOf(desk, sql);
	const rows = async (): Promise<unknown> =>
		Promise.all(LASTING.map(async (table) => [table, await read(`select * from ${table} order by 1, 2, 3`)]));
	const expectWhole = async (set: GraphSet): Promise<void> => {
		const { code, text } = await verify();
		expect(code, text).to.equal(0);
		expect(text.match(/✓/g)).to.have.length(set.graphs.length);
		expect(await contract()).to.equal(set.contract);
		const api = await n8n();
		for (const id of set.retired) expect(await api.workflow(id), id).to.equal(undefined);
		for (const { id } of set.graphs)
			expect((await api.workflow(id))?.['settings'], id).to.satisfy(
				(settings: Record<string, unknown>) => (settings['errorWorkflow'] === undefined) === (set === earlier || id === 'cd-failure'),
			);
	};
	const settled = async (): Promise<void> => {
		await settledOf(desk, people);
		await desk.idle();
	};
	const cardFor = (person: number, path: string): Promise<SeenMessage> =>
		people.see(person, `a card of ${path}`, (message) => message.text?.includes(path) === true && takingOf(message) !== undefined, 120_000);
	const previewFor = async (person: number, request: string): Promise<SeenMessage> => {
		const known = new Set((await people.messages(person)).map(({ message_id }) => message_id));
		await people.send(person, `/post ${request}`);
		const isPreview = (message: SeenMessage) => !known.has(message.message_id) && buttonOf(message, 'publish') !== undefined;
		return people.see(person, 'a preview', isPreview, 120_000);
	};

	it('is refused while a graph runs, and while somebody is asked for feedback: each is named and nothing changes', async () => {
		await people.setFault({ target: 'ai', endpoint: 'copydesk_post', kind: 'latency', latency_ms: 15_000 });
		await people.send(OWNER, '/post The bridge over the canal opens on 4 May for cyclists, 3 metres wide, with 40 lamps.');
		const api = await n8n();
		await until(async () => (await api.underWay(['cd-write-post'])).length > 0, 100);
		const busy = await rollback();
		expect(busy.code).to.equal(1);
		expect(busy.text)
			.to.match(/execution \d+ of Copydesk · Main is running/)
			.and.match(/execution \d+ of Copydesk · Write the post is/);
		await expectWhole(present);
		await settled();

		const preview = await previewFor(EDITOR, 'The town hall clock is repaired by 9 June and strikes every hour from 7 to 22.');
		await people.press(EDITOR, preview, 'feedback');
		await settled();
		const open = await rollback();
		expect(open.code).to.equal(1);
		const [draft] = await read("select draft_key from material where state = 'awaiting_feedback'");
		expect(open.text).to.include(`${String(draft?.['draft_key'])} v1: feedback is awaited from Egor`);
		await expectWhole(present);
		expect(await read('select * from contract_switch')).to.deep.equal([]);
		await people.send(EDITOR, '/cancel');
		await settled();
	});

	it('is refused while only the editor has the card of an offer, and goes on once the editor decided about it', async () => {
		await putNewsAway(desk, people);
		await people.send(EDITOR, '/news evening market');
		const card = await cardFor(EDITOR, '/evening-market');
		await settled();
		const [item] = await read("select batch_key, item from news_item where state = 'offered'");
		const refused = await rollback();
		expect(refused.code).to.equal(1);
		expect(refused.text).to.include(`news ${String(item?.['batch_key'])}, item ${String(item?.['item'])}: only the editor has its card`);
		await expectWhole(present);
		await people.press(EDITOR, card, 'skip');
		await settled();
	});

	it('finds news in all their states: a card on offer, and a draft that stopped before its text', async () => {
		await people.send(OWNER, `/news ${STOPPED_TOPIC}`);
		const stops = await cardFor(OWNER, '/school-garden');
		await people.setFault({ target: 'ai', kind: '500', times: 1 });
		await people.take(OWNER, stops);
		const failed = "select 1 from material where kind = 'news' and state = 'text_generating' and error_code is not null";
		await until(async () => (await read(failed)).length > 0, 200);
		await people.clearFaults();
		await settled();
		await people.send(OWNER, '/news evening market');
		await cardFor(OWNER, '/evening-market');
		await settled();
	});

	it('is killed at each of its steps there and back, goes on each time, and loses no row', async () => {
		await settled();
		const before = await rows();
		const main = earlier.graphs.length;
		// Each graph has its turn where n8n is in memory; here the first one, the last child and main.
		for (const point of [
			'graphs.door.closed',
			'rollback.disabled',
			'graphs.decided',
			'graphs.stored#1',
			'graphs.published#1',
			`graphs.published#${main - 1}`,
			'graphs.removed',
			`graphs.stored#${main}`,
			`graphs.published#${main}`,
		])
			await killed(point, 'rollback', '--restore-workflows');
		expect((await rollback()).code).to.equal(0);
		await expectWhole(earlier);
		const last = present.graphs.length;
		for (const point of [
			'graphs.door.closed',
			'graphs.decided',
			'graphs.stored#1',
			'graphs.published#1',
			`graphs.stored#${last}`,
			'graphs.put',
		])
			await killed(point, 'forward');
		expect((await operator('forward')).code).to.equal(0);
		await expectWhole(present);

		await killed('graphs.put', 'rollback', '--restore-workflows');
		expect((await rollback()).code).to.equal(0);
		await expectWhole(earlier);
		expect(await rows()).to.deep.equal(before);
		const audit = await operator('audit', 'verify');
		expect(audit.code, audit.text).to.equal(0);
	});

	it('keeps the news: a card is taken and decided on the earlier graphs, and a draft that stopped is told of', async () => {
		const card = await cardFor(OWNER, '/evening-market');
		await people.take(OWNER, card);
		const isOfCard = (message: SeenMessage) =>
			message.caption?.includes('/evening-market') === true && buttonOf(message, 'publish') !== undefined;
		const preview = await people.see(OWNER, 'a preview', isOfCard, 120_000);
		await people.press(OWNER, preview, 'reject');
		await settled();
		const [stopped] = await read("select * from material where kind = 'news' and state = 'text_generating'");
		const since = Math.max(0, ...(await people.messages(OWNER)).map(({ message_id }) => message_id));
		await people.send(OWNER, `/resume ${String(stopped?.['draft_key'])}`);
		const told = await people.see(OWNER, 'its state', ({ message_id, from }) => message_id > since && from?.is_bot === true);
		expect(told.text).to.include(`(${String(stopped?.['number'])})`);
		await settled();
		expect(await read("select * from material where kind = 'news' and state = 'text_generating'")).to.deep.equal([stopped]);
	});

	it('makes and publishes a post on the earlier graphs, without the editor until they are let in again', async () => {
		const alone = await previewFor(OWNER, 'The swimming pool opens on 3 June, with 25-metre lanes and entry for 4 euros.');
		await people.press(OWNER, alone, 'publish');
		await people.see(CHANNEL, 'the post', (message) => message.caption === alone.caption);
		await settled();
		expect(await contract()).to.equal('1.0.0');
		expect((await operator('enable', 'editor')).code).to.equal(0);
		const preview = await previewFor(OWNER, 'The market moves to the harbour on 12 July, with 60 stalls from 8 to 14.');
		const own = await people.see(EDITOR, 'the same preview', (message) => message.caption === preview.caption);
		await people.press(EDITOR, own, 'publish');
		await people.see(CHANNEL, 'the post', (message) => message.caption === preview.caption);
		await settled();
		const since = 'bound_at_ms > (select changed_at_ms from contract_switch)';
		expect(await read(`select * from execution where parent_execution_id is not null and ${since}`)).to.deep.equal([]);
		const drafts = await read("select state from material where state not in ('published', 'rejected', 'superseded')");
		expect(drafts.filter(({ state }) => state === 'claimed')).to.deep.equal([]);
	});

	it('asks and decides again at every run: a session holds it up, and an editor who was let in again is disabled', async () => {
		const preview = await previewFor(EDITOR, 'The old mill is open on 2 October from 10 to 16, with a tour every hour for 3 euros.');
		await people.press(EDITOR, preview, 'feedback');
		await settled();
		const refused = await rollback();
		expect([refused.code, /feedback is awaited from Egor/.test(refused.text)], refused.text).to.deep.equal([1, true]);
		const isDisabled = async () => /editor 1002 .* disabled/.test((await operator('status')).text);
		expect(await isDisabled()).to.equal(false);
		await people.send(EDITOR, '/cancel');
		await settled();
		const again = await rollback();
		expect([again.code, /The editor 1002 .* is disabled/.test(again.text)], again.text).to.deep.equal([0, true]);
		expect(await isDisabled()).to.equal(true);
		await expectWhole(earlier);
		expect((await operator('enable', 'editor')).code).to.equal(0);
	});

	it('comes back with everything, and a post takes the way it took before', async () => {
		expect((await operator('forward')).code).to.equal(0);
		await expectWhole(present);
		expect(styleIn(normalised(await (await n8n()).workflow('cd-main'))), 'what a person had set').to.equal(STYLE);
		const preview = await previewFor(EDITOR, 'The observatory shows Saturn on 20 August from 22:30, with 3 telescopes on the roof.');
		await people.press(EDITOR, preview, 'publish');
		await people.see(CHANNEL, 'the post', (message) => message.caption === preview.caption);
		await settled();
	});

	it('goes on with the news that had stopped before all of it', async () => {
		const [stopped] = await read("select draft_key from material where kind = 'news' and state = 'text_generating'");
		await people.send(OWNER, `/resume ${String(stopped?.['draft_key'])}`);
		const isOfCard = (message: SeenMessage) =>
			message.caption?.includes('/school-garden') === true && buttonOf(message, 'reject') !== undefined;
		const preview = await people.see(OWNER, 'a preview', isOfCard, 120_000);
		await people.press(OWNER, preview, 'reject');
		await settled();
	});
});
