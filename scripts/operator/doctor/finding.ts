import type { ProblemCode } from './codes.ts';

/** What the doctor says about one thing it looked at. */
export type FindingVerdict =
	/** As it should be. */
	| 'ok'
	/** The desk works, and somebody should know. */
	| 'warning'
	/** The desk does not work, or not for long. */
	| 'wrong'
	/** Not looked at, and why. */
	| 'skipped';

export interface Finding {
	/** The stable word: the area and what is the matter with it; `<area>.ok` and `<area>.skipped` where nothing is. */
	readonly code: string;
	/** What it belongs to: messenger, channel, people, webhook, ai, image, service, n8n, feeds, clock, disk, database, address … */
	readonly area: string;
	readonly verdict: FindingVerdict;
	/** One sentence without a secret in it. */
	readonly says: string;
	/** What to do about it; only with `warning` and `wrong`. */
	readonly advice?: string;
}

const finding = (verdict: FindingVerdict, code: string, says: string): Finding => ({
	...{ code, verdict, says },
	area: code.slice(0, code.indexOf('.')),
});
const problem =
	(verdict: 'warning' | 'wrong') =>
	(code: ProblemCode, says: string, advice: string): Finding => ({ ...finding(verdict, code, says), advice });

export const ok = (area: string, says: string): Finding => finding('ok', `${area}.ok`, says);
export const skipped = (area: string, says: string): Finding => finding('skipped', `${area}.skipped`, says);
export const warning = problem('warning');
export const wrong = problem('wrong');

const MARKS: Readonly<Record<FindingVerdict, string>> = { ok: '✓', warning: '!', wrong: '✗', skipped: '·' };

/** One line, and a second one with what to do about it. */
export function shown({ area, verdict, says, advice }: Finding): string {
	return `${MARKS[verdict]} ${area.padEnd(13)} ${says}${advice === undefined ? '' : `\n${' '.repeat(16)}→ ${advice}`}`;
}
