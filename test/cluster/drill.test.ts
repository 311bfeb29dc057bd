/**
 * A desk of many processes, in queue mode, on PostgreSQL and Redis: the short form of `npm run cluster -- drill`.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { startCluster } from '../../scripts/cluster/cluster.ts';
import type { Cluster } from '../../scripts/cluster/cluster.ts';
import { drill } from '../../scripts/cluster/drill.ts';
import { NO_BUDGET } from '../../scripts/cluster/plan.ts';
import { missingPrograms } from '../../scripts/cluster/system.ts';

describe('A desk of many processes', function () {
	this.timeout(1_000_000);
	let data: string;
	let cluster: Cluster;
	const news: string[] = [];

	before(async function () {
		const missing = missingPrograms();
		if (missing.length > 0) {
			console.warn(`\n  !! SKIPPED: a desk of many processes.\n${missing.join('\n')}\n`);
			return this.skip();
		}
		data = await mkdtemp(join(tmpdir(), 'copydesk-cluster-'));
		cluster = await startCluster({
			data,
			extraEnv: NO_BUDGET,
			tell: ({ name, state, text }) => void news.push(`${name} ${state} ${text}`),
		});
	});
	after(async () => {
		await cluster?.stop();
		if (data !== undefined) await rm(data, { recursive: true, force: true, maxRetries: 5 });
	});

	it('loses nothing, repeats nothing and pays for nothing twice while queue, service and worker are killed', async () => {
		const victims = ['redis', 'collaboration-1', 'n8n-worker-1'] as const;
		const { kills, told, broken } = await drill(cluster, { victims, lanes: 2, stories: 4 });
		expect(broken, news.join('\n')).to.deep.equal([]);
		expect(kills.map(({ member }) => member)).to.deep.equal([...victims]);
		expect(told.length).to.be.at.least(4);
	});

	it('runs each process that was not killed from its start to the end', () => {
		const down = news.filter((each) => / down /.test(each)).map((each) => each.split(' ')[0]);
		expect([...new Set(down)].sort()).to.deep.equal(['collaboration-1', 'n8n-worker-1', 'redis']);
	});
});
