/** What is said of a matter that the desk had before. */
import { draftName, dayName, timeName } from '@copydesk/domain/messages/sentences';
import type { Messages } from '@copydesk/domain/messages/messages';
import type { Database } from '@copydesk/kit/database/types';
import type { DuplicateNotice } from '../deliveries/operations.ts';
import { findMaterial } from '../materials/read.ts';
import { findRepeat, offeredNews, type Hit } from '../repeats/find.ts';
import { postWordsOf } from './posts.ts';

interface Where {
	readonly channelId: number;
	readonly timeZone: string;
}

/** The draft that told it, and when it was published or rejected, goes out, or was begun. */
export async function duplicateText(db: Database, where: Where, hit: Hit): Promise<(messages: Messages) => string> {
	const { draft_key, version, state, at_ms } = hit;
	const material = await findMaterial(db, draft_key, version);
	if (material === undefined) throw new Error(`The draft ${draft_key} is gone`);
	if (state === 'published') {
		const post = await postWordsOf(db, where, material);
		const isKnown = material.published_message_id !== 0;
		return (messages) => {
			const { day, link } = post(messages);
			return messages.hadThat.published({ draft: draftName(messages, material), day, link: isKnown ? link : null });
		};
	}
	return (messages) => {
		const draft = draftName(messages, material);
		const day = state === 'planned' ? timeName(messages, where.timeZone, at_ms) : dayName(messages, where.timeZone, at_ms);
		return messages.hadThat[state]({ draft, day });
	};
}

/** The same for the card of an item. */
export const createDuplicateNotice =
	({ db, nowMs, ...where }: Where & { readonly db: Database; readonly nowMs: () => number }): DuplicateNotice =>
	async (item) => {
		const hit = await findRepeat(db, offeredNews(item), nowMs());
		return hit && { draft_key: hit.draft_key, version: hit.version, text: await duplicateText(db, where, hit) };
	};
