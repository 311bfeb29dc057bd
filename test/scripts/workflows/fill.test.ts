import { expect } from 'chai';
import { onFaultPoint } from '@copydesk/kit/faultPoints';
import { fill } from '../../../scripts/workflows/fill.ts';
import { normalised, written } from '../../../scripts/workflows/graph.ts';
import { importedOf } from '../../../scripts/workflows/imported.ts';
import type { Imported } from '../../../scripts/workflows/imported.ts';
import type { CredentialToImport } from '../../../scripts/workflows/n8nCommand.ts';
import { readGraphSet } from '../../../scripts/workflows/sets.ts';
import type { GraphSet } from '../../../scripts/workflows/sets.ts';
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
			});
		return { ...on, noted: () => on.noted, filled };
	}
	const imported = (graphs: GraphSet['graphs']): Imported => importedOf(credentials('one'), graphs);
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
		const n8n = n8nWith([{ ...left, name: 'An earlier one' } as NonNullable<typeof left>], {
			credentials: imported([]).credentials as Record<string, string>,
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

	it('is what is gone, and a graph that was changed in the editor stays and is named', async () => {
		const n8n = n8nWith(set.graphs, imported(set.graphs));
		n8n.held.delete('cd-deliver');
		const main = n8n.held.get('cd-main');
		n8n.held.set('cd-main', { ...main, name: 'My own main' } as NonNullable<typeof main>);
		expect(await n8n.filled()).to.deep.equal([
			'Copydesk · Main in n8n is not the one in workflows-json: it was changed in the editor',
			'1 graphs published',
		]);
		expect(n8n.changes).to.deep.equal(['create cd-deliver', 'publish cd-deliver']);
	});

	it('is a newer graph in the place of one that was changed in the editor too, and what that was is kept and named', async () => {
		const n8n = n8nWith(set.graphs, { ...imported(set.graphs), graphs: 'of the version before' });
		const main = n8n.held.get('cd-main');
		n8n.held.set('cd-main', { ...main, name: 'My own main' } as NonNullable<typeof main>);
		expect(await n8n.filled()).to.deep.equal([
			'newer graphs take the places of 1, which are kept in /kept: My own main',
			'1 graphs published',
		]);
		expectWhole(n8n);
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
