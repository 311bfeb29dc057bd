import { mkdtempSync, readFileSync, readdirSync, rmSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { openDerivedFiles, sourceFiles, trimDerivedFiles } from '../../../services/renderer/src/workers/derived.ts';

describe('Prepared backgrounds on disk', () => {
	let directory: string;
	beforeEach(() => {
		directory = mkdtempSync(join(tmpdir(), 'copydesk-derived-'));
	});
	afterEach(() => rmSync(directory, { recursive: true, force: true }));

	const band = { bytes: new Uint8Array([1, 2, 3]), adler: 4_000_000_000, length: 7 };
	const value = {
		ground: new Uint8Array(10_000).fill(3),
		groundFirstRow: 600,
		bands: [band, { ...band, bytes: new Uint8Array([9]) }, band],
		none: new Uint8Array(),
	};
	const open = (maker: string) => openDerivedFiles<typeof value>(directory, maker, 'host~1~000000000000');

	it('come back as they were', () => {
		open('m').write('sha256:a', value);
		const back = open('m').read('sha256:a');
		expect(back).to.deep.equal(value);
		expect(back?.bands[2]?.bytes.byteOffset, 'what was one band is one band').to.equal(back?.bands[0]?.bytes.byteOffset);
	});

	it('count as absent when they are missing, torn, altered, of another maker, or under another name', () => {
		const files = open('m');
		expect(files.read('sha256:a')).to.equal(undefined);
		files.write('sha256:a', value);
		expect(open('other').read('sha256:a')).to.equal(undefined);
		const [name] = readdirSync(directory);
		const path = join(directory, String(name));
		const whole = readFileSync(path);
		for (let at = 0; at < whole.length; at += 997) {
			const altered = Buffer.from(whole);
			altered[at]! ^= 0x10;
			writeFileSync(path, altered);
			expect(files.read('sha256:a'), `bit flipped at ${at}`).to.equal(undefined);
		}
		writeFileSync(path.replace('a-', 'b-'), whole);
		expect(files.read('sha256:b')).to.equal(undefined);
		for (const length of [0, 31, 32, whole.length - 1]) {
			writeFileSync(path, whole);
			truncateSync(path, length);
			expect(files.read('sha256:a'), `cut to ${length}`).to.equal(undefined);
		}
	});

	it('cost nothing but speed when the disk refuses', () => {
		const files = open('m');
		rmSync(directory, { recursive: true });
		files.write('sha256:a', value);
		expect(files.read('sha256:a')).to.equal(undefined);
	});

	it('are of another maker after a change of any file that has a say in their bytes or their form', () => {
		const names = sourceFiles();
		expect(names).to.include.members([
			'renderer/src/render.ts',
			'renderer/src/workers/derived.ts',
			'renderer/src/template/background.ts',
			'renderer/src/steps/draft.ts',
			'renderer/src/png/prepare.ts',
			'renderer-core/core.wasm',
			'renderer-core/src/frame.ts',
		]);
		expect(new Set(names).size).to.equal(names.length);
	});

	it('stay as many as are kept, give or take a few, however many are written', () => {
		const files = openDerivedFiles<object>(directory, 'm', 'host~1~000000000000', 20);
		for (let i = 0; i < 200; i += 1) files.write(`sha256:${i}`, {});
		expect(readdirSync(directory)).to.have.length.within(20, 20 + 32);
		expect(files.read('sha256:199'), 'the newest stays').to.deep.equal({});
	});

	it('are trimmed to the newest ones', () => {
		for (const name of ['a', 'b', 'c', 'd']) {
			const path = join(directory, name);
			writeFileSync(path, name);
			utimesSync(path, new Date(), new Date(Date.UTC(2026, 0, name.charCodeAt(0) - 90)));
		}
		trimDerivedFiles(directory, 2);
		expect(readdirSync(directory).sort()).to.deep.equal(['c', 'd']);
		writeFileSync(join(directory, '.tmp-half'), '');
		trimDerivedFiles(directory, 9);
		expect(readdirSync(directory), 'one may be under way').to.include('.tmp-half');
		trimDerivedFiles(directory, 9, Date.now() + 601_000);
		expect(readdirSync(directory).sort()).to.deep.equal(['c', 'd']);
	});
});
