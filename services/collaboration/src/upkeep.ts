import type { Service } from './service.ts';

const EVERY_MS = 2_000;

/** Runs the service's upkeep, one round at a time, at once and then every two seconds. */
export function startUpkeep(service: Pick<Service, 'tick'>): { stop(): Promise<void> } {
	let stopped = false;
	let timer: NodeJS.Timeout | undefined;
	let round: Promise<void> = Promise.resolve();
	const run = (): void => {
		round = service.tick().finally(() => {
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
