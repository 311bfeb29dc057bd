import { MAX_CALLBACK_DATA_BYTES, MAX_RENDERER_VERSION } from '../limits.ts';
import { COMMAND_DRAFT_ID } from '../ids.ts';

/**
 * What a button can ask for. `take` and `skip` belong to a news card and name an item. `make_post` and `no_post` stand under the
 * question whether a message is meant as a request, and carry the key that its draft would have; so do `read_link` (its version is
 * the number of the link) and `mention` under a message with links, and `make_anew` and `leave_words` under one that was edited,
 * and `write_anyway` and `leave_repeat` under one whose matter the desk had before; `show_it` there names that draft. `read_anyway` is
 * the same for a link, and `take_anyway` and `leave_card` for an item of a batch: their version is the number of the link or item.
 * `edit_title` to `drop` are the ways out of a version that stopped (`from_memory` and `send_link`: for which no source was found;
 * `write_anew` and `vouch`: which says what no source says),
 * `drop_anyway` drops one that is being worked on, `there`,
 * `not_there` and `absent` say whether an unconfirmed message arrived, `undo` takes a rejection back, `show` names a draft,
 * `everywhere` replaces words wherever they are, `change_it` and `new_post` stand under a message that may be meant for a post: they
 * carry the key that its draft would have, and the version of `change_it` is the number of that post's draft; `write_all` and `first_only`
 * stand under a message that asks for several posts, and the version of `write_all` is their number; `with_photo` to
 * `send_one` are about a picture that a person sent, `other_picture` to
 * `look_photo` answer the question what should change (`desk/menu.ts`), `title_1` to `picture_before` choose what a new version has
 * beside what it shows, and `later` to
 * `take_off` are about when a version goes out: `later` shows times, `at` is one of them. `correct` to `leave_it` are about a post
 * that is in the channel, or was. `close` closes the question that is open about a draft. `cancel_wait` and `lift_limit` are about a
 * request that waits until a time, and carry the key of its event. From `settings` on they are about the
 * desk and not about a draft (`panel.ts`).
 */
export const callbackActions = [
	'publish',
	'feedback',
	'reject',
	'resume',
	'take',
	'skip',
	'make_post',
	'no_post',
	'read_link',
	'mention',
	'make_anew',
	'leave_words',
	'write_anyway',
	'leave_repeat',
	'read_anyway',
	'take_anyway',
	'leave_card',
	'show_it',
	'edit_title',
	'edit_text',
	'retry',
	'from_memory',
	'send_link',
	'write_anew',
	'vouch',
	'back',
	'drop',
	'drop_anyway',
	'there',
	'not_there',
	'absent',
	'undo',
	'show',
	'everywhere',
	'change_it',
	'new_post',
	'write_all',
	'first_only',
	'with_photo',
	'photo_mine',
	'photo_again',
	'photo_other',
	'draw_one',
	'send_one',
	'other_picture',
	'draw_new',
	'other_title',
	'one_title',
	'three_titles',
	'shorter',
	'other_template',
	'own_words',
	'look_classic',
	'look_panel',
	'look_full',
	'look_frame',
	'look_words',
	'look_news',
	'look_photo',
	'title_1',
	'title_2',
	'picture_before',
	'later',
	'at',
	'other_time',
	'not_later',
	'publish_now',
	'next_slot',
	'take_off',
	'correct',
	'take_down',
	'take_down_yes',
	'take_down_no',
	'publish_anew',
	'leave_it',
	'close',
	'cancel_wait',
	'lift_limit',
	'settings',
	'setting',
	'set',
	'unset',
	'speak',
	'page',
] as const;
export type CallbackAction = (typeof callbackActions)[number];

/** What a message of ours may have below it by name; the buttons of a card come with the card. */
export type ButtonAction = Exclude<CallbackAction, 'take' | 'at'>;
export const buttonActions = callbackActions.filter((action): action is ButtonAction => action !== 'take' && action !== 'at');

/** Rows of buttons below a message; they are worded in the language of its reader. */
export type Buttons = readonly (readonly {
	readonly action: ButtonAction;
	readonly draft_key: string;
	readonly version: number;
	/** Of a button about a plan, below another message than a copy: the plan that the message shows. */
	readonly plan?: number;
}[])[];

export interface Callback {
	readonly action: CallbackAction;
	readonly draftKey: string;
	readonly version: number;
	/** Position of the item on a news card, from 1. */
	readonly item?: number;
	/** The moment that `at` is about, in minutes since 1970. */
	readonly minute?: number;
	/** The plan that the message of a button about a plan shows. */
	readonly plan?: number;
}

/** The first field; a button of another shape gets another one. */
const SHAPE = 'cd1';
const NUMBER = /^[1-9]\d{0,6}$/;
const MINUTE = /^[1-9]\d{7}$/;

/**
 * Writes the data of a button: `cd1|action|draft_key|version`, and `|item` for a card, `|minute` for a time or `|plan` for what a list
 * shows.
 * @throws Error when it would not fit the messenger's 64 bytes (keys are ASCII, so units are bytes)
 */
