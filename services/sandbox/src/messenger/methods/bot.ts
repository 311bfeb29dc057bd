/** Who the bot is, what it may, and what it says about itself. */
import type { Method } from './method.ts';

export const getMe: Method = (_given, { messenger }) => ({
	...messenger.bot,
	can_join_groups: true,
	can_read_all_group_messages: false,
	supports_inline_queries: false,
	can_connect_to_business: false,
	has_main_web_app: false,
});

export const getChat: Method = (given, { messenger }) => ({
	...messenger.find(given.text('chat_id')).chat,
	accent_color_id: 0,
	max_reaction_count: 11,
});

export const getChatMember: Method = (given, { messenger }) => {
	const { chat, person, blocked } = messenger.find(given.text('chat_id'));
	if (given.integer('user_id') !== messenger.bot.id) return { user: person ?? messenger.bot, status: 'member' };
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

/** Seen by nobody here, and refused where a message would be. */
export const sendChatAction: Method = (given, { messenger }) => {
	messenger.mustBeReachable(messenger.find(given.text('chat_id')));
	return true;
};

/** Accepted and of no effect here. */
export const accepted: Method = () => true;

export const nothingSet: Method = () => [];
