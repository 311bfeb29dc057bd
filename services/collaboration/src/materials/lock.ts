import { CopydeskError } from '@copydesk/domain/errors';
import type { Database } from '@copydesk/kit/database/types';
import { materialOf } from './row.ts';
import type { StoredMaterial } from './row.ts';

export interface VersionRef {
	readonly draft_key: string;
	readonly version: number;
}

/** Locks the row for this transaction and reads it as it is now. */
export async function lockMaterial(tx: Database, ref: VersionRef): Promise<StoredMaterial> {
	const [row] = await tx.query('update material set seq = seq where draft_key = $1 and version = $2 returning *', [
		ref.draft_key,
		ref.version,
	]);
	if (row === undefined) throw new CopydeskError('material_not_found', `${ref.draft_key} ${ref.version}`);
	return materialOf(row);
}

/** The newest version number of a draft, 0 if there is none. */
export async function latestVersion(db: Database, draftKey: string): Promise<number> {
	const [row] = await db.query('select max(version) as version from material where draft_key = $1', [draftKey]);
	return Number(row?.['version'] ?? 0);
}

export function conflict(found: StoredMaterial, why: string): CopydeskError {
	return new CopydeskError('state_conflict', why, {
		facts: { state: found.state, draft_key: found.draft_key, version: found.version, claimed_by: found.claimed_by_user_id },
	});
}
