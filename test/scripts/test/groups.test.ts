import { expect } from 'chai';
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { QUIET_NODE, ROOT } from '../../../scripts/desk/paths.ts';
import { TOOLS } from '../../../scripts/setup/testTools.mjs';
import { groupsOf, needsOf, type Need } from '../../../scripts/test/groups.mjs';
import { runGroup } from '../../../scripts/test/runGroup.ts';

describe('The groups of npm test', function () {
	this.timeout(60_000);
	let root: string;
	beforeEach(() => {
		root = mkdtempSync(join(tmpdir(), 'copydesk-groups-'));
	});
	afterEach(() => rmSync(root, { recursive: true }));
	const write = (path: string, text: string): string => {
		mkdirSync(dirname(join(root, path)), { recursive: true });
		writeFileSync(join(root, path), text);
		return join(root, path);
	};

	it('are the folders with tests in them, however deep, so that a new one joins by being there', () => {
		write('test/new/deep/one.test.ts', '');
		write('test/new/helper.ts', '');
		write('test/support/helper.ts', '');
		const folders = groupsOf(root).filter(({ files }) => files !== undefined);
		expect(folders).to.deep.equal([{ name: 'new', files: ['test/new/deep/one.test.ts'], needs: [], limitMinutes: 10 }]);
	});

	it('ask set-up for nothing that they did not say they need, so that the rules are tested without n8n or a browser', () => {
		write('test/e2e/one.test.ts', '');
		write('test/e2e/group.json', '{ "needs": ["n8n", "chromium"] }');
		write('test/domain/one.test.ts', '');
		expect([...needsOf(root, ['domain'])]).to.deep.equal([]);
		expect([...needsOf(root, ['domain', 'e2e', '--lanes', '1'])]).to.deep.equal(['n8n', 'chromium']);
		expect([...needsOf(root, ['--slowest', '--lanes', '1'])]).to.deep.equal(['n8n', 'chromium']);
		expect([...needsOf(root, ['domian'])], 'a name that there is not').to.deep.equal([]);
	});

	it('of this checkout: the rules need nothing', () => {
		expect(groupsOf(ROOT).find(({ name }) => name === 'domain')?.needs).to.deep.equal([]);
	});

	it('of this checkout: CI installs every program that one of them needs', () => {
		const needed = TOOLS.filter(({ need }) => needsOf(ROOT, []).has(need as Need));
		expect(needed.map(({ need }) => need)).to.include.members(['postgres', 'redis', 'caddy', 'compose', 'chromium']);
		for (const file of ['ci.yml', 'release.yml']) {
			const installs = /apt-get install -y (.*)/.exec(readFileSync(join(ROOT, '.github', 'workflows', file), 'utf8'))?.[1] ?? '';
			for (const { debian } of needed) expect(installs, file).to.include(debian);
		}
	});

	const run = async (text: string, limitMinutes: number) => {
		let said = '';
		const files = [write('test/x/one.test.ts', text)];
		const group = { name: 'x', files, needs: [], limitMinutes };
		const { passed, failed, skipped } = await runGroup(group, (part) => void (said += part), false);
		return { passed, failed, skipped, said };
	};

	it('are counted by what mocha says', async () => {
		const { said, ...counts } = await run("it('passes', () => {}); it('fails', () => { throw new Error('no'); }); it('waits');", 1);
		expect(counts).to.deep.equal({ passed: 1, failed: 1, skipped: 1 });
		expect(said).to.include('Error: no');
	});

	it('fail when they run no test', async () => {
		expect(await run('describe("later", () => {});', 1)).to.deep.include({ passed: 0, failed: 1, skipped: 0 });
		write('test/moved/group.json', '{}');
		const moved = groupsOf(root).find(({ name }) => name === 'moved');
		expect(moved?.files).to.deep.equal([]);
		expect(moved && (await runGroup(moved, () => {}, false)).failed).to.equal(1);
	});

	it('are ended when they hang, and count as failed', async () => {
		const { said, ...counts } = await run("it('hangs', () => new Promise(() => setInterval(() => {}, 1000))).timeout(0);", 0.05);
		expect(counts).to.deep.equal({ passed: 0, failed: 1, skipped: 0 });
		expect(said).to.include('x: not done within 0.05 min, ended');
	});

	it('make npm test fail, whose last line says how many, and above it what failed, because the beginning of a long log gets lost', () => {
		for (const part of ['scripts/test', 'scripts/desk', 'scripts/setup', 'scripts/commandLine.ts', 'package.json'])
			cpSync(join(ROOT, part), join(root, part), { recursive: true });
		symlinkSync(join(ROOT, 'node_modules'), join(root, 'node_modules'));
		write('test/good/one.test.ts', "it('passes', () => {}); it('passes too', () => {});");
		write('test/bad/one.test.ts', "it('fails', () => { throw new Error('no'); });");
		write('test/empty/group.json', '{}');
		const npmTest = (...args: string[]) => {
			const { status, stdout } = spawnSync(process.execPath, [...QUIET_NODE, join(root, 'scripts/test/main.ts'), ...args], {
				encoding: 'utf8',
			});
			const end = stdout.slice(stdout.lastIndexOf('──'));
			return [status, end.trimEnd().split('\n').at(-1), end.match(/^✖ .*\n.*/m)?.[0]];
		};
		expect(npmTest('good')).to.deep.equal([0, '2 passed, 0 failed', undefined]);
		expect(npmTest('good', 'bad')).to.deep.equal([1, '2 passed, 1 failed', '✖ bad: fails\nno']);
		expect(npmTest('good', 'empty').slice(0, 2)).to.deep.equal([1, '2 passed, 1 failed']);
		expect(npmTest('good', 'empty')[2]).to.match(/^✖ empty: /);
		expect(npmTest('godo')[0]).to.equal(2);
		write('test/part/one.test.ts', "it('passes', () => {}); it('waits');");
		expect(npmTest('part').slice(0, 2), 'skipped where a program is missing').to.deep.equal([0, '1 passed, 0 failed, 1 skipped']);
		expect(npmTest('part', 'good', '--may-skip', 'part').slice(0, 2)).to.deep.equal([0, '3 passed, 0 failed, 1 skipped']);
		expect(npmTest('part', '--may-skip', 'good')).to.deep.equal([
			1,
			'1 passed, 1 failed, 1 skipped',
			'✖ part: 1 tests were skipped, and --may-skip does not name this group\n',
		]);
		expect(npmTest('part', '--may-skip', '')[0], 'none may').to.equal(1);
		expect(npmTest('part', '--may-skip', 'prat')[0]).to.equal(2);
	});

	it('do not begin any more once somebody ended the run', async () => {
		for (const part of ['scripts/test', 'scripts/desk', 'scripts/setup', 'scripts/commandLine.ts', 'package.json'])
			cpSync(join(ROOT, part), join(root, part), { recursive: true });
		symlinkSync(join(ROOT, 'node_modules'), join(root, 'node_modules'));
		for (const name of ['one', 'two'])
			write(`test/${name}/one.test.ts`, "it('hangs', () => new Promise(() => setInterval(() => {}, 1000))).timeout(0);");
		const child = spawn(process.execPath, [...QUIET_NODE, join(root, 'scripts/test/main.ts'), 'one', 'two', '--lanes', '1']);
		let said = '';
		child.stdout.on('data', (part) => {
			said += String(part);
			if (said.includes('begins')) child.kill('SIGTERM');
		});
		const code = await new Promise((resolve) => child.on('close', resolve));
		expect(code).to.equal(130);
		expect(said.match(/begins/g), said).to.have.length(1);
	});

	it('fail when they end badly although no test failed', async () => {
		const { said, ...counts } = await run(
			"it('passes', () => {}); after(() => process.on('exit', () => process.kill(process.pid, 'SIGKILL')));",
			1,
		);
		expect(counts, said).to.deep.equal({ passed: 1, failed: 1, skipped: 0 });
	});
});
