import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { runToFile } from './command.ts';
import { toolEnvironment } from './environment.ts';
import { ROOT } from './paths.ts';

/** All that the package is made of. */
const SOURCES = ['nodes', 'credentials', 'domain', 'icons', 'package.json', 'LICENSE', 'tsconfig.json', 'tsconfig.base.json'];
/** Copied as they are, beside what the compiler writes. */
const COPIED = /\.(svg|png|node\.json)$/;
const BUILT = join(ROOT, '.data', 'package', 'built.json');

interface BuiltPackage {
	/** The tarball that an n8n installs. */
	readonly tarball: string;
	/** Changes whenever anything in it may have changed. */
	readonly sourceHash: string;
	readonly name: string;
	readonly version: string;
}

/**
 * The n8n package of this checkout as a tarball, made again only if its sources changed.
 * @throws Error with the compiler's words if it does not compile
 */
export async function builtPackage(): Promise<BuiltPackage> {
	const sourceHash = await hashOfSources();
	const before = await readBuilt();
	if (before !== undefined && before.sourceHash === sourceHash && existsSync(before.tarball) && existsSync(join(ROOT, 'dist')))
		return before;
	await buildDist();
	const { name, version } = await manifest();
	const tarball = await pack(name, version, sourceHash);
	const built: BuiltPackage = { tarball, sourceHash, name, version };
	await writeFile(`${BUILT}.new`, `${JSON.stringify(built, null, '\t')}\n`);
	await rename(`${BUILT}.new`, BUILT);
	return built;
}

/**
 * Compiles nodes, credentials and domain and copies icons beside them. `dist` is replaced at once, so that a
 * reader never sees half of it.
 */
export async function buildDist(): Promise<void> {
	const fresh = join(ROOT, '.data', 'package', `dist-${process.pid}`);
	await rm(fresh, { recursive: true, force: true });
	await mkdir(fresh, { recursive: true });
	try {
		const compiled = await runToFile(
			process.execPath,
			[join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc'), '-p', 'tsconfig.json', '--outDir', fresh],
			{ cwd: ROOT, env: process.env, timeoutMs: 300_000 },
		);
		if (compiled.code !== 0) throw new Error(compiled.output.trim());
		for (const folder of ['nodes', 'credentials', 'icons']) {
			for (const file of await filesUnder(join(ROOT, folder))) {
				if (!COPIED.test(file)) continue;
				const target = join(fresh, relative(ROOT, file));
				await mkdir(dirname(target), { recursive: true });
				await copyFile(file, target);
			}
		}
		await removeUnreached(fresh);
		const old = join(ROOT, '.data', 'package', `old-${process.pid}`);
		if (existsSync(join(ROOT, 'dist'))) await rename(join(ROOT, 'dist'), old);
		await rename(fresh, join(ROOT, 'dist'));
		await rm(old, { recursive: true, force: true });
	} finally {
		await rm(fresh, { recursive: true, force: true });
	}
}

/** Files that hold types alone, and those that only services use, are compiled to something that no node loads. */
async function removeUnreached(dist: string): Promise<void> {
	const { n8n } = await manifest();
	const reached = new Set<string>();
	const coming = [...n8n.nodes, ...n8n.credentials].map((file) => join(dist, relative('dist', file)));
	for (let file = coming.pop(); file !== undefined; file = coming.pop()) {
		if (reached.has(file)) continue;
		reached.add(file);
		const required = (await readFile(file, 'utf8')).matchAll(/\brequire\("(\.{1,2}\/[^"]+)"\)/g);
		for (const [, path = ''] of required) coming.push(join(dirname(file), path));
	}
	for (const file of await filesUnder(dist)) if (file.endsWith('.js') && !reached.has(file)) await rm(file);
}

interface Manifest {
	readonly name: string;
	readonly version: string;
	readonly n8n: { readonly nodes: readonly string[]; readonly credentials: readonly string[] };
}

const manifest = async (): Promise<Manifest> => JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as Manifest;

/** What of package.json is about this checkout and means nothing to an n8n. */
const OF_CHECKOUT = new Set(['scripts', 'devDependencies', 'workspaces']);

/** Packed in a folder of its own, where the package has a README for people who know n8n. */
async function pack(name: string, version: string, sourceHash: string): Promise<string> {
	const folder = join(ROOT, '.data', 'package', sourceHash.slice(0, 12));
	const staged = join(folder, 'staged');
	await rm(staged, { recursive: true, force: true });
	await mkdir(staged, { recursive: true });
	const published = Object.entries(await manifest()).filter(([key]) => !OF_CHECKOUT.has(key));
	await writeFile(join(staged, 'package.json'), `${JSON.stringify(Object.fromEntries(published), null, '\t')}\n`);
	await copyFile(join(ROOT, 'nodes', 'README.md'), join(staged, 'README.md'));
	await copyFile(join(ROOT, 'LICENSE'), join(staged, 'LICENSE'));
	await cp(join(ROOT, 'dist'), join(staged, 'dist'), { recursive: true });
	const packed = await runToFile('npm', ['pack', '--ignore-scripts', '--pack-destination', folder], {
		cwd: staged,
		env: toolEnvironment(),
		timeoutMs: 120_000,
	});
	if (packed.code !== 0) throw new Error(`npm pack failed:\n${packed.output.trim()}`);
	return join(folder, `${name}-${version}.tgz`);
}

async function readBuilt(): Promise<BuiltPackage | undefined> {
	try {
		return JSON.parse(await readFile(BUILT, 'utf8')) as BuiltPackage;
	} catch {
		return undefined;
	}
}

async function hashOfSources(): Promise<string> {
	const hash = createHash('sha256');
	for (const source of SOURCES) {
		const path = join(ROOT, source);
		if (!existsSync(path)) continue;
		for (const file of await filesUnder(path)) {
			hash
				.update(`${relative(ROOT, file)}\0`)
				.update(await readFile(file))
				.update('\0');
		}
	}
	return hash.digest('hex');
}

async function filesUnder(path: string): Promise<string[]> {
	const entries = await readdir(path, { withFileTypes: true }).catch(() => undefined);
	if (entries === undefined) return [path];
	const nested = await Promise.all(
		entries.filter((entry) => entry.name !== 'node_modules').map((entry) => filesUnder(join(path, entry.name))),
	);
	return nested.flat().sort();
}
