/** Sentences of a language that need not be complete: what is missing is said in English. */
import { isObject } from '../isObject.ts';
import type { Messages } from './messages.ts';

type Partly<T> = T extends string | readonly unknown[] | ((...parameters: never[]) => unknown)
	? T
	: { readonly [Name in keyof T]?: Partly<T[Name]> };

export type Translation = Partly<Messages> & Pick<Messages, 'locale'>;

export const translated = (whole: Messages, translation: Translation): Messages => over(whole, translation) as Messages;

function over(whole: unknown, part: unknown): unknown {
	if (part === undefined || !isObject(whole) || !isObject(part)) return part ?? whole;
	const names = Object.keys({ ...whole, ...part });
	return Object.fromEntries(names.map((name) => [name, over(whole[name], part[name])]));
}

/** Words that patterns read again: they stay in a language that has those (`chat/patterns.ts`, `schedule/whenWords.ts`). */
export const READ_AGAIN: readonly string[] = ['menu.says', 'settings.weekdays'];

/** The names of the sentences that a translation lacks. */
export function missingFrom(whole: unknown, part: unknown, path: readonly string[] = []): readonly string[] {
	if (READ_AGAIN.includes(path.join('.'))) return [];
	if (!isObject(whole)) return part === undefined ? [path.join('.')] : [];
	return Object.entries(whole).flatMap(([name, each]) => missingFrom(each, isObject(part) ? part[name] : undefined, [...path, name]));
}
