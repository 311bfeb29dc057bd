import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { sha256, sourceSha256 } from '../../../services/renderer/src/png/core/golden.ts';

const folder = new URL('../../../services/renderer/src/png/core/', import.meta.url);

describe('core of the PNG code', () => {
	it('was built of the source beside it: who changes the source runs `node services/renderer/src/png/core/build.ts`', () => {
		const built = JSON.parse(readFileSync(new URL('core.json', folder), 'utf8')) as Record<string, string>;
		expect(built['source_sha256']).to.equal(sourceSha256());
		expect(built['wasm_sha256']).to.equal(sha256(readFileSync(new URL('core.wasm', folder))));
	});

	it('has no imports, so nothing of a machine can reach it', () => {
		expect(WebAssembly.Module.imports(new WebAssembly.Module(readFileSync(new URL('core.wasm', folder))))).to.deep.equal([]);
	});
});
