import { createHash } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { withLock } from './lock.mjs';
import { SetupError, step } from './report.mjs';
import { demandSpace, explainFailure, hostNode, installLocked, run, runNpm } from './run.mjs';

const MARKER = 'node_modules/.copydesk-complete';

/** @param {string} root */
export function nodeBinary(root) {
	return join(root, 'node_modules', '.bin', 'node');
}

/**
 * Brings the checkout's own packages and Node 24, unless they are here already.
 *
 * @param {string} root the checkout
 * @param {string} logFile
 */
export async function ensureDependencies(root, logFile) {
	if (isComplete(root)) return;
	await withLock(join(root, '.data', 'setup.lock'), 'installing packages in this checkout', async () => {
		if (isComplete(root)) return;
		if (!matchesLock(root)) await installPackages(root, logFile);
		if (!hasNode(root)) await bringNode(root, logFile);
		const marker = join(root, MARKER);
		writeFileSync(`${marker}.new`, fingerprint(root));
		renameSync(`${marker}.new`, marker);
	});
}

/** @param {string} root */
function fingerprint(root) {
	return createHash('sha256')
		.update(readFileSync(join(root, 'package-lock.json')))
		.update(`${process.platform} ${process.arch}`)
		.digest('hex');
}

/** @param {string} root */
function isComplete(root) {
	try {
		return readFileSync(join(root, MARKER), 'utf8') === fingerprint(root) && hasNode(root);
	} catch {
		return false;
	}
}

/**
 * Whether node_modules already holds what the lock file asks for: npm writes down there what it installed, last of
 * all. Somebody who ran `npm install` by hand need not wait for it a second time.
 *
 * @param {string} root
 */
function matchesLock(root) {
	try {
		const wanted = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
		const present = JSON.parse(readFileSync(join(root, 'node_modules', '.package-lock.json'), 'utf8')).packages;
		return Object.entries(wanted).every(([path, entry]) => {
			if (!path.includes('node_modules/') || entry.optional || entry.peer || entry.devOptional) return true;
			const found = present[path];
			return found !== undefined && found.version === entry.version && existsSync(join(root, path));
		});
	} catch {
		return false;
	}
}

/** @param {string} root */
function wantedNodeVersion(root) {
	return JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).devDependencies.node;
}

/** @param {string} root */
function hasNode(root) {
	try {
		return (
			execFileSync(nodeBinary(root), ['--version'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim() ===
			`v${wantedNodeVersion(root)}`
		);
	} catch {
		return false;
	}
}

/**
 * @param {string} root
 * @param {string} logFile
 */
async function installPackages(root, logFile) {
	demandSpace(root, 1.5e9, 'the packages of this checkout');
	const progress = step('Packages of this checkout');
	rmSync(join(root, MARKER), { force: true });
	let result = await installLocked({ cwd: root, logFile }, progress);
	if (result.code !== 0 && /\bEUSAGE\b|can only install packages when your package\.json and package-lock\.json/i.test(result.output)) {
		progress.update('package.json and its lock differ, asking npm to settle it');
		result = await installLocked({ cwd: root, logFile }, progress, ['install', '--no-save']);
	}
	if (result.code !== 0) {
		progress.failed();
		throw explainFailure('installing the packages of this checkout', result.output, logFile);
	}
	progress.done();
}

/**
 * The binary of the `node` package, from the package that its maker has for this platform. Its own install script would
 * fetch that one without a lock; where ours has it, npm checks its hash.
 *
 * @param {string} root
 * @param {string} logFile
 */
async function bringNode(root, logFile) {
	const version = wantedNodeVersion(root);
	const progress = step(`Node ${version}`);
	const result = isNodeLocked(root) ? await bringLockedNode(root, logFile) : await bringNodeByItsScript(root, logFile);
	if (!hasNode(root)) {
		progress.failed();
		if (result.code !== 0) throw explainFailure(`bringing Node ${version}`, result.output, logFile);
		throw new SetupError(
			`Node ${version} does not run on this machine (${process.platform} ${process.arch}).`,
			`See ${logFile}; on an old Linux its C library may be too old.`,
		);
	}
	progress.done();
}

const PLATFORM_PACKAGE = `node-${process.platform}-${process.arch}`;

/** @param {string} root */
function isNodeLocked(root) {
	const { packages } = JSON.parse(readFileSync(join(root, 'scripts', 'node', 'package-lock.json'), 'utf8'));
	return packages[`node_modules/${PLATFORM_PACKAGE}`]?.integrity !== undefined;
}

/**
 * Installed aside and moved to where the package's own script would have put it, the binary last.
 *
 * @param {string} root
 * @param {string} logFile
 */
async function bringLockedNode(root, logFile) {
	const partial = join(root, 'node_modules', '.copydesk-node');
	rmSync(partial, { recursive: true, force: true, maxRetries: 3 });
	mkdirSync(partial, { recursive: true });
	for (const file of ['package.json', 'package-lock.json', '.npmrc'])
		copyFileSync(join(root, 'scripts', 'node', file), join(partial, file));
	const result = await runNpm(['ci', '--prefix', partial, '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: partial, logFile });
	const fetched = join(partial, 'node_modules', PLATFORM_PACKAGE);
	if (result.code !== 0) return result;
	// npm passes over a package that is for one platform only, whatever is wrong with it.
	if (!existsSync(fetched))
		throw new SetupError(
			`The registry does not give the ${PLATFORM_PACKAGE} that scripts/node/package-lock.json names, or what it gives has another hash.`,
			'Run `npm cache clean --force`, then the same command again; if that does not help, do not use this registry.',
		);
	const home = join(root, 'node_modules', 'node');
	const settled = join(home, 'node_modules', PLATFORM_PACKAGE);
	rmSync(settled, { recursive: true, force: true, maxRetries: 3 });
	mkdirSync(dirname(settled), { recursive: true });
	renameSync(fetched, settled);
	mkdirSync(join(home, 'bin'), { recursive: true });
	rmSync(join(home, 'bin', 'node.new'), { force: true });
	linkSync(join(settled, 'bin', 'node'), join(home, 'bin', 'node.new'));
	renameSync(join(home, 'bin', 'node.new'), join(home, 'bin', 'node'));
	// npm links a command only where its file exists, and this one came after npm.
	const link = nodeBinary(root);
	mkdirSync(dirname(link), { recursive: true });
	rmSync(link, { force: true });
	symlinkSync(join('..', 'node', 'bin', 'node'), link);
	rmSync(partial, { recursive: true, force: true, maxRetries: 3 });
	return result;
}

/**
 * @param {string} root
 * @param {string} logFile
 */
async function bringNodeByItsScript(root, logFile) {
	const result = await runNpm(['rebuild', 'node', '--foreground-scripts', '--ignore-scripts=false'], { cwd: root, logFile });
	if (hasNode(root)) return result;
	// npm may be told not to run any package's scripts; then the same script is run without it.
	return await run(hostNode(), ['installArchSpecificPackage.js'], { cwd: join(root, 'node_modules', 'node'), logFile });
}
