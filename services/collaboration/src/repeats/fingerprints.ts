/** The topic of each draft, stored in the transaction that writes the draft; the one writer of these rows. */
import { createHash } from 'node:crypto';
import type { Material } from '@copydesk/domain/material/material';
import { foundBy, fingerprintOf } from '@copydesk/domain/repeats/topicFingerprint';
import { addressOf } from '@copydesk/domain/text/canonicalUrl';
import type { Database } from '@copydesk/kit/database/types';
import { tables } from '../tables.ts';

/** Older topics do not count as repetitions, and are deleted. */
export const REMEMBERED_MS = 180 * 86_400_000;
/** Drafts that one round of upkeep deletes. */
const PER_ROUND = 100;

type Told = Pick<
	Material,
	'draft_key' | 'number' | 'title' | 'subtitle' | 'body' | 'facts' | 'request' | 'link' | 'canonical_url' | 'state'
>;

const TOLD = ['title', 'subtitle', 'body', 'facts', 'request', 'link', 'canonical_url'] as const;
/** States that end a draft; its age counts from then. */
const ENDS: readonly Material['state'][] = ['published', 'rejected'];

/** An address as a term of fixed length: by its plainest spelling, because sites give the same page under the others. */
export const termOfAddress = (canonical: string): string => termOf(plainest(canonical));

/** The terms under which an address may be stored: earlier releases stored it as it was. */
export const termsOfAddress = (canonical: string): readonly string[] => [termOfAddress(canonical), termOf(canonical)];

const termOf = (address: string): string => `@${createHash('sha256').update(address).digest('hex').slice(0, 32)}`;

function plainest(canonical: string): string {
	const [page = '', query = ''] = canonical.split(/\?(.*)/s);
	const plain = page.replace(/^https?:\/\/(?:www\.)?/, 'https://').replace(/\/$/, '');
	const kept = query.split('&').filter((part) => part !== '' && !part.startsWith('ref='));
	return kept.length === 0 ? plain : `${plain}?${kept.join('&')}`;
}

/** The texts and addresses by which a draft is found. */
function partsOf({ title, subtitle, body, facts, request, link, canonical_url }: Told) {
	const matter = fingerprintOf([title, subtitle, request, body, ...(facts ?? []).map(({ text }) => text)]);
	const addresses = [canonical_url, addressOf(link)].filter((address) => address !== null);
	return { matter, terms: [...new Set([...foundBy(matter), ...addresses.map(termOfAddress)])] };
}

/**
 * Stores the topic of a draft from one of its versions. A version without a text leaves the earlier topic.
 * @param found the version before this step; undefined for a new one
 */
export async function noteFingerprint(tx: Database, next: Told, found: Told | undefined, atMs: number): Promise<void> {
	const isOther = found === undefined || TOLD.some((field) => next[field] !== found[field]);
	const hasEnded = found?.state !== next.state && ENDS.includes(next.state);
	if (!isOther && !hasEnded) return;
	const { draft_key, number } = next;
	const before = await tables(tx).selectFrom('matter').select('found_by').where('draft_key', '=', draft_key).executeTakeFirst();
	if (before !== undefined && (!isOther || next.body === null)) {
		await tables(tx).updateTable('matter').set({ at_ms: atMs }).where('draft_key', '=', draft_key).execute();
		return;
	}
	const { matter, terms } = partsOf(next);
	const row = { matter: JSON.stringify(matter), found_by: JSON.stringify(terms), at_ms: atMs };
	await tables(tx)
		.insertInto('matter')
		.values({ draft_key, number, ...row })
		.onConflict((on) => on.column('draft_key').doUpdateSet(row))
		.execute();
	const known = before === undefined ? [] : (JSON.parse(before.found_by) as string[]);
	await removeTerms(
		tx,
		number,
		known.filter((term) => !terms.includes(term)),
	);
	const added = terms.filter((term) => !known.includes(term));
	if (added.length > 0)
		await tables(tx)
			.insertInto('matter_term')
			.values(added.map((term) => ({ term, number })))
			.onConflict((on) => on.doNothing())
			.execute();
}

async function removeTerms(tx: Database, number: number, terms: readonly string[]): Promise<void> {
	if (terms.length > 0) await tables(tx).deleteFrom('matter_term').where('term', 'in', terms).where('number', '=', number).execute();
}

/** Deletes topics that are too old to count. */
export async function forgetFingerprints(db: Database, nowMs: number): Promise<void> {
	const old = await tables(db)
		.selectFrom('matter')
		.select(['draft_key', 'number', 'found_by'])
		.where('at_ms', '<', nowMs - REMEMBERED_MS)
		.orderBy('at_ms')
		.limit(PER_ROUND)
		.execute();
	for (const { draft_key, number, found_by } of old)
		await db.atomically(async (tx) => {
			await tables(tx).deleteFrom('matter').where('draft_key', '=', draft_key).execute();
			await removeTerms(tx, number, JSON.parse(found_by) as string[]);
		});
}
