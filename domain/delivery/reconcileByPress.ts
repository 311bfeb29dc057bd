/** What a press says by itself about a message that the messenger did not confirm. */
import type { Role } from '../role.ts';
import type { CallbackAction } from '../chat/callback.ts';

/** Which unconfirmed deliveries of the pressed version it is about, and what it makes of them. */
export interface PressReconciliation {
	readonly about: 'publication' | 'ownCopy';
	readonly state: 'sent' | 'not_sent';
	/** Whether the press itself is the proof: the message that it is under is the one that was sought. */
	readonly isProof: boolean;
}

/**
 * Only the owner can say whether the post is in the channel. Only the person of a chat can say whether a preview is there; a press
 * on one of its buttons proves it.
 * @returns undefined for a press that says nothing about any delivery
 */
export function reconciliationOf(action: CallbackAction, role: Role): PressReconciliation | undefined {
	switch (action) {
		case 'there':
		case 'not_there':
			if (role !== 'owner') return undefined;
			return { about: 'publication', state: action === 'there' ? 'sent' : 'not_sent', isProof: false };
		case 'absent':
			return { about: 'ownCopy', state: 'not_sent', isProof: false };
		case 'publish':
		case 'feedback':
		case 'reject':
			return { about: 'ownCopy', state: 'sent', isProof: true };
		default:
			return undefined;
	}
}
