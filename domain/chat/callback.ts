import { MAX_CALLBACK_DATA_BYTES, MAX_RENDERER_VERSION } from '../limits.ts';
import { COMMAND_DRAFT_ID } from '../ids.ts';
import type { Buttons } from '../api/collaboration.ts';
import { buttonActions, callbackActions, isOf, pressOf } from './presses.ts';
import type { ActionOf, ButtonAction, CallbackAction } from './presses.ts';

export { buttonActions, callbackActions };
export type { ButtonAction, Buttons, CallbackAction };

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
export const isOfCard = isOf('card');
/** Whether a button makes a request of the message that it is about. */
export const makesRequest = isOf('request');
/** Whether a button answers what is to become of a message. */
export const answersRequest = isOf('link', 'change', 'request', 'refusal');

/** Whether a button is about when a version goes out. */
export const isOfPlan = isOf('plan');
/** Whether a button is about a plan that its message shows. */
export const ofShownPlan = (action: CallbackAction): boolean => pressOf(action).showsPlan === true;

/** Whether a button is about a picture that a person sent, or shall send. */
export const isOfPhoto = isOf('photo');
export type MenuAction = ActionOf<'menu'>;
/** Whether a button answers the question what should change. */
export const isOfMenu = isOf('menu');
export type ChoiceAction = ActionOf<'choice'>;
/** Whether a button takes another title or picture that a version has. */
export const isOfChoice = isOf('choice');
/** Whether a button is about a week that the desk proposes. */
export const isOfWeek = isOf('week');
/** Whether a button is about a request that waits until a time. */
export const isOfWait = isOf('wait');
/** Whether a button is about a sheet of covers with a logo. */
export const isOfBrand = isOf('brand');
export type PostAction = ActionOf<'post'>;
/** Whether a button is about a post that was published. */
export const isOfPost = isOf('post');
