/**
 * Compiles the core (`*.as`, AssemblyScript) to `core.wasm` and notes in `core.json` what it was made of.
 * A person runs it after a change: `node services/renderer/src/png/core/build.ts`. The compiler is fetched for the occasion,
 * because it is larger than all other dependencies together; a folder with its `node_modules` may be named instead.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { sha256, sourceSha256 } from './golden.ts';

const COMPILER = 'assemblyscript@0.28.20';
const here = import.meta.dirname;

/** As much of the compiler's programming interface as is used here. */
interface Compiler {
	main(args: readonly string[], host: object): Promise<{ error: Error | null; stderr: { toString(): string } }>;
}

const given = process.argv[2];
const folder = given ?? mkdtempSync(join(tmpdir(), 'copydesk-core-'));
try {
	if (given === undefined)
		execFileSync('npm', ['install', '--prefix', folder, '--no-save', '--ignore-scripts', COMPILER], { stdio: 'inherit' });
	const entry = join(folder, 'node_modules/assemblyscript/dist/asc.js');
	const compiler = ((await import(pathToFileURL(entry).href)) as { default: Compiler }).default;
	const made = new Map<string, Uint8Array>();
	const { error, stderr } = await compiler.main(
		[
			'index.ts',
			'--outFile',
			'core.wasm',
			'--runtime',
			'stub',
			'--optimizeLevel',
			'3',
			'--shrinkLevel',
			'0',
			'--converge',
			'--noAssert',
			'--enable',
			'simd',
			'--use',
			'abort=',
		],
		{
			// The files are not TypeScript, so they aren't called so; the compiler knows only that name.
			readFile: (name: string) => (name.includes('node_modules') ? null : readSource(name.replace(/\.ts$/, '.as'))),
			writeFile: (name: string, contents: Uint8Array) => void made.set(name, contents),
			listFiles: () => readdirSync(here),
		},
	);
	const wasm = made.get('core.wasm');
	if (error !== null || wasm === undefined) throw new Error(`The core does not compile: ${stderr.toString()}`, { cause: error });
	writeFileSync(join(here, 'core.wasm'), wasm);
	writeFileSync(
		join(here, 'core.json'),
		`${JSON.stringify({ compiler: COMPILER, source_sha256: sourceSha256(), wasm_sha256: sha256(wasm) }, null, '\t')}\n`,
	);
	process.stdout.write(`core.wasm: ${wasm.length} bytes, ${sha256(wasm)}\n`);
} finally {
	if (given === undefined) rmSync(folder, { recursive: true, force: true });
}

function readSource(name: string): string | null {
	try {
		return readFileSync(join(here, name), 'utf8');
	} catch {
		return null;
	}
}
