/** One question at a time: the desk asks no second question while a person's first one is open. */
import type { Intent } from '@copydesk/domain/desk/intentTypes';
import type { CallbackAction } from '@copydesk/domain/chat/callback';
import { draftName } from '@copydesk/domain/messages/sentences';
import type { Messages } from '@copydesk/domain/messages/messages';
import type { Database } from '@copydesk/kit/database/types';
import { copiesOf, openSessions } from '../materials/read.ts';
import type { Participant } from '../participants/participants.ts';

/** Buttons that lead to a question. */
const ASKING: readonly CallbackAction[] = ['feedback', 'edit_title', 'edit_text', 'send_link', 'other_time'];

/** The answer in place of a second question: it names the draft of the first one, with a button that closes it. */
export async function insteadOfQuestion(
	tx: Database,
	{ intent, sender, messageId }: { readonly intent: Intent; readonly sender: Participant; readonly messageId: number | null },
	messages: Messages,
): Promise<Intent | undefined> {
	if (intent.kind !== 'callback' || !ASKING.includes(intent.action)) return undefined;
	const open = (await openSessions(tx, sender.userId)).find(({ draft_key }) => draft_key !== intent.draft_key);
	if (open === undefined) return undefined;
	const { draft_key, version } = open;
	// A press that is not on the person's own copy is refused for that reason.
	const isOnCopy = async () => (await copiesOf(tx, intent)).some((copy) => copy.userId === sender.userId && copy.messageId === messageId);
	if (intent.action === 'feedback' && !(await isOnCopy())) return undefined;
	return {
		kind: 'usage',
		text: messages.questionOpen({ draft: draftName(messages, open) }),
		buttons: [[{ action: 'close', draft_key, version }]],
	};
}
