/** Tells people how many cards on offer they may lack, with a button that sends them; also after a crash. */
import { sql } from 'kysely';
import type { Database } from '@copydesk/kit/database/types';
import { createBackoff } from '../deliveries/backoff.ts';
import type { Tell } from '../deliveries/tell.ts';
import { sendCardsKeyboard } from '../messenger/buttons.ts';
import { isCardKeyOf } from '../news/cards.ts';
import type { Actors } from '../participants/actors.ts';
import { tables } from '../tables.ts';

interface MissingCardsOptions {
	readonly db: Database;
	readonly tell: Tell;
	readonly actors: Actors;
	readonly nowMs: () => number;
}

interface Missing {
	readonly batch_key: string;
	readonly item: number;
	readonly recipient_user_id: number;
	readonly attempts: number;
}

/** @returns one round: tells each person once about all cards of a batch that did not arrive or are unconfirmed */
export function createMissingCards({ db, tell, actors, nowMs }: MissingCardsOptions): () => Promise<void> {
	const backoff = createBackoff(nowMs);
	return async () => {
		for (const missing of byReader(await missingCards(db))) {
			const [{ batch_key, item, recipient_user_id }] = missing;
			// A retry changes the number of attempts, so the person is told again.
			const key = `${batch_key}:${missing.length}:${missing.reduce((sum, { attempts }) => sum + attempts, 0)}`;
			const person = await actors.active(recipient_user_id);
			if (person === undefined || !backoff.due(`${key}:${recipient_user_id}`)) continue;
			const { status } = await tell(person, {
				purpose: 'cards_missing',
				entity_key: key,
				text: ({ news }) => news.cardsMissing({ count: missing.length }),
				keyboard: (messages) => sendCardsKeyboard(messages, { batch_key, item }),
			});
			if (status !== 'sent') backoff.again(`${key}:${recipient_user_id}`);
		}
	};
}

function byReader(cards: readonly Missing[]): readonly (readonly [Missing, ...Missing[]])[] {
	const groups = new Map<string, [Missing, ...Missing[]]>();
	for (const card of cards) {
		const key = `${card.batch_key} ${card.recipient_user_id}`;
		const group = groups.get(key);
		if (group === undefined) groups.set(key, [card]);
		else group.push(card);
	}
	return [...groups.values()];
}

/** The newest delivery of each offered card, if it did not arrive. Excludes people who blocked the bot; another notice tells about them. */
async function missingCards(db: Database): Promise<readonly Missing[]> {
	const key = sql<string>`i.batch_key || ':' || cast(i.item as text)`;
	return tables(db)
		.selectFrom('news_item as i')
		.innerJoin('delivery as d', (join) => join.on(isCardKeyOf(db, sql.ref('d.entity_key'), key)))
		.select(['i.batch_key', 'i.item', 'd.recipient_user_id', 'd.attempts'])
		.where('i.state', '=', 'offered')
		.where('d.operation', '=', 'card')
		.where('d.state', 'in', ['not_sent', 'rejected', 'unknown'])
		.where(({ or, eb }) => or([eb('d.error_code', 'is', null), eb('d.error_code', 'not in', ['blocked', 'forbidden'])]))
		.where(({ not, exists, selectFrom }) =>
			not(
				exists(
					selectFrom('delivery as later')
						.select('later.delivery_id')
						.where('later.operation', '=', 'card')
						.where(isCardKeyOf(db, sql.ref('later.entity_key'), key))
						.whereRef('later.recipient_user_id', '=', 'd.recipient_user_id')
						.where(({ or, and, eb }) =>
							or([
								eb('later.state', 'in', ['sending', 'sent']),
								and([eb('d.state', '=', 'rejected'), eb('later.entity_key', '>', eb.ref('d.entity_key'))]),
							]),
						),
				),
			),
		)
		.orderBy('i.batch_key')
		.orderBy('i.item')
		.limit(60)
		.execute();
}
