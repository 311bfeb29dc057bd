/** What reading an article adds to the draft that was begun from its card. */
import type { SourceBlock } from '../caption/facts.ts';
import { NO_ERROR, type StoredError } from '../material/content.ts';
import { conflict, refuse, step, type Acting, type Judgement } from '../material/judgement.ts';
import type { Material } from '../material/material.ts';
import { awaitsText } from '../material/work.ts';
import { addressOf } from '../text/canonicalUrl.ts';
import type { ItemRef } from './item.ts';

export interface ReadSource {
	readonly link: string;
	readonly blocks: readonly SourceBlock[];
}

/** The card that a draft was begun from; undefined for any other draft. */
export const itemOfDraft = ({ batch_key, item }: Pick<Material, 'batch_key' | 'item'>): ItemRef | undefined =>
	batch_key === null || item === null ? undefined : { batch_key, item };

/**
 * Only while its text is still to be written, and only by whom that is done for. What was read before stays.
 * @param kept the local error of a resumed draft
 */
export function judgeSource(found: Material, { person }: Acting, { link, blocks }: ReadSource, kept: StoredError = NO_ERROR): Judgement {
	if (!awaitsText(found)) return conflict(found, 'a source is read before the text is written');
	if (found.operation_actor_user_id !== person.userId)
		return refuse('role_forbids', `the work is done for user ${found.operation_actor_user_id}`);
	if (itemOfDraft(found) === undefined) return refuse('item_not_found', `${found.draft_key} was begun from no card`);
	if (found.source_blocks !== null) return step(found);
	// A draft that is written anyway holds no address.
	const canonical_url = found.link !== null && found.canonical_url === null ? null : addressOf(link);
	return step({ ...found, link, canonical_url, source_blocks: blocks, ...kept });
}
