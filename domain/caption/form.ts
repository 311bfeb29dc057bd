/**
 * How words of a caption are shown: bold, italic, quoted, hidden, or as a link. They are the messenger's entities, with offsets and
 * lengths in UTF-16 units, and never a parse mode, so nothing of a text can be read as markup.
 * @see https://core.telegram.org/bots/api#messageentity
 */
import { MAX_FORM_PARTS, MAX_LINKS_UNITS, MAX_LINKED_URL_UNITS } from '../limits.ts';
import { cleanCharacters, normaliseCaption } from './normalise.ts';

export const formTypes = ['blockquote', 'text_link', 'bold', 'italic', 'spoiler'] as const;

export type FormType = (typeof formTypes)[number];

export interface FormEntity {
	readonly type: FormType;
	readonly offset: number;
	readonly length: number;
	/** The address of a link. */
	readonly url?: string;
}

/** A text and its form. */
export interface Formatted {
	readonly text: string;
	readonly entities: readonly FormEntity[];
}

/** What each unit of a text is in, for one type; null: nothing. Of a quotation its number, of a link its address. */
type Layer = (string | null)[];
type Layers = Readonly<Record<FormType, Layer>>;

/** Two of these never overlap: the messenger drops the second one. */
const WHOLE: readonly FormType[] = ['blockquote', 'text_link'];

/** The one spelling of an address that a link may have: https, a host with a dot, no name and no password. Null: no such address. */
export function linkAddress(url: string): string | null {
	if (url.length > MAX_LINKED_URL_UNITS || /[\s\p{C}]/u.test(url) || !URL.canParse(url)) return null;
	const { protocol, username, password, hostname, port, href } = new URL(url);
	// The messenger takes fewer characters in a host than browsers do, and no port 0.
	const isPlain = protocol === 'https:' && username === '' && password === '' && port !== '0' && /^[\w-]+(?:\.[\w-]+)+\.?$/.test(hostname);
	return isPlain && href.length <= MAX_LINKED_URL_UNITS ? href : null;
}

export const isFormType = (type: unknown): type is FormType => (formTypes as readonly unknown[]).includes(type);

/** Whether the messenger would take the entity for this text as it is. */
export function fits(text: string, { type, offset, length, url }: FormEntity): boolean {
	const end = offset + length;
	if (!isFormType(type) || !Number.isSafeInteger(offset) || !Number.isSafeInteger(length)) return false;
	if (offset < 0 || length < 1 || end > text.length || isInPair(text, offset) || isInPair(text, end)) return false;
	return type === 'text_link' ? url !== undefined && linkAddress(url) === url : url === undefined;
}

const isInPair = (text: string, at: number): boolean =>
	/[\ud800-\udbff]/.test(text[at - 1] ?? '') && /[\udc00-\udfff]/.test(text[at] ?? '');

const order = (one: FormEntity, other: FormEntity): number =>
	one.offset - other.offset || other.length - one.length || formTypes.indexOf(one.type) - formTypes.indexOf(other.type);

function layersOf(text: string, entities: readonly FormEntity[]): Layers {
	const empty = (): Layer => Array<null>(text.length).fill(null);
	const layers = { blockquote: empty(), text_link: empty(), bold: empty(), italic: empty(), spoiler: empty() };
	for (const [index, { type, offset, length, url }] of [...entities].sort(order).entries()) {
		const address = type === 'text_link' ? linkAddress(url ?? '') : String(type === 'blockquote' ? index : '');
		if (!isFormType(type) || address === null || !Number.isSafeInteger(offset) || !Number.isSafeInteger(length)) continue;
		const [start, end] = [Math.max(offset, 0), Math.min(offset + length, text.length)];
		const [from, to] = [isInPair(text, start) ? start - 1 : start, isInPair(text, end) ? end + 1 : end];
		const layer = layers[type];
		if (WHOLE.includes(type) && layer.slice(from, to).some((unit) => unit !== null)) continue;
		if (to > from) layer.fill(address, from, to);
	}
	return layers;
}

