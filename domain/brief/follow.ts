/** What a brief can lead to. It begins at most a draft, and offers buttons; everything else needs a press or a command. */
import type { PostBrief } from '../caption/ground.ts';
import type { Brief, Order } from './brief.ts';
import type { Topic } from './topics.ts';

/** A draft or a post that the brief was told of. */
export interface KnownDraft {
	readonly number: number;
	readonly draft_key: string;
	readonly version: number;
	readonly state: string;
}

/** What the desk knows when it decides. */
export interface Standing {
	/** The draft about whose change this person was asked. */
	readonly open: KnownDraft | null;
	/** The newest first. */
	readonly drafts: readonly KnownDraft[];
	/** The person pressed a button that makes a post of the message: it is one. */
	readonly isInsisted: boolean;
	/** The message says that a week is to be planned. */
	readonly isWeek: boolean;
}

export type Consequence =
	| { readonly kind: 'post'; readonly post: PostBrief | null }
	| { readonly kind: 'several'; readonly posts: readonly PostBrief[] }
	/** The same, each with a time of a week. */
	| { readonly kind: 'week'; readonly posts: readonly PostBrief[]; readonly aboutMs: number | null }
	/** The answer to the open question. */
	| { readonly kind: 'reply'; readonly to: KnownDraft }
	| { readonly kind: 'ask_change'; readonly draft: KnownDraft }
	/** A change of nothing that is known. */
	| { readonly kind: 'ask_which' }
	| { readonly kind: 'withdraw' }
	| { readonly kind: 'answer'; readonly topic: Topic | null; readonly about: string }
	| { readonly kind: 'order'; readonly order: Order; readonly draft: KnownDraft | null }
	| { readonly kind: 'chat' }
	| { readonly kind: 'unsure'; readonly change: KnownDraft | null };

/** States in which words change a draft after one press. */
const CHANGEABLE = ['ready', 'awaiting_feedback', 'published'];

/** Decides by the brief and by what is known, in one place. */
export function consequenceOf(brief: Brief, { open, drafts, isInsisted, isWeek }: Standing): Consequence {
	const numbered = (number: number | null): KnownDraft | null => drafts.find((draft) => draft.number === number) ?? null;
	if (isInsisted) return { kind: 'post', post: brief.posts[0] ?? null };
	if (plansWeek(brief, isWeek)) return { kind: 'week', posts: brief.posts, aboutMs: brief.order?.at_ms ?? null };
	switch (brief.kind) {
		case 'posts': {
			const [first] = brief.posts;
			return brief.posts.length > 1 ? { kind: 'several', posts: brief.posts } : { kind: 'post', post: first ?? null };
		}
		case 'change':
			return changeOf(numbered(brief.change), open, drafts);
		case 'withdraw':
			return { kind: 'withdraw' };
		case 'question':
			return { kind: 'answer', topic: brief.topic, about: brief.about };
		case 'order':
			return brief.order === null
				? { kind: 'unsure', change: null }
				: { kind: 'order', order: brief.order, draft: numbered(brief.order.draft) };
		case 'chat':
			return { kind: 'chat' };
		case 'unsure':
			return { kind: 'unsure', change: numbered(brief.change) ?? open };
	}
}

/** An order to plan that names no draft is about the posts that come with it. */
function plansWeek({ kind, posts, order }: Brief, isWeek: boolean): boolean {
	if (posts.length === 0) return false;
	if (isWeek && (kind === 'posts' || kind === 'order' || kind === 'unsure')) return true;
	const isOrder = order?.do === 'plan' && order.draft === null;
	return isOrder && ((kind === 'posts' && posts.length > 1) || kind === 'order');
}

function changeOf(named: KnownDraft | null, open: KnownDraft | null, drafts: readonly KnownDraft[]): Consequence {
	// A post in the channel is never corrected by words alone.
	if (open !== null && open.state !== 'published' && (named === null || named.draft_key === open.draft_key))
		return { kind: 'reply', to: open };
	const waiting = drafts.filter(({ state }) => state === 'ready' || state === 'awaiting_feedback');
	const meant = named ?? open ?? (waiting.length === 1 ? (waiting[0] ?? null) : null);
	return meant !== null && CHANGEABLE.includes(meant.state) ? { kind: 'ask_change', draft: meant } : { kind: 'ask_which' };
}
