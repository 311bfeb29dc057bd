/**
 * German, French, Spanish, Italian and Portuguese words of numbers, days, times and units, as the English ones that the rules know.
 * Without them a rule would refuse what it cannot read: `2 heures` where a source says `deux heures`.
 */
import { fold } from './tidy.ts';
import type { Token } from './tokens.ts';
import { UNITS } from './units.ts';

type Language = 'de' | 'fr' | 'es' | 'it' | 'pt';

/** Words that show a language; several languages may share one. */
const SHOWN: Readonly<Record<Language | 'en', string>> = {
	de: 'der das und ist nicht mit eine einen ein dem den von im auf sich wird nach bei zu aus sind hat wurde zum zur vom um am',
	fr: 'le la les de du des et est une un dans pour sur qui que ont au aux par avec pas son sa ses ce cette il elle on',
	es: 'el la los las de del y es una un en para por que con se su sus no lo al fue hubo unos',
	it: 'il lo la gli di del della dei delle e una un in per che con si ha sono nel nella alle dal al',
	pt: 'o os as de do da dos das e uma um em para por que com se no na nos nas foi foram tem ao pelo',
	en: 'the of and to for with on that by is are were be been from has have had it its this at as but not was in or will his her he',
};
/** Languages whose numbers and endings no rule knows. */
const UNREAD = [
	'w na z i do sie ze nie jest przez po od oraz dla ktory ktora tym tego jak',
	've bir bu ile icin olarak daha cok gibi sonra kadar olan da',
	'het een van en op te dat niet zijn voor met aan bij ook werd door naar',
	'v na je se ze do za pro ale jako byl bylo podle ktery ktera jsou',
	'och att det som en ar av for med pa till inte den har om ett',
	'og at det som en er af til den har ikke et der fra',
	'si in la un o pe cu din care pentru este sa nu mai dupa',
	'es egy az hogy nem is meg volt mint ezt szerint',
	'ja on ei se oli etta han mutta myos kun',
];
const SHOWING = [...Object.entries(SHOWN), ...UNREAD.map((list): [string, string] => ['', list])].map(
	([language, list]) => [language, new Set(list.split(' '))] as const,
);

/** One to nineteen, and the tens. `~` in place of one that is not said alone. */
const NUMBERS: Readonly<Record<Language, readonly [units: string, tens: string]>> = {
	de: [
		'~ zwei drei vier funf sechs sieben acht neun zehn elf zwolf dreizehn vierzehn funfzehn sechzehn siebzehn achtzehn neunzehn',
		'zwanzig dreissig vierzig funfzig sechzig siebzig achtzig neunzig',
	],
	fr: [
		'~ deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize ~ ~ ~',
		'vingt trente quarante cinquante soixante ~ ~ ~',
	],
	es: [
		'~ dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciseis diecisiete dieciocho diecinueve',
		'veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa',
	],
	it: [
		'~ due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici quindici sedici diciassette diciotto diciannove',
		'venti trenta quaranta cinquanta sessanta settanta ottanta novanta',
	],
	pt: [
		'~ dois/duas tres quatro cinco seis sete oito nove dez onze doze treze catorze/quatorze quinze dezesseis dezessete dezoito dezenove',
		'vinte trinta quarenta cinquenta sessenta setenta oitenta noventa',
	],
};
const ENGLISH_NUMBERS = [
	'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen',
	'twenty thirty forty fifty sixty seventy eighty ninety',
];

