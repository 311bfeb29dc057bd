import { openLog } from '@copydesk/kit/log';
import { listen, runService } from '@copydesk/kit/server';
import { createSandbox, ownToken } from './app.ts';
import { readSandboxConfig } from './config.ts';

const SANDBOX_BOT_ID = 7_000_001;
const STOP_GRACE_MS = 500;

await runService('Sandbox', async () => {
	const config = readSandboxConfig(process.env);
	const log = openLog('sandbox', config.SANDBOX_LOG_LEVEL);
	const token = config.SANDBOX_BOT_TOKEN === '' ? ownToken(config.SANDBOX_DATA_DIR, SANDBOX_BOT_ID) : config.SANDBOX_BOT_TOKEN;
	const sandbox = createSandbox({
		token,
		dataDir: config.SANDBOX_DATA_DIR,
		pictures: config.SANDBOX_PICTURES,
		...(config.SANDBOX_RECORD_FILE === '' ? {} : { recordFile: config.SANDBOX_RECORD_FILE }),
		loopbackWebhooks: config.SANDBOX_WEBHOOKS === 'loopback',
		log,
	});
	const running = await listen(sandbox.app, config.SANDBOX_HOST, config.SANDBOX_PORT, log);
	sandbox.resume();
	return {
		url: running.url,
		async stop() {
			// Live pages never close their connection themselves.
			await running.stop(STOP_GRACE_MS);
			sandbox.close();
		},
	};
});
