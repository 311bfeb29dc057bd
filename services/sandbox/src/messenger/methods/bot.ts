/** Methods about the bot: its identity, its rights, its commands. */
import { isObject } from '@copydesk/domain/isObject';
import { badRequest } from '../errors.ts';
import type { Messenger } from '../messenger.ts';
import type { Parameters } from '../parameters.ts';
import { codePoints } from '../text.ts';
import type { BotCommand } from '../types.ts';
import type { Method } from './method.ts';

const MAX_COMMANDS = 100;
const MAX_COMMAND = 32;
const MAX_DESCRIPTION = 256;
/** Scopes of commands; only `chat` is kept apart. */
const SCOPES = new Set('default all_private_chats all_group_chats all_chat_administrators chat'.split(' '));

export const getMe: Method = (_given, { messenger }) => ({
	...messenger.bot,
	can_join_groups: true,
	can_read_all_group_messages: false,
	supports_inline_queries: false,
	can_connect_to_business: false,
	has_main_web_app: false,
	has_topics_enabled: false,
	allows_users_to_create_topics: false,
	can_manage_bots: false,
	supports_join_request_queries: false,
});

export const getChat: Method = (given, { messenger }) => ({
	...messenger.find(given.text('chat_id')).chat,
	accent_color_id: 0,
	max_reaction_count: 11,
	accepted_gift_types: {
		unlimited_gifts: true,
		limited_gifts: true,
		unique_gifts: true,
		premium_subscription: true,
		gifts_from_channels: true,
	},
});

export const getChatMember: Method = (given, { messenger }) => {
	const { chat, blocked } = messenger.find(given.text('chat_id'));
	const userId = given.integer('user_id');
	if (userId === undefined || userId <= 0) throw badRequest('invalid user_id specified');
	if (userId !== messenger.bot.id) {
		const person = messenger.chat(userId)?.person;
		if (person === undefined) throw badRequest('user not found');
		if (chat.type !== 'channel' && chat.id !== userId) throw badRequest('member not found');
		return { user: person, status: 'member' };
	}
	if (chat.type !== 'channel') return { user: messenger.bot, status: blocked ? 'kicked' : 'member' };
	return {
		user: messenger.bot,
		status: 'administrator',
		can_be_edited: false,
		is_anonymous: false,
		can_manage_chat: true,
		can_post_messages: true,
		can_edit_messages: true,
		can_delete_messages: true,
		can_invite_users: true,
		can_restrict_members: true,
		can_promote_members: false,
		can_change_info: false,
		can_manage_video_chats: false,
		can_post_stories: false,
		can_edit_stories: false,
		can_delete_stories: false,
	};
};

/** Shows nothing; refused if a message would be. */
export const sendChatAction: Method = (given, { messenger }) => {
	messenger.mustBeReachable(messenger.find(given.text('chat_id')));
	return true;
};

/** The scope of a list of commands, as a key. @throws ApiError for an unknown scope */
function scopeOf(given: Parameters, messenger: Messenger): string {
	const scope = given.json('scope', 'BotCommandScope');
	if (scope !== undefined && !isObject(scope)) throw badRequest("can't parse BotCommandScope: Expected an Object");
	const type = scope === undefined ? 'default' : scope['type'];
	if (!SCOPES.has(String(type))) throw badRequest("can't parse BotCommandScope: Unsupported type specified");
	const chat = type === 'chat' ? messenger.find(String(scope?.['chat_id'] ?? '')).chat.id : '';
	const language = given.text('language_code') ?? '';
	if (!/^(?:[a-z]{2})?$/.test(language)) throw badRequest('invalid language code specified');
	return [type, chat, language].join(' ');
}

/** @throws ApiError in the server's words if it is no list of commands */
function commandsOf(given: Parameters): readonly BotCommand[] {
	const list = given.json('commands');
	if (!Array.isArray(list)) throw badRequest("can't parse list of bot commands: Expected an Array");
	if (list.length > MAX_COMMANDS) throw badRequest('BOT_COMMANDS_TOO_MUCH');
	return list.map((one: unknown) => {
		const { command, description } = (one ?? {}) as Partial<BotCommand>;
		if (typeof command !== 'string' || typeof description !== 'string') throw badRequest('invalid setMyCommands parameters');
		const [name, words] = [command.trim().replace('/', ''), description.trim()];
		if (name === '') throw badRequest('command must be non-empty');
		if (name.length > MAX_COMMAND) throw badRequest(`command length must not exceed ${MAX_COMMAND}`);
		if (words === '') throw badRequest('command description must be non-empty');
		if (codePoints(words) > MAX_DESCRIPTION) throw badRequest(`command description length must not exceed ${MAX_DESCRIPTION}`);
		if (!/^[a-z0-9_]+$/.test(name)) throw badRequest('BOT_COMMAND_INVALID');
		return { command: name, description: words };
	});
}

export const setMyCommands: Method = (given, { messenger }) => {
	messenger.setCommands(scopeOf(given, messenger), commandsOf(given));
	return true;
};

export const deleteMyCommands: Method = (given, { messenger }) => {
	messenger.setCommands(scopeOf(given, messenger), []);
	return true;
};

export const getMyCommands: Method = (given, { messenger }) => messenger.commands(scopeOf(given, messenger));

/** Accepted without an effect. */
export const accepted: Method = () => true;
