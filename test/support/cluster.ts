import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { startCluster, type Cluster } from '../../scripts/cluster/cluster.ts';
import { NO_BUDGET } from '../../scripts/cluster/plan.ts';
import { missingPrograms } from '../../scripts/cluster/system.ts';
import { BARE_N8N, ROUGH_PICTURES, fastFolder } from './environment.ts';

export interface SharedCluster {
	readonly cluster: Cluster;
	readonly data: string;
	/** What became of its processes, a line each. */
	readonly news: readonly string[];
}

let shared: Promise<SharedCluster> | undefined;

/**
 * One desk of many processes for all test files of a process, started at the first call, from a `before` hook with its own `this`.
 * n8n's public interface, which the desk itself does without, is open. Skips loudly where a program of the system is missing.
 */
export async function sharedCluster(hook: Mocha.Context): Promise<SharedCluster> {
	const missing = missingPrograms();
	if (missing.length > 0) {
		console.warn(`\n  !! SKIPPED: a desk of many processes.\n${missing.join('\n')}\n`);
		hook.skip();
	}
	hook.timeout(600_000);
	shared ??= start();
	return shared;
}

after(async function () {
	this.timeout(120_000);
	const started = await shared?.catch(() => undefined);
	await started?.cluster.stop();
	if (started !== undefined) await rm(started.data, { recursive: true, force: true, maxRetries: 5 });
});

async function start(): Promise<SharedCluster> {
	const data = await mkdtemp(join(fastFolder(), 'copydesk-cluster-'));
	const news: string[] = [];
	try {
		const cluster = await startCluster({
			data,
			extraEnv: { ...NO_BUDGET, sandbox: ROUGH_PICTURES },
			n8nEnv: { N8N_PUBLIC_API_DISABLED: 'false', ...BARE_N8N },
			tell: ({ name, state, text }) => void news.push(`${name} ${state} ${text}`),
		});
		return { cluster, data, news };
	} catch (error) {
		await rm(data, { recursive: true, force: true, maxRetries: 5 });
		throw error;
	}
}