export function callbackData(callback: Callback): string {
	const { action, draftKey, version, item, minute, plan } = callback;
	const last = item ?? minute ?? plan;
	const data = [SHAPE, action, draftKey, version, ...(last === undefined ? [] : [last])].join('|');
	if (data.length > MAX_CALLBACK_DATA_BYTES || !COMMAND_DRAFT_ID.test(draftKey))
		throw new Error(`Expected callback data of at most 64 bytes but made ${data.length}`);
	return data;
}

/** Reads the data of a pressed button; undefined for anything that we would not have written. */
export function parseCallbackData(data: string): Callback | undefined {
	const [shape, action, draftKey, version, item, ...more] = data.split('|');
	if (shape !== SHAPE || more.length > 0 || !isAction(action) || draftKey === undefined || !COMMAND_DRAFT_ID.test(draftKey))
		return undefined;
	if (version === undefined || !NUMBER.test(version) || Number(version) > MAX_RENDERER_VERSION) return undefined;
	if (action === 'at')
		return item !== undefined && MINUTE.test(item) ? { action, draftKey, version: Number(version), minute: Number(item) } : undefined;
	if (ofShownPlan(action) && item !== undefined)
		return NUMBER.test(item) ? { action, draftKey, version: Number(version), plan: Number(item) } : undefined;
	// What is absent may be a preview, or a card of a batch.
	if (action !== 'absent' && isOfCard(action) !== (item !== undefined)) return undefined;
	if (item === undefined) return { action, draftKey, version: Number(version) };
	return NUMBER.test(item) ? { action, draftKey, version: Number(version), item: Number(item) } : undefined;
}

function isAction(text: string | undefined): text is CallbackAction {
	return (callbackActions as readonly (string | undefined)[]).includes(text);
}

/** Whether a button is under a news card. */
export function isOfCard(action: CallbackAction): action is 'take' | 'skip' {
	return action === 'take' || action === 'skip';
}

const REQUESTS: readonly CallbackAction[] = ['make_post', 'new_post', 'write_all', 'first_only', 'mention', 'make_anew', 'write_anyway'];
const REFUSALS: readonly CallbackAction[] = ['no_post', 'leave_words', 'leave_repeat'];

/** Whether a button makes a request of the message that it is about. */
export const makesRequest = (action: CallbackAction): boolean => REQUESTS.includes(action);
/** Whether a button says that nothing is to become of that message. */
export const refusesRequest = (action: CallbackAction): boolean => REFUSALS.includes(action);
/** Whether a button answers what is to become of a message. */
export const answersRequest = (action: CallbackAction): boolean =>
	action === 'read_link' || action === 'change_it' || makesRequest(action) || refusesRequest(action);

const OF_PLAN = ['later', 'at', 'other_time', 'not_later', 'publish_now', 'next_slot', 'take_off'] as const;
export type PlanAction = (typeof OF_PLAN)[number];

const OF_SHOWN_PLAN: readonly CallbackAction[] = ['publish_now', 'other_time', 'next_slot', 'take_off'];
/** Whether a button is about a plan that its message shows. */
export const ofShownPlan = (action: CallbackAction): boolean => OF_SHOWN_PLAN.includes(action);

const OF_PHOTO = ['with_photo', 'photo_mine', 'photo_again', 'photo_other', 'draw_one', 'send_one'] as const;
export type PhotoAction = (typeof OF_PHOTO)[number];

/** Whether a button is about a picture that a person sent, or shall send. */
export function isOfPhoto(action: CallbackAction): action is PhotoAction {
	return (OF_PHOTO as readonly CallbackAction[]).includes(action);
}

const OF_MENU = [
	...(['other_picture', 'draw_new', 'other_title', 'one_title', 'three_titles', 'shorter', 'other_template', 'own_words'] as const),
	...(['look_classic', 'look_panel', 'look_full', 'look_frame', 'look_words', 'look_news', 'look_photo'] as const),
] as const;
export type MenuAction = (typeof OF_MENU)[number];

/** Whether a button answers the question what should change. */
export function isOfMenu(action: CallbackAction): action is MenuAction {
	return (OF_MENU as readonly CallbackAction[]).includes(action);
}

const OF_CHOICE = ['title_1', 'title_2', 'picture_before'] as const;
export type ChoiceAction = (typeof OF_CHOICE)[number];

/** Whether a button takes another title or picture that a version has. */
export function isOfChoice(action: CallbackAction): action is ChoiceAction {
	return (OF_CHOICE as readonly CallbackAction[]).includes(action);
}

/** Whether a button is about when a version goes out. */
export function isOfPlan(action: CallbackAction): action is PlanAction {
	return (OF_PLAN as readonly CallbackAction[]).includes(action);
}

const OF_WAIT = ['cancel_wait', 'lift_limit'] as const;
export type WaitAction = (typeof OF_WAIT)[number];

/** Whether a button is about a request that waits until a time. */
export function isOfWait(action: CallbackAction): action is WaitAction {
	return (OF_WAIT as readonly CallbackAction[]).includes(action);
}

const OF_POST = ['correct', 'take_down', 'take_down_yes', 'take_down_no', 'publish_anew', 'leave_it'] as const;
export type PostAction = (typeof OF_POST)[number];

/** Whether a button is about a post that was published. */
export function isOfPost(action: CallbackAction): action is PostAction {
	return (OF_POST as readonly CallbackAction[]).includes(action);
}
