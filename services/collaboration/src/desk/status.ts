import type { DeskQueries } from '@copydesk/domain/desk/intent';
import type { WaitWhy } from '@copydesk/domain/event/wait';
import { buttonsOfList, inGroups } from '@copydesk/domain/material/recoveryActions';
import type { Messages } from '@copydesk/domain/messages/messages';
import { goesOnName, openWorkText, personName } from '@copydesk/domain/messages/sentences';
import type { Database } from '@copydesk/kit/database/types';
import type { Role } from '../contexts/contexts.ts';
import { countSending, countUnconfirmed, unconfirmed, untoldSince, type Unconfirmed } from '../deliveries/journal.ts';
import { MONTH_MS, spendSince } from '../admissions/spend.ts';
import type { Prices, Spend } from '@copydesk/domain/ai/prices';
import { countPaid } from '../admissions/budget.ts';
import { countEvents } from '../events/events.ts';
import { waitsNow } from '../events/waits.ts';
import { strangersOfDay } from '../inbox/strangerQuota.ts';
import { countOpen, openWork, type OpenWork } from '../materials/read.ts';
import type { Participants } from '../participants/participants.ts';
import { countPlans } from '../plans/plans.ts';
import { readReachability } from '../participants/reachability.ts';

/** The desk's open work and what needs a person. Contains no texts and no secrets. Times are milliseconds since 1970. */
export interface DeskStatus {
	readonly participants: readonly {
		readonly user_id: number;
		readonly role: Role;
		readonly active: boolean;
		readonly display_name: string;
		readonly reachable: string | null;
		/** Messages of the desk that did not arrive lately. */
		readonly untold: number;
	}[];
	readonly channel: { readonly chat_id: number; readonly reachable: string | null };
	readonly materials: readonly OpenWork[];
	/** The number of open versions, listed or not. */
	readonly open_materials: number;
	readonly unknown_deliveries: readonly Unconfirmed[];
	/** The number of unconfirmed messages, listed or not. */
	readonly unconfirmed: number;
	/** Unconfirmed status texts, replies and notices; nobody has to settle them. */
	readonly unconfirmed_texts: number;
	/** Events that wait, and how the others of the last seven days ended. */
	readonly events: { readonly waiting: number; readonly interrupted: number; readonly abandoned: number; readonly failed: number };
	/** Requests that wait until a time, and when the first of them continues. */
	readonly waits: { readonly count: number; readonly why: WaitWhy; readonly until: number } | null;
	/** Posts that are planned for a time. */
	readonly planned: number;
	readonly sending: number;
	/** Paid requests that were admitted in the last 24 hours. */
	readonly paid_last_day: number;
	/** The usage of paid requests in the last 30 days. */
	readonly spend_last_month: Spend;
	/** People who are not participants and wrote in the last 24 hours, and the number of all updates from strangers. */
	readonly strangers: { readonly people: number; readonly updates: number };
}

interface DeskClock {
	readonly nowMs: () => number;
	/** The time zone of times in messages. */
	readonly timeZone: string;
}

const SHOWN = 20;
/** Drafts on one page of /status: each has a row of buttons, and a message has at most eight rows. */
const PAGE = 7;
/** Older failures are not shown. */
const NEWS_FOR_MS = 7 * 86_400_000;

