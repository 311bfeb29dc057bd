/** Takes down the items of an album that arrived alone, once the owner said that the post is not there. */
import { MESSAGE_GONE } from '@copydesk/domain/delivery/outcome';
import { isBelow } from '@copydesk/kit/database/keys';
import type { Database } from '@copydesk/kit/database/types';
import { CHANNEL_RECIPIENT, NOBODY } from '../deliveries/journal.ts';
import type { Try } from '../deliveries/tell.ts';
import { removals } from '../messenger/requests.ts';
import type { Debts } from '../owed/owed.ts';
import { tables } from '../tables.ts';

interface LeftOverOptions {
	readonly db: Database;
	readonly trySend: Try;
	readonly channelId: number;
}

/** `later`: the messenger did not confirm it. Deleting again what is gone changes nothing. */
export type RemoveLeftOver = (of: Debts['album_left_over']) => Promise<'gone' | 'refused' | 'later'>;

const LEFT_OVER = 'album_left_over';

export const leftOverKey = ({ draft_key, version, message_ids }: Debts['album_left_over']): string =>
	`${draft_key}:${version}:${message_ids.join(',')}`;

export function createRemoveLeftOver({ db, trySend, channelId }: LeftOverOptions): RemoveLeftOver {
	return async (of) => {
		const key = leftOverKey(of);
		const spec = { ...NOBODY, purpose: LEFT_OVER, entity_key: `${key}:${await unconfirmedOf(db, key)}`, operation: 'withdraw' as const };
		const sent = await trySend(
			{ ...spec, recipient_user_id: CHANNEL_RECIPIENT, chat_id: channelId },
			{ build: async () => removals(channelId, of.message_ids), allowed: async () => true },
		);
		if (sent?.delivery.state === 'rejected') return sent.delivery.error_code === MESSAGE_GONE ? 'gone' : 'refused';
		return sent?.delivery.state === 'sent' ? 'gone' : 'later';
	};
}

/** An unconfirmed deletion is repeated under another key. */
async function unconfirmedOf(db: Database, key: string): Promise<number> {
	const { n } = await tables(db)
		.selectFrom('delivery')
		.select(({ fn }) => fn.countAll<number>().as('n'))
		.where(({ and }) => and({ purpose: LEFT_OVER, state: 'unknown' }))
		.where(isBelow(db, 'entity_key', key))
		.executeTakeFirstOrThrow();
	return Number(n);
}

/** Messages of the channel that are still to be taken down: they are no part of a newer post. */
export async function leftOvers(db: Database): Promise<readonly number[]> {
	const rows = await tables(db).selectFrom('owed').select('params').where('kind', '=', LEFT_OVER).execute();
	return rows.flatMap(({ params }) => (JSON.parse(params) as Debts['album_left_over']).message_ids);
}
