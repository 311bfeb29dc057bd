/**
 * `copydesk_verdict`: holds every number, date, name and quotation of a text against its facts and sources, and proposes
 * for each one that they do not have the one that they do.
 */
import { isObject } from '@copydesk/domain/isObject';
import { languageOf, sentencesOf, paragraphsOf, stem, words } from './language.ts';
import type { Language } from './language.ts';

export interface Issue {
	field: 'title' | 'subtitle' | 'body';
	fragment: string;
	replacement: string;
	reason: string;
}

export interface Verdict {
	pass: boolean;
	issues: Issue[];
}

const MAX_ISSUES = 10;

/** A span of the text with what it says. */
interface Found {
	readonly start: number;
	readonly end: number;
	readonly value: string;
	/** Stem of the word that follows: what is counted. */
	readonly of: string;
	/** Stems around it. */
	readonly around: readonly string[];
}

const NUMBER_WORDS: Readonly<Record<string, number>> = {
	three: 3,
	four: 4,
	five: 5,
	six: 6,
	seven: 7,
	eight: 8,
	nine: 9,
	ten: 10,
	eleven: 11,
	twelve: 12,
	thirteen: 13,
	fourteen: 14,
	fifteen: 15,
	sixteen: 16,
	seventeen: 17,
	eighteen: 18,
	nineteen: 19,
	twenty: 20,
	thirty: 30,
	forty: 40,
	fifty: 50,
	sixty: 60,
	seventy: 70,
	eighty: 80,
	ninety: 90,
	hundred: 100,
	thousand: 1000,
	три: 3,
	трёх: 3,
	трех: 3,
	тремя: 3,
	четыре: 4,
	четырёх: 4,
	пять: 5,
	пяти: 5,
	шесть: 6,
	шести: 6,
	семь: 7,
	восемь: 8,
	девять: 9,
	десять: 10,
	десяти: 10,
	одиннадцать: 11,
	двенадцать: 12,
	двенадцати: 12,
	пятнадцать: 15,
	двадцать: 20,
	двадцати: 20,
	тридцать: 30,
	сорок: 40,
	пятьдесят: 50,
	сто: 100,
	тысяча: 1000,
	тысячи: 1000,
};
/** Small words that every text has; in evidence they count as the number they are. */
const SMALL: Readonly<Record<string, number>> = {
	one: 1,
	two: 2,
	first: 1,
	second: 2,
	third: 3,
	один: 1,
	одна: 1,
	два: 2,
	две: 2,
	двух: 2,
	первый: 1,
	второй: 2,
	третий: 3,
};

const MONTHS: readonly RegExp[] = [
	/^(?:jan(?:uary)?|январ\p{L})$/iu,
	/^(?:feb(?:ruary)?|феврал\p{L})$/iu,
	/^(?:mar(?:ch)?|март\p{L}?)$/iu,
	/^(?:apr(?:il)?|апрел\p{L})$/iu,
	/^(?:may|ма[йяе])$/iu,
	/^(?:june?|июн\p{L})$/iu,
	/^(?:july?|июл\p{L})$/iu,
	/^(?:aug(?:ust)?|август\p{L}?)$/iu,
	/^(?:sept?(?:ember)?|сентябр\p{L})$/iu,
	/^(?:oct(?:ober)?|октябр\p{L})$/iu,
	/^(?:nov(?:ember)?|ноябр\p{L})$/iu,
	/^(?:dec(?:ember)?|декабр\p{L})$/iu,
];
const monthOf = (word: string): number => MONTHS.findIndex((pattern) => pattern.test(word)) + 1;

