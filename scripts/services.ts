// npm run services: renderer, reader and collaboration service in one process, beside an n8n of your own.
//   --n8n <address>   where that n8n is; by default http://127.0.0.1:5678
//   --host <address>  where the three listen; by default on this machine alone
//   --name <name>     the name by which n8n finds them, if they are not on one machine

import { runService } from '@copydesk/kit/server';
import { allocatorEnvironment } from '@copydesk/renderer/allocator';
import { orUsage, parseCommandLine } from './commandLine.ts';
import { withContact } from './desk/contact.ts';
import { readLiveConfig, wayOf } from './desk/live.ts';
import { ownAddress } from './desk/ownAddress.ts';
import { QUIET_NODE, dataFolder, withEnvFile } from './desk/paths.ts';
import { readPorts } from './desk/ports.ts';
import { showNews } from './desk/show.ts';
import { startTogether } from './desk/together.ts';

const values = orUsage('npm run services -- [--n8n <address>] [--host <address>] [--name <name>]', () => {
	const options = {
		n8n: { type: 'string', default: 'http://127.0.0.1:5678' },
		host: { type: 'string' },
		name: { type: 'string' },
	} as const;
	const { values } = parseCommandLine({ options });
	return { ...values, n8n: ownAddress(values.n8n, withEnvFile(process.env)) };
});

// How much memory a program holds is settled when it begins; the reader's main.ts says why it needs so many threads.
const HEAP = '--max-semi-space-size=2';
if (!process.execArgv.includes(HEAP))
	process.execve?.(process.execPath, [process.execPath, ...QUIET_NODE, HEAP, ...process.argv.slice(1)], {
		...allocatorEnvironment,
		UV_THREADPOOL_SIZE: '64',
		...process.env,
	});

await runService('Copydesk', async () => {
	const said = withEnvFile(process.env);
	const live = readLiveConfig(said);
	const env = await withContact(said, live);
	const running = await startTogether({
		live,
		env,
		...{ data: dataFolder('live', env), ports: readPorts(env), way: wayOf(env['COLLAB_UPDATES'], live), tell: showNews },
		ownN8n: { url: values.n8n },
		...(values.host === undefined ? {} : { host: values.host }),
		...(values.name === undefined ? {} : { name: values.name }),
	});
	process.stdout.write(`The keys for n8n are in ${running.keys}\n`);
	return running;
});
