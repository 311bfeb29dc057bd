/** Records of news items in each state, as a desk would have them. */
import { offer } from '@copydesk/domain/news/item';
import type { Dismissed, Expired, Offered, Seen, Taken } from '@copydesk/domain/news/item';

export const anOffered = (more: Partial<Offered> = {}): Offered => ({
	...offer(
		{ batch_key: 'n7', item: 2 },
		{
			canonical_url: 'https://coast-wire.example/1',
			url: 'https://coast-wire.example/1?utm_source=feed',
			host: 'coast-wire.example',
			title: 'The bridge opens',
			angle: 'What changes for those who cross it',
			source_title: 'Coast Wire',
			published_at_ms: 4,
		},
		5,
	),
	...more,
});

export const aSeen = (more: Partial<Seen> = {}): Seen => ({ ...anOffered(), primary_message_id: 71, ...more });

const decided = { decided_by_user_id: 1002, decision_event_key: 'u:9', seq: 2 };

/** Taken by the editor's press `u:9`. */
export const aTaken = (more: Partial<Taken> = {}): Taken => ({ ...aSeen(), ...decided, state: 'taken', draft_key: 'p9', ...more });

export const aDismissed = (more: Partial<Dismissed> = {}): Dismissed => ({ ...aSeen(), ...decided, state: 'dismissed', ...more });

export const anExpired = (more: Partial<Expired> = {}): Expired => ({ ...anOffered(), state: 'expired', seq: 2, ...more });
