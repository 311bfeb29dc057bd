import type { Environment } from '@copydesk/kit/config';
import { openLog } from '@copydesk/kit/log';
import { listen, type RunningService } from '@copydesk/kit/server';
import { openReader } from './app.ts';
import { readReaderConfig } from './config.ts';

/** Starts the reader from its environment. */
export async function start(env: Environment): Promise<RunningService> {
	const config = readReaderConfig(env);
	const log = openLog('reader', config.logLevel);
	const reader = await openReader(config, log);
	try {
		const running = await listen(reader.app, config.host, config.port, log);
		return {
			url: running.url,
			async stop() {
				await running.stop();
				await reader.close();
			},
		};
	} catch (error) {
		await reader.close();
		throw error;
	}
}
