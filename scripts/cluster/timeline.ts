// What a slow story waited for: what its people did and what the audit says of its draft, in one row, and the silences between.

import { sql } from 'kysely';
import { tables } from '@copydesk/collaboration/operator';
import type { Database } from '@copydesk/kit/database/types';
import type { Told } from './stories.ts';

export interface Moment {
	readonly atMs: number;
	readonly what: string;
}

/** A shorter silence explains nothing. */
const SILENCE_MS = 5_000;

/** What happened to a story, oldest first. */
export async function momentsOf(db: Database, { draftKey, deeds }: Told): Promise<readonly Moment[]> {
	const about = `%${draftKey}%`;
	const events = tables(db)
		.selectFrom('event')
		.select('event_key')
		.where(({ eb, or }) => or([eb('draft_key', '=', draftKey), eb('intent', 'like', about)]));
	const audited = await tables(db)
		.selectFrom('audit')
		.select(['at_ms', 'action', 'outcome', 'code', 'entity', 'execution_id'])
		.where(({ eb, or, selectFrom }) =>
			or([
				eb('entity', 'like', about),
				eb('entity', 'in', events.clearSelect().select(sql<string>`'event:' || event_key`.as('entity'))),
				eb('execution_id', 'in', selectFrom('execution').select('execution_id').where('event_key', 'in', events)),
			]),
		)
		.orderBy('seq')
		.execute();
	const noted = audited.map(({ at_ms, action, outcome, code, entity, execution_id }) => ({
		atMs: at_ms,
		what: [action, entity, outcome, code, execution_id === null ? null : `in execution ${execution_id}`].filter(Boolean).join(' '),
	}));
	return [...deeds, ...noted].sort((a, b) => a.atMs - b.atMs);
}

/** @returns each silence in words, longest first */
export function silencesOf(moments: readonly Moment[], fromMs: number): string[] {
	const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;
	return moments
		.slice(1)
		.map((after, at) => ({ before: moments[at] as Moment, after, ms: after.atMs - (moments[at] as Moment).atMs }))
		.filter(({ ms }) => ms >= SILENCE_MS)
		.sort((a, b) => b.ms - a.ms)
		.map(({ before, after, ms }) => `${seconds(ms)} between ${before.what} at ${seconds(before.atMs - fromMs)} and ${after.what}`);
}
