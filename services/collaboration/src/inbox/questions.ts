/** Open questions to a person: for feedback, for a change of a stopped version, for a correction, or for a setting. */
import { WORK_STATES } from '@copydesk/domain/material/work';
import type { Intent } from '@copydesk/domain/desk/intentTypes';
import type { OpenSession } from '@copydesk/domain/desk/intent';
import { storedIntent } from '@copydesk/domain/desk/storedIntent';
import type { Incoming } from '@copydesk/domain/event/update';
import { isSettingName, type SettingName } from '@copydesk/domain/settings/settings';
import type { AwaitingFeedback } from '@copydesk/domain/material/material';
import type { Database } from '@copydesk/kit/database/types';
import { askedOfMessage, draftOfMessage, eventOfMessage, lastQuestion } from '../deliveries/journal.ts';
import { findMaterial, openSessions, type VersionRef } from '../materials/read.ts';
import type { Participant } from '../participants/participants.ts';
import { ASKS_CORRECTION } from '../posts/follow.ts';
import { tables } from '../tables.ts';

/** How long a message that is no reply can answer the question what to correct in a post. */
const CORRECTION_WITHIN_MS = 15 * 60_000;

/** The purposes of the questions about a stopped version, which are the buttons that ask them, and the part that each asks for. */
const EDITS = { edit_title: 'title', edit_text: 'text', send_link: 'link' } as const;
export type Edit = keyof typeof EDITS;
export const isEdit = (purpose: string): purpose is Edit => Object.hasOwn(EDITS, purpose);

/** The question that a message may answer: about a stopped version, which is always the latest, else about a post, else for feedback. */
export async function questionFor(db: Database, person: Participant, incoming: Incoming, nowMs: number): Promise<OpenSession | null> {
	if (incoming.kind !== 'message') return null;
	return (
		(await openEdit(db, person, incoming)) ??
		(await openCorrection(db, person, incoming, nowMs)) ??
		(await sessionFor(db, person, incoming))
	);
}

/** Whether an answer of this person is being worked on. */
export async function isAnswering(db: Database, userId: number): Promise<boolean> {
	const answer = await tables(db)
		.selectFrom('event')
		.select('event_key')
		.where(({ and }) => and({ user_id: userId, state: 'stored', intent_kind: 'feedback_reply' }))
		.limit(1)
		.executeTakeFirst();
	return answer !== undefined;
}

/** How long the next message counts as the value of a setting that was asked for. A reply to the question counts later too. */
const SETTING_WITHIN_MS = 15 * 60_000;

/** The setting whose value the owner was asked for: by the message that they reply to, else by their last event. */
export async function askedSetting(
	db: Database,
	{ userId, chatId, role }: Participant,
	incoming: Incoming,
	nowMs: number,
): Promise<SettingName | null> {
	if (role !== 'owner' || incoming.kind !== 'message') return null;
	const { replyToMessageId } = incoming;
	const said = tables(db)
		.selectFrom('event')
		.select(['intent', 'received_at_ms'])
		.where('user_id', '=', userId)
		.where('query_pending', '=', 0);
	if (replyToMessageId !== null) {
		const eventKey = await eventOfMessage(db, chatId, replyToMessageId);
		const asked = eventKey === null ? undefined : await said.where('event_key', '=', eventKey).executeTakeFirst();
		return asked === undefined ? null : settingAskedBy(storedIntent(asked.intent));
	}
	const last = await said.where('update_id', '<', incoming.updateId).orderBy('update_id', 'desc').limit(1).executeTakeFirst();
	return last === undefined || last.received_at_ms < nowMs - SETTING_WITHIN_MS ? null : settingAskedBy(storedIntent(last.intent));
}

const LOOKS: readonly string[] = ['status', 'plan', 'sources', 'draft'];

/** Whether a person looks something up: an open question stays open. */
export const onlyLooks = (intent: Intent): boolean =>
	intent.kind === 'help' ||
	(intent.kind === 'command' && LOOKS.includes(intent.name)) ||
	(intent.kind === 'callback' && intent.action === 'page');

/** The setting for whose value the desk's answer to an event asks: the owner opened it, or its value could not be read. */
function settingAskedBy(intent: Intent): SettingName | null {
	if (intent.kind === 'callback') return intent.action === 'setting' && isSettingName(intent.draft_key) ? intent.draft_key : null;
	if (intent.kind !== 'command' || intent.name !== 'settings') return null;
	const { setting, value } = intent.args;
	return setting !== null && value === null && isSettingName(setting) ? setting : null;
}

type Message = Incoming & { readonly kind: 'message' };

/**
 * The open question about a stopped version: the one that this message is a reply to, else the newest, as long as this person has only
 * looked things up since. It closes when the version is no longer stopped.
 */
