/**
 * A news item is one card of a batch. Each state has a record of its own, so that a step that its state does not allow does
 * not compile. Names of fields are those of the database; times are milliseconds since 1970.
 */
import { refuse, type Acting, type Press, type Refusal } from '../material/judgement.ts';

export interface ItemRef {
	readonly batch_key: string;
	/** Position in its batch, from 1. */
	readonly item: number;
}

interface Kept extends ItemRef {
	/** The number of the newest row in the journal of states. */
	readonly seq: number;
	/** The canonical form of the feed's address. */
	readonly canonical_url: string;
	/** What would be published: the feed's address, later the article's. */
	readonly link: string;
	readonly url: string;
	readonly host: string;
	readonly title: string;
	readonly angle: string;
	readonly source_title: string | null;
	readonly published_at_ms: number;
	/** The message of the first confirmed card, whichever person has it. */
	readonly primary_message_id: number | null;
	readonly changed_at_ms: number;
}

interface Undecided {
	readonly decided_by_user_id: null;
	readonly decision_event_key: null;
	readonly draft_key: null;
}

/** Somebody pressed a button of a card that is there. */
interface Decided {
	readonly decided_by_user_id: number;
	readonly decision_event_key: string;
	readonly primary_message_id: number;
}

export type Offered = Kept & Undecided & { readonly state: 'offered' };
/** An offer of which at least one card is confirmed. */
export type Seen = Offered & { readonly primary_message_id: number };
export type Taken = Kept & Decided & { readonly state: 'taken'; readonly draft_key: string };
export type Dismissed = Kept & Decided & { readonly state: 'dismissed'; readonly draft_key: null };
export type Expired = Kept & Undecided & { readonly state: 'expired' };

export type Item = Offered | Taken | Dismissed | Expired;

/** What a feed says of an item, and what was made of it for the card. */
type NewItem = Pick<Kept, 'canonical_url' | 'url' | 'host' | 'title' | 'angle' | 'source_title' | 'published_at_ms'>;

export function offer(ref: ItemRef, given: NewItem, nowMs: number): Offered {
	return {
		...ref,
		...given,
		// Without tracking parameters.
		link: given.canonical_url,
		state: 'offered',
		seq: 1,
		primary_message_id: null,
		decided_by_user_id: null,
		decision_event_key: null,
		draft_key: null,
		changed_at_ms: nowMs,
	};
}

const decidedBy = ({ person, eventKey }: Acting) => ({ decided_by_user_id: person.userId, decision_event_key: eventKey });

export const take = (item: Seen, acting: Acting, draftKey: string): Taken => ({
	...item,
	...decidedBy(acting),
	state: 'taken',
	draft_key: draftKey,
});

export const dismiss = (item: Seen, acting: Acting): Dismissed => ({ ...item, ...decidedBy(acting), state: 'dismissed' });

export const expire = (item: Offered): Expired => ({ ...item, state: 'expired' });

/** The first confirmed card becomes the primary one, no matter who has it. Message id 0: sent, but its id is not known. */
export function confirmCard(item: Item, messageId: number | null): Item {
	return messageId === null || messageId === 0 || item.primary_message_id !== null ? item : { ...item, primary_message_id: messageId };
}

/** A card that somebody really has. */
export interface Card {
	readonly userId: number;
	readonly chatId: number;
	readonly messageId: number;
}

/** What a person's decision about an item rests on. */
export interface Picking extends Acting {
	/** The event as a press; null if it is no press. */
	readonly press: Press | null;
	/** Every confirmed card of the item. */
	readonly cards: readonly Card[];
	/** What the press is said to be under. */
	readonly messageId: number;
}

/**
 * The guard of a card: the event is the very press, on this item, under this message, and the presser has that card in their
 * own chat. What this same event decided before is given back as it is.
 */
export function judgePick(found: Item, picking: Picking, action: 'take' | 'skip'): Seen | Taken | Dismissed | Refusal {
	const { press, person, eventKey, cards, messageId } = picking;
	const isThisOne =
		press?.action === action && press.draft_key === found.batch_key && press.item === found.item && press.messageId === messageId;
	if (!isThisOne) return refuse('copy_not_delivered', `the event is no press of ${action} on ${found.batch_key} ${found.item}`);
	const isOwn = ({ userId, chatId, messageId: shown }: Card) => userId === person.userId && chatId === person.chatId && shown === messageId;
	if (!cards.some(isOwn)) return refuse('copy_not_delivered', `user ${person.userId} has no card ${messageId}`);
	if ((found.state === 'taken' || found.state === 'dismissed') && found.decision_event_key === eventKey) return found;
	if (found.state !== 'offered') return itemConflict(found, `found ${found.state}`);
	const { primary_message_id } = found;
	return primary_message_id === null ? refuse('copy_not_delivered', 'no card of it is confirmed') : { ...found, primary_message_id };
}

/** An offer that may be shown. */
export function judgeCard(found: Item): Offered | Refusal {
	return found.state === 'offered' ? found : itemConflict(found, 'a card is sent of what is on offer');
}

function itemConflict(found: Item, why: string): Refusal {
	const { state, batch_key, item, decided_by_user_id: decided_by } = found;
	return refuse('state_conflict', why, { facts: { state, batch_key, item, decided_by } });
}
