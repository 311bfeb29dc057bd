import { openLog } from '@copydesk/kit/log';
import { listen, runService } from '@copydesk/kit/server';
import { openReader } from './app.ts';
import { readReaderConfig } from './config.ts';

// The system's resolver blocks a thread of Node's pool for as long as a dead name server is silent, and may take half of them:
// with four, two such names would keep everybody else from being resolved in time.
process.env['UV_THREADPOOL_SIZE'] ??= '64';

await runService('reader', async () => {
	const config = readReaderConfig(process.env);
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
});
