/** Where a text sends its reader: addresses, domains, handles and telephone numbers, as a messenger would make links of them. */
import { asSeen } from './lookalikes.ts';
import { MAX_GIVEN_URL_UNITS } from '../limits.ts';
import { shorten } from './shorten.ts';
import { isTopLevel } from './topLevel.ts';
import { withoutInvisible } from './visible.ts';

interface Contact {
	/** As it is in the text. */
	readonly text: string;
	/** The normal form: two spellings of one contact have the same. */
	readonly key: string;
	/** Where it begins in the tidy text. */
	readonly at: number;
}

/** No post has more; those of a text that has are not compared, and count as unknown. */
const MAX_CONTACTS = 200;
/** Longer ones are cut here. */
const MAX_CONTACT_UNITS = MAX_GIVEN_URL_UNITS;
/** As far as people are shown them. */
const MAX_SHOWN = 10;
const MAX_SHOWN_UNITS = 100;

/**
 * Contacts of a text that none of the known texts has. One that only looks like a known one, because of a letter of another script,
 * is not known.
 */
export const unknownContacts = (text: string, known: readonly string[]): string[] =>
	[...foreignIn([...linksIn(text), ...handlesAsWritten(text)], known), ...foreignNumbersIn(text, known)]
		.slice(0, MAX_CONTACTS)
		.map((each) => each.text);

/** @param found contacts of a text, whose known ones are left out */
function foreignIn(found: readonly Contact[], known: readonly string[]): readonly Contact[] {
	if (found.length === 0) return found;
	const keys = new Set(linksIn(known.join('\n')).flatMap(({ key }) => [key, ...otherKeysOf(key)]));
	return found.filter(({ key }, index) => index >= MAX_CONTACTS || !keys.has(key));
}

function foreignNumbersIn(text: string, known: readonly string[]): Contact[] {
	const whole = tidy(text);
	const [numbers, accounts] = [numbersIn(whole), accountsIn(whole)];
	if (numbers.length === 0 && accounts.length === 0) return [];
	const sources = tidy(known.join('\n'));
	const digits = sources.replace(BETWEEN_DIGITS, '');
	const keys = new Set(accountsIn(sources).map(({ key }) => key));
	return [
		...numbers.filter(({ key }, index) => index >= MAX_CONTACTS || !digits.includes(key)),
		...accounts.filter(({ key }, index) => index >= MAX_CONTACTS || !keys.has(key)),
	];
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
	const foreign = [...foreignIn(linksIn(text), known), ...foreignNumbersIn(text, known)];
	if (foreign.length === 0) return text;
	const whole = tidy(text);
	const pieces: string[] = [];
	let end = 0;
	for (const { at, text: contact } of foreign.sort((one, other) => one.at - other.at)) {
		if (at < end) continue;
		pieces.push(whole.slice(end, at), harmless(contact));
		end = at + contact.length;
	}
	return pieces.join('') + whole.slice(end);
}

/** Contacts as they are named to a person: legible, and no link. */
export const contactsShown = (contacts: readonly string[]): string =>
	contacts
		.slice(0, MAX_SHOWN)
		.map((contact) => harmless(shorten(contact, MAX_SHOWN_UNITS)))
		.join(', ');

const harmless = (contact: string): string =>
	/[.@:]/.test(contact) || /^\p{L}+$/u.test(contact) ? contact.replace(/[.@:]/g, '[$&]') : `${contact.slice(0, 6)}…`;

