/**
 * The images of deploy/Dockerfile, built by buildah and run by runc as the compose files run them, without any registry of images: the
 * base images are made of Debian's packages, of the Node that this checkout brings, and of the n8n that the set-up brought. Takes minutes,
 * the mirror of Debian and the registry of npm: `COPYDESK_TEST_IMAGES=1 npm test -- deploy`, as root, with buildah, runc and mmdebstrap
 * from Debian.
 */
import { expect } from 'chai';
import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { n8nProgram } from '../../scripts/desk/n8n.ts';
import { ROOT } from '../../scripts/desk/paths.ts';
import { freePorts, portVariables } from '../../scripts/desk/ports.ts';
import { fastFolder } from '../support/environment.ts';
import { CHANNEL, EDITOR, OWNER } from '../support/people.ts';
import { RunningSandbox, SANDBOX_TOKEN } from '../support/sandbox.ts';
import { until } from '../support/until.ts';

const NODE = 'localhost/copydesk-test-node';
const N8N = 'localhost/copydesk-test-n8n';
const CERTIFICATES = '/etc/ssl/certs';
/** Where the set-up put n8n: 200,000 files, which are mounted, because to copy them takes longer than all else. */
const N8N_FOLDER = '/usr/local/lib/n8n';
const USER = 1000;

const missing = (): string | undefined => {
	if (process.env['COPYDESK_TEST_IMAGES'] !== '1') return 'COPYDESK_TEST_IMAGES is not 1';
	if (process.getuid?.() !== 0) return 'it needs root';
	return ['buildah', 'runc', 'mmdebstrap'].find((tool) => spawnSync(tool, ['--version']).error !== undefined)?.concat(' is not here');
};

/** What of an image says how it is run. */
interface ImageConfig {
	readonly User: string;
	readonly Env: readonly string[];
	readonly Entrypoint: readonly string[];
	readonly WorkingDir: string;
}

/** What the compose files say beside the image. */
interface Run {
	readonly image: string;
	readonly words: readonly string[];
	readonly env?: Readonly<Record<string, string>>;
	/** Folders that last, by where they are in the container. */
	readonly volumes: Readonly<Record<string, string>>;
	/** Those that are written to and do not. */
	readonly tmpfs: readonly string[];
}