/** An English word, and what it is in the others. */
const WORDS: Readonly<Record<Language, string>> = {
	de: `
		thousand tausend, million million millionen mio, billion milliarde milliarden mrd, trillion billion billionen, half halfte,
		thirds drittel, quarters viertel, percent prozent, hour stunde stunden, minutes minuten, second sekunde sekunden, days tag tage tagen,
		weeks woche wochen, months monat monate monaten, years jahr jahre jahren, km kilometer kilometern, metres metern, miles meile meilen,
		feet fuss, tonnes tonne tonnen, degrees grad, o'clock uhr, about rund etwa ungefahr knapp, more mehr, than als, over uber, and und,
		january januar, february februar, march marz, may mai, june juni, july juli, october oktober, december dezember,
		monday montag montags, tuesday dienstag dienstags, wednesday mittwoch mittwochs, thursday donnerstag donnerstags,
		friday freitag freitags, saturday samstag sonnabend samstags, sunday sonntag sonntags`,
	fr: `
		thousand mille, billion milliard milliards, trillion billion billions, half moitie demi demie, thirds tiers, quarters quart quarts,
		hour heure heures, second seconde secondes, days jour jours, weeks semaine semaines, months mois, years an ans annee annees,
		km kilometre kilometres, metres metre, miles mille milles, feet pied pieds, degrees degre degres, about environ, more plus, less moins,
		and et, between entre, january janvier, february fevrier, march mars, april avril, may mai, june juin, july juillet, august aout,
		september septembre, october octobre, november novembre, december decembre, monday lundi lundis, tuesday mardi mardis,
		wednesday mercredi mercredis, thursday jeudi jeudis, friday vendredi vendredis, saturday samedi samedis, sunday dimanche dimanches,
		noon midi, midnight minuit`,
	es: `
		thousand mil, million millon millones, half mitad, thirds tercio tercios, quarters cuartos, hour hora horas, minutes minuto minutos,
		second segundos, days dia dias, weeks semana semanas, months mes meses, years ano anos, km kilometro kilometros, metres metro metros,
		miles milla millas, feet pies, tonnes tonelada toneladas, dollars dolar dolares, degrees grado grados, about unos unas alrededor cerca,
		more mas, than de, less menos, and y, between entre, january enero, february febrero, march marzo, april abril, may mayo, june junio,
		july julio, august agosto, september septiembre setiembre, october octubre, november noviembre, december diciembre,
		monday lunes, tuesday martes, wednesday miercoles, thursday jueves, friday viernes, saturday sabado sabados, sunday domingo domingos,
		noon mediodia, midnight medianoche`,
	it: `
		thousand mille mila, million milione milioni, billion miliardo miliardi, half meta, thirds terzi, quarters quarti, hour ora ore,
		minutes minuto minuti, second secondi, days giorno giorni, weeks settimana settimane, months mese mesi, years anno anni,
		km chilometro chilometri, metres metro metri, miles miglio miglia, feet piedi, tonnes tonnellata tonnellate, dollars dollaro dollari,
		degrees grado gradi, about circa, more piu, than di, less meno, and e, between tra fra, january gennaio, february febbraio, march marzo,
		april aprile, may maggio, june giugno, july luglio, august agosto, september settembre, october ottobre, november novembre,
		december dicembre, monday lunedi, tuesday martedi, wednesday mercoledi, thursday giovedi, friday venerdi, saturday sabato,
		sunday domenica, noon mezzogiorno, midnight mezzanotte`,
	pt: `
		thousand mil, million milhao milhoes, billion bilhao bilhoes, half metade, thirds terco tercos, quarters quartos, hour hora horas,
		minutes minuto minutos, second segundos, days dia dias, weeks semana semanas, months mes meses, years ano anos,
		km quilometro quilometros, metres metro metros, miles milha milhas, feet pes, tonnes tonelada toneladas, dollars dolar dolares,
		degrees grau graus, about cerca, more mais, than de, less menos, and e, between entre, january janeiro, february fevereiro, march marco,
		april abril, may maio, june junho, july julho, august agosto, september setembro, october outubro, november novembro,
		december dezembro, saturday sabado, sunday domingo, noon meio-dia, midnight meia-noite`,
};
/** Several words that are one. */
const PHRASES: readonly (readonly [languages: string, phrase: string, meaning: string])[] = [
	['fr', 'pour cent', 'percent'],
	['es', 'por ciento', 'percent'],
	['it', 'per cento', 'percent'],
	['pt', 'por cento', 'percent'],
	['es pt', 'mil millones', 'billion'],
	['es it pt fr', 'm €', 'million €'],
	['de', 'bis zu', 'up to'],
	['fr', "jusqu'a", 'up to'],
	['es', 'hasta', 'up to'],
	['it', 'fino a', 'up to'],
	['fr', 'quatre - vingts', '80'],
];

interface Gloss {
	readonly words: ReadonlyMap<string, string>;
	/** What is added in a number: `trente-deux`, `treinta y dos`. */
	readonly numbers: ReadonlyMap<string, number>;
	readonly phrases: readonly (readonly [phrase: readonly string[], meaning: string])[];
}

const split = (list: string): string[] => list.trim().split(/\s+/);

