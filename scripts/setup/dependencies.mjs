import { createHash } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withLock } from './lock.mjs';
import { SetupError, step } from './report.mjs';
import { demandSpace, explainFailure, hostNode, run, runNpm } from './run.mjs';

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
	const total = Object.keys(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages).length;
	const progress = step('Packages of this checkout');
	rmSync(join(root, MARKER), { force: true });
	let fetched = 0;
	/** @param {string} line */
	const onLine = (line) => {
		if (/npm http .*\.tgz/.test(line)) progress.update(`${Math.min(++fetched, total)} of about ${total} packages`);
	};
	// No package's own install script runs here: the few that are needed are asked for by name.
	const common = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=http'];
	let result = await runNpm(['ci', ...common], { cwd: root, logFile, onLine });
	if (result.code !== 0 && /\bEUSAGE\b|can only install packages when your package\.json and package-lock\.json/i.test(result.output)) {
		progress.update('package.json and its lock differ, asking npm to settle it');
		result = await runNpm(['install', '--no-save', ...common], { cwd: root, logFile, onLine });
	}
	if (result.code !== 0) {
		progress.failed();
		throw explainFailure('installing the packages of this checkout', result.output, logFile);
	}
	progress.done();
}

/**
 * The `node` package is a Node that npm can install; its one install script fetches the binary for this machine.
 *
 * @param {string} root
 * @param {string} logFile
 */
async function bringNode(root, logFile) {
	const version = wantedNodeVersion(root);
	const progress = step(`Node ${version}`);
	let result = await runNpm(['rebuild', 'node', '--foreground-scripts'], { cwd: root, logFile });
	if (!hasNode(root)) {
		// npm may be told not to run any package's scripts; then the same script is run without it.
		result = await run(hostNode(), ['installArchSpecificPackage.js'], { cwd: join(root, 'node_modules', 'node'), logFile });
	}
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
