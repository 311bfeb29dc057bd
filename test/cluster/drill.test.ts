/**
 * A desk of many processes, in queue mode, on PostgreSQL and Redis: the short form of `npm run cluster -- drill`.
 */
import { expect } from 'chai';
import { drill } from '../../scripts/cluster/drill.ts';
import { sharedCluster, type SharedCluster } from '../support/cluster.ts';

describe('A desk of many processes', function () {
	this.timeout(1_000_000);
	let shared: SharedCluster;

	before(async function () {
		shared = await sharedCluster(this);
	});

	it('loses nothing, repeats nothing and pays for nothing twice while queue, service and worker are killed', async () => {
		const { cluster, news } = shared;
		const victims = ['redis', 'collaboration-1', 'n8n-worker-1'] as const;
		const { kills, told, broken } = await drill(cluster, { victims, lanes: 2, stories: 4 });
		expect(broken, [...broken, ...news].join('\n')).to.deep.equal([]);
		expect(kills.map(({ member }) => member)).to.deep.equal([...victims]);
		expect(told.length).to.be.at.least(4);
	});

	it('runs each process that was not killed from its start to the end', () => {
		const down = shared.news.filter((each) => / down /.test(each)).map((each) => each.split(' ')[0]);
		expect([...new Set(down)].sort()).to.deep.equal(['collaboration-1', 'n8n-worker-1', 'redis']);
	});
});
