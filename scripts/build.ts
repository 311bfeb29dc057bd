// npm run build: compiles the n8n package into dist/.
//   --if-changed   only if its sources changed since the last time
//   --pack         and makes its tarball

import { buildDist, builtPackage } from './desk/package.ts';

try {
	if (process.argv.includes('--if-changed') || process.argv.includes('--pack')) {
		const built = await builtPackage();
		process.stdout.write(`${built.name} ${built.version}: ${built.tarball}\n`);
	} else {
		await buildDist();
	}
} catch (error) {
	process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
	process.exitCode = 1;
}
