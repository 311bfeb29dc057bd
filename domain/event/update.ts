import { isFormType, linkAddress } from '../caption/form.ts';
import type { FormEntity } from '../caption/form.ts';
import type { MediaItem } from '../caption/media.ts';
import { namesLogo } from '../cover/logoWords.ts';
import { isObject } from '../isObject.ts';
import { MAX_CALLBACK_QUERY_ID_UNITS } from '../limits.ts';

/**
 * The few facts of a messenger update that the desk reads. Everything else in it creates no rights and is not looked at.
 * @see https://core.telegram.org/bots/api#update (Bot API 10.3)
 */
interface Sender {
	readonly updateId: number;
	readonly fromId: number;
	readonly fromIsBot: boolean;
	readonly chatId: number;
	readonly chatType: string;
	readonly messageId: number;
	/** What the sender's messenger is set to, e.g. `ru` or `pt-br`. */
	readonly languageCode: string | null;
}

/** A picture that a person sent, as a photo or as a file. */
export interface SentPicture {
	/** The messenger's name of the file; null for one that nothing can be made of. */
	readonly file_id: string | null;
	/** As the messenger says. */
	readonly bytes: number | null;
	/** Several pictures that were sent as one message share an album. */
	readonly album: string | null;
	/** A photo as an item of an album, which is sent by its file id. */
	readonly item?: MediaItem;
	/** A video or a GIF, which is sent as it is; absent for a picture, of which a cover is made. */
	readonly media?: MediaItem;
}

/** Words that a person spoke: a voice note, or a file of sound. */
export interface SentSound {
	readonly file_id: string;
	/** As the messenger says; it may not know. */
	readonly bytes: number | null;
	/** As the sender's program says. */
	readonly seconds: number;
}

/** What is sent of a picture or a video in an album; undefined for a file or a GIF, which can be no item of one. */
export const itemOf = (sent: SentPicture | null): MediaItem | undefined =>
	sent?.item ?? (sent?.media?.kind === 'video' ? sent.media : undefined);

/** One item of an album. */
export interface AlbumPart {
	readonly messageId: number;
	readonly picture: SentPicture | null;
}

export type Incoming =
	| (Sender & {
			readonly kind: 'message';
			/** The words of the message, or those below its picture. */
			readonly text: string | null;
			/** The picture of the message, or of the sender's own message that it answers. */
			readonly picture: SentPicture | null;
			/** What is to be heard before the message has words; absent once it was heard, and where there is none. */
			readonly sound?: SentSound;
			readonly replyToMessageId: number | null;
			readonly forwarded: boolean;
			/** In seconds since 1970. */
			readonly sentAt: number | null;
			/** Whether it was sent before, with other words. */
			readonly edited: boolean;
			/** The messages that were sent together as one album, in their order, this one among them; absent for one that came alone. */
			readonly parts?: readonly AlbumPart[];
			/** What the messenger marked as addresses of pages. */
			readonly links: readonly string[];
			/** How its words are formatted, as far as a post can show it; absent where they are plain. */
			readonly form?: readonly FormEntity[];
	  })
	| (Sender & {
			readonly kind: 'callback';
			readonly callbackQueryId: string;
			readonly data: string;
			/** What the message under the button says; null when the messenger does not tell. */
			readonly shown: string | null;
	  })
	| {
			readonly kind: 'membership';
			readonly updateId: number;
			readonly fromId: number;
			readonly chatId: number;
			readonly chatType: string;
			readonly status: string;
			readonly canPost: boolean;
	  }
	/** How often people reacted to a message of a channel; the messenger does not say who. */
	| {
			readonly kind: 'reactions';
			readonly updateId: number;
			readonly fromId: null;
			readonly chatId: number;
			readonly messageId: number;
			/** In seconds since 1970. */
			readonly countedAt: number;
			readonly counts: readonly { readonly reaction: string; readonly count: number }[];
	  }
	| { readonly kind: 'unsupported'; readonly updateId: number; readonly fromId: number | null; readonly chatId: number | null };

type Fields = Readonly<Record<string, unknown>>;

