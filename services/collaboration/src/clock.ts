/** The time of a desk that plays on the sandbox, where a person can set the clock ahead. With the real messenger there is no such clock. */
import { readFileSync } from 'node:fs';
import { isThisMachine } from '@copydesk/kit/config';

/** How long what the file said is taken for true. */
const READ_EVERY_MS = 100;

/**
 * @param file holds how many milliseconds the clock is ahead; not there: none
 * @throws Error for a messenger that is not on this machine
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
