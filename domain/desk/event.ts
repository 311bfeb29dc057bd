/** A verified event as the graphs get it: who acts, what they want, and what the press of a button was under. */
import type { BriefInput } from '../brief/request.ts';
import type { ItemState } from '../news/itemMachine.ts';
import type { Language } from '../language.ts';
import type { MaterialState } from '../material/machine.ts';
import type { Role } from '../role.ts';
import type { Intent } from './asked.ts';
import type { SenderRefusal } from './sender.ts';

/** Somebody who takes part. */
export interface Person {
	readonly user_id: number;
	readonly chat_id: number;
	readonly role: Role;
	readonly display_name: string;
}

/** The copy whose button was pressed. Of a news card: `draft_key` is its batch, and `latest` that it is on offer. */
export interface PressedCopy {
	readonly delivered: boolean;
	readonly latest: boolean;
	readonly draft_key: string;
	readonly version: number;
	readonly state: MaterialState | ItemState | null;
	readonly message_id: number;
	readonly is_canonical: boolean;
	readonly content_matches: boolean;
}

/** One's own open question; for the owner, else any that is open. */
export interface FeedbackSession {
	readonly draft_key: string;
	readonly version: number;
	readonly holder_user_id: number;
	readonly prompt_message_id: number | null;
	readonly mine: boolean;
}

/** Another event that works on the version that a person wants to continue. `by` 0: its person is not known. */
export interface UnderWay {
	readonly by: number;
	readonly since: number;
	readonly until: number;
	/** What the actor is told. */
	readonly text: string;
}

/** Without the context that was signed for it. */
export interface DeskEvent {
	readonly admitted: boolean;
	readonly reason: SenderRefusal | 'duplicate' | null;
	readonly duplicate: boolean;
	/** Posted again by the service itself: a second run continues. */
	readonly replay: boolean;
	readonly event_key: string;
	readonly actor: Person | null;
	readonly language: Language | null;
	readonly intent: Intent;
	readonly copy: PressedCopy | null;
	readonly feedback_session: FeedbackSession | null;
	readonly callback: { readonly id: string; readonly message_id: number } | null;
	/** With an admitted event, those who get previews now, owner first; else empty. */
	readonly participants: readonly Person[];
	/** These two are not said by a service that is older than this package. */
	readonly under_way?: UnderWay | null;
	readonly waits?: boolean;
	/** What an AI is to be asked about the message before anything follows from it; null: nothing. Only if the caller can ask. */
	readonly brief?: BriefInput | null;
	/** The service did all of it by itself, and nothing follows; null: the caller did not leave that to it. */
	readonly ended?: boolean | null;
}
