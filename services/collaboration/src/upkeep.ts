import type { Log } from '@copydesk/kit/log';

const EVERY_MS = 2_000;

export type UpkeepStep = readonly [name: string, step: () => Promise<unknown>];

/** One round of upkeep: every step in turn. What one step meets does not keep the others from their work. */
export function createUpkeep(log: Log, steps: readonly UpkeepStep[]): () => Promise<void> {
	return async () => {
		for (const [name, step] of steps) {
			try {
				await step();
			} catch (error) {
				log.error({ err: error, step: name }, 'upkeep failed');
			}
		}
	};
}

/** Runs the service's upkeep, one round at a time, at once and then every two seconds. */
export function startUpkeep(service: { tick(): Promise<void>; menus(): Promise<void> }): { stop(): Promise<void> } {
	let stopped = false;
	let timer: NodeJS.Timeout | undefined;
	let round: Promise<void> = Promise.resolve();
	const run = (): void => {
		// A menu that cannot be read or sent is no reason to stop.
		const menus = () => service.menus().catch(() => undefined);
		round = service
			.tick()
			.then(menus)
			.finally(() => {
				if (!stopped) timer = setTimeout(run, EVERY_MS);
			});
	};
	run();
	return {
		async stop() {
			stopped = true;
			clearTimeout(timer);
			await round;
		},
	};
}
