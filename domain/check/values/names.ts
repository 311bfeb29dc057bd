/** Names: where they stand, and by what a name is known in another form. */
import { romanValue, wordAt } from './numerals.ts';
import type { Token } from './tokens.ts';
import { fold, lookalikeOf } from './tidy.ts';
import { TITLES, words } from './words.ts';

type Tokens = readonly Token[];

/** Names that everybody knows: they say nothing that a source could lack. */
const EVERYDAY = words(
	'earth moon sun internet god земля земли земле землю землей луна луны луне луну солнце солнца интернет интернета интернете',
);

const isCapital = (token: Token | undefined): token is Token =>
	token?.kind === 'word' && /^\p{Lu}/u.test(token.text) && token.text.length > 1;
const STARTS = new Set([...'.!?…:\n"“«„(‘;•*']);
const isJoint = (token: Token | undefined): boolean => token?.joined === true && /^[-–']$/.test(token.text);

/** Whether a sentence begins at this word, so that its capital says nothing. */
function begins(tokens: Tokens, at: number): boolean {
	let before = at - 1;
	const mark = tokens[before];
	if (mark === undefined) return true;
	if (mark.text === '.' && TITLES.has(wordAt(tokens, before - 1))) return false;
	if (/^[—–-]$/.test(mark.text) && !mark.joined) before -= 1;
	const text = tokens[before]?.text ?? '\n';
	return STARTS.has(text) || before < 0;
}

const SAID = words(
	'said says told tells added warned announced wrote writes explained stressed noted argued believes thinks ' +
		'сказал сказала заявил заявила сообщил сообщила рассказал рассказала отметил отметила пояснил пояснила добавил добавила ' +
		'подчеркнул подчеркнула объявил объявила признался призналась считает говорит утверждает обещает',
);
/** Begin a sentence before such a verb, and are no names. */
const NOBODY = words(
	'so as thus for and but then here now today how what why when while if there yet still also too nor not all both many most some any ' +
		'another he she it they we you who this that these those one officials police people scientists researchers experts doctors nobody ' +
		'someone everyone так как но и а да или же если когда пока там здесь теперь сейчас сегодня ещё уже все всё многие другой он она они ' +
		'кто это тот та я мы вы никто суд совет полиция министр мэр директор глава ректор президент тренер лоцман врач эксперт',
);
/** Countries and continents in one word. A sentence that begins with one begins with a name. */
const COUNTRIES = new Set(
	['en', 'ru']
		.flatMap((language) => {
			const names = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' });
			const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
			const codes = letters.flatMap((one) => letters.map((other) => one + other));
			return codes.map((code) => fold(names.of(code) ?? '')).filter((name) => /^\p{L}{4,}$/u.test(name));
		})
		.concat('africa', 'america', 'asia', 'europe'),
);

const SURNAME = /^\p{Lu}\p{Ll}+(?:ов|ова|ев|ева|енко|дзе|швили)$/u;
const NO_SURNAME = words('снова слова основа корова готова здоров готов остров условием половым');

/** A sentence that begins with a name: by a second name, a genitive, the word behind it, or its ending. */
function isNameAtStart(tokens: Tokens, at: number): boolean {
	const { text = '', word = '' } = tokens[at] ?? {};
	if (NOBODY.has(word) || NO_SURNAME.has(word)) return false;
	return (
		COUNTRIES.has(word.replace(/'s$/, '')) ||
		SURNAME.test(text) ||
		(SAID.has(wordAt(tokens, at + 1)) && !/s$/.test(word) && /^\p{Lu}\p{Ll}+$/u.test(text))
	);
}

/** The tokens that are words of names, one run after the other. */
export function namesAt(tokens: Tokens, taken: ReadonlySet<number>): (readonly number[])[] {
	const runs: number[][] = [];
	for (let at = 0; at < tokens.length; at += 1) {
		const token = tokens[at];
		if (!isCapital(token) || taken.has(at) || TITLES.has(token.word) || EVERYDAY.has(token.word)) continue;
		if (begins(tokens, at) && !isNameAtStart(tokens, at)) continue;
		const last = runs.at(-1)?.at(-1);
		const goesOn = last !== undefined && (last === at - 1 || (last === at - 2 && isJoint(tokens[at - 1])));
		if (goesOn) runs.at(-1)?.push(at);
		else runs.push([at]);
	}
	return runs;
}

const CASE_ENDINGS = words(
	'а я о е у ю ы и й ь ой ей ою ею ом ем ым им ам ям ах ях ый ий ая яя ую юю ое ее ые ие их ых ами ями ого его ому ему ими ыми ов ев',
);
/** In the plural alone: `Штатов` is of `Штаты`, but `Иванов` is none of `Иван`. */
const PLURAL_GENITIVE = words('ов ев');
const PLURAL = words('ы и ам ям ами ями ах ях');

interface Form {
	readonly root: string;
	readonly ending: string;
}

/** A Russian word without each ending that it may have, also where its last vowel goes with it: `Павел`, `Павла`. */
function formsOf(word: string): Form[] {
	if (!/^\p{Script=Cyrillic}+$/u.test(word)) return [];
	const forms = [0, 1, 2, 3].flatMap((cut): Form[] => {
		const [root, ending] = [word.slice(0, word.length - cut), word.slice(word.length - cut)];
		return root.length >= 2 && (cut === 0 || CASE_ENDINGS.has(ending)) ? [{ root, ending }] : [];
	});
	const fleeting = /^(.{2,})[ео]([^аеиоуыэюя])ь?$/u.exec(word);
	return fleeting === null
		? forms
		: [...forms, { root: `${fleeting[1]}${fleeting[2]}`, ending: '' }, { root: `${fleeting[1]}ь${fleeting[2]}`, ending: '' }];
}

/** Whether two words are forms of one. */
export const isSameWord = (one: string, other: string): boolean =>
	one === other ||
	formsOf(one).some((form) => formsOf(other).some(({ root, ending }) => root === form.root && goTogether(ending, form.ending)));

const goTogether = (one: string, other: string): boolean =>
	PLURAL_GENITIVE.has(one) ? PLURAL_GENITIVE.has(other) || PLURAL.has(other) : !PLURAL_GENITIVE.has(other) || PLURAL.has(one);

/** An English name without its genitive or plural, and the country of its people. */
function englishRoots(word: string): string[] {
	const bare = word.replace(/'s?$/, '');
	const forms = [bare, bare.replace(/(?<=[^s]{2})s$/, ''), bare.replace(/(?<=[^s]{2})es$/, '')];
	return [...forms, ...forms.flatMap((each) => PEOPLES.get(each) ?? peopleOf(each))];
}

/** `Qatari`, `Sudanese`, `Austrian`, `Kenyan`, `Mexican`, `Hungarian`: where they are from. */
function peopleOf(word: string): string[] {
	const [, country = '', ending = ''] = /^(.{3,}?)(n|an|ian|ese|i)$/.exec(word) ?? [];
	const places = [country, `${country}a`, `${country}y`, `${country}o`, `${country}ia`];
	return ending === '' ? [] : [...places, word.slice(0, -1)].filter((place) => COUNTRIES.has(place));
}
const PEOPLES = new Map(
	[
		'french france, spanish spain, british britain, german germany, dutch netherlands, danish denmark, swedish sweden, finnish finland',
		'polish poland, turkish turkey, irish ireland, scottish scotland, welsh wales, english england, norwegian norway, portuguese portugal',
		'chinese china, japanese japan, swiss switzerland, greek greece, czech czechia, belgian belgium, peruvian peru, canadian canada',
		'italian italy, egyptian egypt, ukrainian ukraine, brazilian brazil, mexican mexico, israeli israel, iraqi iraq, thai thailand',
		'americans america, icelandic iceland, vietnamese vietnam, european europe, hungarian hungary',
	]
		.join(', ')
		.split(', ')
		.map((pair) => {
			const [people = '', country = ''] = pair.split(' ');
			return [people, [country]] as const;
		}),
);

/** What is the same, said in other letters. Each is words by their beginnings. */
const SAME = [
	'ceo | chief executiv',
	'us | usa | united state | america | american',
	'uk | united kingdom | britain | british | great britain',
	'eu | european union',
	'cfo | chief financ | financ chief',
	'phd | doctor',
	'tv | television',
	'сша | соединен штат | америк',
	'ес | евросоюз | европейск союз',
	'рф | росси',
	'великобритан | британи | соединен королевств',
	'кнр | кита',
	'фрг | германи',
	'цб | центробанк | центральн банк | банк росси',
	'ии | искусствен интеллект',
	'оон | объединен наци',
].map((line) => line.split(' | ').map((phrase) => phrase.split(' ')));

const SMALL = words('of the and for in on at de la du von и по в на с при');

/** The words of a source, as names are looked for in them. */
export class KnownWords {
	private readonly tokens: Tokens;
	private readonly exact = new Set<string>();
	private readonly forms = new Map<string, string[]>();
	private readonly roots = new Set<string>();
	private readonly short: readonly string[];

	constructor(tokens: Tokens) {
		this.tokens = tokens.filter(({ kind }) => kind === 'word');
		for (const { word } of this.tokens) {
			if (this.exact.has(word)) continue;
			this.exact.add(word);
			for (const root of englishRoots(word)) this.roots.add(root);
			for (const { root, ending } of formsOf(word)) this.forms.set(root, [...(this.forms.get(root) ?? []), ending]);
		}
		this.short = [...new Set(this.tokens.filter(({ text }) => /^\p{Lu}{2,6}$/u.test(text)).map(({ word }) => word))];
	}

	/** Whether the source has this word, in this or another of its forms. */
	has(word: string): boolean {
		if (this.exact.has(word)) return true;
		if (/^\p{Script=Latin}/u.test(word) && englishRoots(word).some((root) => root !== '' && this.roots.has(root))) return true;
		return formsOf(word).some(({ root, ending }) => this.forms.get(root)?.some((other) => goTogether(ending, other)));
	}

	/** Behind which word ends what the source says in other letters here: by initials, in one word of two, or by a name that both have. */
	saidOtherwise(tokens: Tokens, at: number): number {
		const [text, word] = [tokens[at]?.text ?? '', tokens[at]?.word ?? ''].map((each) => each.replace(/'s?$/, '')) as [string, string];
		const isShort = /^\p{Lu}[\p{Lu}\p{Ll}]{1,5}$/u.test(text) && /\p{Lu}$/u.test(text);
		if ((isShort && this.hasInitials(word)) || this.hasHalves(word)) return at + 1;
		// A phrase may have begun before: its first word has no say where a sentence begins with it.
		const ends = [0, 1, 2, 3].map((back) => this.endOfPhrase(tokens, at - back));
		return Math.max(...ends);
	}

	private endOfPhrase(tokens: Tokens, from: number): number {
		const ends = this.short.map((short) => initialsFrom(tokens, from, short) ?? -1);
		for (const phrases of SAME)
			for (const phrase of phrases)
				if (startsWith(tokens, from, phrase) && phrases.some((other) => this.says(other))) ends.push(from + phrase.length);
		return Math.max(-1, ...ends);
	}

	private says(phrase: readonly string[]): boolean {
		return this.tokens.some((_, from) => startsWith(this.tokens, from, phrase));
	}

	/** `EU` of a European Union, `ВВП` of a валовой внутренний продукт. Two letters need a capital. */
	private hasInitials(short: string): boolean {
		return this.tokens.some(
			({ text, word }, from) =>
				word[0] === short[0] && (short.length > 2 || /^\p{Lu}/u.test(text)) && initialsFrom(this.tokens, from, short) !== null,
		);
	}

	/** `Минздрав` of a Министерство здравоохранения. */
	private hasHalves(word: string): boolean {
		if (!/^\p{Script=Cyrillic}{6,}$/u.test(word)) return false;
		return this.tokens.some(({ word: first }, at) => {
			const second = wordAt(this.tokens, at + 1);
			if (!first.startsWith(word.slice(0, 3))) return false;
			for (let cut = 3; cut <= word.length - 3; cut += 1) {
				const [head, tail] = [word.slice(0, cut), word.slice(cut)];
				if (second.startsWith(tail) && (first.startsWith(head) || first.startsWith(head.replace(/[оеи]$/u, '')))) return true;
			}
			return false;
		});
	}
}

/** Where the words end whose initials these are, small words left out or not. */
function initialsFrom(tokens: Tokens, from: number, short: string): number | null {
	let at = from;
	for (const [index, letter] of [...short].entries()) {
		if (index > 0 && SMALL.has(wordAt(tokens, at)) && wordAt(tokens, at)[0] !== letter) at += 1;
		if (tokens[at]?.kind !== 'word' || wordAt(tokens, at)[0] !== letter) return null;
		at += 1;
	}
	return at;
}

const startsWith = (tokens: Tokens, at: number, phrase: readonly string[]): boolean =>
	phrase.every((stem, index) => {
		const word = wordAt(tokens, at + index);
		return stem.length <= 3 ? word.replace(/'s$/, '') === stem : word.startsWith(stem);
	});

const SCRIPTS = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u];

/** Whether a name is in letters that the text has. One carried over from another alphabet cannot be found letter by letter. */
export const sharesLetters = (name: string, text: string): boolean =>
	SCRIPTS.every((script) => !script.test(name) || script.test(text)) || lookalikeOf(name) !== null;

/** The words of a run that the source does not have; empty: it has them all. */
export function unknownWords(tokens: Tokens, run: readonly number[], known: KnownWords): number[] {
	const unknown: number[] = [];
	let knownUntil = -1;
	for (const at of run) {
		if (at < knownUntil) continue;
		const { word = '', text = '' } = tokens[at] ?? {};
		const alike = lookalikeOf(text);
		if (known.has(word) || (alike !== null && known.has(fold(alike)))) continue;
		const end = known.saidOtherwise(tokens, at);
		if (end > at) knownUntil = end;
		else if (romanValue(text) === null) unknown.push(at);
	}
	return unknown;
}
