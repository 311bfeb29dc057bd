/**
 * Takes updates from the messenger, polled or delivered. Updates that arrive within a moment, or during a commit, are committed together,
 * so that many of them need only a few commits.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { readUpdate } from '@copydesk/domain/event/update';
import { faultPoint } from '@copydesk/kit/faultPoints';
import type { Metrics } from '@copydesk/kit/metrics';
import type { Audit } from '../audit/audit.ts';
import type { Participants } from '../participants/participants.ts';
import { storeReactions } from '../posts/reactions.ts';
import { noteUnreadable, storeRaw } from './updateQueue.ts';
import type { Raw, Unreadable } from './raw.ts';

export interface Intake {
	/**
	 * Resolves once all updates are durable.
	 * @throws CopydeskError unavailable: nothing is stored
	 */
	take(updates: readonly (Raw | Unreadable)[]): Promise<void>;
}

interface IntakeOptions {
	readonly audit: Audit;
	readonly participants: Participants;
	readonly channelId: number;
	readonly metrics?: Metrics | undefined;
	readonly nowMs: () => number;
	/** Called when updates were stored and no more came for a moment: there is something to hand on. */
	readonly onStored: () => void;
	readonly pace?: Pace | undefined;
}

/** How long the intake waits for more updates, by the clock of this machine. */
export interface Pace {
	/** Waits for more updates to share a commit. */
	gather(): Promise<unknown>;
	/** Turns a call into one that runs once no more calls come for a moment. */
	onceQuiet(call: () => void): () => void;
}

/** A commit waits for the disk, and many rows take as long as one. The process accepts one new connection at a time. */
const GATHER_MS = 2;
/** Handing on uses the same database. So many updates at once are stored first, and the messenger is answered soon. */
const QUIET_MS = 20;
/** The longest delay: updates are handed on even if they never stop coming. */
const LONGEST_QUIET_MS = 1_000;

const paceHere: Pace = {
	gather: () => pause(GATHER_MS),
	onceQuiet(call) {
		let timer: NodeJS.Timeout | undefined;
		let since: number | undefined;
		const end = (): void => {
			since = undefined;
			call();
		};
		return () => {
			since ??= performance.now();
			clearTimeout(timer);
			timer = setTimeout(end, Math.min(QUIET_MS, Math.max(0, since + LONGEST_QUIET_MS - performance.now())));
		};
	},
};

interface Batch {
	readonly updates: (Raw | Unreadable)[];
	readonly done: Promise<void>;
}

export function createIntake(options: IntakeOptions): Intake {
	const { audit, participants, channelId, metrics, nowMs, onStored, pace = paceHere } = options;
	const counter = metrics?.counter('updates_total', 'Updates of the messenger by outcome', ['outcome']);
	const quiet = pace.onceQuiet(onStored);
	let underWay: Promise<unknown> = Promise.resolve();
	let next: Batch | undefined;

	async function commit(updates: readonly (Raw | Unreadable)[]): Promise<void> {
		const readable = updates.filter((each): each is Raw => 'text' in each);
		const unreadable = updates.filter((each): each is Unreadable => 'why' in each);
		const people = await participants.all();
		const incoming = readable.map((raw) => ({ raw, read: readUpdate(raw.update) }));
		// Counts of reactions are no work for n8n.
		const others = incoming.flatMap(({ raw, read }) => (read.kind === 'reactions' ? [] : [raw]));
		faultPoint('intake.before_store');
		const stored = await audit.within(async (tx, note) => {
			for (const { read } of incoming) if (read.kind === 'reactions') await storeReactions(tx, read, channelId);
			const added = others.length === 0 ? 0 : await storeRaw(tx, others, { people, channelId }, nowMs());
			for (const each of unreadable) noteUnreadable(note, each);
			return added;
		});
		faultPoint('intake.stored');
		counter?.inc({ outcome: 'stored' }, stored);
		counter?.inc({ outcome: 'repeated_or_dropped' }, readable.length - stored);
		counter?.inc({ outcome: 'unreadable' }, unreadable.length);
		if (stored > 0) quiet();
	}

	return {
		take(updates) {
			if (next === undefined) {
				const batch: Batch = {
					updates: [],
					done: underWay.then(pace.gather).then(() => {
						next = undefined;
						return commit(batch.updates);
					}),
				};
				next = batch;
				underWay = batch.done.catch(() => undefined);
			}
			next.updates.push(...updates);
			return next.done;
		},
	};
}
