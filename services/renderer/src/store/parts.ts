import { writevSync } from 'node:fs';

/** The parts without their first `bytes` bytes. */
export function partsAfter(parts: readonly Uint8Array[], bytes: number): Uint8Array[] {
	const left: Uint8Array[] = [];
	let before = 0;
	for (const part of parts) {
		if (before + part.length > bytes) left.push(part.subarray(Math.max(0, bytes - before)));
		before += part.length;
	}
	return left;
}

/** Writes everything from byte `done` on. One call as a rule; the system may take less than it was given. */
export function writeParts(file: number, parts: readonly Uint8Array[], done = 0): void {
	for (let left = partsAfter(parts, done); left.length > 0; left = partsAfter(parts, done)) done += writevSync(file, left, done);
}
