import type { Database } from '@copydesk/kit/database/types';
import { newestPost } from '../materials/read.ts';

/** The link to a published post; null if its message id is not known. */
export const postLink = async (db: Database, channelId: number, messageId: number | null): Promise<string | null> =>
	messageId === 0 ? null : channelLink(db, channelId, messageId);

/**
 * The link to a post in the channel. The messenger opens such links only with an existing message id. For an unknown post the link
 * therefore has the newest known id, or that of the channel's first message.
 * @see https://core.telegram.org/api/links#private-message-links
 */
export async function channelLink(db: Database, channelId: number, messageId: number | null): Promise<string> {
	return linkTo(channelId, messageId === null || messageId === 0 ? await newestPost(db) : messageId);
}

/** The address of a message of a channel, for its members. */
export const linkTo = (channelId: number, messageId: number): string =>
	`https://t.me/c/${String(channelId).replace(/^-100/, '').replace(/^-/, '')}/${messageId}`;
