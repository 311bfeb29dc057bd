import { isInWork } from '@copydesk/domain/material/work';
import type { Database } from '@copydesk/kit/database/types';
import type { Note } from '../audit/audit.ts';
import { isSameError, resumedError } from './proofs.ts';
import { findMaterial, lockMaterial, type VersionRef } from './read.ts';
import { entityOf } from './row.ts';
import { writeStep, type Origin } from './write.ts';

/** Why work ended without a stored reason: an unhandled failure, or a silent execution. */
export interface Stop {
	readonly error_code: 'execution_failed' | 'interrupted';
	readonly error_stage: string;
}

/** Stores on a version in work that it stopped, unless it has a reason already. Otherwise people would wait for ever. */
export async function noteBlockedDraft(tx: Database, note: Note, version: VersionRef | null, stop: Stop, origin: Origin): Promise<void> {
	// A button that begins a draft names one that may not be there yet.
	if (version === null || (await findMaterial(tx, version.draft_key, version.version)) === undefined) return;
	const found = await lockMaterial(tx, version);
	if (!isInWork(found.state)) return;
	// The error that a resumed draft keeps says nothing about this stop.
	if (found.error_code !== null && !isSameError(found, await resumedError(tx, found))) return;
	await writeStep(tx, note, found, { next: { ...found, ...stop }, detail: {} }, origin);
	const { actorUserId, executionId } = origin;
	note({ actorUserId, action: 'material.stopped', entity: entityOf(found), outcome: 'failed', code: stop.error_code, executionId });
}
