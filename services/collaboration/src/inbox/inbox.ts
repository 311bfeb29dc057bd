/**
 * The inbox. An update is stored before the webhook is answered, and admitted once. From then on the service is responsible for finishing
 * it.
 */
import type { VerifiedEvent } from '@copydesk/domain/api/collaboration';
import { isOfPost } from '@copydesk/domain/chat/callback';
import { isOfDesk } from '@copydesk/domain/chat/panel';
import type { Intent } from '@copydesk/domain/desk/intentTypes';
import { CopydeskError } from '@copydesk/domain/errors';
import { dropUnderWayText, goesOnName, standingText, underWayText } from '@copydesk/domain/messages/sentences';
import type { Messages } from '@copydesk/domain/messages/messages';
import { readUpdate } from '@copydesk/domain/event/update';
import type { Incoming } from '@copydesk/domain/event/update';
import { eventKeyOf } from '@copydesk/domain/ids';
import { routeOf } from '@copydesk/domain/desk/route';
import { faultPoint } from '@copydesk/kit/faultPoints';
import type { Budget } from '../admissions/budget.ts';
import type { UnderWay } from '../admissions/underWay.ts';
import { noteUnreadable, takeStored } from '../intake/updateQueue.ts';
import { NOBODY } from '../deliveries/journal.ts';
import type { Cause } from '../deliveries/journal.ts';
import { isAsked, waitingEvent, whyOf } from '../events/waits.ts';
import type { Wait } from '../events/waits.ts';
import { findMaterial } from '../materials/read.ts';
import { callbackAnswer } from '../messenger/requests.ts';
import type { Actor } from '../participants/actors.ts';
import type { Participant } from '../participants/participants.ts';
import { storeReactions } from '../posts/reactions.ts';
import type { ReactionCounts } from '../posts/reactions.ts';
import { admittedAnswer, refusedAnswer } from './answer.ts';
import type { AnswerOptions, Can } from './answer.ts';
import type { Ending } from './ending.ts';
import { storeEvent } from './storeEvent.ts';
import { askedWait } from './limits.ts';
import { createPressed } from './pressed.ts';
import type { PressedOptions } from './pressed.ts';
import { planWordsOf } from './planned.ts';
import { setIntent } from './setIntent.ts';
import { settling } from './settle.ts';
import type { Settled } from './settle.ts';
import { parseUpdate } from './parseUpdate.ts';
import type { ParsedUpdate, ParseUpdateOptions, Update } from './parseUpdate.ts';

export interface Inbox {
	/**
	 * Stores an update and decides about it.
	 * @param can what the caller understands of the answer
	 * @throws CopydeskError unavailable: nothing is stored, or a press is not confirmed; the messenger sends the update again
	 * @throws CopydeskError update_unknown: the messenger sent no such update
	 */
	receive(update: Update, executionId: string, can?: Partial<Can>): Promise<VerifiedEvent>;
	/** Writes to the audit that an update was refused because of its form. */
	unreadable(code: string): Promise<void>;
	/** Closes an event; closing it again changes nothing. @throws CopydeskError event_not_found */
	done(actor: Actor, eventKey: string, outcome: string): Promise<void>;
	readonly settle: Ending['settle'];
}

interface InboxOptions extends AnswerOptions, ParseUpdateOptions, PressedOptions {
	readonly atOnce: number;
	/** Undefined if requests cannot wait until a time. */
	readonly budget: Budget | undefined;
	readonly ending: Ending;
}

