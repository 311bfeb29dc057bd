/**
 * Entities of a text as the real server handles them. It refuses entities that do not fit, drops or cuts overlapping ones, drops those
 * with white space only, and keeps only the first of many.
 * @see https://github.com/tdlib/td/blob/master/td/telegram/MessageEntity.cpp
 */
import { badRequest } from './errors.ts';
import type { MessageEntity } from './types.ts';

/** These may overlap any others: they are merged, and cut at the ends of others. */
const SPLITTABLE = ['bold', 'italic', 'underline', 'strikethrough', 'spoiler'];
const QUOTES = ['blockquote', 'expandable_blockquote'];
/** These may contain no others and overlap none. */
const CONTINUOUS = ['text_link', 'text_mention', 'code', 'pre', 'custom_emoji'];
const MAX_OFFSET = 1_000_000;
/** More are dropped silently. */
const MAX_KEPT = 100;

const endOf = ({ offset, length }: MessageEntity): number => offset + length;
const overlap = (one: MessageEntity, other: MessageEntity): boolean => one.offset < endOf(other) && other.offset < endOf(one);
const contains = (outer: MessageEntity, inner: MessageEntity): boolean => outer.offset <= inner.offset && endOf(inner) <= endOf(outer);
const inOrder = (one: MessageEntity, other: MessageEntity): number => one.offset - other.offset || other.length - one.length;

/** @throws ApiError if one does not fit the text */
export function checkEntities(text: string, entities: readonly MessageEntity[]): void {
	for (const { type, url } of entities) if (type === 'text_link') checkAddress(String(url ?? ''), 'entity');
	for (const { offset, length } of entities) {
		if (offset < 0 || offset > MAX_OFFSET) throw badRequest(`receive an entity with incorrect offset ${offset}`);
		if (length < 0 || length > MAX_OFFSET) throw badRequest(`receive an entity with incorrect length ${length}`);
	}
	const bytesTo = (units: number): number => Buffer.byteLength(text.slice(0, units));
	const isInPair = (at: number): boolean => /^[\ud800-\udbff][\udc00-\udfff]$/.test(text.slice(Math.max(at - 1, 0), at + 1));
	for (const entity of [...entities].filter(({ length }) => length > 0).sort(inOrder)) {
		const { offset } = entity;
		const end = endOf(entity);
		if (offset >= text.length) throw badRequest(`entity begins after the end of the text at UTF-16 offset ${offset}`);
		if (isInPair(offset)) throw badRequest(`entity begins in a middle of a UTF-16 symbol at byte offset ${bytesTo(offset + 1)}`);
		if (end > text.length)
			throw badRequest(`entity beginning at UTF-16 offset ${offset} ends after the end of the text at UTF-16 offset ${end}`);
		if (isInPair(end))
			throw badRequest(
				`entity beginning at UTF-16 offset ${offset} ends in a middle of a UTF-16 symbol at byte offset ${bytesTo(end + 1)}`,
			);
	}
}

/** Refuses schemes other than web addresses, which open parts of the messenger itself. */
export function checkAddress(url: string, where: string): void {
	if (/^(?:tg|ton|tonsite):/i.test(url)) return;
	const invalid = (why: string) => badRequest(`${where} URL '${url}' is invalid: ${why}`);
	if (/^[a-z][a-z\d+.-]*:\/\//i.test(url) && !/^https?:\/\//i.test(url)) throw invalid('Unsupported URL protocol');
	const authority = /^(?:https?:\/\/)?([^/?#]*)/i.exec(url)?.[1] ?? '';
	const [host = '', port] = authority.slice(authority.lastIndexOf('@') + 1).split(':');
	if (port !== undefined && (Number(port) === 0 || Number(port) > 65_535)) throw invalid('Wrong port number specified in the URL');
	if (host === '') throw invalid('URL host is empty');
	if (!/^[\p{L}\p{N}.\-_!$,~*'();&+=%]+$/u.test(host)) throw invalid('Disallowed character in URL host');
	if (!host.includes('.')) throw invalid('Wrong HTTP URL');
}

/** Drops each entity that overlaps the one before it. */
function apart(entities: readonly MessageEntity[]): MessageEntity[] {
	const kept: MessageEntity[] = [];
	for (const entity of entities) if (entity.offset >= (kept.length === 0 ? 0 : endOf(kept.at(-1) as MessageEntity))) kept.push(entity);
	return kept;
}

/** Removes white space from the beginning of entities, and drops entities with nothing else. */
function withoutBlank(text: string, entities: readonly MessageEntity[]): MessageEntity[] {
	return entities.flatMap((entity) => {
		const words = text.slice(entity.offset, endOf(entity));
		const blank = /^[ \n]*/.exec(words)?.[0].length ?? 0;
		return blank === words.length ? [] : [{ ...entity, offset: entity.offset + blank, length: entity.length - blank }];
	});
}

function merged(entities: readonly MessageEntity[]): MessageEntity[] {
	const found: MessageEntity[] = [];
	for (const entity of entities) {
		const last = found.at(-1);
		if (last !== undefined && entity.offset <= endOf(last))
			found[found.length - 1] = { ...last, length: Math.max(endOf(last), endOf(entity)) - last.offset };
		else found.push(entity);
	}
	return found;
}

function cutAt(entity: MessageEntity, places: readonly number[]): MessageEntity[] {
	const inside = places.filter((at) => at > entity.offset && at < endOf(entity));
	const ends = [entity.offset, ...new Set(inside.sort((a, b) => a - b)), endOf(entity)];
	return ends.slice(1).map((end, index) => ({ ...entity, offset: ends[index] as number, length: end - (ends[index] as number) }));
}

/** Entities as the server stores them. @param found entities that the server detects: addresses, tags, mentions */
export function fixedEntities(text: string, given: readonly MessageEntity[], found: readonly MessageEntity[]): MessageEntity[] {
	const sorted = withoutBlank(text, given).sort(inOrder);
	const of = (types: readonly string[]) => sorted.filter(({ type }) => types.includes(type));
	const quotes = apart(of(QUOTES));
	const fitsQuotes = (entity: MessageEntity): boolean => quotes.every((quote) => !overlap(quote, entity) || contains(quote, entity));
	const own = apart(of(CONTINUOUS)).filter(fitsQuotes);
	const marked = found.filter((entity) => fitsQuotes(entity) && own.every((other) => !overlap(other, entity)));
	const whole = [...quotes, ...own].sort(inOrder);
	const loose = SPLITTABLE.flatMap((type) => merged(of([type])));
	const begins = loose.map(({ offset }) => offset);
	const kept = [...whole, ...loose.flatMap((entity) => cutAt(entity, begins)).sort(inOrder)].slice(0, MAX_KEPT);
	const places = [...whole, ...marked].flatMap((entity) => [entity.offset, endOf(entity)]);
	const inCode = (entity: MessageEntity): boolean => own.some((other) => ['code', 'pre'].includes(other.type) && overlap(other, entity));
	const parts = kept.flatMap((entity) =>
		SPLITTABLE.includes(entity.type) ? cutAt(entity, places).filter((part) => !inCode(part)) : [entity],
	);
	return [...withoutBlank(text, parts), ...marked].sort(inOrder);
}
