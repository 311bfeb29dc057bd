/**
 * The inbox. An update is stored before the webhook is answered, and admitted once; from then on it is ours to finish.
 */
import type { Copy, FeedbackSession, Intent, Person, VerifiedEvent } from '@copydesk/domain/api/collaboration';
import { eventKeyOf } from '@copydesk/domain/ids';
import { answered, readIntent } from '@copydesk/domain/event/intent';
import type { Asked, OpenSession } from '@copydesk/domain/event/intent';
import { readUpdate } from '@copydesk/domain/event/update';
import type { Incoming } from '@copydesk/domain/event/update';
import { languageOf, messagesIn } from '@copydesk/domain/messages/languages';
import type { Messages } from '@copydesk/domain/messages/messages';
import { learntFrom } from '@copydesk/domain/messages/spoken';
import { CopydeskError } from '@copydesk/domain/errors';
import type { MaterialState } from '@copydesk/domain/material/machine';
import { faultPoint } from '@copydesk/kit/faultPoints';
import type { Database, Row } from '@copydesk/kit/database/types';
import type { Audit } from '../audit/audit.ts';
import type { Contexts } from '../contexts/contexts.ts';
import { copiesOf, latestVersion } from '../materials/read.ts';
import type { Actor } from '../participants/admission.ts';
import { learn } from '../participants/languages.ts';
import type { Languages } from '../participants/languages.ts';
import type { Participant, Participants } from '../participants/participants.ts';
import { bindExecution } from '../events/executions.ts';
import { LEASE_MS } from '../events/lease.ts';

type Refusal = NonNullable<VerifiedEvent['reason']>;

export interface Inbox {
	/** Stores and judges an update. @throws CopydeskError unavailable: then nothing is stored, and the messenger comes again */
	receive(update: Readonly<Record<string, unknown>> & { readonly update_id: number }, executionId: string): Promise<VerifiedEvent>;
	/** Closes an event; closing it again changes nothing. @throws CopydeskError event_not_found */
	done(actor: Actor, eventKey: string, outcome: string): Promise<void>;
}

export interface InboxOptions {
	readonly db: Database;
	readonly audit: Audit;
	readonly contexts: Contexts;
	readonly participants: Participants;
	readonly nowMs: () => number;
	readonly channelId: number;
	readonly languages: Languages;
	/** What `/status` answers. */
	readonly statusText: (messages: Messages) => Promise<string>;
}

const IGNORED: Intent = { kind: 'ignored' };

const INSERT = `insert into event (event_key, update_id, received_at_ms, user_id, chat_id, intent_kind, intent, update_json, callback_query_id, message_id, reason,
		execution_id, state, lease_until_ms, closed_at_ms, outcome)
	values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16) on conflict do nothing returning event_key`;

