import { expect } from 'chai';
import { createHash } from 'node:crypto';
import { onFaultPoint } from '@copydesk/kit/faultPoints';
import { fill } from '../../../scripts/workflows/fill.ts';
import { normalised, written, type Graph } from '../../../scripts/workflows/graph.ts';
import { importedOf, type Imported } from '../../../scripts/workflows/imported.ts';
import type { CredentialToImport } from '../../../scripts/workflows/n8nCommand.ts';
import { readGraphSet, type GraphSet } from '../../../scripts/workflows/sets.ts';
import { fakeN8n } from '../../support/n8nGraphs.ts';

describe('What an n8n that runs is given', () => {
	let set: GraphSet;
	before(async () => {
		set = await readGraphSet('1.0.1');
	});
	afterEach(() => onFaultPoint(undefined));

	const credentials = (secret: string): CredentialToImport[] => [
		{ id: 'cd-webhook', name: 'Webhook', type: 'httpHeaderAuth', data: { value: secret } },
		{ id: 'cd-ai', name: 'AI', type: 'copydeskAiApi', data: { apiKey: secret } },
	];
	/** An n8n whose credentials are there, because only its command line can store them. */
	function n8nWith(graphs: GraphSet['graphs'], before: Imported) {
		const fake = fakeN8n(graphs);
		const n8n = {
			...fake,
			async updateCredential({ id }: CredentialToImport) {
				fake.changes.push(`credential ${id}`);
			},
		};
		const on = { changes: fake.changes, held: fake.held, noted: before };
		const filled = (secret = 'one') =>
			fill({
				...{ n8n, set, credentials: credentials(secret), before: on.noted },
				note: async (imported) => void (on.noted = imported),
				keep: async (held) => `/kept: ${held.map(({ name }) => name).join()}`,
				diff: 'diff',
			});
		return { ...on, noted: () => on.noted, filled };
	}
	const imported = (graphs: GraphSet['graphs']): Imported => ({ ...importedOf(credentials('one'), graphs), contract: '1.0.1' });
	const fresh = () => n8nWith([], { credentials: imported([]).credentials as Record<string, string> });
	const expectWhole = ({ held }: ReturnType<typeof fresh>): void => {
		expect([...held.keys()]).to.have.members(set.graphs.map(({ id }) => id));
		for (const graph of set.graphs) {
			const stored = held.get(graph.id);
			expect(written(normalised(stored))).to.equal(written(graph));
			expect(stored?.activeVersionId).to.equal(stored?.versionId);
		}
	};

	it('is every graph, in one that holds none: main comes last, so that nothing runs before', async () => {
		const n8n = fresh();
		expect(await n8n.filled()).to.deep.equal([`${set.graphs.length} graphs published`]);
		expectWhole(n8n);
		expect(n8n.changes.slice(-2)).to.deep.equal(['create cd-main', 'publish cd-main']);
		expect(n8n.noted()).to.deep.equal(imported(set.graphs));
	});

	it('is a graph also where another one of that name is left from a start that never came to its end', async () => {
		const [left] = set.graphs;
		const other = { ...left, name: 'An earlier one' } as Graph;
		const n8n = n8nWith([other], {
			credentials: imported([]).credentials as Record<string, string>,
			putting: { [other.id]: createHash('sha256').update(written(other)).digest('hex') },
		});
		await n8n.filled();
		expectWhole(n8n);
	});

	it('is nothing, when nothing changed', async () => {
		const n8n = n8nWith(set.graphs, imported(set.graphs));
		expect(await n8n.filled()).to.deep.equal([]);
		expect(n8n.changes).to.deep.equal([]);
	});

	it('is the credential that was made again, and the one of the webhook last', async () => {
		const n8n = n8nWith(set.graphs, imported(set.graphs));
		expect(await n8n.filled('two')).to.deep.equal(['credentials renewed: Webhook, AI']);
		expect(n8n.changes).to.deep.equal(['credential cd-ai', 'credential cd-webhook']);
		expect(await n8n.filled('two')).to.deep.equal([]);
	});

	const MAIN = 'Copydesk · Main';
	const CHECK = 'Copydesk · Check the caption';
	const FACTS = 'Copydesk · Take the facts';
	/** Of the release before this one: these graphs had other words in a note. */
	const earlier = (...ids: readonly string[]): GraphSet['graphs'] =>
		set.graphs.map((graph) => (ids.includes(graph.id) ? withNote(graph, 'As the release before had it.') : graph));
	const withNote = (graph: Graph, content: string): Graph => ({
		...graph,
		nodes: graph.nodes.map((node) => (/stickyNote$/.test(node.type) ? { ...node, parameters: { ...node.parameters, content } } : node)),
	});
	const withSettings = (graph: Graph, settings: Record<string, unknown>): Graph => ({
		...graph,
		nodes: graph.nodes.map((node) =>
			/deskSettings$/.test(node.type) ? { ...node, parameters: { ...node.parameters, ...settings } } : node,
		),
	});
	type On = ReturnType<typeof fresh>;
	const ofSet = (id: string): Graph => set.graphs.find((graph) => graph.id === id) as Graph;
	/** Somebody's own, in n8n's editor. */
	const edit = ({ held }: On, id: string, change: (graph: Graph) => Graph, isPublished = true): Graph => {
		const before = held.get(id);
		if (before === undefined) throw new Error(`there is no ${id}`);
		const graph = change(normalised(before));
		const activeVersionId = isPublished ? 'theirs' : before.activeVersionId;
		held.set(id, { ...graph, active: true, versionId: 'theirs', activeVersionId });
		return graph;
	};
	const isHeld = ({ held }: On, id: string): string => written(normalised(held.get(id)));

	it('is what is gone, and a graph that was changed in the editor stays and is named', async () => {
		const n8n = n8nWith(set.graphs, imported(set.graphs));
		n8n.held.delete('cd-deliver');
		edit(n8n, 'cd-main', (graph) => ({ ...graph, name: 'My own main' }));
		expect(await n8n.filled()).to.deep.equal([
			`${MAIN} was changed in n8n and stays as it is (diff shows the change)`,
			'1 graphs published',
		]);
		expect(n8n.changes).to.deep.equal(['create cd-deliver', 'publish cd-deliver']);
	});

	it('is of a newer release only the graphs that it changed: one that a person changed stays, beside ours as a draft', async () => {
		const before = earlier('cd-main', 'cd-check-caption', 'cd-facts');
		const n8n = n8nWith(before, imported(before));
		const main = edit(n8n, 'cd-main', (graph) => withNote(graph, 'Mine.'));
		const check = edit(n8n, 'cd-check-caption', (graph) => withNote(graph, 'Mine too.'));
		const deliver = edit(n8n, 'cd-deliver', (graph) => withNote(graph, 'And this.'));
		const beside = (name: string): string =>
			`${name} was changed in n8n, and this release has a newer one: yours stays and runs, ours is beside it as the draft ` +
			`“${name} (new, not in use)” (diff shows the difference)`;
		expect(await n8n.filled()).to.have.members([
			`newer graphs take the places of ${FACTS}; the earlier ones are kept in /kept: ${CHECK},${FACTS},${MAIN}`,
			beside(MAIN),
			beside(CHECK),
			'Copydesk · Deliver the previews was changed in n8n and stays as it is (diff shows the change)',
			'1 graphs published',
		]);
		for (const mine of [main, check, deliver]) {
			expect(isHeld(n8n, mine.id), mine.name).to.equal(written(mine));
			expect(n8n.held.get(mine.id)?.activeVersionId, mine.name).to.equal('theirs');
		}
		expect(isHeld(n8n, 'cd-facts')).to.equal(written(ofSet('cd-facts')));
		for (const [id, ours] of Object.entries({ cd_main: 'cd-main', 'cd_check-caption': 'cd-check-caption' })) {
			const draft = n8n.held.get(id);
			expect(draft?.activeVersionId, id).to.equal(null);
			expect(normalised(draft).nodes, id).to.deep.equal(normalised(ofSet(ours)).nodes);
		}
		const known = n8n.changes.length;
		expect(await n8n.filled(), 'a later start')
			.to.include(beside(MAIN))
			.and.include(beside(CHECK));
		n8n.held.delete('cd_main');
		expect(await n8n.filled(), 'after the person was done with it').to.include(
			`${MAIN} was changed in n8n and stays as it is (diff shows the change)`,
		);
		expect(n8n.changes.slice(known)).to.deep.equal([]);
	});

	it('is a newer main with the settings that a person gave the one before, value by value', async () => {
		const before = earlier('cd-main').map((graph) => withSettings(graph, { cards: 2, text_model: 'a-model' }));
		const n8n = n8nWith(before, imported(before));
		edit(n8n, 'cd-main', (graph) => withSettings(graph, { house_style: 'Mine.', text_model: 'my-model' }));
		await n8n.filled();
		const ours = ofSet('cd-main').nodes.find(({ type }) => /deskSettings$/.test(type))?.parameters;
		expect(normalised(n8n.held.get('cd-main')).nodes.find(({ type }) => /deskSettings$/.test(type))?.parameters).to.deep.equal({
			feeds: ours?.['feeds'],
			house_style: 'Mine.',
			text_model: 'my-model',
		});
		expect(n8n.held.has('cd_main'), 'settings alone are no change of a graph').to.equal(false);
		expect(isHeld(n8n, 'cd-main')).to.include(
			JSON.stringify(ofSet('cd-main').nodes.find(({ name }) => name === 'Stage 1')?.parameters['content']),
		);
	});

	it('is nothing of a graph that has a draft which nobody published yet', async () => {
		const before = earlier('cd-main');
		const n8n = n8nWith(before, imported(before));
		const settings = edit(n8n, 'cd-main', (graph) => withSettings(graph, { house_style: 'Not yet.' }), false);
		const draft = edit(n8n, 'cd-facts', (graph) => withNote(graph, 'Not yet.'), false);
		const ran = [n8n.held.get('cd-main')?.activeVersionId, n8n.held.get('cd-facts')?.activeVersionId];
		await n8n.filled();
		await n8n.filled();
		expect([isHeld(n8n, 'cd-main'), isHeld(n8n, 'cd-facts')]).to.deep.equal([written(settings), written(draft)]);
		expect([n8n.held.get('cd-main')?.activeVersionId, n8n.held.get('cd-facts')?.activeVersionId]).to.deep.equal(ran);
	});

	it('is every graph of another contract, whoever changed one: mixed graphs do not work', async () => {
		const before = earlier('cd-main', 'cd-facts');
		const n8n = n8nWith(before, { ...imported(before), contract: '1.0.0' });
		const mine = edit(n8n, 'cd-main', (graph) => withNote(graph, 'Mine.'));
		expect((await n8n.filled()).join()).to.match(/take the places of .*; the earlier ones are kept in \/kept: .*Copydesk · Main/);
		expect(isHeld(n8n, 'cd-main'))
			.to.equal(written(ofSet('cd-main')))
			.and.not.equal(written(mine));
		expect(n8n.noted()).to.include({ contract: '1.0.1' });
	});

	describe('by the note of an earlier release, which has one hash of all graphs together', () => {
		const noted = (graphs: GraphSet['graphs']): Imported => ({
			credentials: importedOf(credentials('one'), []).credentials,
			graphs: createHash('sha256').update(graphs.map(written).join('')).digest('hex'),
		});
		it('is the newer graphs, where a person changed nothing or settings only', async () => {
			for (const settings of [{}, { house_style: 'Mine.' }]) {
				const before = earlier('cd-main', 'cd-facts');
				const n8n = n8nWith(before, noted(before));
				edit(n8n, 'cd-main', (graph) => withSettings(graph, settings));
				await n8n.filled();
				expect(isHeld(n8n, 'cd-main')).to.equal(written(withSettings(ofSet('cd-main'), settings)));
				expect([...n8n.held.keys()]).to.have.members(set.graphs.map(({ id }) => id));
			}
		});
		it('keeps all that may be a person’s own, beside ours', async () => {
			const before = earlier('cd-main', 'cd-facts');
			const n8n = n8nWith(before, noted(before));
			const mine = edit(n8n, 'cd-main', (graph) => withNote(graph, 'Mine.'));
			await n8n.filled();
			expect(isHeld(n8n, 'cd-main')).to.equal(written(mine));
			expect([...n8n.held.keys()]).to.include.members(['cd_main', 'cd_facts']);
		});
	});

	it('is the rest of a newer release, after a start that died at any place, and a person’s own graph stays', async () => {
		const before = earlier('cd-main', 'cd-check-caption', 'cd-facts');
		for (const [point, nth] of [
			...['graphs.stored', 'graphs.published'].flatMap((each) => [1, 5, 9].map((at) => [each, at] as const)),
			['graphs.beside', 1],
			['graphs.filled', 1],
		] as const) {
			const n8n = n8nWith(before, imported(before));
			const mine = edit(n8n, 'cd-main', (graph) => withNote(graph, 'Mine.'));
			const settings = edit(n8n, 'cd-write-post', (graph) => withSettings(graph, { house_style: 'Mine.' }));
			let times = 0;
			onFaultPoint((label) => {
				if (label === point && (times += 1) === nth) throw new Error('died');
			});
			expect(await n8n.filled().catch((error: Error) => error.message), `${point} ${nth}`).to.equal('died');
			onFaultPoint(undefined);
			await n8n.filled();
			for (const graph of set.graphs) {
				const wanted = [mine, settings].find(({ id }) => id === graph.id) ?? graph;
				expect(isHeld(n8n, graph.id), `${point} ${nth}: ${graph.name}`).to.equal(written(wanted));
				expect(n8n.held.get(graph.id)?.activeVersionId).to.equal(n8n.held.get(graph.id)?.versionId);
			}
			expect(n8n.held.get('cd_main')?.activeVersionId).to.equal(null);
			expect(n8n.noted()).to.deep.equal(imported(set.graphs));
		}
	});

	it('is the rest, after a start that died at any place', async () => {
		for (const point of ['graphs.stored', 'graphs.published', 'graphs.filled'])
			for (const nth of point === 'graphs.filled' ? [1] : [1, 5, set.graphs.length]) {
				const n8n = fresh();
				let times = 0;
				onFaultPoint((label) => {
					if (label === point && (times += 1) === nth) throw new Error('died');
				});
				expect(await n8n.filled().catch((error: Error) => error.message), `${point} ${nth}`).to.equal('died');
				onFaultPoint(undefined);
				await n8n.filled();
				expectWhole(n8n);
				expect(n8n.noted()).to.deep.equal(imported(set.graphs));
			}
	});
});