export async function askedEdit(db: Database, userId: number, replyTo: number | null = null) {
	const questions = await tables(db)
		.selectFrom('material as m')
		.innerJoin('delivery as d', (on) => on.onRef('d.draft_key', '=', 'm.draft_key').onRef('d.version', '=', 'm.version'))
		.innerJoin('event as e', 'e.event_key', 'd.event_key')
		.select(['m.draft_key', 'm.version', 'd.purpose', 'd.message_id', 'e.update_id'])
		.where('m.state', 'in', WORK_STATES)
		.where('m.error_code', 'is not', null)
		.where(({ and }) => and({ 'd.operation': 'prompt', 'd.recipient_user_id': userId }))
		.where('d.purpose', 'in', Object.keys(EDITS))
		.where('d.state', 'in', ['sent', 'unknown'])
		.orderBy('e.update_id', 'desc')
		.execute();
	const answered = replyTo === null ? undefined : questions.find(({ message_id }) => message_id === replyTo);
	const asked = answered ?? questions[0];
	if (asked === undefined || !isEdit(asked.purpose)) return null;
	const open = { ...asked, edits: EDITS[asked.purpose] };
	if (answered !== undefined) return open;
	return (await didSomething(db, userId, ['update_id', asked.update_id], ['callback', 'command'])) ? null : open;
}

async function openEdit(db: Database, { userId, chatId }: Participant, { replyToMessageId }: Message): Promise<OpenSession | null> {
	const asked = await askedEdit(db, userId, replyToMessageId);
	if (asked === null) return null;
	const { draft_key: draftKey, version, edits, message_id: question } = asked;
	const isAbout =
		replyToMessageId !== null &&
		(replyToMessageId === question || isOf(await draftOfMessage(db, chatId, replyToMessageId), { draft_key: draftKey, version }));
	return {
		draftKey,
		version,
		holderUserId: userId,
		holderChatId: chatId,
		edits,
		messageIds: isAbout ? [replyToMessageId] : [],
	};
}

/** A message that is no reply can correct a post if the question is recent and the person has only looked things up since. */
async function openCorrection(
	db: Database,
	{ userId, chatId }: Participant,
	{ replyToMessageId }: Message,
	nowMs: number,
): Promise<OpenSession | null> {
	const asked =
		replyToMessageId === null
			? await lastQuestion(db, ASKS_CORRECTION, userId, nowMs - CORRECTION_WITHIN_MS)
			: await askedOfMessage(db, ASKS_CORRECTION, chatId, replyToMessageId);
	if (asked === undefined) return null;
	const { draft_key, version, created_at_ms } = asked;
	const isOver = () => didSomething(db, userId, ['received_at_ms', created_at_ms], ['callback', 'command', 'feedback_reply']);
	if (replyToMessageId === null && (await isOver())) return null;
	const post = await findMaterial(db, draft_key, version);
	if (post?.state !== 'published') return null;
	return {
		draftKey: draft_key,
		version,
		holderUserId: userId,
		holderChatId: chatId,
		edits: 'correction',
		post,
		messageIds: replyToMessageId === null ? [] : [replyToMessageId],
	};
}

/** Who has done so much since a question does not answer it any more, whatever it was. */
const MOST_LOOKED_UP = 100;

/** Whether the person did one of these things after an update or a time, other than looking something up. */
export async function didSomething(
	db: Database,
	userId: number,
	[column, since]: readonly ['update_id' | 'received_at_ms', number],
	kinds: readonly Intent['kind'][],
): Promise<boolean> {
	const events = await tables(db)
		.selectFrom('event')
		.select('intent')
		.where('user_id', '=', userId)
		.where(column, '>', since)
		.where('intent_kind', 'in', kinds)
		.orderBy(column)
		.limit(MOST_LOOKED_UP)
		.execute();
	return events.length === MOST_LOOKED_UP || events.some(({ intent }) => !onlyLooks(storedIntent(intent)));
}

/** Whether a message is about this version. A reply to an older version does not answer a question about the newer one. */
const isOf = (about: Awaited<ReturnType<typeof draftOfMessage>>, { draft_key, version }: VersionRef): boolean =>
	about?.draft_key === draft_key && (about.version ?? version) === version;

/** The session that a message belongs to, else the newest one of this person. */
async function sessionFor(db: Database, { userId }: Participant, { replyToMessageId, chatId }: Message): Promise<OpenSession | null> {
	const sessions = await openSessions(db, userId);
	if (sessions.length === 0) return null;
	const isAnswered = (each: AwaitingFeedback) => replyToMessageId !== null && each.feedback_prompt_message_id === replyToMessageId;
	const answered = sessions.find(isAnswered);
	const about = replyToMessageId === null || answered !== undefined ? null : await draftOfMessage(db, chatId, replyToMessageId);
	const session = answered ?? sessions.find((each) => isOf(about, each)) ?? sessions[0];
	if (session === undefined) return null;
	const isOfSession = replyToMessageId !== null && (isAnswered(session) || isOf(about, session));
	return {
		draftKey: session.draft_key,
		version: session.version,
		holderUserId: session.feedback_actor_user_id,
		holderChatId: session.feedback_actor_chat_id,
		edits: null,
		messageIds: isOfSession ? [replyToMessageId] : [],
	};
}
