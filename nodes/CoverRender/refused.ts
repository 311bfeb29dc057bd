import type { ErrorCode } from '../../domain/errors.ts';
import { refusedCharacters } from '../../domain/cover/cover.ts';
import type { StopCode } from '../../domain/material/recoveryActions.ts';
import { detailOfFields, type Refusal } from '../shared/faults.ts';
import { problem } from '../shared/material.ts';
import type { Problem } from '../shared/item.ts';

/** Refusals that a person can do something about. */
const TOLD: ReadonlySet<string> = new Set([
	'layout_overflow',
	'unsupported_character',
	'version_conflict',
	'cover_too_large',
	'image_not_found',
	'invalid_request',
] satisfies ErrorCode[]);

/** Refusals that say nothing of the post: what can be done about them is another thing for each. */
const OF_THE_DESK: ReadonlyMap<string, StopCode> = new Map([
	['busy', 'covers_busy'],
	['unauthorized', 'covers_key'],
] satisfies [ErrorCode, StopCode][]);

/** Why the renderer makes no cover of this, as far as a person can do something about it; null for any other refusal. */
export function problemOfCover(refusal: Refusal, stage: string): Problem | null {
	const { code, fields } = refusal;
	const ofDesk = OF_THE_DESK.get(code);
	if (ofDesk !== undefined) return problem(ofDesk, stage);
	if (!TOLD.has(code)) return null;
	const detail = code === 'unsupported_character' ? refusedCharacters(fields) : detailOfFields(refusal);
	return problem(code, stage, detail);
}
