import { expect } from 'chai';
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../../../scripts/desk/paths.ts';

/** Runs the install in a process of its own, as set-up does, with an npm that only pretends. */
function install(cache: string, plan: Record<string, unknown> = {}): { folder: string; calls: string[]; error: string } {
	const notes = mkdtempSync(join(tmpdir(), 'copydesk-notes-'));
	const calls = join(notes, 'calls');
	const npm = join(notes, 'npm-cli.js');
	copyFileSync(join(import.meta.dirname, 'fake-npm-cli.mjs'), npm);
	// The real one is a module of another kind; only the name counts for finding it.
	writeFileSync(join(notes, 'package.json'), '{"type":"module"}');
	writeFileSync(calls, '');
	const program = `import(${JSON.stringify(join(ROOT, 'scripts/setup/n8nRuntime.mjs'))})
		.then((setup) => setup.ensureN8nRuntime(${JSON.stringify(ROOT)}, ${JSON.stringify(join(notes, 'log'))}))
		.then((folder) => process.stdout.write('\\nFOLDER ' + folder), (error) => process.stderr.write(error.message + ' | ' + error.advice))`;
	const result = spawnSync(process.execPath, ['-e', program], {
		encoding: 'utf8',
		env: {
			...process.env,
			COPYDESK_CACHE: cache,
			npm_execpath: npm,
			FAKE_NPM: JSON.stringify(plan),
			FAKE_NPM_CALLS: calls,
			...(plan.PATH === undefined ? {} : { PATH: String(plan.PATH) }),
		},
	});
	const made = readFileSync(calls, 'utf8').split('\n').filter(Boolean);
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
		expect(first.calls).to.deep.equal(['ci', 'rebuild']);
		expect(second.calls).to.deep.equal([]);
		expect(second.folder).to.equal(first.folder);
		expect(readdirSync(join(cache, 'copydesk'))).to.deep.equal([first.folder.split('/').at(-1)]);
	});

	it('leaves nothing under the final name when npm has no network, and says so in one sentence', () => {
		const result = install(cache, { ci: 'npm error code ENOTFOUND\nnpm error network request to the registry failed' });
		expect(result.error).to.equal(
			'npm cannot reach its registry while installing n8n: no network, or a proxy in between. | Check the connection ' +
				"(npm ping) and npm's registry and proxy settings, then run the same command again; finished steps are kept.",
		);
		expect(readdirSync(join(cache, 'copydesk'))).to.deep.equal([]);
	});

	it('names a full disk and the way around it', () => {
		const result = install(cache, { ci: 'npm error code ENOSPC\nnpm error nospc write' });
		expect(result.error).to.match(/^The disk is full while installing n8n\. \| Free some space .* COPYDESK_CACHE/);
	});

	it('names what a compiler needs and keeps the download, so that the second try only compiles', () => {
		const failed = install(cache, { rebuild: 'gyp ERR! find Python', PATH: '/nowhere' });
		expect(failed.error).to.match(/python3, make, g\+\+ are missing\. \| .*apt-get install -y python3 make g\+\+/);
		const retried = install(cache);
		expect(retried.calls).to.deep.equal(['rebuild']);
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
		expect(install(cache).calls).to.deep.equal(['ci', 'rebuild']);
		expect(existsSync(join(folder, 'node_modules', 'sqlite3', 'build', 'Release', 'node_sqlite3.node'))).to.equal(true);
	});

	it('throws away a download that was interrupted, because half of one cannot be told from a whole', () => {
		const { folder } = install(cache);
		rmSync(folder, { recursive: true });
		mkdirSync(join(`${folder}.partial`, 'node_modules', 'left-over'), { recursive: true });
		expect(install(cache).calls).to.deep.equal(['ci', 'rebuild']);
		expect(existsSync(join(folder, 'node_modules', 'left-over'))).to.equal(false);
	});

	it('takes over the lock of a set-up that was killed', () => {
		mkdirSync(join(cache, 'copydesk'), { recursive: true });
		const { folder } = install(cache);
		rmSync(folder, { recursive: true });
		writeFileSync(`${folder}.lock`, JSON.stringify({ pid: process.pid, startedAt: 'another life' }));
		expect(install(cache).calls).to.deep.equal(['ci', 'rebuild']);
		expect(existsSync(`${folder}.lock`)).to.equal(false);
	});
});
