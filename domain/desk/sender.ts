import type { VerifiedEvent } from '../api/collaboration.ts';
import { readIntent, type Asking, type OpenSession } from './intent.ts';
import type { Asked } from './intentTypes.ts';
import type { Incoming } from '../event/update.ts';

/** Why the sender of an update is not admitted. */
export type SenderRefusal = Exclude<NonNullable<VerifiedEvent['reason']>, 'duplicate'>;

interface Known {
	readonly userId: number;
	readonly chatId: number;
	readonly active: boolean;
}

/** Numeric ids, a private chat, no bot, active: all of it, or the first thing that is wrong. */
export function senderOf<P extends Known>(
	incoming: Incoming,
	people: readonly P[],
): { readonly sender: P | undefined; readonly reason: SenderRefusal | null } {
	if (incoming.kind !== 'message' && incoming.kind !== 'callback') return { sender: undefined, reason: 'unsupported' };
	const sender = people.find(({ userId }) => userId === incoming.fromId);
	const refused = (reason: SenderRefusal | null) => ({ sender, reason });
	if (incoming.fromIsBot) return refused('bot_sender');
	if (sender === undefined) return refused('unknown_sender');
	if (incoming.chatType !== 'private') return refused('not_private');
	if (incoming.chatId !== sender.chatId) return refused('id_mismatch');
	return refused(sender.active ? null : 'inactive');
}

/** What is asked for, by somebody of whom that much was found out. The safe start command is all that a stranger has. */
export function askedBy(incoming: Incoming, reason: SenderRefusal | null, session: OpenSession | null, asking: Asking = {}): Asked {
	if (reason === null) return readIntent(incoming, session, asking);
	const nothing: Asked = { kind: 'ignored' };
	if (reason !== 'unknown_sender' || incoming.kind !== 'message') return nothing;
	if (incoming.chatType !== 'private' || incoming.chatId !== incoming.fromId) return nothing;
	const isStart = /^\/start(?:@\w{1,64})?(?:\s|$)/i.test(incoming.text ?? '');
	return isStart && !incoming.forwarded && incoming.picture === null && !incoming.edited ? { kind: 'start' } : nothing;
}
