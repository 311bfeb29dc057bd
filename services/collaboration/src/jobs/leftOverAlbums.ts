/** Takes down the items of an album that arrived alone, once the owner said that the post is not there. */
import type { Database } from '@copydesk/kit/database/types';
import { NOBODY, attemptKey, leftOverAlbums, messagesIn, noteFound } from '../deliveries/journal.ts';
import type { Try } from '../deliveries/tell.ts';
import { removals } from '../messenger/requests.ts';

interface LeftOverOptions {
	readonly db: Database;
	readonly trySend: Try;
	readonly channelId: number;
}

/** The recipient id of the channel. */
const CHANNEL_RECIPIENT = 0;

/** @returns one round; deleting again what is gone changes nothing */
export function createLeftOverAlbums({ db, trySend, channelId }: LeftOverOptions): () => Promise<void> {
	return async () => {
		for (const delivery of await leftOverAlbums(db)) {
			const spec = { ...NOBODY, purpose: 'album_left_over', entity_key: attemptKey(delivery), operation: 'withdraw' as const };
			const sent = await trySend(
				{ ...spec, recipient_user_id: CHANNEL_RECIPIENT, chat_id: channelId },
				{ build: async () => removals(channelId, messagesIn(delivery)), allowed: async () => true },
			);
			if (sent !== undefined && sent.delivery.state !== 'not_sent') await noteFound(db, delivery.delivery_id, []);
		}
	};
}
