/** A verified event as the graphs get it: who acts, what they want, and what the press of a button was under. */
import type { Copy, FeedbackSession, Person, VerifiedEvent } from '../api/collaboration.ts';

export type { Copy as PressedCopy, FeedbackSession, Person };

/** Another event that works on the version that a person wants to continue. */
export type UnderWay = NonNullable<VerifiedEvent['under_way']>;

/** What a service that is older than this package does not say. */
type Newer = 'under_way' | 'waits' | 'brief' | 'ended';

/** Without the context that was signed for it. */
export type DeskEvent = Omit<VerifiedEvent, Newer | '_svc' | 'expires_at' | 'settings' | 'post_language' | 'rejected'> &
	Partial<Pick<VerifiedEvent, Newer>>;
