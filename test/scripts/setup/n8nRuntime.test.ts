import { expect } from 'chai';
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { partOfLock, withAddresses } from '../../../scripts/setup/lockFile.mjs';
import { timeLeft } from '../../../scripts/setup/report.mjs';
import { ROOT } from '../../../scripts/desk/paths.ts';

const EVERYTHING = ['ci.native', 'ci.partial', 'rebuild.native'];

/** Runs the install in a process of its own, as set-up does, with an npm that only pretends. */
function install(cache: string, plan: Record<string, unknown> = {}): { folder: string; calls: string[]; error: string } {
	const notes = mkdtempSync(join(tmpdir(), 'copydesk-notes-'));
	const calls = join(notes, 'calls');
	const npm = join(notes, 'npm-cli.js');
	copyFileSync(join(import.meta.dirname, 'fake-npm-cli.mjs'), npm);
	// The real one is a module of another kind; only the name counts for finding it.
	writeFileSync(join(notes, 'package.json'), '{"type":"module"}');
	writeFileSync(calls, '');
	const program = `const dependencies = { node: Promise.resolve('/nowhere'), all: Promise.resolve() };
		import(${JSON.stringify(join(ROOT, 'scripts/setup/n8nRuntime.mjs'))})
		.then((setup) => setup.ensureN8nRuntime(${JSON.stringify(ROOT)}, ${JSON.stringify(join(notes, 'log'))}, dependencies))
		.then((folder) => process.stdout.write('\\nFOLDER ' + folder), (error) => process.stderr.write(error.message + ' | ' + error.advice))`;
	const result = spawnSync(process.execPath, ['-e', program], {
		encoding: 'utf8',
		env: {
			...process.env,
			COPYDESK_CACHE: cache,
			npm_execpath: npm,
			FAKE_NPM: JSON.stringify(plan),
			FAKE_NPM_CALLS: calls,
			FAKE_NPM_LOCK: join(ROOT, 'scripts', 'n8n', 'package-lock.json'),
			...(plan.version === undefined ? {} : { COPYDESK_N8N_VERSION: String(plan.version) }),
			...(plan.PATH === undefined ? {} : { PATH: String(plan.PATH) }),
		},
	});
	// Two go on side by side.
	const made = readFileSync(calls, 'utf8').split('\n').filter(Boolean).sort();
	rmSync(notes, { recursive: true });
	return { folder: /FOLDER (.*)/.exec(result.stdout)?.[1] ?? '', calls: made, error: result.stderr };
}

describe('Installing n8n into the shared cache', () => {
	let cache: string;
	beforeEach(() => {
		cache = mkdtempSync(join(tmpdir(), 'copydesk-cache-'));
	});
	afterEach(() => rmSync(cache, { recursive: true, force: true }));

	it('installs once, because a second clone shares what the first one made', () => {
		const first = install(cache);
		const second = install(cache);
		expect(first.calls).to.deep.equal(EVERYTHING);
		expect(second.calls).to.deep.equal([]);
		expect(second.folder).to.equal(first.folder);
		expect(readdirSync(join(cache, 'copydesk'))).to.deep.equal([first.folder.split('/').at(-1)]);
	});

	it('leaves nothing under the final name when npm has no network, and says so in one sentence', () => {
		const result = install(cache, { 'ci.partial': 'npm error code ENOTFOUND\nnpm error network request to the registry failed' });
		expect(result.error).to.equal(
			'npm cannot reach its registry while installing n8n: no network, or a proxy in between. | Check the connection ' +
				"(npm ping) and npm's registry and proxy settings, then run the same command again; finished steps are kept.",
		);
		expect(readdirSync(join(cache, 'copydesk'))).to.deep.equal([]);
	});

	it('names a full disk and the way around it', () => {
		const result = install(cache, { 'ci.partial': 'npm error code ENOSPC\nnpm error nospc write' });
		expect(result.error).to.match(/^The disk is full while installing n8n\. \| Free some space .* COPYDESK_CACHE/);
	});

	it('names what a compiler needs and keeps the download, so that the second try only compiles', () => {
		const failed = install(cache, { 'rebuild.native': 'gyp ERR! find Python', PATH: '/nowhere' });
		expect(failed.error).to.match(/python3, make, g\+\+ are missing\. \| .*apt-get install -y python3 make g\+\+/);
		const retried = install(cache);
		expect(retried.calls).to.deep.equal(['ci.native', 'rebuild.native']);
		expect(existsSync(join(retried.folder, '.complete.json'))).to.equal(true);
	});

	it('does not call installed what does not load', () => {
		const result = install(cache, { brokenDriver: true });
		expect(result.error).to.include('trying n8n for the first time');
		expect(readdirSync(join(cache, 'copydesk'))).to.deep.equal([]);
	});

	it('notices a damaged install and makes a new one', () => {
		const { folder } = install(cache);
		rmSync(join(folder, 'node_modules', 'sqlite3', 'build'), { recursive: true });
		expect(install(cache).calls).to.deep.equal(EVERYTHING);
		expect(existsSync(join(folder, 'node_modules', 'sqlite3', 'build', 'Release', 'node_sqlite3.node'))).to.equal(true);
	});

	it('throws away a download that was interrupted, because half of one cannot be told from a whole', () => {
		const { folder } = install(cache);
		rmSync(folder, { recursive: true });
		mkdirSync(join(`${folder}.partial`, 'node_modules', 'left-over'), { recursive: true });
		expect(install(cache).calls).to.deep.equal(EVERYTHING);
		expect(existsSync(join(folder, 'node_modules', 'left-over'))).to.equal(false);
	});

	it('asks for each address, where a registry keeps its files elsewhere than npm does', () => {
		const { folder, calls } = install(cache, { unlikeNpm: true });
		expect(calls).to.deep.equal(['ci.native', 'ci.native', 'ci.partial', 'ci.partial', 'rebuild.native']);
		expect(existsSync(join(folder, '.complete.json'))).to.equal(true);
	});

	it('installs another version beside the first one, and asks npm once what it consists of', () => {
		const { folder } = install(cache);
		const other = install(cache, { version: '2.99.1' });
		expect(other.calls).to.deep.equal([...EVERYTHING, 'install.'].sort());
		expect(other.folder).to.not.equal(folder);
		expect(JSON.parse(readFileSync(join(other.folder, '.complete.json'), 'utf8'))).to.include({ n8n: '2.99.1' });
		expect(install(cache, { version: '2.99.1' }))
			.to.include({ folder: other.folder })
			.and.deep.include({ calls: [] });
		expect(install(cache)).to.include({ folder }).and.deep.include({ calls: [] });
	});

	it('takes no word for a version', () => {
		const refused = install(cache, { version: 'latest; rm' });
		expect([refused.folder, refused.calls]).to.deep.equal(['', []]);
		expect(refused.error).to.include('Expected a version like 2.41.3 but received "latest; rm"');
	});

	it('takes over the lock of a set-up that was killed', () => {
		mkdirSync(join(cache, 'copydesk'), { recursive: true });
		const { folder } = install(cache);
		rmSync(folder, { recursive: true });
		writeFileSync(`${folder}.lock`, JSON.stringify({ pid: process.pid, startedAt: 'another life' }));
		expect(install(cache).calls).to.deep.equal(EVERYTHING);
		expect(existsSync(`${folder}.lock`)).to.equal(false);
	});
});