/** Stretches over which a key stays the same; null is no stretch. */
function stretches(length: number, keyAt: (unit: number) => string | null): { readonly from: number; readonly to: number }[] {
	const found: { from: number; to: number }[] = [];
	for (let unit = 0, key: string | null = null; unit < length; unit += 1) {
		const before: string | null = key;
		key = keyAt(unit);
		const last = found.at(-1);
		if (key !== null && key === before && last !== undefined) last.to = unit + 1;
		else if (key !== null) found.push({ from: unit, to: unit + 1 });
	}
	return found;
}

/** Whitespace at its ends does not belong to a stretch: the messenger drops it. */
function trimmed(text: string, { from, to }: { readonly from: number; readonly to: number }) {
	const words = text.slice(from, to);
	const start = from + words.length - words.trimStart().length;
	return { offset: start, length: words.trim().length };
}

function entitiesOf(text: string, layers: Layers): FormEntity[] {
	const found = formTypes.flatMap((type) => {
		const layer = layers[type];
		// A link is in a quotation, or out of it, as a whole.
		const keyAt = (unit: number) =>
			layer[unit] === null || layer[unit] === undefined || type !== 'text_link'
				? (layer[unit] ?? null)
				: `${layers.blockquote[unit] ?? ''} ${layer[unit]}`;
		return stretches(text.length, keyAt).map((stretch): FormEntity => {
			const url = layer[stretch.from];
			return { type, ...trimmed(text, stretch), ...(type === 'text_link' ? { url: url ?? '' } : {}) };
		});
	});
	return found.filter(({ length }) => length > 0).sort(order);
}

/** How many entities the messenger makes of them: it cuts those that overlap. */
function partsOf(text: string, entities: readonly FormEntity[]): number {
	const layers = layersOf(text, entities);
	const all = (unit: number) => {
		const keys = formTypes.map((type) => layers[type][unit] ?? null);
		return keys.every((key) => key === null) ? null : JSON.stringify(keys);
	};
	const cut = stretches(text.length, all).map(({ from }) => formTypes.filter((type) => layers[type][from] !== null).length);
	return cut.reduce((sum, count) => sum + count, 0);
}

/** The one spelling of a form: sorted, merged, without what cannot be shown, and no more than the messenger keeps. */
export function tidyForm(text: string, entities: readonly FormEntity[]): FormEntity[] {
	if (entities.length === 0) return [];
	let left = MAX_LINKS_UNITS;
	const tidy = entitiesOf(text, layersOf(text, entities)).filter(({ url }) => {
		const takes = url?.length ?? 0;
		if (takes > left) return false;
		left -= takes;
		return true;
	});
	// Each of them is a part at least, and fewer of them are no more parts.
	let [kept, most] = [0, Math.min(tidy.length, MAX_FORM_PARTS)];
	for (let tried = most; kept < most; tried = Math.ceil((kept + most) / 2)) {
		if (partsOf(text, tidy.slice(0, tried)) <= MAX_FORM_PARTS) kept = tried;
		else most = tried - 1;
	}
	return tidy.slice(0, kept);
}

/** Whether two forms of a text look the same, however each is cut into entities. Types that we never send do not count. */
export function looksSame(text: string, one: readonly FormEntity[], other: readonly FormEntity[]): boolean {
	const [a, b] = [layersOf(text, one), layersOf(text, other)];
	const keyOf = (layers: Layers, unit: number) =>
		formTypes.map((type) => (type === 'text_link' ? (layers[type][unit] ?? '') : layers[type][unit] === null ? '' : '+')).join(' ');
	return text.split('').every((character, unit) => /\s/.test(character) || keyOf(a, unit) === keyOf(b, unit));
}

