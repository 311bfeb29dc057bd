/** What an event decides about when a post goes out; what comes to nothing is said instead. */
import type { Intent } from '@copydesk/domain/desk/asked';
import type { Incoming } from '@copydesk/domain/event/update';
import type { Messages } from '@copydesk/domain/messages/messages';
import type { Database } from '@copydesk/kit/database/types';
import type { Note } from '../audit/audit.ts';
import type { Demanded } from '../materials/approvals.ts';
import type { Participant } from '../participants/participants.ts';
import { decideByAnswer, decideByPress } from '../plans/decide.ts';
import type { Planning } from '../plans/planning.ts';
import type { Answered } from '../plans/question.ts';
import { tables } from '../tables.ts';

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
	/** The time that a message names in answer to our question. */
	readonly answered?: Answered | undefined;
	/** The desk's next free hour, for a press that asks for it. */
	readonly nextSlotMs: number | undefined;
	readonly demanded: Demanded;
}

/** What is found out before the transaction. */
export async function planWordsOf(
	planning: Planning,
	{ intent, messages, answered }: { readonly intent: Intent; readonly messages: Messages; readonly answered?: Answered | undefined },
): Promise<PlanWords> {
	const isNextSlot = intent.kind === 'callback' && intent.action === 'next_slot';
	const nextSlotMs = isNextSlot ? await planning.nextSlotMs() : undefined;
	return { planning, messages, answered, nextSlotMs, demanded: await planning.demanded() };
}

/** @returns what the event asks for now */
export async function decideByEvent(
	tx: Database,
	note: Note,
	{ intent, incoming, ...by }: Decided,
	{ planning, messages, answered, nextSlotMs, demanded }: PlanWords,
): Promise<Intent> {
	const messageId = incoming.kind === 'callback' ? incoming.messageId : null;
	const choosing = { ...by, nextSlotMs, demanded, messageId };
	const refused =
		answered?.when.kind === 'at'
			? await decideByAnswer(tx, note, { ...answered, atMs: answered.when.atMs }, choosing)
			: await decideByPress(tx, note, intent, choosing);
	if (refused === undefined) return intent;
	const said: Intent = { kind: 'usage', text: planning.refusal(messages, refused, demanded.people) };
	await tables(tx)
		.updateTable('event')
		.set({ intent_kind: said.kind, intent: JSON.stringify(said) })
		.where('event_key', '=', by.eventKey)
		.execute();
	return said;
}
