/** Names: where they are in a text, and what shows that two forms are one name. */
import { romanValue, wordAt } from './numerals.ts';
import type { Token } from './tokens.ts';
import { fold, lookalikeOf } from './tidy.ts';
import { KINDS, TITLES, words } from './words.ts';

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
			// `Korea` of two countries is one too.
			return codes.flatMap((code) => fold(names.of(code) ?? '').match(/^\p{L}{4,}$|(?<=^(?:north|south) )\p{L}+$/gu) ?? []);
		})
		.concat('africa', 'america', 'asia', 'europe'),
);

/** A surname by its ending, and the ending of a verb in the past behind it: a plural as in `Туристов стало` does not count. */
const SURNAMES = [
	[/^\p{Lu}\p{Ll}+[ое]в$/u, /л(?:ся)?$/u],
	[/^\p{Lu}\p{Ll}+[ое]ва$/u, /ла(?:сь)?$/u],
	[/^\p{Lu}\p{Ll}+(?:енко|дзе|швили)$/u, /^/],
] as const;

/** A sentence that begins with a name: by a second name, a genitive, the word behind it, or its ending. */
function isNameAtStart(tokens: Tokens, at: number): boolean {
	const { text = '', word = '' } = tokens[at] ?? {};
	if (NOBODY.has(word)) return false;
	return (
		COUNTRIES.has(word.replace(/'s$/, '')) ||
		SURNAMES.some(([ending, verb]) => ending.test(text) && (verb.test(wordAt(tokens, at + 1)) || SAID.has(wordAt(tokens, at + 1)))) ||
		(SAID.has(wordAt(tokens, at + 1)) && !/s$/.test(word) && /^\p{Lu}\p{Ll}+$/u.test(text))
	);
}

const GERMAN = words(
	'der das und ist nicht mit eine einen dem des von im auf sich auch wird nach bei zu aus sind hat wurde wurden uber zum zur vom den ' +
		'ihre es als um mehr kamen werden laut fur kein keine seit gegen unter wegen',
);
const ENGLISH = words('the of and to for with on that by is are were from has have it its this at as but not');

/** Whether a text is German, where every noun has a capital: there it shows no name. */
export function capitalisesNouns(tokens: Tokens): boolean {
	// Different ones: French has `des` too, again and again.
	const found = new Set(tokens.map(({ word }) => word));
	const countOf = (list: ReadonlySet<string>): number => [...found].filter((word) => list.has(word)).length;
	return countOf(GERMAN) >= 2 && countOf(GERMAN) > countOf(ENGLISH);
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
/** Only in the plural: `Штатов` is a form of `Штаты`, but `Иванов` is not one of `Иван`. */
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

const goTogether = (one: string, other: string): boolean =>
	PLURAL_GENITIVE.has(one) ? PLURAL_GENITIVE.has(other) || PLURAL.has(other) : !PLURAL_GENITIVE.has(other) || PLURAL.has(one);

/** An English name without its genitive or plural, and the country of its people. */
function englishRoots(word: string): string[] {
	const bare = word.replace(/'s?$/, '');
	const forms = [bare, bare.replace(/(?<=[^s]{2})s$/, ''), bare.replace(/(?<=[^s]{2})es$/, '')];
	return [...forms, ...forms.flatMap((each) => [...(PEOPLES.get(each) ?? peopleOf(each)), ...memberOf(each)])];
}

/** `Democratic` and `Democrats`, `Marxism` and `Marxist`: of one root. */
function memberOf(word: string): string[] {
	const [, root = ''] = /^(.{5,}?)(?:ic|ism|ist)$/.exec(word) ?? [];
	return root === '' ? [] : [root];
}

/** `Qatari`, `Sudanese`, `Austrian`, `Kenyan`, `Mexican`, `Hungarian`: where they are from. */
function peopleOf(word: string): string[] {
	const [, country = '', ending = ''] = /^(.{3,}?)(n|an|ian|ese|i)$/.exec(word) ?? [];
	const places = [country, `${country}a`, `${country}y`, `${country}o`, `${country}ia`];
	if (COUNTRIES.has(`${word}istan`)) return [`${word}istan`];
	return ending === '' ? [] : [...places, word.slice(0, -1)].filter((place) => COUNTRIES.has(place));
}
const PEOPLES = new Map(
	[
		'french france, spanish spain, british britain, german germany, dutch netherlands, danish denmark, swedish sweden, finnish finland',
		'polish poland, turkish turkey, irish ireland, scottish scotland, welsh wales, english england, norwegian norway, portuguese portugal',
		'chinese china, japanese japan, swiss switzerland, greek greece, czech czechia, belgian belgium, peruvian peru, canadian canada',
		'italian italy, egyptian egypt, ukrainian ukraine, brazilian brazil, mexican mexico, israeli israel, iraqi iraq, thai thailand',
		'filipino philippines, filipina philippines, argentine argentina, afghan afghanistan, kyrgyz kyrgyzstan, dane denmark, swede sweden',
		'finn finland, pole poland, turk turkey, briton britain, scot scotland, spaniard spain, congolese congo, slovak slovakia, serb serbia',
		'croat croatia, lao laos, maltese malta, emirati emirates',
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
	'мск | москв',
	'turkey | turkiye | turkish',
	'czechia | czech republic',
	'myanmar | burma',
	'eswatini | swaziland',
	"ivory coast | cote d'ivoire",
	'cabo verde | cape verde',
	'east timor | timor leste | timor - leste',
	'belarus | byelorussia',
	'netherlands | holland | dutch',
	'north macedonia | macedonia',
	'north korea | dprk',
	'drc | dr congo | democratic republic of the congo | democratic republic of congo | congo',
	'kyiv | kiev',
	'odesa | odessa',
	'kharkiv | kharkov',
	'lviv | lvov',
	'mumbai | bombay',
	'kolkata | calcutta',
	'киргизи | кыргызстан | киргизстан',
	'туркмени | туркменистан',
	'белорусси | беларус',
	'молдави | молдов',
	'таллин',
	'чехи | чешск республик',
	'дрк | др конго | демократическ республик конго | конго',
	'кндр | северн коре',
	'нидерланд | голланди',
	'мьянм | бирм',
	'алматы | алма - ата | алма - ату | алма - ате | алма - аты | алма - атой',
	'almaty | alma - ata',
	'астан | нур - султан',
	'astana | nur - sultan',
	'beijing | peking',
	'yangon | rangoon',
	'chennai | madras',
	'bengaluru | bangalore',
	'ho chi minh | saigon',
	'chisinau | kishinev',
	'dnipro | dnepropetrovsk',
	'uae | emirates',
	'оаэ | эмират',
	'юар | южн африк',
	'южн коре | республик коре',
	'башкири | башкортостан',
	'татари | татарстан',
	'якути | саха',
	'ашхабад | ашгабат',
	'кишинев | кишинэу',
].map((line) => line.split(' | ').map((phrase) => phrase.split(' ')));

const SMALL = words('of the and for in on at de la du von и по в на с при');

/** The words of a source, as names are looked for in them. */
export class KnownWords {
	private readonly tokens: Tokens;
	private readonly exact = new Set<string>();
	private readonly forms = new Map<string, { readonly word: string; readonly ending: string }[]>();
	private readonly roots = new Set<string>();
	/** By their first letter. */
	private readonly short: ReadonlyMap<string, readonly string[]>;
	/** Words with a capital that may be put together from others, by how they begin. */
	private readonly blends: ReadonlyMap<string, readonly string[]>;
	private readonly abbreviations: ReadonlyMap<string, readonly string[]>;
	private readonly adjectives: ReadonlyMap<string, readonly string[]>;
	/** Where words are that begin so. */
	private readonly places: ReadonlyMap<string, readonly number[]>;
	private readonly said = new Map<string, boolean>();
	private bySound: ReadonlyMap<string, readonly string[]> | undefined;

	constructor(tokens: Tokens) {
		this.tokens = tokens.filter(({ kind }) => kind === 'word');
		for (const { word } of this.tokens) {
			if (this.exact.has(word)) continue;
			this.exact.add(word);
			for (const root of englishRoots(word)) this.roots.add(root);
			for (const { root, ending } of formsOf(word)) add(this.forms, root, { word, ending });
		}
		// A surname may end as an adjective does.
		const isAdjective = ({ text }: Token, at: number): boolean =>
			/^[а-яё]{6,}$/u.test(text) || (/^[А-ЯЁ][а-яё]{5,}$/u.test(text) && begins(tokens, at));
		const wordsWith = (has: (token: Token, at: number) => boolean, letters: number) =>
			byBeginning(new Set(tokens.filter(has).map(({ word }) => word)), letters);
		this.adjectives = wordsWith(isAdjective, 3);
		this.abbreviations = byBeginning(new Set(abbreviationsIn(tokens)), 1);
		this.blends = wordsWith(({ kind, text, word }) => kind === 'word' && /^\p{Lu}/u.test(text) && isBlend(word), 3);
		this.short = wordsWith(({ kind, text }) => kind === 'word' && /^\p{Lu}{2,6}$/u.test(text), 1);
		const places = new Map<string, number[]>();
		for (const [at, { word }] of this.tokens.entries()) add(places, word.slice(0, 3), at);
		this.places = places;
	}

	/** Whether the source has this word, in this or another of its forms. */
	has(word: string): boolean {
		if (this.exact.has(word)) return true;
		if (/^\p{Script=Latin}/u.test(word) && englishRoots(word).some((root) => root !== '' && this.roots.has(root))) return true;
		return formsOf(word).some(({ root, ending }) => this.forms.get(root)?.some((other) => goTogether(ending, other.ending)));
	}

	/** The words of the source that are this one, in any of its forms. */
	like(word: string): ReadonlySet<string> {
		const forms = formsOf(word).flatMap(
			({ root, ending }) => this.forms.get(root)?.filter((other) => goTogether(ending, other.ending)) ?? [],
		);
		return new Set([word, ...forms.map((form) => form.word)]);
	}

	/** Whether the source has a name cut short (`Gov.`, `Fla.`), as an adjective (`казанский`) or in letters of another alphabet. */
	hasLike(word: string): boolean {
		return (
			(this.abbreviations.get(word.slice(0, 1)) ?? []).some((short) => isShortOf(short, word)) ||
			this.hasAdjective(word) ||
			this.hasInOtherLetters(word)
		);
	}

	private hasAdjective(word: string): boolean {
		if (!/^\p{Script=Cyrillic}{4,}$/u.test(word)) return false;
		const stem = word.replace(/(?:ия|ии|ию|иеи|еи|ои|ою|ам|ом|ем|[аяеиоуыью])$/u, '').replace(/[ьи]$/u, '');
		return (
			stem.length >= 3 &&
			(this.adjectives.get(stem.slice(0, 3)) ?? []).some(
				(adjective) => adjective.startsWith(stem) && ADJECTIVE.test(adjective.slice(stem.length)),
			)
		);
	}

	/** By how they sound, in letters of both alphabets: a name that the source writes in this alphabet too has to be written as there. */
	private get sounds(): ReadonlyMap<string, readonly string[]> {
		const sounds = new Map<string, string[]>();
		if (this.bySound === undefined) for (const word of this.exact) add(sounds, soundOf(word), word);
		return (this.bySound ??= sounds);
	}

	private hasInOtherLetters(word: string): boolean {
		const sound = soundOf(word);
		if (sound.length < 2) return false;
		const own = /^\p{Script=Latin}/u.test(word);
		const spelled = this.sounds.get(sound) ?? formsOf(word).flatMap(({ root }) => this.sounds.get(soundOf(root)) ?? []);
		return spelled.length > 0 && spelled.every((other) => /^\p{Script=Latin}/u.test(other) !== own);
	}

	/** After which word the name of the source ends that is written otherwise here: by initials, as one word, or by a common name. */
	saidOtherwise(tokens: Tokens, at: number): number {
		const text = (tokens[at]?.text ?? '').replace(/'s?$/, '').replace(/(?<=\p{Lu})s$/u, '');
		const word = fold(text);
		const isShort = /^\p{Lu}[\p{Lu}\p{Ll}]{1,5}$/u.test(text) && /\p{Lu}$/u.test(text);
		if ((isShort && this.hasInitials(word)) || this.hasBlend(word)) return at + 1;
		// A phrase may have begun before: its first word has no say where a sentence begins with it.
		const ends = [0, 1, 2, 3].map((back) => this.endOfPhrase(tokens, at - back));
		return Math.max(...ends);
	}

	/** `Lib Dems` of Liberal Democrats: beginnings of neighbouring words. */
	endOfShortened(tokens: Tokens, at: number): number {
		const starts = [at, at + 1].map((each) => wordAt(tokens, each).replace(/s$/, ''));
		if (starts.some((start) => start.length < 3) || !isCapital(tokens[at + 1])) return -1;
		return this.says(starts, true) ? at + 2 : -1;
	}

	private hasBlend(word: string): boolean {
		return isBlend(word) && this.placesOf(word).some((from) => blendFrom(this.tokens, from, word) !== null);
	}

	private endOfPhrase(tokens: Tokens, from: number): number {
		const ends = [
			...(this.short.get(wordAt(tokens, from).slice(0, 1)) ?? []).map((short) => initialsFrom(tokens, from, short) ?? -1),
			...(this.blends.get(wordAt(tokens, from).slice(0, 3)) ?? []).map((blend) => blendFrom(tokens, from, blend) ?? -1),
		];
		for (const phrases of SAME)
			for (const phrase of phrases)
				if (startsWith(tokens, from, phrase) && phrases.some((other) => this.says(other.filter((word) => word !== '-'))))
					ends.push(from + phrase.length);
		return Math.max(-1, ...ends);
	}

	private says(phrase: readonly string[], areStems = false): boolean {
		const key = `${areStems ? '+' : ''}${phrase.join(' ')}`;
		const said =
			this.said.get(key) ??
			(areStems ? this.placesOf(phrase[0] ?? '') : this.tokens.map((_, at) => at)).some((from) =>
				startsWith(this.tokens, from, phrase, areStems),
			);
		this.said.set(key, said);
		return said;
	}

	/** Where words begin as this one does. */
	private placesOf(word: string): readonly number[] {
		return this.places.get(word.slice(0, 3)) ?? [];
	}

	/** `EU` of a European Union, `ВВП` of a валовой внутренний продукт. Two letters need a capital. */
	private hasInitials(short: string): boolean {
		return this.tokens.some(
			({ text, word }, from) =>
				word[0] === short[0] && (short.length > 2 || /^\p{Lu}/u.test(text)) && initialsFrom(this.tokens, from, short) !== null,
		);
	}
}

/** A list by a part of its words; of one part no article has more. */
const MOST_OF_BEGINNING = 200;

function add<Value>(lists: Map<string, Value[]>, key: string, value: Value): void {
	const list = lists.get(key) ?? [];
	if (list.length === 0) lists.set(key, list);
	if (list.length < MOST_OF_BEGINNING) list.push(value);
}

function byBeginning(all: ReadonlySet<string>, letters: number): ReadonlyMap<string, readonly string[]> {
	const lists = new Map<string, string[]>();
	for (const word of all) add(lists, word.slice(0, letters), word);
	return lists;
}

const isBlend = (word: string): boolean => /^\p{Script=Cyrillic}{6,40}$/u.test(word);

/** Where the words end that a word is put together from: `Минэкономразвития` of a Министерство экономического развития. */
function blendFrom(tokens: Tokens, from: number, short: string, tried = new Set<string>()): number | null {
	const isFirst = tried.size === 0;
	// A rest is the end of the word, so its length says which one it is.
	const here = `${from}:${short.length}`;
	if (tried.has(here)) return null;
	tried.add(here);
	const word = wordAt(tokens, from);
	let common = 0;
	while (common < short.length && short[common] === word[common]) common += 1;
	// Its last part may be in another case.
	if (!isFirst && common >= 3 && short.length - common <= 2) return from + 1;
	for (let cut = common; cut >= 3; cut -= 1) {
		const rests = [short.slice(cut), short.slice(cut).replace(/^[оеи]/u, '')];
		const ends = rests.map((rest) => (rest.length < 3 ? null : blendFrom(tokens, from + 1, rest, tried)));
		const end = ends.find((each) => each !== null);
		if (end !== undefined) return end;
	}
	return null;
}

/** What may be behind the stem of a place in its adjective, or in the name of its people: `казан-ский`, `росс-ийский`, `москв-ич`. */
const ADJECTIVE = /^[а-я]{0,4}(?:[сц]к(?:ии|ая|ое|ие|ого|ому|им|ом|ои|ую|их|ими)|(?:янин|анин|ян|ан|ец|ц|ич)[а-я]{0,3})$/u;

/** Words with a full stop behind them, and two capitals behind a comma: `Gov.`, `Fla.`, `FL`. */
function abbreviationsIn(tokens: Tokens): string[] {
	return tokens.flatMap(({ kind, text, word }, at) => {
		const isCut = kind === 'word' && /^\p{Lu}\p{Ll}{1,4}$/u.test(text) && wordAt(tokens, at + 1) === '.' && tokens[at + 1]?.joined === true;
		return isCut || (/^[A-Z]{2}$/.test(text) && wordAt(tokens, at - 1) === ',') ? [word] : [];
	});
}

/** Whether the letters of a short word are in a longer one, in their order, and both begin alike. */
function isShortOf(short: string, word: string): boolean {
	let from = 0;
	return (
		short[0] === word[0] && word.length > short.length + 1 && [...short].every((letter) => (from = word.indexOf(letter, from) + 1) > 0)
	);
}

/** Letters that sound alike, group by group; the first one is for all of them. Vowels and doubled letters are left out. */
const SOUNDS = 'k c q к, z с s ц з, v w в, f ф, b б, d д, g г, h х, j ж, l л, m м, n н, p п, r р, t т';
const SOUND = new Map(SOUNDS.split(', ').flatMap((group) => group.split(' ').map((letter) => [letter, group[0] ?? ''] as const)));
const CLUSTERS: readonly (readonly [RegExp, string])[] = [
	[/tsch|tch|ch|ч/g, 'tj'],
	[/sch|sh|[шщ]/g, 'sj'],
	[/zh|дж/g, 'j'],
	[/kh/g, 'h'],
	[/ph/g, 'f'],
	[/th/g, 't'],
	[/x/g, 'ks'],
	[/ck/g, 'k'],
	[/ts/g, 'z'],
];

/** The consonants of a word, for `Tesla` and `Тесла` the same ones; short words keep their vowels. */
export function soundOf(word: string): string {
	const clustered = CLUSTERS.reduce((text, [letters, sound]) => text.replace(letters, sound), word.replace(/'s?$/, ''));
	const letters = [...clustered].map((letter) => SOUND.get(letter) ?? (/[aeiouyаеиоуыэюя]/u.test(letter) ? '' : letter)).join('');
	return letters.replace(/(.)\1+/g, '$1');
}

/** Where the words end whose initials these are, small words left out or not. */
function initialsFrom(tokens: Tokens, from: number, short: string): number | null {
	let at = from;
	for (const [index, letter] of [...short].entries()) {
		if (index > 0 && isJoint(tokens[at])) at += 1;
		while (index > 0 && SMALL.has(wordAt(tokens, at)) && wordAt(tokens, at)[0] !== letter) at += 1;
		if (tokens[at]?.kind !== 'word' || wordAt(tokens, at)[0] !== letter) return null;
		at += 1;
	}
	return at;
}

const startsWith = (tokens: Tokens, at: number, phrase: readonly string[], areStems = false): boolean =>
	phrase.every((stem, index) => {
		const word = wordAt(tokens, at + index);
		return stem.length <= 3 && !areStems ? word.replace(/'s$/, '') === stem : word.startsWith(stem);
	});

const SCRIPTS = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u];

/** Whether a name is in letters that the text has. One carried over from another alphabet cannot be found letter by letter. */
export const sharesLetters = (name: string, text: string): boolean =>
	SCRIPTS.every((script) => !script.test(name) || script.test(text)) || lookalikeOf(name) !== null || mixesAlphabets(name);

/** Whether a word has letters of two alphabets: it only looks like the name that it is. */
export const mixesAlphabets = (text: string): boolean =>
	(text.match(/\p{L}+/gu) ?? []).some((word) => /\p{sc=Latin}/u.test(word) && /\p{sc=Cyrillic}/u.test(word));

/** The words of a run that the source does not have; empty: it has them all. */
export function unknownWords(tokens: Tokens, run: readonly number[], known: KnownWords): number[] {
	const unknown: number[] = [];
	let knownUntil = -1;
	for (const at of run) {
		if (at < knownUntil) continue;
		const { word = '', text = '' } = tokens[at] ?? {};
		const alike = lookalikeOf(text);
		if (known.has(word) || known.hasLike(word) || (alike !== null && known.has(fold(alike)))) continue;
		const end = Math.max(known.saidOtherwise(tokens, at), known.endOfShortened(tokens, at));
		if (end > at) knownUntil = end;
		else if (romanValue(text) === null) unknown.push(at);
	}
	// What kind of thing the known rest of the name is of.
	return unknown.length < run.length ? unknown.filter((at) => !KINDS.has(wordAt(tokens, at))) : unknown;
}
