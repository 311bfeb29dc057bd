import { accepted, deleteMyCommands, getChat, getChatMember, getMe, getMyCommands, sendChatAction, setMyCommands } from './bot.ts';
import {
	answerCallbackQuery,
	deleteMessage,
	deleteMessages,
	editMessageCaption,
	editMessageMedia,
	editMessageReplyMarkup,
	editMessageText,
} from './changing.ts';
import { getFile } from './files.ts';
import type { Method } from './method.ts';
import { forwardMessage, sendAnimation, sendMediaGroup, sendMessage, sendPhoto, sendVideo } from './sending.ts';
import { deleteWebhook, getUpdates, getWebhookInfo, setWebhook } from './webhooks.ts';

/** All methods by their names in lower case, because the real server ignores case. */
export const methods: ReadonlyMap<string, { readonly name: string; readonly work: Method }> = new Map(
	Object.entries({
		getMe,
		getUpdates,
		setWebhook,
		deleteWebhook,
		getWebhookInfo,
		sendMessage,
		sendPhoto,
		sendMediaGroup,
		sendVideo,
		sendAnimation,
		forwardMessage,
		editMessageText,
		editMessageCaption,
		editMessageMedia,
		editMessageReplyMarkup,
		deleteMessage,
		deleteMessages,
		answerCallbackQuery,
		getFile,
		getChat,
		getChatMember,
		sendChatAction,
		setMyCommands,
		deleteMyCommands,
		getMyCommands,
		setChatMenuButton: accepted,
	}).map(([name, work]) => [name.toLowerCase(), { name, work }]),
);

/** Methods that are not run from a webhook's answer. */
export const notFromWebhook = /^(?:get.*|setwebhook|deletewebhook|close|logout)$/;
