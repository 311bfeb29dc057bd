/**
 * A material is one version of a draft. Each state has a record of its own, so that a step that its state does not allow
 * does not compile. Names of fields are those of the contract and of the database. Times are milliseconds since 1970.
 */
import type { WrittenPost } from '../ai/post.ts';
import type { KeptBrief } from '../caption/ground.ts';
import type { Fact, SourceBlock } from '../caption/facts.ts';
import type { FormEntity } from '../caption/form.ts';
import type { MediaItem } from '../caption/media.ts';
import type { ShownAs, ShownWish } from '../caption/shown.ts';
import type { Verdict } from '../check/verdict.ts';
import type { Span } from '../revision/edits.ts';

/** What a version says and shows. Null is what no step has found out yet. */
export interface Content {
	readonly title: string | null;
	readonly subtitle: string | null;
	readonly body: string | null;
	/** The form of `body`, and so of the caption, which begins with it; null: none. */
	readonly caption_entities: readonly FormEntity[] | null;
	/** Titles that the AI gave to choose from beside the present one; null: none. */
	readonly other_titles: readonly string[] | null;
	readonly category: string | null;
	readonly link: string | null;
	readonly facts: readonly Fact[] | null;
	readonly source_blocks: readonly SourceBlock[] | null;
	readonly brief: KeptBrief | null;
	readonly image_prompt: string | null;
	/** As cover requests name it; null in a draft of an earlier release. */
	readonly cover_template: string | null;
}

/** `needed`: the meaning is still to be checked; `none`: a person's own words; `passed`: as it is. */
export type TextCheck = 'needed' | 'none' | 'passed';

/** A text that was paid for under an admission, until it is the text of its version. */
export interface KeptText extends WrittenPost {
	readonly admission_id: string;
	/** The one shortening is spent. */
	readonly shortened?: true;
}

/** A verdict that was paid for under an admission, on the text as it is. */
export interface KeptVerdict extends Verdict {
	readonly admission_id: string;
}

/** What every version has, in whatever state. */
interface Version extends Content {
	readonly draft_key: string;
	readonly version: number;
	/** The number by which people call the draft; all its versions have it. */
	readonly number: number;
	/** The newest row in the journal of states. */
	readonly seq: number;
	readonly batch_key: string | null;
	/** Its number in the batch from which the version was begun. */
	readonly item: number | null;
	/** The canonical form of its `link`; null without one. */
	readonly canonical_url: string | null;
	readonly kind: 'news' | 'post';
	readonly request: string | null;
	readonly owner_chat_id: number;
	readonly created_by_user_id: number;
	readonly operation_actor_user_id: number;
	readonly operation_actor_chat_id: number;
	readonly feedback_actor_user_id: number | null;
	readonly feedback_actor_chat_id: number | null;
	readonly feedback_prompt_message_id: number | null;
	readonly caption: string | null;
	/** Null is a version of before: checked as long as there is no cover. */
	readonly text_check: TextCheck | null;
	/** Where the check may repair; null is anywhere. */
	readonly edit_scope: readonly Span[] | null;
	readonly source_image_id: string | null;
	/** The picture that a person sent; it is the illustration as long as it equals `source_image_id`. */
	readonly own_image_id: string | null;
	/** The admission under which its illustration is kept until it can be stored. */
	readonly kept_admission_id: string | null;
	/** What the AI answered and is not stored as the text yet. */
	readonly kept_text: KeptText | null;
	/** What the check of its text was answered, in order, until the text has passed or is another one. */
	readonly kept_verdicts: readonly KeptVerdict[] | null;
	readonly cover_asset_id: string | null;
	readonly cover_origin_version: number | null;
	readonly messenger_file_id: string | null;
	/** What is sent beside the cover; null: the cover alone. */
	readonly media: readonly MediaItem[] | null;
	/** By the settings of when it began; null is as usual. */
	readonly shown_as: ShownAs | null;
	/** What people said of how it is shown; later versions keep it. */
	readonly shown_wish: ShownWish | null;
	/** The hash of the post as it is sent; null while caption or cover is missing. */
	readonly content_sha256: string | null;
	/** The version whose post in the channel it puts right; null: it makes a post of its own. */
	readonly corrects: number | null;
	/** When its post was taken down, or was found to be gone; null as long as it is in the channel. */
	readonly withdrawn_at_ms: number | null;
	/** Null: it was not done through the desk. */
	readonly withdrawn_by_user_id: number | null;
	/** The first confirmed copy of this content, no matter who has it. */
	readonly approval_message_id: number | null;
	readonly error_code: string | null;
	readonly error_stage: string | null;
	readonly event_key: string;
	readonly created_at_ms: number;
	readonly state_changed_at_ms: number;
}

/** People have it before them and decide about it. */
interface Approvable {
	readonly caption: string;
	readonly cover_asset_id: string;
	readonly content_sha256: string;
	readonly approval_message_id: number;
}

interface Unclaimed {
	readonly claimed_by_user_id: null;
	readonly claim_event_key: null;
	readonly published_message_id: null;
}

/** Somebody's press is being carried out, or was. */
interface Held {
	readonly claimed_by_user_id: number;
	readonly claim_event_key: string;
}

/** One person is asked what should change. */
interface Session {
	readonly feedback_actor_user_id: number;
	readonly feedback_actor_chat_id: number;
}

export type TextGenerating = Version & Unclaimed & { readonly state: 'text_generating' };
export type TextPreparing = Version & Unclaimed & { readonly state: 'text_preparing' };
export type Ready = Version & Approvable & Unclaimed & { readonly state: 'ready' };
export type AwaitingFeedback = Version & Approvable & Unclaimed & Session & { readonly state: 'awaiting_feedback' };
export type Claimed = Version & Approvable & Held & { readonly state: 'claimed'; readonly published_message_id: null };
export type Published = Version & Approvable & Held & { readonly state: 'published'; readonly published_message_id: number };
export type Superseded = Version & Unclaimed & { readonly state: 'superseded' };
export type Rejected = Version & Unclaimed & { readonly state: 'rejected' };

export type Material = TextGenerating | TextPreparing | Ready | AwaitingFeedback | Claimed | Published | Superseded | Rejected;
