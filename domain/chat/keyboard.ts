/** The buttons below the message of a press, as the messenger has them, and what stays of them. */
import { isObject } from '../isObject.ts';
import { parseCallbackData, type Callback } from './callback.ts';
import { pressOf, type CallbackAction } from './presses.ts';

interface Button {
	readonly callback_data?: unknown;
}
type Update = Readonly<Record<string, unknown>>;
type Keyboard = readonly (readonly Button[])[];

const objectIn = (value: unknown): Update => (isObject(value) ? value : {});
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? (value as unknown[]) : []);
/** Undefined for a button that is none of ours. */
const read = (data: unknown): Callback | undefined => (typeof data === 'string' ? parseCallbackData(data) : undefined);

const pressed = (update: Update): Callback | undefined => read(objectIn(update['callback_query'])['data']);

/** A message that is too old to be shown has no buttons that we know. */
function rowsBelow(update: Update): Keyboard {
	const message = objectIn(objectIn(update['callback_query'])['message']);
	const rows = listOf(objectIn(message['reply_markup'])['inline_keyboard']);
	return rows.map((row) => listOf(row).filter((each): each is Button => isObject(each)));
}

/** The action of the pressed button; null for a button that is none of ours. */
export const pressedAction = (update: Update): CallbackAction | null => pressed(update)?.action ?? null;

/**
 * What stays below a message after the press of a button that is pressed once: the rows of other drafts.
 * @returns null for any other button
 */
export function keyboardAfter(update: Update): Keyboard | null {
	const callback = pressed(update);
	if (callback === undefined) return null;
	if (callback.action === 'week_all' || callback.action === 'week_none') return [];
	// Below a card it stays until the item is decided.
	const isUsed = callback.action === 'take_anyway' ? isQuestionAboutCard(update) : pressOf(callback.action).once === true;
	return isUsed ? keyboardWithout(update, callback.draftKey) : null;
}

const isQuestionAboutCard = (update: Update): boolean =>
	rowsBelow(update).some((row) => row.some(({ callback_data }) => read(callback_data)?.action === 'leave_card'));

/** What stays below the message of a press once a draft needs no buttons there any more. Links go too. */
export function keyboardWithout(update: Update, draftKey: string): Keyboard {
	const goes = ({ callback_data }: Button): boolean => typeof callback_data !== 'string' || read(callback_data)?.draftKey === draftKey;
	return rowsBelow(update)
		.map((row) => row.filter((button) => !goes(button)))
		.filter((row) => row.length > 0);
}

/** Whether the message of a press is about more than one draft. */
export const isOfSeveral = (update: Update): boolean =>
	new Set(
		rowsBelow(update)
			.flat()
			.map(({ callback_data }) => read(callback_data)?.draftKey),
	).size > 1;
