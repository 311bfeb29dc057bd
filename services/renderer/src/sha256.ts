import { createHash } from 'node:crypto';
import { setImmediate as afterOthers } from 'node:timers/promises';

/** About a millisecond of work. */
const STRETCH_BYTES = 1_048_576;

/** SHA-256 as 64 hex. Lets other requests run between chunks, and copies nothing, unlike hashing in another thread. */
export async function sha256Of(bytes: Uint8Array): Promise<string> {
	const hash = createHash('sha256');
	for (let at = 0; at < bytes.length; at += STRETCH_BYTES) {
		if (at > 0) await afterOthers();
		hash.update(bytes.subarray(at, at + STRETCH_BYTES));
	}
	return hash.digest('hex');
}
