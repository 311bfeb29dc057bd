/** The answer to the graphs about an update. */
import type { Copy, VerifiedEvent } from '@copydesk/domain/api/collaboration';
import { answersRequest, makesRequest } from '@copydesk/domain/chat/callback';
import type { FeedbackSession, Person } from '@copydesk/domain/desk/event';
import type { Intent } from '@copydesk/domain/desk/intentTypes';
import { CopydeskError } from '@copydesk/domain/errors';
import type { Incoming } from '@copydesk/domain/event/update';
import { wishOf } from '@copydesk/domain/material/vouch';
import type { Card, ItemRef } from '@copydesk/domain/news/item';
import { forGraphs } from '@copydesk/domain/settings/settings';
import type { Database } from '@copydesk/kit/database/types';
import type { Contexts } from '../contexts/contexts.ts';
import { postPressed } from '../events/briefs.ts';
import { eventOfMessage } from '../deliveries/journal.ts';
import { firstAnswer, isDecidedOtherwise, linksBehind, saidIn, wordsBehind } from '../events/events.ts';
import { isPlannedKey } from '../events/planned.ts';
import { copiesOf, findMaterial, latestVersion, openSessions, type VersionRef } from '../materials/read.ts';
import { cardsOf, isQuestionOf } from '../news/cards.ts';
import { findItem } from '../news/items.ts';
import type { Languages } from '../participants/languages.ts';
import type { Participant, Participants } from '../participants/participants.ts';
import { readSettings } from '../settings/settings.ts';
import { briefInput, wordsToAsk } from './briefInput.ts';
import { chosenLanguage, postLanguageOf } from './postLanguage.ts';

export interface AnswerOptions {
	readonly db: Database;
	readonly contexts: Contexts;
	readonly participants: Participants;
	readonly languages: Languages;
	/** The configured language of posts, a tag or `auto`, until the owner sets one in chat. Undefined: the settings node decides. */
	readonly postLanguage?: string | undefined;
	readonly nowMs: () => number;
	readonly timeZone: string;
	/** What the channel is about, where the owner did not say. */
	readonly channelAbout: () => Promise<string>;
}

/** What the caller does about an event. */
export interface Can {
	/** An event that is not to be worked on now is left. */
	readonly wait: boolean;
	/** An AI is asked what free words mean. */
	readonly brief: boolean;
	/** What is only said is left to the service. */
	readonly end: boolean;
}

type How = Pick<VerifiedEvent, 'replay' | 'waits'> & {
	readonly underWay: VerifiedEvent['under_way'];
	readonly can: Can;
};

/** The answer for an admitted update: the person, a signed context, and the facts for a decision. */
export async function admittedAnswer(
	event: { readonly eventKey: string; readonly executionId: string; readonly incoming: Incoming; readonly intent: Intent },
	sender: Participant,
	{ replay, waits, underWay, can }: How,
	options: AnswerOptions,
): Promise<VerifiedEvent> {
	const { db, contexts, participants, languages, postLanguage: postLanguageOfDesk } = options;
	const { eventKey, executionId, incoming, intent } = event;
	const people = await participants.all();
	const owner = people.find(({ role }) => role === 'owner');
	if (owner === undefined) throw new CopydeskError('unavailable', 'no owner is set');
	const signed = await contexts.sign({
		sub: sender.userId,
		chat: sender.chatId,
		role: sender.role,
		owner_chat_id: owner.chatId,
		event_key: eventKey,
		execution_id: executionId,
		purpose: 'event',
	});
	const language = await languages.of(sender);
	const { chosen } = await readSettings(db);
	// The query of a planned press was answered when the person chose the time.
	const callback =
		incoming.kind === 'callback' ? { id: isPlannedKey(eventKey) ? '' : incoming.callbackQueryId, message_id: incoming.messageId } : null;
	const asked = await withWords(db, sender, intent, { eventKey, messageId: callback?.message_id ?? 0 });
	const words = can.brief ? await wordsToAsk(db, eventKey, asked) : null;
	const brief = words === null ? null : await briefInput({ words, intent: asked, incoming, spoken: language }, options);
	const postLanguage = await postLanguageOf(db, asked, language);
	return {
		admitted: true,
		reason: null,
		// False for a replay too: a graph that reads only this field must continue.
		duplicate: false,
		replay,
		waits,
		event_key: eventKey,
		actor: personOf(sender),
		language,
		post_language: postLanguage,
		...signed,
		intent: asked,
		copy: intent.kind === 'callback' && callback !== null ? await copyFacts(db, sender, intent, callback.message_id) : null,
		feedback_session: await sessionFor(db, sender, intent),
		under_way: underWay,
		brief,
		ended: can.end ? false : null,
		rejected: null,
		callback,
		participants: people.filter(({ active }) => active).map(personOf),
		settings: { ...forGraphs(chosen), ...chosenLanguage(chosen.language ?? postLanguageOfDesk, postLanguage, language) },
	};
}

export function refusedAnswer(eventKey: string, reason: NonNullable<VerifiedEvent['reason']>, intent: Intent): VerifiedEvent {
	return {
		admitted: false,
		reason,
		duplicate: reason === 'duplicate',
		replay: false,
		waits: false,
		event_key: eventKey,
		actor: null,
		language: null,
		post_language: null,
		_svc: null,
		expires_at: null,
		intent,
		copy: null,
		feedback_session: null,
		under_way: null,
		brief: null,
		ended: null,
		rejected: null,
		callback: null,
		participants: [],
		settings: {},
	};
}

