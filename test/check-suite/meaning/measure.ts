/** What the desk makes of each message, read as the inbox reads it. */
import { readIntent } from '../../../domain/desk/intent.ts';
import { readUpdate } from '../../../domain/event/update.ts';
import { sentences } from './sentences.ts';
import type { Sentence } from './sentences.ts';

const OWNER = 1;

/** @returns `draft`: it is paid for; otherwise what it is answered as, and what about */
function readAs(text: string): { readonly answer: string; readonly topic: string | null } {
	const from = { id: OWNER, is_bot: false };
	const asked = readIntent(
		readUpdate({ update_id: 1, message: { message_id: 1, from, chat: { id: OWNER, type: 'private' }, text } }),
		null,
	);
	if (asked.kind === 'post_request') return { answer: 'draft', topic: null };
	if (asked.kind === 'stray_wish') return { answer: asked.kind, topic: 'change' };
	if (asked.kind !== 'meant') return { answer: asked.kind, topic: null };
	return { answer: asked.meaning.kind, topic: 'topic' in asked.meaning ? asked.meaning.topic : null };
}

export interface Measured {
	/** Questions, orders and chat that became a draft. */
	readonly drafts: readonly string[];
	readonly requests: number;
	/** Requests that did not become a draft at once. */
	readonly askedBack: readonly string[];
	/** Questions and known orders, and those that were led to something else. */
	readonly led: number;
	readonly misled: readonly string[];
	readonly others: number;
}

export function measureMeaning(isMeant: (sentence: Sentence) => boolean = () => true): Measured {
	const seen = sentences.filter(isMeant).map((sentence) => ({ ...sentence, read: readAs(sentence.text) }));
	const shown = (those: typeof seen) =>
		those.map(({ text, kind, topic, read }) => `${kind} ${topic ?? '-'} read as ${read.answer} ${read.topic ?? '-'}: ${text}`);
	const requests = seen.filter(({ kind }) => kind === 'request');
	const others = seen.filter(({ kind }) => kind !== 'request');
	const led = others.filter(({ topic }) => topic !== null);
	return {
		requests: requests.length,
		askedBack: shown(requests.filter(({ read }) => read.answer !== 'draft')),
		others: others.length,
		drafts: shown(others.filter(({ read }) => read.answer === 'draft')),
		led: led.length,
		// How a draft is changed, its picture too, is said in one answer.
		misled: shown(led.filter(({ topic, read }) => read.topic !== topic && !(read.answer === 'stray_wish' && topic === 'picture'))),
	};
}
