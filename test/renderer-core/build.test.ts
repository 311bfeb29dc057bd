import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { compileCore, CORE_WASM } from '../../services/renderer-core/build.ts';

const committed = readFileSync(CORE_WASM);
const page = readFileSync(new URL('../../services/renderer-core/README.md', import.meta.url), 'utf8');

describe('The compiled core', () => {
	it('is what its sources compile to: who changes them runs `node services/renderer-core/build.ts`', async function () {
		this.timeout(120_000);
		expect(Buffer.compare(await compileCore(), committed)).to.equal(0);
	});

	it('has types that hold, by the declarations of its own language', async function () {
		this.timeout(60_000);
		const tsc = ['node_modules/typescript/bin/tsc', '--noEmit', '-p', 'services/renderer-core/assembly'];
		expect((await promisify(execFile)(process.execPath, tsc)).stdout).to.equal('');
	});

	it('has no imports, so nothing of a machine can reach it', () => {
		expect(WebAssembly.Module.imports(new WebAssembly.Module(committed))).to.deep.equal([]);
	});

	it('has the memory that its page shows, place by place, and no two of them overlap', () => {
		const exported = new WebAssembly.Instance(new WebAssembly.Module(committed)).exports as Record<string, { value: number }>;
		const rows = [...page.matchAll(/^\| `(\w+)` +\| +([\d,]+) +\|/gm)].map(([, name = '', bytes = '']) => ({
			name,
			from: exported[name]?.value ?? NaN,
			bytes: Number(bytes.replaceAll(',', '')),
		}));
		const places = Object.keys(exported).filter((name) => 'value' in exported[name]! && !name.endsWith('Bytes'));
		expect(rows.map(({ name }) => name).sort()).to.deep.equal(places.sort());
		let end = 0;
		for (const { name, from, bytes } of rows.sort((a, b) => a.from - b.from)) {
			const told = exported[`${name}Bytes`]?.value;
			if (told !== undefined) expect(bytes, name).to.equal(told);
			expect(from, name).to.be.at.least(end);
			end = from + bytes;
		}
	});
});

/** Compiled, never run: the declarations of the core's own language stay with the core. */
export function whatDoesNotCompile(list: string[]): void {
	// @ts-expect-error a list may be empty
	void list.at(-1).length;
}
