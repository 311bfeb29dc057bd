import type { Formatted } from '@copydesk/domain/caption/form';
import type { MediaItem } from '@copydesk/domain/caption/media';

/** Every request of the desk to the Bot API: methods are named here and nowhere else. */
export interface MessengerRequest {
	readonly method: string;
	readonly fields: Readonly<Record<string, unknown>>;
	/** Sent in the multipart field `photo`. */
	readonly photo?: Picture;
	/** The time-out for the answer, if not the default. */
	readonly answerTimeoutMs?: number;
	/** The largest answer in bytes, if not the default. */
	readonly maxAnswerBytes?: number;
}

export interface Picture {
	readonly bytes: Buffer;
	readonly fileName: string;
}

/** A keyboard, a forced reply, or nothing below the message. */
export type Markup = object | undefined;

/** A caption with entities and without a parse mode, so that the messenger never reads it as markup. */
const captioned = ({ text, entities }: Formatted) => ({ caption: text, ...(entities.length === 0 ? {} : { caption_entities: entities }) });

const markup = (reply_markup: Markup) => (reply_markup === undefined ? {} : { reply_markup });

export const textMessage = (chat_id: number, text: string, below?: Markup): MessengerRequest => ({
	method: 'sendMessage',
	fields: { chat_id, text, ...markup(below) },
});

/** @see https://core.telegram.org/bots/api#getchat (Bot API 10.3) */
export const chatAsked = (chat_id: number): MessengerRequest => ({ method: 'getChat', fields: { chat_id } });

/** @see https://core.telegram.org/bots/api#getme (Bot API 10.3) */
export const botAsked = (): MessengerRequest => ({ method: 'getMe', fields: {} });

/** A text without a link preview. */
export const cardMessage = (chat_id: number, text: string, below: object): MessengerRequest => ({
	method: 'sendMessage',
	fields: { chat_id, text, link_preview_options: { is_disabled: true }, ...markup(below) },
});

export const replyMessage = (chat_id: number, text: string, message_id: number, below?: Markup): MessengerRequest => ({
	method: 'sendMessage',
	fields: { chat_id, text, reply_parameters: { message_id, allow_sending_without_reply: true }, ...markup(below) },
});

/** A question that is answered by a reply; the input field shows the placeholder. */
export const question = (chat_id: number, text: string, placeholder: string): MessengerRequest =>
	textMessage(chat_id, text, { force_reply: true, input_field_placeholder: placeholder });

/** How a picture, a video or an album is shown. */
interface ShownHow {
	readonly spoiler?: boolean;
	readonly captionAbove?: boolean;
	readonly silent?: boolean;
}

const flagsOf = ({ spoiler, captionAbove }: Omit<ShownHow, 'silent'>) => ({
	...(spoiler === true ? { has_spoiler: true } : {}),
	...(captionAbove === true ? { show_caption_above_media: true } : {}),
});

const soundOf = ({ silent }: ShownHow) => (silent === true ? { disable_notification: true } : {});

/** @param photo a picture, or the messenger's file id */
export const photoMessage = (
	chat_id: number,
	photo: Picture | string,
	caption: Formatted,
	below?: Markup,
	how: ShownHow = {},
): MessengerRequest => {
	const fields = {
		...{ chat_id, ...captioned(caption), ...markup(below) },
		...flagsOf(how),
		...soundOf(how),
	};
	return withUpload({ method: 'sendPhoto', fields: typeof photo === 'string' ? { ...fields, photo } : fields }, photo);
};

/**
 * A video or a GIF by its file id, with its size and length: the messenger looks into no large file, and would show a grey square.
 * @param cover the picture on a video until somebody plays it, as for `photoMessage`; null: a frame of the video
 */
export function videoMessage(
	chat_id: number,
	item: MediaItem,
	cover: Picture | string | null,
	caption: Formatted,
	below?: Markup,
	how: ShownHow = {},
): MessengerRequest {
	const fields = {
		...{ chat_id, [item.kind]: item.file_id, ...described(item, cover), ...captioned(caption), ...markup(below) },
		...flagsOf(how),
		...soundOf(how),
	};
	return withUpload({ method: item.kind === 'animation' ? 'sendAnimation' : 'sendVideo', fields }, cover);
}

/** The items of a post that is an album: the cover first, if there is one. */
export type AlbumItems = readonly ({ readonly picture: Picture | string } | { readonly item: MediaItem })[];

