import { CopydeskError } from '@copydesk/domain/errors';

/** How many requests may wait for a permit of one route. */
const MOST_WAITING = 1_024;

interface Semaphore {
	/**
	 * Waits for a permit, in order of arrival.
	 * @param signal ends the wait
	 * @returns a function that gives the permit back; further calls have no effect
	 * @throws CopydeskError busy (too many wait), malformed_request (the client left)
	 */
	acquire(signal?: AbortSignal): Promise<() => void>;
}

/** A semaphore with this many permits. */
export function createSemaphore(permits: number, mostWaiting: number = MOST_WAITING): Semaphore {
	const waiting = new Set<() => void>();
	let taken = 0;

	const take = (): (() => void) => {
		let isHeld = true;
		taken += 1;
		return () => {
			if (!isHeld) return;
			isHeld = false;
			taken -= 1;
			const [next] = waiting;
			next?.();
		};
	};
	return {
		acquire: (signal) =>
			new Promise((resolve, reject) => {
				if (taken < permits) return resolve(take());
				if (waiting.size >= mostWaiting) {
					return reject(new CopydeskError('busy', `${waiting.size} requests wait already`, { retryAfterSeconds: 1 }));
				}
				const leave = (): void => {
					waiting.delete(go);
					reject(new CopydeskError('malformed_request', 'the client left while it waited for its turn'));
				};
				const go = (): void => {
					waiting.delete(go);
					signal?.removeEventListener('abort', leave);
					resolve(take());
				};
				waiting.add(go);
				signal?.addEventListener('abort', leave, { once: true });
			}),
	};
}
