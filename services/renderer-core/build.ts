/**
 * Compiles `assembly/` (AssemblyScript) to `core.wasm`: run `node services/renderer-core/build.ts` after a change there. A test compiles
 * it again and compares the committed bytes with the result.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import asc from 'assemblyscript/asc';

export const CORE_WASM = join(import.meta.dirname, 'core.wasm');

/** No allocator and no throwing checks: the core uses fixed memory places only. */
const OPTIONS = ['--runtime', 'stub', '-O3', '--noAssert', '--enable', 'simd', '--use', 'abort='];

/** @throws Error with the compiler's messages */
export async function compileCore(): Promise<Uint8Array> {
	const folder = join(import.meta.dirname, 'assembly');
	const sources = new Map(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
	let wasm: Uint8Array | undefined;
	const { error, stderr } = await asc.main(['index.ts', '--outFile', 'core.wasm', ...OPTIONS], {
		readFile: (name) => sources.get(name) ?? null,
		writeFile: (_name, contents) => void (wasm = contents as Uint8Array),
		listFiles: () => [],
	});
	if (wasm === undefined || error !== null) throw new Error(`The core does not compile: ${stderr.toString()}`, { cause: error });
	return wasm;
}

if (import.meta.main) writeFileSync(CORE_WASM, await compileCore());
