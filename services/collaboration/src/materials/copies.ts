import { CopydeskError } from '@copydesk/domain/errors';
import type { Database, Row } from '@copydesk/kit/database/types';

/** A preview that somebody really has. */
export interface Copy {
	readonly deliveryId: string;
	readonly userId: number;
	readonly chatId: number;
	readonly messageId: number;
	/** Hash of what this copy shows. */
	readonly contentSha256: string;
}

interface Version {
	readonly draft_key: string;
	readonly version: number;
}

const copyOf = (row: Row): Copy => ({
	deliveryId: String(row['delivery_id']),
	userId: Number(row['recipient_user_id']),
	chatId: Number(row['chat_id']),
	messageId: Number(row['message_id']),
	contentSha256: String(row['content_sha256']),
});

const COPIES = `select delivery_id, recipient_user_id, chat_id, message_id, content_sha256 from delivery
	where operation = 'preview' and state = 'sent' and message_id > 0 and draft_key = $1 and version = $2`;

export async function copiesOf(db: Database, version: Version): Promise<readonly Copy[]> {
	return (await db.query(`${COPIES} order by created_at_ms, message_id, delivery_id`, [version.draft_key, version.version])).map(copyOf);
}

/** Whether anybody has a copy of exactly this content. */
export async function findCopy(db: Database, version: Version & { readonly content_sha256: string | null }): Promise<boolean> {
	return (await copiesOf(db, version)).some((copy) => copy.contentSha256 === version.content_sha256);
}

/** @throws CopydeskError copy_not_delivered when this message is not this person's confirmed copy of this version */
export async function requireOwnCopy(db: Database, userId: number, version: Version, messageId: number): Promise<Copy> {
	const own = (await copiesOf(db, version)).find((copy) => copy.userId === userId && copy.messageId === messageId);
	if (own === undefined)
		throw new CopydeskError('copy_not_delivered', `user ${userId}, message ${messageId}, ${version.draft_key} ${version.version}`);
	return own;
}