function glossOf(language: Language): Gloss {
	const numbers = new Map<string, number>();
	const words = new Map<string, string>();
	NUMBERS[language].forEach((list, isTens) =>
		split(list).forEach((spellings, at) => {
			for (const word of spellings.split('/').filter((each) => each !== '~')) {
				numbers.set(word, isTens === 1 ? (at + 2) * 10 : at + 1);
				words.set(word, split(ENGLISH_NUMBERS[isTens] ?? '')[at] ?? '');
			}
		}),
	);
	for (const line of WORDS[language].split(',')) {
		const [meaning = '', ...spellings] = split(line);
		for (const word of spellings) if (!words.has(fold(word))) words.set(fold(word), meaning);
	}
	const phrases = PHRASES.filter(([languages]) => languages.split(' ').includes(language));
	return { words, numbers, phrases: phrases.map(([, phrase, meaning]) => [phrase.split(' '), meaning] as const) };
}

const GLOSSES = new Map<string, Gloss>((['de', 'fr', 'es', 'it', 'pt'] as const).map((language) => [language, glossOf(language)]));

/** So many words show a language. */
const MOST_SHOWING = 1_000;

function countsOf(tokens: readonly Token[]): (readonly [language: string, count: number])[] {
	const words = tokens.slice(0, MOST_SHOWING).filter(({ kind }) => kind === 'word');
	return SHOWING.map(([language, shown]) => [language, words.filter(({ word }) => shown.has(word)).length] as const);
}

const MIN_SHOWN = 2;

/** Whether the rules can read a text: it is not in one of the other languages, or in letters of another script. */
export function isRead(tokens: readonly Token[]): boolean {
	const words = tokens.filter(({ kind }) => kind === 'word');
	const others = words.filter(({ text }) => /[іїєґіў]/iu.test(text) || !/^[\p{sc=Latin}\p{sc=Cyrillic}]/u.test(text));
	if (others.length * 10 > words.length) return false;
	// Names of things are in Latin letters there.
	if (words.filter(({ text }) => /^\p{sc=Cyrillic}/u.test(text)).length * 2 > words.length) return true;
	const counts = countsOf(words);
	const mostOf = (isKnown: boolean): number => Math.max(...counts.map(([language, count]) => ((language !== '') === isKnown ? count : 0)));
	return mostOf(false) < MIN_SHOWN || mostOf(true) >= mostOf(false);
}

/** The glosses of the languages that a text may be in; none for English and other alphabets. */
function glossesOf(tokens: readonly Token[]): Gloss[] {
	const counts = countsOf(tokens);
	const most = Math.max(...counts.map(([, count]) => count));
	return counts.flatMap(([language, count]) => {
		const gloss = GLOSSES.get(language);
		return gloss === undefined || most === 0 || count < most || counts.some(([other, of]) => other === 'en' && of >= most) ? [] : [gloss];
	});
}

const AND = new Set(['-', 'et', 'y', 'e']);
const ONE = new Set(['un', 'une', 'uno', 'una', 'um', 'uma']);
/** `einunddreißig`, `ventidos`, `trentadue` in one word. */
function inOneWord(word: string, { numbers }: Gloss): number | undefined {
	const [, unit = '', ten = ''] = /^(ein|zwei|drei|vier|funf|sechs|sieben|acht|neun)und(\p{L}+)$/u.exec(word) ?? [];
	if (ten !== '') return numbers.has(ten) ? (numbers.get(ten) ?? 0) + (unit === 'ein' ? 1 : (numbers.get(unit) ?? 0)) : undefined;
	const [, latin = '', rest = ''] =
		/^(venti|trenta|quaranta|cinquanta|sessanta|settanta|ottanta|novanta|veinti)(\p{L}+)$/u.exec(word) ?? [];
	const added = rest === 'uno' ? 1 : numbers.get(rest);
	return latin === '' || added === undefined || added > 9 ? undefined : (latin === 'veinti' ? 20 : (numbers.get(latin) ?? 0)) + added;
}

/** A number of several words from 21 to 99, and where it ends. */
function numberAt(tokens: readonly Token[], at: number, gloss: Gloss): { readonly value: number; readonly next: number } | undefined {
	const word = tokens[at]?.word ?? '';
	const alone = inOneWord(word, gloss);
	if (alone !== undefined) return { value: alone, next: at + 1 };
	const isEighty = word === 'quatre' && tokens[at + 1]?.text === '-' && tokens[at + 2]?.word === 'vingt';
	const [ten, start] = isEighty ? [80, at + 3] : [gloss.numbers.get(word) ?? 0, at + 1];
	if (ten < 20) return undefined;
	let next = start;
	while (next < start + 2 && AND.has(tokens[next]?.word ?? '')) next += 1;
	const unit = next === start ? 0 : (gloss.numbers.get(tokens[next]?.word ?? '') ?? (ONE.has(tokens[next]?.word ?? '') ? 1 : 0));
	const isAdded = unit > 0 && unit < (ten === 60 || ten === 80 ? 20 : 10);
	if (isAdded) return { value: ten + unit, next: next + 1 };
	return isEighty ? { value: 80, next: start } : undefined;
}