const fields = (value: unknown): Fields | undefined => (isObject(value) ? value : undefined);
const integer = (value: unknown): number | undefined => (Number.isSafeInteger(value) ? (value as number) : undefined);
const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** Reads an update as it was stored: with the words that were heard in it. */
export function readStored({
	update_id,
	update_json,
	heard,
}: {
	readonly update_id: number;
	readonly update_json: string | null;
	readonly heard?: string | null;
}): Incoming {
	return withHeard(readUpdate({ ...(JSON.parse(update_json ?? '{}') as Fields), update_id }), heard ?? null);
}

type Message = Extract<Incoming, { readonly kind: 'message' }>;

/** The messages of an album as one, with the words below all of them. Its number is that of the item that came first. */
export function joinAlbum(lead: Message, items: readonly Message[]): Message {
	const inOrder = items.toSorted((one, other) => one.messageId - other.messageId);
	const { text: _text, form: _form, ...sent } = lead;
	const { text: words, form } = joinWords(inOrder);
	const parts = inOrder.map(({ messageId, picture }) => ({ messageId, picture }));
	return {
		...sent,
		text: words,
		...(form.length === 0 ? {} : { form }),
		links: inOrder.flatMap(({ links }) => links),
		picture: parts.find(({ picture }) => picture !== null)?.picture ?? null,
		replyToMessageId: inOrder[0]?.replyToMessageId ?? null,
		...(parts.length > 1 ? { parts } : {}),
	};
}

const BETWEEN = '\n\n';

function joinWords(messages: readonly Message[]): { readonly text: string | null; readonly form: readonly FormEntity[] } {
	const form: FormEntity[] = [];
	let joined: string | null = null;
	for (const { text: words, form: own = [] } of messages) {
		if (words === null || words.trim() === '') continue;
		const before: string = joined === null ? '' : joined + BETWEEN;
		form.push(...own.map((entity) => ({ ...entity, offset: entity.offset + before.length })));
		joined = before + words;
	}
	return { text: joined, form };
}

/** The group of messages that were sent together with this one; null for one that was sent alone, or is no message. */
export function groupOf(update: Fields): string | null {
	const group = text(fields(update['message'])?.['media_group_id']) ?? '';
	return ALBUM.test(group) ? group : null;
}

/** The message as if its spoken words were written, below those that it has. */
export function withHeard(incoming: Incoming, heard: string | null): Incoming {
	if (incoming.kind !== 'message' || incoming.sound === undefined || heard === null) return incoming;
	const { sound: _sound, ...message } = incoming;
	return { ...message, text: [message.text ?? '', heard].filter((words) => words !== '').join('\n\n') };
}

/** Reads an update. What is not a whole message, button press or membership change is `unsupported`; nothing is guessed. */
export function readUpdate(update: Fields & { readonly update_id: number }): Incoming {
	const updateId = update.update_id;
	return (
		readMessage(updateId, fields(update['message']), false) ??
		readMessage(updateId, fields(update['edited_message']), true) ??
		readCallback(updateId, fields(update['callback_query'])) ??
		readMembership(updateId, fields(update['my_chat_member'])) ??
		readReactions(updateId, fields(update['message_reaction_count'])) ?? { kind: 'unsupported', updateId, fromId: null, chatId: null }
	);
}

function readSender(updateId: number, from: Fields | undefined, message: Fields | undefined): Sender | undefined {
	const chat = fields(message?.['chat']);
	const fromId = integer(from?.['id']);
	const chatId = integer(chat?.['id']);
	const chatType = text(chat?.['type']);
	const messageId = integer(message?.['message_id']);
	if (fromId === undefined || chatId === undefined || chatType === undefined || messageId === undefined) return undefined;
	// Only a plain false is no bot: a missing or strange value is not trusted.
	const languageCode = text(from?.['language_code']) ?? null;
	return { updateId, fromId, fromIsBot: from?.['is_bot'] !== false, chatId, chatType, messageId, languageCode };
}

