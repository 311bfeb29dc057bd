import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import type { Selectable } from 'kysely';
import { formOfCaption } from '@copydesk/domain/caption/form';
import { shownPost, type ShownPost } from '@copydesk/domain/caption/shown';
import type { Material } from '@copydesk/domain/material/material';
import type { Tables } from '../tables.ts';

type Row = Selectable<Tables['material']>;

const sha256 = (value: unknown): string =>
	createHash('sha256')
		.update(canonicalize(value) ?? '')
		.digest('hex');

/** SHA-256 over the RFC 8785 form of a post as it is sent. */
export const contentHash = (shown: ShownPost): string => sha256(shown);

type Hashed = Parameters<typeof shownPost>[0] & Pick<Material, 'content_sha256'>;

/**
 * The hash of a version's present content, whatever hash its row stores. Copies and plans of an earlier release hold the hash that their
 * row was given then. Nothing gives it to a row again after a change.
 */
export function hashOfContent(material: Hashed): string {
	const earlier = earlierHash(material);
	return material.content_sha256 === earlier ? earlier : contentHash(shownPost(material));
}

/** As earlier releases hashed: without the address that is behind the name of a source. */
function earlierHash(material: Hashed): string {
	const { caption, cover_asset_id, media, shown_as } = material;
	const form = formOfCaption(material);
	const shown = {
		...(media === null ? {} : { media }),
		...(shown_as === null ? {} : { shown_as }),
		...(form.length === 0 ? {} : { caption_entities: form }),
	};
	return sha256({ caption: caption ?? '', cover_asset_id: cover_asset_id ?? '', ...shown });
}

const parsed = (json: string | null): unknown => (json === null ? null : JSON.parse(json));
const written = (value: unknown): string | null => (value === null ? null : JSON.stringify(value));

/** The type promises columns for each state; the table's checks and the one writer guarantee them. */
export const materialOf = (row: Row): Material =>
	({
		...row,
		caption_entities: parsed(row.caption_entities),
		other_titles: parsed(row.other_titles),
		facts: parsed(row.facts),
		source_blocks: parsed(row.source_blocks),
		brief: parsed(row.brief),
		edit_scope: parsed(row.edit_scope),
		kept_text: parsed(row.kept_text),
		kept_verdicts: parsed(row.kept_verdicts),
		media: parsed(row.media),
		shown_as: parsed(row.shown_as),
		shown_wish: parsed(row.shown_wish),
	}) as Material;

export const rowOf = (material: Material): Row => ({
	...material,
	caption_entities: written(material.caption_entities),
	other_titles: written(material.other_titles),
	facts: written(material.facts),
	source_blocks: written(material.source_blocks),
	brief: written(material.brief),
	edit_scope: written(material.edit_scope),
	kept_text: written(material.kept_text),
	kept_verdicts: written(material.kept_verdicts),
	media: written(material.media),
	shown_as: written(material.shown_as),
	shown_wish: written(material.shown_wish),
});

/** A version as callers see it. */
export function publicMaterial(material: Material) {
	const {
		seq: _seq,
		claimed_by_user_id: _claimedBy,
		claim_event_key: _claimEvent,
		shown_wish: _shownWish,
		created_at_ms,
		state_changed_at_ms,
		withdrawn_at_ms,
		...shown
	} = material;
	return { ...shown, created_at: created_at_ms, state_changed_at: state_changed_at_ms, withdrawn_at: withdrawn_at_ms };
}

export const entityOf = (material: { readonly draft_key: string; readonly version: number }): string =>
	`material:${material.draft_key}:${material.version}`;
