import type { Log } from '@copydesk/kit/log';

const EVERY_MS = 2_000;

export type UpkeepStep = readonly [name: string, step: () => Promise<unknown>];

/** One round of upkeep: every step in turn. If a step fails, the others still run. */
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

/** Runs upkeep at once and then every two seconds, one round at a time. */
export function startUpkeep(service: { tick(): Promise<void>; menus(): Promise<void> }): { stop(): Promise<void> } {
	let stopped = false;
	let timer: NodeJS.Timeout | undefined;
	let round: Promise<void> = Promise.resolve();
	const run = (): void => {
		// Upkeep goes on even if a menu cannot be read or sent.
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
