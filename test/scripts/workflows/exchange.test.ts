import { expect } from 'chai';
import { onFaultPoint } from '@copydesk/kit/faultPoints';
import { StandsInTheWay, exchangeGraphs, untilNoneRuns } from '../../../scripts/workflows/exchange.ts';
import { written, normalised } from '../../../scripts/workflows/graph.ts';
import { readGraphSet, type GraphSet } from '../../../scripts/workflows/sets.ts';
import { fakeN8n, type FakeN8n } from '../../support/n8nGraphs.ts';

describe('One graph set in the place of another', () => {
	let earlier: GraphSet;
	let present: GraphSet;
	before(async () => {
		earlier = await readGraphSet('1.0.0');
		present = await readGraphSet('1.0.1');
	});
	afterEach(() => onFaultPoint(undefined));

	/** What the service would serve, and an n8n that holds a set. */
	const desk = (from: GraphSet) => ({ contract: from.contract as string, n8n: fakeN8n(from.graphs), kept: [] as string[] });
	const exchange = async (
		on: ReturnType<typeof desk>,
		set: GraphSet,
		reasons: () => Promise<readonly string[]> = async () => [],
	): Promise<readonly string[]> => {
		const told: string[] = [];
		await exchangeGraphs({
			n8n: on.n8n,
			set,
			isDecided: on.contract === set.contract,
			reasons,
			async decide() {
				on.contract = set.contract;
			},
			async keep(stored) {
				on.kept.push(...stored.map(({ id }) => id));
			},
			tell: (text) => told.push(text),
		});
		return told;
	};
	const expectWhole = ({ n8n, contract }: { readonly n8n: FakeN8n; readonly contract: string }, set: GraphSet, when = ''): void => {
		expect(contract, when).to.equal(set.contract);
		expect([...n8n.held.keys()].sort(), when).to.deep.equal(set.graphs.map(({ id }) => id).sort());
		for (const graph of set.graphs) {
			const stored = n8n.held.get(graph.id);
			expect(written(normalised(stored)), when).to.equal(written(graph));
			expect(stored?.activeVersionId, `${when} ${graph.id}`).to.equal(stored?.versionId);
		}
	};
	const failure = async (work: Promise<unknown>): Promise<Error> =>
		await work.then(
			() => new Error('nothing went wrong'),
			(error: Error) => error,
		);

	it('keeps what was there, lets nothing begin meanwhile, puts main last, and removes only the error graph', async () => {
		const on = desk(present);
		await exchange(on, earlier);
		expectWhole(on, earlier);
		expect(on.kept.sort()).to.deep.equal(present.graphs.map(({ id }) => id).sort());
		expect(on.n8n.changes[0]).to.equal('unpublish cd-main');
		expect(on.n8n.changes.slice(-3)).to.deep.equal(['remove cd-failure', 'update cd-main', 'publish cd-main']);
		expect(on.n8n.changes.filter((change) => change.startsWith('remove'))).to.deep.equal(['remove cd-failure']);
	});

	it('leads there and back, and does nothing where it is already', async () => {
		const on = desk(present);
		await exchange(on, earlier);
		await exchange(on, present);
		expectWhole(on, present);
		const before = on.n8n.changes.length;
		expect(await exchange(on, present)).to.deep.equal(['all graphs are there as asked already']);
		expect(on.n8n.changes.length).to.equal(before);
	});

	for (const direction of ['back', 'forward'] as const) {
		it(`is finished by a second run, whichever step it died at on its way ${direction}`, async () => {
			const [from, to] = direction === 'back' ? [present, earlier] : [earlier, present];
			const passed: string[] = [];
			onFaultPoint((label) => passed.push(label));
			await exchange(desk(from), to);
			expect(passed).to.include.members(['graphs.door.closed', 'graphs.decided', 'graphs.stored', 'graphs.published', 'graphs.put']);
			if (direction === 'back') expect(passed).to.include('graphs.removed');
			for (const [at, label] of passed.entries()) {
				const on = desk(from);
				let left = at;
				onFaultPoint(() => {
					left -= 1;
					if (left < 0) throw new Error('died');
				});
				// A process that is killed lets nothing go on after it; the door is opened again by a run, not by its end.
				expect((await failure(exchange(on, to))).message, label).to.equal('died');
				onFaultPoint(undefined);
				await exchange(on, to);
				expectWhole(on, to, `${label}, step ${at + 1}`);
			}
		});
	}

	it('is refused while an execution is under way or anything is open, with each named and nothing changed', async () => {
		const on = desk(present);
		on.n8n.running = [{ id: '17', workflowId: 'cd-main', workflowName: 'Copydesk · Main', status: 'running' }];
		const refusal = await failure(exchange(on, earlier, async () => ['p12 v1: feedback is awaited from Egor']));
		expect(refusal).to.be.instanceOf(StandsInTheWay);
		expect(refusal.message).to.include('execution 17 of Copydesk · Main is running').and.include('p12 v1: feedback is awaited from Egor');
		expect(on.n8n.changes).to.deep.equal([]);
		expectWhole(on, present);
	});

	it('opens the door again when something began while it was closing', async () => {
		const on = desk(present);
		let asked = 0;
		const refusal = await failure(
			exchange(on, earlier, async () => ((asked += 1) === 1 ? [] : ['p13 v1: only the editor has its preview'])),
		);
		expect(refusal).to.be.instanceOf(StandsInTheWay);
		expect(on.n8n.changes).to.deep.equal(['unpublish cd-main', 'publish cd-main']);
		expectWhole(on, present);
	});

	it('finishes what is decided, whatever has begun since', async () => {
		const on = desk(present);
		onFaultPoint((label) => {
			if (label === 'graphs.decided') throw new Error('died');
		});
		await failure(exchange(on, earlier));
		onFaultPoint(undefined);
		await exchange(on, earlier, async () => ['p12 v1: feedback is awaited from Egor']);
		expectWhole(on, earlier);
	});
});

describe('Waiting until no execution runs', () => {
	const ids = ['cd-main'];
	const execution = { id: '17', workflowId: 'cd-main', workflowName: 'Copydesk · Main', status: 'running' };

	it('ends with the last one, and says once what it waits for', async () => {
		const looks = [[execution], [execution], []];
		const told: string[] = [];
		await untilNoneRuns({ underWay: async () => looks.shift() ?? [execution] }, ids, 60_000, (text) => told.push(text));
		expect(looks).to.deep.equal([]);
		expect(told).to.deep.equal(['Waiting for the end of what runs: execution 17 of Copydesk · Main is running']);
	});

	it('is given up after a time, with what still runs', async () => {
		const refusal = await untilNoneRuns({ underWay: async () => [execution] }, ids, 0, () => undefined).catch((error: Error) => error);
		expect((refusal as Error).message).to.include('Try again when these have ended: execution 17 of Copydesk · Main is running');
	});
});
