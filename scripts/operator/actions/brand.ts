import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { extname, resolve } from 'node:path';
import sharp from 'sharp';
import { readBrand, writeBrand, type BrandSet } from '@copydesk/collaboration/operator';
import type { Brand, BrandRequest, Cover } from '@copydesk/domain/api/renderer';
import { COVER_TEMPLATES, templateVersion } from '@copydesk/domain/cover/template';
import { BUILT_IN_IMAGE_ID } from '@copydesk/domain/ids';
import { MAX_FONT_BYTES, TEMPLATE_VERSION } from '@copydesk/domain/limits';
import type { Action } from '../action.ts';
import { Usage } from '../../commandLine.ts';
import { noWords, textOption, type CommandLine } from '../commandLine.ts';
import type { Desk } from '../desk.ts';
import { readLogoFile } from '../logo.ts';
import { auditOperator } from '../record.ts';

/** The colours of a brand that names none. */
const DESK = { panel: '#16324f', accent: '#c9342a' };

async function ask<T>(desk: Desk, path: string, body: unknown): Promise<T> {
	const { url, key } = desk.renderer();
	const request = {
		method: 'POST',
		headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${key}` },
		body: JSON.stringify(body),
		signal: AbortSignal.timeout(60_000),
	};
	const response = await fetch(`${url}${path}`, request).catch((cause: unknown) => {
		throw new Error(`The renderer does not answer at ${url}; is it running?`, { cause });
	});
	const answer = (await response.json()) as { detail?: string; errors?: readonly { path: string; message: string }[] };
	if (response.ok) return answer as T;
	const faults = (answer.errors ?? []).map((fault) => `--${fault.path.replace('font_file', 'font')}: ${fault.message}`);
	throw new Error(`The renderer refused${faults.length === 0 ? `: ${answer.detail ?? response.status}` : `\n${faults.join('\n')}`}`);
}

function colourOption(line: CommandLine, name: 'panel' | 'accent'): string {
	const said = textOption(line, name)?.toLowerCase();
	if (said !== undefined && !/^#[0-9a-f]{6}$/.test(said))
		throw new Usage(`Expected --${name} to be a colour like #14213d but received ${said}`);
	return said ?? DESK[name];
}

function fontOption(line: CommandLine): Pick<BrandRequest, 'font' | 'font_file'> {
	const said = textOption(line, 'font');
	if (said === undefined) return { font: null, font_file: null };
	if (!['.ttf', '.otf'].includes(extname(said).toLowerCase())) return { font: said as NonNullable<BrandRequest['font']>, font_file: null };
	const size = statSync(said, { throwIfNoEntry: false })?.size;
	if (size === undefined) throw new Usage(`There is no file ${said}`);
	if (size > MAX_FONT_BYTES) throw new Usage(`Expected a font of at most ${MAX_FONT_BYTES} bytes but ${said} has ${size}`);
	return { font: null, font_file: readFileSync(said).toString('base64') };
}

export const brandSet: Action = {
	words: ['brand', 'set'],
	usage: 'brand set --logo <svg|png> --accent <#rrggbb> --panel <#rrggbb> --font <name|ttf> --name <text>',
	about: 'set the brand of new covers (all templates but the classic one); replaces the earlier brand',
	options: {
		logo: { type: 'string' },
		accent: { type: 'string' },
		panel: { type: 'string' },
		font: { type: 'string' },
		name: { type: 'string' },
	},
	read(line) {
		noWords(line);
		const options = ['logo', 'accent', 'panel', 'font', 'name'].filter((name) => textOption(line, name) !== undefined);
		if (options.length === 0) throw new Usage('Expected at least one of --logo, --accent, --panel, --font and --name');
		const colours = { panel: colourOption(line, 'panel'), accent: colourOption(line, 'accent') };
		const font = fontOption(line);
		const name = textOption(line, 'name') ?? '';
		const logoPath = textOption(line, 'logo');
		return {
			async work(desk) {
				const logo = logoPath === undefined ? null : await readLogoFile(resolve(logoPath));
				const { brand_id } = await ask<Brand>(desk, '/v1/brands', { name, ...colours, ...font, logo } satisfies BrandRequest);
				const shownFont = font.font_file === null ? font.font : (textOption(line, 'font') ?? null);
				const brand: BrandSet = { brand_id, name, ...colours, font: shownFont, has_logo: logo !== null };
				await writeBrand(await desk.database(), brand, desk.nowMs());
				await auditOperator(desk, 'operator.brand_set', `brand:${brand_id}`, { panel: brand.panel, accent: brand.accent });
				return { text: `${described(brand)}\nNew posts use it. See it with: brand show`, facts: brand };
			},
		};
	},
};

export const brandReset: Action = {
	words: ['brand', 'reset'],
	usage: 'brand reset',
	about: 'remove the brand from new covers; finished covers keep theirs',
	read(line) {
		noWords(line);
		return {
			question: 'Remove the brand from new posts?',
			async work(desk) {
				await writeBrand(await desk.database(), null, desk.nowMs());
				await auditOperator(desk, 'operator.brand_reset', 'brand', {});
				return { text: 'New posts have no brand.', facts: { brand: null } };
			},
		};
	},
};

export const brandShow: Action = {
	words: ['brand', 'show'],
	usage: 'brand show [--to <png>]',
	about: 'name the brand, and draw a sheet of sample covers (brand.png)',
	options: { to: { type: 'string' } },
	read(line) {
		noWords(line);
		const file = resolve(textOption(line, 'to') ?? 'brand.png');
		return {
			async work(desk) {
				const brand = await readBrand(await desk.database());
				const covers = await sampleCovers(desk, brand);
				writeFileSync(file, await sheetOf(covers));
				const text = `${brand === undefined ? 'No brand is set: these are the colours of the desk.' : described(brand)}\n${file}`;
				return { text, facts: { brand: brand ?? null, file } };
			},
		};
	},
};

const described = ({ name, panel, accent, font, has_logo, brand_id }: BrandSet): string =>
	[
		`Brand ${brand_id.slice(0, 12)}${name === '' ? '' : `: ${name}`}`,
		`panel ${panel}, accent ${accent}, font ${font ?? 'Source Serif'}, ${has_logo ? 'with a logo' : 'without a logo'}`,
	].join('\n');

/** One for each script. */
const SAMPLES = [
	{ title: 'The quiet return of the night train', subtitle: 'Who rides them, and who pays?', category: 'Travel' },
	{ title: 'Как подготовить город к жаре', subtitle: 'Пять решений, которые работают', category: 'Город' },
	{ title: 'العودة الهادئة لقطار الليل', subtitle: 'من يركبه، ومن يدفع؟', category: 'سفر' },
	{ title: 'העיר לפני הזריחה', subtitle: 'מי ער בחמש בבוקר?', category: 'עיר' },
	{ title: 'रात की रेलगाड़ियों की वापसी', subtitle: 'कौन चढ़ता है और कौन भुगतान करता है?', category: 'यात्रा' },
	{ title: 'เมืองที่ตื่นก่อนรุ่งสาง', subtitle: 'ใครบ้างที่ทำงานตอนตีห้า', category: 'เมือง' },
	{ title: '夜行列车悄然回归', subtitle: '谁在乘坐，谁在买单？', category: '旅行' },
	{ title: '夜行列車が静かに帰ってくる', subtitle: '誰が乗り、誰が払うのか', category: '旅行' },
	{ title: '야간열차의 조용한 귀환', subtitle: '누가 타고, 누가 내는가', category: '여행' },
];

/** The same brand and words are the same covers, however often they are asked for. */
async function sampleCovers(desk: Desk, brand: BrandSet | undefined): Promise<readonly Buffer[]> {
	const { url, key } = desk.renderer();
	const covers: Buffer[] = [];
	for (const template of COVER_TEMPLATES.filter((name) => name !== TEMPLATE_VERSION))
		for (const [index, words] of SAMPLES.entries()) {
			const { asset_path } = await ask<Cover>(desk, '/v1/covers', {
				draft_id: `sample.${template}.${brand?.brand_id.slice(0, 40) ?? 'desk'}`,
				version: index + 1,
				template_version: templateVersion(template, brand?.brand_id ?? null),
				...words,
				image_id: BUILT_IN_IMAGE_ID,
			});
			const response = await fetch(`${url}${asset_path}`, { headers: { Authorization: `Bearer ${key}` } });
			if (!response.ok) throw new Error(`The renderer answered ${response.status} for a sample`);
			covers.push(Buffer.from(await response.arrayBuffer()));
		}
	return covers;
}

const CELL_PX = 360;
const GAP_PX = 16;

async function sheetOf(covers: readonly Buffer[]): Promise<Buffer> {
	const place = (index: number): number => GAP_PX + index * (CELL_PX + GAP_PX);
	const rows = SAMPLES.length;
	const cells = await Promise.all(
		covers.map(async (png, i) => ({
			input: await sharp(png).resize(CELL_PX, CELL_PX).png().toBuffer(),
			left: place(Math.floor(i / rows)),
			top: place(i % rows),
		})),
	);
	return sharp({ create: { width: place(covers.length / rows), height: place(rows), channels: 3, background: '#d9d6ce' } })
		.composite(cells)
		.png()
		.toBuffer();
}
