/** What a message that may become a post is meant as, seen without asking anybody: before anything is paid for. */
import type { Language } from '../language.ts';
import { en } from './meaning/en.ts';
import type { MeaningPatterns, Topic } from './meaning/patterns.ts';
import { ru } from './meaning/ru.ts';

const tables: Readonly<Partial<Record<Language, MeaningPatterns>>> = { en, ru };

/**
 * `request`: a post is to be written about it. `question`: the desk is asked about itself; `order`: it is to do something; without
 * a topic, it is not known what about. `unsure` is asked back: it is never guessed, because a draft is paid for.
 */
export type Meaning =
	| { readonly kind: 'request' }
	| { readonly kind: 'chat' | 'unsure' }
	| { readonly kind: 'question' | 'order'; readonly topic: Topic | null };

type Classes = MeaningPatterns['classes'];

/** A word, `any*` ending, `<class>` or `$`; a word has a space behind it. */
function wordIn(word: string, classes: Classes): string {
	if (word === '$') return '(?:[.?:] )*$';
	const named = /^<(\w+)>$/.exec(word)?.[1];
	if (named !== undefined) return eitherOf(classes[named] ?? '', classes);
	return `${word.replace(/[.*+^$()[\]\\]/g, (sign) => (sign === '*' ? '[^ ]*' : `\\${sign}`))} `;
}

function eitherOf(words: string, classes: Classes): string {
	const each = words.split('|').map((word) => wordIn(word, classes));
	return `(?:${each.join('|')})`;
}

/** A gap does not reach into the next sentence. */
function partIn(part: string, classes: Classes): string {
	if (part === '..') return '(?:(?![.?:] )[^ ]+ ){0,4}';
	return part.endsWith('?') ? `${eitherOf(part.slice(0, -1), classes)}?` : eitherOf(part, classes);
}

function compile(pattern: string, classes: Classes): RegExp {
	const parts = pattern.replaceAll('ё', 'е').split(' ');
	const isFirst = parts[0] === '^';
	return new RegExp(`${isFirst ? '^ ' : ' '}${(isFirst ? parts.slice(1) : parts).map((part) => partIn(part, classes)).join('')}`, 'u');
}

/** Classes of words that are about the desk's own things and not a subject of a post. */
const SUBJECTLESS = ['post', 'draft', 'part', 'picture', 'photo', 'thing', 'it', 'the', 'when', 'lang', 'ask'];

/** The same table, ready to be held against text. */
function prepare(table: MeaningPatterns) {
	const classes = { ...table.classes, own: table.orders.own, shared: table.orders.shared };
	const all = (patterns: readonly string[]) => patterns.map((pattern) => compile(pattern, classes));
	const byTopic = (pairs: MeaningPatterns['topics']) => pairs.map(([topic, patterns]) => [topic, all(patterns)] as const);
	return {
		openings: all([...table.polite, ...table.wishes].map((each) => `^ ${each}`)),
		wishes: all(table.wishes.map((each) => `^ ${each}`)),
		asks: all(table.asks),
		headings: all(table.headings),
		inverted: all(table.inverted),
		isFamiliar: table.isFamiliar,
		spellings: Object.entries(table.spellings).map(([typed, meant]) => [` ${typed} `, meant === '' ? ' ' : ` ${meant} `] as const),
		questions: all(table.questions),
		insideQuestions: all(table.insideQuestions),
		selves: all([table.selves.split(' ').join('|')]),
		present: all([table.present.split(' ').join('|')]),
		headlines: all(table.headlines),
		own: all([table.isFamiliar ? '<own>' : '^ <own>']),
		shared: all(['^ <shared>']),
		told: all([`<${table.isFamiliar ? 'shared' : 'own'}>`]),
		known: all(table.known),
		pronouns: all(['<known>']),
		deictic: all(['<it>', '<the>']),
		things: all(['<post>', '<draft>', '<picture>']),
		channel: all(['<channel>', '<draft>']),
		newPost: all(table.newPost),
		saying: all([table.saying]),
		toReaders: all(table.toReaders),
		toDesk: all(table.toDesk),
		desk: all(table.desk),
		topics: byTopic(table.topics),
		plain: byTopic(table.plain),
		unable: all(table.unable),
		elsewhere: all(['<net>']),
		chat: all(table.chat),
		script: table.script,
		talk: all(table.talk.split(' ').map((word) => `^ ${word}`)),
		empty: all(
			[...table.empty.split(' '), ...SUBJECTLESS.flatMap((name) => table.classes[name]?.split('|') ?? [])].map((word) => `^ ${word} $`),
		),
	};
}
type Prepared = ReturnType<typeof prepare>;

