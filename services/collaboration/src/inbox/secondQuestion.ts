/** One question at a time: while somebody's question is open, another one is not asked. */
import type { Intent } from '@copydesk/domain/desk/asked';
import type { CallbackAction } from '@copydesk/domain/chat/callback';
import { draftName } from '@copydesk/domain/messages/sentences';
import type { Messages } from '@copydesk/domain/messages/messages';
import type { Database } from '@copydesk/kit/database/types';
import { copiesOf, openSessions } from '../materials/read.ts';
import type { Participant } from '../participants/participants.ts';

/** Buttons that lead to a question. */
const ASKING: readonly CallbackAction[] = ['feedback', 'edit_title', 'edit_text', 'other_time'];

/** What is said instead of the second question: which draft the first one is about, with a button that closes it. */
export async function insteadOfQuestion(
	tx: Database,
	{ intent, sender, messageId }: { readonly intent: Intent; readonly sender: Participant; readonly messageId: number | null },
	messages: Messages,
): Promise<Intent | undefined> {
	if (intent.kind !== 'callback' || !ASKING.includes(intent.action)) return undefined;
	const open = (await openSessions(tx, sender.userId)).find(({ draft_key }) => draft_key !== intent.draft_key);
	if (open === undefined) return undefined;
	const { draft_key, version } = open;
	// What is no press on a copy of theirs is refused for that.
	const isOnCopy = async () => (await copiesOf(tx, intent)).some((copy) => copy.userId === sender.userId && copy.messageId === messageId);
	if (intent.action === 'feedback' && !(await isOnCopy())) return undefined;
	return {
		kind: 'usage',
		text: messages.questionOpen({ draft: draftName(messages, open) }),
		buttons: [[{ action: 'close', draft_key, version }]],
	};
}
