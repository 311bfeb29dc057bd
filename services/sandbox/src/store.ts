/** The sandbox's state on disk: one JSON file that is replaced atomically, so a killed process leaves the old or the new one. */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

const GATHER_MS = 25;
/** The largest share of time for writing, however large the state grows. */
const WRITING_SHARE = 0.1;

export class Store<T> {
	readonly #path: string;
	readonly #snapshot: () => T;
	#timer: NodeJS.Timeout | undefined;
	#lastWriteMs = 0;

	constructor(path: string, snapshot: () => T) {
		this.#path = path;
		this.#snapshot = snapshot;
	}

	/** The last state, or undefined if it is missing or unreadable: the sandbox starts without it. */
	static read<T>(path: string): T | undefined {
		if (!existsSync(path)) return undefined;
		try {
			return JSON.parse(readFileSync(path, 'utf8')) as T;
		} catch {
			renameSync(path, `${path}.unreadable`);
			return undefined;
		}
	}

	/** Writes soon; several changes at once become one write. */
	touch(): void {
		this.#timer ??= setTimeout(() => this.flush(), Math.max(GATHER_MS, this.#lastWriteMs / WRITING_SHARE));
	}

	/** Writes all changes now, so that a crash loses nothing that was answered. */
	settle(): void {
		if (this.#timer !== undefined) this.flush();
	}

	flush(): void {
		clearTimeout(this.#timer);
		this.#timer = undefined;
		const startedAt = performance.now();
		mkdirSync(dirname(this.#path), { recursive: true });
		const part = `${this.#path}.part`;
		writeFileSync(part, JSON.stringify(this.#snapshot()), { mode: 0o600 });
		renameSync(part, this.#path);
		this.#lastWriteMs = performance.now() - startedAt;
	}
}
