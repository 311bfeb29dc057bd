import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { say, step } from './report.mjs';
import { cleanEnvironment, run } from './run.mjs';

/** What some of the tests need from the system; without it they are skipped, and said to be. */
export const TOOLS = [
	{
		need: 'chromium',
		name: 'chromium',
		what: 'browser tests',
		debian: 'chromium',
		isHere: () => inPath('chromium', 'chromium-browser', 'google-chrome') || existsSync('/Applications/Google Chrome.app'),
	},
	{
		need: 'postgres',
		name: 'PostgreSQL',
		what: 'tests on PostgreSQL',
		debian: 'postgresql',
		isHere: () => inPath('postgres') || versionsOf('/usr/lib/postgresql').length > 0,
	},
	{
		need: 'compose',
		name: 'docker-compose',
		what: 'tests of the compose files',
		debian: 'docker-compose',
		isHere: () => inPath('docker-compose'),
	},
	{ need: 'caddy', name: 'Caddy', what: 'tests of the proxy', debian: 'caddy', isHere: () => inPath('caddy') },
	{ need: 'redis', name: 'Redis', what: 'tests of many processes', debian: 'redis-server', isHere: () => inPath('redis-server') },
];

/** @param {string[]} names */
function inPath(...names) {
	const folders = (process.env.PATH ?? '').split(':');
	return names.some((name) => folders.some((folder) => existsSync(join(folder, name))));
}

/** @param {string} folder */
function versionsOf(folder) {
	try {
		return readdirSync(folder).filter((version) => existsSync(join(folder, version, 'bin', 'postgres')));
	} catch {
		return [];
	}
}

function canInstall() {
	try {
		return process.getuid?.() === 0 && /\bID(_LIKE)?=.*debian/.test(readFileSync('/etc/os-release', 'utf8')) && inPath('apt-get');
	} catch {
		return false;
	}
}

/**
 * On Debian as root (a build machine) brings what tests want; anywhere else says what will be skipped and why.
 *
 * @param {string} logFile
 * @param {Set<string>} needs
 */
export async function ensureTestTools(logFile, needs) {
	const wanted = TOOLS.filter(({ need }) => needs.has(need));
	let missing = wanted.filter((tool) => !tool.isHere());
	if (missing.length > 0 && canInstall()) {
		const progress = step(`${missing.map((tool) => tool.name).join(' and ')} from Debian, for the tests`);
		const env = cleanEnvironment({ DEBIAN_FRONTEND: 'noninteractive' });
		const updated = await run('apt-get', ['update', '-q'], { cwd: '/', logFile, env });
		const installed = await run('apt-get', ['install', '-y', '-q', '--no-install-recommends', ...missing.map((tool) => tool.debian)], {
			cwd: '/',
			logFile,
			env,
		});
		if (updated.code === 0 && installed.code === 0) progress.done();
		else progress.failed();
		missing = wanted.filter((tool) => !tool.isHere());
	}
	for (const tool of missing) {
		say(`  ! ${tool.name} is not on this machine: ${tool.what} will be SKIPPED (Debian, Ubuntu: sudo apt-get install -y ${tool.debian})`);
	}
}
