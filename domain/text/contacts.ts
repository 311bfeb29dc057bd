/** Where a text sends its reader: addresses, domains, handles and telephone numbers, as a messenger would make links of them. */
import { asSeen } from './lookalikes.ts';
import { isTopLevel } from './topLevel.ts';
import { withoutInvisible } from './visible.ts';

interface Contact {
	/** As it is in the text. */
	readonly text: string;
	/** The normal form: two spellings of one contact have the same. */
	readonly key: string;
}

/**
 * Contacts of a text that none of the known texts has. One that only looks like a known one, because of a letter of another script,
 * is not known.
 */
export function unknownContacts(text: string, known: readonly string[]): string[] {
	const found = linksIn(text);
	const phones = phonesIn(text);
	if (found.length === 0 && phones.length === 0) return [];
	const whole = known.join('\n');
	const keys = new Set(linksIn(whole).flatMap(({ key }) => [key, ...otherKeysOf(key)]));
	const digits = tidy(whole).replace(/(?<=\d)[ ().\u2010-\u2015-]+(?=\d)/g, '');
	return [...found.filter(({ key }) => !keys.has(key)), ...phones.filter(({ key }) => !digits.includes(key))].map((each) => each.text);
}

/** Addresses of pages in a text, as they are written there. */
export const pagesIn = (text: string): string[] =>
	linksIn(text)
		.map(({ text: written }) => written)
		.filter((written) => /^https?:\/\//i.test(written) || !/^[^/?#]*[@:]/u.test(written));

/**
 * Addresses of pages and mailboxes, as a cover may not show them. A name that looks like one does not count: “Booking.com”, “Node.js”,
 * “ASP.NET”. What tells them apart is how it is written: a name has a capital letter, and nothing before or behind it.
 */
export const addressesIn = (text: string): string[] =>
	linksIn(text)
		.map(({ text: written }) => written)
		.filter((written) => !/^@/.test(written) && !isWrittenAsName(written));

/** The name, with an end of one or two labels: “Amazon.co.uk”. */
const NAME_WITH_END = /^([\p{L}\p{N}-]+)\.(?:com?\.)?[\p{L}\p{N}-]+$/u;
/** The most letters of an abbreviation, as in “ASP.NET”; longer words in capitals are an address that is shouted. */
const MOST_OF_ABBREVIATION = 4;

function isWrittenAsName(written: string): boolean {
	const name = NAME_WITH_END.exec(written)?.[1];
	if (name === undefined || /^www$/i.test(name) || !/\p{Lu}/u.test(name)) return false;
	return /\p{Ll}/u.test(written) || name.length <= MOST_OF_ABBREVIATION;
}

/** The text without links that none of the known texts has: such a contact stays legible, and leads nowhere. */
export function withoutContacts(text: string, known: readonly string[]): string {
	const foreign = unknownContacts(text, known);
	if (foreign.length === 0) return text;
	const longestFirst = [...foreign].sort((one, other) => other.length - one.length);
	return longestFirst.reduce((so, contact) => so.replaceAll(contact, contactsShown([contact])), tidy(text));
}

/** Contacts as they are named to a person: legible, and no link. */
export const contactsShown = (contacts: readonly string[]): string =>
	contacts.map((contact) => (/[\p{L}.@]/u.test(contact) ? contact.replace(/[.@:]/g, '[$&]') : `${contact.slice(0, 6)}…`)).join(', ');

/** A page is also known by its host, and an account of the messenger by its handle. */
function otherKeysOf(key: string): string[] {
	const host = /^[^/?#:@]+/.exec(key)?.[0] ?? '';
	const account = /^(?:t|telegram)\.me\/(\w+)$/.exec(key)?.[1];
	if (key.startsWith('@')) return [`t.me/${key.slice(1)}`];
	return [...(host === key ? [] : [host]), ...(account === undefined ? [] : [`@${account}`])];
}

const tidy = (text: string): string => withoutInvisible(text.toWellFormed()).normalize('NFKC');

const BETWEEN = /[\s"“”„«»<>`|]+/u;
const SCHEME = /[a-z][a-z0-9]{0,30}:\/\/|(?:mailto|tel|tg|sms):/i;
const DOMAIN = /(?<![\p{L}\p{N}_@-])[\p{L}\p{N}_@-]+(?:\.[\p{L}\p{N}-]+)+/gu;
const HANDLE = /(?<![\p{L}\p{N}_.@/])@\w{3,32}/gu;
const NUMERIC_HOST = /^(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?:25[0-5]|2[0-4]\d|1?\d?\d)){3}$/;

function linksIn(text: string): Contact[] {
	return tidy(text)
		.split(BETWEEN)
		.filter((word) => /[.@:]/.test(asSeen(word)))
		.flatMap(linksOfWord);
}

function linksOfWord(word: string): Contact[] {
	// A letter of another script may be in place of a dot or a slash too, so the shape is looked for in what is seen.
	const seen = asSeen(word);
	const scheme = SCHEME.exec(seen);
	if (scheme !== null) {
		const address = withoutEnd(word.slice(scheme.index));
		// Something else may be before it without a space: “evil.com/https://known.example”.
		return [...linksOfWord(word.slice(0, scheme.index)), { text: address, key: keyOf(address.slice(scheme[0].length), scheme[0]) }];
	}
	const domains = [...seen.matchAll(DOMAIN)].flatMap((match) => domainIn(word, match.index, match[0]));
	const handles = [...seen.matchAll(HANDLE)]
		.filter(({ index }) => domains.every(({ text: domain }) => !domain.includes(word.slice(index, index + 4))))
		.map((match) => ({ text: word.slice(match.index, match.index + match[0].length), key: match[0].toLowerCase() }));
	return [...domains, ...handles];
}

/** The domain that a run of labels holds, with what follows it in the word; what goes on after its end is the next sentence. */
function domainIn(word: string, start: number, run: string): Contact[] {
	const written = word.slice(start, start + run.length);
	const [labels, own] = [run.split('.'), written.split('.')];
	const isEnd = (at: number) => [labels[at], own[at]].some((label) => label !== undefined && isTopLevel(label.toLowerCase()));
	let last = labels.length - 1;
	while (last > 0 && !isEnd(last)) last -= 1;
	// An abbreviation before a name, as in “г.Москва”.
	const isShort = last === 1 && labels[0]?.length === 1 && !/^[a-z]+$/i.test(labels[1] ?? '');
	if (last === 0 || isShort) return NUMERIC_HOST.test(run) ? [{ text: written, key: run }] : [];
	const length = labels.slice(0, last + 1).join('.').length;
	const after = last === labels.length - 1 ? (/^[/?#:].*$/u.exec(word.slice(start + run.length))?.[0] ?? '') : '';
	const found = withoutEnd(written.slice(0, length) + after);
	return [{ text: found, key: keyOf(found) }];
}

const withoutEnd = (address: string): string => address.replace(/(?<![.,;:!?)\]'’…])[.,;:!?)\]'’…]+$/u, '');

/** A host is the same in any case and spelling, a path is not; of an account's address its name has no case. */
function keyOf(address: string, scheme = 'https://'): string {
	const whole = `${scheme}${address}`;
	const url = /^https?:/i.test(whole) && URL.canParse(whole) ? new URL(whole) : null;
	const isPage = url !== null && url.username === '';
	return (isPage ? `${url.host}${url.pathname}${url.search}${url.hash}` : address.toLowerCase())
		.replace(/^www\./, '')
		.replace(/(?<!\/)\/+$/, '')
		.replace(/%[\da-f]{2}|^(?:t|telegram)\.me\/\w+/gi, (part) => (part.startsWith('%') ? part.toUpperCase() : part.toLowerCase()));
}

const DIGITS_OF_PHONES = /(?<![\p{L}\p{N}.,])\+?\(?\d[\d ().\u2010-\u2015-]{5,24}\d(?![\p{L}\p{N}])/gu;
/** Country codes and trunk prefixes are written or left out. */
const PHONE_KEY_DIGITS = 9;

function phonesIn(text: string): Contact[] {
	return [...tidy(text).matchAll(DIGITS_OF_PHONES)]
		.map((match) => match[0])
		.filter(isPhone)
		.map((phone) => ({ text: phone, key: phone.replace(/\D/g, '').slice(-PHONE_KEY_DIGITS) }));
}

function isPhone(run: string): boolean {
	const digits = run.replace(/\D/g, '');
	if (digits.length < 7 || digits.length > 15) return false;
	if (run.startsWith('+') || /\(\d{2,5}\)/.test(run) || /^\d{3}-\d\d-\d\d$/.test(run)) return true;
	if (/^\d+$/.test(run)) return /^(?:[78]\d{10}|0\d{9,10})$/.test(run);
	if (digits.length < 9 || /\b(?:19|20)\d\d[-.]\d\d|\d\d[-.](?:19|20)\d\d\b/.test(run)) return false;
	// Amounts, times and ranges of them.
	const parts = run.split(/ ?[\u2010-\u2015-] ?/u);
	if (parts.length <= 2 && parts.every((part) => /^\d{1,3}(?:[ .]\d{3})*$|^\d{1,2}\.\d\d$|^\d+$/.test(part))) return false;
	return parts.length > 2 || /^[078]/.test(run);
}
