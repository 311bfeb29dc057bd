/** The tables of the service's database, column by column. A test holds this against the migrated database on both engines. */
import type { Generated } from 'kysely';
import type { DeliveryState } from '@copydesk/domain/delivery/machine';
import type { TextCheck } from '@copydesk/domain/material/material';
import type { MaterialState } from '@copydesk/domain/material/machine';
import type { ItemState } from '@copydesk/domain/news/itemMachine';
import { integer, openTables, orNull, text } from '@copydesk/kit/database/typed';
import type { RowsOf } from '@copydesk/kit/database/typed';
import type { Contract } from './version.ts';

/** No and yes. */
const bit = () => integer<0 | 1>();
const material = { draft_key: text(), version: integer() };
const card = { batch_key: text(), item: integer() };
const edge = <State extends string>() => ({ from_state: text<State | 'none'>(), to_state: text<State>() });
const step = { seq: integer(), prev_seq: orNull(integer()), at_ms: integer(), detail: text() };

export const columns = {
	audit: {
		seq: integer(),
		prev_seq: orNull(integer()),
		prev_hash: text(),
		hash: text(),
		at_ms: integer(),
		actor_user_id: orNull(integer()),
		action: text(),
		entity: text(),
		outcome: text<'ok' | 'refused' | 'failed'>(),
		code: orNull(text()),
		execution_id: orNull(text()),
		detail: text(),
	},
	audit_head: { id: integer(), seq: integer(), hash: text() },
	contract_switch: { id: integer(), contract: text<Contract>(), changed_at_ms: integer() },
	instance: { instance_id: text(), host: text(), pid: integer(), started_at_ms: integer(), seen_at_ms: integer() },
	event: {
		event_key: text(),
		update_id: integer(),
		received_at_ms: integer(),
		user_id: orNull(integer()),
		chat_id: orNull(integer()),
		intent_kind: text(),
		intent: text(),
		update_json: orNull(text()),
		callback_query_id: orNull(text()),
		message_id: orNull(integer()),
		reason: orNull(text()),
		execution_id: text(),
		state: text<'stored' | 'handled' | 'refused' | 'failed' | 'interrupted' | 'abandoned'>(),
		lease_until_ms: integer(),
		replays: integer<Generated<number>>(),
		replay_open: integer<Generated<0 | 1>>(),
		waiting: integer<Generated<0 | 1>>(),
		draft_key: orNull(text()),
		version: orNull(integer()),
		closed_at_ms: orNull(integer()),
		outcome: orNull(text()),
		told: integer<Generated<0 | 1>>(),
	},
	execution: {
		execution_id: text(),
		root_execution_id: text(),
		parent_execution_id: orNull(text()),
		workflow_id: orNull(text()),
		workflow_name: orNull(text()),
		event_key: text(),
		actor_user_id: integer(),
		actor_chat_id: integer(),
		bound_at_ms: integer(),
	},
	failure: {
		root_execution_id: text(),
		execution_id: text(),
		event_key: orNull(text()),
		workflow_id: text(),
		node_name: text(),
		error_class: text(),
		addressee: text<'actor' | 'owner'>(),
		reference: text(),
		at_ms: integer(),
	},
	admission: {
		admission_id: text(),
		event_key: text(),
		actor_user_id: integer(),
		purpose: text(),
		target: text(),
		paid: bit(),
		at_ms: integer(),
		settled_at_ms: orNull(integer()),
		execution_id: orNull(text()),
		draft_key: orNull(text()),
		version: orNull(integer()),
	},
	kept_picture: {
		admission_id: text(),
		draft_key: text(),
		version: integer(),
		sha256: text(),
		bytes: integer(),
		kept_at_ms: integer(),
	},
	reachability: { chat_id: integer(), status: text(), at_ms: integer() },
	spoken_language: {
		user_id: integer(),
		chosen: orNull(text()),
		chosen_at_ms: orNull(integer()),
		heard: orNull(text()),
		heard_at_ms: orNull(integer()),
	},
	material_edge: edge<MaterialState>(),
	material_event: { ...material, ...step, ...edge<MaterialState>(), actor_user_id: orNull(integer()), event_key: text() },
	material: {
		...material,
		batch_key: orNull(text()),
		item: orNull(integer()),
		canonical_url: orNull(text()),
		kind: text<'news' | 'post'>(),
		state: text<MaterialState>(),
		seq: integer(),
		owner_chat_id: integer(),
		created_by_user_id: integer(),
		operation_actor_user_id: integer(),
		operation_actor_chat_id: integer(),
		feedback_actor_user_id: orNull(integer()),
		feedback_actor_chat_id: orNull(integer()),
		feedback_prompt_message_id: orNull(integer()),
		approval_message_id: orNull(integer()),
		cover_origin_version: orNull(integer()),
		source_image_id: orNull(text()),
		kept_admission_id: orNull(text()),
		text_check: orNull(text<TextCheck>()),
		edit_scope: orNull(text()),
		messenger_file_id: orNull(text()),
		title: orNull(text()),
		subtitle: orNull(text()),
		body: orNull(text()),
		category: orNull(text()),
		link: orNull(text()),
		caption: orNull(text()),
		facts: orNull(text()),
		source_blocks: orNull(text()),
		image_prompt: orNull(text()),
		cover_asset_id: orNull(text()),
		content_sha256: orNull(text()),
		request: orNull(text()),
		error_code: orNull(text()),
		error_stage: orNull(text()),
		event_key: text(),
		claimed_by_user_id: orNull(integer()),
		claim_event_key: orNull(text()),
		published_message_id: orNull(integer()),
		created_at_ms: integer(),
		state_changed_at_ms: integer(),
	},
	news_batch: {
		batch_key: text(),
		event_key: text(),
		entry: orNull(text()),
		topic: orNull(text()),
		window_days: integer<7 | 30>(),
		created_by_user_id: integer(),
		created_at_ms: integer(),
		expires_at_ms: integer(),
	},
	news_item_edge: edge<ItemState>(),
	news_item_event: { ...card, ...step, ...edge<ItemState>(), actor_user_id: orNull(integer()), event_key: orNull(text()) },
	news_item: {
		...card,
		state: text<ItemState>(),
		seq: integer(),
		canonical_url: text(),
		link: text(),
		url: text(),
		host: text(),
		title: text(),
		angle: text(),
		source_title: orNull(text()),
		published_at_ms: integer(),
		primary_message_id: orNull(integer()),
		decided_by_user_id: orNull(integer()),
		decision_event_key: orNull(text()),
		draft_key: orNull(text()),
		changed_at_ms: integer(),
	},
	feed: {
		feed_url: text(),
		place: integer(),
		named_at_ms: integer(),
		title: orNull(text()),
		items: orNull(integer()),
		code: orNull(text()),
		asked_at_ms: orNull(integer()),
		read_at_ms: orNull(integer()),
		told_at_ms: orNull(integer()),
		told_event_key: orNull(text()),
	},
	/** The operator's; only ever read here, on SQLite from a file of its own. */
	participants: {
		user_id: integer(),
		chat_id: integer(),
		role: text<'owner' | 'editor'>(),
		active: bit(),
		display_name: text(),
		updated_at: integer(),
		updated_by: text(),
		language: orNull(text()),
		language_set_at: orNull(integer()),
	},
	delivery_edge: edge<DeliveryState>(),
	delivery_event: { delivery_id: text(), ...step, ...edge<DeliveryState>() },
	delivery: {
		delivery_id: text(),
		purpose: text(),
		entity_key: text(),
		recipient_user_id: integer(),
		operation: text<Operation>(),
		actor_user_id: orNull(integer()),
		actor_chat_id: orNull(integer()),
		event_key: orNull(text()),
		execution_id: orNull(text()),
		chat_id: integer(),
		draft_key: orNull(text()),
		version: orNull(integer()),
		content_sha256: orNull(text()),
		state: text<DeliveryState>(),
		seq: integer(),
		attempts: integer(),
		instance_id: text(),
		message_id: orNull(integer()),
		message_date: orNull(integer()),
		file_id: orNull(text()),
		file_unique_id: orNull(text()),
		error_code: orNull(text()),
		error_detail: orNull(text()),
		created_at_ms: integer(),
		changed_at_ms: integer(),
	},
	resume_proof: {
		proof_id: text(),
		...material,
		event_key: text(),
		actor_user_id: integer(),
		error_class: text(),
		status: text<'issued' | 'redeemed' | 'completed'>(),
		issued_at_ms: integer(),
		redeemed_execution_id: orNull(text()),
		redeemed_at_ms: orNull(integer()),
		completed_at_ms: orNull(integer()),
	},
};

/** What may be sent. */
export type Operation =
	| 'status'
	| 'preview'
	| 'card'
	| 'prompt'
	| 'answer_callback'
	| 'publish'
	| 'reply'
	| 'unbutton'
	| 'menu'
	| 'notice'
	| 'look'
	| 'unlook'
	| 'onboarding';

export type Tables = RowsOf<typeof columns>;

/** Typed statements on a database or a transaction of it. */
export const tables = openTables<Tables>([
	'state',
	'operation',
	'kind',
	'intent_kind',
	'error_code',
	'paid',
	'told',
	'replay_open',
	'waiting',
]);
