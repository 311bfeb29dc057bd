import type { LIVE } from '../desk/live.ts';
import type { Finding } from '../operator/doctor/finding.ts';
import type { Surroundings } from '../operator/doctor/surroundings.ts';

/** What is known by now, by the names of `.env`. */
export type Known = Readonly<Partial<Record<string, string>>>;

export const NOTHING: Surroundings = { services: [], folders: [], databases: [] };

export interface Step {
	readonly name: keyof typeof LIVE;
	/** What it is and where it comes from. */
	readonly about: readonly string[];
	readonly question: string;
	/** Nothing of it shows while it is typed. */
	readonly hidden?: true;
	/** The value of an empty answer; without it there must be an answer. */
	readonly otherwise?: string;
	/** Who may be picked from those who write to the bot. */
	readonly listensFor?: 'person' | 'channel';
	/** Left out where it does not apply. */
	applies?(known: Known): boolean;
	/** The choices by their place in the list, and the value of an empty answer. */
	offer?(known: Known): Promise<{ readonly choices: readonly string[]; readonly otherwise?: string | undefined }>;
	/** Tries the value, with what is known already. @param isNew it was answered now: it may be tried for some cents */
	examine(value: string, known: Known, isNew: boolean): Promise<readonly Finding[]>;
	/** What was found out while the answer was tried, to be kept beside it. */
	also?(value: string, known: Known): Known;
}
