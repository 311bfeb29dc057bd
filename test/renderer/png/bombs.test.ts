import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { expect } from 'chai';
import { aPng, chunk, fileOf, header, storedRows } from '../../support/png.ts';

/** Judges a small good file and then the one named, and tells the verdict and by how many KiB the process grew at most. */
const JUDGE = `
	import { readFileSync } from 'node:fs';
	const [, module, good, bomb] = process.argv;
	const { prepareFrame } = await import(module);
	const peakKib = () => process.resourceUsage().maxRSS;
	prepareFrame(readFileSync(good));
	const file = readFileSync(bomb);
	const before = peakKib();
	let verdict = 'accepted';
	try { prepareFrame(file); } catch (error) { verdict = error.check; }
	process.stdout.write(JSON.stringify({ verdict, grewKib: peakKib() - before }));`;

const MODULE = new URL('../../../services/renderer/src/png/index.ts', import.meta.url).href;
const end = chunk('IEND');
const MIB = 1024;

describe('files that want to be large', () => {
	let folder = '';
	before(() => {
		folder = mkdtempSync(join(tmpdir(), 'copydesk-bombs-'));
		writeFileSync(join(folder, 'good.png'), aPng());
	});
	after(() => rmSync(folder, { recursive: true, force: true }));

	function judged(file: Buffer): { verdict: string; grewKib: number } {
		const path = join(folder, 'bomb.png');
		writeFileSync(path, file);
		const answer = execFileSync(process.execPath, [
			'--input-type=module',
			'--disable-warning=MODULE_TYPELESS_PACKAGE_JSON',
			'--eval',
			JUDGE,
			MODULE,
			join(folder, 'good.png'),
			path,
		]);
		return JSON.parse(answer.toString()) as { verdict: string; grewKib: number };
	}

	const hundredMib = deflateSync(Buffer.alloc(100 * 1024 * 1024));
	const cases: readonly (readonly [what: string, verdict: string, atMostMib: number, file: () => Buffer])[] = [
		[
			'a header of 60000×60000 over 100 MiB of zeros',
			'geometry',
			4,
			() => fileOf([header({ width: 60_000, height: 60_000 }), chunk('IDAT', hundredMib), end]),
		],
		[
			'30000×30000 pixels of one bit',
			'geometry',
			4,
			() => fileOf([header({ width: 30_000, height: 30_000, bitDepth: 1, colourType: 0 }), chunk('IDAT', hundredMib), end]),
		],
		['64×64 pixels that inflate to 100 MiB', 'undecodable', 4, () => fileOf([header(), chunk('IDAT', hundredMib), end])],
		[
			'2048×2048 pixels that inflate to 100 MiB: the picture’s own 12 MiB and no more',
			'undecodable',
			28,
			() => fileOf([header({ width: 2048, height: 2048 }), chunk('IDAT', hundredMib), end]),
		],
		[
			'the largest legal header over next to nothing',
			'undecodable',
			8,
			() => fileOf([header({ width: 2048, height: 2048, colourType: 6, bitDepth: 16 }), chunk('IDAT', deflateSync(storedRows())), end]),
		],
		[
			'a compressed text of 100 MiB',
			'accepted',
			4,
			() => aPng({ afterHeader: [chunk('zTXt', Buffer.concat([Buffer.from('key\0\0'), hundredMib]))] }),
		],
		[
			'a compressed profile of 100 MiB',
			'accepted',
			4,
			() => aPng({ afterHeader: [chunk('iCCP', Buffer.concat([Buffer.from('name\0\0'), hundredMib]))] }),
		],
		['10 MiB of empty chunks', 'order', 12, () => aPng({ afterHeader: [Buffer.concat(new Array<Buffer>(870_000).fill(chunk('teSt')))] })],
		['10 MiB of empty IDATs', 'order', 12, () => fileOf([header(), Buffer.concat(new Array<Buffer>(870_000).fill(chunk('IDAT'))), end])],
	];

	for (const [what, verdict, atMostMib, file] of cases) {
		it(`cost next to nothing: ${what}`, () => {
			const found = judged(file());
			expect(found.verdict).to.equal(verdict);
			expect(found.grewKib).to.be.below(atMostMib * MIB);
		}).timeout(60_000);
	}
});
