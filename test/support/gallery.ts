/**
 * `npm run gallery`: draws the sample covers of every script over pictures of every kind, covers in every template, and the other
 * scripts in all templates that set them. It lays them out on three sheets, docs/gallery.png, docs/templates.png and
 * docs/scripts.png, to be looked at whenever a template changes.
 */
import sharp from 'sharp';
import { COVER_TEMPLATES } from '@copydesk/domain/cover/template';
import { TEMPLATE_VERSION } from '@copydesk/domain/limits';
import { prepareFrame } from '../../services/renderer/src/png/index.ts';
import { type Background, type CoverText, createRenderer } from '../../services/renderer/src/render.ts';
import { readBuiltIn } from '../../services/renderer/src/template/consultation.ts';
import { otherScripts, samples } from './coverTexts.ts';
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

const SETS_OTHER_SCRIPTS = COVER_TEMPLATES.filter((name) => name !== TEMPLATE_VERSION);

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

async function writeSheet(path: string, pngs: readonly Buffer[], columns = COLUMNS): Promise<void> {
	const place = (index: number): number => GAP_PX + index * (CELL_PX + GAP_PX);
	const cells = await Promise.all(
		pngs.map(async (png, i) => ({
			input: await sharp(png).resize(CELL_PX, CELL_PX, { kernel: 'lanczos3' }).png().toBuffer(),
			left: place(i % columns),
			top: place(Math.floor(i / columns)),
		})),
	);
	const height = place(Math.ceil(pngs.length / columns));
	const sheet = await sharp({ create: { width: place(columns), height, channels: 3, background: '#d9d6ce' } })
		.composite(cells)
		.png({ compressionLevel: 9, adaptiveFiltering: true, palette: true, quality: 90 })
		.toFile(path);
	process.stdout.write(`${path} ${pngs.length} covers, ${sheet.size} bytes\n`);
}

/** A row for each template: the same words in one column, over the same picture. */
async function inEveryTemplate(): Promise<Buffer[]> {
	const files = await Promise.all(
		(['photo', 'bright', 'painting', 'diagram', 'flat'] as const).map((kind) => {
			const { pixels, widthPx, heightPx } = drawIllustration(kind, 1);
			return sharp(pixels, { raw: { width: widthPx, height: heightPx, channels: 3 } })
				.png()
				.toBuffer();
		}),
	);
	const pictures = [readBuiltIn(), ...files];
	const texts = [3, 0, 2, 10, 1, 8].map((at) => samples[at]!);
	return COVER_TEMPLATES.flatMap((version) => {
		const template = renderer.template(version)!;
		return pictures.map((file, i) => {
			const background = renderer.prepareBackground(
				template.picture === null ? null : prepareFrame(file, template.picture).pixels,
				template,
			);
			const { title, subtitle, category } = texts[i]!;
			const line = version === 'news' ? `${category === '' ? 'Weather' : category} · Harbour News · 23 November 2026` : category;
			return joined(renderer.renderCover({ title, subtitle, category: line }, background, { template }).png);
		});
	});
}

/** A column for each template, a row for each script: its first words. */
async function inOtherScripts(): Promise<Buffer[]> {
	const { pixels, widthPx, heightPx } = drawIllustration('photo', 2);
	const file = await sharp(pixels, { raw: { width: widthPx, height: heightPx, channels: 3 } })
		.png()
		.toBuffer();
	const sheet: Buffer[] = [];
	const scripts = otherScripts.filter(({ script }, i) => otherScripts.findIndex((other) => other.script === script) === i);
	for (const { title, subtitle, category } of scripts)
		for (const version of SETS_OTHER_SCRIPTS) {
			const words = { title, subtitle, category: version === 'news' ? `${category} · harbour.example · 2026-11-23` : category };
			const template = renderer.template(version, words)!;
			const frame = template.picture === null ? null : prepareFrame(file, template.picture).pixels;
			const background = renderer.prepareBackground(frame, template);
			sheet.push(joined(renderer.renderCover(words, background, { template, fonts: await renderer.openFonts(words) }).png));
		}
	return sheet;
}

await writeSheet('docs/gallery.png', covers);
await writeSheet('docs/templates.png', await inEveryTemplate());
await writeSheet('docs/scripts.png', await inOtherScripts(), SETS_OTHER_SCRIPTS.length);
