import type { Environment } from '@copydesk/kit/config';
import { armFaultPoint } from '@copydesk/kit/faultPoints';
import { openLog } from '@copydesk/kit/log';
import { listen, type RunningService } from '@copydesk/kit/server';
import { openRenderer } from './app.ts';
import { readRendererConfig } from './config.ts';

/** Starts the renderer from its environment. */
export async function start(env: Environment): Promise<RunningService> {
	const config = readRendererConfig(env);
	const armed = env['COPYDESK_FAULT_POINT'];
	armFaultPoint(armed);
	const log = openLog('renderer', config.logLevel);
	const renderer = await openRenderer(config, log, { armed });
	try {
		const running = await listen(renderer.app, config.host, config.port, log);
		return {
			url: running.url,
			async stop() {
				await running.stop();
				await renderer.close();
			},
		};
	} catch (error) {
		await renderer.close();
		throw error;
	}
}
