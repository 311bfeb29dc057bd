/** Unconfirmed publications: the desk looks for them, else asks the owner; also after a crash in between. */
import type { Database } from '@copydesk/kit/database/types';
import type { Notices } from '../notices/notices.ts';
import { createBackoff } from '../deliveries/backoff.ts';
import type { FindPublication } from './findPublication.ts';
import { untoldPublications } from './untoldPublications.ts';

interface UnknownPublicationsOptions {
	readonly db: Database;
	readonly notices: Pick<Notices, 'unknownPublication'>;
	/** Returns true if it found the post in the channel. */
	readonly findPublication: FindPublication;
	readonly nowMs: () => number;
}

/** @returns one round: looks for each unconfirmed publication, else asks the owner */
export function createUnknownPublications({ db, notices, findPublication, nowMs }: UnknownPublicationsOptions): () => Promise<void> {
	const backoff = createBackoff(nowMs);
	return async () => {
		for (const delivery of await untoldPublications(db, 'unknown', 'publication_unknown')) {
			if (!backoff.due(delivery.delivery_id)) continue;
			if (await findPublication(delivery)) continue;
			const answer = await notices.unknownPublication(delivery);
			if (answer?.status === 'not_sent') backoff.again(delivery.delivery_id);
		}
	};
}
