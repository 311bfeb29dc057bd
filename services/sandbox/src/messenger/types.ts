/**
 * The Bot API objects that the sandbox uses, named as on the wire.
 * @see https://core.telegram.org/bots/api#available-types (Bot API 10.3)
 */

export interface User {
	readonly id: number;
	readonly is_bot: boolean;
	readonly first_name: string;
	readonly last_name?: string;
	readonly username?: string;
	readonly language_code?: string;
}

export interface Chat {
	readonly id: number;
	readonly type: 'private' | 'channel' | 'group' | 'supergroup';
	readonly title?: string;
	readonly username?: string;
	readonly first_name?: string;
	readonly last_name?: string;
}

/** Offsets and lengths are UTF-16 units. */
export interface MessageEntity {
	readonly type: string;
	readonly offset: number;
	readonly length: number;
	readonly url?: string;
	readonly language?: string;
}

export interface PhotoSize {
	readonly file_id: string;
	readonly file_unique_id: string;
	readonly width: number;
	readonly height: number;
	readonly file_size: number;
}

/** A file that was not sent as a photo. */
export interface Document {
	readonly file_id: string;
	readonly file_unique_id: string;
	readonly file_name: string;
	readonly mime_type: string;
	readonly file_size: number;
}

/** A recorded voice. */
export interface Voice {
	readonly file_id: string;
	readonly file_unique_id: string;
	/** As the sender's program says. */
	readonly duration: number;
	readonly mime_type: string;
	readonly file_size: number;
}

/** A video, or a GIF, which the messenger calls an animation. */
export interface Video {
	readonly file_id: string;
	readonly file_unique_id: string;
	readonly width: number;
	readonly height: number;
	readonly duration: number;
	readonly mime_type: string;
	readonly file_size: number;
	/** The picture on it until somebody plays it. */
	readonly cover?: readonly PhotoSize[];
}

export interface Sticker {
	readonly file_id: string;
	readonly file_unique_id: string;
	readonly type: 'regular';
	readonly width: number;
	readonly height: number;
	readonly is_animated: false;
	readonly is_video: false;
	readonly emoji: string;
}

export interface InlineKeyboardButton {
	readonly text: string;
	readonly callback_data?: string;
	readonly url?: string;
	readonly style?: string;
	readonly disabled?: boolean;
	readonly [other: string]: unknown;
}

export interface InlineKeyboardMarkup {
	readonly inline_keyboard: readonly (readonly InlineKeyboardButton[])[];
}

export interface Message {
	readonly message_id: number;
	readonly from?: User;
	readonly sender_chat?: Chat;
	readonly chat: Chat;
	/** Unix seconds. */
	readonly date: number;
	readonly edit_date?: number;
	readonly forward_origin?: {
		readonly type: string;
		readonly date: number;
		readonly chat?: Chat;
		readonly sender_user?: User | undefined;
		readonly [other: string]: unknown;
	};
	readonly reply_to_message?: Message;
	readonly text?: string;
	readonly entities?: readonly MessageEntity[];
	readonly photo?: readonly PhotoSize[];
	readonly document?: Document;
	readonly voice?: Voice;
	readonly video?: Video;
	readonly animation?: Video;
	readonly sticker?: Sticker;
	readonly media_group_id?: string;
	readonly caption?: string;
	readonly caption_entities?: readonly MessageEntity[];
	readonly show_caption_above_media?: true;
	readonly has_media_spoiler?: true;
	readonly reply_markup?: InlineKeyboardMarkup;
	readonly has_protected_content?: true;
}

interface CallbackQuery {
	readonly id: string;
	readonly from: User;
	readonly message?: Message;
	readonly chat_instance: string;
	readonly data: string;
}

interface ChatMemberUpdated {
	readonly chat: Chat;
	readonly from: User;
	readonly date: number;
	readonly old_chat_member: { readonly user: User; readonly status: string; readonly [other: string]: unknown };
	readonly new_chat_member: { readonly user: User; readonly status: string; readonly [other: string]: unknown };
}

export interface Update {
	readonly update_id: number;
	readonly message?: Message;
	readonly edited_message?: Message;
	readonly channel_post?: Message;
	readonly callback_query?: CallbackQuery;
	readonly my_chat_member?: ChatMemberUpdated;
	readonly message_reaction_count?: MessageReactionCount;
}

/** @see https://core.telegram.org/bots/api#messagereactioncountupdated */
export interface MessageReactionCount {
	readonly chat: Chat;
	readonly message_id: number;
	readonly date: number;
	readonly reactions: readonly { readonly type: { readonly type: 'emoji'; readonly emoji: string }; readonly total_count: number }[];
}

export interface ReplyParameters {
	readonly messageId: number;
	readonly allowWithout: boolean;
}

/** One line of a client's menu. */
export interface BotCommand {
	readonly command: string;
	readonly description: string;
}

/** The answer of a method: the envelope on the wire. */
export type Envelope =
	| { readonly ok: true; readonly result: unknown; readonly description?: string }
	| {
			readonly ok: false;
			readonly error_code: number;
			readonly description: string;
			readonly parameters?: { readonly retry_after?: number };
	  };
