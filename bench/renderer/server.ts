/** A renderer as a process of its own: `server.ts <data directory> <workers>`. */
import { openLog } from '@copydesk/kit/log';
import { listen, runService } from '@copydesk/kit/server';
import { openRenderer } from '../../services/renderer/src/app.ts';
import { readRendererConfig } from '../../services/renderer/src/config.ts';

export const BENCH_KEY = 'a-key-of-the-bench-that-is-long-enough';

if (import.meta.main) {
	const [dataDir = '', workers = '2'] = process.argv.slice(2);
	await runService('bench', async () => {
		const config = readRendererConfig({
			RENDERER_API_KEY: BENCH_KEY,
			RENDERER_DATA_DIR: dataDir,
			RENDERER_PORT: '0',
			RENDERER_CONCURRENCY: workers,
			RENDERER_LOG_LEVEL: 'error',
		});
		const renderer = await openRenderer(config, openLog('bench', config.logLevel));
		const running = await listen(renderer.app, config.host, config.port);
		return {
			url: running.url,
			async stop() {
				await running.stop(1_000);
				await renderer.close();
			},
		};
	});
}
