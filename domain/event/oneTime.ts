/** Buttons that are pressed once: what they ask for is done, or said, with the press. */
import { parseCallbackData } from './callback.ts';
import type { CallbackAction } from './callback.ts';

const ONE_TIME: readonly CallbackAction[] = ['make_post', 'no_post', 'back', 'drop', 'there', 'not_there', 'absent', 'undo'];

interface Button {
	readonly callback_data?: unknown;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null;
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? (value as unknown[]) : []);

/**
 * What stays below a message after such a press: the rows of other drafts, as the messenger has them.
 * @param update the press as it came; a message too old to be shown has no buttons that we know
 * @returns null when the pressed button is none of these
 */
export function keyboardAfter(update: Readonly<Record<string, unknown>>): readonly (readonly Button[])[] | null {
	const query = isObject(update['callback_query']) ? update['callback_query'] : {};
	const pressed = typeof query['data'] === 'string' ? parseCallbackData(query['data']) : undefined;
	if (pressed === undefined || !ONE_TIME.includes(pressed.action)) return null;
	const message = isObject(query['message']) ? query['message'] : {};
	const markup = isObject(message['reply_markup']) ? message['reply_markup'] : {};
	return listOf(markup['inline_keyboard'])
		.map((row) => listOf(row).filter((each): each is Button => isObject(each) && !isAbout(each, pressed.draftKey)))
		.filter((row) => row.length > 0);
}

function isAbout({ callback_data }: Button, draftKey: string): boolean {
	return typeof callback_data !== 'string' || parseCallbackData(callback_data)?.draftKey === draftKey;
}