const MONTHS = new Set('january february march april may june july august september october november december'.split(' '));

/** `11h30` and `11 h 30` in pieces, as `11:30`. */
function clockIn(tokens: readonly Token[], at: number): Token[] | undefined {
	const [before, token, behind] = [tokens[at - 1], tokens[at], tokens[at + 1]];
	if (token === undefined || before?.kind !== 'number') return undefined;
	const mark = { ...token, kind: 'mark', text: ':', word: ':', joined: true } as const;
	if (token.word === 'h' && /^[0-5]\d$/.test(behind?.text ?? '')) return [mark];
	const minutes = /^h([0-5]\d)$/.exec(token.word)?.[1];
	return minutes === undefined ? undefined : [mark, { ...token, kind: 'number', text: minutes, word: minutes, joined: true }];
}

const JOINT = new Set(['.', 'de', 'di', 'than', 'do']);
const COUNTED = /^(?:[mb]illion|thousand)/;

/** `6 de octubre de 2026` and `6. Oktober` as `6 october 2026`; `320 millones de euros`, `320 millions d’euros` as `320 million euros`. */
function withoutJoints(tokens: readonly Token[]): Token[] {
	return tokens.flatMap((token, at): Token[] => {
		const [before, behind] = [tokens[at - 1], tokens[at + 1]];
		const isInDate =
			(before?.kind === 'number' && MONTHS.has(behind?.word ?? '')) ||
			(MONTHS.has(before?.word ?? '') && /^(?:19|20)\d\d$/.test(behind?.text ?? ''));
		if (JOINT.has(token.word) && (isInDate || (COUNTED.test(before?.word ?? '') && UNITS.has(behind?.word ?? '')))) return [];
		const clock = clockIn(tokens, at);
		if (clock !== undefined) return clock;
		const isBehindHour = before?.word === 'h' && clockIn(tokens, at - 1) !== undefined;
		const elided = COUNTED.test(before?.word ?? '') ? token.word.replace(/^d'/, '') : token.word;
		return [{ ...token, word: elided, ...(isBehindHour ? { joined: true } : {}) }];
	});
}

/** The tokens of a text with the English words for those that the rules know. */
export function glossed(tokens: readonly Token[]): readonly Token[] {
	const glosses = glossesOf(tokens);
	if (glosses.length === 0) return tokens;
	const isGerman = glosses.includes(GLOSSES.get('de') as Gloss);
	const said: Token[] = [];
	for (let at = 0; at < tokens.length; ) {
		const token = tokens[at] as Token;
		// A name is no number, however it is written.
		const isName = !isGerman && /^\p{Lu}\p{Ll}/u.test(token.text) && at > 0 && !/^[.!?«"“:\n]$/.test(tokens[at - 1]?.text ?? '');
		const number = isName ? undefined : glosses.map((gloss) => numberAt(tokens, at, gloss)).find((found) => found !== undefined);
		const phrase = glosses
			.flatMap(({ phrases }) => phrases)
			.find(([words]) => words.every((word, index) => (tokens[at + index]?.word ?? '') === word));
		if (number !== undefined) {
			const text = String(number.value);
			said.push({ ...token, kind: 'number', text, word: text, end: tokens[number.next - 1]?.end ?? token.end });
			at = number.next;
		} else if (phrase !== undefined) {
			const [words, meaning] = phrase;
			const parts = meaning.split(' ');
			if (parts.length === words.length && parts.at(-1) === words.at(-1)) {
				said.push({ ...token, word: parts[0] ?? '' });
				at += 1;
			} else {
				const end = tokens[at + words.length - 1]?.end ?? token.end;
				said.push({ ...token, ...(/^\d/.test(meaning) ? { kind: 'number', text: meaning } : {}), word: meaning, end });
				at += words.length;
			}
		} else {
			const meaning = isName || token.kind !== 'word' ? undefined : glosses.map(({ words }) => words.get(token.word)).find(Boolean);
			said.push(meaning === undefined ? token : { ...token, word: meaning });
			at += 1;
		}
	}
	return withoutJoints(said);
}
