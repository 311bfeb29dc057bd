// Brings everything that running or testing Copydesk needs, then hands over to another script on Node 24.
// Plain JavaScript for Node 20 and up, without a dependency: it is what runs before anything is installed.
//
//   node scripts/setup.mjs [--services | --test] [--tools <need,…>] [--then <script> [arguments]]
//   --services: only what our own programs need, without n8n
//   --tools: programs of the system that the script runs
//   --test: what the groups of tests need that are named after the script

import { spawn } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { dropNodeAside, ensureDependencies, nodeBinary } from './setup/dependencies.mjs';
import { ensureN8nRuntime } from './setup/n8nRuntime.mjs';
import { parentOf } from './setup/processes.mjs';
import { SetupError, say, sinceStart, step } from './setup/report.mjs';
import { cleanEnvironment, explainFailure, npmCommand, run, together } from './setup/run.mjs';
import { ensureTestTools } from './setup/testTools.mjs';
import { needsOf } from './test/groups.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const logFile = join(root, '.data', 'logs', 'setup.log');

/** Warnings of Node about its own features, which tell the person who starts the desk nothing. */
const QUIET = ['--disable-warning=MODULE_TYPELESS_PACKAGE_JSON', '--disable-warning=ExperimentalWarning'];

const thenAt = process.argv.indexOf('--then');
const asked = readOptions();
const next = thenAt === -1 ? [] : process.argv.slice(thenAt + 1);

try {
	demandUsableMachine();
	mkdirSync(dirname(logFile), { recursive: true });
	const needs = asked.test ? needsOf(root, next.slice(1)) : new Set();
	const needsN8n = asked.test ? needs.has('n8n') : !asked.services;
	const dependencies = ensureDependencies(root, logFile);
	const built = dependencies.all.then(() => (needsN8n || needs.has('package') ? buildPackage() : undefined));
	await together([built, ...(needsN8n ? [ensureN8nRuntime(root, logFile, dependencies)] : [])]);
	dropNodeAside(root);
	await ensureTestTools(logFile, new Set([...needs, ...asked.tools.split(',')]));
} catch (error) {
	if (!(error instanceof SetupError)) {
		const { code, message } = /** @type {NodeJS.ErrnoException} */ (error);
		if (code === 'ENOSPC' || code === 'EACCES' || code === 'EROFS') fail(explainFailure('setting up', message, logFile));
		throw error;
	}
	fail(error);
}

if (next.length === 0) say(`Copydesk is set up (${sinceStart()}).`);
else handOver(next);

function readOptions() {
	try {
		return parseArgs({
			args: process.argv.slice(2, thenAt === -1 ? undefined : thenAt),
			options: {
				services: { type: 'boolean', default: false },
				test: { type: 'boolean', default: false },
				tools: { type: 'string', default: '' },
			},
		}).values;
	} catch (error) {
		const usage = 'Usage: node scripts/setup.mjs [--services | --test] [--tools <need,…>] [--then <script> [arguments]]\n';
		if (process.argv.includes('--help')) process.stdout.write(usage);
		else process.stderr.write(`${/** @type {Error} */ (error).message.split('. ')[0]}\n${usage}`);
		process.exit(process.argv.includes('--help') ? 0 : 2);
	}
}

/** @param {SetupError} error */
function fail(error) {
	process.stderr.write(`\nCopydesk cannot be set up: ${error.message}\nWhat to do: ${error.advice}\n`);
	process.exit(1);
}

function demandUsableMachine() {
	if (Number.parseInt(process.versions.node, 10) < 20)
		throw new SetupError(
			`This is Node ${process.versions.node}, and set-up needs Node 20 or newer.`,
			'Install a newer Node from https://nodejs.org; the desk itself brings the Node it runs on.',
		);
	const supported = ['linux', 'darwin'].includes(process.platform) && ['x64', 'arm64'].includes(process.arch);
	if (!supported) {
		throw new SetupError(
			`${process.platform} on ${process.arch} is not supported: Copydesk runs on Linux and macOS, x64 and arm64.`,
			process.platform === 'win32' ? 'Use it inside WSL 2.' : 'Use another machine or a container.',
		);
	}
	const { command, prefix } = npmCommand();
	if (prefix.length === 0 && !(process.env.PATH ?? '').split(':').some((folder) => existsSync(join(folder, command)))) {
		throw new SetupError('npm is not in PATH.', 'Install npm (it comes with Node), then run the same command again.');
	}
}

/** The n8n package of this checkout, made again only when its sources changed. */
async function buildPackage() {
	const title = 'The n8n package of this checkout';
	// Nothing is said about finding it as it should be, which is done in no time.
	/** @type {ReturnType<typeof step> | undefined} */
	let progress;
	const timer = setTimeout(() => (progress = step(title)), 1_000);
	const result = await run(nodeBinary(root), [...QUIET, 'scripts/build.ts', '--if-changed', '--pack'], { cwd: root, logFile });
	clearTimeout(timer);
	if (result.code !== 0) {
		progress?.failed();
		process.stderr.write(`${result.output.trim()}\n`);
		throw new SetupError('The n8n package does not build.', `The compiler's words are above and in ${logFile}.`);
	}
	progress?.done();
}

/**
 * Becomes the script as far as anybody outside can tell: same output, same signals, same exit code.
 *
 * @param {string[]} command
 */
function handOver(command) {
	const child = spawn(nodeBinary(root), [...QUIET, ...command], {
		cwd: root,
		// The channel tells the script when its parent has gone.
		stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
		env: cleanEnvironment({
			PATH: `${dirname(nodeBinary(root))}:${process.env.PATH}`,
			// Our programs are TypeScript: Node keeps what it made of them, and each start takes a third less.
			NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(root, 'node_modules', '.cache', 'compiled'),
		}),
	});
	for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.on(signal, () => child.kill(signal));
	child.on('error', (error) => fail(new SetupError(`${command[0]} does not start: ${error.message}`, `See ${logFile}.`)));
	child.on('exit', (code, signal) => {
		if (signal === null) process.exit(code ?? 1);
		for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.removeAllListeners(name);
		process.kill(process.pid, signal);
	});
	if (process.env.npm_lifecycle_event !== undefined) leaveWithParent(child);
}

/**
 * npm passes on what can be passed on; when npm itself is killed outright, or the shell that it puts between, only
 * the missing parent tells.
 *
 * @param {import('node:child_process').ChildProcess} child
 */
function leaveWithParent(child) {
	const line = () => `${process.ppid} ${parentOf(process.ppid)}`;
	const atStart = line();
	const timer = setInterval(() => {
		if (line() === atStart) return;
		clearInterval(timer);
		child.kill('SIGTERM');
	}, 2_000);
	timer.unref();
}
