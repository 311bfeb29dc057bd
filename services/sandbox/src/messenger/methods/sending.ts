/** Methods that send messages. */
import { randomInt } from 'node:crypto';
import { isObject } from '@copydesk/domain/isObject';
import { badRequest } from '../errors.ts';
import { readMarkup } from '../markup.ts';
import type { Content, Messenger, SendOptions, Visual } from '../messenger.ts';
import { readEntities } from '../parameters.ts';
import type { Parameters } from '../parameters.ts';
import { photoSizes, type MovingKind, type StoredPhoto } from '../photos.ts';
import { MAX_CAPTION_CODE_POINTS, MAX_TEXT_CODE_POINTS, codePoints, formatText, type FormattedText } from '../text.ts';
import type { Message, ReplyParameters } from '../types.ts';
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
	const upload = uploadNamed(named, given);
	if (upload !== undefined) return await messenger.photos.add(upload.bytes);
	if (named === '' || named.startsWith('attach://')) throw badRequest('there is no photo in the request');
	const known = messenger.photos.byFileId(named);
	if (known !== undefined) return known;
	if (messenger.photos.fileById(named) !== undefined) throw badRequest("can't use file of type Video as Photo");
	return unknownFile(named);
}

const uploadNamed = (named: string, given: Parameters) =>
	named.startsWith('attach://') ? given.file(named.slice('attach://'.length)) : undefined;

/** @throws ApiError always: no file has this id */
function unknownFile(named: string): never {
	if (/^https?:\/\//i.test(named)) throw badRequest('failed to get HTTP URL content');
	throw badRequest(
		/^[A-Za-z0-9_-]{20,}$/.test(named)
			? 'wrong file_id or the file is temporarily unavailable'
			: 'wrong remote file identifier specified: Wrong string length',
	);
}

/** An upload that is larger than this is not looked into: what the request does not say of it stays unknown. */
const LOOKED_INTO_BYTES = 10_485_760;

/**
 * The video that is named, with its cover: an upload of this request, or one that was sent before, which stays of its kind.
 * @param text what the request says, by name
 */
export async function videoNamed(kind: MovingKind, text: (name: string) => string, given: Parameters, messenger: Messenger) {
	const named = text('media');
	const upload = given.file(named) ?? uploadNamed(named, given);
	const whole = (name: string, fallback: number): number => (/^\d{1,9}$/.test(text(name)) ? Number(text(name)) : fallback);
	const covers = text('cover') === '' ? {} : { cover: photoSizes(await photoNamed(text('cover'), given, messenger)) };
	if (upload !== undefined) {
		const [width, height, duration] = upload.bytes.length > LOOKED_INTO_BYTES ? [320, 320, 0] : [1280, 720, 10];
		const said = { width: whole('width', width), height: whole('height', height), duration: whole('duration', duration) };
		const video = messenger.photos.addVideo(kind, { ...said, mime_type: 'video/mp4', file_size: upload.bytes.length }, upload.bytes);
		return { kind, video: { ...video, ...covers } };
	}
	if (named === '' || named.startsWith('attach://')) throw badRequest(`there is no ${kind} in the request`);
	const known = messenger.photos.videoById(named);
	if (known !== undefined) return { kind: known.kind, video: { ...known.video, ...(known.kind === 'video' ? covers : {}) } };
	const as = kind === 'video' ? 'Video' : 'Animation';
	if (messenger.photos.byFileId(named) !== undefined) throw badRequest(`can't use file of type Photo as ${as}`);
	if (messenger.photos.fileById(named) !== undefined) throw badRequest(`can't use file of type Document as ${as}`);
	return unknownFile(named);
}

const sendMoving =
	(kind: MovingKind): Method =>
	async (given, { messenger }) => {
		const state = messenger.find(given.text('chat_id'));
		const options = optionsOf(given);
		const caption = readCaption(given);
		const shown = { spoiler: given.flag('has_spoiler'), captionAbove: given.flag('show_caption_above_media') };
		const text = (name: string) => (name !== 'media' ? given.text(name) : given.file(kind) === undefined ? given.text(kind) : kind);
		return messenger.send(state, { ...(await videoNamed(kind, text, given, messenger)), caption, ...shown }, options);
	};

export const sendVideo = sendMoving('video');
export const sendAnimation = sendMoving('animation');

export const sendPhoto: Method = async (given, { messenger }) => {
	const state = messenger.find(given.text('chat_id'));
	const options = optionsOf(given);
	// The real server checks the caption first, so that a caption that is too long costs no upload.
	const caption = readCaption(given);
	const shown = { spoiler: given.flag('has_spoiler'), captionAbove: given.flag('show_caption_above_media') };
	return messenger.send(state, { photo: await photoOf(given, messenger), caption, ...shown }, options);
};

function visualOf({ photo, video, animation }: Message, messenger: Messenger): Visual | undefined {
	if (video !== undefined) return { kind: 'video', video };
	if (animation !== undefined) return { kind: 'animation', video: animation };
	const stored = photo === undefined ? undefined : messenger.photos.byFileId(photo.at(-1)?.file_id ?? '');
	return stored === undefined ? undefined : { photo: stored };
}

const ALBUM_TYPES = ['photo', 'video'];

/** Photos and videos that are shown as one. Nothing is sent if one of them cannot be. */
export const sendMediaGroup: Method = async (given, { messenger }) => {
	const state = messenger.find(given.text('chat_id'));
	const media = given.json('media', 'InputMedia');
	if (!Array.isArray(media)) throw badRequest("can't parse InputMedia: expected an Array");
	if (media.length === 0) throw badRequest('there are no messages to send');
	if (media.length === 1) throw badRequest('an album must include 2-10 items');
	if (media.length > 10) throw badRequest('too many messages to send as an album');
	if (given.has('reply_markup')) throw badRequest("reply_markup can't be used in sendMediaGroup");
	const options = optionsOf(given);
	const contents: Content[] = [];
	for (const item of media as unknown[]) contents.push(await itemOf(item, given, messenger));
	messenger.mustBeReachable(state);
	const album = String(randomInt(1e12, 9e12));
	return contents.map((content) => messenger.send(state, content, { ...options, album }));
};

async function itemOf(item: unknown, given: Parameters, messenger: Messenger): Promise<Content> {
	if (!isObject(item)) throw badRequest("can't parse InputMedia: expected an Object");
	const text = (name: string) => (['string', 'number'].includes(typeof item[name]) ? String(item[name]) : '');
	const type = text('type');
	if (!ALBUM_TYPES.includes(type)) throw badRequest("can't parse InputMedia: type can't be used in sendMediaGroup");
	const caption = checkedCaption(formatText(text('caption'), text('parse_mode'), readEntities(item['caption_entities'])));
	const shown = { spoiler: item['has_spoiler'] === true, captionAbove: item['show_caption_above_media'] === true };
	if (type === 'photo') return { photo: await photoNamed(text('media'), given, messenger), caption, ...shown };
	return { ...(await videoNamed('video', text, given, messenger)), caption, ...shown };
}

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
	const visual = visualOf(message, messenger);
	const content =
		visual === undefined
			? { text: { text: message.text ?? '', entities: message.entities ?? [] } }
			: { ...visual, caption: { text: message.caption ?? '', entities: message.caption_entities ?? [] } };
	return messenger.send(state, content, {
		markup: { keyboard: undefined, forceReply: undefined },
		protect: given.flag('protect_content'),
		forwardOrigin,
	});
};