export function createInbox(options: InboxOptions): Inbox {
	const { db, audit, contexts, participants, nowMs, channelId, languages, statusText } = options;

	return {
		async receive(update, executionId) {
			const incoming = readUpdate(update);
			const people = await participants.all();
			const { sender, reason } = judgeSender(incoming, people);
			const session =
				sender === undefined ? null : await openSession(db, sender, incoming.kind === 'message' ? incoming.replyToMessageId : null);
			const asked = askedOf(incoming, sender, reason, session);
			const messenger = 'languageCode' in incoming ? languageOf(incoming.languageCode) : null;
			const learnt = learntFrom(asked, messenger, nowMs());
			const language = sender === undefined ? messenger : await languages.of(sender, learnt);
			const messages = messagesIn(language ?? languages.ofDesk);
			const intent: Intent =
				sender === undefined && asked.kind === 'start' && 'fromId' in incoming
					? { kind: 'start', text: messages.stranger({ userId: incoming.fromId ?? 0 }) }
					: await answered(asked, messages, () => statusText(messages));
			const eventKey = eventKeyOf(incoming.updateId);
			faultPoint('event.before_store');
			const kept = await audit.within(async (tx, note) => {
				const atMs = nowMs();
				const admitted = sender !== undefined && reason === null;
				// Nothing follows from an ignored update, so nobody has to close it.
				const state = !admitted ? 'refused' : intent.kind === 'ignored' ? 'handled' : 'stored';
				const sent = 'fromId' in incoming ? incoming : undefined;
				const [added] = await tx.query(INSERT, [
					eventKey,
					incoming.updateId,
					atMs,
					sent?.fromId ?? null,
					sent?.chatId ?? null,
					intent.kind,
					JSON.stringify(intent),
					admitted ? JSON.stringify(update) : null,
					incoming.kind === 'callback' ? incoming.callbackQueryId : null,
					incoming.kind === 'message' || incoming.kind === 'callback' ? incoming.messageId : null,
					reason,
					executionId,
					state,
					atMs + LEASE_MS,
					state === 'stored' ? null : atMs,
					state === 'stored' ? null : (reason ?? 'ignored'),
				]);
				if (added === undefined) return takeReplay(tx, eventKey, executionId, atMs);
				if (incoming.kind === 'membership') await recordMembership(tx, incoming, people, channelId, atMs);
				note({
					actorUserId: sender?.userId ?? null,
					action: admitted ? 'event.admitted' : 'event.refused',
					entity: `event:${eventKey}`,
					outcome: admitted ? 'ok' : 'refused',
					code: reason,
					executionId,
					detail: {
						intent: intent.kind,
						...(intent.kind === 'callback' ? { asked: intent.action, material: `${intent.draft_key}:${intent.version}` } : {}),
					},
				});
				if (admitted) await bind(tx, sender, eventKey, executionId, atMs);
				if (admitted && learnt !== undefined) await learn(tx, sender.userId, learnt, atMs);
				return 'new' as const;
			});
			faultPoint('event.stored');

			if (kept === 'duplicate') return refusal(eventKey, 'duplicate', IGNORED);
			if (reason !== null || sender === undefined) return refusal(eventKey, reason ?? 'unsupported', intent);
			const replayed = kept !== 'new';
			return admittedAnswer(replayed ? kept.intent : intent, sender, eventKey, executionId, incoming, replayed);
		},

		async done({ participant, claims }, eventKey, outcome) {
			await audit.within(async (tx, note) => {
				if (eventKey !== claims.event_key) throw new CopydeskError('event_not_found', `${eventKey} is not the event of this context`);
				const closed = await tx.query(
					`update event set state = 'handled', closed_at_ms = $2, outcome = $3 where event_key = $1 and state = 'stored' returning event_key`,
					[eventKey, nowMs(), outcome],
				);
				if (closed.length === 0) {
					const [row] = await tx.query('select state from event where event_key = $1', [eventKey]);
					if (row === undefined && eventKey.startsWith('u:')) throw new CopydeskError('event_not_found', eventKey);
					return;
				}
				note({
					actorUserId: participant.userId,
					action: 'event.handled',
					entity: `event:${eventKey}`,
					outcome: 'ok',
					executionId: claims.execution_id,
					detail: { result: outcome },
				});
			});
		},
	};

	async function bind(tx: Database, sender: Participant, eventKey: string, executionId: string, atMs: number): Promise<void> {
		await bindExecution(
			tx,
			{ sub: sender.userId, chat: sender.chatId, event_key: eventKey, execution_id: executionId },
			{ execution_id: executionId },
			atMs,
		);
	}

	/** A stored event that we posted again ourselves is admitted once more; every other second time is a duplicate. */
	async function takeReplay(
		tx: Database,
		eventKey: string,
		executionId: string,
		atMs: number,
	): Promise<'duplicate' | { readonly intent: Intent }> {
		const [row] = await tx.query(
			`update event set replay_open = 0, execution_id = $2, lease_until_ms = $3 where event_key = $1 and state = 'stored' and replay_open = 1 returning *`,
			[eventKey, executionId, atMs + LEASE_MS],
		);
		if (row === undefined) return 'duplicate';
		const userId = Number(row['user_id']);
		const chatId = Number(row['chat_id']);
		await bindExecution(
			tx,
			{ sub: userId, chat: chatId, event_key: eventKey, execution_id: executionId },
			{ execution_id: executionId },
			atMs,
		);
		return { intent: JSON.parse(String(row['intent'])) as Intent };
	}

	async function admittedAnswer(
		intent: Intent,
		sender: Participant,
		eventKey: string,
		executionId: string,
		incoming: Incoming,
		replay: boolean,
	): Promise<VerifiedEvent> {
		const people = await participants.all();
		const owner = people.find(({ role }) => role === 'owner');
		const signed = await contexts.sign({
			sub: sender.userId,
			chat: sender.chatId,
			role: sender.role,
			owner_chat_id: owner?.chatId ?? sender.chatId,
			event_key: eventKey,
			execution_id: executionId,
			purpose: 'event',
		});
		const session = await sessionFor(db, sender, intent);
		return {
			admitted: true,
			reason: null,
			duplicate: replay,
			replay,
			event_key: eventKey,
			actor: personOf(sender),
			language: await languages.of(sender),
			...signed,
			intent,
			copy:
				intent.kind === 'callback' && incoming.kind === 'callback' ? await copyFacts(db, sender.userId, intent, incoming.messageId) : null,
			feedback_session: session,
			callback: incoming.kind === 'callback' ? { id: incoming.callbackQueryId, message_id: incoming.messageId } : null,
			participants: people.filter(({ active }) => active).map(personOf),
		};
	}
}

const personOf = ({ userId, chatId, role, displayName }: Participant): Person => ({
	user_id: userId,
	chat_id: chatId,
	role,
	display_name: displayName,
});

function refusal(eventKey: string, reason: Refusal, intent: Intent): VerifiedEvent {
	return {
		admitted: false,
		reason,
		duplicate: reason === 'duplicate',
		replay: false,
		event_key: eventKey,
		actor: null,
		language: null,
		_svc: null,
		expires_at: null,
		intent,
		copy: null,
		feedback_session: null,
		callback: null,
		participants: [],
	};
}

