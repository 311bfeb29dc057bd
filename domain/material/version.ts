/** How a version comes to be: the first of a draft, the revision of another one, and a first one that may go on after a failure of ours. */
import type { Reuse } from '../api/collaboration.ts';
import type { KeptBrief } from '../caption/ground.ts';
import { MAX_RENDERER_VERSION, UNDO_WITHIN_MS } from '../limits.ts';
import { hasOwnPicture } from '../cover/photo.ts';
import { withPicture } from '../cover/template.ts';
import { addressOf } from '../text/canonicalUrl.ts';
import type { NewContent } from './content.ts';
import { conflict, isPressed, refuse, step, type Acting, type Deciding, type Judgement, type Refusal, type Step } from './judgement.ts';
import type { Content, Material, Rejected, Superseded, TextGenerating, TextPreparing } from './material.ts';
import { SUCCEEDED, isPermitted, refusalOfAsker } from './permits.ts';
import { refusalOfCorrection } from './post.ts';
import { prepare, reject, supersede } from './steps.ts';
import { isStopped } from './recoveryActions.ts';

type Born = Pick<TextGenerating, 'draft_key' | 'version' | 'number' | 'batch_key' | 'item' | 'owner_chat_id' | 'kind' | 'request'>;

function born({ person, eventKey }: Acting, nowMs: number, identity: Born, content: Content): TextGenerating {
	const { userId, chatId } = person;
	return {
		...identity,
		...content,
		canonical_url: addressOf(content.link),
		state: 'text_generating',
		seq: 1,
		created_by_user_id: userId,
		operation_actor_user_id: userId,
		operation_actor_chat_id: chatId,
		feedback_actor_user_id: null,
		feedback_actor_chat_id: null,
		feedback_prompt_message_id: null,
		caption: null,
		text_check: null,
		edit_scope: null,
		source_image_id: null,
		own_image_id: null,
		kept_admission_id: null,
		kept_text: null,
		kept_verdicts: null,
		cover_asset_id: null,
		cover_origin_version: null,
		messenger_file_id: null,
		media: null,
		shown_as: null,
		shown_wish: null,
		content_sha256: null,
		corrects: null,
		withdrawn_at_ms: null,
		withdrawn_by_user_id: null,
		approval_message_id: null,
		error_code: null,
		error_stage: null,
		event_key: eventKey,
		claimed_by_user_id: null,
		claim_event_key: null,
		published_message_id: null,
		created_at_ms: nowMs,
		state_changed_at_ms: nowMs,
	};
}

/** News that somebody wanted although there is a post about it holds no address, in any version. */
const heldAs = ({ kind, link, canonical_url }: Material, next: TextGenerating): TextGenerating =>
	kind === 'news' && link !== null && canonical_url === null ? { ...next, canonical_url } : next;

/** What comes with a request: a picture for the cover, media to be sent, and what was understood of it. */
interface Brought {
	readonly ownImageId?: string | null;
	readonly media?: Material['media'];
	readonly brief?: KeptBrief | null;
}

/** Version 1 of a draft. */
export function begin(
	acting: Acting,
	nowMs: number,
	draft: Pick<Born, 'draft_key' | 'number' | 'batch_key' | 'owner_chat_id'> & Partial<Pick<Born, 'item'>>,
	content: NewContent,
	{ ownImageId = null, media = null, brief = null }: Brought = {},
): TextGenerating {
	const { kind = 'post', request = null, text_check = null, edit_scope = null, ...given } = content;
	const first = born(acting, nowMs, { item: null, ...draft, version: 1, kind, request }, { ...NOTHING, brief, ...given });
	return { ...first, text_check, edit_scope, source_image_id: ownImageId, own_image_id: ownImageId, media };
}

const NOTHING: Content = {
	title: null,
	subtitle: null,
	body: null,
	caption_entities: null,
	other_titles: null,
	category: null,
	link: null,
	facts: null,
	source_blocks: null,
	brief: null,
	image_prompt: null,
	cover_template: null,
};

const contentOf = (material: Material): Content =>
	(Object.keys(NOTHING) as (keyof Content)[]).reduce((content, name) => ({ ...content, [name]: material[name] }), NOTHING);

export type { Reuse };

/** One version ends, the next one begins. */
interface Succession {
	/** Null when it had ended before. */
	readonly closed: Step<Superseded | Rejected> | null;
	readonly next: TextGenerating | TextPreparing;
}

