import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { nodeBinary } from './dependencies.mjs';
import { withLock } from './lock.mjs';
import { partOfLock, withAddresses } from './lockFile.mjs';
import { SetupError, say, step } from './report.mjs';
import { cleanEnvironment, demandSpace, explainFailure, installLocked, run, runNpm, together } from './run.mjs';

/** Changes when the way of installing changes, so that an install made the old way is not taken for a new one. */
const RECIPE = '1';
/** Written last; an install without it is not one. */
const COMPLETE = '.complete.json';
/** In an unfinished install: npm's part is done and need not be repeated. */
const DOWNLOADED = '.downloaded';
const NATIVE_MODULES = ['sqlite3', 'isolated-vm'];

/** Where all checkouts of this user share what is large. */
export function cacheFolder() {
	return join(process.env.COPYDESK_CACHE || process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'copydesk');
}

/**
 * Where it says which n8n is installed: in this checkout, or for the version that COPYDESK_N8N_VERSION names in the cache.
 *
 * @param {string} root
 */
function homeOf(root) {
	const other = process.env.COPYDESK_N8N_VERSION;
	return other && other !== n8nVersion(root) ? join(cacheFolder(), `n8n-${other}.lock-file`) : join(root, 'scripts', 'n8n');
}

/**
 * The folder of the n8n that this checkout runs: its name says exactly what is in it.
 *
 * @param {string} root the checkout
 */
export function n8nRuntimeFolder(root) {
	const recipe = createHash('sha256').update(`${RECIPE} ${process.platform} ${process.arch} `);
	for (const file of ['package.json', 'package-lock.json']) recipe.update(readFileSync(join(homeOf(root), file)));
	recipe.update(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).devDependencies.node);
	return join(cacheFolder(), `n8n-${recipe.digest('hex').slice(0, 16)}`);
}

/**
 * Installs n8n into the cache unless a whole one is there. What is half done lives in a folder of another name and
 * becomes the install by one rename.
 *
 * @param {string} root
 * @param {string} logFile
 * @param {{ node: Promise<string>, all: Promise<unknown> }} dependencies the Node that n8n runs on, and what this checkout needs
 * @returns {Promise<string>} the folder
 */
export async function ensureN8nRuntime(root, logFile, { node, all }) {
	await lockOtherVersion(root, logFile);
	const folder = n8nRuntimeFolder(root);
	if (isWhole(root, folder)) return folder;
	try {
		mkdirSync(dirname(folder), { recursive: true });
	} catch (error) {
		throw new SetupError(
			`The cache folder ${dirname(folder)} cannot be made (${/** @type {NodeJS.ErrnoException} */ (error).code}).`,
			'Name a folder that is writable for you with COPYDESK_CACHE.',
		);
	}
	await withLock(`${folder}.lock`, 'installing n8n into the shared cache', async () => {
		if (isWhole(root, folder)) return;
		if (existsSync(folder)) {
			say(`  · The n8n in ${folder} is damaged or incomplete: installing it again`);
			rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
		}
		const partial = `${folder}.partial`;
		const native = `${folder}.native`;
		// The compiler works while npm downloads.
		try {
			await together([download(root, partial, logFile), node.then((home) => compile(root, native, home, logFile))]);
			for (const file of compiled(native)) {
				mkdirSync(dirname(join(partial, file)), { recursive: true });
				copyFileSync(join(native, file), join(partial, file));
			}
		} finally {
			rmSync(native, { recursive: true, force: true, maxRetries: 3 });
		}
		await all;
		await prove(root, partial, logFile);
		writeFileSync(join(partial, COMPLETE), JSON.stringify({ n8n: versionIn(homeOf(root)), files: proofOf(partial) }, null, '\t'));
		renameSync(partial, folder);
	});
	return folder;
}

/**
 * The n8n that this checkout was tried with.
 *
 * @param {string} root
 */
export function n8nVersion(root) {
	return versionIn(join(root, 'scripts', 'n8n'));
}

/** @param {string} home */
function versionIn(home) {
	return JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')).dependencies.n8n;
}

/**
 * Asks npm once for the packages of a version that has no lock file in this checkout.
 *
 * @param {string} root
 * @param {string} logFile
 */
