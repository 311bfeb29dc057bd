/**
 * Finds the draft of an address: one source has at most one open or published news draft, until its post is taken down. A draft that
 * somebody wants although there is a post holds no address of its own (`canonical_url` is null); its card still has the address.
 */
import { CopydeskError } from '@copydesk/domain/errors';
import type { Material } from '@copydesk/domain/material/material';
import type { Database } from '@copydesk/kit/database/types';
import { tables } from '../tables.ts';

interface SourceDraft {
	readonly canonical_url: string;
	readonly draft_key: string;
	readonly number: number;
	readonly isPublished: boolean;
}

/** Open and published news drafts with one of these addresses, of their own or on their card; published ones first. */
async function draftsOfSources(db: Database, urls: readonly string[]): Promise<readonly SourceDraft[]> {
	if (urls.length === 0) return [];
	const live = () =>
		tables(db)
			.selectFrom('material as m')
			.where('m.kind', '=', 'news')
			.where('m.state', 'not in', ['superseded', 'rejected'])
			.where('m.withdrawn_at_ms', 'is', null);
	const own = await live()
		.select(({ ref }) => [ref('m.canonical_url').$notNull().as('canonical_url'), 'm.draft_key', 'm.number', 'm.state'])
		.where('m.canonical_url', 'in', urls)
		.execute();
	// A feed's link may redirect: then the draft has another address than the card.
	const cards = await live()
		.innerJoin('news_item as i', 'i.draft_key', 'm.draft_key')
		.select(['i.canonical_url', 'm.draft_key', 'm.number', 'm.state'])
		.where('i.canonical_url', 'in', urls)
		// Written exactly as in the index of these items.
		.where('i.draft_key', 'is not', null)
		.execute();
	return [...own, ...cards]
		.map(({ state, ...draft }) => ({ ...draft, isPublished: state === 'published' }))
		.sort((a, b) => Number(b.isPublished) - Number(a.isPublished));
}

/**
 * @param anyway whether a post about the source may be in the channel
 * @throws CopydeskError source_taken if another draft has this address
 */
export async function requireFreeSource(
	db: Database,
	{ draft_key, kind, canonical_url, state }: Pick<Material, 'draft_key' | 'kind' | 'canonical_url' | 'state'>,
	anyway = false,
): Promise<void> {
	if (kind !== 'news' || canonical_url === null || state === 'superseded' || state === 'rejected') return;
	const others = await draftsOfSources(db, [canonical_url]);
	const other = others.find((each) => each.draft_key !== draft_key && !(anyway && each.isPublished));
	if (other === undefined) return;
	throw new CopydeskError('source_taken', `${canonical_url} has ${other.draft_key}`, {
		facts: { draft_key: other.draft_key, published: other.isPublished },
	});
}

export interface KnownAddress {
	readonly canonical_url: string;
	readonly reason: 'published' | 'open_draft' | 'offered';
	/** The key of the draft or the batch. */
	readonly key: string;
	/** The number of the draft. */
	readonly number?: number;
}

/**
 * What the desk has with these addresses, in their order: a published draft, else an open one, else an open offer.
 * @param anyway whether posts that are in the channel do not count
 */
export async function knownAddresses(db: Database, urls: readonly string[], anyway = false): Promise<readonly KnownAddress[]> {
	const offers = await tables(db)
		.selectFrom('news_item')
		.select(['canonical_url', 'batch_key as key'])
		.where('state', '=', 'offered')
		.where('canonical_url', 'in', urls)
		.execute();
	const drafts = (await draftsOfSources(db, urls)).filter(({ isPublished }) => !(anyway && isPublished));
	const known = new Map<string, KnownAddress>();
	for (const { canonical_url, key } of offers) known.set(canonical_url, { canonical_url, reason: 'offered', key });
	// Reversed, so that a published draft overwrites an open one.
	for (const { canonical_url, draft_key: key, number, isPublished } of [...drafts].reverse())
		known.set(canonical_url, { canonical_url, reason: isPublished ? 'published' : 'open_draft', key, number });
	return [...new Set(urls)].flatMap((url) => known.get(url) ?? []);
}