function readMessage(updateId: number, message: Fields | undefined, edited: boolean): Incoming | undefined {
	const sender = readSender(updateId, fields(message?.['from']), message);
	if (message === undefined || sender === undefined) return undefined;
	const replyTo = fields(message['reply_to_message']);
	const own = readPicture(message);
	// Words in answer to one's own picture are the words of that picture.
	const answered = own === null && integer(fields(replyTo?.['from'])?.['id']) === sender.fromId ? readPicture(replyTo ?? {}) : null;
	const written = text(message['text']);
	const sound = readSound(message);
	const marks = written === undefined ? message['caption_entities'] : message['entities'];
	const form = formMarked(marks);
	return {
		kind: 'message',
		...sender,
		text: written ?? (own === null && sound === undefined ? null : (text(message['caption']) ?? null)),
		picture: own ?? answered,
		...(sound === undefined ? {} : { sound }),
		replyToMessageId: answered === null ? (integer(replyTo?.['message_id']) ?? null) : null,
		forwarded: message['forward_origin'] !== undefined,
		sentAt: integer(message['date']) ?? null,
		edited,
		links: linksMarked(written ?? text(message['caption']) ?? '', marks),
		...(form.length === 0 ? {} : { form }),
	};
}

/** The longest name of a file that the messenger gives has some hundred characters. */
const FILE_ID = /^[A-Za-z0-9_-]{1,256}$/;
const ALBUM = /^\d{1,32}$/;

/** The picture in a message: the largest size of a photo, or a file of which the messenger says that it is a picture. */
function readPicture(message: Fields): SentPicture | null {
	const album = text(message['media_group_id']) ?? null;
	const pictureOf = (file: Fields | undefined): SentPicture | null => {
		const file_id = text(file?.['file_id']) ?? '';
		if (!FILE_ID.test(file_id)) return null;
		return { file_id, bytes: integer(file?.['file_size']) ?? null, album: album !== null && ALBUM.test(album) ? album : null };
	};
	const isVideo = text(fields(message['document'])?.['mime_type'])?.startsWith('video/') === true;
	const moving = fields(message['animation']) ?? fields(message['video']);
	if (moving !== undefined || isVideo || fields(message['video_note']) !== undefined) {
		const media = moving === undefined ? null : readItem(message['animation'] === undefined ? 'video' : 'animation', moving);
		if (media === null) return NO_FILE;
		return { ...(pictureOf(moving) ?? NO_FILE), media };
	}
	const sizes = Array.isArray(message['photo']) ? (message['photo'] as unknown[]).map(fields) : [];
	const areaOf = (size: Fields | undefined): number => (integer(size?.['width']) ?? 0) * (integer(size?.['height']) ?? 0);
	if (sizes.length > 0) {
		const largest = sizes.reduce((best, size) => (areaOf(size) > areaOf(best) ? size : best));
		const [picture, item] = [pictureOf(largest), readItem('photo', largest ?? {})];
		return picture === null || item === null ? picture : { ...picture, item };
	}
	const file = fields(message['document']);
	// What is called the logo is looked at, whatever its kind, so that its sender hears what is wrong with it.
	const isPicture = text(file?.['mime_type'])?.startsWith('image/') === true || namesLogo(text(message['caption']) ?? '');
	return isPicture ? pictureOf(file) : null;
}

/** A file that was sent as another kind, or that the messenger does not name. */
const NO_FILE: SentPicture = { file_id: null, bytes: null, album: null };
/** Sides in pixels, and a day of seconds: what is said to be more is not believed. */
const MAX_VIDEO_SIDE_PX = 16_384;
const MAX_SECONDS = 86_400;
const MAX_FILE_BYTES = 4_294_967_296;

/** A photo or a video as its sender's program describes it: what it does not say, or what cannot be, is left out. */
function readItem(kind: MediaItem['kind'], file: Fields): MediaItem | null {
	const within = (name: string, most: number): number | null => {
		const value = integer(file[name]);
		return value !== undefined && value > 0 && value <= most ? value : null;
	};
	const [file_id = '', file_unique_id = ''] = [text(file['file_id']), text(file['file_unique_id'])];
	if (!FILE_ID.test(file_id) || !FILE_ID.test(file_unique_id)) return null;
	return {
		...{ kind, file_id, file_unique_id },
		...{ width: within('width', MAX_VIDEO_SIDE_PX), height: within('height', MAX_VIDEO_SIDE_PX) },
		...{ duration: within('duration', MAX_SECONDS), file_size: within('file_size', MAX_FILE_BYTES) },
	};
}

/** A recorded voice, or a file of which the messenger says that it is sound. */
function readSound(message: Fields): SentSound | undefined {
	const document = fields(message['document']);
	const isSound = text(document?.['mime_type'])?.startsWith('audio/') === true;
	const file = fields(message['voice']) ?? fields(message['audio']) ?? (isSound ? document : undefined);
	const file_id = text(file?.['file_id']) ?? '';
	if (!FILE_ID.test(file_id)) return undefined;
	const seconds = integer(file?.['duration']) ?? 0;
	return { file_id, bytes: integer(file?.['file_size']) ?? null, seconds: Math.min(Math.max(seconds, 0), MAX_SECONDS) };
}

