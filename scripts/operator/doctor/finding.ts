/** What the doctor says about one thing it looked at. */
export type Verdict =
	/** As it should be. */
	| 'ok'
	/** The desk works, and somebody should know. */
	| 'warning'
	/** The desk does not work, or not for long. */
	| 'wrong'
	/** Not looked at, and why. */
	| 'skipped';

export interface Finding {
	/** What it belongs to: messenger, channel, people, webhook, ai, image, service, n8n, feeds, clock, disk, database, address … */
	readonly area: string;
	readonly verdict: Verdict;
	/** One sentence without a secret in it. */
	readonly says: string;
	/** What to do about it; only with `warning` and `wrong`. */
	readonly advice?: string;
}

const finding =
	(verdict: 'warning' | 'wrong') =>
	(area: string, says: string, advice: string): Finding => ({ area, verdict, says, advice });

export const ok = (area: string, says: string): Finding => ({ area, verdict: 'ok', says });
export const skipped = (area: string, says: string): Finding => ({ area, verdict: 'skipped', says });
export const warning = finding('warning');
export const wrong = finding('wrong');

const MARKS: Readonly<Record<Verdict, string>> = { ok: '✓', warning: '!', wrong: '✗', skipped: '·' };

/** One line, and a second one with what to do about it. */
export function shown({ area, verdict, says, advice }: Finding): string {
	return `${MARKS[verdict]} ${area.padEnd(13)} ${says}${advice === undefined ? '' : `\n${' '.repeat(16)}→ ${advice}`}`;
}
