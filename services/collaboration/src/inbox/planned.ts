/** Decides about an event that plans a post, or changes one in the channel. A decision without effect becomes a text that says why. */
import type { Intent } from '@copydesk/domain/desk/intentTypes';
import type { Incoming } from '@copydesk/domain/event/update';
import type { Refusal } from '@copydesk/domain/material/judgement';
import type { Messages } from '@copydesk/domain/messages/messages';
import type { Database } from '@copydesk/kit/database/types';
import type { Note } from '../audit/audit.ts';
import type { Demanded } from '../materials/approvals.ts';
import type { Participant } from '../participants/participants.ts';
import { decideByAnswer, decideByPress } from '../plans/decide.ts';
import type { Planning } from '../plans/planning.ts';
import type { Answered } from '../plans/question.ts';
import { decideOnWeek } from '../plans/week.ts';
import { findMaterial } from '../materials/read.ts';
import { decideByLine, decideOnPost } from '../posts/decide.ts';
import type { NamedLine } from '../posts/decide.ts';
import { learnNumber } from '../posts/numbers.ts';
import type { LookedFor } from '../posts/numbers.ts';
import { isTooLong } from '../posts/posts.ts';
import type { Posts } from '../posts/posts.ts';
import { decideOnBrand } from './brandPressed.ts';
import { setIntent } from './setIntent.ts';
import { insteadOfQuestion } from './secondQuestion.ts';
import { decideOnWait } from './waitPressed.ts';

interface Decided {
	readonly intent: Intent;
	readonly incoming: Incoming;
	readonly sender: Participant;
	readonly eventKey: string;
	readonly executionId: string;
	readonly atMs: number;
}

export interface PlanWords {
	readonly planning: Planning;
	readonly messages: Messages;
	/** The time that a message names in answer to the desk's question. */
	readonly answered?: Answered | undefined;
	/** The next free slot, for a press that asks for it. */
	readonly nextSlotMs: number | undefined;
	readonly demanded: Demanded;
	readonly posts: Posts;
	/** The line that a message names to replace a post. */
	readonly line?: NamedLine | undefined;
	/** A post of the channel that the person forwarded. */
	readonly looked?: LookedFor | undefined;
	readonly canPlan: boolean;
}

/** Reads what the decision needs before its transaction. */
export async function planWordsOf(
	{ planning, posts }: Pick<PlanWords, 'planning' | 'posts'>,
	{ intent, ...said }: { readonly intent: Intent } & Pick<PlanWords, 'messages' | 'answered' | 'line' | 'looked'>,
): Promise<PlanWords> {
	const isNextSlot = intent.kind === 'callback' && intent.action === 'next_slot';
	const nextSlotMs = isNextSlot ? await planning.nextSlotMs(intent) : undefined;
	return { ...said, planning, posts, nextSlotMs, demanded: await planning.demanded(), canPlan: await planning.canPlan() };
}

/** @returns the event's intent after the decision */
export async function decideByEvent(tx: Database, note: Note, { intent, incoming, ...by }: Decided, words: PlanWords): Promise<Intent> {
	const { planning, posts, messages, answered, line, looked, nextSlotMs, demanded, canPlan } = words;
	if (looked !== undefined) await learnNumber(tx, note, looked, { ...by, actorUserId: by.sender.userId });
	const messageId = incoming.kind === 'callback' ? incoming.messageId : null;
	const instead =
		(await decideOnWait(tx, note, { intent, ...by }, messages)) ??
		(await decideOnWeek(tx, note, { intent, ...by }, messages)) ??
		(await decideOnBrand(tx, note, { intent, ...by }, messages)) ??
		(await insteadOfQuestion(tx, { intent, sender: by.sender, messageId }, messages));
	if (instead !== undefined) return setIntent(tx, by.eventKey, instead);
	const choosing = { ...by, zone: planning.timeZone, nextSlotMs, demanded, messageId, canPlan };
	const refused =
		answered?.when.kind === 'at'
			? await decideByAnswer(tx, note, { ...answered, atMs: answered.when.atMs }, choosing)
			: await decideByPress(tx, note, intent, choosing);
	const ofPost =
		line === undefined || isTooLong(line) ? await decideOnPost(tx, note, intent, choosing) : await decideByLine(tx, note, line, choosing);
	const text =
		refused !== undefined
			? planning.refusal(messages, refused, demanded.people)
			: await refusalText(tx, ofPost, intent, { posts, messages, line });
	return text === null ? intent : setIntent(tx, by.eventKey, { kind: 'usage', text });
}

async function refusalText(
	tx: Database,
	refused: Refusal | undefined,
	intent: Intent,
	{ posts, messages, line }: Pick<PlanWords, 'posts' | 'messages' | 'line'>,
): Promise<string | null> {
	const about = intent.kind === 'callback' ? intent : line;
	if (refused === undefined || about === undefined) return null;
	// A button may name a draft that does not exist.
	const draft = (await findMaterial(tx, about.draft_key, about.version)) ?? undefined;
	return posts.refusal(messages, refused, draft);
}
