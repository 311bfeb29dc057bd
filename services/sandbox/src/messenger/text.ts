/**
 * Texts as the real server stores them: cleaned and trimmed, with entities extracted, counted in code points.
 * @see https://core.telegram.org/bots/api#formatting-options
 */
import { checkEntities, fixedEntities } from './entities.ts';
import { badRequest } from './errors.ts';
import type { MessageEntity } from './types.ts';

export interface FormattedText {
	readonly text: string;
	readonly entities: readonly MessageEntity[];
}

export const MAX_TEXT_CODE_POINTS = 4096;
export const MAX_CAPTION_CODE_POINTS = 1024;

/** The real server's limits count code points, not UTF-16 units. */
export function codePoints(text: string): number {
	let count = 0;
	for (const _ of text) count += 1;
	return count;
}

/** Line and paragraph separators, direction marks, and combining marks that would draw across other lines. */
const GONE = /[\r\u2028-\u202e\u030a\u0333\u033f]/;
const CONTROL = /[\u0000-\u0009\u000b-\u001f]/;

/** Replaces controls by spaces, drops what the server drops, and trims. Entities move with their text. */
function clean(given: FormattedText): FormattedText {
	let text = given.text;
	let entities = given.entities;
	if (GONE.test(text) || CONTROL.test(text)) {
		let out = '';
		const places: number[] = [];
		for (const unit of text) {
			for (let at = 0; at < unit.length; at += 1) places.push(out.length);
			if (GONE.test(unit)) continue;
			out += CONTROL.test(unit) ? ' ' : unit;
		}
		places.push(out.length);
		const placeOf = (offset: number): number => places[Math.min(offset, places.length - 1)] ?? out.length;
		entities = entities.map((entity) => ({
			...entity,
			offset: placeOf(entity.offset),
			length: placeOf(entity.offset + entity.length) - placeOf(entity.offset),
		}));
		text = out;
	}
	const start = text.length - text.trimStart().length;
	const trimmed = text.trim();
	const kept: MessageEntity[] = [];
	for (const entity of entities) {
		const from = Math.max(0, entity.offset - start);
		const to = Math.min(trimmed.length, entity.offset + entity.length - start);
		if (to > from) kept.push({ ...entity, offset: from, length: to - from });
	}
	return { text: trimmed, entities: kept };
}

