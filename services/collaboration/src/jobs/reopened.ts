/** Puts back the buttons that a question removed, if the service died after the question was closed. */
import type { Database } from '@copydesk/kit/database/types';
import { createBackoff } from '../deliveries/backoff.ts';
import { NOBODY, findDelivery } from '../deliveries/journal.ts';
import { copiesOf, reopenedSince } from '../materials/read.ts';
import type { Notices } from '../notices/notices.ts';
import { reopenedKey } from '../notices/reopened.ts';

interface ReopenedOptions {
	readonly db: Database;
	readonly notices: Notices;
	readonly nowMs: () => number;
}

/** After this time people have used /draft instead. */
const WITHIN_MS = 3_600_000;

/** @returns one round */
export function createReopenedJob({ db, notices, nowMs }: ReopenedOptions): () => Promise<void> {
	const backoff = createBackoff(nowMs);
	return async () => {
		for (const material of await reopenedSince(db, nowMs() - WITHIN_MS)) {
			const { draft_key, version, seq } = material;
			const key = `${draft_key}:${version}:${seq}`;
			if (!backoff.due(key)) continue;
			const copies = await copiesOf(db, material);
			const shown = await Promise.all(
				copies.map(({ deliveryId, userId }) =>
					findDelivery(db, {
						operation: 'unbutton',
						purpose: 'unbutton',
						entity_key: reopenedKey(deliveryId, seq),
						recipient_user_id: userId,
					}),
				),
			);
			if (shown.every((each) => each !== undefined && each.state !== 'not_sent')) continue;
			backoff.again(key);
			await notices.reopened(material, NOBODY);
		}
	};
}
