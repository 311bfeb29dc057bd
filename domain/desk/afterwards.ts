import { isObject } from '../isObject.ts';

/** What an execution of the main graph came to, for the steps that a person adds behind it. */
export const AFTERWARDS = ['published', 'shown', 'rejected', 'failed'] as const;
export type Afterwards = (typeof AFTERWARDS)[number];

/** Told to those steps: words and numbers, and nothing that permits anything. */
export type Happened = {
	readonly what: Afterwards;
	/** By which people call the draft. */
	readonly draft: number | null;
	readonly title: string | null;
	/** As it is in the channel, or in the preview. */
	readonly text: string | null;
	readonly link: string | null;
	/** Of the post in the channel. */
	readonly message_id: number | null;
	/** Where the renderer has the cover, for those who have its key. */
	readonly picture: string | null;
	/** Who pressed or wrote. */
	readonly who: string | null;
	/** Why a draft stopped. */
	readonly reason: string | null;
};

/** What is read of the item at the end of the graph. */
interface Ended {
	readonly route?: unknown;
	readonly decision?: unknown;
	readonly next?: unknown;
	readonly outcome?: unknown;
	readonly deliveries?: unknown;
	readonly delivery?: unknown;
	readonly problem?: unknown;
	readonly material?: unknown;
	readonly event?: unknown;
}

/** @returns null where nothing of these happened */
export function afterwardsOf({ route, decision, next, outcome, deliveries, material }: Ended): Afterwards | null {
	if (decision === 'publish') return next === 'published' ? 'published' : next === 'refused' ? 'failed' : null;
	if (outcome === 'failed') return 'failed';
	if (decision === 'reject') return next === 'advanced' ? 'rejected' : null;
	const isShown =
		route !== 'draft' && next === 'delivered' && Array.isArray(deliveries) && isObject(material) && material.state === 'ready';
	return isShown ? 'shown' : null;
}

/** @param renderer the address of the renderer; empty where it is not known */
export function happened(what: Afterwards, { material, delivery, event, problem }: Ended, renderer: string): Happened {
	const about = isObject(material) ? material : {};
	const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
	const number = (value: unknown): number | null => (typeof value === 'number' ? value : null);
	const sent = what === 'published' && isObject(delivery) ? number(delivery.message_id) : null;
	const actor = isObject(event) && isObject(event.actor) ? event.actor : {};
	const cover = text(about.cover_asset_id);
	return {
		what,
		draft: number(about.number),
		title: text(about.title),
		text: text(about.caption),
		link: text(about.link),
		message_id: sent ?? number(about.published_message_id),
		picture: cover === null || renderer === '' ? null : `${renderer}/v1/assets/${cover}.png`,
		who: text(actor.display_name),
		reason: what === 'failed' && isObject(problem) ? text(problem.code) : null,
	};
}
