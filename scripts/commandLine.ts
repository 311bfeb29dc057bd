/** What was typed after a command, read by Node's own parser. */
import { parseArgs, type ParseArgsConfig } from 'node:util';
import { quoted } from '@copydesk/domain/text/quoted';

/** A mistake in the command itself: nothing was done, exit code 2. */
export class Usage extends Error {}

/** @throws Usage when an option is unknown, lacks its value or has one that it cannot have */
export function parseCommandLine<const T extends ParseArgsConfig>(config: T): ReturnType<typeof parseArgs<T>> {
	try {
		return parseArgs(config);
	} catch (error) {
		// What follows the first sentence is advice on words that begin with a dash, which no command here takes.
		throw new Usage((error as Error).message.split('. ')[0]);
	}
}

/** @throws Usage when the text is not a whole number of at least `min` */
export function wholeNumber(option: string, text: string, min = 0): number {
	if (!/^\d{1,9}$/.test(text) || Number(text) < min)
		throw new Usage(`Expected --${option} to be a whole number from ${min} but received ${quoted(text)}`);
	return Number(text);
}

/**
 * Runs a reader of the command line; a mistake in it is told with the usage, and ends the program with 2. No reader has the
 * option `--help`: it prints the usage and nothing else.
 */
export function orUsage<T>(usage: string, read: () => T): T {
	try {
		return read();
	} catch (error) {
		if (!(error instanceof Usage)) throw error;
		if (process.argv.includes('--help')) {
			process.stdout.write(`Usage: ${usage}\n`);
			process.exit(0);
		}
		process.stderr.write(`${error.message}\nUsage: ${usage}\n`);
		process.exit(2);
	}
}
