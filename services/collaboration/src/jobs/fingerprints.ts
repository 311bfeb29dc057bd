/** Adds search terms to drafts of an earlier release: a few drafts per round, until all have them. */
import type { Database } from '@copydesk/kit/database/types';
import { findMaterial, lockMaterial } from '../materials/read.ts';
import { REMEMBERED_MS, noteFingerprint } from '../repeats/fingerprints.ts';
import { tables } from '../tables.ts';

const PER_ROUND = 50;

export function createFingerprintBackfill({ db, nowMs }: { readonly db: Database; readonly nowMs: () => number }): () => Promise<void> {
	let below: number | null = Number.MAX_SAFE_INTEGER;
	return async () => {
		if (below === null) return;
		// Newest first: a new request resembles them most often.
		const drafts = await tables(db)
			.selectFrom('material as m')
			.leftJoin('matter as t', 't.draft_key', 'm.draft_key')
			.select(['m.draft_key', 'm.number', 'm.version', 't.at_ms'])
			.where(({ and }) => and({ 'm.version': 1 }))
			.where('m.number', '<', below)
			.where('m.state_changed_at_ms', '>=', nowMs() - REMEMBERED_MS)
			.orderBy('m.number', 'desc')
			.limit(PER_ROUND)
			.execute();
		for (const { draft_key } of drafts.filter(({ at_ms }) => at_ms === null)) {
			const newest = await findMaterial(db, draft_key);
			if (newest === undefined) continue;
			await db.atomically(async (tx) => {
				const material = await lockMaterial(tx, newest);
				await noteFingerprint(tx, material, undefined, material.state_changed_at_ms);
			});
		}
		below = drafts.at(-1)?.number ?? null;
	};
}
