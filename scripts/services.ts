// npm run services: renderer, reader and collaboration service in one process, beside an n8n of your own.
//   --n8n <address>   where that n8n is; by default http://127.0.0.1:5678
//   --n8n-ca <file>   the certificate of the authority that signed that n8n's, where it is one of your own
//   --host <address>  where the three listen; by default on this machine alone
//   --name <name>     the name by which n8n finds them, if they are not on one machine

import { runService } from '@copydesk/kit/server';
import { allocatorEnvironment } from '@copydesk/renderer/allocator';
import { orUsage, parseCommandLine } from './commandLine.ts';
import { withContact } from './desk/contact.ts';
import { readLiveConfig, wayOf } from './desk/live.ts';
import { ownAddress } from './desk/ownAddress.ts';
import { trustAuthority } from './desk/ownAuthority.ts';
import { QUIET_NODE, dataFolder, withEnvFile } from './desk/paths.ts';
import { readPorts } from './desk/ports.ts';
import { showNews } from './desk/show.ts';
import { startTogether } from './desk/together.ts';

const values = orUsage('npm run services -- [--n8n <address> [--n8n-ca <file>]] [--host <address>] [--name <name>]', () => {
	const options = {
		n8n: { type: 'string', default: 'http://127.0.0.1:5678' },
		'n8n-ca': { type: 'string' },
		host: { type: 'string' },
		name: { type: 'string' },
	} as const;
	const { values } = parseCommandLine({ options });
	if (values['n8n-ca'] !== undefined) trustAuthority(values['n8n-ca']);
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
	process.stdout.write(leftToDo(running.keys));
	return running;
});

/** What a person types next; without a name all of it is on one machine. */
function leftToDo(keys: string): string {
	const words = `import --at ${values.n8n} --keys ${keys}`;
	const command =
		values.name === undefined
			? `N8N_API_KEY_FILE=n8n-key npm run workflows -- ${words}`
			: `docker exec -e N8N_API_KEY=<the key> ${values.name} node scripts/workflows/main.ts ${words}`;
	return `The keys for n8n are in ${keys}
Once, and after each update: put the package into n8n and restart it (docs/your-own-n8n.md), make a key under Settings → n8n API, and type:
  ${command}
It stores five credentials and ten graphs in n8n, and publishes them. Then write to your bot.
`;
}
