/** The answer to `/plan`: everything that is planned, or one draft of it, in order, with buttons. */
import type { Buttons } from '@copydesk/domain/chat/callback';
import { MAX_MESSAGE_UNITS } from '@copydesk/domain/limits';
import type { Messages } from '@copydesk/domain/messages/messages';
import { paragraphs } from '@copydesk/domain/messages/phrasing';
import { draftName, personName, timeName, type Saying } from '@copydesk/domain/messages/sentences';
import type { Database } from '@copydesk/kit/database/types';
import { storedIntent } from '@copydesk/domain/desk/storedIntent';
import { DAY_MS } from '@copydesk/domain/schedule/zone';
import { sql } from 'kysely';
import type { Cause } from '../deliveries/journal.ts';
import type { Try } from '../deliveries/tell.ts';
import { calledOf, draftsCalled } from '../materials/read.ts';
import { draftsListed, keyboardOf } from '../messenger/buttons.ts';
import { editedText } from '../messenger/requests.ts';
import type { Actors } from '../participants/actors.ts';
import type { Languages } from '../participants/languages.ts';
import type { Participant, Participants } from '../participants/participants.ts';
import { tables } from '../tables.ts';
import { plansAhead, shownNumber, type Plan } from './plans.ts';
import { openWeek, weekSaying } from './week.ts';

/** The most plans of a list that have buttons, three each: a message has no more rows. */
const MAX_LISTED = 8;

export async function listPlans(
	db: Database,
	participants: Participants,
	{
		messages,
		timeZone,
		nowMs,
		draftKey,
	}: { readonly messages: Messages; readonly timeZone: string; readonly nowMs: number; readonly draftKey?: string | undefined },
): Promise<Saying> {
	const week = draftKey === undefined ? await openWeek(db, nowMs) : [];
	const proposed = week.length === 0 ? undefined : weekSaying(week, messages, timeZone);
	const plans = await plansAhead(db, draftKey);
	const people = await participants.all();
	const lines = await Promise.all(
		plans.map(async ({ draft_key, version, at_ms, user_id, state }) => {
			const by = people.find(({ userId }) => userId === user_id);
			return messages.plans[state === 'missed' ? 'lineMissed' : 'line']({
				draft: draftName(messages, await calledOf(db, { draft_key, version })),
				at: timeName(messages, timeZone, at_ms),
				by: by === undefined ? messages.roles.editor : personName(messages, by),
			});
		}),
	);
	if (plans.length === 0) return proposed ?? { text: messages.plans.nothing, buttons: null };
	let shown = lines.length;
	const listed = () => messages.plans.list({ lines: lines.slice(0, shown), more: lines.length - shown });
	const textOf = () => paragraphs(proposed?.text ?? null, listed());
	while (shown > 0 && textOf().length > MAX_MESSAGE_UNITS) shown -= 1;
	const rows = await Promise.all(plans.slice(0, MAX_LISTED - (proposed === undefined ? 0 : 1)).map((plan) => rowOf(db, plan)));
	return { text: textOf(), buttons: [...(proposed?.buttons ?? []), ...rows] };
}

async function rowOf(db: Database, plan: Plan): Promise<Buttons[number]> {
	const { draft_key, version, state } = plan;
	const about = { draft_key, version, plan: await shownNumber(db, plan) };
	return [
		{ action: 'publish_now', ...about },
		{ action: state === 'missed' ? 'next_slot' : 'other_time', ...about },
		{ action: 'take_off', ...about },
	];
}

interface RelistOptions {
	readonly db: Database;
	readonly trySend: Try;
	readonly actors: Actors;
	readonly languages: Languages;
	readonly participants: Participants;
	readonly timeZone: string;
	readonly nowMs: () => number;
}

/** A list shows what is planned now: the newest one of a person changes in place, once for each of their decisions. */
export async function relist({ userId, chatId, ...person }: Participant, cause: Cause, options: RelistOptions): Promise<void> {
	const { db, trySend, actors, languages, participants, timeZone, nowMs } = options;
	const messageId = await listOf(db, userId, nowMs() - DAY_MS);
	if (messageId === null || cause.event_key === null) return;
	await trySend(
		{ ...cause, purpose: 'plan_list', entity_key: cause.event_key, operation: 'notice', recipient_user_id: userId, chat_id: chatId },
		{
			async build() {
				const messages = await languages.messagesFor({ userId, chatId, ...person });
				const { text, buttons } = await listPlans(db, participants, { messages, timeZone, nowMs: nowMs() });
				if (buttons === null) return editedText(chatId, messageId, text);
				const listed = await draftsCalled(db, draftsListed(buttons));
				return editedText(chatId, messageId, text, keyboardOf(messages, buttons, { listed }));
			},
			allowed: async () => (await actors.active(userId)) !== undefined,
		},
	);
}

/** The message with which `/plan` was answered last since a time. */
async function listOf(db: Database, userId: number, sinceMs: number): Promise<number | null> {
	const said = await tables(db)
		.selectFrom('delivery as d')
		.innerJoin('event as e', 'e.event_key', 'd.event_key')
		.select(['d.message_id', 'e.intent'])
		.where(({ and }) => and({ 'd.recipient_user_id': userId, 'd.operation': 'status', 'd.state': 'sent', 'e.intent_kind': 'command' }))
		// As in the index of messages to a person.
		.where(sql<boolean>`d.operation in ('status', 'reply', 'prompt')`)
		.where('d.created_at_ms', '>', sinceMs)
		.where('d.message_id', '>', 0)
		.orderBy('d.created_at_ms', 'desc')
		.execute();
	const isList = (stored: string): boolean => {
		const intent = storedIntent(stored);
		return intent.kind === 'command' && intent.name === 'plan';
	};
	return said.find(({ intent }) => isList(intent))?.message_id ?? null;
}
