/** What a desk that runs holds, and how tests leave it as they found it. */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase, sqlitePathOf } from '@copydesk/kit/database/open';
import type { SqlValue } from '@copydesk/kit/database/types';
import { sharedDesk, type Desk } from './desk.ts';
import { CHANNEL, EDITOR, OWNER, buttonOf, peopleOf, type People, type SeenMessage } from './people.ts';

export type Rows = Record<string, unknown>[];

export const databaseOf = ({ dataDir }: Pick<Desk, 'dataDir'>): string =>
	`sqlite:${sqlitePathOf(join(dataDir, 'collaboration', 'collaboration.sqlite'))}`;

/** Rows of the collaboration service's database. */
export async function read(desk: Pick<Desk, 'dataDir'>, sql: string, values: readonly SqlValue[] = []): Promise<Rows> {
	const db = await openDatabase(databaseOf(desk), { readOnly: true });
	try {
		return await db.query(sql, values);
	} finally {
		await db.close();
	}
}

/** Nothing is under way any more: no update waits and no event is open. */
export async function settled(desk: Desk, people: People): Promise<void> {
	const untilMs = Date.now() + 120_000;
	const db = await openDatabase(databaseOf(desk), { readOnly: true });
	try {
		const open = (): Promise<Rows> => db.query("select event_key from event where state = 'stored'");
		for (;;) {
			// Looked at again after the updates: the last of them may have been stored in between.
			if ((await open()).length === 0 && (await people.updatesPending()) === 0 && (await open()).length === 0) return;
			if (Date.now() > untilMs) throw new Error(`Still open after 120 s: ${JSON.stringify(await open())}`);
			await sleep(100);
		}
	} finally {
		await db.close();
	}
}

const OPEN_NEWS = "kind = 'news' and state in ('text_generating', 'text_preparing', 'ready')";

/** The shared desk and its people, with no news left open by others. */
export async function newsDesk(hook: Mocha.Context): Promise<{ readonly desk: Desk; readonly people: People }> {
	const desk = await sharedDesk(hook);
	const people = peopleOf(desk.urls.sandbox);
	await putNewsAway(desk, people);
	return { desk, people };
}

/**
 * Skips every card and gives up every draft of news that others left open, so that their articles are found again.
 * @param desk none if it did not start: then nothing is open
 */
export async function putNewsAway(desk: Desk | undefined, people: People): Promise<void> {
	if (desk === undefined) return;
	for (let tries = 1; ; tries += 1) {
		await settled(desk, people);
		const offered = await read(desk, "select batch_key || '|1|' || item as button from news_item where state = 'offered'");
		const drafts = await read(desk, `select draft_key || '|' || version as button from material where ${OPEN_NEWS}`);
		const open = new Set([...offered, ...drafts].map(({ button }) => String(button)));
		if (open.size === 0) return;
		if (tries > 3) throw new Error(`Still open: ${[...open].join(', ')}`);
		for (const person of [OWNER, EDITOR])
			for (const message of await people.messages(person))
				for (const action of ['skip', 'reject', 'drop']) {
					const button = buttonOf(message, action)?.split('|').slice(2).join('|');
					if (button !== undefined && open.delete(button)) await people.press(person, message, action);
				}
	}
}

/** Sees only what came to a chat after it last looked at all of them. */
export class Lookout {
	readonly #known = new Map<number, number>();

	async lookAround(people: People): Promise<void> {
		for (const chat of [OWNER, EDITOR, CHANNEL])
			this.#known.set(chat, Math.max(0, ...(await people.messages(chat)).map(({ message_id }) => message_id)));
	}

	isNew(chat: number, { message_id }: SeenMessage): boolean {
		return message_id > (this.#known.get(chat) ?? 0);
	}

	newTo(people: People, chat: number, what: string, fits: (message: SeenMessage) => boolean): Promise<SeenMessage> {
		return people.see(chat, what, (message) => this.isNew(chat, message) && fits(message), 150_000);
	}
}
