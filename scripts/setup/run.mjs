import { spawn } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, readFileSync, statfsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { SetupError } from './report.mjs';

const NO_NETWORK = new RegExp(
	[
		/\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ENETUNREACH|EHOSTUNREACH)\b/,
		/\b(ETIMEDOUT|ERR_SOCKET_TIMEOUT|ENOTCACHED|FETCH_ERROR)\b/,
		/network request to .* failed/,
	]
		.map(({ source }) => source)
		.join('|'),
	'i',
);
/** Lines of a failed command that are kept for working out what went wrong. */
const KEPT_LINES = 400;

/**
 * The environment for npm and n8n: without what an outer `npm start` says about itself, which would point an
 * inner npm at the wrong folder.
 *
 * @param {Record<string, string | undefined>} [extra]
 * @returns {Record<string, string>}
 */
export function cleanEnvironment(extra = {}) {
	const told = /^npm_(lifecycle|package|command|config_local_prefix|config_prefix|node_execpath)/i;
	return Object.fromEntries(
		Object.entries({ ...process.env, ...extra }).flatMap(([key, value]) => (value === undefined || told.test(key) ? [] : [[key, value]])),
	);
}

/**
 * Runs a command to its end with everything it prints in the log file.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd: string, env?: Record<string, string>, logFile: string, onLine?: (line: string) => void }} options
 * @returns {Promise<{ code: number, output: string }>} output holds the last lines only
 */
export function run(command, args, { cwd, env = cleanEnvironment(), logFile, onLine = () => undefined }) {
	mkdirSync(dirname(logFile), { recursive: true });
	appendFileSync(logFile, `\n$ ${command} ${args.join(' ')}\n`);
	return new Promise((resolve) => {
		const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
		/** @type {string[]} */
		let lines = [];
		let rest = '';
		/** @param {Buffer} chunk */
		const take = (chunk) => {
			try {
				appendFileSync(logFile, chunk);
			} catch {
				// A full disk must not hide what the command itself says about it.
			}
			const parts = (rest + chunk.toString('utf8')).split('\n');
			rest = parts.pop() ?? '';
			for (const line of parts) {
				lines.push(line);
				onLine(line);
			}
			if (lines.length > KEPT_LINES * 2) lines = lines.slice(-KEPT_LINES);
		};
		child.stdout.on('data', take);
		child.stderr.on('data', take);
		child.on('error', (error) => resolve({ code: 127, output: `${command}: ${error.message}` }));
		child.on('close', (code, signal) =>
			resolve({ code: code ?? (signal ? 130 : 1), output: [...lines, rest].slice(-KEPT_LINES).join('\n') }),
		);
	});
}

/**
 * This Node, or the one in PATH: set-up may itself run on the Node in node_modules, which a new install removes under it.
 */
export function hostNode() {
	return existsSync(process.execPath) ? process.execPath : 'node';
}

/** npm as the person called it, or the one in PATH. */
export function npmCommand() {
	const outer = process.env.npm_execpath;
	return outer && /npm-cli\.c?js$/.test(outer) ? { command: hostNode(), prefix: [outer] } : { command: 'npm', prefix: [] };
}

/**
 * @param {string[]} args
 * @param {Parameters<typeof run>[2]} options
 */
export function runNpm(args, options) {
	const { command, prefix } = npmCommand();
	return run(command, [...prefix, ...args], options);
}

/**
 * `npm ci` with its progress shown, without any package's own install script: the few that are needed are asked for by
 * name.
 *
 * @param {Parameters<typeof run>[2]} options
 * @param {{ update(text: string, share?: number): void }} [progress]
 * @param {string[]} [command]
 */
export function installLocked(options, progress, command = ['ci']) {
	const total = Object.keys(JSON.parse(readFileSync(join(options.cwd, 'package-lock.json'), 'utf8')).packages).length;
	let fetched = 0;
	return runNpm([...command, '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=http'], {
		...options,
		onLine(line) {
			// Each package is looked up in npm's cache first, which is a line, too.
			if (!/npm http fetch .*\.tgz/.test(line)) return;
			fetched = Math.min(fetched + 1, total);
			// The large ones come last: of two first starts, this was nearer to the time that they took than the plain share.
			progress?.update(`${fetched} of about ${total} packages`, 1 - Math.sqrt(1 - fetched / total));
		},
	});
}