const NUMBER = /\d{1,2}:\d{2}|\d{1,3}(?:[ \u00a0\u202f,.]\d{3})+(?![\d])(?:[.,]\d{1,2}(?!\d))?|\d+(?:[.,]\d+)?/gu;
const WORD = /\p{L}+(?:[-'’]\p{L}+)*/gu;

function valueOf(token: string): string {
	if (token.includes(':')) return token.replace(/^0/, '');
	const grouped = /^\d{1,3}(?:[ \u00a0\u202f,.]\d{3})+/u.exec(token)?.[0];
	const plain = grouped === undefined ? token : token.replace(grouped, grouped.replace(/[^\d]/gu, ''));
	return String(Number(plain.replace(',', '.')));
}

function aroundOf(text: string, start: number, end: number): { of: string; around: string[] } {
	const before = words(text.slice(Math.max(0, start - 60), start))
		.slice(-4)
		.map(stem);
	const rest = text.slice(end, end + 60);
	const after = words(rest).slice(0, 4).map(stem);
	const next = /^\s*%/u.test(rest) ? '%' : (/^[\s-]*(\p{L}+)/u.exec(rest)?.[1] ?? '');
	return { of: next === '%' ? '%' : stem(next), around: [...before, ...after].filter((one) => one.length > 2) };
}

function numbersOf(text: string, withWords: boolean): Found[] {
	const found: Found[] = [];
	for (const match of text.matchAll(NUMBER)) {
		const [start, end] = [match.index, match.index + match[0].length];
		found.push({ start, end, value: valueOf(match[0]), ...aroundOf(text, start, end) });
	}
	for (const match of text.matchAll(WORD)) {
		const word = match[0].toLowerCase();
		const value = NUMBER_WORDS[word] ?? (withWords ? SMALL[word] : undefined);
		if (value === undefined) continue;
		const [start, end] = [match.index, match.index + match[0].length];
		found.push({ start, end, value: String(value), ...aroundOf(text, start, end) });
	}
	return found;
}

interface FoundDate {
	readonly start: number;
	readonly end: number;
	readonly value: string;
}

/** Days with their month: `3 May`, `May 3`, `3 мая`, `2026-05-03`. */
function datesOf(text: string): FoundDate[] {
	const found: FoundDate[] = [];
	const add = (match: RegExpMatchArray, day: string, month: number): void => {
		if (month >= 1 && month <= 12)
			found.push({ start: match.index ?? 0, end: (match.index ?? 0) + match[0].length, value: `${Number(day)}.${month}` });
	};
	for (const match of text.matchAll(/(\d{1,2})(?:st|nd|rd|th)?(?:\s+of)?\s+(\p{L}+)/gu))
		add(match, match[1] as string, monthOf(match[2] as string));
	for (const match of text.matchAll(/(?<!\p{L})(\p{L}+)\s+(\d{1,2})(?:st|nd|rd|th)?(?!\d|\s*[:.]\d|\s*%)/gu))
		add(match, match[2] as string, /^[a-z]/iu.test(match[1] as string) ? monthOf(match[1] as string) : 0);
	for (const match of text.matchAll(/\b\d{4}-(\d{2})-(\d{2})\b/gu)) add(match, match[2] as string, Number(match[1]));
	return found;
}

const QUOTES = /"([^"\n]{3,200})"|“([^”\n]{3,200})”|«([^»\n]{3,200})»/gu;
const plain = (text: string): string => words(text).join(' ').replaceAll('ё', 'е');

const EVERYDAY = new Set([
	'i',
	'monday',
	'tuesday',
	'wednesday',
	'thursday',
	'friday',
	'saturday',
	'sunday',
	'ok',
	'sms',
	'qr',
	'pdf',
	'wi-fi',
	'english',
	'russian',
]);

interface Name {
	readonly start: number;
	readonly end: number;
	readonly text: string;
}

/** Runs of capitalised words that do not merely begin a sentence. */
function namesOf(text: string): Name[] {
	const starts = new Set<number>();
	let at = 0;
	for (const sentence of paragraphsOf(text).flatMap(sentencesOf)) {
		const begin = text.indexOf(sentence, at);
		at = begin + sentence.length;
		const first = /\p{L}/u.exec(sentence);
		starts.add(begin + (first?.index ?? 0));
	}
	const names: Name[] = [];
	for (const match of text.matchAll(/\p{Lu}\p{L}*(?:[-'’]\p{L}+)*(?:\s+\p{Lu}\p{L}+(?:[-'’]\p{L}+)*)*/gu)) {
		let start = match.index;
		let name = match[0];
		if (starts.has(start) || /[:"«“?!—]\s*$/u.test(text.slice(Math.max(0, start - 2), start))) {
			const rest = /^\S+\s+/u.exec(name);
			if (rest === null) continue;
			start += rest[0].length;
			name = name.slice(rest[0].length);
		}
		names.push({ start, end: start + name.length, text: name });
	}
	return names;
}

