/**
 * Form that is written as marks. An AI may write `**words**` and `[words](https://…)`; in the owner's settings `__words__` is italic and
 * `||words||` hidden as well. It is read strictly: anything else is text.
 */
import { linkAddress, tidyForm, type FormEntity, type Formatted } from './form.ts';
import { normaliseCaption } from './normalise.ts';

type Marked = 'bold' | 'italic' | 'spoiler';

const SIGNS: Readonly<Record<Marked, string>> = { bold: '**', italic: '__', spoiler: '||' };

/** Around whole words: `2**3**4` is a sum. */
function between(sign: string): RegExp {
	const mark = sign.replace(/[*|]/g, '\\$&');
	const own = mark.slice(0, mark.length / 2);
	const words = String.raw`(?![\s${own}\p{M}.,;:!?)»”])((?:(?!${mark})[^\n])*[^\s${own}])`;
	return new RegExp(String.raw`(?<![^\s("'«“„[—–-])${mark}${words}${mark}(?![\p{L}\p{N}\p{M}${own}])`, 'u');
}

const MARKS = (Object.keys(SIGNS) as Marked[]).map((type) => [type, between(SIGNS[type])] as const);

/** What an AI may write, and what the owner's settings may have. */
export const AI_MARKS: readonly Marked[] = ['bold'];
export const SETTING_MARKS: readonly Marked[] = ['bold', 'italic', 'spoiler'];

const LINK = /\[(?=[^\s\p{M}])([^[\]\n]*[^\s[\]])\]\((https:\/\/[^\s()]+)\)/u;

/** No caption has room for more; what comes after them is text. */
const MOST_MARKS = 200;

/** @param text normalised */
export function readMarks(text: string, marks: readonly Marked[] = AI_MARKS): Formatted {
	const read = readIn(text, marks);
	// Where taking the marks out leaves a text that would have to be normalised again, they are text.
	return normaliseCaption(read.text) === read.text
		? { text: read.text, entities: tidyForm(read.text, read.entities) }
		: { text, entities: [] };
}

function readIn(text: string, marks: readonly Marked[]): Formatted {
	let rest = text;
	let read = '';
	const entities: FormEntity[] = [];
	const take = (units: number): void => {
		read += rest.slice(0, units);
		rest = rest.slice(units);
	};
	const kinds = [...MARKS.filter(([type]) => marks.includes(type)), ['text_link', LINK] as const];
	for (let count = 0; count < MOST_MARKS; count += 1) {
		const found = kinds.flatMap(([type, pattern]) => {
			const match = pattern.exec(rest);
			return match === null ? [] : [{ type, match }];
		});
		if (found.length === 0) break;
		const { type, match } = found.reduce((one, other) => (other.match.index < one.match.index ? other : one));
		take(match.index);
		const [whole, words = '', url] = match;
		const address = url === undefined ? undefined : linkAddress(url);
		if (address === null) {
			take(whole.length);
			continue;
		}
		const inner = readIn(words, marks);
		const own: FormEntity = { type, offset: read.length, length: inner.text.length };
		entities.push(address === undefined ? own : { ...own, url: address });
		entities.push(...inner.entities.map((each) => ({ ...each, offset: each.offset + read.length })));
		read += inner.text;
		rest = rest.slice(whole.length);
	}
	return { text: read + rest, entities };
}

/** A text with its form as marks of the settings. Form that marks cannot say, as around a part of a word, is left out. */
export function writeMarks({ text, entities }: Formatted): string {
	let kept: readonly FormEntity[] = [];
	for (const entity of tidyForm(text, entities)) {
		const tried = [...kept, entity];
		const read = readMarks(normaliseCaption(markedWith(text, tried)), SETTING_MARKS);
		if (read.text === normaliseCaption(text)) kept = tried;
	}
	return markedWith(text, kept);
}

/** @param entities the outer one before the inner one */
function markedWith(text: string, entities: readonly FormEntity[]): string {
	const signAt = (at: number): string => {
		const ending = entities.filter(({ offset, length }) => offset + length === at).reverse();
		const beginning = entities.filter(({ offset }) => offset === at);
		return [...ending.map((each) => signsOf(each)[1]), ...beginning.map((each) => signsOf(each)[0])].join('');
	};
	return Array.from({ length: text.length + 1 }, (_, at) => signAt(at) + text.slice(at, at + 1)).join('');
}

function signsOf({ type, url = '' }: FormEntity): readonly [begin: string, end: string] {
	if (type === 'text_link') return ['[', `](${url})`];
	const sign = type === 'blockquote' ? '' : SIGNS[type];
	return [sign, sign];
}
