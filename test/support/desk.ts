import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startDesk } from '../../scripts/desk/desk.ts';
import type { Desk, StartOptions } from '../../scripts/desk/desk.ts';
import { freePorts } from '../../scripts/desk/ports.ts';
import { SandboxClient } from '../../scripts/desk/sandboxClient.ts';

export type { Desk } from '../../scripts/desk/desk.ts';
export { SandboxClient, buttonFor, messagesOf } from '../../scripts/desk/sandboxClient.ts';
export { SANDBOX } from '../../scripts/desk/services.ts';

export interface TestDesk extends Desk {
	readonly sandbox: SandboxClient;
	/** Stops the desk and starts it again on the same state. */
	restart(): Promise<TestDesk>;
	/** Stops the desk and removes its state. */
	remove(): Promise<void>;
}

/**
 * A whole desk of its own, real n8n included, on free ports and a temporary folder. Takes half a minute the first
 * time: one for a file of tests, in `before` with `this.timeout(180_000)`, and `remove()` in `after`.
 */
export async function startTestDesk(options: Partial<Omit<StartOptions, 'live'>> = {}): Promise<TestDesk> {
	const { data: given, ...rest } = options;
	const data = given ?? (await mkdtemp(join(tmpdir(), 'copydesk-desk-')));
	try {
		const desk = await startDesk({ data, ports: options.ports ?? (await freePorts()), ...rest });
		return {
			...desk,
			sandbox: new SandboxClient(desk.urls.sandbox),
			async restart() {
				await desk.stop();
				return startTestDesk({ ...options, data, ports: desk.ports });
			},
			async remove() {
				await desk.stop();
				await rm(data, { recursive: true, force: true, maxRetries: 5 });
			},
		};
	} catch (error) {
		if (given === undefined) await rm(data, { recursive: true, force: true, maxRetries: 5 });
		throw error;
	}
}