async function lockOtherVersion(root, logFile) {
	const [home, own] = [homeOf(root), join(root, 'scripts', 'n8n')];
	if (home === own || existsSync(home)) return;
	const version = process.env.COPYDESK_N8N_VERSION ?? '';
	if (!/^\d+\.\d+\.\d+$/.test(version))
		throw new SetupError(`COPYDESK_N8N_VERSION: Expected a version like 2.41.3 but received "${version}".`, 'Run `npm view n8n versions`.');
	const progress = step(`The list of packages of n8n ${version}`);
	const coming = `${home}.${process.pid}`;
	mkdirSync(coming, { recursive: true });
	const wanted = JSON.parse(readFileSync(join(own, 'package.json'), 'utf8'));
	writeFileSync(join(coming, 'package.json'), JSON.stringify({ ...wanted, dependencies: { n8n: version } }));
	copyFileSync(join(own, '.npmrc'), join(coming, '.npmrc'));
	const result = await runNpm(['install', '--package-lock-only', '--ignore-scripts', '--omit=dev'], { cwd: coming, logFile });
	if (result.code !== 0) {
		progress.failed();
		rmSync(coming, { recursive: true, force: true });
		throw explainFailure(`looking for n8n ${version}`, result.output, logFile);
	}
	renameSync(coming, home);
	progress.done();
}

/**
 * What an install is recognised by later: sizes of the files it cannot run without and the number of packages.
 *
 * @param {string} folder
 */
function proofOf(folder) {
	/** @param {string} path */
	const size = (path) => statSync(join(folder, path)).size;
	const packages = join(folder, 'node_modules');
	return {
		packages: readdirSync(packages).filter((name) => !name.startsWith('.')).length,
		lock: size('node_modules/.package-lock.json'),
		cli: size('node_modules/n8n/bin/n8n'),
		editor: readdirSync(join(packages, 'n8n-editor-ui', 'dist', 'assets')).length,
		sqlite: size('node_modules/sqlite3/build/Release/node_sqlite3.node'),
	};
}

/**
 * @param {string} root
 * @param {string} folder
 */
function isWhole(root, folder) {
	try {
		const noted = JSON.parse(readFileSync(join(folder, COMPLETE), 'utf8'));
		return noted.n8n === versionIn(homeOf(root)) && JSON.stringify(noted.files) === JSON.stringify(proofOf(folder));
	} catch {
		return false;
	}
}

/**
 * @param {string} root
 * @param {string} partial
 * @param {string} logFile
 */
async function download(root, partial, logFile) {
	if (existsSync(join(partial, DOWNLOADED))) {
		say('  ✓ n8n was downloaded before, going on from there');
		return;
	}
	rmSync(partial, { recursive: true, force: true, maxRetries: 3 });
	demandSpace(dirname(partial), 4e9, 'n8n');
	mkdirSync(partial, { recursive: true });
	const home = homeOf(root);
	for (const file of ['package.json', '.npmrc']) copyFileSync(join(home, file), join(partial, file));
	const progress = step(`n8n ${versionIn(home)} (large: about 2 GB, once for all checkouts)`);
	const result = await installFrom(readLock(home), partial, logFile, progress);
	if (result.code !== 0) {
		progress.failed();
		rmSync(partial, { recursive: true, force: true, maxRetries: 3 });
		throw explainFailure('installing n8n', result.output, logFile);
	}
	writeFileSync(join(partial, DOWNLOADED), '');
	progress.done();
}

/** @param {string} home */
function readLock(home) {
	return JSON.parse(readFileSync(join(home, 'package-lock.json'), 'utf8'));
}

/**
 * A registry may keep its files at addresses of its own; then npm asks it for each.
 *
 * @param {ReturnType<typeof readLock>} lock
 * @param {string} folder
 * @param {string} logFile
 * @param {ReturnType<typeof step>} [progress]
 */
async function installFrom(lock, folder, logFile, progress) {
	/** @param {typeof lock} content */
	const install = (content) => {
		writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(content));
		return installLocked({ cwd: folder, logFile }, progress, ['ci', '--omit=dev']);
	};
	const result = await install(withAddresses(lock));
	return result.code !== 0 && /\bE404\b/.test(result.output) ? await install(lock) : result;
}

