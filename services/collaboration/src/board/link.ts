/** Answers `/board`: a link of one use to the person who asked, from the service itself, so that the key never passes n8n. */
import { messagesIn } from '@copydesk/domain/messages/catalogue';
import type { Audit } from '../audit/audit.ts';
import type { Try } from '../deliveries/tell.ts';
import { cardMessage } from '../messenger/requests.ts';
import type { Actors } from '../participants/actors.ts';
import type { Languages } from '../participants/languages.ts';
import type { SendBoardLink } from '../inbox/boardLink.ts';
import { makeBoardLink } from './access.ts';

/** The messenger takes buttons with addresses of https alone. */
const MAY_BE_BUTTON = /^https:/;

interface LinkOptions {
	readonly audit: Audit;
	readonly trySend: Try;
	readonly actors: Actors;
	readonly languages: Languages;
	readonly origin: string;
	readonly nowMs: () => number;
}

export const linkOf = (origin: string, key: string): string => `${origin}/enter/${key}`;

/** A repeated event sends nothing twice: its delivery has the key of the event. */
export function createSendBoardLink({ audit, trySend, actors, languages, origin, nowMs }: LinkOptions): SendBoardLink {
	return async (person, cause) => {
		const { userId, chatId } = person;
		await trySend(
			{ ...cause, purpose: 'board', entity_key: cause.event_key ?? '', operation: 'notice', recipient_user_id: userId, chat_id: chatId },
			{
				async build({ chat_id }) {
					const { board } = messagesIn(await languages.of(person));
					const url = linkOf(origin, await makeBoardLink(audit, userId, nowMs(), { actorUserId: userId }));
					if (!MAY_BE_BUTTON.test(url)) return cardMessage(chat_id, board.link({ url }), { inline_keyboard: [] });
					const rows = [[{ text: board.here, web_app: { url: `${origin}/app` } }], [{ text: board.browser, url }]];
					return cardMessage(chat_id, board.link({ url: null }), { inline_keyboard: rows });
				},
				allowed: async () => (await actors.active(userId)) !== undefined,
			},
		);
	};
}
