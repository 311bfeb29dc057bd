/** Methods that edit and delete messages. */
import { isObject } from '@copydesk/domain/isObject';
import { badRequest } from '../errors.ts';
import { inlineOnly, readMarkup } from '../markup.ts';
import { isVisual, shownInstead, type ChatState, type Messenger } from '../messenger.ts';
import { readEntities, type Parameters } from '../parameters.ts';
import { MOVING_KINDS } from '../photos.ts';
import { formatText } from '../text.ts';
import type { InlineKeyboardMarkup, Message } from '../types.ts';
import type { Method } from './method.ts';
import { checkedCaption, photoNamed, readCaption, readText, videoNamed } from './sending.ts';

function target(given: Parameters, messenger: Messenger, verb: 'edit' | 'delete'): { state: ChatState; message: Message } {
	if (!given.has('chat_id') && verb === 'edit' && given.has('inline_message_id')) throw badRequest('MESSAGE_ID_INVALID');
	const state = messenger.find(given.text('chat_id'));
	const messageId = given.integer('message_id');
	if (messageId === undefined || messageId <= 0) throw badRequest('message identifier is not specified');
	return { state, message: messenger.ownMessage(state, messageId, verb) };
}

const keyboardOf = (given: Parameters): InlineKeyboardMarkup | undefined =>
	inlineOnly(readMarkup(given.json('reply_markup', 'reply keyboard markup'))).keyboard;

export const editMessageText: Method = (given, { messenger }) => {
	const { state, message } = target(given, messenger, 'edit');
	const { text, entities } = readText(given);
	if (message.text === undefined) throw badRequest('there is no text in the message to edit');
	return messenger.edit(state, message, { text, entities }, keyboardOf(given));
};

export const editMessageCaption: Method = (given, { messenger }) => {
	const { state, message } = target(given, messenger, 'edit');
	const { text, entities } = readCaption(given);
	if (!isVisual(message)) throw badRequest('there is no caption in the message to edit');
	return messenger.edit(state, message, { caption: text, caption_entities: entities }, keyboardOf(given));
};

/** Replaces a picture or a video and its caption. */
export const editMessageMedia: Method = async (given, { messenger }) => {
	const { state, message } = target(given, messenger, 'edit');
	const media = given.json('media', 'InputMedia');
	if (!isObject(media)) throw badRequest("can't parse InputMedia: expected an Object");
	const type = String(media['type']);
	if (!isVisual(message)) throw badRequest('there is no media in the message to edit');
	const text = (name: string) => (['string', 'number'].includes(typeof media[name]) ? String(media[name]) : '');
	const caption = checkedCaption(formatText(text('caption'), text('parse_mode'), readEntities(media['caption_entities'])));
	const kind = MOVING_KINDS.find((each) => each === type);
	if (message.media_group_id !== undefined && type === 'animation') throw badRequest("message content type can't be used in an album");
	if (kind === undefined && type !== 'photo') throw badRequest('the sandbox shows pictures, videos and animations only');
	const visual =
		kind === undefined ? { photo: await photoNamed(text('media'), given, messenger) } : await videoNamed(kind, text, given, messenger);
	return messenger.edit(
		state,
		message,
		{ ...shownInstead(visual), caption: caption.text, caption_entities: caption.entities },
		keyboardOf(given),
	);
};

/** Without a markup the keyboard is removed. */
export const editMessageReplyMarkup: Method = (given, { messenger }) => {
	const { state, message } = target(given, messenger, 'edit');
	return messenger.edit(state, message, {}, keyboardOf(given));
};

export const deleteMessage: Method = (given, { messenger }) => {
	const { state, message } = target(given, messenger, 'delete');
	messenger.delete(state, message);
	return true;
};

/** Skips messages that do not exist. */
export const deleteMessages: Method = (given, { messenger }) => {
	const state = messenger.find(given.text('chat_id'));
	const ids = given.json('message_ids');
	if (!Array.isArray(ids) || ids.length === 0) throw badRequest('message identifiers are not specified');
	for (const message of state.messages.filter((one) => ids.includes(one.message_id))) messenger.delete(state, message);
	return true;
};

export const answerCallbackQuery: Method = (given, { messenger }) => {
	messenger.answerPress(given.text('callback_query_id'), given.text('text'), given.flag('show_alert'));
	return true;
};
