/**
 * The desk's clock, which a visitor can set forward to watch planned posts. A file stores it; the collaboration service of a sandbox desk
 * reads that file. The clock never goes back, also after a restart.
 */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** The farthest time for which a post can be planned, plus a week. */
export const MAX_AHEAD_MS = 67 * 86_400_000;

export class Clock {
	readonly #path: string;
	#aheadMs: number;

	constructor(path: string) {
		this.#path = path;
		this.#aheadMs = readAhead(path);
	}

	get aheadMs(): number {
		return this.#aheadMs;
	}

	/** @returns how far it is ahead now; undefined if that would be too far */
	moveBy(ms: number): number | undefined {
		if (this.#aheadMs + ms > MAX_AHEAD_MS) return undefined;
		this.#aheadMs += ms;
		mkdirSync(dirname(this.#path), { recursive: true });
		const part = `${this.#path}.part`;
		writeFileSync(part, String(this.#aheadMs), { mode: 0o600 });
		renameSync(part, this.#path);
		return this.#aheadMs;
	}
}

function readAhead(path: string): number {
	try {
		const ms = Number(readFileSync(path, 'utf8'));
		return Number.isSafeInteger(ms) && ms >= 0 ? ms : 0;
	} catch {
		return 0;
	}
}
