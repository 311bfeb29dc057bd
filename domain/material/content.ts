import type { NewContent, Patch } from '../api/collaboration.ts';
import { addressOf } from '../text/canonicalUrl.ts';
import { shownPost, type ShownPost } from '../caption/shown.ts';
import { normaliseCaption } from '../caption/normalise.ts';
import type { FieldError } from '../errors.ts';
import { refuse, type Acting, type Refusal } from './judgement.ts';
import type { KeptVerdict, Material } from './material.ts';
import { rescoped, type Span } from '../revision/edits.ts';

/** What a new version is given, and what a step found out. */
export type { NewContent, Patch };

/** What went wrong, as the row of a version has it. */
export type StoredError = Pick<Material, 'error_code' | 'error_stage'>;

/** What a success leaves of it. */
export const NO_ERROR: StoredError = { error_code: null, error_stage: null };

/** Hash of what people see and approve. Given from outside, because rules compute no hashes. */
export type HashOf = (shown: ShownPost) => string;

const ERROR_KEYS: readonly string[] = ['error_code', 'error_stage'];

/** Whether a step found something out, beside what went wrong. */
export const hasResult = (patch: Patch): boolean => Object.keys(patch).some((key) => !ERROR_KEYS.includes(key));

/** Content does not change from `ready` on, because people look at it and approve it. */
export function refusalOfPatch({ state }: Material, patch: Patch): Refusal | undefined {
	if (state === 'text_generating' || state === 'text_preparing' || !hasResult(patch)) return undefined;
	return refuse('transition_forbidden', `content cannot change in ${state}`, {
		facts: { state },
		fields: Object.keys(patch)
			.filter((key) => !ERROR_KEYS.includes(key))
			.map((key) => ({ path: `patch.${key}`, message: `Expected no change of content in state ${state}; make a new version` })),
	});
}

/** What a version lacks before anybody can look at it. */
export function missingContent({ caption, cover_asset_id }: Pick<Material, 'caption' | 'cover_asset_id'>): FieldError[] {
	return [
		...((caption ?? '') === '' ? [{ path: 'caption', message: 'Expected a caption' }] : []),
		...(cover_asset_id === null ? [{ path: 'cover_asset_id', message: 'Expected a recorded cover' }] : []),
	];
}

const WORDS = ['title', 'subtitle', 'body'] as const;
const ON_COVER = ['title', 'subtitle', 'category', 'cover_template'] as const;

const changes = (material: Material, patch: Patch, field: (typeof WORDS | typeof ON_COVER)[number]): boolean =>
	patch[field] !== undefined && patch[field] !== material[field];

/** What was checked is not what is there any more. */
const saysOther = (material: Material, patch: Patch): boolean => WORDS.some((field) => changes(material, patch, field));

/** An exact edit that was shortened is still one: a check repairs nothing else. */
function scopeAfter({ edit_scope, title, subtitle, body }: Material, patch: Patch): readonly Span[] | null {
	if (edit_scope === null) return null;
	const before = { title: title ?? '', subtitle: subtitle ?? '', body: body ?? '' };
	const after = { title: patch.title ?? before.title, subtitle: patch.subtitle ?? before.subtitle, body: patch.body ?? before.body };
	return rescoped(edit_scope, before, after);
}

/** Said twice, it is one verdict. */
function withVerdict(kept: Material['kept_verdicts'], added: KeptVerdict | undefined): Material['kept_verdicts'] {
	if (added === undefined || kept?.some(({ admission_id }) => admission_id === added.admission_id)) return kept;
	return [...(kept ?? []), added];
}

/**
 * The record with what a step found out. A later success clears the error; other content is approved again.
 * @param succeeds whether the state changes too
 * @param kept the local error of a resumed draft, which only its later press clears
 */
export function applyPatch<M extends Material>(
	material: M,
	patch: Patch,
	{ userId, chatId }: Acting['person'],
	succeeds: boolean,
	hashOf: HashOf,
	kept: StoredError = NO_ERROR,
): M {
	const failed = typeof patch.error_code === 'string';
	const { kept_verdict, ...given } = patch;
	const isOther = saysOther(material, patch);
	// A cover that was taken over shows the words of the version before.
	const showsOther = patch.cover_asset_id === undefined && ON_COVER.some((field) => changes(material, patch, field));
	const patched = {
		...material,
		...given,
		...(patch.text_check === undefined && isOther ? { text_check: 'needed', edit_scope: scopeAfter(material, patch) } : {}),
		// The form of another text fits this one no more.
		...(patch.caption_entities === undefined && changes(material, patch, 'body') ? { caption_entities: null } : {}),
		...(showsOther ? { cover_asset_id: null, cover_origin_version: null } : {}),
		kept_verdicts: isOther || patch.text_check === 'passed' ? null : withVerdict(material.kept_verdicts, kept_verdict),
		// What was kept is the text now, or another one is.
		...(patch.kept_text === undefined && typeof patch.body === 'string' ? { kept_text: null } : {}),
		...(patch.link === undefined ? {} : { canonical_url: addressOf(patch.link) }),
		...(typeof patch.caption === 'string' ? { caption: normaliseCaption(patch.caption) } : {}),
		...(!failed && (succeeds || hasResult(patch)) ? kept : {}),
		operation_actor_user_id: userId,
		operation_actor_chat_id: chatId,
	};
	const { caption, cover_asset_id } = patched;
	const shown = shownPost(patched as Material);
	const isWhole = caption !== null && cover_asset_id !== null;
	// A cover that is not sent beside a video changes nothing that is seen, but without it a version is not whole.
	const isSame =
		isWhole === (material.content_sha256 !== null) &&
		caption === material.caption &&
		JSON.stringify(shown) === JSON.stringify(shownPost(material));
	return {
		...patched,
		// Copies that are out there show something else now.
		...(isSame
			? {}
			: {
					content_sha256: isWhole ? hashOf(shown) : null,
					approval_message_id: null,
				}),
		...(cover_asset_id === material.cover_asset_id ? {} : { messenger_file_id: null }),
	} as M;
}
