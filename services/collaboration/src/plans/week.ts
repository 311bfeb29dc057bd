/**
 * A week that the desk proposes: a title and a time for each post. A press on a post begins its draft, as a request of its own. The time
 * stays a proposal: it is a button under the preview, and the post goes out by a press on that alone.
 */
import type { PostBrief } from '@copydesk/domain/caption/ground';
import { isOfWeek, type Buttons } from '@copydesk/domain/chat/callback';
import type { Intent } from '@copydesk/domain/desk/intentTypes';
import { draftKeyOf, eventKeyOfDraft } from '@copydesk/domain/ids';
import type { Messages } from '@copydesk/domain/messages/messages';
import { timeName, type Saying } from '@copydesk/domain/messages/sentences';
import { timesOfWeek, weekdaysIn } from '@copydesk/domain/schedule/week';
import type { Database } from '@copydesk/kit/database/types';
import type { Selectable } from 'kysely';
import type { Note } from '../audit/audit.ts';
import { addRequest, otherUpdate, requestOf } from '../events/briefs.ts';
import type { VersionRef } from '../materials/read.ts';
import type { Participant } from '../participants/participants.ts';
import { tables, type Tables } from '../tables.ts';
import { isTakenSlot, readSchedule, slotsOf, takenTimes } from './schedule.ts';

type Proposal = Selectable<Tables['proposal']>;

interface Asking {
	readonly eventKey: string;
	readonly executionId: string;
	readonly sender: Participant;
	readonly words: string;
	readonly posts: readonly PostBrief[];
	/** A moment of the week that is meant; null: next week. */
	readonly aboutMs: number | null;
	readonly atMs: number;
	readonly zone: string;
}

/** Stores a proposal in the transaction of its message. @returns undefined if the week has no free time */
export async function proposeWeek(tx: Database, note: Note, asking: Asking, messages: Messages): Promise<Saying | undefined> {
	const { eventKey, executionId, sender, words, posts, aboutMs, atMs, zone } = asking;
	const schedule = await readSchedule(tx);
	const taken = await takenTimes(tx, schedule, atMs);
	const proposed = (await proposals(tx, atMs)).filter(({ state }) => state !== 'left').map(({ at_ms }) => at_ms);
	const times = timesOfWeek(slotsOf(schedule), {
		...{ nowMs: atMs, zone, aboutMs, count: posts.length, weekdays: weekdaysIn(words) },
		...{ taken: [...taken, ...proposed], leastMinutesBetween: schedule.leastMinutesBetween },
	});
	const rows = times.flatMap((at_ms, index): readonly Proposal[] => {
		const post = posts[index];
		const draft_key = draftKeyOf(otherUpdate(eventKey, index + 1));
		const made = { event_key: eventKey, decided_by: null, made_at_ms: atMs, changed_at_ms: atMs };
		return post === undefined ? [] : [{ ...made, draft_key, place: index + 1, subject: post.subject, at_ms, state: 'open' }];
	});
	if (rows.length === 0) return undefined;
	await tables(tx).insertInto('proposal').values(rows).execute();
	const detail = { posts: rows.length };
	note({ actorUserId: sender.userId, action: 'week.proposed', entity: `event:${eventKey}`, outcome: 'ok', executionId, detail });
	return weekSaying(rows, messages, zone);
}

/** Proposals whose time is ahead, in their order. */
const proposals = (db: Database, nowMs: number): Promise<Proposal[]> =>
	tables(db).selectFrom('proposal').selectAll().where('at_ms', '>', nowMs).orderBy('at_ms').orderBy('draft_key').execute();

/** The same that nobody decided, of the newest week. */
export async function openWeek(db: Database, nowMs: number): Promise<readonly Proposal[]> {
	const open = (await proposals(db, nowMs)).filter(({ state }) => state === 'open');
	const newest = open.toSorted((one, other) => other.made_at_ms - one.made_at_ms)[0];
	return open.filter(({ event_key }) => event_key === newest?.event_key);
}

export function weekSaying(rows: readonly Proposal[], messages: Messages, zone: string): Saying {
	const lines = rows.map(({ place, at_ms, subject }) => `${place}. ${timeName(messages, zone, at_ms)}: ${subject}`);
	const [first] = rows;
	const draft_key = first === undefined ? '' : first.event_key.replace(':', '');
	const buttons: Buttons = [
		[
			{ action: 'week_all', draft_key, version: 1 },
			{ action: 'week_none', draft_key, version: 1 },
		],
		...(rows.length < 2 ? [] : [rows.map((row) => ({ action: 'week_one' as const, draft_key: row.draft_key, version: row.place }))]),
	];
	return { text: messages.week.offer({ lines }), buttons };
}

interface Pressing {
	readonly intent: Intent;
	readonly sender: Participant;
	readonly executionId: string;
	readonly atMs: number;
}

/**
 * Decides about a week in the transaction of the press: each accepted post becomes a request that waits for room.
 * @returns the answer if the press has no effect; undefined for any other event
 */
export async function decideOnWeek(tx: Database, note: Note, pressing: Pressing, messages: Messages): Promise<Intent | undefined> {
	const { intent, sender, executionId, atMs } = pressing;
	if (intent.kind !== 'callback' || !isOfWeek(intent.action)) return undefined;
	const { action, draft_key } = intent;
	const eventKey = draft_key.replace(/^u/, 'u:');
	const decided = await tables(tx)
		.updateTable('proposal')
		.set({ state: action === 'week_none' ? 'left' : 'accepted', decided_by: sender.userId, changed_at_ms: atMs })
		.where('state', '=', 'open')
		.where(({ and }) => and(action === 'week_one' ? { draft_key } : { event_key: eventKey }))
		.returningAll()
		.execute();
	const asked = decided[0] === undefined ? undefined : await requestOf(tx, decided[0].event_key);
	if (asked === undefined) return { kind: 'usage', text: messages.week.over };
	for (const { place, state } of decided.toSorted((one, other) => one.place - other.place))
		if (state === 'accepted') await addRequest(tx, asked, { index: place, post: place - 1 }, atMs);
	note({
		actorUserId: sender.userId,
		action: action === 'week_none' ? 'week.left' : 'week.accepted',
		entity: `event:${decided[0]?.event_key ?? ''}`,
		outcome: 'ok',
		executionId,
		detail: { posts: decided.length },
	});
	return undefined;
}

/** The time that was proposed for a draft, if it is still free; null if there is none. */
export async function proposedTime(db: Database, version: VersionRef, nowMs: number, zone: string): Promise<number | null> {
	if (eventKeyOfDraft(version.draft_key) === null) return null;
	const found = await tables(db)
		.selectFrom('proposal')
		.select('at_ms')
		.where(({ and }) => and({ draft_key: version.draft_key, state: 'accepted' }))
		.where('at_ms', '>', nowMs)
		.executeTakeFirst();
	return found === undefined || (await isTakenSlot(db, version, found.at_ms, zone)) ? null : found.at_ms;
}

/** Words are kept no longer than those of a message. */
export async function forgetOldProposals(db: Database, beforeMs: number): Promise<void> {
	await tables(db).deleteFrom('proposal').where('at_ms', '<', beforeMs).execute();
}
