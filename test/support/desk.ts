import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startDesk } from '../../scripts/desk/desk.ts';
import { loginToN8n } from '../../scripts/desk/n8n.ts';
import { n8nSinceMs } from '../../scripts/desk/ownPort.ts';
import { freePorts, type Ports } from '../../scripts/desk/ports.ts';
import { SandboxClient } from '../../scripts/desk/sandboxClient.ts';
import { SANDBOX, type ServiceName, type Urls } from '../../scripts/desk/services.ts';
import type { ServiceNews } from '../../scripts/desk/supervise.ts';
import { BARE_N8N, ROUGH_PICTURES, fastFolder } from './environment.ts';

export interface Desk {
	readonly urls: Urls;
	readonly ports: Ports;
	readonly dataDir: string;
	readonly secrets: {
		readonly webhookSecret: string;
		readonly n8nOwnerPassword: string;
	};
	/** Sends a deadly signal to the program alone, and resolves when it has ended; the desk starts it again. */
	kill(service: ServiceName, signal: NodeJS.Signals): Promise<void>;
	/** Resolves when everything takes work again. A test that killed something waits for it, for the tests after it. */
	whole(): Promise<void>;
	/** Resolves when no execution is under way in n8n. */
	idle(): Promise<void>;
}

/** Where the sandbox writes what desk, messenger and AI say to each other. */
export const recordOf = (dataDir: string): string => join(dataDir, 'said.jsonl');

let shared: Promise<{ desk: Desk; stop(): Promise<void> }> | undefined;

/**
 * One whole desk for all test files of a process, real n8n included, on free ports, started at the first call: call it
 * from `before` with the hook's own `this`. What others wrote and published is there too, so a test looks only at what came
 * after its own beginning, and leaves graphs and people as they were.
 */
export async function sharedDesk(hook: Mocha.Context): Promise<Desk> {
	hook.timeout(600_000);
	shared ??= start();
	return (await shared).desk;
}

// A hook of the whole run, because this module is imported outside of any suite.
after(async function () {
	this.timeout(60_000);
	// A test that asked for a desk that did not start has failed with the reason already.
	const started = await shared?.catch(() => undefined);
	await started?.stop();
});

/** n8n may take three minutes to start, after a pause. */
const PATIENCE_MS = 220_000;

/** @throws Error that says what is missing, when it takes longer than a desk that is well */
async function patiently(look: () => boolean | Promise<boolean>, missing: () => string): Promise<void> {
	const untilMs = Date.now() + PATIENCE_MS;
	while (!(await look())) {
		if (Date.now() > untilMs) throw new Error(missing());
		await sleep(50);
	}
}

async function start(): Promise<{ desk: Desk; stop(): Promise<void> }> {
	const dataDir = await mkdtemp(join(fastFolder(), 'copydesk-desk-'));
	const removeData = (): Promise<void> => rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
	const news: ServiceNews[] = [];
	const latest = (): ServiceNews[] => [...new Map(news.map((each) => [each.name, each])).values()];
	const standing = (): string =>
		latest()
			.map(({ name, state, text }) => `${name} ${state} (${text})`)
			.join('; ');
	try {
		const { urls, ports, secrets, ...desk } = await startDesk({
			data: dataDir,
			ports: await freePorts(),
			// The specification's way; what others do differently is in test/start.
			way: 'graphs',
			// All files of a run share this desk and write more posts in an hour than two people do.
			extraEnv: {
				collaboration: { COLLAB_PAID_PER_HOUR: '0', COLLAB_PAID_PER_DAY: '0' },
				n8n: BARE_N8N,
				sandbox: { ...ROUGH_PICTURES, SANDBOX_RECORD_FILE: recordOf(dataDir) },
			},
			tell: (each) => void news.push(each),
		});
		// The tests read what the desk says to the editor in English.
		await new SandboxClient(urls.sandbox).setLanguage(SANDBOX.editorId, 'en');
		return {
			desk: {
				urls,
				ports,
				dataDir,
				secrets: { webhookSecret: secrets.value('webhook-secret'), n8nOwnerPassword: secrets.value('n8n-owner-password') },
				async kill(service, signal) {
					const known = news.length;
					desk.kill(service, signal);
					await patiently(
						() => news.slice(known).some(({ name, state }) => name === service && state === 'down'),
						() => `${service} did not end by ${signal}: ${standing()}`,
					);
				},
				async whole() {
					await patiently(
						() => latest().every(({ state }) => state === 'ready'),
						() => `The desk does not become whole: ${standing()}`,
					);
				},
				async idle() {
					const n8n = await loginToN8n(ports, secrets, undefined, n8nSinceMs([dataDir], urls.n8n));
					let underWay = 0;
					await patiently(
						async () => (underWay = await n8n.executionsUnderWay()) === 0,
						() => `n8n does not come to rest, ${underWay} under way: ${standing()}`,
					);
				},
			},
			async stop() {
				await desk.stop();
				await removeData();
			},
		};
	} catch (error) {
		await removeData();
		throw error;
	}
}
