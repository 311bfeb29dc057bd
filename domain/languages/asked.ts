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
export function languageAskedFor(request: string): string | null {
	const text = plain(request).replace(/\s+/g, ' ');
	for (const [phrase, tag] of phrases) {
		for (let at = text.indexOf(phrase); at >= 0; at = text.indexOf(phrase, at + 1)) {
			const [before, after] = [text.slice(0, at), text.slice(at + phrase.length)];
			if (!/(?:^|[^\p{L}\p{N}])$/u.test(before) || /^[\p{L}\p{N}]/u.test(after)) continue;
			if (isMeant(before, after)) return tag;
		}
	}
	return null;
}

function isMeant(before: string, after: string): boolean {
	const said = before.trimEnd();
	const words = lettersOf(said);
	if (words.length === 0) return /^\s*(?:[,.:;!–—-]|$)/u.test(after);
	const endsPart = /[.!?,;:(–—-]$/u.test(said);
	const last = words.at(-1) ?? '';
	if (!endsPart && TEXT_WORDS.has(last)) return true;
	const isLast = lettersOf(after).every((word) => POLITE.has(word));
	// A sentence or a part of its own: `… from Monday. In German, please`, `(in German)`.
	if (endsPart) return isLast || /^\s*[,.:;)!]/u.test(after);
	return isLast && ORDERS.has(words[0] ?? '') && !ABOUT.test(last);
}

const lettersOf = (text: string): readonly string[] => text.match(/[\p{L}\p{N}]+/gu) ?? [];
