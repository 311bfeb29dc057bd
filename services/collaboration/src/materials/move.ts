import { CopydeskError } from '@copydesk/domain/errors';
import { materialMachine } from '@copydesk/domain/material/machine';
import type { MaterialState } from '@copydesk/domain/material/machine';
import type { Database, SqlValue } from '@copydesk/kit/database/types';
import type { Note } from '../audit/audit.ts';
import { entityOf, materialOf } from './row.ts';
import type { StoredMaterial } from './row.ts';

export interface Move {
	readonly atMs: number;
	readonly actorUserId: number | null;
	readonly eventKey: string;
	readonly executionId: string | null;
	/** Columns that change with the state. */
	readonly set?: Readonly<Record<string, SqlValue>>;
	/** More that must hold for the compare-and-set to succeed. */
	readonly where?: Readonly<Record<string, SqlValue>>;
	readonly detail?: Readonly<Record<string, string | number | boolean | null>>;
}

/**
 * The one place that changes a material's state: the table, the compare-and-set, the journal row and the audit row.
 * @throws CopydeskError transition_forbidden, state_conflict
 */
export async function moveMaterial(
	tx: Database,
	note: Note,
	found: StoredMaterial,
	to: MaterialState,
	move: Move,
): Promise<StoredMaterial> {
	const { state: from } = found;
	if (!materialMachine.canMove(from, to)) throw new CopydeskError('transition_forbidden', `${from} → ${to}`, { facts: { from, to } });
	const seq = found.seq + 1;
	const set = { state: to, seq, state_changed_at_ms: move.atMs, ...move.set };
	const where = { draft_key: found.draft_key, version: found.version, state: from, seq: found.seq, ...move.where };
	const setNames = Object.keys(set);
	const [row] = await tx.query(
		`update material set ${setNames.map((name, index) => `${name} = $${index + 1}`).join(', ')}
			where ${Object.keys(where)
				.map((name, index) => `${name} = $${setNames.length + index + 1}`)
				.join(' and ')} returning *`,
		[...Object.values(set), ...Object.values(where)],
	);
	if (row === undefined)
		throw new CopydeskError('state_conflict', `${from} → ${to}: somebody was first`, { facts: { state: found.state } });
	await tx.query(
		`insert into material_event (draft_key, version, seq, prev_seq, from_state, to_state, at_ms, actor_user_id, event_key, detail)
			values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
		[
			found.draft_key,
			found.version,
			seq,
			found.seq,
			from,
			to,
			move.atMs,
			move.actorUserId,
			move.eventKey,
			JSON.stringify(move.detail ?? {}),
		],
	);
	note({
		actorUserId: move.actorUserId,
		action: `material.${to}`,
		entity: entityOf(found),
		outcome: 'ok',
		executionId: move.executionId,
		detail: { from, event_key: move.eventKey, ...move.detail },
	});
	return materialOf(row);
}