export function createInbox(options: InboxOptions): Inbox {
	const { audit, nowMs, atOnce, ending } = options;
	const confirm = createPressed(options);
	return {
		async receive(update, executionId, { wait: canWait = false, brief: canBrief = false, end: canEnd = false } = {}) {
			const can: Can = { wait: canWait, brief: canBrief, end: canEnd };
			const counts = readUpdate(update);
			if (counts.kind === 'reactions') return storeCounts(update, counts, options);
			const parsed = await parseUpdate(update, { brief: canBrief, gather: canWait && options.budget !== undefined }, options);
			const { eventKey, incoming, sender, reason, answered, line } = parsed;
			const plan = await planWordsOf(options, parsed);
			const limits = { ...options, budget: canWait ? options.budget : undefined, messages: parsed.messages };
			const { channelId, timeZone } = options;
			const { wish, messages, people } = parsed;
			const duplicates = { wish, messages, people, channelId, timeZone };
			faultPoint('event.before_store');
			const keeping = { ...options, atOnce: canWait ? atOnce : 0, plan, limits, duplicates, settles: canEnd };
			const kept = await settling((late) =>
				audit.within((tx, note) => storeEvent(tx, note, parsed, executionId, { ...keeping, late }, nowMs())),
			);
			faultPoint('event.stored');
			if (kept.kind === 'unknown') throw new CopydeskError('update_unknown', eventKey);
			if (kept.kind === 'duplicate') return refusedAnswer(eventKey, 'duplicate', { kind: 'ignored' });
			if (reason !== null || sender === undefined) return refusedAnswer(eventKey, reason ?? 'unsupported', parsed.intent);
			const admitted = async (intent: Intent, waits = kept.kind === 'waits', isSettled = false) => {
				const other = kept.kind === 'waits' ? undefined : kept.underWay;
				const underWay = other === undefined ? null : await toldOf(other, intent, sender, options);
				// A press is judged by what it was for, and not by what it has made of that.
				const how = { replay: kept.kind === 'replay' || isSettled, waits, underWay, can };
				const plain = canBrief ? intent : await requestInstead(eventKey, intent, messages, options);
				return admittedAnswer({ eventKey, executionId, incoming, intent: plain }, sender, how, options);
			};
			const followed = async (intent: Intent, waits?: boolean, settled?: Settled) => {
				// No graph answers the press of a waiting request, so the service does.
				if (waits ?? kept.kind === 'waits') await answerWaiting(eventKey, incoming, sender, options);
				if (parsed.isBoard) void options.sendBoardLink?.(sender, causeFor(sender, eventKey, executionId));
				follow({ intent, pressed: parsed.intent, incoming, sender, eventKey, executionId, answered, line }, options);
				const answer = await admitted(intent, waits, settled?.refused === null);
				const hasMoved = kept.kind === 'new' && kept.hasWaited === true && isOutdated(answer);
				const last = hasMoved ? await admitted(await sayMovedOn(eventKey, intent, parsed.messages, options)) : answer;
				return canEnd ? ending.end(last, settled) : last;
			};
			const toastOf = async (intent: Intent) => {
				const wait =
					limits.budget === undefined
						? undefined
						: await askedWait(options.db, { eventKey, userId: sender.userId, intent, atMs: nowMs() }, limits);
				return wait === undefined ? routeOf(await admitted(intent)).toast : waitToast(messages, wait, options);
			};
			if (kept.kind === 'waits') return followed(kept.intent);
			if (!kept.isPending) return followed(kept.intent, false, kept.settled);
			const event = { eventKey, executionId, incoming, intent: kept.intent, sender };
			const confirmed = await confirm(event, () => toastOf(kept.intent), keeping);
			if (confirmed === undefined) return refusedAnswer(eventKey, 'duplicate', { kind: 'ignored' });
			return followed(confirmed.intent, confirmed.waits, confirmed.settled);
		},

		unreadable: (why) => audit.within(async (_tx, note) => noteUnreadable(note, { updateId: null, why })),

		done: ending.done,
		settle: ending.settle,
	};
}

/** Counts of reactions, where the messenger sends them to the graphs: nothing follows from them. */
async function storeCounts(
	update: Update,
	counts: ReactionCounts,
	{ audit, channelId, mustBeStored }: InboxOptions,
): Promise<VerifiedEvent> {
	const eventKey = eventKeyOf(update.update_id);
	await audit.within(async (tx) => {
		if (!(await takeStored(tx, update, mustBeStored))) throw new CopydeskError('update_unknown', eventKey);
		await storeReactions(tx, counts, channelId);
	});
	return refusedAnswer(eventKey, 'unsupported', { kind: 'ignored' });
}

/** Words that were stored for a caller that asks an AI, for one that does not, as after a rollback. */
const requestInstead = async (eventKey: string, words: Intent, messages: Messages, { audit }: InboxOptions): Promise<Intent> => {
	if (words.kind === 'voice') return audit.within((tx) => setIntent(tx, eventKey, { kind: 'usage', text: messages.usages.noEar }));
	if (words.kind !== 'words') return words;
	const { text, open, draft_key, picture, media } = words;
	const shown = { ...(picture === undefined ? {} : { picture }), ...(media === undefined ? {} : { media }) };
	const plain: Intent =
		open === undefined ? { kind: 'post_request', text, draft_key, ...shown } : { kind: 'feedback_reply', ...open, text, ...shown };
	return audit.within((tx) => setIntent(tx, eventKey, plain));
};

