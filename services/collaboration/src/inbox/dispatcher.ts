/**
 * Posts to the webhook of the main graph: new updates, requests that waited for room, and events whose execution went silent. The number
 * of simultaneous posts equals the number of events worked on at once.
 */
import { faultPoint } from '@copydesk/kit/faultPoints';
import type { Log } from '@copydesk/kit/log';
import type { Post } from './webhook.ts';

/** An update to post; no other instance posts it now. */
export interface Due {
	readonly updateJson: string;
	/** @param came `absent`: n8n was not there to take it */
	after(came: 'posted' | 'absent'): Promise<void>;
}

/** Returns the next update to post, if there is one. Called again while there is room. */
export type Source = () => Promise<Due | undefined>;

export interface Dispatcher {
	/** Posts what is due. After n8n was away, only the background job tries again. */
	nudge(): void;
	/** A round of upkeep: posts what is due, and waits for those posts. */
	round(): Promise<void>;
	/** Whether n8n was away at the last post, or takes longer than this to answer. */
	isAway(longerThanMs: number): boolean;
	/** Resolves when all posts have ended; no new ones begin. */
	end(): Promise<void>;
}

interface DispatcherOptions {
	readonly sources: readonly Source[];
	/** Undefined without a webhook: nothing is posted. */
	readonly post: Post | undefined;
	/** The most simultaneous posts; 0: no limit. */
	readonly atOnce: number;
	/** Called when n8n takes posts again after it was away. @param askedAtMs when the post began */
	readonly onBack?: (askedAtMs: number) => void;
	readonly nowMs: () => number;
	readonly log: Log;
}

export function createDispatcher({ sources, post, atOnce, onBack, nowMs, log }: DispatcherOptions): Dispatcher {
	const bound = atOnce === 0 ? Number.POSITIVE_INFINITY : atOnce;
	const underWay = new Map<Promise<void>, number>();
	let [wasAbsent, isResting, isEnding] = [false, false, false];
	let filling: Promise<void> = Promise.resolve();
	let queued: Promise<void> | undefined;

	async function carry(due: Due): Promise<void> {
		if (post === undefined) return;
		faultPoint('hand.before_post');
		const askedAtMs = nowMs();
		const came = await post(due.updateJson);
		faultPoint('hand.after_post');
		if (wasAbsent && came === 'posted') onBack?.(askedAtMs);
		wasAbsent = isResting = came === 'absent';
		// Wait for the source that is looking now: otherwise it would use older data than this.
		const noted = filling.then(() => due.after(came));
		filling = noted.catch(() => undefined);
		await noted;
	}

	async function fill(): Promise<void> {
		queued = undefined;
		for (const source of sources) {
			while (!isEnding && !isResting && underWay.size < bound) {
				const due = await source();
				if (due === undefined) break;
				const carried = carry(due)
					.catch((error: unknown) => log.error({ err: error }, 'an update could not be handed on'))
					.finally(() => {
						underWay.delete(carried);
						void soon();
					});
				underWay.set(carried, nowMs());
			}
		}
	}

	const soon = (): Promise<void> =>
		(queued ??= filling =
			filling.then(fill).catch((error: unknown) => log.error({ err: error }, 'the next updates to hand on could not be read')));

	return {
		nudge: () => void soon(),
		async round() {
			isResting = false;
			await soon();
			await Promise.all(underWay.keys());
			await filling;
		},
		isAway: (longerThanMs) => wasAbsent || [...underWay.values()].some((since) => nowMs() - since >= longerThanMs),
		async end() {
			isEnding = true;
			await filling;
			await Promise.all(underWay.keys());
		},
	};
}
