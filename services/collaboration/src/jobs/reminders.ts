/**
 * Reminds people of drafts that wait for them, with one message per person that is edited. The text's hash and the number of its key are
 * stored before sending, so a crash in between sends nothing twice.
 */
import { createHash } from 'node:crypto';
import type { Selectable } from 'kysely';
import { ofShownPlan, type Buttons } from '@copydesk/domain/chat/callback';
import type { DeliveryAnswer } from '@copydesk/domain/api/collaboration';
import { isOver } from '@copydesk/domain/material/approval';
import { buttonsOfWaiting, hoursToName, type WaitingKind } from '@copydesk/domain/material/reminder';
import { isStopped } from '@copydesk/domain/material/recoveryActions';
import type { Messages } from '@copydesk/domain/messages/messages';
import { draftName } from '@copydesk/domain/messages/sentences';
import { isQuiet } from '@copydesk/domain/schedule/quiet';
import { MINUTE_MS } from '@copydesk/domain/schedule/zone';
import { faultPoint } from '@copydesk/kit/faultPoints';
import type { Database } from '@copydesk/kit/database/types';
import { createBackoff } from '../deliveries/backoff.ts';
import { NOBODY, answerOf, notAttempted } from '../deliveries/journal.ts';
import { isTold, type Tell, type Try } from '../deliveries/tell.ts';
import { agreeingOf, type Demanded } from '../materials/approvals.ts';
import { draftsCalled, copiesOf, waitingSince, type WaitingVersion } from '../materials/read.ts';
import { draftsListed, keyboardOf, noKeyboard, type CalledDrafts } from '../messenger/buttons.ts';
import { editedText } from '../messenger/requests.ts';
import type { Actors } from '../participants/actors.ts';
import type { Languages } from '../participants/languages.ts';
import type { Participant } from '../participants/participants.ts';
import { lastPlanOf, openPlanOf, shownNumber } from '../plans/plans.ts';
import { readSettings } from '../settings/settings.ts';
import { tables, type Tables } from '../tables.ts';

export interface RemindersOptions {
	readonly db: Database;
	readonly tell: Tell;
	readonly trySend: Try;
	readonly actors: Actors;
	readonly languages: Languages;
	readonly demanded: () => Promise<Demanded>;
	readonly timeZone: string;
	readonly nowMs: () => number;
}

/** The purpose of reminders. */
const REMINDER = 'reminder';
const LOOK_EVERY_MS = MINUTE_MS;
/** The most drafts that a reminder names; each has a row of buttons. */
const MAX_NAMED = 8;
const HOUR_MS = 3_600_000;

type Row = Selectable<Tables['reminder']>;

/** A version that waits, and who can act on it. */
interface Waiting {
	readonly version: WaitingVersion;
	readonly kind: WaitingKind;
	readonly hours: number;
	/** By which its buttons name its open plan; undefined if none is open. */
	readonly plan: number | undefined;
	/** Who has a copy, and who has already approved it. */
	readonly holders: readonly number[];
	readonly approvedBy: readonly number[];
}

/** @returns one round: at most once a minute; one indexed statement while nothing has waited long */
export function createReminders(options: RemindersOptions): () => Promise<void> {
	const { db, actors, timeZone, nowMs } = options;
	const backoff = createBackoff(nowMs);
	let lookedAtMs = Number.NEGATIVE_INFINITY;
	return async () => {
		const atMs = nowMs();
		// A clock that was set back does not delay the next look.
		if (atMs >= lookedAtMs && atMs - lookedAtMs < LOOK_EVERY_MS) return;
		lookedAtMs = atMs;
		const { remind_hours, quiet_from, quiet_to } = (await readSettings(db)).all;
		if (isQuiet(atMs, timeZone, { from: quiet_from, to: quiet_to })) return;
		const waiting = remind_hours === 0 ? [] : await allWaiting(options, remind_hours, atMs);
		const rows = await tables(db).selectFrom('reminder').selectAll().execute();
		for (const person of await actors.everyone()) {
			const row = rows.find(({ user_id }) => user_id === person.userId);
			const own = waiting.filter((each) => isFor(each, person));
			if ((row === undefined && own.length === 0) || !backoff.due(String(person.userId))) continue;
			if (!(await remind(person, own, row, options))) backoff.again(String(person.userId));
		}
	};
}

const isFor = ({ kind, approvedBy }: Waiting, { userId, role }: Participant): boolean =>
	(kind !== 'unconfirmed' || role === 'owner') && !approvedBy.includes(userId);

async function allWaiting({ db, demanded }: RemindersOptions, hours: number, atMs: number): Promise<readonly Waiting[]> {
	const versions = await waitingSince(db, atMs - hours * HOUR_MS);
	if (versions.length === 0) return [];
	const all: Waiting[] = [];
	for (const version of versions) {
		const kind = await kindOf(db, version);
		const named = hoursToName(version.since_ms, atMs, hours);
		if (kind === null || named === null) continue;
		const holders = (await copiesOf(db, version)).map(({ userId }) => userId);
		const { given } = await agreeingOf(db, version, await demanded());
		const approvedBy = version.state === 'ready' ? given.filter((yes) => !isOver(yes, atMs)).map(({ userId }) => userId) : [];
		const open = await openPlanOf(db, version);
		const plan = open === undefined ? undefined : await shownNumber(db, open);
		all.push({ version, kind, hours: named, plan, holders, approvedBy });
	}
	return all;
}

