/** The question when to publish a post, and its answer in the chat. */
import { readWhen } from '@copydesk/domain/schedule/when';
import type { When } from '@copydesk/domain/schedule/when';
import type { Incoming } from '@copydesk/domain/event/update';
import type { Database } from '@copydesk/kit/database/types';
import { askedOfMessage, lastQuestion } from '../deliveries/journal.ts';
import { findMaterial } from '../materials/read.ts';
import type { VersionRef } from '../materials/read.ts';
import type { Participant } from '../participants/participants.ts';
import { openPlanOf, wasPlannedSince } from './plans.ts';

/** The purpose of the question. */
export const QUESTION = 'plan_time';
/** How long a message that is no reply can answer the question. */
const OPEN_FOR_MS = 3_600_000;

export interface Answered extends VersionRef {
	readonly when: When;
}

/**
 * The time that a message names for a version, in answer to the desk's question. A reply to the question always counts as an answer.
 * Other messages count only if they name a time.
 */
export async function answerTo(
	db: Database,
	{ userId, chatId }: Participant,
	incoming: Incoming,
	{ nowMs, zone }: { readonly nowMs: number; readonly zone: string },
): Promise<Answered | undefined> {
	if (incoming.kind !== 'message' || incoming.chatId !== chatId || incoming.forwarded) return undefined;
	const words = incoming.text?.trim() ?? '';
	if (words === '' || words.startsWith('/')) return undefined;
	const when = readWhen(words, nowMs, zone);
	const { replyToMessageId } = incoming;
	if (replyToMessageId === null && when.kind === 'not_understood') return undefined;
	const question =
		replyToMessageId === null
			? await lastQuestion(db, QUESTION, userId, nowMs - OPEN_FOR_MS)
			: await askedOfMessage(db, QUESTION, chatId, replyToMessageId);
	if (question === undefined) return undefined;
	const { draft_key, version, created_at_ms } = question;
	const material = await findMaterial(db, draft_key, version);
	const isOpen = material?.state === 'ready' || (await openPlanOf(db, question)) !== undefined;
	// One answer per question: a person who has chosen a time since then has answered it.
	return isOpen && !(await wasPlannedSince(db, question, created_at_ms)) ? { draft_key, version, when } : undefined;
}
