import { mkdtempSync, readFileSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { openWriter } from '../../../services/renderer/src/store/writer.ts';
import type { WriteStep } from '../../../services/renderer/src/store/writer.ts';
import { dice } from '../../support/illustrations.ts';

const MIB = 1_048_576;
const ignore = (): void => undefined;

describe('A file that is written', () => {
	let directory: string;
	beforeEach(() => {
		directory = mkdtempSync(join(tmpdir(), 'copydesk-writer-'));
	});
	afterEach(() => rmSync(directory, { recursive: true, force: true }));

	const openFiles = (): number => readdirSync('/proc/self/fd').length;

	/** Some bytes, cut at some places. */
	function cut(bytes: Buffer, next: () => number): Buffer[] {
		const places = [0, ...Array.from({ length: 12 }, () => Math.floor(next() * bytes.length)).sort((a, b) => a - b), bytes.length];
		return places.slice(1).map((place, i) => bytes.subarray(places[i], place));
	}

	it('has all its bytes, whatever its size and however it is cut, around blocks and around what is written at once', async () => {
		const next = dice(8);
		let number = 0;
		for (const size of [0, 1, 4_095, 4_096, 4_097, 8_192, 60_001, MIB - 4_097, MIB - 1, MIB, MIB + 1, MIB + 4_096, 3 * MIB + 5]) {
			const bytes = Buffer.from(Uint8Array.from({ length: size }, () => next() * 256));
			for (const share of [0, 0.3, 1]) {
				const parts = cut(bytes, next);
				const split = Math.round(parts.length * share);
				const path = join(directory, String((number += 1)));
				await openWriter(path, parts.slice(0, split), ignore).finish(parts.slice(split));
				expect(readFileSync(path).equals(bytes), `${size} bytes, ${split} of ${parts.length} parts first`).to.equal(true);
			}
		}
	}).timeout(60_000);

	it('says what has happened, in order', async () => {
		const steps: WriteStep[] = [];
		const writer = openWriter(join(directory, 'a'), [Buffer.alloc(9_000)], (step) => steps.push(step));
		expect(steps).to.deep.equal(['temp_opened']);
		await writer.finish([]);
		expect(steps).to.deep.equal(['temp_opened', 'temp_written', 'temp_synced']);
	});

	it('may be one of several at once', async () => {
		const contents = Array.from({ length: 5 }, (_, i) => Buffer.alloc(300_000 + i, i));
		const writers = contents.map((bytes, i) => openWriter(join(directory, String(i)), [bytes.subarray(0, 200_000)], ignore));
		await Promise.all(writers.map((writer, i) => writer.finish([contents[i]!.subarray(200_000)])));
		contents.forEach((bytes, i) => expect(readFileSync(join(directory, String(i))).equals(bytes)).to.equal(true));
	});

	it('leaves no descriptor open, kept, given up or failed', async () => {
		const before = openFiles();
		for (let i = 0; i < 20; i++) {
			await openWriter(join(directory, `kept ${i}`), [Buffer.alloc(50_000)], ignore).finish([Buffer.alloc(3)]);
			await openWriter(join(directory, `given up ${i}`), [Buffer.alloc(50_000)], ignore).giveUp();
			await openWriter(join(directory, `failed ${i}`), [Buffer.alloc(50_000)], (step) => {
				if (step === 'temp_written') throw new Error('planned');
			})
				.finish([])
				.catch(ignore);
		}
		expect(() => openWriter(join(directory, 'kept 1'), [], ignore), 'never over another file').to.throw(/EEXIST/);
		expect(openFiles()).to.equal(before);
	});

	it('is written the ordinary way where it cannot be opened a second time, as when descriptors run out', async () => {
		const before = openFiles();
		const [path, aside] = [join(directory, 'a'), join(directory, 'b')];
		const writer = openWriter(path, [Buffer.alloc(50_000, 1)], (step) => step === 'temp_opened' && renameSync(path, aside));
		await writer.finish([Buffer.alloc(3, 2)]);
		expect(readFileSync(aside).equals(Buffer.concat([Buffer.alloc(50_000, 1), Buffer.alloc(3, 2)]))).to.equal(true);
		expect(openFiles()).to.equal(before);
	});

	it('is the same where the page cache cannot be passed by', async () => {
		const bytes = Buffer.from(Uint8Array.from({ length: 700_001 }, (_, i) => i * 7));
		const path = join(directory, 'a');
		await openWriter(path, [bytes.subarray(0, 400_000)], ignore, false).finish([bytes.subarray(400_000)]);
		expect(readFileSync(path).equals(bytes)).to.equal(true);
	});
});
