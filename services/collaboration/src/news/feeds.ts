/** The desk's feeds and the result of each last request. A feed that was removed from the settings stays, but is not shown. */
import type { Selectable } from 'kysely';
import type { FeedReport } from '@copydesk/domain/news/feeds';
import { noted } from '@copydesk/domain/news/feeds';
import type { Database } from '@copydesk/kit/database/types';
import type { Audit } from '../audit/audit.ts';
import { createChanging } from '../materials/change.ts';
import type { Actor } from '../participants/actors.ts';
import { owe } from '../owed/owed.ts';
import { tables } from '../tables.ts';
import type { Tables } from '../tables.ts';

export type FeedRow = Selectable<Tables['feed']>;

export interface Feeds {
	/** Stores what a search found in every feed of the settings. @returns the stored feeds */
	note(actor: Actor, reports: readonly FeedReport[]): Promise<readonly FeedRow[]>;
}

export function createFeeds({ audit, nowMs }: { readonly audit: Audit; readonly nowMs: () => number }): Feeds {
	const changing = createChanging(audit, nowMs);
	return {
		note: (actor, reports) =>
			changing(actor, async ({ tx, origin }) => {
				const placed = reports.map((report, index) => ({ report, named: { place: index + 1, named_at_ms: origin.atMs } }));
				// Sorted by address, so that two simultaneous searches cannot deadlock.
				for (const { report, named } of placed.sort((a, b) => (a.report.feed_url < b.report.feed_url ? -1 : 1))) {
					const { feed_url } = report;
					const known = await tables(tx)
						.insertInto('feed')
						.values({ feed_url, ...named })
						.onConflict((conflict) => conflict.column('feed_url').doUpdateSet(named))
						.returningAll()
						.executeTakeFirstOrThrow();
					await tables(tx)
						.updateTable('feed')
						.set(noted(known, report, origin))
						.where('feed_url', '=', feed_url)
						.execute();
				}
				const { eventKey: event_key, atMs } = origin;
				if ((await brokenFeeds(tx, event_key)).length > 0) await owe(tx, 'feeds_broken', { event_key }, atMs);
				return listFeeds(tx);
			}),
	};
}

/** The feeds that a search found broken, and whose owner hears of it. */
export const brokenFeeds = (db: Database, eventKey: string): Promise<readonly FeedRow[]> =>
	tables(db).selectFrom('feed').selectAll().where('told_event_key', '=', eventKey).orderBy('place').execute();

/** The feeds of the settings at the last search, in their order. */
export async function listFeeds(db: Database): Promise<readonly FeedRow[]> {
	return tables(db)
		.selectFrom('feed')
		.selectAll()
		.where(({ eb, selectFrom }) =>
			eb(
				'named_at_ms',
				'=',
				selectFrom('feed').select(({ fn }) => fn.max('named_at_ms').as('latest')),
			),
		)
		.orderBy('place')
		.execute();
}

export const publicFeed = ({
	place: _place,
	named_at_ms: _named,
	told_event_key: _told,
	asked_at_ms,
	read_at_ms,
	told_at_ms,
	...shown
}: FeedRow) => ({
	...shown,
	asked_at: asked_at_ms,
	read_at: read_at_ms,
	told_at: told_at_ms,
});
