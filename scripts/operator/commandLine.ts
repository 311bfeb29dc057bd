/** A mistake in the command itself: nothing was done, exit code 2. */
export class Usage extends Error {}

export interface CommandLine {
	readonly words: readonly string[];
	readonly options: ReadonlyMap<string, string>;
	readonly flags: ReadonlySet<string>;
}

/** Options that stand alone; every other one is followed by its value. */
const FLAGS = new Set(['yes', 'json', 'follow', 'not-sent', 'help', 'paid', 'live', 'sandbox']);

/** @throws Usage */
export function parseCommandLine(argv: readonly string[]): CommandLine {
	const words: string[] = [];
	const options = new Map<string, string>();
	const flags = new Set<string>();
	for (let index = 0; index < argv.length; index += 1) {
		const argument = argv[index] as string;
		if (!argument.startsWith('--')) {
			words.push(argument);
			continue;
		}
		const [name = '', given] = argument.slice(2).split(/=(.*)/s);
		if (FLAGS.has(name)) {
			flags.add(name);
			continue;
		}
		const value = given ?? argv[(index += 1)];
		if (value === undefined) throw new Usage(`Expected a value after --${name}`);
		options.set(name, value);
	}
	return { words, options, flags };
}

/** Refuses options that the action does not have: a typo must not pass for a yes. */
export function onlyOptions(line: CommandLine, names: readonly string[]): void {
	for (const name of line.options.keys()) if (!names.includes(name)) throw new Usage(`There is no option --${name} here`);
}

/** @throws Usage when the option is missing or not a positive whole number (a username is not one) */
export function numericOption(line: CommandLine, name: string): number {
	const text = line.options.get(name);
	if (text === undefined || !/^[1-9]\d{0,15}$/.test(text) || !Number.isSafeInteger(Number(text))) {
		throw new Usage(
			`Expected --${name} to be a numeric id but received ${text === undefined ? 'nothing' : JSON.stringify(text.slice(0, 40))}`,
		);
	}
	return Number(text);
}

export function oneWord(line: CommandLine, what: string): string {
	const [word, ...more] = line.words;
	if (word === undefined || more.length > 0) throw new Usage(`Expected ${what}`);
	return word;
}

export function noWords(line: CommandLine): void {
	if (line.words.length > 0) throw new Usage(`Expected nothing after the action but received ${JSON.stringify(line.words[0])}`);
}
