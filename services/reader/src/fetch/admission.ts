import { CopydeskError } from '@copydesk/domain/errors';

/** How many readings may wait. */
const MOST_WAITING = 256;

/** A place among the active readings. */
export interface Place {
	/**
	 * Gives up the host and takes a place at another one; the reading stays active.
	 * @throws CopydeskError busy (not before the signal)
	 */
	moveTo(hostPort: string, until: AbortSignal): Promise<void>;
	/** Gives up the host; the reading stays active. */
	leaveHost(): void;
	/** Ends the reading. */
	leave(): void;
}

export interface Admission {
	/**
	 * Waits for a place, in order of arrival. A request that waits only for its host does not delay the others.
	 * @throws CopydeskError busy (too many wait, waited too long)
	 */
	enter(hostPort: string): Promise<Place>;
	/** How many readings wait. */
	waiting(): number;
}

interface Waiting {
	readonly hostPort: string;
	/** Active already: needs only the host. */
	readonly isInside: boolean;
	readonly go: () => void;
}

interface AdmissionLimits {
	/** The most active readings. */
	readonly concurrency: number;
	/** The most active readings per `host:port`. */
	readonly perHost: number;
	/** Longest wait, in milliseconds. */
	readonly waitMs: number;
}

export function createAdmission({ concurrency, perHost, waitMs }: AdmissionLimits): Admission {
	const queue = new Set<Waiting>();
	const atHost = new Map<string, number>();
	let inside = 0;

	const admit = (): void => {
		for (const one of queue) {
			const here = atHost.get(one.hostPort) ?? 0;
			if (here >= perHost || (!one.isInside && inside >= concurrency)) continue;
			queue.delete(one);
			atHost.set(one.hostPort, here + 1);
			if (!one.isInside) inside += 1;
			one.go();
		}
	};
	const wait = (hostPort: string, isInside: boolean, until: AbortSignal): Promise<void> =>
		new Promise((resolve, reject) => {
			const giveUp = (): void => {
				queue.delete(one);
				reject(new CopydeskError('busy', 'waited too long for a place', { retryAfterSeconds: 1 }));
			};
			const one: Waiting = {
				hostPort,
				isInside,
				go() {
					until.removeEventListener('abort', giveUp);
					resolve();
				},
			};
			until.addEventListener('abort', giveUp, { once: true });
			queue.add(one);
			if (until.aborted) giveUp();
			else admit();
		});
	const leaveHost = (hostPort: string): void => {
		const here = (atHost.get(hostPort) ?? 0) - 1;
		if (here > 0) atHost.set(hostPort, here);
		else atHost.delete(hostPort);
		admit();
	};

	return {
		async enter(hostPort) {
			if (queue.size >= MOST_WAITING) throw new CopydeskError('busy', `${queue.size} readings wait already`, { retryAfterSeconds: 1 });
			await wait(hostPort, false, AbortSignal.timeout(waitMs));
			let at: string | undefined = hostPort;
			const leaveIt = (): void => {
				if (at !== undefined) leaveHost(at);
				at = undefined;
			};
			let isOver = false;
			return {
				async moveTo(next, until) {
					if (next === at) return;
					leaveIt();
					await wait(next, true, until);
					at = next;
				},
				leaveHost: leaveIt,
				leave() {
					leaveIt();
					if (isOver) return;
					isOver = true;
					inside -= 1;
					admit();
				},
			};
		},
		waiting: () => queue.size,
	};
}