describe('The locks that set-up makes of ours', () => {
	const lock = {
		lockfileVersion: 3,
		packages: {
			'': { dependencies: { n8n: '2.0.0' } },
			'node_modules/n8n': { version: '2.0.0', integrity: 'sha512-n', dependencies: { driver: '^1.0.0', '@other/tool': '1.0.0' } },
			'node_modules/driver': {
				version: '1.0.1',
				integrity: 'sha512-d',
				dependencies: { tar: '1' },
				optionalDependencies: { gyp: '8', absent: '1' },
			},
			'node_modules/driver/node_modules/tar': { version: '1.9.0', integrity: 'sha512-t', dependencies: { small: '1' } },
			'node_modules/tar': { version: '7.0.0', integrity: 'sha512-7' },
			'node_modules/gyp': { version: '8.1.0', integrity: 'sha512-g', dependencies: { driver: '1' } },
			'node_modules/small': { name: '@maker/small-old', version: '1.0.0', integrity: 'sha512-s' },
			'node_modules/@other/tool': { version: '1.0.0', integrity: 'sha512-o' },
			'node_modules/domain': { version: '1.0.0' },
		},
	};

	it('hold a native module with all that it needs, at the place and in the version that n8n has', () => {
		const { packages } = partOfLock(lock, ['driver']);
		expect(Object.keys(packages).sort()).to.deep.equal([
			'',
			'node_modules/driver',
			'node_modules/driver/node_modules/tar',
			'node_modules/gyp',
			'node_modules/small',
		]);
		expect(packages['']).to.deep.equal({ dependencies: { driver: '1.0.1' } });
	});

	it('hold the address of each package, under its own name', () => {
		const { packages } = withAddresses(lock);
		expect(packages['node_modules/@other/tool']?.resolved).to.equal('https://registry.npmjs.org/@other/tool/-/tool-1.0.0.tgz');
		expect(packages['node_modules/small']?.resolved).to.equal('https://registry.npmjs.org/@maker/small-old/-/small-old-1.0.0.tgz');
		expect(packages['node_modules/domain']?.resolved).to.equal(undefined);
	});
});

describe('The time that set-up says is left', () => {
	it('is what the speed so far gives, rounded up', () => {
		expect(timeLeft(30_000, 0.25)).to.equal('about 1 min 30 s left');
		expect(timeLeft(31_000, 0.5)).to.equal('about 40 s left');
	});

	it('is not said while it would be a guess', () => {
		expect(timeLeft(5_000, 0.05)).to.equal('');
	});
});
