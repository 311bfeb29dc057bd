import { isObject } from '@copydesk/domain/isObject';
import { checkAddress } from './entities.ts';
import { badRequest } from './errors.ts';
import type { InlineKeyboardButton, InlineKeyboardMarkup } from './types.ts';

/** A reply_markup: a keyboard below the message, and whether it asks for a reply. */
export interface Markup {
	readonly keyboard: InlineKeyboardMarkup | undefined;
	readonly forceReply: { readonly placeholder: string } | undefined;
}

const NO_MARKUP: Markup = { keyboard: undefined, forceReply: undefined };
const BUTTON_KINDS = [
	'url',
	'callback_data',
	'web_app',
	'login_url',
	'switch_inline_query',
	'switch_inline_query_current_chat',
	'copy_text',
	'callback_game',
	'pay',
	'disabled',
];

function readButton(value: unknown): InlineKeyboardButton {
	if (!isObject(value)) throw badRequest("can't parse inline keyboard button: Expected an Object");
	const { text } = value;
	if (typeof text !== 'string') throw badRequest('can\'t parse inline keyboard button: Can\'t find field "text"');
	if (text.trim() === '') throw badRequest('text buttons must be non-empty');
	const kind = BUTTON_KINDS.find((name) => value[name] !== undefined && value[name] !== false);
	if (kind === undefined) throw badRequest("can't parse inline keyboard button: Text buttons are unallowed in the inline keyboard");
	const button: Record<string, unknown> = { text };
	if (typeof value['style'] === 'string') button['style'] = value['style'];
	if (kind === 'callback_data') {
		if (typeof value['callback_data'] !== 'string')
			throw badRequest('can\'t parse inline keyboard button: Field "callback_data" must be of type String');
		const bytes = Buffer.byteLength(value['callback_data']);
		if (bytes < 1 || bytes > 64) throw badRequest('BUTTON_DATA_INVALID');
	}
	if (kind === 'url') checkAddress(String(value['url']), 'inline keyboard button');
	button[kind] = value[kind];
	return button as unknown as InlineKeyboardButton;
}

/** @throws ApiError in the server's words if the markup is invalid */
export function readMarkup(value: unknown): Markup {
	if (value === undefined || value === null || value === '') return NO_MARKUP;
	if (!isObject(value)) throw badRequest('object expected as reply markup');
	const force = value['force_reply'] === true || value['force_reply'] === 'true' || value['force_reply'] === 'True';
	const forceReply = force
		? { placeholder: typeof value['input_field_placeholder'] === 'string' ? value['input_field_placeholder'].slice(0, 64) : '' }
		: undefined;
	if (value['inline_keyboard'] === undefined) return { keyboard: undefined, forceReply };
	const rows = value['inline_keyboard'];
	if (!Array.isArray(rows)) throw badRequest('field "inline_keyboard" of the InlineKeyboardMarkup must be an Array');
	const read = rows.map((row: unknown) => {
		if (!Array.isArray(row)) throw badRequest('field "inline_keyboard" must be an Array of Arrays');
		return row.map(readButton);
	});
	const filled = read.filter((row) => row.length > 0);
	if (filled.flat().length > 100) throw badRequest('REPLY_MARKUP_TOO_LONG');
	return { keyboard: filled.length === 0 ? undefined : { inline_keyboard: filled }, forceReply };
}

/** The markup that a channel or an edit may have. @throws ApiError if it asks for a reply without a keyboard */
export function inlineOnly(markup: Markup): Markup {
	if (markup.forceReply !== undefined && markup.keyboard === undefined) throw badRequest('inline keyboard expected');
	return markup;
}
