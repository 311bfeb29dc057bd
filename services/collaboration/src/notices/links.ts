import type { Database } from '@copydesk/kit/database/types';
import { newestPost } from '../materials/read.ts';

/**
 * Where a post is in the channel. Without a number such a link leads nowhere: in place of one that nobody knows stands that of the
 * newest post that is known, or of the channel's first message.
 * @see https://core.telegram.org/api/links#private-message-links
 */
export async function channelLink(db: Database, channelId: number, messageId: number | null): Promise<string> {
	const inner = String(channelId).replace(/^-100/, '').replace(/^-/, '');
	return `https://t.me/c/${inner}/${messageId === null || messageId === 0 ? await newestPost(db) : messageId}`;
}