/** Several photos and videos that are shown as one. The first has the caption: with two captions the messenger would show none. */
export function albumMessage(chat_id: number, items: AlbumItems, caption: Formatted, how: ShownHow = {}): MessengerRequest {
	const media = items.map((each, index) => ({
		...('item' in each
			? { type: each.item.kind, media: each.item.file_id, ...described(each.item, null) }
			: { type: 'photo', media: typeof each.picture === 'string' ? each.picture : 'attach://photo' }),
		...(index === 0 ? captioned(caption) : {}),
		...flagsOf(how),
	}));
	const fields = { chat_id, media, ...soundOf(how) };
	const [first] = items;
	return withUpload({ method: 'sendMediaGroup', fields }, first !== undefined && 'picture' in first ? first.picture : null);
}

/** What the messenger is told of a video beside its file. */
function described({ kind, width, height, duration }: MediaItem, cover: Picture | string | null) {
	if (kind === 'photo') return {};
	return {
		...(width === null ? {} : { width }),
		...(height === null ? {} : { height }),
		...(duration === null ? {} : { duration }),
		...(kind === 'video' ? { supports_streaming: true } : {}),
		...(cover === null ? {} : { cover: typeof cover === 'string' ? cover : 'attach://photo' }),
	};
}

const withUpload = (request: MessengerRequest, picture: Picture | string | null): MessengerRequest =>
	picture === null || typeof picture === 'string' ? request : { ...request, photo: picture };

/** Answers a press; the button shows the text for a moment. */
export const callbackAnswer = ({
	callback_query_id,
	text,
	show_alert,
}: {
	readonly callback_query_id: string;
	readonly text?: string;
	readonly show_alert?: boolean;
}): MessengerRequest => ({
	method: 'answerCallbackQuery',
	fields: { callback_query_id, ...(text === undefined ? {} : { text }), ...(show_alert === undefined ? {} : { show_alert }) },
});

/** The commands that the messenger offers in one chat. */
export const menu = (
	chat_id: number,
	commands: readonly { readonly command: string; readonly description: string }[],
): MessengerRequest => ({
	method: 'setMyCommands',
	fields: { commands, scope: { type: 'chat', chat_id } },
});

/** Replaces the text of a message. Its buttons are removed unless they are given again. */
export const editedText = (chat_id: number, message_id: number, text: string, below?: Markup): MessengerRequest => ({
	method: 'editMessageText',
	fields: { chat_id, message_id, text, ...markup(below) },
});

/** How the post is shown; a missing field resets to the default. */
interface EditedHow extends Omit<ShownHow, 'silent'> {
	/** Without it the buttons are removed. */
	readonly below?: Markup;
}

/** Replaces the caption of a picture. */
export const editedCaption = (chat_id: number, message_id: number, caption: Formatted, how: EditedHow = {}): MessengerRequest => ({
	method: 'editMessageCaption',
	fields: {
		chat_id,
		message_id,
		...captioned(caption),
		...(how.captionAbove === true ? { show_caption_above_media: true } : {}),
		...markup(how.below),
	},
});

/** Replaces what a message shows, and its caption. @param picture as for `photoMessage`, or as the cover of a video */
export const editedMedia = (
	chat_id: number,
	message_id: number,
	{ picture, item }: { readonly picture: Picture | string | null; readonly item?: MediaItem | undefined },
	caption: Formatted,
	how: EditedHow = {},
): MessengerRequest => {
	const media = {
		...(item === undefined
			? { type: 'photo', media: typeof picture === 'string' ? picture : 'attach://photo' }
			: { type: item.kind, media: item.file_id, ...described(item, picture) }),
		...captioned(caption),
		...flagsOf(how),
	};
	return withUpload({ method: 'editMessageMedia', fields: { chat_id, message_id, media, ...markup(how.below) } }, picture);
};

/** Forwards a message from another chat, without a sound. */
export const forward = (chat_id: number, from_chat_id: number, message_id: number): MessengerRequest => ({
	method: 'forwardMessage',
	fields: { chat_id, from_chat_id, message_id, disable_notification: true },
});

export const removal = (chat_id: number, message_id: number): MessengerRequest => ({
	method: 'deleteMessage',
	fields: { chat_id, message_id },
});

/** Deletes several messages; those that are not there are passed over. */
export const removals = (chat_id: number, message_ids: readonly number[]): MessengerRequest => ({
	method: 'deleteMessages',
	fields: { chat_id, message_ids },
});

export const withButtons = (chat_id: number, message_id: number, reply_markup: object): MessengerRequest => ({
	method: 'editMessageReplyMarkup',
	fields: { chat_id, message_id, reply_markup },
});
