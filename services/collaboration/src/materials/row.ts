import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import type { MaterialState } from '@copydesk/domain/material/machine';
import type { Row, SqlValue } from '@copydesk/kit/database/types';

export interface Fact {
	readonly text: string;
	readonly source_ids: readonly string[];
}

export interface SourceBlock {
	readonly id: string;
	readonly text: string;
}

/** What a step may write into a material. Absent leaves as is, null empties. */
export interface MaterialPatch {
	readonly title?: string | null;
	readonly subtitle?: string | null;
	readonly body?: string | null;
	readonly category?: string | null;
	readonly link?: string | null;
	readonly caption?: string | null;
	readonly facts?: readonly Fact[] | null;
	readonly source_blocks?: readonly SourceBlock[] | null;
	readonly image_prompt?: string | null;
	readonly source_image_id?: string | null;
	readonly cover_asset_id?: string | null;
	readonly cover_origin_version?: number | null;
	readonly error_code?: string | null;
	readonly error_stage?: string | null;
}

/** One version of a draft, as it goes over the wire. Times are milliseconds since 1970. */
export interface Material {
	readonly draft_key: string;
	readonly version: number;
	readonly batch_key: string | null;
	readonly kind: 'news' | 'post';
	readonly state: MaterialState;
	readonly owner_chat_id: number;
	readonly created_by_user_id: number;
	readonly operation_actor_user_id: number;
	readonly operation_actor_chat_id: number;
	readonly feedback_actor_user_id: number | null;
	readonly feedback_actor_chat_id: number | null;
	readonly feedback_prompt_message_id: number | null;
	readonly approval_message_id: number | null;
	readonly cover_origin_version: number | null;
	readonly source_image_id: string | null;
	readonly messenger_file_id: string | null;
	readonly title: string | null;
	readonly subtitle: string | null;
	readonly body: string | null;
	readonly category: string | null;
	readonly link: string | null;
	readonly caption: string | null;
	readonly facts: readonly Fact[] | null;
	readonly source_blocks: readonly SourceBlock[] | null;
	readonly image_prompt: string | null;
	readonly cover_asset_id: string | null;
	readonly content_sha256: string | null;
	readonly request: string | null;
	readonly error_code: string | null;
	readonly error_stage: string | null;
	readonly event_key: string;
	readonly published_message_id: number | null;
	readonly created_at: number;
	readonly state_changed_at: number;
}

/** The row with what only the writer needs. */
export interface StoredMaterial extends Material {
	readonly seq: number;
	readonly claimed_by_user_id: number | null;
	readonly claim_event_key: string | null;
}

/** SHA-256 over the RFC 8785 form of what people see and approve: the caption and the cover. */
export function contentHash(caption: string, coverAssetId: string): string {
	return createHash('sha256')
		.update(canonicalize({ caption, cover_asset_id: coverAssetId }) ?? '')
		.digest('hex');
}

const number = (value: SqlValue | undefined): number | null => (value === null || value === undefined ? null : Number(value));
const text = (value: SqlValue | undefined): string | null => (value === null || value === undefined ? null : String(value));
const json = <T>(value: SqlValue | undefined): T | null =>
	value === null || value === undefined ? null : (JSON.parse(String(value)) as T);

export function materialOf(row: Row): StoredMaterial {
	return {
		draft_key: String(row['draft_key']),
		version: Number(row['version']),
		batch_key: text(row['batch_key']),
		kind: row['kind'] === 'news' ? 'news' : 'post',
		state: String(row['state']) as MaterialState,
		owner_chat_id: Number(row['owner_chat_id']),
		created_by_user_id: Number(row['created_by_user_id']),
		operation_actor_user_id: Number(row['operation_actor_user_id']),
		operation_actor_chat_id: Number(row['operation_actor_chat_id']),
		feedback_actor_user_id: number(row['feedback_actor_user_id']),
		feedback_actor_chat_id: number(row['feedback_actor_chat_id']),
		feedback_prompt_message_id: number(row['feedback_prompt_message_id']),
		approval_message_id: number(row['approval_message_id']),
		cover_origin_version: number(row['cover_origin_version']),
		source_image_id: text(row['source_image_id']),
		messenger_file_id: text(row['messenger_file_id']),
		title: text(row['title']),
		subtitle: text(row['subtitle']),
		body: text(row['body']),
		category: text(row['category']),
		link: text(row['link']),
		caption: text(row['caption']),
		facts: json<readonly Fact[]>(row['facts']),
		source_blocks: json<readonly SourceBlock[]>(row['source_blocks']),
		image_prompt: text(row['image_prompt']),
		cover_asset_id: text(row['cover_asset_id']),
		content_sha256: text(row['content_sha256']),
		request: text(row['request']),
		error_code: text(row['error_code']),
		error_stage: text(row['error_stage']),
		event_key: String(row['event_key']),
		published_message_id: number(row['published_message_id']),
		created_at: Number(row['created_at_ms']),
		state_changed_at: Number(row['state_changed_at_ms']),
		seq: Number(row['seq']),
		claimed_by_user_id: number(row['claimed_by_user_id']),
		claim_event_key: text(row['claim_event_key']),
	};
}

/** What callers see of a row. */
export function publicMaterial(stored: StoredMaterial): Material {
	const { seq: _seq, claimed_by_user_id: _claimedBy, claim_event_key: _claimEvent, ...material } = stored;
	return material;
}

export const entityOf = (material: { readonly draft_key: string; readonly version: number }): string =>
	`material:${material.draft_key}:${material.version}`;