/** A page is also known by its host, and an account of the messenger by its handle. */
function otherKeysOf(key: string): string[] {
	const host = /^[^/?#:@]+/.exec(key)?.[0] ?? '';
	const account = /^(?:t|telegram)\.me\/(\w+)$/.exec(key)?.[1];
	if (key.startsWith('@')) return [`t.me/${key.slice(1)}`];
	return [...(host === key ? [] : [host]), ...(account === undefined ? [] : [`@${account}`])];
}

/** “№” becomes letters in the normal form, which would join what is behind it; keycaps and Arabic digits are digits. */
const tidy = (text: string): string =>
	withoutInvisible(text.toWellFormed())
		.replaceAll('№', 'No ')
		.replace(/(?<=[\d#*])\ufe0f?\u20e3/gu, '')
		.replace(/[\u0660-\u0669\u06f0-\u06f9]/gu, (digit) => String(digit.charCodeAt(0) & 0xf))
		.normalize('NFKC');

const WORD = /[^\s"“”„«»<>`|]+/gu;
const SCHEME = /[a-z][a-z0-9]{0,30}:\/\/|(?:mailto|tel|tg|sms):/i;
const DOMAIN = /(?<![\p{L}\p{N}_@-])[\p{L}\p{N}_@-]+(?:\.[\p{L}\p{N}-]+)+/gu;
/** As the messenger finds them: an account after any sign, a command that names its bot. */
const HANDLE = /@\w{2,32}|\/\w{1,64}@\w{2,32}/g;
const HANDLE_ALONE = /(?<![\p{L}\p{N}_])@\w{2,32}/gu;
/** A hashtag or a cashtag of an account: `#sale@name`. */
const ENDS_IN_TAG = /[#$][\p{L}\p{N}_]+$/u;
const MOST_OF_TAG = 65;
const IS_OF_WORD = /[\p{L}\p{N}_]/u;
const NUMERIC_HOST = /^(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?:25[0-5]|2[0-4]\d|1?\d?\d)){3}$/;

function linksIn(text: string): Contact[] {
	return [...tidy(text).matchAll(WORD)]
		.filter(([word]) => /[.@:]/.test(asSeen(word)))
		.flatMap(({ 0: word, index }) => linksOfWord(word, index));
}

/** Each contact begins behind the one before it, so that a word is read once however many it has. */
function linksOfWord(word: string, offset: number): Contact[] {
	// A letter of another script may be in place of a dot or a slash too, so the shape is looked for in what is seen.
	const seen = asSeen(word);
	const scheme = SCHEME.exec(seen);
	if (scheme !== null) {
		const address = withoutEnd(word.slice(scheme.index)).slice(0, MAX_CONTACT_UNITS);
		// Something else may be before it without a space: “evil.com/https://known.example”.
		const before = linksOfWord(word.slice(0, scheme.index), offset);
		return [...before, { text: address, key: keyOf(address.slice(scheme[0].length), scheme[0]), at: offset + scheme.index }];
	}
	const domains: Contact[] = [];
	let end = 0;
	for (const { index, 0: run } of seen.matchAll(DOMAIN)) {
		if (index < end) continue;
		const found = domainIn(word, index, run);
		if (found === null) continue;
		domains.push({ text: found, key: NUMERIC_HOST.test(run) ? found : keyOf(found), at: offset + index });
		end = index + found.length;
	}
	return [...domains, ...handlesOf(word, seen, offset, domains)];
}

function handlesOf(word: string, seen: string, offset: number, domains: readonly Contact[]): Contact[] {
	let next = 0;
	return [...seen.matchAll(HANDLE)].flatMap(({ index, 0: name }) => {
		const before = word.slice(Math.max(0, index - MOST_OF_TAG), index);
		if (IS_OF_WORD.test(before.slice(-1)) && !ENDS_IN_TAG.test(before)) return [];
		while (next < domains.length && endOf(domains[next]) <= offset + index) next += 1;
		const domain = domains[next];
		if (domain !== undefined && domain.at <= offset + index) return [];
		return [{ text: word.slice(index, index + name.length), key: name.toLowerCase(), at: offset + index }];
	});
}

const endOf = (contact: Contact | undefined): number => (contact === undefined ? 0 : contact.at + contact.text.length);

/**
 * Accounts behind a sign that is none any more when the text is tidy: invisible, or part of a letter such as “№”. The messenger reads
 * the text as it is written.
 */
function handlesAsWritten(text: string): Contact[] {
	const whole = tidy(text);
	if (whole === text) return [];
	const seen = new Set(whole.match(HANDLE_ALONE));
	const handles = [...text.matchAll(HANDLE_ALONE)].filter(([name]) => !seen.has(name));
	return handles.map(([name]) => ({ text: name, key: name.toLowerCase(), at: 0 }));
}

/** The domain that a run of labels holds, with what follows it in the word; what goes on after its end is the next sentence. */
function domainIn(word: string, start: number, run: string): string | null {
	const written = word.slice(start, start + run.length);
	const labels = run.split('.');
	const ends = labels.map(() => 0);
	for (let at = 0, end = -1; at < labels.length; at += 1) ends[at] = end += (labels[at]?.length ?? 0) + 1;
	const isEnd = (at: number) => {
		const label = labels[at] ?? '';
		const own = written.slice((ends[at] ?? 0) - label.length, ends[at]);
		return [label, own].some((each) => isTopLevel(each.toLowerCase()));
	};
	let last = labels.length - 1;
	while (last > 0 && !isEnd(last)) last -= 1;
	// An abbreviation before a name, as in “г.Москва”.
	const isShort = last === 1 && labels[0]?.length === 1 && !/^[a-z]+$/i.test(labels[1] ?? '');
	if (last === 0 || isShort) return NUMERIC_HOST.test(run) ? written : null;
	const rest = start + run.length;
	const after = last === labels.length - 1 && /[/?#:]/.test(word.charAt(rest)) ? word.slice(rest, rest + MAX_CONTACT_UNITS) : '';
	return withoutEnd(written.slice(0, ends[last]) + after);
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

/** What stands between the digits of one number. */
const PARTS = String.raw` ().\u2010-\u2015\u2044\u2212\u2215/·•*_~\\-`;
const BETWEEN_DIGITS = new RegExp(`(?<=\\d)[${PARTS}]+(?=\\d)`, 'gu');
/** Right behind these a number begins: “тел.8 900 …”. */
const OF_PHONE = '(?:тел|моб|сот|факс|tel|tél|ph|phone|mob|fax)';
const DIGITS = new RegExp(`(?:(?<![\\p{L}\\p{N}.,])|(?<=${OF_PHONE}\\.))\\+?\\(?\\d[\\d${PARTS}]{5,24}\\d(?![\\p{L}\\p{N}])`, 'giu');
/** Country codes and trunk prefixes are written or left out. */
const PHONE_KEY_DIGITS = 9;

/** Telephone numbers and bank cards. */
const numbersIn = (whole: string): Contact[] => [...phonesIn(whole), ...cardsIn(whole)];

const phonesIn = (whole: string): Contact[] =>
	[...whole.matchAll(DIGITS)]
		.filter(({ 0: run, index }) => isPhone(run) && !isBook(run, whole.slice(0, index)))
		.map(({ 0: run, index }) => ({ text: run, key: run.replace(/\D/g, '').slice(-PHONE_KEY_DIGITS), at: index }));

function isPhone(run: string): boolean {
	const digits = run.replace(/\D/g, '');
	// A row of temperatures has a blank before each minus.
	if (digits.length < 7 || digits.length > 15 || / \u2212/.test(run)) return false;
	if (run.startsWith('+') || /\(\d{2,5}\)/.test(run) || /^\d{3}-\d\d-\d\d$/.test(run)) return true;
	if (digits === run || (OF_PHONES_ALONE.test(run) && !/[().\u2010-\u2015\u2212]/u.test(run)))
		return /^(?:[78]\d{10}|0\d{9,10})$/.test(digits) && !YEAR_OF_DATE.test(run);
	if (digits.length < 9 || YEAR_OF_DATE.test(run)) return false;
	// Amounts, times and ranges of them.
	const parts = run.split(/ ?[\u2010-\u2015\u2212-] ?/u);
	if (
		parts.every((part) => AMOUNT.test(part)) ||
		(parts.length <= 2 && parts.every((part) => /^\d{1,3}(?:[ .]\d{3})*$|^\d{1,2}\.\d\d$|^\d+$/.test(part)))
	)
		return false;
	return parts.length > 2 || /^[078]/.test(run);
}

const OF_PHONES_ALONE = /[/\u2044\u2215·•*_~\\]/;
const YEAR_OF_DATE = /\b(?:19|20)\d\d[-./]\d\d|\d\d[-./](?:19|20)\d\d\b/;

/** An ISBN, by its last digit, which checks the others. */
function isBook(run: string, before: string): boolean {
	const digits = [...run.replace(/\D/g, '')].map(Number);
	const sum = (weight: (at: number) => number) => digits.reduce((so, digit, at) => so + digit * weight(at), 0);
	if (digits.length === 13) return /^97[89]/.test(digits.join('')) && sum((at) => (at % 2 === 0 ? 1 : 3)) % 10 === 0;
	return digits.length === 10 && /ISBN(?:-10)?:? ?$/i.test(before.slice(-9)) && sum((at) => 10 - at) % 11 === 0;
}

const CARD = new RegExp(`(?<![\\p{L}\\p{N}.,])[2-6](?:[${PARTS}]{0,3}\\d){12,18}`, 'gu');
/** Digits in threes are an amount. */
const AMOUNT = /^\d{1,3}(?:[ .]\d{3})+$/;

const cardsIn = (whole: string): Contact[] =>
	[...whole.matchAll(CARD)].flatMap(({ 0: run, index }): Contact[] => {
		const signs = run + whole.charAt(index + run.length);
		// The beginning of a long card may have the right sum for a short one.
		const card = beginningOf(signs, /\d/, (digits) => digits.length >= 15 && isCard(digits)) ?? beginningOf(signs, /\d/, isCard);
		return card === null || AMOUNT.test(card) || !isInGroups(card) ? [] : [{ text: card, key: card.replace(/\D/g, ''), at: index }];
	});

/** Short ones, and those with wide gaps, only as cards are printed: a row of other numbers may have the right sum. */
function isInGroups(card: string): boolean {
	const groups = card.split(/\D+/).map(({ length }) => length);
	if (card.replace(/\D/g, '').length < 15) return ['13', '14', '4,6,4', '4,3,3,3'].includes(groups.join()) && !isBarcode(card);
	return !/\D{3}/.test(card) || groups.every((length) => length >= 4);
}

/** By the last digit, as above. */
const isBarcode = (digits: string): boolean =>
	/^\d{13}$/.test(digits) && [...digits].reduce((so, digit, at) => so + Number(digit) * (at % 2 === 0 ? 1 : 3), 0) % 10 === 0;

/** Any behind which no further sign of a number follows is tried: other numbers may come next. */
function beginningOf(run: string, sign: RegExp, isWhole: (signs: string) => boolean): string | null {
	let signs = '';
	for (let at = 0; at < run.length; at += 1) {
		if (!sign.test(run.charAt(at))) continue;
		signs += run.charAt(at);
		if (!sign.test(run.charAt(at + 1)) && isWhole(signs)) return run.slice(0, at + 1);
	}
	return null;
}

/** By the last digit, which checks the others. */
function isCard(digits: string): boolean {
	// Visa once had 13 digits, Diners Club has 14.
	if (!/^(?:4\d{12}|3(?:0[0-5]|[68]\d)\d{11}|3[47]\d{13}|(?:2[2-7]|35|[4-6]\d)\d{14,17})$/.test(digits)) return false;
	const sum = [...digits].reverse().reduce((so, digit, at) => {
		const value = Number(digit) * (at % 2 === 0 ? 1 : 2);
		return so + (value > 9 ? value - 9 : value);
	}, 0);
	return sum % 10 === 0;
}

const IBAN = /(?<![\p{L}\p{N}])[A-Z]{2} ?\d\d(?:[ ._/·-]{0,2}[A-Z0-9]){11,30}/giu;
/** How long an account number is in each country. */
const IBAN_UNITS = new Map(
	(
		'AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 DO28 EE20 EG29 ES24 FI18 FK18 FO18 ' +
		'FR27 GB22 GE22 GI23 GL18 GR27 GT28 HN28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20 LU20 LV21 LY25 ' +
		'MC27 MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29 PT25 QA29 RO24 RS22 RU33 SA24 SC31 SD18 SE24 SI19 ' +
		'SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30'
	)
		.split(' ')
		.map((each) => [each.slice(0, 2), Number(each.slice(2))]),
);

const FEWEST_DIGITS_OF_IBAN = 10;

function isIban(written: string): boolean {
	const account = written.toUpperCase();
	// Words have the right sum at times: “at 20 …”.
	if (account.length !== IBAN_UNITS.get(account.slice(0, 2)) || account.replace(/\D/g, '').length < FEWEST_DIGITS_OF_IBAN) return false;
	const digits = [...account.slice(4), ...account.slice(0, 4)].map((sign) => parseInt(sign, 36)).join('');
	return [...digits].reduce((so, digit) => (so * 10 + Number(digit)) % 97, 0) === 1;
}

/** Hexadecimal, and the forms that begin with the name of their network. */
const NAMED_WALLETS = [
	'0x[\\da-f]{40}',
	'(?:bc|ltc|tb)1[a-z\\d]{11,87}',
	'(?:addr|cosmos|zs|osmo|stake)1[ac-hj-np-z02-9]{38,103}',
	'G[A-Z2-7]{55}',
	'nano_[13][13-9a-km-uw-z]{59}',
	'bitcoincash:[qp][ac-hj-np-z02-9]{41}',
	'[EUk0]Q[\\w-]{46}',
	'-?[01]:[\\da-f]{64}',
];
const NAMED_WALLET = new RegExp(`(?<![\\p{L}\\p{N}])(?:${NAMED_WALLETS.join('|')})(?![\\p{L}\\p{N}])`, 'giu');
/** Names that wallets know, as `name.eth`. */
const NAME_OF_WALLET = /(?<![\p{L}\p{N}_.@/-])[a-z\d-]{3,63}(?:\.[a-z\d-]{1,63})?\.(?:eth|ton)(?![\p{L}\p{N}_-])/giu;
/** Letters and digits that cannot be taken for each other, both cases of them, as chance mixes them. */
const WALLET = /(?<![\p{L}\p{N}])[1-9A-HJ-NP-Za-km-z]{26,95}(?![\p{L}\p{N}])/gu;
const FEWEST_DIGITS_OF_WALLET = 2;
const isMixed = (address: string): boolean =>
	/[A-Z]/.test(address) && /[a-z]/.test(address) && (address.match(/\d/g)?.length ?? 0) >= FEWEST_DIGITS_OF_WALLET;

/** Where money goes to by name: bank accounts and wallets. */
function accountsIn(whole: string): Contact[] {
	const seen = asSeen(whole);
	const ibans = [...seen.matchAll(IBAN)].flatMap(({ 0: run, index }) => {
		const written = beginningOf(run + seen.charAt(index + run.length), /[\p{L}\p{N}]/u, isIban);
		return written === null ? [] : [{ written, index }];
	});
	const wallets = [
		...seen.matchAll(NAMED_WALLET),
		...seen.matchAll(NAME_OF_WALLET),
		...[...seen.matchAll(WALLET)].filter(([address]) => isMixed(address)),
	];
	return [...ibans, ...wallets.map(({ 0: written, index }) => ({ written, index }))].map(({ written, index }) => ({
		text: whole.slice(index, index + written.length),
		key: (/^[a-z]{2} ?\d\d/i.test(written) ? written.replace(/[ ._/·-]/g, '') : written).toLowerCase(),
		at: index,
	}));
}