/** What people have seen is superseded; what stopped before anybody saw it is rejected. */
function judgeClosing(old: Material, deciding: Deciding): Step<Superseded | Rejected> | Refusal {
	const isLast = old.version >= MAX_RENDERER_VERSION;
	const last = refuse('not_ready', 'there is no version number left');
	if (old.state === 'ready' || old.state === 'awaiting_feedback')
		return isLast ? last : (refusalOfAsker(old, 'superseded', deciding) ?? step<Superseded>(supersede(old)));
	const isInWork = old.state === 'text_generating' || old.state === 'text_preparing';
	if (isInWork && isStopped(old) && isPermitted(old, deciding, SUCCEEDED)) return isLast ? last : step<Rejected>(reject(old));
	return conflict(old, 'only a ready version, one awaiting feedback, or a stopped one that somebody answers for is revised');
}

/** Whether a rejection may still be undone. The rejection stays recorded; undoing makes a new version of the same content. */
function refusalOfUndo(old: Rejected, deciding: Deciding, nowMs: number): Refusal | undefined {
	if (!isPressed(deciding, old, 'undo')) return conflict(old, 'a rejection is taken back by a press of undo');
	if (old.version >= MAX_RENDERER_VERSION) return refuse('not_ready', 'there is no version number left');
	return nowMs - old.state_changed_at_ms > UNDO_WITHIN_MS
		? refuse('transition_forbidden', `it was rejected more than ${UNDO_WITHIN_MS / 60_000} minutes ago`)
		: undefined;
}

/**
 * A stopped version is closed, or a rejected one left as it is, and the last complete one comes back as the next: text, cover
 * and the messenger's picture are its own, so nothing is paid for.
 * @param complete the newest version before it that people have seen, or the rejected one itself
 */
export function judgeReturn(old: Material, complete: Material | undefined, deciding: Deciding, nowMs: number): Succession | Refusal {
	const closed = old.state === 'rejected' ? (refusalOfUndo(old, deciding, nowMs) ?? null) : judgeClosing(old, deciding);
	if (closed !== null && 'refused' in closed) return closed;
	if (closed !== null && closed.next.state !== 'rejected') return conflict(old, 'only for a stopped version an older one comes back');
	if (complete === undefined) return refuse('not_ready', 'there is no complete version before it');
	const { kind, request } = complete;
	const { draft_key, number, batch_key, item, owner_chat_id } = old;
	const identity = { draft_key, number, version: old.version + 1, batch_key, item, owner_chat_id, kind, request };
	const { caption, text_check, source_image_id, own_image_id, cover_asset_id, messenger_file_id, media, shown_as, content_sha256 } =
		complete;
	const cover_origin_version = complete.cover_origin_version ?? complete.version;
	const next: TextGenerating = {
		...heldAs(old, born(deciding, nowMs, identity, contentOf(complete))),
		corrects: old.corrects,
		shown_wish: complete.shown_wish,
		...{
			caption,
			text_check,
			source_image_id,
			own_image_id,
			cover_asset_id,
			messenger_file_id,
			media,
			shown_as,
			content_sha256,
			cover_origin_version,
		},
	};
	return { closed, next: prepare(next) };
}

/** An illustration, and the one that a person sent. */
export interface Picture {
	readonly source_image_id: string;
	readonly own_image_id: string | null;
}

/** What a version shows from now on: another picture, other media, or both; what is not here stays. */
export interface Seen {
	readonly picture?: Picture | null;
	readonly media?: Material['media'];
}

/**
 * Closes a version and opens the next one, with what it is given and what it reuses. A published version stays as it is: the next one
 * corrects its post.
 * @param picture takes the place of the one before, with what is sent beside it: what came with the answer, or what an earlier version has
 * @param latest of the draft; undefined when it is this one
 */
