/** Presses that answer the question what should change: each counts as the words that it stands for. */
import { isOfMenu } from '@copydesk/domain/chat/callback';
import type { Asked, Intent } from '@copydesk/domain/desk/asked';
import type { Messages } from '@copydesk/domain/messages/messages';
import { hasOwnPicture } from '@copydesk/domain/cover/photo';
import { looksFor, wordsOfMenu } from '@copydesk/domain/desk/menu';
import type { Database } from '@copydesk/kit/database/types';
import { openSessions } from '../materials/read.ts';
import type { Participant } from '../participants/participants.ts';

interface Received {
	readonly asked: Asked;
	readonly sender: Participant;
	readonly messages: Messages;
}

/**
 * @returns the reply that the press stands for, or what is asked back; undefined for another event, and where the question is not
 * open any more, or is somebody else's
 */
export async function answerMenu({ asked, sender, messages }: Received, db: Database): Promise<Intent | undefined> {
	if (asked.kind !== 'callback' || !isOfMenu(asked.action)) return undefined;
	const { action, draft_key, version } = asked;
	const sessions = await openSessions(db, sender.userId);
	const open = sessions.find((each) => each.draft_key === draft_key && each.version === version);
	if (open === undefined) return undefined;
	if (action === 'own_words') return { ...asked, text: messages.menu.ownWords };
	if (action === 'other_template') return { ...asked, text: messages.menu.templates, buttons: looksFor(open) };
	if (action === 'other_picture' && hasOwnPicture(open)) {
		const about = { draft_key, version };
		return {
			...asked,
			text: messages.photos.which,
			buttons: [
				[
					{ action: 'draw_new', ...about },
					{ action: 'send_one', ...about },
				],
			],
		};
	}
	const text = wordsOfMenu(messages, action);
	return text === null ? undefined : { kind: 'feedback_reply', draft_key, version, text };
}
