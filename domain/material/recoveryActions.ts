/** Every state has a way out for a person in chat: what each of them can press or say to move a version on. */
import type { ImageFault } from '../ai/image.ts';
import type { AnswerFault } from '../ai/responses.ts';
import type { BoundCode } from '../caption/bounds.ts';
import type { Buttons, CallbackAction } from '../chat/callback.ts';
import type { Diagnostic } from '../check/outcome.ts';
import type { ErrorCode } from '../errors.ts';
import type { EditFault } from '../revision/edits.ts';
import type { Role } from '../role.ts';
import type { MaterialState } from './machine.ts';

/** A button, the answer to an open question, or `/cancel`. */
export type RecoveryAction = CallbackAction | 'answer' | 'cancel';

/** Buttons of a version that stopped. */
type StopButton = Extract<
	CallbackAction,
	'absent' | 'edit_title' | 'edit_text' | 'retry' | 'from_memory' | 'send_link' | 'write_anew' | 'vouch' | 'back' | 'drop'
>;

/** Why work on a version stopped. */
export type StopCode =
	| AnswerFault
	| BoundCode
	| Diagnostic
	| EditFault
	| ImageFault
	| 'semantic_fail'
	| 'foreign_contact'
	/** A step that a person added to the graphs. */
	| 'own_check'
	| 'no_source'
	| 'search_unavailable'
	/** The page that a person sent cannot be read; why is its detail. */
	| 'link_unread'
	| 'language_mixed'
	| 'image_unavailable'
	| 'image_refused'
	| 'image_model_gone'
	| 'image_import_mismatch'
	| 'renderer_unavailable'
	| 'covers_busy'
	| 'covers_key'
	| 'execution_failed'
	| 'interrupted'
	| 'cover_mismatch'
	| 'not_delivered'
	| 'preview_unconfirmed'
	| Extract<
			ErrorCode,
			| 'invalid_image'
			| 'body_too_large'
			| 'layout_overflow'
			| 'unsupported_character'
			| 'version_conflict'
			| 'cover_too_large'
			| 'image_not_found'
			| 'invalid_request'
	  >;

/** Why a version stopped whose copies may have arrived: a person who has one presses its buttons, the other says that it is missing. */
export const UNCONFIRMED = 'preview_unconfirmed' satisfies StopCode;

/** Why a version stopped whose text says what its sources do not: it is written again, or a person vouches for what it says. */
export const UNFOUNDED = 'semantic_fail' satisfies StopCode;

/** The fields of a version that its ways out depend on. */
export interface Standing {
	readonly state: MaterialState;
	readonly version: number;
	readonly body: string | null;
	readonly error_code: string | null;
	/** Whether it is unknown if it is in the channel. */
	readonly unconfirmed?: boolean;
}

/** What would come out the same, however often it is tried: only other words, another picture or an older version help. */
const SAME_AGAIN: ReadonlySet<string> = new Set([
	UNCONFIRMED,
	'semantic_fail',
	'foreign_contact',
	'own_check',
	'layout_overflow',
	'unsupported_character',
	'ai_refused',
	'image_refused',
	'shorten_required',
	'title_too_long',
	'title_empty',
	'title_line_break',
	'subtitle_too_long',
	'subtitle_line_break',
	'category_too_long',
	'category_line_break',
	'cover_address',
	'body_empty',
	'link_too_long',
	'link_invalid',
	'image_prompt_empty',
	'image_prompt_too_long',
	'edit_scope_violation',
	'caption_mismatch',
	'link_mismatch',
	'source_missing',
	'image_not_found',
	'version_conflict',
	'cover_too_large',
	'invalid_request',
] satisfies StopCode[]);

/** Nothing was found that the post could rest on. */
const NO_SOURCE: ReadonlySet<string> = new Set(['no_source', 'search_unavailable', 'link_unread'] satisfies StopCode[]);

/** Whether trying the same again can come to something else. */
export const canRetry = (errorCode: string): boolean => !SAME_AGAIN.has(errorCode);

/** Work on it stopped for a reason, and only a person can continue it. */
export const isStopped = ({ state, error_code }: Pick<Standing, 'state' | 'error_code'>): boolean =>
	(state === 'text_generating' || state === 'text_preparing') && error_code !== null;

/** Buttons of a stopped version, in rows; none for any other. */
export function stoppedButtons(standing: Standing): readonly (readonly StopButton[])[] {
	const { version, body, error_code } = standing;
	if (!isStopped(standing) || error_code === null) return [];
	// There is no text to change, and what it is about may be written without a source.
	if (NO_SOURCE.has(error_code)) return [['from_memory'], ['send_link'], ['retry'], ['drop']];
	const edits: readonly StopButton[] = body === null || body === '' ? ['edit_text'] : ['edit_title', 'edit_text'];
	const again: readonly StopButton[] = [
		...(canRetry(error_code) ? (['retry'] as const) : []),
		// The first version has none before it.
		...(version > 1 ? (['back'] as const) : []),
	];
	const absent: readonly StopButton[] = error_code === UNCONFIRMED ? ['absent'] : [];
	const unfounded: readonly StopButton[][] = error_code === UNFOUNDED ? [['write_anew'], ['vouch']] : [];
	return [...unfounded, absent, edits, again, ['drop' as const]].filter((row) => row.length > 0);
}

