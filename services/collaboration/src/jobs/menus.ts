/** The menu of commands in each person's chat, in their language; sent if the person has another one. */
import { createHash } from 'node:crypto';
import { menuOf } from '@copydesk/domain/messages/sentences';
import { messagesIn } from '@copydesk/domain/messages/catalogue';
import type { Database } from '@copydesk/kit/database/types';
import { menu } from '../messenger/requests.ts';
import type { Actors } from '../participants/actors.ts';
import type { Languages } from '../participants/languages.ts';
import type { Participant } from '../participants/participants.ts';
import { tables } from '../tables.ts';
import { createBackoff } from '../deliveries/backoff.ts';
import { NOBODY, type Delivery } from '../deliveries/journal.ts';
import type { Try } from '../deliveries/tell.ts';

interface MenusOptions {
	/** Without a board its command is not offered. */
	readonly hasBoard: boolean;
	readonly db: Database;
	readonly trySend: Try;
	readonly actors: Actors;
	readonly languages: Languages;
	readonly nowMs: () => number;
}

/** @returns one round: sets the menu of each person who has none or an outdated one */
export function createMenus({ hasBoard, db, trySend, actors, languages, nowMs }: MenusOptions): () => Promise<void> {
	const backoff = createBackoff(nowMs);

	async function show({ userId, chatId }: Participant, commands: ReturnType<typeof menuOf>, wanted: string): Promise<void> {
		const last = await newestMenu(db, userId);
		const isTheirs = last?.entity_key.startsWith(`${wanted}#`) === true;
		const who = `${userId}:${wanted}`;
		// A lost answer causes no retry: the menu is a convenience.
		if ((isTheirs && last?.state !== 'rejected' && last?.state !== 'not_sent') || !backoff.due(who)) return;
		const entity_key = isTheirs && last.state === 'not_sent' ? last.entity_key : `${wanted}#${(last?.count ?? 0) + 1}`;
		const sent = await trySend(
			{ ...NOBODY, purpose: 'menu', entity_key, operation: 'menu', recipient_user_id: userId, chat_id: chatId },
			{ build: async () => menu(chatId, commands), allowed: async () => (await actors.active(userId)) !== undefined },
		);
		if (sent?.delivery.state !== 'sent') backoff.again(who);
	}

	return async () => {
		for (const person of await actors.everyone()) {
			const language = await languages.of(person);
			const commands = menuOf(messagesIn(language)).filter(({ command }) => hasBoard || command !== 'board');
			const hash = createHash('sha256').update(JSON.stringify(commands)).digest('hex').slice(0, 16);
			await show(person, commands, `${language}:${hash}`);
		}
	};
}

async function newestMenu(
	db: Database,
	userId: number,
): Promise<(Pick<Delivery, 'entity_key' | 'state'> & { readonly count: number }) | undefined> {
	const menus = await tables(db)
		.selectFrom('delivery')
		.select(['entity_key', 'state'])
		.where(({ and }) => and({ purpose: 'menu', recipient_user_id: userId }))
		.execute();
	// The number of each attempt follows its key.
	const numberOf = ({ entity_key }: { readonly entity_key: string }) => Number(entity_key.split('#')[1] ?? 0);
	const newest = [...menus].sort((one, other) => numberOf(other) - numberOf(one))[0];
	return newest === undefined ? undefined : { ...newest, count: menus.length };
}
