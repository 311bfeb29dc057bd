import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startDesk as startOnPorts } from '../../scripts/desk/desk.ts';
import type { StartOptions } from '../../scripts/desk/desk.ts';
import { freePorts } from '../../scripts/desk/ports.ts';
import type { Ports } from '../../scripts/desk/ports.ts';
import type { ServiceName, Urls } from '../../scripts/desk/services.ts';
import type { ServiceNews } from '../../scripts/desk/supervise.ts';

export interface Desk {
	readonly urls: Urls;
	readonly ports: Ports;
	readonly dataDir: string;
	readonly secrets: {
		readonly webhookSecret: string;
		readonly collaborationKey: string;
		readonly rendererKey: string;
		readonly botToken: string;
		readonly n8nOwnerPassword: string;
	};
	/** All that was said about the services since the start, for a test that fails. */
	readonly news: readonly ServiceNews[];
	/** Sends the signal to the program alone; the desk starts it again after its end. */
	kill(service: ServiceName, signal: NodeJS.Signals): Promise<void>;
	/** Stops everything; its state goes too, if the folder was made here. */
	stop(): Promise<void>;
}

export interface TestDeskOptions {
	/** Kept after the stop. Without it a temporary folder is made and removed. */
	readonly dataDir?: string;
	readonly ports?: Ports;
	/** Added to one service's environment: a fault point, a shorter time. */
	readonly extraEnv?: StartOptions['extraEnv'];
}

/**
 * A whole desk of its own, real n8n included, on free ports. The first start on a folder takes about half a minute:
 * one desk for a file of tests, in `before`, and `stop()` in `after`.
 */
export async function startDesk(options: TestDeskOptions = {}): Promise<Desk> {
	const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'copydesk-desk-')));
	const removeData = async (): Promise<void> => {
		if (options.dataDir === undefined) await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
	};
	const news: ServiceNews[] = [];
	try {
		const desk = await startOnPorts({
			data: dataDir,
			ports: options.ports ?? (await freePorts()),
			tell: (each) => void news.push(each),
			...(options.extraEnv === undefined ? {} : { extraEnv: options.extraEnv }),
		});
		return {
			urls: desk.urls,
			ports: desk.ports,
			dataDir,
			secrets: {
				webhookSecret: desk.secrets.value('webhook-secret'),
				collaborationKey: desk.secrets.value('collaboration-key'),
				rendererKey: desk.secrets.value('renderer-key'),
				botToken: desk.secrets.value('bot-token'),
				n8nOwnerPassword: desk.secrets.value('n8n-owner-password'),
			},
			news,
			kill: async (service, signal) => desk.kill(service, signal),
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