export const personOf = ({ userId, chatId, role, displayName }: Participant): Person => ({
	user_id: userId,
	chat_id: chatId,
	role,
	display_name: displayName,
});

/** The person's own feedback session; for the owner, else any open one, because the owner may resolve it. */
async function sessionFor(db: Database, { userId, role }: Participant, intent: Intent): Promise<FeedbackSession | null> {
	const sessions = await openSessions(db);
	const answered = (each: VersionRef) =>
		intent.kind === 'feedback_reply' && each.draft_key === intent.draft_key && each.version === intent.version;
	const session =
		sessions.find(answered) ??
		sessions.find((each) => each.feedback_actor_user_id === userId) ??
		(role === 'owner' ? sessions.at(-1) : undefined);
	if (session === undefined) return null;
	return {
		draft_key: session.draft_key,
		version: session.version,
		holder_user_id: session.feedback_actor_user_id,
		prompt_message_id: session.feedback_prompt_message_id,
		mine: session.feedback_actor_user_id === userId,
	};
}

const NO_TEXT = { title: null, subtitle: null, body: null };

/** Adds the words that a press refers to, if it answers a question about a message, or is `everywhere` or `write_anew`. */
async function withWords(
	db: Database,
	{ userId, chatId }: Participant,
	intent: Intent,
	{ eventKey, messageId }: { readonly eventKey: string; readonly messageId: number },
): Promise<Intent> {
	if (intent.kind !== 'callback') return intent;
	const text =
		intent.action === 'read_link'
			? await linkBehind(db, userId, intent, eventKey)
			: answersRequest(intent.action)
				? await requestBehind(db, userId, intent.draft_key, eventKey)
				: intent.action === 'everywhere'
					? await answerBehind(db, { chatId, messageId }, intent)
					: intent.action === 'write_anew'
						? wishOf((await findMaterial(db, intent.draft_key, intent.version)) ?? NO_TEXT)
						: null;
	if (text === null) return intent;
	const brief = makesRequest(intent.action) ? await postPressed(db, eventKey, intent.draft_key) : undefined;
	return { ...intent, text, ...(brief === undefined ? {} : { brief }) };
}

/** Null if another event made a draft of the message, or if the person first pressed the other button. */
async function requestBehind(db: Database, userId: number, draftKey: string, eventKey: string): Promise<string | null> {
	const made = await findMaterial(db, draftKey);
	if (made !== undefined && made.event_key !== eventKey) return null;
	return (await isDecidedOtherwise(db, eventKey)) ? null : wordsBehind(db, userId, draftKey);
}

/** Null if the draft exists or the person pressed a button of this question before. */
async function linkBehind(db: Database, userId: number, { draft_key, version }: VersionRef, eventKey: string): Promise<string | null> {
	if ((await findMaterial(db, draft_key)) !== undefined || (await firstAnswer(db, eventKey)) !== undefined) return null;
	return (await linksBehind(db, userId, draft_key))[version - 1] ?? null;
}

/** The reply that the message with the pressed button answered. */
async function answerBehind(
	db: Database,
	message: { readonly chatId: number; readonly messageId: number },
	{ draft_key, version }: VersionRef,
): Promise<string | null> {
	const eventKey = await eventOfMessage(db, message.chatId, message.messageId);
	const words = eventKey === null ? null : (await saidIn(db, eventKey)).words;
	return words?.kind === 'reply' && words.draft_key === draft_key && words.version === version ? (words.text ?? null) : null;
}

async function copyFacts(
	db: Database,
	{ userId, chatId }: Participant,
	{ draft_key, version, item }: VersionRef & { readonly item?: number },
	messageId: number,
): Promise<Copy> {
	if (item !== undefined) return cardFacts(db, { userId, chatId, messageId }, { batch_key: draft_key, item });
	const material = await findMaterial(db, draft_key, version);
	const copies = await copiesOf(db, { draft_key, version });
	const own = copies.find((copy) => copy.userId === userId && copy.messageId === messageId);
	return {
		delivered: own !== undefined,
		latest: material !== undefined && (await latestVersion(db, draft_key)) === version,
		draft_key,
		version,
		state: material?.state ?? null,
		message_id: messageId,
		is_canonical: material?.approval_message_id === messageId,
		content_matches: own !== undefined && own.contentSha256 === material?.content_sha256,
	};
}

async function cardFacts(db: Database, pressed: Card, ref: ItemRef): Promise<Copy> {
	const item = await findItem(db, ref);
	const cards = await cardsOf(db, ref);
	const isPressed = ({ userId, chatId, messageId }: Card) =>
		userId === pressed.userId && chatId === pressed.chatId && messageId === pressed.messageId;
	return {
		delivered: cards.some(isPressed) || (await isQuestionOf(db, ref, pressed)),
		latest: item?.state === 'offered',
		draft_key: ref.batch_key,
		version: 1,
		state: item?.state ?? null,
		message_id: pressed.messageId,
		is_canonical: item?.primary_message_id === pressed.messageId,
		content_matches: true,
	};
}
