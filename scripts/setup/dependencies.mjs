import { createHash } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import {
	copyFileSync,
	cpSync,
	existsSync,
	linkSync,
	mkdirSync,
	readFileSync,
	renameSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { withLock } from './lock.mjs';
import { SetupError, step } from './report.mjs';
import { demandSpace, explainFailure, hostNode, installLocked, run, runNpm, together } from './run.mjs';

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
 * @returns {{ node: Promise<string>, all: Promise<void> }} node: the folder of a Node that runs and has its headers, which is there
 *     long before all packages are
 */
export function ensureDependencies(root, logFile) {
	/** @type {(home: string) => void} */
	let found = () => undefined;
	/** @type {Promise<string>} */
	const early = new Promise((resolve) => (found = resolve));
	const all = isComplete(root)
		? Promise.resolve()
		: withLock(join(root, '.data', 'setup.lock'), 'installing packages in this checkout', async () => {
				if (isComplete(root)) return;
				const needsNode = !hasNode(root);
				const fetched = needsNode && isNodeLocked(root) ? fetchNode(root, logFile) : undefined;
				fetched?.then(found, () => undefined);
				await together([matchesLock(root) ? Promise.resolve() : installPackages(root, logFile), fetched ?? Promise.resolve()]);
				if (fetched !== undefined) settleNode(root, await fetched);
				else if (!hasNode(root)) await bringNodeByItsScript(root, logFile);
				const marker = join(root, MARKER);
				writeFileSync(`${marker}.new`, fingerprint(root));
				renameSync(`${marker}.new`, marker);
			});
	const node = Promise.race([early, all.then(() => nodeHome(root))]);
	node.catch(() => undefined);
	return { node, all };
}

/**
 * Where the package of the Node in this checkout is, as far as there is one for this platform.
 *
 * @param {string} root
 */
function nodeHome(root) {
	const home = join(root, 'node_modules', 'node');
	const own = join(home, 'node_modules', PLATFORM_PACKAGE);
	return existsSync(own) ? own : home;
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
	return runsHere(nodeBinary(root), wantedNodeVersion(root));
}

/**
 * @param {string} binary
 * @param {string} version
 */
function runsHere(binary, version) {
	try {
		return execFileSync(binary, ['--version'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim() === `v${version}`;
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

const PLATFORM_PACKAGE = `node-${process.platform}-${process.arch}`;

/** @param {string} root */
function isNodeLocked(root) {
	const { packages } = JSON.parse(readFileSync(join(root, 'scripts', 'node', 'package-lock.json'), 'utf8'));
	return packages[`node_modules/${PLATFORM_PACKAGE}`]?.integrity !== undefined;
}

/** @param {string} root */
const nodeAside = (root) => join(root, '.data', 'node-aside');

/**
 * The binary of the `node` package, from the package that its maker has for this platform. Its own install script would
 * fetch that one without a lock; where ours has it, npm checks its hash. It is fetched aside, because npm empties
 * node_modules at the same time.
 *
 * @param {string} root
 * @param {string} logFile
 */
async function fetchNode(root, logFile) {
	const version = wantedNodeVersion(root);
	const progress = step(`Node ${version}`);
	const aside = nodeAside(root);
	rmSync(aside, { recursive: true, force: true, maxRetries: 3 });
	mkdirSync(aside, { recursive: true });
	for (const file of ['package.json', 'package-lock.json', '.npmrc']) copyFileSync(join(root, 'scripts', 'node', file), join(aside, file));
	const result = await runNpm(['ci', '--prefix', aside, '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: aside, logFile });
	const fetched = join(aside, 'node_modules', PLATFORM_PACKAGE);
	// npm passes over a package that is for one platform only, whatever is wrong with it.
	const problem =
		result.code !== 0
			? explainFailure(`bringing Node ${version}`, result.output, logFile)
			: !existsSync(fetched)
				? new SetupError(
						`The registry does not give the ${PLATFORM_PACKAGE} of scripts/node/package-lock.json, or what it gives has another hash.`,
						'Run `npm cache clean --force`, then the same command again; if that does not help, do not use this registry.',
					)
				: runsHere(join(fetched, 'bin', 'node'), version)
					? undefined
					: doesNotRun(version, logFile);
	if (problem !== undefined) {
		progress.failed();
		throw problem;
	}
	progress.done();
	return fetched;
}

/**
 * Copies it to where the package's own script would have put it, the binary last. The one aside may be in use.
 *
 * @param {string} root
 * @param {string} fetched
 */
function settleNode(root, fetched) {
	const home = join(root, 'node_modules', 'node');
	const settled = join(home, 'node_modules', PLATFORM_PACKAGE);
	rmSync(settled, { recursive: true, force: true, maxRetries: 3 });
	mkdirSync(dirname(settled), { recursive: true });
	cpSync(fetched, settled, { recursive: true });
	mkdirSync(join(home, 'bin'), { recursive: true });
	rmSync(join(home, 'bin', 'node.new'), { force: true });
	linkSync(join(settled, 'bin', 'node'), join(home, 'bin', 'node.new'));
	renameSync(join(home, 'bin', 'node.new'), join(home, 'bin', 'node'));
	// npm links a command only where its file exists, and this one came after npm.
	const link = nodeBinary(root);
	mkdirSync(dirname(link), { recursive: true });
	rmSync(link, { force: true });
	symlinkSync(join('..', 'node', 'bin', 'node'), link);
}

/**
 * When nobody uses it any more.
 *
 * @param {string} root
 */
export function dropNodeAside(root) {
	rmSync(nodeAside(root), { recursive: true, force: true, maxRetries: 3 });
}

/**
 * @param {string} version
 * @param {string} logFile
 */
function doesNotRun(version, logFile) {
	return new SetupError(
		`Node ${version} does not run on this machine (${process.platform} ${process.arch}).`,
		`See ${logFile}; on an old Linux its C library may be too old.`,
	);
}

/**
 * For a system of which our lock has no Node.
 *
 * @param {string} root
 * @param {string} logFile
 */
async function bringNodeByItsScript(root, logFile) {
	const version = wantedNodeVersion(root);
	const progress = step(`Node ${version}`);
	let result = await runNpm(['rebuild', 'node', '--foreground-scripts', '--ignore-scripts=false'], { cwd: root, logFile });
	// npm may be told not to run any package's scripts; then the same script is run without it.
	if (!hasNode(root))
		result = await run(hostNode(), ['installArchSpecificPackage.js'], { cwd: join(root, 'node_modules', 'node'), logFile });
	if (hasNode(root)) return progress.done();
	progress.failed();
	throw result.code === 0 ? doesNotRun(version, logFile) : explainFailure(`bringing Node ${version}`, result.output, logFile);
}
