/** Begins the daily offer at its hour: the owner's choice in chat, or else what the settings node of the graphs says. */
import { dayAt, wallTimeAt } from '@copydesk/domain/schedule/zone';
import type { Database } from '@copydesk/kit/database/types';
import type { Audit } from '../audit/audit.ts';
import { DAILY_OFFER, beginOffer, hourOfNode, isOfferBegun, offerKeyOf } from '../events/dailyOffer.ts';
import type { Actors } from '../participants/actors.ts';
import { readSettings } from '../settings/settings.ts';

interface DailyOfferOptions {
	readonly db: Database;
	readonly audit: Audit;
	readonly actors: Actors;
	readonly entries: readonly string[];
	readonly timeZone: string;
	readonly nowMs: () => number;
}

/** @returns one round; the event that it stores is handed on with what waits for n8n */
export function createDailyOffer({ db, audit, actors, entries, timeZone, nowMs }: DailyOfferOptions): () => Promise<void> {
	return async () => {
		if (!entries.includes(DAILY_OFFER)) return;
		const atMs = nowMs();
		const day = dayAt(atMs, timeZone);
		if ((await hourOfOffer(db)) !== wallTimeAt(atMs, timeZone).hour || (await isOfferBegun(db, day))) return;
		const owner = await actors.owner();
		if (owner === undefined) return;
		await audit.within(async (tx, note) => {
			if (!(await beginOffer(tx, day, owner, atMs))) return;
			const entity = `event:${offerKeyOf(day)}`;
			note({ actorUserId: owner.userId, action: 'offer.begun', entity, outcome: 'ok' });
		});
	};
}

/** Null: there is no daily offer. */
async function hourOfOffer(db: Database): Promise<number | null> {
	const { chosen } = await readSettings(db);
	return chosen.daily_offer === undefined ? ((await hourOfNode(db)) ?? null) : chosen.daily_offer;
}
