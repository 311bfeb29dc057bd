/** Buttons that are pressed once: what they ask for is done, or said, with the press. */
import { isObject } from '../isObject.ts';
import { parseCallbackData } from './callback.ts';
import { pressOf } from './presses.ts';
import type { CallbackAction } from './presses.ts';

interface Button {
	readonly callback_data?: unknown;
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? (value as unknown[]) : []);

/** Buttons below the message of a press, as the messenger has them; a message too old to be shown has none that we know. */
function buttonsBelow(update: Readonly<Record<string, unknown>>): {
	readonly data: unknown;
	readonly rows: readonly (readonly Button[])[];
} {
	const query = isObject(update['callback_query']) ? update['callback_query'] : {};
	const message = isObject(query['message']) ? query['message'] : {};
	const markup = isObject(message['reply_markup']) ? message['reply_markup'] : {};
	return {
		data: query['data'],
		rows: listOf(markup['inline_keyboard']).map((row) => listOf(row).filter((each): each is Button => isObject(each))),
	};
}

/** The action of the pressed button; null where it is none of ours. */
export function pressedAction(update: Readonly<Record<string, unknown>>): CallbackAction | null {
	const { data } = buttonsBelow(update);
	return (typeof data === 'string' ? parseCallbackData(data)?.action : undefined) ?? null;
}

/**
 * What stays below a message after such a press: the rows of other drafts.
 * @param update the press as it came
 * @returns null when the pressed button is none of these
 */
export function keyboardAfter(update: Readonly<Record<string, unknown>>): readonly (readonly Button[])[] | null {
	const { data } = buttonsBelow(update);
	const pressed = typeof data === 'string' ? parseCallbackData(data) : undefined;
	if (pressed === undefined) return null;
	// Below a card it stays until the item is decided.
	const isUsed = pressed.action === 'take_anyway' ? isQuestionAboutCard(update) : pressOf(pressed.action).once === true;
	if (pressed.action === 'week_all' || pressed.action === 'week_none') return [];
	return isUsed ? keyboardWithout(update, pressed.draftKey) : null;
}

const isQuestionAboutCard = (update: Readonly<Record<string, unknown>>): boolean =>
	buttonsBelow(update).rows.some((row) => row.some(({ callback_data }) => String(callback_data).includes('|leave_card|')));

/** What stays below the message of a press once a draft needs no buttons there any more. */
export function keyboardWithout(update: Readonly<Record<string, unknown>>, draftKey: string): readonly (readonly Button[])[] {
	const rows = buttonsBelow(update).rows.map((row) => row.filter((each) => !isAbout(each, draftKey)));
	return rows.filter((row) => row.length > 0);
}

/** Whether the message of a press is about more than one draft. */
export function isOfSeveral(update: Readonly<Record<string, unknown>>): boolean {
	const keys = buttonsBelow(update)
		.rows.flat()
		.map(({ callback_data }) => (typeof callback_data === 'string' ? parseCallbackData(callback_data)?.draftKey : undefined));
	return new Set(keys).size > 1;
}

function isAbout({ callback_data }: Button, draftKey: string): boolean {
	return typeof callback_data !== 'string' || parseCallbackData(callback_data)?.draftKey === draftKey;
}
