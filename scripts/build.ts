// npm run build: compiles the n8n package into dist/.
//   --if-changed   only if its sources changed since the last time
//   --pack         and makes its tarball

import { orUsage, parseCommandLine } from './commandLine.ts';
import { buildDist, builtPackage } from './desk/package.ts';

const { values } = orUsage('npm run build -- [--if-changed] [--pack]', () =>
	parseCommandLine({ options: { 'if-changed': { type: 'boolean' }, pack: { type: 'boolean' } } }),
);
try {
	if (values['if-changed'] === true || values.pack === true) {
		const built = await builtPackage();
		process.stdout.write(`${built.name} ${built.version}: ${built.tarball}\n`);
	} else {
		await buildDist();
	}
} catch (error) {
	process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
	process.exitCode = 1;
}
