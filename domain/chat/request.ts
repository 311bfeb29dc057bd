/** A text that may become a post, compared with what can be seen without asking anybody: before anything is paid for. */
import { MAX_WORD_UNITS } from '../limits.ts';
import { pagesIn } from '../text/contacts.ts';
import { feedbackPatterns } from './patterns.ts';

/** Why a text is not taken for a request: nothing to write about, nothing that a cover could show, or only small talk. */
export type RequestFault = 'wordless' | 'endlessWord' | 'otherScript' | 'smallTalk';

/** A message with fewer letters in fewer words is asked back before it is taken for a request. */
const FEWEST_LETTERS = 12;
const FEWEST_WORDS = 3;

/** Scripts that the covers' fonts have, in one template or another. */
const SCRIPTS = ['Latin', 'Cyrillic', 'Greek', 'Arabic', 'Hebrew', 'Devanagari', 'Thai', 'Han', 'Hiragana', 'Katakana', 'Hangul'];
const ON_COVERS = new RegExp(`[${SCRIPTS.map((script) => `\\p{Script=${script}}`).join('')}]`, 'gu');

/** A message that is an address and nothing else. */
const LINK = /^https?:\/\/\S+$/i;
/** `/post`, or what should have been it, before what the post should be about. */
const COMMAND = /^\/[\p{L}\p{M}0-9_]{1,32}(?:@\w{1,64})?\s+/u;

const LETTERS = /\p{L}/gu;
const WORDS = /\p{L}+/gu;

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

/** The address that a text consists of; null for any other text. Whether it may be read is the reader's to judge. */
export function linkOf(text: string): string | null {
	const link = text.trim();
	if (LINK.test(link)) return link;
	return pagesIn(link)[0] === link ? `https://${link}` : null;
}

/** What a message asks for, without the command that says so. */
export const requestIn = (text: string): string => text.replace(COMMAND, '');

/** What is wrong with a request even when a person insists on it. */
export function faultOfRequest(text: string): Exclude<RequestFault, 'smallTalk'> | null {
	const letters = count(text, LETTERS);
	if (letters === 0 && !/\p{N}/u.test(text)) return 'wordless';
	if (count(text, ON_COVERS) * 2 < letters) return 'otherScript';
	return text.split(/[^\p{L}\p{M}\p{N}]+/u).some((word) => word.length > MAX_WORD_UNITS) ? 'endlessWord' : null;
}

/** The same for a message that does not say that it is a request. */
export function faultOfMessage(text: string): RequestFault | null {
	const fault = faultOfRequest(text);
	if (fault !== null && text.length > FEWEST_LETTERS) return fault;
	const isShort = count(text, LETTERS) < FEWEST_LETTERS && count(text, WORDS) < FEWEST_WORDS;
	return isPleasantry(text) || isShort ? 'smallTalk' : fault;
}

const spoken = (text: string): string => (text.toLowerCase().match(/[\p{L}\p{N}'’]+/gu) ?? []).join(' ').replaceAll('’', "'");

/** Whether a text is nothing but a word of thanks, agreement or greeting, or has no word at all. */
export function isPleasantry(text: string): boolean {
	const words = spoken(text);
	return words === '' || feedbackPatterns.some(({ pleasantries }) => pleasantries.includes(words));
}

/** Which of them it is. */
export function pleasantryOf(text: string): 'ability' | 'thanks' | 'greeting' | 'pleasantry' {
	const words = spoken(text);
	const begins = (those: readonly string[]) => those.some((each) => words.startsWith(each));
	if (feedbackPatterns.some(({ abilities }) => begins(abilities))) return 'ability';
	if (words === '' ? text.includes('?') : feedbackPatterns.some(({ greetings }) => begins(greetings))) return 'greeting';
	return feedbackPatterns.some(({ thanks }) => begins(thanks)) ? 'thanks' : 'pleasantry';
}
