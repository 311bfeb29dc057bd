/** What people must be told about the outcome of a delivery. Whether it is still so is looked at when they are told. */
import type { Selectable } from 'kysely';
import { MESSAGE_GONE } from '@copydesk/domain/delivery/outcome';
import type { Database } from '@copydesk/kit/database/types';
import { itemShown } from '../news/cards.ts';
import { owe } from '../owed/owed.ts';
import type { Tables } from '../tables.ts';

const DID_NOT_ARRIVE: readonly string[] = ['not_sent', 'rejected'];
const REFUSES_A_PERSON: readonly (string | null)[] = ['blocked', 'forbidden'];

const HAS_NO_RIGHTS: readonly (string | null)[] = ['no_rights', 'forbidden'];

/** The code of a delivery whose outcome a person reported. */
export const RECONCILED = 'reconciled';

type Row = Selectable<Tables['delivery']>;

/** The version that a delivery shows or publishes; undefined if it shows none. */
export const versionOf = ({ draft_key, version }: Pick<Row, 'draft_key' | 'version'>) =>
	draft_key === null || version === null ? undefined : { draft_key, version };

export async function oweFor(tx: Database, delivery: Row): Promise<void> {
	const { delivery_id, operation, state, error_code, recipient_user_id: user_id, changed_at_ms } = delivery;
	const isLost = DID_NOT_ARRIVE.includes(state);
	const isPerson = REFUSES_A_PERSON.includes(error_code);
	const kindOf = () => {
		if (operation === 'prompt') return isLost ? 'unsent' : undefined;
		if (operation === 'publish' && error_code === MESSAGE_GONE) return 'post_gone';
		if (operation === 'publish' && state === 'rejected') return HAS_NO_RIGHTS.includes(error_code) ? 'channel_refused' : undefined;
		if (operation === 'publish' && error_code === RECONCILED) return 'publication_reconciled';
		if (operation === 'publish') return state === 'unknown' ? 'publication_unknown' : undefined;
		if (operation !== 'preview') return undefined;
		if (state === 'unknown') return 'preview_unknown';
		return isLost ? (isPerson ? 'preview_not_reached' : 'unsent') : undefined;
	};
	const kind = kindOf();
	if (kind !== undefined) await owe(tx, kind, { delivery_id }, changed_at_ms);
	const found = kind === 'publication_reconciled' && state === 'sent' ? versionOf(delivery) : undefined;
	if (found !== undefined) await owe(tx, 'publication_found', found, changed_at_ms);
	const batch_key = isLost || state === 'unknown' ? itemShown(delivery)?.batch_key : undefined;
	// Another notice tells of somebody whom the messenger refuses.
	if (batch_key !== undefined && !isPerson) await owe(tx, 'cards_missing', { batch_key, user_id }, changed_at_ms);
}
