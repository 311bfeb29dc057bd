/** What the desk can say about itself: what a question is about, or what an order wants. */
export const topics = [
	'publish',
	'schedule',
	'change',
	'picture',
	'photo',
	'takedown',
	'correct',
	'drop',
	'undo',
	'find',
	'resume',
	'language',
	'speak',
	'news',
	'cost',
	'time',
	'people',
	'settings',
	'links',
	'facts',
	'make',
] as const;
export type Topic = (typeof topics)[number];
/** The others are answered by what a command says: the work there is, the languages, the help. */
export type AnsweredTopic = Exclude<Topic, 'find' | 'speak' | 'make'>;

/**
 * What the meaning of a message is recognised by, as data. A pattern is words in a row, lower case. `a|b` is one of them, `*` at the
 * end any ending, `?` behind a word that it may be missing, `..` up to four words of the same sentence, `<name>` a class, `^` and `$`
 * the beginning and the end. A sentence ends with `.`, and a colon is `:`.
 */
export interface MeaningPatterns {
	/** Messages in this script are read by the table. */
	readonly script: 'Latin' | 'Cyrillic';
	/** Words as they are typed in a hurry, and what they are short for; one that says nothing is left out. */
	readonly spellings: Readonly<Record<string, string>>;
	readonly classes: Readonly<Record<string, string>>;
	/** Openings that change nothing about what follows. */
	readonly polite: readonly string[];
	/** Openings that make a wish of what follows. */
	readonly wishes: readonly string[];
	/** A post is asked for outright. */
	readonly asks: readonly string[];
	/** The beginning of what a post should be, as far as it is no question. */
	readonly headings: readonly string[];
	/** A post that does not exist yet: an order to publish it may be meant as a request. */
	readonly newPost: readonly string[];
	/** Verbs behind what a post should say: they tell how to say it. */
	readonly saying: string;
	/** The beginning of a question, whether or not a question mark is at its end. */
	readonly questions: readonly string[];
	/** The same in the middle of a message, where a person speaks of what they do here. */
	readonly insideQuestions: readonly string[];
	/** The beginning of a title that is put as a question: `how to choose a bicycle`. */
	readonly headlines: readonly string[];
	/** Somebody or something that is present: a question without any of these is about the world. */
	readonly present: string;
	/** Who speaks, and to whom: a short statement with one of these is said to the desk. */
	readonly selves: string;
	/** What begins like one and is a question all the same. */
	readonly inverted: readonly string[];
	/** Verbs at the beginning of an order. `own`: only somebody at work is told so; `shared`: readers may be told the same. */
	readonly orders: { readonly own: string; readonly shared: string };
	/** Whether the own verbs are in a form that is never used to readers, and say what is meant wherever they are. */
	readonly isFamiliar: boolean;
	/** Right behind a shared verb: something is meant that both sides know. */
	readonly known: readonly string[];
	/** An imperative with one of these speaks to the readers. */
	readonly toReaders: readonly string[];
	/** An order with one of these speaks to the desk, whatever it wants. */
	readonly toDesk: readonly string[];
	/** What is only said of the desk's own things. */
	readonly desk: readonly string[];
	/** By topic, in the order in which they are tried; in a question or an order. */
	readonly topics: readonly (readonly [Topic, readonly string[]])[];
	/** The same in any short message. */
	readonly plain: readonly (readonly [Topic, readonly string[]])[];
	/** Orders that the desk cannot carry out. */
	readonly unable: readonly string[];
	readonly chat: readonly string[];
	/** Words that say nothing about a subject. */
	readonly empty: string;
	/** A short sentence that begins with one of these is talk. */
	readonly talk: string;
}
