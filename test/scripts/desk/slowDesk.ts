// Starts one slow service as `npm start` starts the desk's, and stops it at Ctrl-C.

import { join } from 'node:path';
import { StopSignals } from '../../../scripts/desk/signals.ts';
import { Supervised } from '../../../scripts/desk/supervise.ts';
import { fakeSpec } from './fakeSpec.ts';

const [port = '', folder = ''] = process.argv.slice(2);
const stopping = new StopSignals();
const service = new Supervised(
	{
		...fakeSpec(Number(port), folder),
		args: [join(import.meta.dirname, 'slowService.ts'), port, join(folder, 'go')],
		stopTimeoutMs: 60_000,
	},
	() => undefined,
	() => undefined,
);
await service.start();
process.stdout.write('up\n');
await stopping.asked;
stopping.onAgain(() => process.stdout.write('again\n'));
await service.stop();
process.exit(0);
