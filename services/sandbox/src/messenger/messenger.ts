/** The messenger's state: chats, their people, and what each side may do. Contains no HTTP. */
import { createHash } from 'node:crypto';
import type { Hub } from '../hub.ts';
import { NOT_MODIFIED, QUERY_TOO_OLD, badRequest, forbidden } from './errors.ts';
import { inlineOnly, type Markup } from './markup.ts';
import { photoSizes, type MovingKind, type Photos, type StoredPhoto } from './photos.ts';
import { codePoints, formatText, type FormattedText } from './text.ts';
import type {
	BotCommand,
	Chat,
	Document,
	InlineKeyboardMarkup,
	Message,
	MessageEntity,
	ReplyParameters,
	Sticker,
	Update,
	User,
	Video,
	Voice,
} from './types.ts';
import { CALLBACK_LIFE_MS, type Updates } from './updates.ts';

/** The message that waits for a reply. */
export interface ForceReply {
	readonly message_id: number;
	readonly placeholder: string;
}

/** A chat as the sandbox stores it. */
export interface ChatState {
	readonly chat: Chat;
	/** The person in the chat; none for the channel. */
	person?: User;
	/** False until the person has pressed Start: a bot may not write first. */
	started: boolean;
	blocked: boolean;
	messages: Message[];
	/** Set if the bot asked for a reply to this message. */
	forceReply: ForceReply | null;
}

interface Press {
	readonly id: string;
	readonly from: number;
	readonly atMs: number;
}

export interface MessengerState {
	readonly chats: readonly ChatState[];
	readonly nextPrivateId: number;
	readonly nextChannelId: number;
	readonly nextPressId: number;
	readonly presses: readonly Press[];
	/** Lists of commands by scope. */
	readonly commands?: Readonly<Record<string, readonly BotCommand[]>>;
}

interface MessengerParts {
	readonly bot: User;
	readonly now: () => number;
	readonly updates: Updates;
	readonly photos: Photos;
	readonly hub: Hub;
	readonly changed: () => void;
}

/** The content of a message from the bot. */
export type Content = { readonly text: FormattedText } | Captioned<Visual>;

type Captioned<Shown> = Shown & { readonly caption: FormattedText; readonly spoiler?: boolean; readonly captionAbove?: boolean };

/** What a message shows. */
export type Visual = { readonly photo: StoredPhoto } | { readonly kind: MovingKind; readonly video: Video };

export interface SendOptions {
	readonly markup: Markup;
	readonly reply?: ReplyParameters | undefined;
	readonly protect?: boolean;
	readonly forwardOrigin?: Message['forward_origin'];
	/** What messages that are shown as one have in common. */
	readonly album?: string;
}

/** Older messages are deleted, so that a long-running sandbox stays fast. */
const KEPT_MESSAGES = 500;
/** A message can be deleted for two days. */
const DELETE_WITHIN_SECONDS = 48 * 3_600;
const FIRST_PRESS_ID = 4_300_000_000_000_000;

/** An attachment to a person's message. */
export type Attached =
	| { readonly photo: StoredPhoto }
	| { readonly document: Document }
	| { readonly sticker: Sticker }
	| { readonly voice: Voice }
	| { readonly kind: MovingKind; readonly video: Video };

export interface AttachOptions {
	readonly caption?: string;
	readonly replyTo?: number | undefined;
	readonly album?: string | undefined;
	readonly forwarded?: boolean | undefined;
	readonly entities?: readonly MessageEntity[] | undefined;
}

const OWNER_ID = 1001;
const EDITOR_ID = 1002;
const CHANNEL_ID = -1001000000001;

/** A refusal to a person or to the control API; the bot never sees it. */
export class PersonError extends Error {
	readonly status: number;
	constructor(status: number, message: string) {
		super(message);
		this.name = 'PersonError';
		this.status = status;
	}
}

function privateChat(person: User): ChatState {
	const { id, first_name, last_name, username } = person;
	return {
		chat: {
			id,
			type: 'private',
			first_name,
			...(last_name === undefined ? {} : { last_name }),
			...(username === undefined ? {} : { username }),
		},
		person,
		started: true,
		blocked: false,
		messages: [],
		forceReply: null,
	};
}