/** Null if nobody has to act on it. */
async function kindOf(db: Database, version: WaitingVersion): Promise<WaitingKind | null> {
	switch (version.state) {
		case 'claimed':
			return version.unconfirmed ? 'unconfirmed' : version.plan === 'missed' ? 'missed' : null;
		case 'ready': {
			const plan = await lastPlanOf(db, version);
			return plan?.state === 'taken_off' && (plan.reason === 'approver_left' || plan.reason === 'not_agreed') ? 'left' : 'ready';
		}
		default:
			return isStopped(version) ? 'stopped' : null;
	}
}

/** The text and buttons of a person's reminder. */
function sayingOf(messages: Messages, person: Participant, own: readonly Waiting[]): { readonly text: string; readonly buttons: Buttons } {
	const { reminders } = messages;
	const named = own.slice(0, MAX_NAMED);
	const lines = named.map(({ version, kind, hours }) => reminders.line[kind]({ draft: draftName(messages, version), hours }));
	const rows = named.map(({ version, kind, plan, holders }) => {
		const { draft_key, version: number } = version;
		const about = { role: person.role, hasCopy: holders.includes(person.userId) };
		return buttonsOfWaiting(kind, version, about).map((action) => ({
			...{ action, draft_key, version: number },
			...(plan === undefined || !ofShownPlan(action) ? {} : { plan }),
		}));
	});
	return {
		text: own.length === 0 ? reminders.nothing : reminders.text({ lines, more: own.length - lines.length }),
		buttons: rows.filter((row) => row.length > 0),
	};
}

/** @returns false if it must be retried; sent, refused and unknown are final */
async function remind(person: Participant, own: readonly Waiting[], found: Row | undefined, options: RemindersOptions): Promise<boolean> {
	const { db, languages } = options;
	const messages = await languages.messagesFor(person);
	const saying = sayingOf(messages, person, own);
	const said = own.length === 0 ? '' : createHash('sha256').update(JSON.stringify(saying)).digest('hex');
	const row = found ?? { user_id: person.userId, number: 0, said: '', told: 1, message_id: null };
	if (row.told === 1 && row.said === said) return true;
	// Finish a stored reminder first: the journal knows whether it was sent.
	const next = row.told === 0 ? row : { ...row, number: row.number + 1, said, told: 0 as const };
	if (next !== row) await store(db, next);
	faultPoint('reminder.stored');
	const answer =
		next.said === ''
			? await endIn(person, next, messages, options)
			: await sayIn(person, next, saying, await draftsCalled(options.db, draftsListed(saying.buttons)), options);
	// Another instance is sending it: that one stores the number of the message.
	if (answer !== undefined && !isTold(answer.status)) return false;
	const message_id = next.said === '' ? null : placeAfter(next, answer);
	await store(db, { ...next, told: 1, message_id });
	return true;
}

/** An edit without a change returns no message id, so the old one stays. A message with an unknown outcome cannot be edited. */
const placeAfter = ({ message_id }: Row, answer: DeliveryAnswer | undefined): number | null =>
	answer?.status !== 'sent' ? null : (answer.message_id ?? 0) > 0 ? answer.message_id : message_id;

const sayIn = (
	person: Participant,
	{ number, message_id }: Row,
	{ text, buttons }: { text: string; buttons: Buttons },
	listed: CalledDrafts,
	{ tell }: RemindersOptions,
) =>
	tell(person, {
		purpose: REMINDER,
		entity_key: String(number),
		inPlaceOf: message_id,
		text: () => text,
		keyboard: (messages) => keyboardOf(messages, buttons, { listed }),
	});

/** Nothing waits any more: the message says so, if it still exists. The next reminder is a new message. */
async function endIn(
	{ userId, chatId }: Participant,
	{ number, message_id }: Row,
	{ reminders }: Messages,
	{ trySend, actors }: RemindersOptions,
): Promise<DeliveryAnswer | undefined> {
	if (message_id === null) return undefined;
	const sent = await trySend(
		{ ...NOBODY, purpose: REMINDER, entity_key: String(number), operation: 'notice', recipient_user_id: userId, chat_id: chatId },
		{
			build: async () => editedText(chatId, message_id, reminders.nothing, noKeyboard),
			allowed: async () => (await actors.active(userId)) !== undefined,
		},
	);
	return sent === undefined ? notAttempted('not_attempted') : answerOf(sent.delivery, sent.repeated);
}

async function store(db: Database, row: Row): Promise<void> {
	const { user_id: _, ...said } = row;
	await tables(db)
		.insertInto('reminder')
		.values(row)
		.onConflict((on) => on.column('user_id').doUpdateSet(said))
		.execute();
}
