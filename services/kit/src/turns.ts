import type { EventEmitter } from 'node:events';
import { CopydeskError } from '@copydesk/domain/errors';

/** Requests that may wait for their turn at one route. */
const MOST_WAITING = 1_024;

export interface Turns {
	/**
	 * Waits for a turn, which lasts until the response is closed.
	 * @throws CopydeskError busy (too many wait), malformed_request (the client left meanwhile)
	 */
	take(response: EventEmitter): Promise<void>;
}

/** Lets `atOnce` requests be worked on at one time, in the order in which they came. */
export function createTurns(atOnce: number, mostWaiting: number = MOST_WAITING): Turns {
	const waiting = new Set<() => void>();
	let taken = 0;

	const begin = (response: EventEmitter): void => {
		taken += 1;
		response.once('close', () => {
			taken -= 1;
			const [next] = waiting;
			next?.();
		});
	};
	return {
		take: (response) =>
			new Promise((resolve, reject) => {
				if (taken < atOnce) {
					begin(response);
					resolve();
					return;
				}
				if (waiting.size >= mostWaiting) {
					reject(new CopydeskError('busy', `${waiting.size} requests wait already`, { retryAfterSeconds: 1 }));
					return;
				}
				const leave = (): void => {
					waiting.delete(go);
					reject(new CopydeskError('malformed_request', 'the client left while it waited for its turn'));
				};
				const go = (): void => {
					waiting.delete(go);
					response.off('close', leave);
					begin(response);
					resolve();
				};
				waiting.add(go);
				response.once('close', leave);
			}),
	};
}