function firstChats(): ChatState[] {
	return [
		privateChat({ id: OWNER_ID, is_bot: false, first_name: 'Olga', last_name: 'Owner', username: 'olga_owner', language_code: 'en' }),
		privateChat({ id: EDITOR_ID, is_bot: false, first_name: 'Egor', last_name: 'Editor', username: 'egor_editor', language_code: 'ru' }),
		{
			chat: { id: CHANNEL_ID, type: 'channel', title: 'Copydesk sandbox channel', username: 'copydesk_sandbox' },
			started: true,
			blocked: false,
			messages: [],
			forceReply: null,
		},
	];
}

const withoutReply = ({ reply_to_message: _deeper, ...message }: Message): Message => message;
const sameJson = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

export class Messenger {
	readonly #parts: MessengerParts;
	#chats: Map<number, ChatState>;
	#nextPrivateId: number;
	#nextChannelId: number;
	#nextPressId: number;
	#presses: Map<string, Press>;
	readonly #commands: Map<string, readonly BotCommand[]>;

	constructor(parts: MessengerParts, stored?: MessengerState) {
		this.#parts = parts;
		this.#chats = new Map((stored?.chats ?? firstChats()).map((state) => [state.chat.id, state]));
		this.#nextPrivateId = stored?.nextPrivateId ?? 1;
		this.#nextChannelId = stored?.nextChannelId ?? 1;
		this.#nextPressId = stored?.nextPressId ?? FIRST_PRESS_ID;
		this.#presses = new Map((stored?.presses ?? []).map((press) => [press.id, press]));
		this.#commands = new Map(Object.entries(stored?.commands ?? {}));
	}

	get state(): MessengerState {
		return {
			chats: [...this.#chats.values()],
			nextPrivateId: this.#nextPrivateId,
			nextChannelId: this.#nextChannelId,
			nextPressId: this.#nextPressId,
			presses: [...this.#presses.values()],
			commands: Object.fromEntries(this.#commands),
		};
	}

	get bot(): User {
		return this.#parts.bot;
	}

	get photos(): Photos {
		return this.#parts.photos;
	}

	/** Empties the chats. Message, press and update ids continue, because the bot remembers the old ones. */
	reset(): void {
		this.#chats = new Map(firstChats().map((state) => [state.chat.id, state]));
		this.#presses.clear();
		this.#changed();
	}

	#changed(): void {
		this.#parts.changed();
	}

	#nowSeconds(): number {
		return Math.floor(this.#parts.now() / 1_000);
	}

	#nextId(chat: Chat): number {
		if (chat.type === 'private') return this.#nextPrivateId++;
		return this.#nextChannelId++;
	}

	chat(id: number): ChatState | undefined {
		return this.#chats.get(id);
	}

	/** Finds a chat by its chat_id: a number or @username. @throws ApiError chat not found */
	find(chatId: string): ChatState {
		if (chatId.trim() === '') throw badRequest('chat_id is empty');
		const state = chatId.startsWith('@')
			? [...this.#chats.values()].find(
					(one) => one.chat.type !== 'private' && one.chat.username?.toLowerCase() === chatId.slice(1).toLowerCase(),
				)
			: this.#chats.get(Number(chatId));
		if (state === undefined) throw badRequest('chat not found');
		return state;
	}

	/** @throws ApiError 403 if the person blocked the bot or never wrote to it */
	mustBeReachable(state: ChatState): void {
		if (state.blocked) throw forbidden('bot was blocked by the user');
		if (!state.started) throw forbidden("bot can't initiate conversation with a user");
	}

	// ── What the bot does ────────────────────────────────────────────────────

	/** @throws ApiError 403 if the person blocked the bot, 400 if the message to reply to does not exist */
	send(state: ChatState, content: Content, options: SendOptions): Message {
		this.mustBeReachable(state);
		const { chat } = state;
		const target = options.reply === undefined ? undefined : state.messages.find((one) => one.message_id === options.reply?.messageId);
		if (options.reply !== undefined && target === undefined && !options.reply.allowWithout)
			throw badRequest('message to be replied not found');
		const { keyboard, forceReply } = chat.type === 'channel' ? inlineOnly(options.markup) : options.markup;
		const message: Message = {
			message_id: this.#nextId(chat),
			...(chat.type === 'channel' ? { sender_chat: chat } : { from: this.bot }),
			chat,
			date: this.#nowSeconds(),
			...(options.forwardOrigin === undefined ? {} : { forward_origin: options.forwardOrigin }),
			...(target === undefined ? {} : { reply_to_message: withoutReply(target) }),
			...contentFields(content),
			...(options.album === undefined ? {} : { media_group_id: options.album }),
			...(keyboard === undefined ? {} : { reply_markup: keyboard }),
			...(options.protect === true ? { has_protected_content: true as const } : {}),
		};
		this.#append(state, message);
		if (forceReply !== undefined && chat.type === 'private')
			state.forceReply = { message_id: message.message_id, placeholder: forceReply.placeholder };
		this.#tellMessage('message', state, message);
		return message;
	}

	#append(state: ChatState, message: Message): void {
		state.messages = [...state.messages, message].slice(-KEPT_MESSAGES);
		this.#changed();
	}