let prepared: readonly Prepared[] | undefined;
const tablesOf = (): readonly Prepared[] => (prepared ??= Object.values(tables).map(prepare));

const WORD = /[\p{L}\p{N}]+(?:['’.:/-][\p{L}\p{N}]+)*|[.!?…:\n]/gu;

/** Lower-case words with a space before and behind each; a sentence ends with a point or a question mark. */
function spaced(text: string, { spellings }: Prepared): string {
	const plain = text.toLowerCase().replaceAll('ё', 'е').replaceAll('’', "'");
	const said = ` ${(plain.match(WORD) ?? []).map((word) => (/[!…\n]/u.test(word) ? '.' : word)).join(' ')} `;
	return spellings.reduce((so, [typed, meant]) => so.replaceAll(typed, meant), said);
}

const has = (text: string, patterns: readonly RegExp[]): boolean => patterns.some((pattern) => pattern.test(text));
const topicIn = (text: string, byTopic: Prepared['topics']): Topic | null =>
	byTopic.find(([, patterns]) => has(text, patterns))?.[0] ?? null;
const wordsIn = (text: string): readonly string[] => text.split(' ').filter((word) => /[\p{L}\p{N}]/u.test(word));

/** The first sentence of a longer message says what is meant. */
const MOST_WORDS = 20;
const MOST_WORDS_OF_STATEMENT = 9;
const MOST_WORDS_OF_TALK = 7;
const MOST_WORDS_OF_QUESTION = 12;
const MOST_WORDS_OF_HEADLINE = 4;
const MOST_WORDS_OF_PLACE = 5;
const FEWEST_WORDS_BEFORE = 6;
const FEWEST_SUBJECTS = 2;
const FEWEST_SUBJECTS_TO_READERS = 3;

/** Few words about one of these are hardly ever news; about the others (prices, times, languages) they often are. */
const OWN_TOPICS: ReadonlySet<Topic> = new Set([
	...(['publish', 'change', 'picture', 'photo', 'takedown', 'correct', 'drop'] as const),
	...(['undo', 'find', 'resume', 'speak', 'news', 'time', 'people'] as const),
]);

const TALKED_ABOUT: ReadonlySet<Topic> = new Set(['drop', 'undo']);

const MOST_OPENINGS = 10;

/** The text without its greetings and wishes. */
function opened(text: string, { openings, wishes }: Prepared): { readonly rest: string; readonly isWish: boolean } {
	let [rest, isWish] = [text.replace(/^ (?:[.?:] )+/, ' '), false];
	for (let count = 0; ; count += 1) {
		const found = openings.map((each) => each.exec(rest)?.[0] ?? '').reduce((one, other) => (other.length > one.length ? other : one));
		const next = ` ${rest.slice(found.length)}`.replace(/^ (?:[.:] )*/, ' ');
		if (found === '' || count === MOST_OPENINGS || wordsIn(next).length === 0) return { rest, isWish };
		isWish ||= has(rest, wishes);
		rest = next;
	}
}

/** What a message consists of, as far as its meaning rests on it. */
interface Parts {
	readonly table: Prepared;
	/** Without greetings and wishes. */
	readonly rest: string;
	/** Its first sentence, or all of a short one. */
	readonly body: string;
	readonly isWish: boolean;
	readonly words: number;
	/** Words that a post could be about. */
	readonly subjects: number;
	readonly topic: Topic | null;
	/** Whether it speaks of the desk's own things. */
	readonly isOfDesk: boolean;
}

function partsOf(said: string, table: Prepared): Parts {
	const { rest, isWish } = opened(spaced(said, table), table);
	const all = wordsIn(rest);
	const body = all.length <= MOST_WORDS ? rest : (/^.*? [.?] /u.exec(rest)?.[0] ?? rest);
	const subjects = subjectsIn(new Set(all), table);
	const isOfDesk = has(body, table.desk) || has(body, table.toDesk);
	return { table, rest, body, isWish, words: all.length, subjects, topic: topicIn(body, table.topics), isOfDesk };
}

/** Counted as far as it makes a difference. */
function subjectsIn(words: ReadonlySet<string>, { empty }: Prepared): number {
	let found = 0;
	for (const word of words) {
		if (found > FEWEST_SUBJECTS_TO_READERS + 1) break;
		if (!/^\d/.test(word) && !has(` ${word} `, empty)) found += 1;
	}
	return found;
}

/** What a longer text is meant as is said at its beginning or at its end. */
const HEARD_UNITS = { first: 1_500, last: 500 } as const;

/** Cut at words, so that none is taken for another one. */
const heardOf = (said: string): string =>
	said.length <= HEARD_UNITS.first + HEARD_UNITS.last
		? said
		: `${said.slice(0, HEARD_UNITS.first).replace(/\S{0,100}$/u, '')}\n${said.slice(-HEARD_UNITS.last).replace(/^\S{0,100}/u, '')}`;

/** What a text is meant as; a reply, an answer or a command never comes here. */
export function meaningOf(whole: string): Meaning {
	const said = heardOf(whole);
	const cyrillic = said.match(/\p{Script=Cyrillic}/gu)?.length ?? 0;
	const script = cyrillic * 2 > (said.match(/\p{L}/gu)?.length ?? 0) ? 'Cyrillic' : 'Latin';
	const table = tablesOf().find((each) => each.script === script);
	if (table === undefined) return { kind: 'unsure' };
	const parts = partsOf(said, table);
	const isQuestion = / \? /u.test(parts.body) || has(parts.body, table.questions);
	const clauses = [parts.rest, ...clausesOf(said, table).slice(1)];
	const isLedOn = parts.words <= MOST_WORDS && clauses.slice(1).some((clause) => isOrderAbout(clause, table));
	const isTold = parts.isWish && parts.topic !== null && has(parts.rest, table.told);
	// "Post on insta too" names a place and nothing that a post could be about.
	const isElsewhere = has(parts.rest, table.elsewhere) && parts.subjects < FEWEST_SUBJECTS;
	const isHeading =
		!isTold && !isElsewhere && (!isQuestion || (parts.isWish && parts.topic === null)) && !isLedOn && has(parts.rest, table.headings);
	if (isHeading || clauses.some((clause) => has(clause, table.asks))) return { kind: parts.subjects > 0 ? 'request' : 'unsure' };
	const isOrder = parts.isWish || has(parts.body, table.own) || has(parts.body, table.shared) || isLedOn;
	const isTalk = parts.words <= MOST_WORDS_OF_STATEMENT && has(parts.rest, table.chat);
	// "I changed my mind, no post" is said as talk is, and means more.
	const isMeant = parts.topic !== null && (isQuestion || isOrder || TALKED_ABOUT.has(parts.topic));
	if (isTalk && !isMeant && topicIn(parts.body, table.plain) === null) return { kind: 'chat' };
	if (isQuestion) return asked(parts);
	if (isOrder) return ordered(parts);
	// What should be done there is not said in words that the desk knows.
	if (
		parts.words <= MOST_WORDS_OF_PLACE &&
		parts.subjects <= FEWEST_SUBJECTS &&
		has(parts.rest, table.elsewhere) &&
		has(parts.body, table.unable)
	)
		return { kind: 'unsure' };
	return stated(parts);
}

/** The parts between commas and the like, each without its greetings and wishes. */
const clausesOf = (said: string, table: Prepared): readonly string[] =>
	said.split(/[,;.!?\n\u2013\u2014]\s/u).map((part) => opened(spaced(part, table), table).rest);

/** Whether a part tells the desk to do something with what both sides know. */
const isOrderAbout = (clause: string, table: Prepared): boolean =>
	(has(clause, table.own) || has(clause, table.shared)) && (has(clause, table.desk) || has(clause, table.deictic));

function asked({ table, rest, body, subjects }: Parts): Meaning {
	const question = /^.*\?/u.exec(body)?.[0] ?? body;
	const words = wordsIn(question).length;
	const held = question.endsWith(' ') ? question : `${question} `;
	const topic = topicIn(held, table.topics);
	const isOfDesk = has(held, table.desk) || has(held, table.toDesk);
	const isHeadline =
		!question.includes('?') && has(body, table.headlines) && !has(body, table.inverted) && !has(body, table.insideQuestions);
	const mostWords = isHeadline ? MOST_WORDS_OF_HEADLINE : MOST_WORDS_OF_QUESTION;
	if (topic !== null && (isOfDesk || words <= mostWords || subjects < FEWEST_SUBJECTS)) return { kind: 'question', topic };
	// A question to the readers is answered by what follows it.
	const answer = wordsIn(rest.slice(question.length)).length;
	if (question.includes('?') && answer >= FEWEST_SUBJECTS_TO_READERS && subjects >= FEWEST_SUBJECTS) return { kind: 'request' };
	if (isOfDesk) return { kind: 'question', topic };
	// Who asks about the world, and neither about the desk nor about themselves, names what a post could explain.
	const isOfWorld = !question.includes('?') && topic === null && !has(body, table.present) && !has(body, table.things);
	if (isOfWorld && subjects >= FEWEST_SUBJECTS_TO_READERS) return { kind: 'request' };
	return { kind: isHeadline && (subjects >= FEWEST_SUBJECTS || (subjects > 0 && words > MOST_WORDS_OF_HEADLINE)) ? 'request' : 'unsure' };
}

function ordered({ table, body, isWish, subjects: all, topic, isOfDesk }: Parts): Meaning {
	// The verb itself does not count.
	const subjects = all - 1;
	const isToDesk = has(body, table.toDesk);
	if (topic === 'publish' && has(body, table.newPost)) return { kind: 'unsure' };
	if (!isWish && isSaidFirst(body, table)) return { kind: 'request' };
	const isFamiliar = table.isFamiliar && has(body, table.own);
	const isToReaders = has(body, table.toReaders) && !isOfDesk && !isFamiliar;
	if (isToReaders && subjects >= FEWEST_SUBJECTS) return { kind: 'request' };
	const isOwn = isWish || has(body, table.own) || isToDesk;
	const mayBeShared = !isOwn && !has(body, table.known);
	const isClear = isOwn || isOfDesk || subjects < FEWEST_SUBJECTS_TO_READERS;
	if (isClear && has(body, table.unable)) return { kind: 'order', topic: null };
	if (isClear && topic !== null) return { kind: 'order', topic };
	if (isToDesk && !isWish) return { kind: 'order', topic: null };
	return { kind: mayBeShared && subjects >= FEWEST_SUBJECTS_TO_READERS ? 'request' : 'unsure' };
}

/** Whether what a post should say is told first, and then how it should be said. */
function isSaidFirst(body: string, table: Prepared): boolean {
	const at = Math.max(...table.saying.map((each) => each.exec(body)?.index ?? 0));
	const before = body.slice(0, at + 1);
	return wordsIn(before).length >= FEWEST_WORDS_BEFORE && !has(before, table.desk) && !has(before, table.own) && !has(before, table.things);
}

function stated({ table, body, words, subjects, topic, isOfDesk }: Parts): Meaning {
	if (words <= MOST_WORDS && has(body, table.insideQuestions)) {
		// "A swarm of bees has come, what to do" is about the world.
		const isOfWorld = !isOfDesk && (topic === null || topic === 'make') && !has(body, table.present);
		if (isOfWorld && subjects >= FEWEST_SUBJECTS_TO_READERS) return { kind: 'request' };
		return isOfDesk || topic !== null ? { kind: 'question', topic } : { kind: 'unsure' };
	}
	if (words > MOST_WORDS_OF_STATEMENT) return { kind: subjects < FEWEST_SUBJECTS ? 'unsure' : 'request' };
	const plain = topicIn(body, table.plain);
	if (plain !== null) return { kind: 'order', topic: plain };
	if (has(body, table.selves)) return topic === null ? { kind: 'unsure' } : { kind: 'order', topic };
	// What is meant was said before, or is in front of both.
	const isAboutDesk = isOfDesk || has(body, table.channel) || has(body.slice(1), table.pronouns);
	const isOfKnown = subjects <= FEWEST_SUBJECTS_TO_READERS && isAboutDesk;
	const isBare = words <= MOST_WORDS_OF_TALK && subjects <= FEWEST_SUBJECTS_TO_READERS && !/\d/.test(body);
	if (topic !== null && (isOfKnown || (isBare && OWN_TOPICS.has(topic)))) return { kind: 'order', topic };
	const isTalk = words <= MOST_WORDS_OF_TALK && subjects <= FEWEST_SUBJECTS_TO_READERS && has(body, table.talk);
	// "2 for 1 croissants till 9": figures say what a post needs to say, too.
	const isAboutNothing = subjects < FEWEST_SUBJECTS && (subjects === 0 || (body.match(/ \d/gu)?.length ?? 0) < FEWEST_SUBJECTS);
	return { kind: isOfKnown || isTalk || isAboutNothing ? 'unsure' : 'request' };
}
