import { materialMachine } from '@copydesk/domain/material/machine';
import type { MaterialState } from '@copydesk/domain/material/machine';
import type { Messages } from '@copydesk/domain/messages/messages';
import { openWorkText, personName } from '@copydesk/domain/messages/sentences';
import type { Database } from '@copydesk/kit/database/types';
import type { Role } from '../contexts/contexts.ts';
import type { Participants } from '../participants/participants.ts';

/** What is under way and what needs somebody. No texts, no secrets. Times are milliseconds since 1970. */
export interface DeskStatus {
	readonly participants: readonly {
		readonly user_id: number;
		readonly role: Role;
		readonly active: boolean;
		readonly display_name: string;
		readonly reachable: string | null;
	}[];
	readonly channel: { readonly chat_id: number; readonly reachable: string | null };
	readonly materials: readonly {
		readonly draft_key: string;
		readonly version: number;
		readonly state: MaterialState;
		readonly title: string | null;
		readonly error_code: string | null;
		readonly state_changed_at: number;
	}[];
	/** How many there are, shown or not. */
	readonly open_materials: number;
	readonly unknown_deliveries: readonly {
		readonly delivery_id: string;
		readonly purpose: string;
		readonly entity_key: string;
		readonly recipient_user_id: number;
		readonly changed_at: number;
	}[];
	readonly events: { readonly waiting: number; readonly interrupted: number; readonly abandoned: number; readonly failed: number };
	readonly sending: number;
}

const SHOWN = 20;

export async function readStatus(db: Database, participants: Participants, channelId: number): Promise<DeskStatus> {
	const open = materialMachine.states.filter((state) => !materialMachine.isFinal(state));
	const people = await participants.all();
	const reach = new Map(
		(await db.query('select chat_id, status from reachability')).map((row) => [Number(row['chat_id']), String(row['status'])]),
	);
	const rows = await db.query(
		`select draft_key, version, state, title, error_code, state_changed_at_ms from material where state in (${open.map((_, index) => `$${index + 1}`).join(', ')})
			order by created_at_ms desc limit ${SHOWN}`,
		[...open],
	);
	const [all] = await db.query(
		`select count(*) as n from material where state in (${open.map((_, index) => `$${index + 1}`).join(', ')})`,
		[...open],
	);
	const unknown = await db.query(
		`select delivery_id, purpose, entity_key, recipient_user_id, changed_at_ms from delivery where state = 'unknown' and operation in ('publish', 'preview', 'card', 'prompt', 'onboarding') order by changed_at_ms desc limit ${SHOWN}`,
	);
	const counts = new Map(
		(await db.query('select state, count(*) as n from event group by state')).map((row) => [String(row['state']), Number(row['n'])]),
	);
	const [sending] = await db.query(`select count(*) as n from delivery where state = 'sending'`);
	return {
		participants: people.map(({ userId, chatId, role, active, displayName }) => ({
			user_id: userId,
			role,
			active,
			display_name: displayName,
			reachable: reach.get(chatId) ?? null,
		})),
		channel: { chat_id: channelId, reachable: reach.get(channelId) ?? null },
		materials: rows.map((row) => ({
			draft_key: String(row['draft_key']),
			version: Number(row['version']),
			state: String(row['state']) as MaterialState,
			title: row['title'] === null ? null : String(row['title']),
			error_code: row['error_code'] === null ? null : String(row['error_code']),
			state_changed_at: Number(row['state_changed_at_ms']),
		})),
		open_materials: Number(all?.['n'] ?? 0),
		unknown_deliveries: unknown.map((row) => ({
			delivery_id: String(row['delivery_id']),
			purpose: String(row['purpose']),
			entity_key: String(row['entity_key']),
			recipient_user_id: Number(row['recipient_user_id']),
			changed_at: Number(row['changed_at_ms']),
		})),
		events: {
			waiting: counts.get('stored') ?? 0,
			interrupted: counts.get('interrupted') ?? 0,
			abandoned: counts.get('abandoned') ?? 0,
			failed: counts.get('failed') ?? 0,
		},
		sending: Number(sending?.['n'] ?? 0),
	};
}

/** The same for a person in the chat, in one message. Drafts that do not fit are counted; what needs somebody is always there. */
export function statusText(messages: Messages, status: DeskStatus): string {
	const unconfirmed = status.unknown_deliveries.length;
	const interrupted = status.events.interrupted + status.events.abandoned;
	const notes = [
		...(unconfirmed === 0 ? [] : [messages.unconfirmed({ count: unconfirmed })]),
		...(interrupted === 0 ? [] : [messages.interruptedWork({ count: interrupted })]),
		...status.participants
			.filter(({ reachable }) => reachable === 'kicked')
			.map(({ display_name, role }) => messages.unreachable({ name: personName(messages, { displayName: display_name, role }) })),
		...(status.channel.reachable !== null && status.channel.reachable !== 'administrator' ? [messages.channelClosed] : []),
	];
	return openWorkText(messages, status.materials, status.open_materials, notes);
}
