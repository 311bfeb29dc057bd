/**
 * `npm run gallery`: draws the sample covers of every script over pictures of every kind and lays them out on one sheet,
 * docs/gallery.png, to be looked at whenever the template changes.
 */
import sharp from 'sharp';
import { prepareFrame } from '../../services/renderer/src/png/index.ts';
import { type Background, type CoverText, createRenderer } from '../../services/renderer/src/render.ts';
import { readBuiltIn } from '../../services/renderer/src/template/consultation.ts';
import { samples } from './coverTexts.ts';
import { frameOf, joined } from './encoded.ts';
import { drawIllustration, type IllustrationKind } from './illustrations.ts';

const COLUMNS = 6;
const CELL_PX = 296;
const GAP_PX = 16;

/** A picture for each sample, in their order. */
const pictures: readonly (readonly [IllustrationKind, number] | 'built-in')[] = [
	['photo', 2],
	['diagram', 1],
	['bright', 1],
	'built-in',
	['painting', 2],
	['photo', 1],
	['flat', 2],
	['painting', 1],
	['flat', 1],
	['diagram', 2],
	['photo', 3],
	['flat', 3],
	['painting', 3],
	['photo', 4],
	['photo', 6],
	['flat', 4],
	['diagram', 3],
];

const renderer = createRenderer();
const prepared = new Map<string, Background>();

function backgroundOf(picture: (typeof pictures)[number]): Background {
	const key = String(picture);
	let background = prepared.get(key);
	if (background === undefined) {
		const frame =
			picture === 'built-in' ? prepareFrame(readBuiltIn()).pixels : frameOf(drawIllustration(picture[0], picture[1], 1080, 720).pixels);
		background = renderer.prepareBackground(frame);
		prepared.set(key, background);
	}
	return background;
}

const coverOf = (words: CoverText, background: Background): Buffer => joined(renderer.renderCover(words, background).png);
const covers = samples.map((sample, i) => coverOf(sample, backgroundOf(pictures[i] ?? 'built-in')));
covers.push(coverOf({ category: '', title: 'Drawn for this desk', subtitle: '' }, backgroundOf('built-in')));

const rows = Math.ceil(covers.length / COLUMNS);
const place = (index: number): number => GAP_PX + index * (CELL_PX + GAP_PX);
const cells = await Promise.all(
	covers.map(async (png, i) => ({
		input: await sharp(png).resize(CELL_PX, CELL_PX, { kernel: 'lanczos3' }).png().toBuffer(),
		left: place(i % COLUMNS),
		top: place(Math.floor(i / COLUMNS)),
	})),
);
const sheet = await sharp({ create: { width: place(COLUMNS), height: place(rows), channels: 3, background: '#f4f1ea' } })
	.composite(cells)
	.png({ compressionLevel: 9, adaptiveFiltering: true })
	.toFile('docs/gallery.png');
process.stdout.write(`docs/gallery.png ${covers.length} covers, ${sheet.size} bytes\n`);
