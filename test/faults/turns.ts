/**
 * One thing at a time, in an order drawn by the seed: work stops at gates (each database statement or transaction,
 * each request that reached the messenger), and when all of it has stopped one gate is opened. So two presses that
 * meet are met in every order sooner or later, and a schedule that failed fails again.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Random } from './random.ts';

/** The process is dead: nothing that catches this can do anything in the world any more. */
export class ProcessDied extends Error {
	constructor(where: string) {
		super(`the process died at ${where}`);
		this.name = 'ProcessDied';
	}
}

/** What runs on behalf of something that can die, e.g. one start of a service. */
export interface Owner {
	readonly name: string;
	/** Where it died. */
	diedAt: string | undefined;
}

interface Parked {
	readonly label: string;
	readonly owner: Owner | undefined;
	open(): void;
	fail(error: Error): void;
}

export interface Turns {
	/** Begins work that takes turns with the rest. Its failure is its own affair, unless it is `ProcessDied`. */
	start(name: string, work: () => Promise<void>): Promise<void>;
	/** Runs `work` on behalf of `owner`: its gates fail once the owner is dead. */
	as<T>(owner: Owner, work: () => Promise<T>): Promise<T>;
	ownerNow(): Owner | undefined;
	/** Waits for its turn. */
	gate(label: string): Promise<void>;
	/** Waits for its turn on behalf of somebody else, e.g. a request that arrived at the messenger. */
	gateFor(owner: Owner | undefined, label: string): Promise<void>;
	/**
	 * Something outside is awaited (an answer over the network): no gate is opened before it is back or at a gate.
	 * @param blockedAfterMs from then on it is taken for waiting for another one that waits at a gate (a lock)
	 * @returns to be called when it is back
	 */
	goOut(blockedAfterMs?: number): () => void;
	outside<T>(work: () => Promise<T>): Promise<T>;
	/** The outside work of somebody waits at a gate of its own meanwhile. */
	held(change: 1 | -1): void;
	/** Everything of this owner that waits fails now. */
	kill(owner: Owner, where: string): void;
	/** Opens gates until all started work has ended. */
	settle(): Promise<void>;
	readonly steps: number;
	/** The draws of this schedule. */
	readonly random: Random;
}

/** Opened gates of one schedule; more means that something runs in circles. */
const MAX_STEPS = 20_000;

const tick = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** @param onStep called before each opening, with its number from 1; may kill */
export function takeTurns(random: Random, onStep: (step: number, label: string, owner: Owner | undefined) => void): Turns {
	const owners = new AsyncLocalStorage<Owner | undefined>();
	let parked: Parked[] = [];
	let running = 0;
	let out = 0;
	/** Work outside that is taken for waiting for a lock. */
	let blocked = 0;
	let activity = 0;
	let steps = 0;
	const gateFor = (owner: Owner | undefined, label: string): Promise<void> => {
		activity += 1;
		if (owner?.diedAt !== undefined) return Promise.reject(new ProcessDied(owner.diedAt));
		return new Promise((open, fail) => {
			parked.push({ label, owner, open, fail });
		});
	};
	let wake: () => void = () => undefined;
	const change = (by: 1 | -1): void => {
		out += by;
		activity += 1;
		if (out <= 0) wake();
	};
	const goOut = (blockedAfterMs?: number): (() => void) => {
		let counted = true;
		change(1);
		const timer =
			blockedAfterMs === undefined
				? undefined
				: setTimeout(() => {
						counted = false;
						blocked += 1;
						change(-1);
					}, blockedAfterMs);
		let returned = false;
		return () => {
			clearTimeout(timer);
			if (returned) return;
			returned = true;
			if (counted) change(-1);
			else {
				blocked -= 1;
				activity += 1;
			}
		};
	};
	/**
	 * Until nothing moves by itself: nothing is out, and two rounds of the event loop brought nothing new. `out` is below 0 while a request
	 * waits at a gate whose sender gave it up, e.g. because the machine stood still meanwhile.
	 */
	const untilQuiet = async (): Promise<void> => {
		for (let still = 0; still < 2; ) {
			// Sleeping, not looking again and again: the database needs the processor too.
			while (out > 0) await new Promise<void>((resolve) => (wake = resolve));
			const before = activity;
			await tick();
			still = out <= 0 && activity === before ? still + 1 : 0;
		}
	};
	return {
		random,
		get steps() {
			return steps;
		},
		start(name, work) {
			running += 1;
			return owners.run(undefined, async () => {
				try {
					await gateFor(undefined, `start ${name}`);
					await work();
				} catch (error) {
					if (!(error instanceof ProcessDied)) throw error;
				} finally {
					running -= 1;
					activity += 1;
				}
			});
		},
		as: (owner, work) => owners.run(owner, work),
		ownerNow: () => owners.getStore(),
		gate: (label) => gateFor(owners.getStore(), label),
		gateFor,
		goOut,
		async outside(work) {
			const back = goOut();
			try {
				return await work();
			} finally {
				back();
			}
		},
		held: (by) => change(by === 1 ? -1 : 1),
		kill(owner, where) {
			owner.diedAt ??= where;
			const dying = parked.filter((one) => one.owner === owner);
			parked = parked.filter((one) => one.owner !== owner);
			for (const one of dying) one.fail(new ProcessDied(where));
		},
		async settle() {
			for (;;) {
				await untilQuiet();
				if (parked.length === 0) {
					if (running === 0) return;
					// It was only slow, or waits for somebody who is about to end.
					if (blocked > 0) continue;
					throw new Error('Work is under way that waits for nothing we know of');
				}
				steps += 1;
				if (steps > MAX_STEPS) throw new Error(`More than ${MAX_STEPS} steps: something runs in circles`);
				const position = random.below(parked.length);
				const [next] = parked.splice(position, 1) as [Parked];
				onStep(steps, next.label, next.owner);
				if (next.owner?.diedAt === undefined) next.open();
				else next.fail(new ProcessDied(next.owner.diedAt));
			}
		},
	};
}
