/**
 * The images of deploy/Dockerfile, built by buildah and run, without any registry of images: the base images are made of Debian's
 * packages, of the Node that this checkout brings, and of the n8n that the set-up brought. Takes minutes, the mirror of Debian and the
 * registry of npm: `COPYDESK_TEST_IMAGES=1 npm test -- deploy`, as root, with buildah and mmdebstrap from Debian.
 */
import { expect } from 'chai';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { n8nProgram } from '../../scripts/desk/n8n.ts';
import { ROOT } from '../../scripts/desk/paths.ts';

const NODE = 'localhost/copydesk-test-node';
const N8N = 'localhost/copydesk-test-n8n';
const CERTIFICATES = '/etc/ssl/certs';

const missing = (): string | undefined => {
	if (process.env['COPYDESK_TEST_IMAGES'] !== '1') return 'COPYDESK_TEST_IMAGES is not 1';
	if (process.getuid?.() !== 0) return 'it needs root';
	return ['buildah', 'mmdebstrap'].find((tool) => spawnSync(tool, ['--version']).error !== undefined)?.concat(' is not here');
};

describe('The images', function () {
	this.timeout(3_600_000);
	let folder: string;

	const buildah = (...words: readonly string[]): string =>
		execFileSync('buildah', ['--root', join(folder, 'store'), '--runroot', join(folder, 'run'), ...words], {
			cwd: ROOT,
			encoding: 'utf8',
			env: { ...process.env, STORAGE_DRIVER: 'overlay' },
			stdio: ['ignore', 'pipe', 'pipe'],
			maxBuffer: 1 << 28,
		}).trim();
	/** A container of an image, as its own user. */
	const from = (image: string): string => buildah('from', image);
	const within = (container: string, ...line: readonly string[]): string =>
		buildah('run', '--isolation', 'chroot', container, '--', ...line);

	before(function () {
		const why = missing();
		if (why !== undefined) {
			console.warn(`\n  !! SKIPPED: the images are not built, because ${why}\n`);
			return this.skip();
		}
		folder = mkdtempSync(join(tmpdir(), 'copydesk-images-'));
		const debian = join(folder, 'debian.tar');
		execFileSync('mmdebstrap', ['--variant=minbase', '--include=ca-certificates', 'bookworm', debian], { stdio: 'ignore' });
		const npm = resolve(realpathSync(execFileSync('which', ['npm'], { encoding: 'utf8' }).trim()), '..', '..');
		const base = buildah('from', 'scratch');
		buildah('add', base, debian, '/');
		buildah('copy', '--chmod', '755', base, realpathSync(process.execPath), '/usr/local/bin/node');
		buildah('copy', base, npm, '/usr/local/lib/node_modules/npm');
		within(base, 'sh', '-c', 'ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm && useradd -m -u 1000 -U node');
		buildah('config', '--env', `NODE_EXTRA_CA_CERTS=${CERTIFICATES}/ca-certificates.crt`, base);
		buildah('commit', '-q', base, NODE);
		// As the set-up installed it: <folder>/node_modules/n8n/bin/n8n.
		const n8n = resolve(dirname(realpathSync(n8nProgram())), '..', '..', '..');
		buildah('copy', base, n8n, '/usr/local/lib/n8n');
		within(base, 'ln', '-s', '../lib/n8n/node_modules/n8n/bin/n8n', '/usr/local/bin/n8n');
		buildah('commit', '-q', base, N8N);
	});
	after(() => {
		if (folder === undefined) return;
		spawnSync('buildah', ['--root', join(folder, 'store'), '--runroot', join(folder, 'run'), 'rm', '--all']);
		rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
	});

	function build(target: 'services' | 'n8n'): string {
		const npmrc = join(homedir(), '.npmrc');
		// npm opens more files at once than a build is given.
		const files = execFileSync('sh', ['-c', 'ulimit -Hn'], { encoding: 'utf8' }).trim();
		const image = `localhost/copydesk-test/${target}`;
		buildah(
			...[
				'build',
				'--isolation',
				'chroot',
				'--network',
				'host',
				'--ulimit',
				`nofile=${files}:${files}`,
				'--volume',
				`${CERTIFICATES}:${CERTIFICATES}:ro`,
			],
			...(existsSync(npmrc) ? ['--volume', `${npmrc}:/root/.npmrc:ro`] : []),
			...['--build-arg', `NODE_IMAGE=${NODE}`, '--build-arg', `N8N_IMAGE=${N8N}`],
			...['--file', join('deploy', 'Dockerfile'), '--target', target, '--tag', image, '.'],
		);
		return image;
	}

	it('services: the operator’s command and the renderer run as user 1000', async () => {
		const container = from(build('services'));
		expect(within(container, 'id', '-u')).to.equal('1000');
		expect(within(container, 'node', 'scripts/operator/main.ts', 'help')).to.include('rollback [--restore-workflows]');
		const port = 20_000 + (process.pid % 10_000);
		const its = `RENDERER_API_KEY=${'k'.repeat(40)} RENDERER_PORT=${port} RENDERER_DATA_DIR=/var/lib/copydesk`;
		const line = `${its} exec node services/renderer/src/main.ts`;
		const store = ['--root', join(folder, 'store'), '--runroot', join(folder, 'run')];
		const renderer = spawn('buildah', [...store, 'run', '--isolation', 'chroot', container, '--', 'sh', '-c', line], { stdio: 'ignore' });
		try {
			let answer: Response | undefined;
			while (answer === undefined && renderer.exitCode === null) {
				await sleep(500);
				answer = await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => undefined);
			}
			expect(answer?.status).to.equal(200);
		} finally {
			renderer.kill('SIGTERM');
			if (renderer.exitCode === null && renderer.signalCode === null) await once(renderer, 'exit');
		}
	});

	it('n8n: its start puts the package in, and the one-shot import stores and publishes every graph', () => {
		const container = from(build('n8n'));
		const keys = ['COLLAB_SERVICE_KEY', 'RENDERER_API_KEY', 'READER_API_KEY', 'MAIN_WEBHOOK_SECRET', 'AI_API_KEY', 'N8N_ENCRYPTION_KEY'];
		const urls = ['COLLAB_URL', 'RENDERER_URL', 'READER_URL'].map((name) => `${name}=http://127.0.0.1:9`);
		const line = [...keys.map((name) => `${name}=${name.repeat(4)}`), ...urls, 'N8N_OWNER_PASSWORD=A-password-of-1-owner'];
		const said = within(
			container,
			'env',
			...line,
			...['sh', '/usr/local/bin/copydesk-n8n', 'node', '/opt/copydesk/scripts/workflows/main.ts', 'install'],
		);
		expect(said).to.include('published: Copydesk · Main');
		expect(within(container, 'env', ...line, 'n8n', 'list:workflow')).to.include('cd-main|Copydesk · Main');
	});
});
