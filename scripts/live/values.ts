import { LIVE } from '../desk/live.ts';
import { NotTaken, type Known, type LiveName } from './setupContext.ts';

/** What is wrong with the form of a value, in the words of the start; undefined when nothing is. */
export function mistakeIn(name: LiveName, value: string, known: Known = {}): string | undefined {
	if (value === '') return 'Expected an answer';
	try {
		LIVE[name].parse(value, { ...process.env, ...known });
		return undefined;
	} catch (error) {
		return (error as Error).message;
	}
}

/** @throws NotTaken when the start would refuse the value */
export function demandForm(name: LiveName, value: string, known?: Known): void {
	const mistake = mistakeIn(name, value, known);
	if (mistake !== undefined) throw new NotTaken(mistake);
}

/** Whether all of these are stored in a form that the start takes. */
export const areFormed = (names: readonly LiveName[], known: Known): boolean =>
	names.every((name) => mistakeIn(name, known[name] ?? '', known) === undefined);
