import type { Report } from '../report.ts';

/** What a part of the bench found. */
export interface Part {
	readonly tables: Report['tables'];
	readonly verdicts: readonly Target[];
}

/** One target: what is asked, what came out. */
export interface Target {
	readonly target: string;
	readonly measured: string;
	readonly met: boolean;
}