/** Normalises a text and moves its form along. @throws CopydeskError as `normaliseCaption` */
export function normaliseFormatted({ text, entities }: Formatted): Formatted {
	const normal = normaliseCaption(text);
	if (entities.length === 0) return { text: normal, entities: [] };
	if (normal === text) return { text, entities: tidyForm(text, entities) };
	const places = placesIn(text, normal);
	if (places === null) return { text: normal, entities: carried({ text, entities }, normal) };
	const moved = entities.flatMap((entity) => {
		const own = places.filter(({ start, end }) => start < entity.offset + entity.length && end > entity.offset);
		const [first, last] = [own[0], own.at(-1)];
		return first === undefined || last === undefined ? [] : [{ ...entity, offset: first.to, length: last.to + last.units - first.to }];
	});
	return { text: normal, entities: tidyForm(normal, moved) };
}

interface Place {
	readonly start: number;
	readonly end: number;
	readonly to: number;
	readonly units: number;
}

const CLUSTERS = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Where each visible character of a text is once it is normalised; null if they cannot be told apart. */
function placesIn(text: string, normal: string): Place[] | null {
	const places: Place[] = [];
	let to = 0;
	for (const { segment, index } of CLUSTERS.segment(text)) {
		const clean = /^[!-~]$/.test(segment) ? segment : cleanCharacters(segment).trim();
		if (clean === '') continue;
		while (/\s/.test(normal[to] ?? '')) to += 1;
		if (!normal.startsWith(clean, to)) return null;
		places.push({ start: index, end: index + segment.length, to, units: clean.length });
		to += clean.length;
	}
	return places;
}

interface Token {
	readonly word: string;
	readonly start: number;
	readonly end: number;
}

const TOKEN = /[\p{L}\p{N}\p{M}_]+|[^\s\p{L}\p{N}\p{M}_]/gu;

const tokensOf = (text: string): Token[] =>
	[...text.matchAll(TOKEN)].map(({ 0: word, index }) => ({ word, start: index, end: index + word.length }));

/** More cells than any two captions need. */
const MAX_CELLS = 2_000_000;

/** For each word of the old text its place among the words of the new one, or -1: the longest common sequence. */
function matches(old: readonly Token[], next: readonly Token[]): number[] {
	const found = old.map(() => -1);
	const shorter = Math.min(old.length, next.length);
	let start = 0;
	while (start < shorter && old[start]?.word === next[start]?.word) {
		found[start] = start;
		start += 1;
	}
	let same = 0;
	while (same < shorter - start && old[old.length - 1 - same]?.word === next[next.length - 1 - same]?.word) {
		same += 1;
		found[old.length - same] = next.length - same;
	}
	const [rows, columns] = [old.length - same - start, next.length - same - start];
	if (rows === 0 || columns === 0 || rows * columns > MAX_CELLS) return found;
	const width = columns + 1;
	const longest = new Uint16Array((rows + 1) * width);
	const at = (row: number, column: number) => longest[row * width + column] ?? 0;
	for (let row = rows - 1; row >= 0; row -= 1)
		for (let column = columns - 1; column >= 0; column -= 1)
			longest[row * width + column] =
				old[start + row]?.word === next[start + column]?.word
					? at(row + 1, column + 1) + 1
					: Math.max(at(row + 1, column), at(row, column + 1));
	for (let row = 0, column = 0; row < rows && column < columns; ) {
		if (old[start + row]?.word === next[start + column]?.word) {
			found[start + row] = start + column;
			row += 1;
			column += 1;
		} else if (at(row + 1, column) >= at(row, column + 1)) row += 1;
		else column += 1;
	}
	return found;
}

/** The form of the words of a text that another text still has, and of what is in their place where all of them were replaced. */
export function carried(from: Formatted, text: string): FormEntity[] {
	if (from.entities.length === 0) return [];
	const [old, next] = [tokensOf(from.text), tokensOf(text)];
	const found = matches(old, next);
	const moved = from.entities.flatMap((entity) => {
		const place = placeOf(entity, old, next, found, text.length);
		return place === null ? [] : [{ ...entity, ...place }];
	});
	return tidyForm(text, moved);
}