/** Who has to do something next: the two people, the desk, the desk at a planned time, or the two people because the desk cannot go on. */
export type WorkGroup = 'waits' | 'works' | 'planned' | 'stopped';

/** What stopped is first: nothing else brings it back to mind, and a list may be longer than its page. */
export const workGroups: readonly WorkGroup[] = ['stopped', 'waits', 'works', 'planned'];

/** What a claimed version is claimed for. */
export type ClaimKind = 'planned' | 'missed' | 'unconfirmed' | 'publishing';

/** A draft that is not finished, with what its claim depends on. */
export interface OpenDraft extends Pick<Standing, 'state' | 'error_code'> {
	readonly unconfirmed?: boolean;
	/** The state of its plan, as long as that is not over: `open`, `due` or `missed`. Undefined: the caller does not know. */
	readonly plan?: string | null;
	/** The planned time, in milliseconds. */
	readonly goes_out_at?: number | null;
}

export function claimKind({ unconfirmed, plan }: Pick<OpenDraft, 'unconfirmed' | 'plan'>): ClaimKind {
	if (typeof plan === 'string') return plan === 'missed' ? 'missed' : 'planned';
	return unconfirmed === true ? 'unconfirmed' : 'publishing';
}

const GROUP_OF_CLAIM = { planned: 'planned', missed: 'waits', unconfirmed: 'waits', publishing: 'works' } as const;

export function groupOfWork(draft: OpenDraft): WorkGroup {
	if (isStopped(draft)) return 'stopped';
	if (draft.state === 'claimed') return GROUP_OF_CLAIM[claimKind(draft)];
	return draft.state === 'text_generating' || draft.state === 'text_preparing' ? 'works' : 'waits';
}

/** Drafts as they are listed: group after group, the newest first in each, planned ones by their time. */
export const inGroups = <Draft extends OpenDraft>(drafts: readonly Draft[]): readonly Draft[] =>
	workGroups.flatMap((group) => {
		const ofGroup = drafts.filter((draft) => groupOfWork(draft) === group);
		return group === 'planned' ? ofGroup.toSorted((a, b) => (a.goes_out_at ?? 0) - (b.goes_out_at ?? 0)) : ofGroup;
	});

/** A draft in a list of them. */
export interface Listed extends Pick<Standing, 'state' | 'version' | 'error_code'> {
	readonly draft_key: string;
	/** Whether it is unknown if it is in the channel. */
	readonly unconfirmed: boolean;
}

/** Most drafts of a list that have buttons. */
const MAX_LISTED = 8;

/** What a person can press for a draft in a list: show it, continue it, give it up, or say whether it arrived. */
function listedButtons({ state, error_code, unconfirmed }: Listed, role: Role): readonly CallbackAction[] {
	switch (state) {
		case 'text_generating':
		case 'text_preparing':
			if (error_code === null) return ['resume'];
			if (error_code === UNCONFIRMED) return ['absent', 'drop'];
			return ['show', ...(canRetry(error_code) ? (['retry'] as const) : []), 'drop'];
		case 'ready':
		case 'awaiting_feedback':
			return ['show'];
		case 'claimed':
			return unconfirmed && role === 'owner' ? ['there', 'not_there'] : [];
		default:
			return [];
	}
}

/** Buttons below a list of drafts, a row for each; null when there are none. */
export function buttonsOfList(drafts: readonly Listed[], role: Role): Buttons | null {
	const rows = drafts.flatMap((draft) => {
		const { draft_key, version } = draft;
		const row = listedButtons(draft, role).flatMap((action) =>
			action === 'take' || action === 'at' ? [] : [{ action, draft_key, version }],
		);
		return row.length === 0 ? [] : [row];
	});
	return rows.length === 0 ? null : rows.slice(0, MAX_LISTED);
}

/** What can be done about a post in the channel. */
export const postButtons = ['correct', 'take_down'] as const;

interface PostFacts {
	readonly published_message_id?: number | null;
	readonly withdrawn_at?: number | null;
}

const hasPost = ({ state, published_message_id, withdrawn_at }: Pick<Standing, 'state'> & PostFacts): boolean =>
	state === 'published' && (published_message_id ?? 0) !== 0 && (withdrawn_at ?? null) === null;

/** The same as they are sent; null when there are none. */
export function buttonsOf(version: Standing & { readonly draft_key: string } & PostFacts): Buttons | null {
	const { draft_key, version: number } = version;
	const actions = hasPost(version) ? [postButtons] : stoppedButtons(version);
	const rows = actions.map((row) => row.map((action) => ({ action, draft_key, version: number })));
	return rows.length === 0 ? null : rows;
}

/**
 * What moves a version on, for a person who takes part. Work under way is moved by its execution, and gone on with once that is dead.
 * @returns none for a publication under way, whose outcome moves it, and for final states; what is in the channel is for the owner to say
 */
export function recoveryActions(standing: Standing, role: Role): readonly RecoveryAction[] {
	switch (standing.state) {
		case 'text_generating':
		case 'text_preparing':
			return isStopped(standing) ? stoppedButtons(standing).flat() : ['resume'];
		case 'claimed':
			return standing.unconfirmed === true && role === 'owner' ? ['there', 'not_there'] : [];
		case 'ready':
			return ['publish', 'feedback', 'reject'];
		case 'awaiting_feedback':
			return ['answer', 'cancel'];
		default:
			return [];
	}
}
