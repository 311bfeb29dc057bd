/**
 * Two people may ask for the same within seconds, before there is a draft of it. So a request is held against what is asked for at this
 * moment too, in the transaction that stores it: these transactions follow one another, so the later one sees the earlier one.
 */
import { answersRequest, makesRequest } from '@copydesk/domain/chat/callback';
import { linksIn } from '@copydesk/domain/chat/links';
import type { Intent } from '@copydesk/domain/desk/intentTypes';
import { storedIntent } from '@copydesk/domain/desk/storedIntent';
import { draftKeyOf } from '@copydesk/domain/ids';
import type { Messages } from '@copydesk/domain/messages/messages';
import { firstWords, personName } from '@copydesk/domain/messages/sentences';
import { likeness } from '@copydesk/domain/repeats/compare';
import { fingerprintOf } from '@copydesk/domain/repeats/topicFingerprint';
import { addressOf } from '@copydesk/domain/text/canonicalUrl';
import type { Database } from '@copydesk/kit/database/types';
import { holdChain } from '../audit/audit.ts';
import { firstAnswer, isDecidedOtherwise, linksBehind, wordsBehind } from '../events/events.ts';
import { findItem } from '../news/items.ts';
import { duplicateText } from '../notices/duplicateNotice.ts';
import type { Participant } from '../participants/participants.ts';
import { findRepeatSince } from '../repeats/find.ts';
import { termOfAddress } from '../repeats/fingerprints.ts';
import { tables } from '../tables.ts';
import { repeatQuestion, type RequestedTopic } from './repeated.ts';
import { setIntent } from './setIntent.ts';

/** Whom the answer is for, and how it is worded. */
export interface DuplicateWords {
	readonly wish: RequestedTopic | undefined;
	readonly channelId: number;
	readonly timeZone: string;
	readonly messages: Messages;
	readonly people: readonly Participant[];
}

/** Clocks of two instances differ by less. */
const CLOCKS_MS = 60_000;
/** What began no draft in this time hardly will. */
const ASKED_WITHIN_MS = 2 * 86_400_000;
/** Requests that are held against at most, the newest ones. */
const MOST_ASKED = 50;

/** @returns what the event asks for now: the question, if somebody asked for the same */
export async function askAboutConcurrentDuplicate(
	tx: Database,
	{ eventKey, userId, intent }: { readonly eventKey: string; readonly userId: number; readonly intent: Intent },
	{ wish, messages, people, ...where }: DuplicateWords,
): Promise<Intent> {
	if (wish === undefined || intent.kind === 'usage' || (await isAnswered(tx, eventKey, intent))) return intent;
	await holdChain(tx);
	const hit = await findRepeatSince(tx, wish.held, wish.atMs - CLOCKS_MS);
	if (hit !== undefined)
		return setIntent(tx, eventKey, repeatQuestion(messages, wish, hit, (await duplicateText(tx, where, hit))(messages)));
	const asked = await askedAlike(tx, eventKey, wish);
	if (asked === undefined) return intent;
	const asker = asked.userId === userId ? undefined : people.find((person) => person.userId === asked.userId);
	const had = messages.hadThat.asked({ by: asker === undefined ? null : personName(messages, asker), words: firstWords(asked.text) });
	return setIntent(tx, eventKey, repeatQuestion(messages, wish, { draft_key: asked.draft_key, version: 1 }, had));
}

/** Another button of the same question was pressed before: nothing follows from this one. */
async function isAnswered(tx: Database, eventKey: string, intent: Intent): Promise<boolean> {
	if (intent.kind !== 'callback' || !answersRequest(intent.action)) return false;
	return intent.action === 'read_link' ? (await firstAnswer(tx, eventKey)) !== undefined : isDecidedOtherwise(tx, eventKey);
}

interface AskedFor {
	readonly userId: number;
	readonly text: string;
	readonly addresses: readonly string[];
	readonly draft_key: string;
}

/** A request of which there is no draft yet, and that asks for the same. */
async function askedAlike(tx: Database, eventKey: string, wish: RequestedTopic): Promise<AskedFor | undefined> {
	const { held, anyway } = wish;
	const pages = held.addresses.map(termOfAddress);
	const open = await tables(tx)
		.selectFrom('event')
		.select(['event_key', 'update_id', 'user_id', 'intent', 'update_json'])
		.where(({ and }) => and({ state: 'stored', query_pending: 0 }))
		.where('intent_kind', 'in', ['post_request', 'callback', 'command'])
		.where('draft_key', 'is', null)
		.where('event_key', '<>', eventKey)
		.where('received_at_ms', '>', wish.atMs - ASKED_WITHIN_MS)
		.orderBy('received_at_ms', 'desc')
		.limit(MOST_ASKED)
		.execute();
	for (const { update_id, user_id, intent } of open) {
		const other = storedIntent(intent);
		// If two people press the same card, one is told that the other was first.
		if (other.kind === 'callback' && other.draft_key === anyway.draft_key && other.item === anyway.version) continue;
		const asked = await askedBy(tx, update_id, user_id ?? 0, other);
		if (asked === null || asked.draft_key === held.draftKey) continue;
		const isSamePage = asked.addresses.some((address) => pages.includes(termOfAddress(address)));
		if (isSamePage || likeness(held.fingerprint, fingerprintOf([asked.text])) >= 1) return asked;
	}
	return undefined;
}

async function askedBy(tx: Database, updateId: number, userId: number, intent: Intent): Promise<AskedFor | null> {
	const own = draftKeyOf(updateId);
	if (intent.kind === 'post_request') {
		const draft_key = intent.draft_key ?? own;
		const links = [...linksIn(intent.text, []), ...(await linksBehind(tx, userId, draft_key))];
		return { userId, text: intent.text, addresses: links.flatMap((link) => addressOf(link) ?? []), draft_key };
	}
	if (intent.kind === 'command') {
		const link = intent.name === 'news' ? intent.args.link : undefined;
		return link === undefined ? null : { userId, text: link, addresses: [addressOf(link) ?? link], draft_key: own };
	}
	if (intent.kind !== 'callback') return null;
	if (intent.action === 'take') {
		const item = await findItem(tx, { batch_key: intent.draft_key, item: intent.item ?? 0 });
		return item === undefined ? null : { userId, text: `${item.title}\n${item.angle}`, addresses: [item.canonical_url], draft_key: own };
	}
	if (!makesRequest(intent.action) && intent.action !== 'read_link') return null;
	const { draft_key } = intent;
	const text = await wordsBehind(tx, userId, draft_key);
	if (text === null) return null;
	const links = await linksBehind(tx, userId, draft_key);
	return { userId, text, addresses: links.flatMap((link) => addressOf(link) ?? []), draft_key };
}