/** Letters to change to make one word of the other. */
export function distance(a: string, b: string): number {
	let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
	for (let i = 1; i <= a.length; i += 1) {
		const row = [i];
		for (let j = 1; j <= b.length; j += 1) {
			row[j] = Math.min((previous[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (previous[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1));
		}
		previous = row;
	}
	return previous[b.length] ?? 0;
}

const REASONS: Readonly<Record<Language, { number: (was: string) => string; date: string; name: (was: string) => string; quote: string }>> =
	{
		en: {
			number: (was) => `The facts and sources do not say ${was} here.`,
			date: 'The facts and sources give no such date.',
			name: (was) => `The name ${was} is in no fact and no source.`,
			quote: 'The quotation is in no fact and no source.',
		},
		ru: {
			number: (was) => `В фактах и источниках здесь нет числа ${was}.`,
			date: 'Такой даты в фактах и источниках нет.',
			name: (was) => `Имени «${was}» нет ни в фактах, ни в источниках.`,
			quote: 'Этой цитаты нет ни в фактах, ни в источниках.',
		},
	};

interface Edit {
	readonly start: number;
	readonly end: number;
	readonly replacement: string;
	readonly reason: string;
}

/** Widens a span by whole words until it occurs once, so that it names one place only. */
function unique(text: string, edit: Edit): { fragment: string; replacement: string } {
	let { start, end } = edit;
	const once = (): boolean => text.indexOf(text.slice(start, end)) === text.lastIndexOf(text.slice(start, end));
	while (!once() && (start > 0 || end < text.length)) {
		const after = /^\s*[^\s]+/u.exec(text.slice(end))?.[0].length ?? 0;
		if (after > 0 && !text.slice(end, end + after).includes('\n')) end += after;
		else {
			const before = /(?<!\S)\S+\s*$/u.exec(text.slice(0, start))?.[0].length ?? 0;
			if (before === 0) break;
			start -= before;
		}
	}
	return { fragment: text.slice(start, end), replacement: text.slice(start, edit.start) + edit.replacement + text.slice(edit.end, end) };
}

/** What is looked at, and what was found wrong so far: two edits never touch the same words. */
interface Review {
	readonly text: string;
	readonly evidence: string;
	readonly language: Language;
	readonly edits: Edit[];
	overlaps(start: number, end: number): boolean;
}

function editsOf(text: string, evidence: string, language: Language): Edit[] {
	const edits: Edit[] = [];
	const overlaps = (start: number, end: number): boolean => edits.some((edit) => start < edit.end && edit.start < end);
	const review: Review = { text, evidence, language, edits, overlaps };
	for (const look of [reviewDates, reviewNumbers, reviewQuotes, reviewNames]) look(review);
	return edits.sort((a, b) => a.start - b.start);
}

function reviewDates({ text, evidence, language, edits, overlaps }: Review): void {
	const trueDates = datesOf(evidence);
	for (const date of datesOf(text)) {
		if (trueDates.some((one) => one.value === date.value)) continue;
		const month = date.value.split('.')[1];
		const right = trueDates.find((one) => one.value.endsWith(`.${month}`)) ?? trueDates[0];
		if (right === undefined || overlaps(date.start, date.end)) continue;
		edits.push({ start: date.start, end: date.end, replacement: evidence.slice(right.start, right.end), reason: REASONS[language].date });
	}
}

function reviewNumbers({ text, evidence, language, edits, overlaps }: Review): void {
	const reasons = REASONS[language];
	const trueNumbers = numbersOf(evidence, true);
	const dated = datesOf(text);
	for (const number of numbersOf(text, false)) {
		const known = trueNumbers.some((one) => one.value === number.value);
		const ofSame = number.of === '' ? [] : trueNumbers.filter((one) => one.of === number.of);
		const swapped =
			known &&
			ofSame.length > 0 &&
			!ofSame.some((one) => one.value === number.value) &&
			!trueNumbers.some((one) => one.value === number.value && one.of === '');
		const isDate = dated.some((date) => number.start >= date.start && number.end <= date.end);
		if ((known && !swapped) || (isDate && known) || overlaps(number.start, number.end)) continue;
		const written = text.slice(number.start, number.end);
		const likeness = (one: Found): number =>
			(one.of !== '' && one.of === number.of ? 3 : 0) + one.around.filter((word) => number.around.includes(word)).length;
		const best = [...trueNumbers].sort((a, b) => likeness(b) - likeness(a))[0];
		const several = number.of === '%' || /^\d{1,2}:\d{2}$/u.test(written) ? undefined : language === 'ru' ? 'несколько' : 'several';
		const replacement = best !== undefined && likeness(best) > 0 ? evidence.slice(best.start, best.end) : several;
		if (replacement !== undefined && replacement !== written) {
			edits.push({ start: number.start, end: number.end, replacement, reason: reasons.number(written) });
			continue;
		}
		// Nothing like it is known: the sentence cannot stand.
		const sentence = paragraphsOf(text)
			.flatMap(sentencesOf)
			.find((one) => text.indexOf(one) <= number.start && text.indexOf(one) + one.length >= number.end);
		if (sentence === undefined || sentence.length === text.trim().length) continue;
		const start = text.indexOf(sentence);
		edits.push({ start, end: start + sentence.length, replacement: '', reason: reasons.number(written) });
	}
}

function reviewQuotes({ text, evidence, language, edits, overlaps }: Review): void {
	const evidencePlain = plain(evidence);
	for (const match of text.matchAll(QUOTES)) {
		const said = match[1] ?? match[2] ?? match[3] ?? '';
		if (words(said).length < 2 || evidencePlain.includes(plain(said))) continue;
		const [start, end] = [match.index, match.index + match[0].length];
		if (overlaps(start, end)) continue;
		const stems = words(said).map(stem);
		const candidates = [...evidence.matchAll(QUOTES)].map((one) => one[0]);
		const likeness = (one: string): number =>
			words(one)
				.map(stem)
				.filter((word) => stems.includes(word)).length;
		const best = candidates.sort((a, b) => likeness(b) - likeness(a))[0];
		edits.push({ start, end, replacement: best !== undefined && likeness(best) > 0 ? best : said, reason: REASONS[language].quote });
	}
}

function reviewNames({ text, evidence, language, edits, overlaps }: Review): void {
	const reasons = REASONS[language];
	const known = new Set(words(evidence).map(stem));
	const evidenceNames = namesOf(` ${evidence}`)
		.map((one) => one.text)
		.concat(evidence.match(/\p{Lu}\p{Ll}+(?:\s+\p{Lu}\p{Ll}+)*/gu) ?? []);
	for (const name of namesOf(text)) {
		const parts = words(name.text);
		const unknown = parts.filter((part) => part.length > 2 && !known.has(stem(part)) && !EVERYDAY.has(part) && monthOf(part) === 0);
		if (unknown.length === 0 || overlaps(name.start, name.end)) continue;
		const likeness = (one: string): number => {
			const other = words(one);
			const shared = parts.filter((part) => other.map(stem).includes(stem(part))).length;
			return (
				shared * 2 +
				(unknown.some((part) => other.some((word) => word.length > 3 && distance(part, word) <= Math.max(1, Math.floor(part.length / 4))))
					? 3
					: 0)
			);
		};
		const best = [...new Set(evidenceNames)].sort((a, b) => likeness(b) - likeness(a))[0];
		if (best === undefined || likeness(best) === 0 || best === name.text) {
			// A single unknown word may be a word of the language; two in a row are somebody.
			if (parts.length < 2) continue;
			edits.push({
				start: name.start,
				end: name.end,
				replacement: language === 'ru' ? 'авторы' : 'the organisers',
				reason: reasons.name(name.text),
			});
		} else edits.push({ start: name.start, end: name.end, replacement: best, reason: reasons.name(name.text) });
	}
}

const textIn = (items: unknown): string =>
	(Array.isArray(items) ? items : [])
		.map((item: unknown) => (isObject(item) && typeof item['text'] === 'string' ? item['text'] : typeof item === 'string' ? item : ''))
		.join('\n');

/** Answers the document of a `copydesk_verdict` request. */
export function checkText(document: Record<string, unknown>): Verdict {
	const evidence = `${textIn(document['facts'])}\n${textIn(document['source_blocks'])}`;
	const issues: Issue[] = [];
	const language = languageOf(document['language'], `${String(document['body'] ?? '')} ${evidence}`);
	for (const field of ['title', 'subtitle', 'body'] as const) {
		const text = typeof document[field] === 'string' ? document[field] : '';
		const taken: string[] = [];
		for (const edit of editsOf(text, evidence, language)) {
			const { fragment, replacement } = unique(text, edit);
			if (fragment === replacement || taken.some((other) => other.includes(fragment) || fragment.includes(other))) continue;
			taken.push(fragment);
			issues.push({ field, fragment, replacement, reason: edit.reason });
		}
	}
	return { pass: issues.length === 0, issues: issues.slice(0, MAX_ISSUES) };
}
