/** Methods that send messages. */
import { badRequest } from '../errors.ts';
import { readMarkup } from '../markup.ts';
import type { Messenger, SendOptions } from '../messenger.ts';
import type { Parameters } from '../parameters.ts';
import type { StoredPhoto } from '../photos.ts';
import { MAX_CAPTION_CODE_POINTS, MAX_TEXT_CODE_POINTS, codePoints, formatText } from '../text.ts';
import type { FormattedText } from '../text.ts';
import type { ReplyParameters } from '../types.ts';
import type { Method } from './method.ts';

function replyOf(given: Parameters): ReplyParameters | undefined {
	const parameters = given.json('reply_parameters', 'reply parameters');
	if (parameters !== undefined) {
		if (typeof parameters !== 'object' || parameters === null) throw badRequest("can't parse reply parameters JSON object");
		const { message_id: messageId, allow_sending_without_reply: allow } = parameters as Record<string, unknown>;
		if (!Number.isSafeInteger(Number(messageId))) throw badRequest('can\'t parse reply parameters: Can\'t find field "message_id"');
		return { messageId: Number(messageId), allowWithout: allow === true };
	}
	const messageId = given.integer('reply_to_message_id');
	return messageId === undefined || messageId === 0 ? undefined : { messageId, allowWithout: given.flag('allow_sending_without_reply') };
}

function optionsOf(given: Parameters): SendOptions {
	return {
		markup: readMarkup(given.json('reply_markup', 'reply keyboard markup')),
		reply: replyOf(given),
		protect: given.flag('protect_content'),
	};
}

/** @throws ApiError if empty or longer than 4096 */
export function readText(given: Parameters): FormattedText {
	const text = formatText(given.text('text'), given.text('parse_mode'), given.entities('entities'));
	if (text.text === '') throw badRequest('message text is empty');
	if (codePoints(text.text) > MAX_TEXT_CODE_POINTS) throw badRequest('message is too long');
	return text;
}

/** @throws ApiError if longer than 1024; an empty caption counts as none */
export function readCaption(given: Parameters): FormattedText {
	return checkedCaption(formatText(given.text('caption'), given.text('parse_mode'), given.entities('caption_entities')));
}

/** @throws ApiError if longer than 1024 */
export function checkedCaption(caption: FormattedText): FormattedText {
	if (codePoints(caption.text) > MAX_CAPTION_CODE_POINTS) throw badRequest('message caption is too long');
	return caption;
}

export const sendMessage: Method = (given, { messenger }) => {
	const state = messenger.find(given.text('chat_id'));
	const text = readText(given);
	return messenger.send(state, { text }, optionsOf(given));
};

/** The picture that `photo` names: an upload of this request, or a stored one. */
const photoOf = async (given: Parameters, messenger: Messenger): Promise<StoredPhoto> => {
	const upload = given.file('photo');
	return upload === undefined ? photoNamed(given.text('photo'), given, messenger) : messenger.photos.add(upload.bytes);
};

/** @param named an upload of this request as `attach://name`, or the id of a stored picture */
export async function photoNamed(named: string, given: Parameters, messenger: Messenger): Promise<StoredPhoto> {
	const upload = named.startsWith('attach://') ? given.file(named.slice('attach://'.length)) : undefined;
	if (upload !== undefined) return await messenger.photos.add(upload.bytes);
	if (named === '' || named.startsWith('attach://')) throw badRequest('there is no photo in the request');
	const known = messenger.photos.byFileId(named);
	if (known !== undefined) return known;
	if (/^https?:\/\//i.test(named)) throw badRequest('failed to get HTTP URL content');
	throw badRequest(
		/^[A-Za-z0-9_-]{20,}$/.test(named)
			? 'wrong file_id or the file is temporarily unavailable'
			: 'wrong remote file identifier specified: Wrong string length',
	);
}

export const sendPhoto: Method = async (given, { messenger }) => {
	const state = messenger.find(given.text('chat_id'));
	const options = optionsOf(given);
	// The real server checks the caption first, so that a caption that is too long costs no upload.
	const caption = readCaption(given);
	const shown = { spoiler: given.flag('has_spoiler'), captionAbove: given.flag('show_caption_above_media') };
	return messenger.send(state, { photo: await photoOf(given, messenger), caption, ...shown }, options);
};

/** Forwards a message unchanged, with its origin. */
export const forwardMessage: Method = (given, { messenger }) => {
	const state = messenger.find(given.text('chat_id'));
	const from = messenger.find(given.text('from_chat_id'));
	const message = from.messages.find((one) => one.message_id === given.integer('message_id'));
	if (message === undefined) throw badRequest('message to forward not found');
	if (message.has_protected_content === true) throw badRequest("the message can't be forwarded");
	const forwardOrigin =
		message.forward_origin ??
		(message.sender_chat === undefined
			? { type: 'user', sender_user: message.from, date: message.date }
			: { type: 'channel', chat: message.sender_chat, message_id: message.message_id, date: message.date });
	const photo = message.photo === undefined ? undefined : messenger.photos.byFileId(message.photo.at(-1)?.file_id ?? '');
	const content =
		photo === undefined
			? { text: { text: message.text ?? '', entities: message.entities ?? [] } }
			: { photo, caption: { text: message.caption ?? '', entities: message.caption_entities ?? [] } };
	return messenger.send(state, content, {
		markup: { keyboard: undefined, forceReply: undefined },
		protect: given.flag('protect_content'),
		forwardOrigin,
	});
};
