import type { CommandLine, Options } from './commandLine.ts';
import type { Desk } from './desk.ts';

export interface Result {
	/** For a person. */
	readonly text: string;
	/** For `--json`. */
	readonly facts: unknown;
	/** Leaves with 1: what was asked was found wrong. */
	readonly failed?: boolean;
}

interface Screen {
	print(text: string): void;
	readonly asJson: boolean;
}

/** What a well-formed command will do; `question` is asked first unless --yes. */
export interface Planned {
	readonly question?: string;
	work(desk: Desk, screen: Screen): Promise<Result | undefined>;
}

export interface Action {
	readonly words: readonly string[];
	readonly usage: string;
	readonly about: string;
	readonly options?: Options;
	/** May be asked for before the desk was ever started; `named`: with --live or --sandbox, because it makes that desk. */
	readonly beforeStart?: true | 'named';
	/** @param line without the words of the action. @throws Usage */
	read(line: CommandLine): Planned;
}