/**
 * The native modules, each in the version that n8n's lock names, in a folder of their own. The SQLite driver is fetched
 * ready-made where its makers' server can be reached, and compiled where not.
 *
 * @param {string} root
 * @param {string} native
 * @param {string} nodeHome
 * @param {string} logFile
 */
async function compile(root, native, nodeHome, logFile) {
	const progress = step("n8n's native modules (a minute or two if they have to be compiled)");
	rmSync(native, { recursive: true, force: true, maxRetries: 3 });
	mkdirSync(native, { recursive: true });
	const home = homeOf(root);
	copyFileSync(join(home, '.npmrc'), join(native, '.npmrc'));
	const part = partOfLock(readLock(home), NATIVE_MODULES);
	writeFileSync(join(native, 'package.json'), JSON.stringify(part.packages['']));
	const fetched = await installFrom(part, native, logFile);
	if (fetched.code !== 0) {
		progress.failed();
		throw explainFailure("fetching n8n's native modules", fetched.output, logFile);
	}
	const result = await runNpm(['rebuild', '--foreground-scripts', '--ignore-scripts=false', ...NATIVE_MODULES], {
		cwd: native,
		logFile,
		env: cleanEnvironment({
			PATH: `${join(nodeHome, 'bin')}:${process.env.PATH}`,
			// The compiler then takes a third of the time, and SQLite is no slower.
			CFLAGS: `${process.env.CFLAGS ?? ''} -O1 -w`.trim(),
			// The Node that came by npm brings its own headers, so that nothing is fetched for them.
			...(existsSync(join(nodeHome, 'include', 'node', 'node_api.h')) ? { npm_config_nodedir: nodeHome } : {}),
		}),
	});
	if (result.code === 0) {
		progress.done("n8n's native modules");
		return;
	}
	progress.failed();
	const missing = missingCompilerTools();
	if (missing.length > 0) {
		throw new SetupError(
			`n8n's SQLite driver has to be compiled on this machine, and ${missing.join(', ')} ${missing.length === 1 ? 'is' : 'are'} missing.`,
			process.platform === 'darwin'
				? 'Run `xcode-select --install`, then the same command again; the download is kept.'
				: 'Install them (Debian, Ubuntu: `sudo apt-get install -y python3 make g++`), ' +
					'then run the same command again; the download is kept.',
		);
	}
	throw explainFailure("compiling n8n's native modules", result.output, logFile);
}

/**
 * The files that compiling or fetching made. n8n looks for them at the same places in its own folder.
 *
 * @param {string} native
 */
function compiled(native) {
	return NATIVE_MODULES.flatMap((name) => {
		const release = join('node_modules', name, 'build', 'Release');
		if (!existsSync(join(native, release))) return [];
		const files = readdirSync(join(native, release)).filter((file) => file.endsWith('.node'));
		return files.map((file) => join(release, file));
	});
}

function missingCompilerTools() {
	/** @param {string} name */
	const found = (name) => (process.env.PATH ?? '').split(':').some((folder) => existsSync(join(folder, name)));
	/** @type {[name: string, commands: string[]][]} */
	const tools = [
		['python3', ['python3', 'python']],
		['make', ['make', 'gmake']],
		['g++', ['g++', 'c++', 'clang++']],
	];
	return tools.filter(([, names]) => !names.some(found)).map(([name]) => name);
}

/**
 * Nothing counts as installed that has not run.
 *
 * @param {string} root
 * @param {string} partial
 * @param {string} logFile
 */
async function prove(root, partial, logFile) {
	const options = { cwd: partial, logFile };
	const native = await run(nodeBinary(root), ['-e', NATIVE_MODULES.map((name) => `require(${JSON.stringify(name)})`).join(';')], options);
	const version = native.code === 0 ? await run(nodeBinary(root), ['node_modules/n8n/bin/n8n', '--version'], options) : native;
	if (native.code === 0 && version.code === 0 && version.output.includes(versionIn(homeOf(root)))) return;
	// A damaged download would be damaged again: start from nothing next time.
	rmSync(partial, { recursive: true, force: true, maxRetries: 3 });
	throw explainFailure('trying n8n for the first time', (native.code === 0 ? version : native).output, logFile);
}