export async function readStatus(
	db: Database,
	participants: Participants,
	channelId: number,
	nowMs: number,
	prices?: Prices,
): Promise<DeskStatus> {
	const people = await participants.all();
	const reach = await readReachability(db);
	const untold = await untoldSince(db, nowMs - NEWS_FOR_MS);
	const waits = await waitsNow(db);
	const events = await countEvents(db, nowMs - NEWS_FOR_MS);
	const { toBeSettled, others } = await countUnconfirmed(db);
	return {
		participants: people.map(({ userId, chatId, role, active, displayName }) => ({
			user_id: userId,
			role,
			active,
			display_name: displayName,
			reachable: reach.get(chatId) ?? null,
			untold: untold.get(userId) ?? 0,
		})),
		channel: { chat_id: channelId, reachable: reach.get(channelId) ?? null },
		materials: await openWork(db, SHOWN),
		open_materials: await countOpen(db),
		unknown_deliveries: await unconfirmed(db, SHOWN),
		unconfirmed: toBeSettled,
		unconfirmed_texts: others,
		events: {
			waiting: events.get('stored') ?? 0,
			interrupted: events.get('interrupted') ?? 0,
			abandoned: events.get('abandoned') ?? 0,
			failed: events.get('failed') ?? 0,
		},
		waits: waits === null ? null : { count: waits.count, why: waits.first.why, until: waits.first.untilMs },
		planned: await countPlans(db),
		sending: await countSending(db),
		paid_last_day: await countPaid(db, nowMs),
		spend_last_month: await spendSince(db, nowMs - MONTH_MS, prices),
		strangers: await strangersOfDay(db, nowMs),
	};
}

/** Answers /status and similar questions in the chat, with buttons for what the person can do. */
export function createDeskQueries(
	read: () => Promise<DeskStatus>,
	clock: DeskClock,
): (role: Role) => Pick<DeskQueries, 'status' | 'drafts'> {
	return (role) => ({
		async status(messages, page = 1) {
			const status = await read();
			const before = (page - 1) * PAGE;
			const listed = inGroups(status.materials);
			const shown = { ...status, materials: listed.slice(before, before + PAGE), open_materials: status.open_materials - before };
			const buttons = buttonsOfList(shown.materials, role) ?? [];
			const next = listed.length > before + PAGE ? [[{ action: 'page' as const, draft_key: 'status', version: page + 1 }]] : [];
			const rows = [...buttons, ...next];
			return { text: statusText(messages, shown, clock), buttons: rows.length === 0 ? null : rows };
		},
		/** The drafts alone, followed by the usage text of the command that asked for them. */
		async drafts(messages, usage, command) {
			const { materials: all, open_materials } = await read();
			if (command === 'resume') {
				const stopped = all.filter(({ error_code }) => error_code !== null);
				if (stopped.length === 0) return { text: messages.nothingInterrupted, buttons: null };
				return {
					text: openWorkText(messages, clock.timeZone, stopped, stopped.length, [usage]),
					buttons: buttonsOfList(inGroups(stopped), role),
				};
			}
			const materials = all;
			const text = openWorkText(messages, clock.timeZone, materials, open_materials, [usage]);
			return { text, buttons: buttonsOfList(inGroups(materials), role) };
		},
	});
}

/** The status as one message for a person. Drafts that do not fit are counted; everything that needs a person is always listed. */
export function statusText(messages: Messages, status: DeskStatus, { nowMs, timeZone }: DeskClock): string {
	const interrupted = status.events.interrupted + status.events.abandoned;
	const { waits } = status;
	const notes = [
		...(waits === null
			? []
			: [messages.waits.inStatus[waits.why]({ count: waits.count, goesOn: goesOnName(messages, timeZone, waits.until, nowMs()) })]),
		...(status.planned === 0 ? [] : [messages.plans.count({ count: status.planned })]),
		...(status.unconfirmed === 0 ? [] : [messages.unconfirmed({ count: status.unconfirmed })]),
		...(interrupted === 0 ? [] : [messages.interruptedWork({ count: interrupted })]),
		...status.participants
			.filter(({ reachable }) => reachable === 'kicked')
			.map(({ display_name, role }) => messages.unreachable({ name: personName(messages, { displayName: display_name, role }) })),
		...status.participants
			.filter(({ untold }) => untold > 0)
			.map(({ display_name, role, untold }) =>
				messages.untold({ name: personName(messages, { displayName: display_name, role }), count: untold }),
			),
		...(status.channel.reachable !== null && status.channel.reachable !== 'administrator' ? [messages.channelClosed] : []),
	];
	return openWorkText(messages, timeZone, status.materials, status.open_materials, notes);
}
