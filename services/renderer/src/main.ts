import { armFaultPoint } from '@copydesk/kit/faultPoints';
import { openLog } from '@copydesk/kit/log';
import { listen, runService } from '@copydesk/kit/server';
import { openRenderer } from './app.ts';
import { readRendererConfig } from './config.ts';

await runService('renderer', async () => {
	const config = readRendererConfig(process.env);
	const armed = process.env['COPYDESK_FAULT_POINT'];
	armFaultPoint(armed);
	const renderer = await openRenderer(config, openLog('renderer', config.logLevel), { armed });
	try {
		const running = await listen(renderer.app, config.host, config.port);
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
