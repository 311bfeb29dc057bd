/** The clock of a desk on the sandbox, where a person can set the time forward. With the real messenger this clock is refused. */
import { readFileSync } from 'node:fs';
import { isThisMachine } from '@copydesk/kit/config';

/** How long a value that was read from the file is used, in milliseconds. */
const READ_EVERY_MS = 100;

/**
 * @param file holds how many milliseconds the clock is ahead; a missing file means 0
 * @throws Error if the messenger is not on this machine
 */
export function sandboxClock(file: string, messengerUrl: string): () => number {
	if (!isThisMachine(new URL(messengerUrl).hostname))
		throw new Error('COPYDESK_CLOCK_FILE: Expected it only beside the sandbox, because the real time decides when posts go out');
	let [aheadMs, readAtMs] = [0, Number.NEGATIVE_INFINITY];
	return () => {
		if (performance.now() - readAtMs >= READ_EVERY_MS) [aheadMs, readAtMs] = [readAhead(file), performance.now()];
		return Date.now() + aheadMs;
	};
}

function readAhead(file: string): number {
	try {
		const ms = Number(readFileSync(file, 'utf8'));
		return Number.isSafeInteger(ms) && ms >= 0 ? ms : 0;
	} catch {
		return 0;
	}
}
