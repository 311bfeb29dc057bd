// Starts one supervised service and waits for ever: the test kills it.

import { Supervised } from '../../../scripts/desk/supervise.ts';
import { fakeSpec } from './fakeSpec.ts';

const [port, folder] = process.argv.slice(2) as [string, string];
const service = new Supervised(
	fakeSpec(Number(port), folder),
	() => undefined,
	() => undefined,
);
await service.start();
process.stdout.write(`${service.pid}\n`);
setInterval(() => undefined, 1_000);