export function judgeRevision(
	old: Material,
	deciding: Deciding,
	nowMs: number,
	content: NewContent,
	reuse: Reuse,
	{ picture = null, media = old.media }: Seen = {},
	latest: Material = old,
): Succession | Refusal {
	const closed = old.state === 'published' ? (refusalOfCorrection(old, deciding, latest) ?? null) : judgeClosing(old, deciding);
	if (closed !== null && 'refused' in closed) return closed;
	const { title, subtitle, body } = old;
	const { kind = old.kind, request = old.request, text_check = null, edit_scope = null, ...given } = content;
	const hasText = typeof content.body === 'string';
	// If there is no new text, the old version's is kept. A draft keeps its title while another text is written.
	const words = hasText ? { title, subtitle, body } : { title: title ?? old.kept_text?.title ?? null, subtitle: null, body: null };
	const { draft_key, number, batch_key, item, owner_chat_id } = old;
	const identity = { draft_key, number, version: latest.version + 1, batch_key, item, owner_chat_id, kind, request };
	const next: TextGenerating = {
		...heldAs(
			old,
			born(deciding, nowMs, identity, {
				...contentOf(old),
				...words,
				caption_entities: null,
				other_titles: titlesAfter(old, content),
				...given,
			}),
		),
		...{ text_check, edit_scope },
		own_image_id: old.own_image_id,
		media,
		shown_wish: old.shown_wish,
		corrects: old.state === 'published' ? old.version : old.corrects,
		...(reuse.source_image_id === true || reuse.cover === true
			? { source_image_id: old.source_image_id, kept_admission_id: old.kept_admission_id }
			: {}),
		// A version that stopped may have no cover yet.
		...(reuse.cover === true && old.cover_asset_id !== null
			? {
					cover_asset_id: old.cover_asset_id,
					messenger_file_id: old.messenger_file_id,
					cover_origin_version: old.cover_origin_version ?? old.version,
				}
			: {}),
	};
	const isNamed = typeof content.cover_template === 'string';
	const shown: TextGenerating =
		picture === null ? next : { ...next, ...showing(picture), ...(isNamed ? {} : { cover_template: withPicture(next.cover_template) }) };
	return { closed, next: hasText ? prepare(shown) : shown };
}

/** The title that was chosen changes places with the one before. */
function titlesAfter({ title, other_titles }: Material, { title: chosen }: NewContent): readonly string[] | null {
	if (other_titles === null || typeof chosen !== 'string' || title === null) return null;
	if (chosen === title) return other_titles;
	return other_titles.includes(chosen) ? other_titles.map((other) => (other === chosen ? title : other)) : null;
}

/** Another picture, and no cover of it yet. */
const showing = ({ source_image_id, own_image_id }: Picture) => ({
	...{ source_image_id, own_image_id, kept_admission_id: null },
	...{ cover_asset_id: null, messenger_file_id: null, cover_origin_version: null },
});

/** Error classes that a node reports when it could not read its own input; nothing had left the machine. */
export const LOCAL_PARSE_FAILURES: readonly string[] = ['LocalParseError', 'ParseError', 'SyntaxError', 'local_parse_failure'];

/** What a one-time permission to go on rests on. */
export interface ResumeFacts {
	readonly eventKey: string;
	readonly actorUserId: number;
	readonly latestVersion: number;
	/** Whether anything of the draft was ever sent. */
	readonly wasDelivered: boolean;
	/** Whether any external request was admitted under the event, or for the draft. */
	readonly wasAdmitted: boolean;
	/** Whether another event works on it. */
	readonly isUnderWay: boolean;
	/** The class of the newest failure recorded under the event. */
	readonly errorClass: string | null;
}

/** What a step finds out. */
const RESULTS = [
	...(['title', 'subtitle', 'body', 'category', 'image_prompt', 'caption', 'kept_text'] as const),
	...(['source_image_id', 'kept_admission_id', 'cover_asset_id', 'content_sha256'] as const),
];

/** Event identity, version 1, latest, actor, state, no result of any kind, and the failure proven local. */
export function judgeResume(found: Material, facts: ResumeFacts): Judgement<TextPreparing> {
	const no = (why: string): Refusal => refuse('proof_invalid', why, { facts: { why } });
	const { eventKey, actorUserId, latestVersion, errorClass } = facts;
	if (found.event_key !== eventKey) return no('the event is another one');
	if (found.version !== 1 || latestVersion !== 1) return no('only a first and latest version is resumed');
	if (found.created_by_user_id !== actorUserId || found.operation_actor_user_id !== actorUserId) return no('the actor is another one');
	if (found.state !== 'text_generating') return no(`the state is ${found.state}`);
	if (RESULTS.some((name) => found[name] !== null && !(name === 'source_image_id' && hasOwnPicture(found))))
		return no('there is a result already');
	// The facts and sources of a post are its request; those of news are read.
	if (found.kind === 'news' && (found.source_blocks !== null || found.facts !== null)) return no('there is a result already');
	if (facts.isUnderWay) return no('somebody works on it');
	if (facts.wasDelivered) return no('something was delivered already');
	if (facts.wasAdmitted) return no('an external request was admitted');
	if (errorClass === null) return no('no failure is recorded');
	if (!LOCAL_PARSE_FAILURES.includes(errorClass)) return no(`${errorClass} is not a local parse failure`);
	return step(prepare(found));
}