/** Numeric ids, a private chat, no bot, active: all of it, or the first thing that is wrong. */
function judgeSender(incoming: Incoming, people: readonly Participant[]): { sender: Participant | undefined; reason: Refusal | null } {
	if (incoming.kind !== 'message' && incoming.kind !== 'callback') return { sender: undefined, reason: 'unsupported' };
	const sender = people.find(({ userId }) => userId === incoming.fromId);
	const reason: Refusal | null = incoming.fromIsBot
		? 'bot_sender'
		: sender === undefined
			? 'unknown_sender'
			: incoming.chatType !== 'private'
				? 'not_private'
				: incoming.chatId !== sender.chatId
					? 'id_mismatch'
					: sender.active
						? null
						: 'inactive';
	return { sender, reason };
}

function askedOf(incoming: Incoming, sender: Participant | undefined, reason: Refusal | null, session: OpenSession | null): Asked {
	const nothing: Asked = { kind: 'ignored' };
	if (reason === null && sender !== undefined) return readIntent(incoming, session);
	// The safe start command is all that a stranger has.
	if (reason !== 'unknown_sender' || incoming.kind !== 'message') return nothing;
	if (incoming.chatType !== 'private' || incoming.chatId !== incoming.fromId) return nothing;
	const asked = readIntent({ ...incoming, replyToMessageId: null }, null);
	return asked.kind === 'start' ? asked : nothing;
}

const SESSIONS = `select draft_key, version, feedback_actor_user_id, feedback_actor_chat_id, feedback_prompt_message_id from material
	where state = 'awaiting_feedback'`;

/** The session whose question is being answered, else the newest that this person holds. */
async function openSession(db: Database, holder: Participant, promptMessageId: number | null): Promise<OpenSession | null> {
	const rows = await db.query(`${SESSIONS} and feedback_actor_user_id = $1 order by state_changed_at_ms desc`, [holder.userId]);
	const row = rows.find((each) => promptMessageId !== null && Number(each['feedback_prompt_message_id']) === promptMessageId) ?? rows[0];
	return row === undefined ? null : sessionOf(row);
}

function sessionOf(row: Row): OpenSession {
	return {
		draftKey: String(row['draft_key']),
		version: Number(row['version']),
		holderUserId: Number(row['feedback_actor_user_id']),
		holderChatId: Number(row['feedback_actor_chat_id']),
		promptMessageId: row['feedback_prompt_message_id'] === null ? null : Number(row['feedback_prompt_message_id']),
	};
}

/** A person's own session, and for the owner any other that is open: theirs to resolve. */
async function sessionFor(db: Database, person: Participant, intent: Intent): Promise<FeedbackSession | null> {
	const answered =
		intent.kind === 'feedback_reply'
			? await db.query(`${SESSIONS} and draft_key = $1 and version = $2`, [intent.draft_key, intent.version])
			: [];
	const own = answered[0] === undefined ? await openSession(db, person, null) : sessionOf(answered[0]);
	const rows = own === null && person.role === 'owner' ? await db.query(`${SESSIONS} order by state_changed_at_ms limit 1`) : [];
	const session = own ?? (rows[0] === undefined ? null : sessionOf(rows[0]));
	if (session === null) return null;
	return {
		draft_key: session.draftKey,
		version: session.version,
		holder_user_id: session.holderUserId,
		prompt_message_id: session.promptMessageId,
		mine: session.holderUserId === person.userId,
	};
}

async function copyFacts(db: Database, userId: number, asked: { draft_key: string; version: number }, messageId: number): Promise<Copy> {
	const [row] = await db.query('select state, approval_message_id, content_sha256 from material where draft_key = $1 and version = $2', [
		asked.draft_key,
		asked.version,
	]);
	const own = (await copiesOf(db, asked)).find((copy) => copy.userId === userId && copy.messageId === messageId);
	return {
		delivered: own !== undefined,
		latest: row !== undefined && (await latestVersion(db, asked.draft_key)) === asked.version,
		draft_key: asked.draft_key,
		version: asked.version,
		state: row === undefined ? null : (String(row['state']) as MaterialState),
		message_id: messageId,
		is_canonical: row !== undefined && Number(row['approval_message_id']) === messageId,
		content_matches: own !== undefined && own.contentSha256 === row?.['content_sha256'],
	};
}

/** Blocked or unblocked by a participant; rights gained or lost in the channel. */
async function recordMembership(
	tx: Database,
	change: Incoming & { kind: 'membership' },
	people: readonly Participant[],
	channelId: number,
	atMs: number,
): Promise<void> {
	const concerns = change.chatId === channelId || people.some(({ chatId }) => chatId === change.chatId);
	if (!concerns) return;
	const status =
		change.chatId === channelId && change.status === 'administrator' && !change.canPost ? 'cannot_post' : change.status.slice(0, 32);
	await tx.query(
		'insert into reachability (chat_id, status, at_ms) values ($1, $2, $3) on conflict (chat_id) do update set status = excluded.status, at_ms = excluded.at_ms',
		[change.chatId, status, atMs],
	);
}
