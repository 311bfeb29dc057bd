/**
 * Tells both people how an unconfirmed publication was settled; also after a crash in between. A post that is there after all is told to
 * the main graph too, for the steps that somebody added behind a publication: once, and again only while n8n is away.
 */
import type { Database } from '@copydesk/kit/database/types';
import { createBackoff } from '../deliveries/backoff.ts';
import { versionOf } from '../deliveries/journal.ts';
import type { Post } from '../inbox/webhook.ts';
import type { Notices } from '../notices/notices.ts';
import { untoldPublications } from './untoldPublications.ts';

interface ReconciledPublicationsOptions {
	readonly db: Database;
	readonly notices: Pick<Notices, 'reconciled'>;
	readonly nowMs: () => number;
	/** Posts to the main graph; undefined without a webhook. */
	readonly post: Post | undefined;
}

/** @returns one round: tells both people about each settled publication */
export function createReconciledPublications({ db, notices, nowMs, post }: ReconciledPublicationsOptions): () => Promise<void> {
	const backoff = createBackoff(nowMs);
	const toGraph = new Map<string, string>();
	return async () => {
		for (const state of ['sent', 'not_sent'] as const) {
			for (const delivery of await untoldPublications(db, state, 'publication_reconciled')) {
				if (!backoff.due(delivery.delivery_id)) continue;
				const version = versionOf(delivery);
				if (state === 'sent' && version !== undefined) toGraph.set(delivery.delivery_id, JSON.stringify({ confirmed: version }));
				await notices.reconciled(delivery);
				backoff.again(delivery.delivery_id);
			}
		}
		for (const [id, body] of post === undefined ? [] : toGraph) if ((await post?.(body)) === 'posted') toGraph.delete(id);
	};
}
