import { quoted } from '@copydesk/domain/text/quoted';
import { Usage, parseCommandLine } from '../commandLine.ts';
import { MAX_USER_ID } from '../desk/live.ts';

/** Every action takes these. */
const COMMON_OPTIONS = {
	yes: { type: 'boolean', default: false },
	json: { type: 'boolean', default: false },
	live: { type: 'boolean', default: false },
	sandbox: { type: 'boolean', default: false },
	help: { type: 'boolean', default: false },
} as const;

/** The options of an action beside the common ones, by name. */
export type Options = Readonly<Record<string, { readonly type: 'string' | 'boolean' }>>;

export interface CommandLine {
	readonly words: readonly string[];
	readonly options: Readonly<Record<string, string | boolean | undefined>>;
}

/** @throws Usage also for an option that only other actions have: a typo must not pass for a yes */
export function readCommandLine(argv: readonly string[], options: Options): CommandLine {
	const { positionals, values } = parseCommandLine({
		args: [...argv],
		options: { ...COMMON_OPTIONS, ...options } as Options,
		allowPositionals: true,
	});
	return { words: positionals, options: values as CommandLine['options'] };
}

export function textOption(line: CommandLine, name: string): string | undefined {
	const value = line.options[name];
	return typeof value === 'string' ? value : undefined;
}

/** @throws Usage when the option is missing or not a positive whole number (a username is not one) */
export function numericOption(line: CommandLine, name: string): number {
	const text = textOption(line, name);
	if (text === undefined || !/^[1-9]\d{0,15}$/.test(text) || Number(text) > MAX_USER_ID) {
		throw new Usage(`Expected --${name} to be a numeric id but received ${text === undefined ? 'nothing' : quoted(text)}`);
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