function linksMarked(written: string, entities: unknown): readonly string[] {
	return (Array.isArray(entities) ? (entities as unknown[]) : []).flatMap((entity) => {
		const { type, offset, length, url } = fields(entity) ?? {};
		if (type === 'text_link') return typeof url === 'string' ? [url] : [];
		const [from, units] = [integer(offset), integer(length)];
		return type === 'url' && from !== undefined && units !== undefined ? [written.slice(from, from + units)] : [];
	});
}

/** The form that the messenger tells of words, as far as a post can show it. A quotation that can be folded stays a quotation. */
export function formMarked(entities: unknown): readonly FormEntity[] {
	return (Array.isArray(entities) ? (entities as unknown[]) : []).flatMap((entity): FormEntity[] => {
		const { type: marked, offset, length, url } = fields(entity) ?? {};
		const type = marked === 'expandable_blockquote' ? 'blockquote' : marked;
		const [from, units] = [integer(offset), integer(length)];
		if (!isFormType(type) || from === undefined || units === undefined) return [];
		if (type !== 'text_link') return [{ type, offset: from, length: units }];
		const address = linkAddress(text(url) ?? '');
		return address === null ? [] : [{ type, offset: from, length: units, url: address }];
	});
}

function readCallback(updateId: number, query: Fields | undefined): Incoming | undefined {
	const message = fields(query?.['message']);
	const sender = readSender(updateId, fields(query?.['from']), message);
	const callbackQueryId = text(query?.['id']);
	const data = text(query?.['data']);
	if (sender === undefined || callbackQueryId === undefined || data === undefined) return undefined;
	// An id is a key of rows: the messenger's have some twenty digits.
	if (callbackQueryId === '' || callbackQueryId.length > MAX_CALLBACK_QUERY_ID_UNITS) return undefined;
	return { kind: 'callback', ...sender, callbackQueryId, data, shown: text(message?.['caption']) ?? text(message?.['text']) ?? null };
}

function readMembership(updateId: number, change: Fields | undefined): Incoming | undefined {
	const chat = fields(change?.['chat']);
	const member = fields(change?.['new_chat_member']);
	const fromId = integer(fields(change?.['from'])?.['id']);
	const chatId = integer(chat?.['id']);
	const chatType = text(chat?.['type']);
	const status = text(member?.['status']);
	if (fromId === undefined || chatId === undefined || chatType === undefined || status === undefined) return undefined;
	return { kind: 'membership', updateId, fromId, chatId, chatType, status, canPost: member?.['can_post_messages'] !== false };
}

/** A channel has at most some dozen kinds of reactions. */
const MOST_REACTIONS = 50;
/** The messenger's signs for a custom emoji, which has no letter, and for a paid reaction. */
const OTHER_SIGNS: Readonly<Record<string, string>> = { custom_emoji: '🏷', paid: '⭐' };

function readReactions(updateId: number, change: Fields | undefined): Incoming | undefined {
	const chatId = integer(fields(change?.['chat'])?.['id']);
	const messageId = integer(change?.['message_id']);
	const countedAt = integer(change?.['date']);
	const listed = change?.['reactions'];
	if (chatId === undefined || messageId === undefined || countedAt === undefined || !Array.isArray(listed)) return undefined;
	const counted = new Map<string, number>();
	for (const each of (listed as unknown[]).slice(0, MOST_REACTIONS)) {
		const { type, total_count } = fields(each) ?? {};
		const { type: kind, emoji } = fields(type) ?? {};
		const sign = text(emoji) ?? OTHER_SIGNS[text(kind) ?? ''] ?? '';
		const count = integer(total_count) ?? 0;
		if (sign !== '' && sign.length <= 16 && count > 0) counted.set(sign, (counted.get(sign) ?? 0) + count);
	}
	return {
		kind: 'reactions',
		updateId,
		fromId: null,
		chatId,
		messageId,
		countedAt,
		counts: [...counted].map(([reaction, count]) => ({ reaction, count })),
	};
}