function placeOf(
	{ offset, length }: FormEntity,
	old: readonly Token[],
	next: readonly Token[],
	found: readonly number[],
	textUnits: number,
): Pick<FormEntity, 'offset' | 'length'> | null {
	const first = old.findIndex(({ end }) => end > offset);
	const last = old.findLastIndex(({ start }) => start < offset + length);
	if (first === -1 || last < first) return null;
	const stays = (at: number) => (found[at] ?? -1) >= 0;
	const tokenAt = (at: number) => next[found[at] ?? -1];
	// The words around those that were replaced, as far as they stay.
	const before = (at: number) => found.findLastIndex((to, index) => index < at && to >= 0);
	const after = (at: number) => found.findIndex((to, index) => index > at && to >= 0);
	const words = old.slice(first, last + 1);
	const units = (tokens: readonly Token[]) => tokens.reduce((sum, { word }) => sum + word.length, 0);
	const kept = units(words.filter((_word, index) => stays(first + index)));
	const startsGap = before(first) === first - 1;
	const endsGap = after(last) === last + 1 || (after(last) === -1 && last === old.length - 1);
	const isReplaced = kept === 0 && startsGap && endsGap;
	if (kept * 2 < units(words) && !isReplaced) return null;
	const start = stays(first)
		? (tokenAt(first)?.start ?? 0) + Math.max(0, offset - (old[first]?.start ?? 0))
		: startsGap
			? (tokenAt(first - 1)?.end ?? 0)
			: (tokenAt(after(first))?.start ?? textUnits);
	const end = stays(last)
		? (tokenAt(last)?.end ?? 0) - Math.max(0, (old[last]?.end ?? 0) - offset - length)
		: endsGap
			? (tokenAt(last + 1)?.start ?? textUnits)
			: (tokenAt(before(last))?.end ?? 0);
	return end > start ? { offset: start, length: end - start } : null;
}

/**
 * The form of words that a person wrote, where a new text has them: once, as whole words, and not in what was there before.
 * @param before the text that it takes the place of
 */
export function takenFrom(said: Formatted, text: string, before = ''): FormEntity[] {
	if (said.entities.length === 0) return [];
	const next = tokensOf(text);
	const stay = new Set(matches(tokensOf(before), next));
	const isNewAt = new Uint8Array(text.length);
	for (const [at, { start, end }] of next.entries()) if (!stay.has(at)) isNewAt.fill(1, start, end);
	const isNew = (start: number, end: number) => isNewAt.subarray(start, end).includes(1);
	return said.entities.flatMap((entity) => {
		const words = normaliseCaption(said.text.slice(entity.offset, entity.offset + entity.length));
		const places = tokensOf(words).length === 0 ? [] : twoPlacesOf(words, text, isNew);
		const [place] = places;
		return place === undefined || places.length > 1 ? [] : [{ ...entity, offset: place, length: words.length }];
	});
}

const isLetter = (unit: string | undefined): boolean => /[\p{L}\p{N}]/u.test(unit ?? '');

/** The first two places: a second one makes it doubtful. */
function twoPlacesOf(words: string, text: string, isNew: (start: number, end: number) => boolean): number[] {
	const found: number[] = [];
	for (let at = text.indexOf(words); at !== -1 && found.length < 2; at = text.indexOf(words, at + 1)) {
		const [inBefore, inAfter] = [isLetter(text[at - 1]) && isLetter(words[0]), isLetter(text[at + words.length]) && isLetter(words.at(-1))];
		if (!inBefore && !inAfter && isNew(at, at + words.length)) found.push(at);
	}
	return found;
}

/** The form of a caption that begins with a text: that of the text. A caption that says something else has none. */
export function formOfCaption({
	caption,
	body,
	caption_entities: entities,
}: {
	readonly caption: string | null;
	readonly body: string | null;
	readonly caption_entities: readonly FormEntity[] | null;
}): readonly FormEntity[] {
	return entities === null || body === null || caption === null || !caption.startsWith(body) ? [] : entities;
}

/** Words that are a link, and where it leads. */
export interface LinkedWords {
	readonly words: string;
	readonly url: string;
}

export const linksOf = ({ text, entities }: Formatted): readonly LinkedWords[] =>
	entities.flatMap(({ type, offset, length, url }) =>
		type === 'text_link' && url !== undefined ? [{ words: text.slice(offset, offset + length), url }] : [],
	);
