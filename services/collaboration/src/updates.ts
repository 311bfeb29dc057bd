/** Opens the way by which updates arrive, and tells people while n8n does not take them. */
import type { Log } from '@copydesk/kit/log';
import { listen } from '@copydesk/kit/server';
import { createListener } from './intake/listener.ts';
import { startPolling } from './intake/poller.ts';
import type { Messenger } from './messenger/client.ts';
import type { Service } from './service.ts';
import type { UpdatesMode } from './version.ts';

interface UpdatesOptions {
	readonly service: Service;
	readonly messenger: Messenger;
	readonly way: UpdatesMode;
	readonly listener: { readonly host: string; readonly port: number; readonly secret: string; readonly url: string | undefined };
	readonly log: Log;
}

/** How often the service checks whether to tell somebody, in milliseconds. */
const LOOK_EVERY_MS = 250;

/** @returns the address of the listener, if there is one */
export async function startUpdates({
	service,
	messenger,
	way,
	listener,
	log,
}: UpdatesOptions): Promise<{ url: string | null; stop(): Promise<void> }> {
	const { intake, leaderLease } = service.updates;
	const server =
		way === 'webhook' ? await listen(createListener({ secret: listener.secret, intake, log }), listener.host, listener.port, log) : null;
	const polling =
		way === 'graphs' ? null : startPolling({ messenger, intake, leaderLease, webhook: way === 'webhook' ? listener : null, log });
	if (polling !== null) service.updates.check = polling.check;
	const watch = startWatch(service, log);
	return {
		url: server?.url ?? null,
		async stop() {
			await Promise.all([watch.stop(), polling?.stop(), server?.stop()]);
		},
	};
}

function startWatch(service: Service, log: Log): { stop(): Promise<void> } {
	let isStopped = false;
	let timer: NodeJS.Timeout | undefined;
	let look: Promise<void> = Promise.resolve();
	const run = (): void => {
		look = service.updates
			.answerWaiting()
			.catch((error: unknown) => log.error({ err: error }, 'people could not be told that their updates wait'))
			.finally(() => {
				if (!isStopped) timer = setTimeout(run, LOOK_EVERY_MS);
			});
	};
	run();
	return {
		async stop() {
			isStopped = true;
			clearTimeout(timer);
			await look;
		},
	};
}
