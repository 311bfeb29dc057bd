/** The language that a request asks for in its own words: `in German, please`, `auf Deutsch`, «напиши по-немецки». */
import { plain } from '../text/plain.ts';
import { languageName, postLanguages } from './names.ts';

/** How people say "in this language" in the language itself, where it is not `in` and its name. */
const OWN_WORDS: Readonly<Record<string, readonly string[]>> = {
	de: ['auf deutsch', 'in deutscher sprache'],
	es: ['en español', 'en espanol', 'en castellano'],
	fr: ['en français', 'en francais'],
	it: ['in italiano'],
	pt: ['em português', 'em portugues'],
	nl: ['in het nederlands'],
	pl: ['po polsku'],
	uk: ['українською', 'українською мовою'],
	be: ['па-беларуску'],
	bg: ['на български'],
	sr: ['на српском', 'na srpskom'],
	cs: ['česky', 'v češtině'],
	sk: ['po slovensky'],
	hr: ['na hrvatskom'],
	ro: ['în română', 'in romana'],
	hu: ['magyarul'],
	sv: ['på svenska'],
	da: ['på dansk'],
	nb: ['på norsk'],
	fi: ['suomeksi'],
	el: ['στα ελληνικά'],
	tr: ['türkçe'],
	en: ['auf englisch', 'en anglais', 'en inglés', 'англійською', 'po angielsku', 'in inglese'],
	ru: ['auf russisch', 'російською', 'en russe', 'en ruso', 'po rosyjsku'],
};

/** Every phrase, the longest first, with the language that it asks for. */
const phrases: readonly (readonly [phrase: string, tag: string])[] = postLanguages
	.flatMap((tag) => {
		const russian = languageName(tag, 'ru').toLowerCase().replace(/ий$/, '');
		const named = [`in ${languageName(tag, 'en')}`, `in the ${languageName(tag, 'en')} language`];
		const inRussian = [`по-${russian}и`, `по ${russian}и`, `на ${russian}ом языке`, `на ${russian}ом`];
		return [...named, ...inRussian, ...(OWN_WORDS[tag] ?? [])].map((phrase) => [plain(phrase), tag] as const);
	})
	.sort(([one], [other]) => other.length - one.length);

const wordsOf = (words: string): ReadonlySet<string> => new Set(words.split(' '));

/** The word before the phrase says that the text is meant, and not what it is about. */
const TEXT_WORDS = wordsOf(
	'write post text article draft it this that one translate all make пиши напиши напишите пост текст статью ' +
		'статья сделай сделайте переведи его это все schreib schreibe beitrag escribe écris ecris напишіть допис',
);
/** A request that begins like an order: what it ends with belongs to the order. */
const ORDERS = wordsOf(
	'write post make prepare draft tell announce напиши напишите сделай сделайте подготовь расскажи пост пожалуйста ' +
		'please schreib schreibe bitte escribe écris напишіть зроби',
);
/** What is done, sung or taught in a language, or is a thing of that language. */
const ABOUT = new RegExp(
	`^(?:${[
		...[
			'play',
			'sing',
			'sung',
			'speak',
			'course',
			'class',
			'lesson',
			'tour',
			'book',
			'film',
			'subtitle',
			'concert',
			'reading',
			'sign',
			'menu',
		],
		...['курс', 'урок', 'книг', 'фильм', 'экскурси', 'спектакл', 'пою', 'поё', 'пое', 'говор', 'субтитр', 'kurs', 'führung'],
	].join('|')})`,
	'u',
);
/** What may follow at the end. */
const POLITE = wordsOf('please pls пожалуйста bitte');

/** @returns its tag; null when the words ask for none */
export function requestedLanguage(request: string): string | null {
	const text = plain(request).replace(/\s+/g, ' ');
	// Read once, however often a phrase is in the text.
	const words = [...text.matchAll(/[\p{L}\p{N}]+/gu)];
	const [first = ''] = words[0] ?? [];
	const lastOther = words.findLast(([word]) => !POLITE.has(word))?.index ?? -1;
	for (const [phrase, tag] of phrases) {
		let word = 0;
		for (let at = text.indexOf(phrase); at >= 0; at = text.indexOf(phrase, at + 1)) {
			while ((words[word]?.index ?? at) < at) word += 1;
			const end = at + phrase.length;
			const isWhole = words[word]?.index === at && !/^[\p{L}\p{N}]/u.test(text.slice(end, end + 2));
			const last = words[word - 1]?.[0] ?? null;
			if (isWhole && isMeant({ first, last, before: text.slice(0, at), after: text.slice(end), isLast: lastOther < end })) return tag;
		}
	}
	return null;
}

interface Said {
	/** The first word of the text, and the one before the phrase; null: the phrase comes first. */
	readonly first: string;
	readonly last: string | null;
	readonly before: string;
	readonly after: string;
	/** Only polite words follow. */
	readonly isLast: boolean;
}

function isMeant({ first, last, before, after, isLast }: Said): boolean {
	if (last === null) return /^\s*(?:[,.:;!–—-]|$)/u.test(after);
	const endsPart = /[.!?,;:(–—-]$/u.test(before.slice(-2).trimEnd());
	if (!endsPart && TEXT_WORDS.has(last)) return true;
	// A sentence or a part of its own: `… from Monday. In German, please`, `(in German)`.
	if (endsPart) return isLast || /^\s*[,.:;)!]/u.test(after);
	return isLast && ORDERS.has(first) && !ABOUT.test(last);
}
