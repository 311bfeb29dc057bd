/**
 * The one writer of materials. A change of state is a compare-and-set, a journal row and an audit row, in the
 * transaction of the caller.
 */
import type { Updateable } from 'kysely';
import { CopydeskError } from '@copydesk/domain/errors';
import type { Step } from '@copydesk/domain/material/judgement';
import { materialMachine } from '@copydesk/domain/material/machine';
import type { Material } from '@copydesk/domain/material/material';
import type { Database } from '@copydesk/kit/database/types';
import type { Note } from '../audit/audit.ts';
import { noteFingerprint } from '../repeats/fingerprints.ts';
import { requireFreeSource } from './sources.ts';
import { tables } from '../tables.ts';
import type { Tables } from '../tables.ts';
import { oweFor } from './debts.ts';
import { entityOf, materialOf, rowOf } from './row.ts';

/** Who changed it, under which event and when; for the journal and the audit. */
export interface Origin {
	readonly actorUserId: number | null;
	readonly eventKey: string;
	readonly executionId: string | null;
	readonly atMs: number;
}

/** The number of a new draft. Other transactions that begin a draft wait for this one. */
export async function nextNumber(tx: Database): Promise<number> {
	const { number } = await tables(tx)
		.insertInto('draft_count')
		.values({ id: 1, number: 1 })
		.onConflict((on) => on.column('id').doUpdateSet(({ eb }) => ({ number: eb('draft_count.number', '+', 1) })))
		.returning('number')
		.executeTakeFirstOrThrow();
	return number;
}

/** Adds a version. False if its event already has one, or its draft another open one. @throws CopydeskError source_taken */
export async function insertMaterial(tx: Database, note: Note, born: Material, origin: Origin): Promise<boolean> {
	await requireFreeSource(tx, born);
	const added = await tables(tx)
		.insertInto('material')
		.values(rowOf(born))
		.onConflict((on) => on.doNothing())
		.returning('version')
		.executeTakeFirst();
	if (added === undefined) return false;
	await journal(tx, note, { state: 'none', seq: 0 }, { next: born, detail: {} }, origin);
	await noteFingerprint(tx, born, undefined, origin.atMs);
	await tables(tx)
		.updateTable('event')
		.set({ draft_key: born.draft_key, version: born.version })
		.where('event_key', '=', origin.eventKey)
		.execute();
	return true;
}

/**
 * Writes the decision about a version, if the version has not changed since.
 * @throws CopydeskError transition_forbidden, state_conflict
 */
export async function writeStep<Next extends Material>(
	tx: Database,
	note: Note,
	found: Material,
	{ next, detail }: Step<Next>,
	origin: Origin,
): Promise<Material> {
	if (next === found) return found;
	await noteFingerprint(tx, next, found, origin.atMs);
	await oweFor(tx, found, next, origin);
	if (next.state === found.state) return update(tx, found, next);
	const { state: from } = found;
	const to = next.state;
	if (!materialMachine.canMove(from, to)) throw new CopydeskError('transition_forbidden', `${from} → ${to}`, { facts: { from, to } });
	const moved = { ...next, seq: found.seq + 1, state_changed_at_ms: origin.atMs };
	const written = await update(tx, found, moved);
	await journal(tx, note, found, { next: moved, detail }, origin);
	return written;
}

/**
 * Sets the changed columns, if the version still has the state, step, approval message and content hash that were judged.
 * @throws CopydeskError state_conflict, source_taken
 */
async function update(tx: Database, found: Material, next: Material): Promise<Material> {
	const { draft_key, version, state, seq, approval_message_id, content_sha256 } = found;
	const before = rowOf(found);
	const changed = Object.entries(rowOf(next)).filter(([name, value]) => value !== before[name as keyof typeof before]);
	if (changed.length === 0) return found;
	if (next.canonical_url !== found.canonical_url) await requireFreeSource(tx, next);
	const row = await tables(tx)
		.updateTable('material')
		.set({ seq: next.seq, ...Object.fromEntries(changed) } as Updateable<Tables['material']>)
		.where(({ and }) => and({ draft_key, version, state, seq, approval_message_id, content_sha256 }))
		.returningAll()
		.executeTakeFirst();
	if (row === undefined) throw new CopydeskError('state_conflict', `${state} → ${next.state}: somebody was first`, { facts: { state } });
	return materialOf(row);
}

async function journal(
	tx: Database,
	note: Note,
	from: { readonly state: Material['state'] | 'none'; readonly seq: number },
	{ next, detail }: Step,
	{ actorUserId, eventKey, executionId, atMs }: Origin,
): Promise<void> {
	await tables(tx)
		.insertInto('material_event')
		.values({
			draft_key: next.draft_key,
			version: next.version,
			seq: next.seq,
			prev_seq: from.seq === 0 ? null : from.seq,
			from_state: from.state,
			to_state: next.state,
			at_ms: atMs,
			actor_user_id: actorUserId,
			event_key: eventKey,
			detail: JSON.stringify(detail),
		})
		.execute();
	note({
		actorUserId,
		action: `material.${next.state}`,
		entity: entityOf(next),
		outcome: 'ok',
		executionId,
		detail: { from: from.state, event_key: eventKey, ...detail },
	});
}
