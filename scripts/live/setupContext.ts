import type { LIVE } from '../desk/live.ts';
import type { Finding } from '../operator/doctor/finding.ts';
import type { DoctorTargets } from '../operator/doctor/targets.ts';
import type { Listener } from './listener.ts';
import type { Terminal } from './terminal.ts';

/** What is known by now, by the names of `.env`. */
export type Known = Readonly<Partial<Record<string, string>>>;
export type LiveName = keyof typeof LIVE;

export const NOTHING: DoctorTargets = { services: [], folders: [], databases: [] };

/** What a question of the set-up is asked with. */
export interface SetupContext {
	readonly terminal: Terminal;
	readonly listener: Listener;
	/** Where the desk with these accounts keeps its state; it may not exist yet. */
	readonly data: string;
	/** What is stored now. */
	known(): Known;
}

export interface Question {
	/** What `--change` calls it. */
	readonly name: string;
	readonly about: string;
	/** What of `.env` it sets. */
	readonly sets: readonly LiveName[];
	/** Asked only for those who name it, or whose value does not work any more. */
	readonly onlyByName?: true;
	/**
	 * Whether what is stored works. It says what it found.
	 * @throws NotTaken when it does not
	 */
	isSettled(context: SetupContext): Promise<boolean>;
	/** @returns values that were confirmed by the messenger or the provider */
	ask(context: SetupContext): Promise<Known>;
	/** Called when the values are in `.env`. */
	kept?(context: SetupContext): Promise<void>;
}

/** An answer that is not taken: what was understood, and what was expected. */
export class NotTaken extends Error {}

/** Asks until an answer is taken. */
export async function untilTaken<T>(
	{ terminal }: SetupContext,
	{ prompt, hidden = false }: { readonly prompt: string; readonly hidden?: boolean },
	take: (line: string) => Promise<T>,
): Promise<T> {
	for (;;) {
		const line = await terminal.ask(prompt, { hidden });
		try {
			return await take(line);
		} catch (error) {
			if (!(error instanceof NotTaken)) throw error;
			terminal.say(`  ✗ ${error.message.replaceAll('\n', '\n    ')}`);
		}
	}
}

/** Shows what was found. @throws NotTaken when something of it is not as it should be; a warning counts too */
export function demandGood({ terminal }: SetupContext, findings: readonly Finding[]): void {
	const bad = findings.find(({ verdict }) => verdict === 'wrong' || verdict === 'warning');
	if (bad !== undefined) throw new NotTaken(`${bad.says}${bad.advice === undefined ? '' : `\n→ ${bad.advice}`}`);
	for (const { verdict, says } of findings) if (verdict === 'ok') terminal.say(`  ✓ ${says}`);
}