	#tellMessage(event: 'message' | 'edit', state: ChatState, message: Message): void {
		this.#parts.hub.tell(event, { chat_id: state.chat.id, message, force_reply: state.forceReply });
	}

	/** A message of the bot. @throws ApiError if it does not exist or is a person's */
	ownMessage(state: ChatState, messageId: number | undefined, verb: 'edit' | 'delete'): Message {
		const message = state.messages.find((one) => one.message_id === messageId);
		if (message === undefined) throw badRequest(`message to ${verb} not found`);
		if (verb === 'edit' && message.from !== undefined && !message.from.is_bot) throw badRequest("message can't be edited");
		return message;
	}

	/** Replaces the content or keyboard of a message. @throws ApiError message is not modified */
	edit(state: ChatState, old: Message, content: Edited, keyboard: InlineKeyboardMarkup | undefined): Message {
		this.mustBeReachable(state);
		const { reply_markup: oldKeyboard, edit_date: _edited, ...rest } = old;
		const next: Record<string, unknown> = { ...rest, ...content };
		for (const key of ['text', 'caption', 'entities', 'caption_entities']) {
			if (next[key] === '' || (Array.isArray(next[key]) && (next[key] as unknown[]).length === 0)) delete next[key];
		}
		for (const key of VISUALS) if (next[key] === undefined) delete next[key];
		const bare: Record<string, unknown> = { ...rest };
		if (sameJson(sorted(next), sorted(bare)) && sameJson(keyboard, oldKeyboard)) throw badRequest(NOT_MODIFIED);
		const message = {
			...next,
			edit_date: this.#nowSeconds(),
			...(keyboard === undefined ? {} : { reply_markup: keyboard }),
		} as unknown as Message;
		state.messages = state.messages.map((one) => (one.message_id === old.message_id ? message : one));
		this.#changed();
		this.#tellMessage('edit', state, message);
		return message;
	}

	/** @throws ApiError if the message is too old to be deleted */
	delete(state: ChatState, message: Message): void {
		if (this.#nowSeconds() - message.date > DELETE_WITHIN_SECONDS) throw badRequest("message can't be deleted for everyone");
		state.messages = state.messages.filter((one) => one.message_id !== message.message_id);
		if (state.forceReply?.message_id === message.message_id) state.forceReply = null;
		this.#changed();
		this.#parts.hub.tell('delete', { chat_id: state.chat.id, message_id: message.message_id });
	}

	/** @throws ApiError if the press is too old or unknown */
	answerPress(id: string, text: string, showAlert: boolean): void {
		const press = this.#presses.get(id);
		if (press === undefined || this.#parts.now() - press.atMs > CALLBACK_LIFE_MS) throw badRequest(QUERY_TOO_OLD);
		if (codePoints(text) > 200) throw badRequest('MESSAGE_TOO_LONG');
		this.#parts.hub.tell('callback_answer', { chat_id: press.from, callback_query_id: id, text, show_alert: showAlert });
	}

	commands(scope: string): readonly BotCommand[] {
		return this.#commands.get(scope) ?? [];
	}

	setCommands(scope: string, commands: readonly BotCommand[]): void {
		if (commands.length === 0) this.#commands.delete(scope);
		else this.#commands.set(scope, commands);
		this.#changed();
	}

	// ── What people do ───────────────────────────────────────────────────────

	/** Creates a stranger's chat at their first message. */
	#personsChat(from: number): ChatState {
		if (!Number.isSafeInteger(from) || from <= 0) throw new PersonError(422, 'Expected the id of a person, a positive whole number');
		const known = this.#chats.get(from);
		if (known !== undefined) return known;
		const state = privateChat({ id: from, is_bot: false, first_name: `Person ${from}`, language_code: 'en' });
		this.#chats.set(from, state);
		this.#parts.hub.tell('chat', { chat_id: from });
		return state;
	}

	/** A person sends a text. An empty reply target while a reply is asked for ignores the question, as in a real client. */
	type(
		from: number,
		text: string,
		{ replyTo, forwarded = false, entities }: AttachOptions = {},
	): { update: Update | undefined; message: Message } {
		const clean = formatText(text, undefined, entities);
		if (clean.text === '') throw new PersonError(422, 'Expected a text that is not empty');
		if (codePoints(clean.text) > 4096) throw new PersonError(422, 'Expected at most 4096 characters');
		return this.#write(from, { text: clean.text, ...entitiesField('entities', clean.entities) }, { replyTo, forwarded });
	}

	#write(from: number, content: Partial<Message>, { replyTo, forwarded }: Pick<AttachOptions, 'replyTo' | 'forwarded'>) {
		const state = this.#personsChat(from);
		if (state.blocked) throw new PersonError(409, 'This person has blocked the bot and must unblock it before writing');
		const target = replyTo === undefined ? undefined : state.messages.find((one) => one.message_id === replyTo);
		if (replyTo !== undefined && target === undefined) throw new PersonError(404, `No message ${replyTo} in this chat to reply to`);
		const date = this.#nowSeconds();
		const message: Message = {
			message_id: this.#nextId(state.chat),
			from: state.person as User,
			chat: state.chat,
			date,
			...(forwarded ? { forward_origin: { type: 'hidden_user', date, sender_user_name: 'Somebody' } } : {}),
			...(target === undefined ? {} : { reply_to_message: withoutReply(target) }),
			...content,
		};
		state.started = true;
		if (state.forceReply !== null && (replyTo === undefined || replyTo === state.forceReply.message_id)) state.forceReply = null;
		this.#append(state, message);
		this.#tellMessage('message', state, message);
		return { message, update: this.#parts.updates.add({ message }) };
	}

	/** A person sends a picture, a file, a voice or a sticker; all but the last may have a caption. */
	attach(
		from: number,
		attached: Attached,
		{ caption = '', replyTo, album, forwarded = false, entities }: AttachOptions = {},
	): { update: Update | undefined; message: Message } {
		const words = formatText(caption, undefined, entities);
		if (codePoints(words.text) > 1024) throw new PersonError(422, 'Expected at most 1024 characters below a picture');
		const content = {
			...('photo' in attached || 'video' in attached ? shownAs(attached) : attached),
			...(words.text === '' ? {} : { caption: words.text, ...entitiesField('caption_entities', words.entities) }),
			...(album === undefined ? {} : { media_group_id: album }),
		};
		return this.#write(from, content, { replyTo, forwarded });
	}

	/** A person edits their text or caption. */
	rewrite(from: number, messageId: number, text: string): { update: Update | undefined; message: Message } {
		const state = this.#personsChat(from);
		const before = state.messages.find((one) => one.message_id === messageId && one.from?.id === from);
		if (before === undefined) throw new PersonError(404, `No message ${messageId} of this person`);
		const message: Message = { ...before, edit_date: this.#nowSeconds(), [isVisual(before) ? 'caption' : 'text']: text };
		state.messages = state.messages.map((one) => (one === before ? message : one));
		this.#changed();
		this.#tellMessage('edit', state, message);
		return { message, update: this.#parts.updates.add({ edited_message: message }) };
	}

	/** A person presses a button. A hostile client may send any data, so unknown data is accepted, and the result says so. */
	press(from: number, messageId: number, data: string): { update: Update | undefined; callbackQueryId: string; buttonFound: boolean } {
		const state = this.#personsChat(from);
		if (state.blocked) throw new PersonError(409, 'This person has blocked the bot and must unblock it before pressing');
		const message = state.messages.find((one) => one.message_id === messageId);
		if (message === undefined) throw new PersonError(404, `No message ${messageId} in this chat`);
		const bytes = Buffer.byteLength(data);
		if (bytes < 1 || bytes > 64) throw new PersonError(422, `Expected callback data of 1 to 64 bytes but received ${bytes}`);
		const id = String(this.#nextPressId);
		this.#nextPressId += 7;
		const now = this.#parts.now();
		this.#presses.set(id, { id, from, atMs: now });
		for (const [old, press] of this.#presses) if (now - press.atMs > CALLBACK_LIFE_MS) this.#presses.delete(old);
		const update = this.#parts.updates.add({
			callback_query: { id, from: state.person as User, message, chat_instance: chatInstance(state.chat), data },
		});
		this.#changed();
		const buttonFound = message.reply_markup?.inline_keyboard.flat().some((button) => button.callback_data === data) ?? false;
		return { update, callbackQueryId: id, buttonFound };
	}

	/** Readers react to a post of a channel: the bot gets the counts, as from the real server. */
	react(chatId: number, messageId: number, counts: Readonly<Record<string, number>>): Update | undefined {
		const state = this.state.chats.find(({ chat }) => chat.id === chatId && chat.type === 'channel');
		const message = state?.messages.find((one) => one.message_id === messageId);
		if (state === undefined || message === undefined) throw new PersonError(404, `No message ${messageId} in this channel`);
		const reactions = Object.entries(counts).map(([emoji, total_count]) => ({ type: { type: 'emoji' as const, emoji }, total_count }));
		const date = Math.floor(this.#parts.now() / 1_000);
		return this.#parts.updates.add({ message_reaction_count: { chat: state.chat, message_id: messageId, date, reactions } });
	}

	/** A person changes the language of their messenger; later updates contain it. */
	setLanguage(chatId: number, languageCode: string): void {
		const state = this.#personsChat(chatId);
		if (state.person === undefined) throw new PersonError(422, 'Only a person has a language');
		state.person = { ...state.person, language_code: languageCode };
		this.#changed();
		this.#parts.hub.tell('chat', { chat_id: chatId });
	}

	/** A person blocks or unblocks the bot; the bot gets an update, as from the real server. */
	setBlocked(chatId: number, blocked: boolean): Update | undefined {
		const state = this.#personsChat(chatId);
		if (state.chat.type !== 'private') throw new PersonError(422, 'Only a person can block the bot');
		if (state.blocked === blocked) return undefined;
		state.blocked = blocked;
		const member = (gone: boolean): { user: User; status: string } =>
			gone ? { user: this.bot, status: 'kicked', ...{ until_date: 0 } } : { user: this.bot, status: 'member' };
		const update = this.#parts.updates.add({
			my_chat_member: {
				chat: state.chat,
				from: state.person as User,
				date: this.#nowSeconds(),
				old_chat_member: member(!blocked),
				new_chat_member: member(blocked),
			},
		});
		this.#changed();
		this.#parts.hub.tell('chat', { chat_id: chatId });
		return update;
	}
}

const sorted = (value: Record<string, unknown>): [string, unknown][] => Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));

