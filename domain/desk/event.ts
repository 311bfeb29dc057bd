/** What `/event` answers, as far as the graphs read it. */
export interface DeskEvent {
	readonly admitted: boolean;
	readonly reason: string | null;
	readonly duplicate: boolean;
	/** Posted again by the inbox after an interruption: go on, don't start over. */
	readonly replay: boolean;
	readonly event_key: string | null;
	readonly actor: Person | null;
	readonly intent: Intent;
	/** The presser's own copy, for callbacks. */
	readonly copy: Copy | null;
	readonly feedback_session: Session | null;
	readonly callback: { readonly id: string; readonly message_id: number } | null;
	/** Active participants, owner first. */
	readonly participants?: readonly Person[];
}

export interface Person {
	readonly user_id: number;
	readonly chat_id: number;
	readonly role: 'owner' | 'editor';
	readonly display_name: string;
}

export interface Copy {
	readonly delivered: boolean;
	readonly latest: boolean;
	readonly draft_key: string;
	readonly version: number;
	readonly state: string | null;
	readonly message_id: number;
	readonly is_canonical: boolean;
	readonly content_matches: boolean;
}

export interface Session {
	readonly draft_key: string;
	readonly version: number;
	readonly mine: boolean;
}

export type CallbackAction = 'publish' | 'feedback' | 'reject' | 'resume';

export type Intent =
	| { readonly kind: 'ignored' }
	/** `text` is ready to be sent back. */
	| { readonly kind: 'start' | 'help' | 'usage'; readonly text: string }
	| { readonly kind: 'command'; readonly name: string; readonly args: Readonly<Record<string, unknown>>; readonly text?: string }
	| { readonly kind: 'post_request'; readonly text: string }
	| { readonly kind: 'callback'; readonly action: string; readonly draft_key: string; readonly version: number }
	| { readonly kind: 'feedback_reply'; readonly draft_key: string; readonly version: number; readonly text: string };
