/** Completes a stored decision whose execution could not announce it: the execution crashed, or its person was disabled. */
import { sql } from 'kysely';
import { WORK_STATES } from '@copydesk/domain/material/work';
import type { Database } from '@copydesk/kit/database/types';
import { closeEvent } from '../events/events.ts';
import { findMaterial } from '../materials/read.ts';
import type { Actors } from '../participants/actors.ts';
import { tables } from '../tables.ts';
import { createBackoff } from '../deliveries/backoff.ts';
import { NOBODY, RECONCILED, isUntold } from '../deliveries/journal.ts';
import type { Notices } from '../notices/notices.ts';

interface DecidedOptions {
	readonly db: Database;
	readonly notices: Notices;
	readonly actors: Actors;
	readonly nowMs: () => number;
}

/** Older decisions are not announced any more. */
const WITHIN_MS = 24 * 3_600_000;

/** @returns one round: announces decisions that no execution works on, and removes their buttons */
export function createDecided({ db, notices, actors, nowMs }: DecidedOptions): () => Promise<void> {
	const backoff = createBackoff(nowMs);

	/** Tells the others that a draft was dropped or given up. The execution of the person who did it tells that person. */
	async function tellEnded(): Promise<void> {
		for (const { draft_key, version, actor_user_id, event_key } of await untoldEnds(db, nowMs() - WITHIN_MS)) {
			const key = `ended:${draft_key}:${version}`;
			const by = actor_user_id === null ? undefined : await actors.known(actor_user_id);
			const material = await findMaterial(db, draft_key, version);
			if (by === undefined || material === undefined || !backoff.due(key)) continue;
			backoff.again(key);
			await notices.ended(material, by, event_key, NOBODY);
		}
	}
	return async () => {
		await tellEnded();
		for (const decision of ['published', 'rejected'] as const) {
			for (const { draft_key, version, actor_user_id, event_key, state } of await untold(db, decision, nowMs() - WITHIN_MS)) {
				const key = `${decision}:${draft_key}:${version}`;
				if (!backoff.due(key)) continue;
				// The service posts this event again, so its own execution will announce the decision.
				if (state === 'stored' && actor_user_id !== null && (await actors.active(actor_user_id)) !== undefined) continue;
				backoff.again(key);
				const material = await findMaterial(db, draft_key, version);
				const by = actor_user_id === null ? undefined : await actors.known(actor_user_id);
				if (material === undefined || by === undefined) continue;
				await notices.removeButtons({ draft_key, version }, NOBODY);
				await notices.decision(material, decision, by, NOBODY);
				await closeEvent(db, event_key, { state: 'handled', outcome: 'decided' }, nowMs());
			}
		}
	};
}

/** Versions that stopped and ended without a successor. */
async function untoldEnds(db: Database, sinceMs: number) {
	return tables(db)
		.selectFrom('material_event as s')
		.select(['s.draft_key', 's.version', 's.actor_user_id', 's.event_key'])
		.where('s.to_state', '=', 'rejected')
		.where('s.from_state', 'in', WORK_STATES)
		.where('s.at_ms', '>', sinceMs)
		.where(isUntold(db, 'decision.rejected', sql`s.draft_key || ':' || cast(s.version as text)`))
		.where(({ not, exists, selectFrom }) =>
			not(
				exists(
					selectFrom('material as m')
						.select('m.version')
						.whereRef('m.draft_key', '=', 's.draft_key')
						.whereRef('m.version', '>', 's.version'),
				),
			),
		)
		.limit(20)
		.execute();
}

/** Decisions that were not announced. Excludes stopped versions with a successor, and publications that a person or evidence settled. */
async function untold(db: Database, decision: 'published' | 'rejected', sinceMs: number) {
	const reconciled = tables(db)
		.selectFrom('delivery as d')
		.select('d.delivery_id')
		.where(({ and }) => and({ 'd.operation': 'publish', 'd.error_code': RECONCILED }))
		.where(sql<boolean>`d.draft_key = s.draft_key and d.version = s.version`);
	return tables(db)
		.selectFrom('material_event as s')
		.innerJoin('event as e', 'e.event_key', 's.event_key')
		.select(['s.draft_key', 's.version', 's.actor_user_id', 'e.event_key', 'e.state'])
		.where(({ and }) => and({ 's.to_state': decision, 's.from_state': decision === 'published' ? 'claimed' : 'ready' }))
		.where('s.at_ms', '>', sinceMs)
		.where(isUntold(db, `decision.${decision}`, sql`s.draft_key || ':' || cast(s.version as text)`))
		.where(sql<boolean>`not exists ${reconciled}`)
		.limit(20)
		.execute();
}
