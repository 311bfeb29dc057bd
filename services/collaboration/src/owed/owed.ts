/**
 * What people must still be told. What decides something writes the row in its own transaction; `jobs/owed.ts` pays it. A row has
 * parameters and never a text, and no recipient: rights and languages are read when it is paid.
 */
import type { DeliveryAnswer } from '@copydesk/domain/api/collaboration';
import type { Database } from '@copydesk/kit/database/types';
import { tables } from '../tables.ts';

/** What is owed, and by what it is found. */
export interface Debts {
	/** A preview is unconfirmed: the person who may have it is asked. */
	readonly preview_unknown: OfDelivery;
	/** A preview or a question for feedback did not arrive. */
	readonly unsent: OfDelivery;
	/** Somebody whom the messenger refuses lacks a draft. */
	readonly preview_not_reached: OfDelivery;
	/** The bot may not post to the channel. */
	readonly channel_refused: OfDelivery;
	/** A publication is unconfirmed: the desk looks for it, or asks the owner. */
	readonly publication_unknown: OfDelivery;
	/** The messenger does not find the post of a correction: both people are asked what to do. */
	readonly post_gone: OfDelivery;
	/** It was settled by a person or by evidence. */
	readonly publication_reconciled: OfDelivery;
	/** It is in the channel after all: the main graph hears of it, for the steps that somebody added behind a publication. */
	readonly publication_found: OfVersion;
	/** Items of an album arrived alone, and the owner said that the post is not there: they are taken down. */
	readonly album_left_over: OfVersion & { readonly message_ids: readonly number[] };
	/** The first message of an album was learnt from a forward: the desk looks for the others. */
	readonly album_numbered: OfVersion;
	/** A version was published or rejected, and its buttons are of no use any more. */
	readonly decided: OfStep;
	/** A version in work was dropped or given up. */
	readonly ended: OfStep;
	/** The desk stopped working on an event. */
	readonly given_up: OfEvent;
	/** An execution failed. */
	readonly failed: { readonly root_execution_id: string; readonly event_key: string | null };
	/** A question was closed: its version waits for a decision again, and its copies have their buttons back. */
	readonly reopened: OfVersion & { readonly seq: number };
	/** The AI provider refuses the desk, and only the owner can fix it. */
	readonly provider_refused: OfVersion & { readonly fault: string };
	/** Cards of a batch may not have arrived. */
	readonly cards_missing: { readonly batch_key: string; readonly user_id: number };
	/** An offer is over, and so are the buttons of its cards. */
	readonly card_over: { readonly batch_key: string; readonly item: number };
	/** A search found feeds that cannot be read. */
	readonly feeds_broken: OfEvent;
	/** The AI was asked for the daily offer, and no answer came. */
	readonly offer_lost: OfEvent;
}
interface OfEvent {
	readonly event_key: string;
}
interface OfDelivery {
	readonly delivery_id: string;
}
interface OfVersion {
	readonly draft_key: string;
	readonly version: number;
}
/** Who decided, under which event. */
type OfStep = OfVersion & { readonly by: number; readonly event_key: string };
export type Kind = keyof Debts;

/** How it went for each person. `moot`: nothing is owed any more. `early`: it cannot be told yet. */
export type Paid = readonly (DeliveryAnswer['status'] | undefined)[] | 'moot' | 'early';

/**
 * What happens again is owed again.
 * @param dueAtMs from when on it is told; if not given, at once, whatever the clock does
 */
export async function owe<K extends Kind>(tx: Database, kind: K, params: Debts[K], atMs: number, dueAtMs = 0): Promise<void> {
	const anew = { owed_at_ms: atMs, due_at_ms: dueAtMs, attempts: 0 };
	await tables(tx)
		.insertInto('owed')
		.values({ kind, entity_key: Object.values(params).join(':'), params: JSON.stringify(params), ...anew })
		.onConflict((on) => on.columns(['kind', 'entity_key']).doUpdateSet(anew))
		.execute();
}
