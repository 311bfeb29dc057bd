/** The question when to publish a post, and its answer in the chat. */
import { readWhen, type When } from '@copydesk/domain/schedule/when';
import { withdraws } from '@copydesk/domain/revision/intent';
import type { Incoming } from '@copydesk/domain/event/update';
import type { Database } from '@copydesk/kit/database/types';
import { askedOfMessage, eventOfMessage, lastQuestion, type Question } from '../deliveries/journal.ts';
import { messageBehind } from '../events/events.ts';
import { findMaterial, type VersionRef } from '../materials/read.ts';
import type { Participant } from '../participants/participants.ts';
import { openPlanOf, wasPlannedSince } from './plans.ts';

/** The purpose of the question. */
export const QUESTION = 'plan_time';
/** How long a message that is no reply can answer the question. */
const OPEN_FOR_MS = 3_600_000;

export interface Answered extends VersionRef {
	readonly when: When;
}

type Message = Incoming & { readonly kind: 'message' };
interface Now {
	readonly nowMs: number;
	readonly zone: string;
}

/**
 * The time that a message names for a version, in answer to the desk's question. A reply to the question always counts as an answer.
 * Other messages count only if they name a time.
 */
export async function answerTo(db: Database, person: Participant, incoming: Incoming, now: Now): Promise<Answered | undefined> {
	if (incoming.kind !== 'message' || incoming.chatId !== person.chatId || incoming.forwarded) return undefined;
	const question = await questionOf(db, person, incoming, now);
	if (question === undefined) return undefined;
	const { draft_key, version, created_at_ms } = question;
	const material = await findMaterial(db, draft_key, version);
	const isOpen = material?.state === 'ready' || (await openPlanOf(db, question)) !== undefined;
	// One answer per question: a person who has chosen a time since then has answered it.
	if (!isOpen || (await wasPlannedSince(db, question, created_at_ms))) return undefined;
	return { draft_key, version, when: whenSaid(incoming, now) };
}

const whenSaid = ({ text }: Message, { nowMs, zone }: Now): When => readWhen(text?.trim() ?? '', nowMs, zone);

async function questionOf(db: Database, person: Participant, message: Message, now: Now): Promise<Question | undefined> {
	const { userId, chatId } = person;
	const { replyToMessageId, text } = message;
	if (text === null || text.trim() === '' || text.trim().startsWith('/') || withdraws(text)) return undefined;
	if (replyToMessageId === null) {
		if (whenSaid(message, now).kind === 'not_understood') return undefined;
		const last = await lastQuestion(db, QUESTION, userId, now.nowMs - OPEN_FOR_MS);
		return last !== undefined && last.created_at_ms <= now.nowMs ? last : undefined;
	}
	const asked = await askedOfMessage(db, QUESTION, chatId, replyToMessageId);
	if (asked !== undefined) return asked;
	// The desk may have asked back what an earlier answer meant: both answer the same question.
	const eventKey = await eventOfMessage(db, chatId, replyToMessageId);
	const earlier = eventKey === null ? null : await messageBehind(db, userId, eventKey);
	return earlier === null ? undefined : questionOf(db, person, earlier, { ...now, nowMs: (earlier.sentAt ?? 0) * 1_000 });
}