describe('The images', function () {
	this.timeout(3_600_000);
	let folder: string;
	let n8nFolder: string;
	let containers = 0;

	const store = (): readonly string[] => ['--root', join(folder, 'store'), '--runroot', join(folder, 'run')];
	const buildah = (...words: readonly string[]): string =>
		execFileSync('buildah', [...store(), ...words], {
			cwd: ROOT,
			encoding: 'utf8',
			env: { ...process.env, STORAGE_DRIVER: 'overlay' },
			stdio: ['ignore', 'pipe', 'pipe'],
			maxBuffer: 1 << 28,
		}).trim();

	before(function () {
		const why = missing();
		if (why !== undefined) {
			console.warn(`\n  !! SKIPPED: the images are not built, because ${why}\n`);
			return this.skip();
		}
		// In memory where there is any: each layer is written twice and synced.
		folder = mkdtempSync(join(fastFolder(), 'copydesk-images-'));
		const debian = join(folder, 'debian.tar');
		execFileSync('mmdebstrap', ['--variant=minbase', '--include=ca-certificates', 'bookworm', debian], { stdio: 'ignore' });
		const npm = resolve(realpathSync(execFileSync('which', ['npm'], { encoding: 'utf8' }).trim()), '..', '..');
		const base = buildah('from', 'scratch');
		buildah('add', base, debian, '/');
		buildah('copy', '--chmod', '755', base, realpathSync(process.execPath), '/usr/local/bin/node');
		buildah('copy', base, npm, '/usr/local/lib/node_modules/npm');
		const within = (line: string): string => buildah('run', '--isolation', 'chroot', base, '--', 'sh', '-c', line);
		within(`ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm && useradd -m -u ${USER} -U node`);
		buildah('config', '--env', `NODE_EXTRA_CA_CERTS=${CERTIFICATES}/ca-certificates.crt`, base);
		buildah('commit', '-q', base, NODE);
		// As the set-up installed it: <folder>/node_modules/n8n/bin/n8n.
		n8nFolder = resolve(dirname(realpathSync(n8nProgram())), '..', '..', '..');
		within(`mkdir ${N8N_FOLDER} && ln -s ${N8N_FOLDER}/node_modules/n8n/bin/n8n /usr/local/bin/n8n`);
		buildah('commit', '-q', base, N8N);
	});
	after(() => {
		if (folder === undefined) return;
		for (const what of [
			['umount', '--all'],
			['rm', '--all'],
		])
			spawnSync('buildah', [...store(), ...what]);
		// The store mounts its own folder upon itself.
		spawnSync('umount', ['--recursive', join(folder, 'store', 'overlay')]);
		rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
	});

	function build(target: 'services' | 'n8n'): string {
		const npmrc = join(homedir(), '.npmrc');
		// npm opens more files at once than a build is given.
		const files = execFileSync('sh', ['-c', 'ulimit -Hn'], { encoding: 'utf8' }).trim();
		const image = `localhost/copydesk-test/${target}`;
		buildah(
			...['build', '--isolation', 'chroot', '--network', 'host', '--layers', '--ulimit', `nofile=${files}:${files}`],
			...['--volume', `${CERTIFICATES}:${CERTIFICATES}:ro`],
			...(existsSync(npmrc) ? ['--volume', `${npmrc}:/root/.npmrc:ro`] : []),
			...['--build-arg', `NODE_IMAGE=${NODE}`, '--build-arg', `N8N_IMAGE=${N8N}`],
			...['--file', join('deploy', 'Dockerfile'), '--target', target, '--tag', image, '.'],
		);
		return image;
	}

	/** A folder of the image's user, for a volume. */
	function volume(name: string): string {
		const path = join(folder, name);
		mkdirSync(path, { mode: 0o700 });
		chownSync(path, USER, USER);
		return path;
	}

	const configOf = (image: string): ImageConfig =>
		(JSON.parse(buildah('inspect', '--type', 'image', image)) as { OCIv1: { config: ImageConfig } }).OCIv1.config;

	/** As deploy/compose.yaml has it: the image's own user, a root that cannot be written to, no capability, no new privileges. */
	function start({ image, words, env = {}, volumes, tmpfs }: Run): ChildProcess {
		const { User, Env, Entrypoint, WorkingDir } = configOf(image);
		const root = buildah('mount', buildah('from', image));
		const bundle = join(folder, `bundle-${++containers}`);
		mkdirSync(bundle);
		execFileSync('runc', ['spec'], { cwd: bundle });
		const spec = JSON.parse(readFileSync(join(bundle, 'config.json'), 'utf8')) as {
			process: object;
			mounts: object[];
			linux: { namespaces: { type: string }[] };
		};
		const [uid, gid] = User.split(':').map(Number);
		const bound = Object.entries(volumes).map(([destination, source]) => ({
			...{ destination, source, type: 'bind' },
			options: ['rbind', source === n8nFolder ? 'ro' : 'rw'],
		}));
		const passing = tmpfs.map((destination) => ({ destination, type: 'tmpfs', source: 'tmpfs', options: [`uid=${uid},gid=${gid}`] }));
		const changed = {
			...spec,
			root: { path: root, readonly: true },
			process: {
				...spec.process,
				...{ terminal: false, user: { uid, gid }, cwd: WorkingDir, noNewPrivileges: true, capabilities: {} },
				args: [...Entrypoint, ...words],
				env: [...Env, ...Object.entries({ HOME: '/home/node', ...env }).map(([name, value]) => `${name}=${value}`)],
			},
			mounts: [...spec.mounts, ...bound, ...passing],
			linux: { ...spec.linux, namespaces: spec.linux.namespaces.filter(({ type }) => type !== 'network') },
		};
		writeFileSync(join(bundle, 'config.json'), JSON.stringify(changed));
		const name = `copydesk-${process.pid}-${containers}`;
		return spawn('runc', ['--root', join(folder, 'runc'), 'run', '--bundle', bundle, name], { stdio: ['ignore', 'pipe', 'pipe'] });
	}

	async function run(how: Run): Promise<{ code: number; said: string; complaint: string }> {
		const child = start(how);
		const texts = { said: '', complaint: '' };
		child.stdout?.setEncoding('utf8').on('data', (text: string) => (texts.said += text));
		child.stderr?.setEncoding('utf8').on('data', (text: string) => (texts.complaint += text));
		const [code] = (await once(child, 'close')) as [number];
		return { code, ...texts };
	}

	it('services: the operator’s command and the renderer run as their image says, with nothing but their volume to write to', async () => {
		const image = build('services');
		expect(configOf(image).User).to.equal('1000:1000');
		const volumes = { '/var/lib/copydesk': volume('services') };
		const tmpfs = ['/tmp'];
		const help = await run({ image, words: ['scripts/operator/main.ts', 'help'], volumes, tmpfs });
		expect(help.said, help.complaint).to.include('rollback [--restore-workflows]');
		const tried = `try { fs.writeFileSync('x', '') } catch ({ code }) { console.log(process.getuid(), code, fs.readdirSync('.').join()) }`;
		const { said, complaint } = await run({ image, words: ['-e', tried], volumes, tmpfs });
		// The compiler, tests and what was built with them stayed in another stage.
		expect(said, complaint).to.equal(
			'1000 EROFS .env.example,.npmrc,deploy,domain,node_modules,package-lock.json,package.json,scripts,services,workflows-json\n',
		);

		const { renderer: port } = await freePorts();
		const env = { RENDERER_API_KEY: 'k'.repeat(40), RENDERER_PORT: String(port), RENDERER_DATA_DIR: '/var/lib/copydesk' };
		const renderer = start({ image, words: ['services/renderer/src/main.ts'], env, volumes, tmpfs });
		const ended = once(renderer, 'exit');
		try {
			const answer = await until(async () => {
				expect(renderer.exitCode).to.equal(null);
				return fetch(`http://127.0.0.1:${port}/healthz`).catch(() => undefined);
			}, 500);
			expect(answer.status).to.equal(200);
		} finally {
			renderer.kill('SIGTERM');
		}
		expect(await ended).to.deep.equal([0, null]);
	});

	it('services: one container with one volume runs all three, and its start prints what to type next', async () => {
		const image = build('services');
		const sandbox = await new RunningSandbox().start();
		const data = '/var/lib/copydesk';
		const ports = await freePorts();
		const env = {
			...portVariables(ports),
			...{ MESSENGER_TOKEN: SANDBOX_TOKEN, MESSENGER_API_URL: sandbox.url, MESSENGER_CHANNEL_ID: String(CHANNEL) },
			...{ OWNER_USER_ID: String(OWNER), EDITOR_USER_ID: String(EDITOR) },
			...{ AI_API_KEY: 'sk-key-of-the-test', AI_BASE_URL: `${sandbox.url}/ai`, COPYDESK_DATA_DIR: data, READER_SEARCH: 'off' },
		};
		const volumes = { [data]: volume('together') };
		const words = ['scripts/services.ts', '--host', '0.0.0.0', '--name', 'copydesk', '--n8n', 'http://127.0.0.1:5678'];
		const together = start({ image, words, env, volumes, tmpfs: ['/tmp'] });
		let said = '';
		for (const stream of [together.stdout, together.stderr]) stream?.setEncoding('utf8').on('data', (text: string) => (said += text));
		const ended = once(together, 'exit');
		try {
			await until(() => {
				expect(together.exitCode, said).to.equal(null);
				return said.includes('Then write to your bot.');
			}, 500);
			const keys = `${data}/live/keys.env`;
			expect(said)
				.to.include('docker exec -e N8N_API_KEY=<the key> copydesk node scripts/workflows/main.ts import')
				.and.include(`--at http://127.0.0.1:5678 --keys ${keys}`);
			const file = readFileSync(join(folder, 'together', 'live', 'keys.env'), 'utf8');
			expect(file).to.match(/^COLLAB_URL="?http:\/\/copydesk:\d+"?$/m);
			const answer = await fetch(`http://127.0.0.1:${ports.collaboration}/healthz`);
			expect(answer.status).to.equal(200);
		} finally {
			together.kill('SIGTERM');
			await ended;
			await sandbox.end();
		}
	});

	it('n8n: its start puts the package in, and the one-shot import stores and publishes every graph', async () => {
		const image = build('n8n');
		expect(configOf(image).User).to.equal('1000:1000');
		const keys = ['COLLAB_SERVICE_KEY', 'RENDERER_API_KEY', 'READER_API_KEY', 'MAIN_WEBHOOK_SECRET', 'AI_API_KEY', 'N8N_ENCRYPTION_KEY'];
		const env = {
			...Object.fromEntries(keys.map((name) => [name, name.repeat(4)])),
			...Object.fromEntries(['COLLAB_URL', 'RENDERER_URL', 'READER_URL'].map((name) => [name, 'http://127.0.0.1:9'])),
			...{ N8N_OWNER_PASSWORD: 'A-password-of-1-owner', N8N_PROGRAM: '/usr/local/bin/n8n' },
		};
		const around = {
			image,
			env,
			volumes: { '/home/node/.n8n': volume('n8n'), [N8N_FOLDER]: n8nFolder },
			tmpfs: ['/tmp', '/home/node/.cache'],
		};
		const install = ['node', '/opt/copydesk/scripts/workflows/main.ts', 'install'];
		const first = await run({ ...around, words: install });
		expect(first.said, first.complaint).to.include('published: Copydesk · Main');
		expect(first.code).to.equal(0);
		const listed = await run({ ...around, words: ['n8n', 'list:workflow'] });
		expect(listed.said, listed.complaint).to.include('cd-main|Copydesk · Main');
	});
});
