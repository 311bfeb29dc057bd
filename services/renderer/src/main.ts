import { armFaultPoint } from '@copydesk/kit/faultPoints';
import { openLog } from '@copydesk/kit/log';
import { listen, runService } from '@copydesk/kit/server';
import { openRenderer } from './app.ts';
import { readRendererConfig } from './config.ts';

await runService('renderer', async () => {
	const config = readRendererConfig(process.env);
	const armed = process.env['COPYDESK_FAULT_POINT'];
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
});