const causeFor = ({ userId, chatId }: Participant, event_key: string, execution_id: string): Cause => ({
	actor_user_id: userId,
	actor_chat_id: chatId,
	event_key,
	execution_id,
});

/** Updates the chat after a press about a time or a post; the answer does not wait for it. */
function follow(
	{
		intent,
		pressed,
		incoming,
		sender,
		eventKey,
		executionId,
		answered,
		line,
	}: Pick<ParsedUpdate, 'intent' | 'incoming' | 'eventKey' | 'answered' | 'line'> & {
		/** What the event asked for before the decision. */
		readonly pressed: Intent;
		readonly sender: Participant;
		readonly executionId: string;
	},
	{ planning, posts }: InboxOptions,
): void {
	// News cards, the desk's own buttons and other messages change no plan.
	const isOfDraft = pressed.kind === 'callback' && pressed.item === undefined && !isOfDesk(pressed.action);
	if (!isOfDraft && answered === undefined && line === undefined) return;
	const messageId = incoming.kind === 'callback' ? incoming.messageId : 0;
	const cause = causeFor(sender, eventKey, executionId);
	planning.follow({ intent, sender, messageId, cause });
	const isOfPostNow = intent.kind === 'callback' && isOfPost(intent.action);
	if (line !== undefined || isOfPostNow) posts.follow({ intent, sender, cause });
}

/** The text for a person whose request another event is already working on. */
async function toldOf(underWay: UnderWay, intent: Intent, sender: Participant, { languages, participants, timeZone }: InboxOptions) {
	const { by, since, until } = underWay;
	const other = by === sender.userId ? null : ((await participants.all()).find(({ userId }) => userId === by) ?? null);
	const messages = await languages.messagesFor(sender);
	const isDrop = intent.kind === 'callback' && intent.action === 'drop';
	const text = isDrop ? dropUnderWayText(messages, underWay, other) : underWayText(messages, timeZone, underWay, other);
	return { by, since, until, text };
}

const waitToast = (messages: Messages, { why, untilMs }: Wait, { timeZone, nowMs }: Pick<InboxOptions, 'timeZone' | 'nowMs'>): string =>
	messages.waits.toast[isAsked(why) ? 'asked' : 'limit']({ goesOn: goesOnName(messages, timeZone, untilMs, nowMs()) });

/** Whether a press leads to no more than a word at its button. */
function isOutdated(answer: VerifiedEvent): boolean {
	const { route, toast, outcome } = routeOf(answer);
	return route === 'close' && toast !== null && outcome === 'ignored';
}

/** After a wait nobody sees a word at the button, so it becomes a message. @returns the event's new intent */
async function sayMovedOn(eventKey: string, intent: Intent, messages: Messages, { db, audit }: InboxOptions): Promise<Intent> {
	const draft = intent.kind === 'callback' ? await findMaterial(db, intent.draft_key) : undefined;
	const now = draft === undefined ? null : standingText(messages, draft);
	return audit.within((tx) => setIntent(tx, eventKey, { kind: 'usage', text: messages.waits.movedOn({ now }) }));
}

/** Says at the pressed button until when the request waits. Best effort: a message says it too. */
async function answerWaiting(
	eventKey: string,
	incoming: Incoming,
	sender: Participant,
	{ db, trySend, languages, timeZone, nowMs }: InboxOptions,
): Promise<void> {
	if (incoming.kind !== 'callback') return;
	const { callbackQueryId: callback_query_id } = incoming;
	const event = await waitingEvent(db, eventKey);
	if (event === undefined) return;
	const wait = { why: whyOf(event) ?? 'person', untilMs: event.wait_until_ms ?? nowMs() };
	const text = waitToast(await languages.messagesFor(sender), wait, { timeZone, nowMs });
	await trySend(
		{
			...NOBODY,
			purpose: 'answer_callback',
			entity_key: callback_query_id,
			operation: 'answer_callback',
			recipient_user_id: sender.userId,
			chat_id: sender.chatId,
		},
		{ build: async () => callbackAnswer({ callback_query_id, text }), allowed: async () => true },
	);
}
