/** What must hold of reminders: one message for each person, none at night, and nothing that waits is left out. */
import type { Approval } from '@copydesk/domain/material/approval';
import type { Database } from '@copydesk/kit/database/types';
import type { Kept } from '../support/messenger.ts';

const HOUR_MS = 3_600_000;
/** Defaults of the settings, in UTC. A request that was begun in time may wait for the messenger for some minutes. */
const REMIND_HOURS = 24;
const QUIET_FROM_MS = 22 * HOUR_MS + 5 * 60_000;
const QUIET_TO_MS = 8 * HOUR_MS;
const MORNING_MS = 10 * HOUR_MS;
const DAY_MS = 24 * HOUR_MS;

interface Chats {
	readonly messages: (chatId: number) => readonly Kept[];
	readonly chats: readonly number[];
}

const remindersIn = ({ messages }: Pick<Chats, 'messages'>, chat: number): readonly Kept[] =>
	messages(chat).filter(({ text, deleted }) => !deleted && text?.startsWith('⏰') === true);

/** Nobody gets a heap of them: a new one comes only where the one before could not be changed for certain. */
export async function heapsOfReminders(
	db: Database,
	{ withoutId, ...evidence }: Chats & { readonly withoutId: number },
): Promise<string[]> {
	const rows = await db.query(
		"select chat_id, count(*) as times from delivery where purpose = 'reminder' and state in ('unknown', 'rejected') group by chat_id",
	);
	const unsure = new Map(rows.map(({ chat_id, times }) => [Number(chat_id), Number(times)]));
	return evidence.chats.flatMap((chat) => {
		const [count, allowed] = [remindersIn(evidence, chat).length, 1 + (unsure.get(chat) ?? 0) + withoutId];
		return count > allowed ? [`chat ${chat} has ${count} reminders, and ${allowed} would do`] : [];
	});
}

/** Only where nothing but time moves the clock. */
export async function remindersAtNight(db: Database): Promise<string[]> {
	const sent = await db.query(
		`select e.at_ms, d.chat_id from delivery_event e join delivery d on d.delivery_id = e.delivery_id
			where d.purpose = 'reminder' and e.to_state = 'sending'`,
	);
	return sent.flatMap(({ at_ms, chat_id }) => {
		const ofDayMs = Number(at_ms) % DAY_MS;
		const isNight = ofDayMs >= QUIET_FROM_MS || ofDayMs < QUIET_TO_MS;
		return isNight ? [`chat ${String(chat_id)} got a reminder in quiet hours, at ${new Date(Number(at_ms)).toISOString()}`] : [];
	});
}

/** The next time at which people may be reminded, and have slept. */
export const nextMorning = (nowMs: number): number => nowMs + ((MORNING_MS - (nowMs % DAY_MS) + DAY_MS) % DAY_MS);

interface Looked extends Pick<Chats, 'messages'> {
	readonly lookedAtMs: number;
	/** Who may act. */
	readonly acting: readonly number[];
	readonly approval: Approval;
}

/** What has waited for a decision for a day, and is in somebody's reminder not, although the messenger took that. */
export async function forgottenReminders(db: Database, { lookedAtMs, acting, approval, ...evidence }: Looked): Promise<string[]> {
	// Who has agreed waits for somebody else.
	if (approval !== 'either') return [];
	const waiting = await db.query("select number from material where state = 'ready' and state_changed_at_ms <= $1", [
		lookedAtMs - REMIND_HOURS * HOUR_MS,
	]);
	const newest = await db.query("select chat_id, state from delivery where purpose = 'reminder' order by changed_at_ms");
	const stateOf = new Map(newest.map(({ chat_id, state }) => [Number(chat_id), String(state)]));
	return acting
		.filter((userId) => !['unknown', 'rejected'].includes(stateOf.get(userId) ?? ''))
		.flatMap((userId) => {
			const said = remindersIn(evidence, userId).map(({ text }) => text ?? '');
			return waiting
				.filter(({ number }) => !said.some((text) => text.includes(`(${String(number)})`)))
				.map(({ number }) => `draft ${String(number)} has waited for a day, and ${userId} was not reminded of it`);
		});
}