const entitiesField = (name: 'entities' | 'caption_entities', entities: readonly MessageEntity[]): Record<string, unknown> =>
	entities.length === 0 ? {} : { [name]: entities };

const VISUALS = ['photo', 'video', 'animation', 'document'] as const;

type Visuals = Pick<Message, (typeof VISUALS)[number]>;
type Shown = { readonly [Name in keyof Visuals]?: Visuals[Name] | undefined };
type Edited = Partial<Pick<Message, 'text' | 'entities' | 'caption' | 'caption_entities'>> & Shown;

/** Whether a message has a picture or a video, and so a caption. */
export const isVisual = ({ photo, video, animation }: Message): boolean => (photo ?? video ?? animation) !== undefined;

/** A picture or a video in the fields of a message. */
const shownAs = (visual: Visual): Partial<Message> =>
	'photo' in visual ? { photo: photoSizes(visual.photo) } : { [visual.kind]: visual.video };

/** The same in place of whatever was there. */
export const shownInstead = (visual: Visual): Shown => ({
	...{ photo: undefined, video: undefined, animation: undefined, document: undefined },
	...shownAs(visual),
});

function contentFields(content: Content): Partial<Message> {
	if ('text' in content) return { text: content.text.text, ...entitiesField('entities', content.text.entities) };
	return {
		...shownAs(content),
		...(content.spoiler === true ? { has_media_spoiler: true } : {}),
		...(content.captionAbove === true ? { show_caption_above_media: true } : {}),
		...(content.caption.text === ''
			? {}
			: { caption: content.caption.text, ...entitiesField('caption_entities', content.caption.entities) }),
	};
}

/** The server's id for the pair of bot and chat: opaque and stable. */
function chatInstance(chat: Chat): string {
	return createHash('sha256').update(`chat ${chat.id}`).digest().readBigInt64BE(0).toString();
}
