/**
 * Ids that cross a boundary: their shapes, checked in one place.
 */
import { MAX_DRAFT_ID_CHARACTERS, MAX_TYPED_DRAFT_ID_CHARACTERS } from './limits.ts';

const draftId = (characters: number): RegExp => new RegExp(`^[A-Za-z0-9][A-Za-z0-9._:-]{0,${characters - 1}}$`);

/** A draft id as the renderer accepts it: ASCII, starts with a letter or digit (docs/specification.md#ids-and-versions). */
export const DRAFT_ID = draftId(MAX_DRAFT_ID_CHARACTERS);

/** A draft id as a person may type it in a command (docs/specification.md#ids-and-versions). */
export const COMMAND_DRAFT_ID = draftId(MAX_TYPED_DRAFT_ID_CHARACTERS);

/** The illustration that ships with the renderer: a cover can be tried on it when there is none yet. @see docs/specification.md#cover */
export const BUILT_IN_IMAGE_ID = 'consultation-v1';

/** The built-in illustration, or the hash of a stored one. */
export const IMAGE_ID = new RegExp(`^(?:${BUILT_IN_IMAGE_ID}|sha256:[0-9a-f]{64})$`);

/** The id of an admission: permission for one external request. */
export const ADMISSION_ID = /^a_[A-Za-z0-9-]{1,64}$/;

/** Lower-case hexadecimal SHA-256. */
export const SHA256_HEX = /^[0-9a-f]{64}$/;

/** The key of an inbound update in the inbox: `u:<update_id>`. */
export function eventKeyOf(updateId: number): string {
	return `u:${updateId}`;
}

/** The key of a material that was begun by this event, short enough for callback data. */
export function draftKeyOf(updateId: number): string {
	return `p${updateId}`;
}

/** The event of a draft key that `draftKeyOf` made; null for any other key. */
export function eventKeyOfDraft(draftKey: string): string | null {
	const updateId = /^p(\d{1,15})$/.exec(draftKey)?.[1];
	return updateId === undefined ? null : eventKeyOf(Number(updateId));
}
