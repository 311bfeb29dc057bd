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
import { forwardMessage, sendMessage, sendPhoto } from './sending.ts';
import { deleteWebhook, getUpdates, getWebhookInfo, setWebhook } from './webhooks.ts';

/** Every method there is, by its name in lower case: the real server does not look at case either. */
export const methods: ReadonlyMap<string, { readonly name: string; readonly work: Method }> = new Map(
	Object.entries({
		getMe,
		getUpdates,
		setWebhook,
		deleteWebhook,
		getWebhookInfo,
		sendMessage,
		sendPhoto,
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

/** Not run when a webhook's answer asks for them. */
export const notFromWebhook = /^(?:get.*|setwebhook|deletewebhook|close|logout)$/;