const PATTERNS: readonly (readonly [type: string, pattern: RegExp])[] = [
	['url', /https?:\/\/[^\s<>"'«»]*[^\s<>"'«».,;:!?)\]}]/giu],
	['email', /(?<![\p{L}\d._%+-])[\p{L}\d._%+-]+@[\p{L}\d-]+(?:\.[\p{L}\d-]+)+/gu],
	['bot_command', /(?<![\p{L}\d_/<>])\/[A-Za-z0-9_]{1,64}(?:@[A-Za-z0-9_]{3,32})?(?![\p{L}\d_/<>])/gu],
	['mention', /(?<![\p{L}\d_@])@[A-Za-z][A-Za-z0-9_]{3,31}(?![\p{L}\d_])/gu],
	['hashtag', /(?<![\p{L}\d_#])#[\p{L}\d_]*\p{L}[\p{L}\d_]*/gu],
];

/** Entities that the server detects: addresses, commands, mentions, tags. */
function foundEntities(text: string): MessageEntity[] {
	const found: MessageEntity[] = [];
	for (const [type, pattern] of PATTERNS) {
		for (const match of text.matchAll(pattern)) {
			const offset = match.index;
			const length = match[0].length;
			if (!found.some((entity) => offset < entity.offset + entity.length && entity.offset < offset + length))
				found.push({ type, offset, length });
		}
	}
	return found.sort((a, b) => a.offset - b.offset);
}

const HTML_TAGS: Readonly<Record<string, string>> = {
	b: 'bold',
	strong: 'bold',
	i: 'italic',
	em: 'italic',
	u: 'underline',
	ins: 'underline',
	s: 'strikethrough',
	strike: 'strikethrough',
	del: 'strikethrough',
	code: 'code',
	pre: 'pre',
	a: 'text_link',
	blockquote: 'blockquote',
	'tg-spoiler': 'spoiler',
	span: 'spoiler',
};
const HTML_ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"' };

/** The byte position of a UTF-16 offset, because the server's messages count bytes. */
const byteOffset = (text: string, offset: number): number => Buffer.byteLength(text.slice(0, offset));

function parseHtml(source: string): FormattedText {
	let text = '';
	const entities: MessageEntity[] = [];
	const open: { tag: string; offset: number; url?: string; at: number }[] = [];
	for (let at = 0; at < source.length; ) {
		const char = source[at] as string;
		if (char === '&') {
			const match = /^&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]+));?/i.exec(source.slice(at));
			const code = match?.[1] === undefined ? (match?.[2] === undefined ? undefined : Number.parseInt(match[2], 16)) : Number(match[1]);
			const decoded =
				code === undefined ? HTML_ENTITIES[match?.[3] ?? ''] : code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
			if (match !== null && decoded !== undefined) {
				text += decoded;
				at += match[0].length;
				continue;
			}
		}
		if (char !== '<') {
			text += char;
			at += 1;
			continue;
		}
		const match = /^<(\/?)([a-z-]+)((?:\s+[a-z-]+(?:=(?:"[^"]*"|'[^']*'|[^\s>]*))?)*)\s*>/i.exec(source.slice(at));
		if (match === null)
			throw badRequest(
				`can't parse entities: Unsupported start tag ` +
					`"${(/^<\/?([^\s>]*)/.exec(source.slice(at))?.[1] ?? '').toLowerCase()}" at byte offset ${byteOffset(source, at)}`,
			);
		const tag = (match[2] as string).toLowerCase();
		const type = HTML_TAGS[tag];
		if (match[1] === '/') {
			const last = open.pop();
			if (last === undefined) throw badRequest(`can't parse entities: Unexpected end tag at byte offset ${byteOffset(source, at)}`);
			if (last.tag !== tag)
				throw badRequest(
					`can't parse entities: Unmatched end tag at byte offset ${byteOffset(source, at)}, expected "</${last.tag}>", found "</${tag}>"`,
				);
			const length = text.length - last.offset;
			if (length > 0 && (HTML_TAGS[tag] !== 'text_link' || last.url !== undefined)) {
				entities.push({
					type: HTML_TAGS[tag] as string,
					offset: last.offset,
					length,
					...(last.url === undefined ? {} : { url: last.url }),
				});
			}
		} else {
			if (type === undefined)
				throw badRequest(`can't parse entities: Unsupported start tag "${tag}" at byte offset ${byteOffset(source, at)}`);
			const url = /\bhref=(?:"([^"]*)"|'([^']*)')/i.exec(match[3] ?? '');
			open.push({ tag, offset: text.length, at, ...(tag === 'a' && url !== null ? { url: url[1] ?? url[2] ?? '' } : {}) });
		}
		at += match[0].length;
	}
	const last = open.at(-1);
	if (last !== undefined) throw badRequest(`can't parse entities: Can't find end tag corresponding to start tag "${last.tag}"`);
	return { text, entities: entities.sort((a, b) => a.offset - b.offset || b.length - a.length) };
}

const MARKS: readonly (readonly [mark: string, type: string])[] = [
	['```', 'pre'],
	['||', 'spoiler'],
	['__', 'underline'],
	['*', 'bold'],
	['_', 'italic'],
	['~', 'strikethrough'],
	['`', 'code'],
];
const RESERVED = /[_*[\]()~`>#+\-=|{}.!]/;

function parseMarkdownV2(source: string): FormattedText {
	let text = '';
	const entities: MessageEntity[] = [];
	const open: { mark: string; type: string; offset: number; at: number }[] = [];
	for (let at = 0; at < source.length; ) {
		const inCode = open.at(-1)?.type === 'code' || open.at(-1)?.type === 'pre';
		const char = source[at] as string;
		if (char === '\\' && at + 1 < source.length) {
			text += source[at + 1];
			at += 2;
			continue;
		}
		const link = char === ']' && open.at(-1)?.mark === '[' ? /^\]\(([^)]*)\)/.exec(source.slice(at)) : null;
		if (link !== null) {
			const start = open.pop() as (typeof open)[number];
			if (text.length > start.offset)
				entities.push({ type: 'text_link', offset: start.offset, length: text.length - start.offset, url: link[1] ?? '' });
			at += link[0].length;
			continue;
		}
		if (char === '[' && !inCode) {
			open.push({ mark: '[', type: 'text_link', offset: text.length, at });
			at += 1;
			continue;
		}
		const found = MARKS.find(([mark]) => source.startsWith(mark, at));
		if (found !== undefined && (!inCode || open.at(-1)?.mark === found[0])) {
			if (open.at(-1)?.mark === found[0]) {
				const start = open.pop() as (typeof open)[number];
				if (text.length > start.offset) entities.push({ type: found[1], offset: start.offset, length: text.length - start.offset });
			} else open.push({ mark: found[0], type: found[1], offset: text.length, at });
			at += found[0].length;
			continue;
		}
		if (RESERVED.test(char) && !inCode) {
			throw badRequest(`can't parse entities: Character '${char}' is reserved and must be escaped with the preceding '\\'`);
		}
		text += char;
		at += 1;
	}
	const last = open.at(-1);
	if (last !== undefined) {
		const name = last.type.replace('text_link', 'TextUrl').replace(/^./, (letter) => letter.toUpperCase());
		throw badRequest(`can't parse entities: Can't find end of ${name} entity at byte offset ${byteOffset(source, last.at)}`);
	}
	return { text, entities: entities.sort((a, b) => a.offset - b.offset || b.length - a.length) };
}

/** The old Markdown: no nesting, no escapes inside entities. */
function parseMarkdown(source: string): FormattedText {
	let text = '';
	const entities: MessageEntity[] = [];
	for (let at = 0; at < source.length; ) {
		const rest = source.slice(at);
		const escape = /^\\([_*`[])/.exec(rest);
		if (escape !== null) {
			text += escape[1];
			at += 2;
			continue;
		}
		const link = /^\[([^\]]+)\]\(([^)]+)\)/.exec(rest);
		const span = /^(?:```([\s\S]+?)```|`([^`]+)`|\*([^*]+)\*|_([^_]+)_)/.exec(rest);
		const inner = link?.[1] ?? span?.slice(1).find((part) => part !== undefined);
		if (inner === undefined) {
			if (/^[_*`]/.test(rest))
				throw badRequest(`can't parse entities: Can't find end of the entity starting at byte offset ${byteOffset(source, at)}`);
			text += rest[0];
			at += 1;
			continue;
		}
		const type =
			link !== null
				? 'text_link'
				: span?.[1] !== undefined
					? 'pre'
					: span?.[2] !== undefined
						? 'code'
						: span?.[3] !== undefined
							? 'bold'
							: 'italic';
		entities.push({ type, offset: text.length, length: inner.length, ...(link === null ? {} : { url: link[2] ?? '' }) });
		text += inner;
		at += (link ?? span)?.[0].length ?? 1;
	}
	return { text, entities };
}

/** Parses a text by its mode. @throws ApiError can't parse entities: … */
export function formatText(source: string, parseMode: string | undefined, entities: readonly MessageEntity[] | undefined): FormattedText {
	if (!source.isWellFormed()) throw badRequest('strings must be encoded in UTF-8');
	const mode = parseMode?.toLowerCase() ?? '';
	let given: FormattedText;
	if (mode === '' || mode === 'none') given = { text: source, entities: entities ?? [] };
	else if (mode === 'html') given = parseHtml(source);
	else if (mode === 'markdownv2') given = parseMarkdownV2(source);
	else if (mode === 'markdown') given = parseMarkdown(source);
	else throw badRequest(`unsupported parse_mode`);
	checkEntities(given.text, given.entities);
	const cleaned = clean(given);
	return { text: cleaned.text, entities: fixedEntities(cleaned.text, cleaned.entities, foundEntities(cleaned.text)) };
}