/**
 * Waits for all, and then throws what failed first: a program is not left behind because another one failed.
 *
 * @param {readonly Promise<unknown>[]} work
 */
export async function together(work) {
	await Promise.allSettled(work);
	await Promise.all(work);
}

/**
 * Turns what a failed npm printed into one sentence and one piece of advice.
 *
 * @param {string} doing what was being done, as in "installing n8n"
 * @param {string} output
 * @param {string} logFile
 * @returns {SetupError}
 */
export function explainFailure(doing, output, logFile) {
	if (/\bENOSPC\b|no space left on device/i.test(output)) {
		return new SetupError(
			`The disk is full while ${doing}.`,
			'Free some space (n8n needs about 4 GB) or put the cache elsewhere with COPYDESK_CACHE, then run the same command again.',
		);
	}
	if (NO_NETWORK.test(output)) {
		return new SetupError(
			`npm cannot reach its registry while ${doing}: no network, or a proxy in between.`,
			"Check the connection (npm ping) and npm's registry and proxy settings, then run the same command again; finished steps are kept.",
		);
	}
	if (/\b(EACCES|EPERM|EROFS)\b/.test(output)) {
		return new SetupError(
			`No permission to write while ${doing}.`,
			`Make the checkout and the cache folder writable for you (details: ${logFile}).`,
		);
	}
	if (/\bEINTEGRITY\b|\bZ_BUF_ERROR\b|\bTAR_BAD_ARCHIVE\b/.test(output)) {
		return new SetupError(`A download arrived damaged while ${doing}.`, 'Run `npm cache clean --force`, then the same command again.');
	}
	if (/\b(SELF_SIGNED_CERT_IN_CHAIN|DEPTH_ZERO_SELF_SIGNED_CERT|UNABLE_TO_\w*(CERT|SIGNATURE)\w*|CERT_\w+)\b/.test(output)) {
		return new SetupError(
			`The certificate of npm's registry is not trusted while ${doing}: usually a company's proxy is in between.`,
			"Name the proxy's certificate with NODE_EXTRA_CA_CERTS, then run the same command again.",
		);
	}
	if (/\bE40[13]\b|\bE407\b/.test(output)) {
		return new SetupError(
			`The registry or a proxy refused npm while ${doing}.`,
			"Check npm's registry, login and proxy settings (npm config list), then run the same command again.",
		);
	}
	if (/\bE404\b|\bETARGET\b/.test(output)) {
		return new SetupError(
			`The registry does not have a package needed for ${doing}.`,
			`See which one in ${logFile}; a registry mirror may lag behind.`,
		);
	}
	const lastError = output
		.split('\n')
		.filter((line) => /npm (error|ERR!)|error:/i.test(line))
		.at(0);
	return new SetupError(
		`Failed while ${doing}${lastError ? `: ${lastError.replace(/^npm (error|ERR!)\s*/, '')}` : '.'}`,
		`The whole output is in ${logFile}.`,
	);
}

/**
 * @param {string} folder
 * @param {number} neededBytes
 * @param {string} forWhat
 */
export function demandSpace(folder, neededBytes, forWhat) {
	const { bavail, bsize } = statfsSync(folder);
	const freeBytes = bavail * bsize;
	if (freeBytes >= neededBytes) return;
	/** @param {number} bytes */
	const gigabytes = (bytes) => (bytes / 1e9).toFixed(1);
	throw new SetupError(
		`Not enough room for ${forWhat}: it needs ${gigabytes(neededBytes)} GB in ${folder}, and ${gigabytes(freeBytes)} GB are free.`,
		'Free some space or put the cache elsewhere with COPYDESK_CACHE, then run the same command again.',
	);
}
