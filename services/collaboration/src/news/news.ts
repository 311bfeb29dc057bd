/** News over the wire: the offer, the choice, and the article's text; judged by the rules of `domain/news`. */
import { normaliseCaption } from '@copydesk/domain/caption/normalise';
import type { KeepSourceRequest, OfferNewsRequest, TakeNewsRequest } from '@copydesk/domain/api/collaboration';
import { CopydeskError } from '@copydesk/domain/errors';
import { MAX_ENTRIES_A_DAY, batchKeyOfDay, batchKeyOfEvent } from '@copydesk/domain/news/batch';
import { accepted } from '@copydesk/domain/material/judgement';
import type { Material } from '@copydesk/domain/material/material';
import { begin } from '@copydesk/domain/material/version';
import { dismiss, expire, judgePick, offer, take, type Item } from '@copydesk/domain/news/item';
import { itemOfDraft, judgeSource } from '@copydesk/domain/news/source';
import type { Database } from '@copydesk/kit/database/types';
import type { Audit } from '../audit/audit.ts';
import type { Unsigned } from '../contexts/contexts.ts';
import { entryNameOf } from '../contexts/entries.ts';
import { saidIn } from '../events/events.ts';
import { keepLease, settlePaid } from '../events/lease.ts';
import { resumedError } from '../materials/proofs.ts';
import { createChanging, type Change, type ChangeBy } from '../materials/change.ts';
import { broughtWith, draftKeyOfEvent, wishedCover } from '../materials/materials.ts';
import { lockMaterial, materialOfEvent } from '../materials/read.ts';
import { entityOf } from '../materials/row.ts';
import { knownAddresses, requireFreeSource, type KnownAddress } from '../materials/sources.ts';
import { shownNow } from '../materials/shown.ts';
import { insertMaterial, nextNumber, writeStep, type Origin } from '../materials/write.ts';
import type { Acting, Actor } from '../participants/actors.ts';
import { tables } from '../tables.ts';
import { cardsOf, isQuestionOf, lostOffers } from './cards.ts';
import { batchOf, entriesOfferedSince, findBatch, insertItem, itemsOf, lockItem, writeItem } from './items.ts';
import type { BatchRow } from './row.ts';

export type Offer = Unsigned<OfferNewsRequest>;
type Picked = Unsigned<TakeNewsRequest>;
export type Source = Unsigned<KeepSourceRequest>;

export interface Batch {
	readonly batch: BatchRow | null;
	readonly items: readonly Item[];
}

type LeftOut = Omit<KnownAddress, 'key'>;

interface NewsOptions {
	readonly db: Database;
	readonly audit: Audit;
	readonly nowMs: () => number;
	/** How many hours an offer is open. */
	readonly offerHours: number;
	readonly ownerChatId: () => Promise<number>;
}

const HOUR_MS = 3_600_000;
const NO_BATCH: Batch = { batch: null, items: [] };

export type News = ReturnType<typeof createNews>;

export function createNews({ db, audit, nowMs, offerHours, ownerChatId }: NewsOptions) {
	const changing = createChanging(audit, nowMs);

	return {
		/** What the desk already has with these addresses, in their order. */
		async known({ context }: Actor, urls: readonly string[]): Promise<readonly KnownAddress[]> {
			const lost = new Set((await lostAmong(db, urls, nowMs())).map(({ canonical_url }) => canonical_url));
			const known = await knownTo(db, context.event_key, urls);
			await keepLease(db, context.event_key, nowMs());
			return known.filter(({ reason, canonical_url }) => reason !== 'offered' || !lost.has(canonical_url));
		},

		/** A batch by its key, by its day, or by this event. */
		async read({ context }: Actor, by: { readonly batch_key?: string; readonly day?: string }): Promise<Batch> {
			const { batch_key = by.day === undefined ? undefined : batchKeyOfDay(by.day) } = by;
			const batch = await findBatch(db, batch_key === undefined ? { event_key: context.event_key } : { batch_key });
			await keepLease(db, context.event_key, nowMs());
			return batch === undefined ? NO_BATCH : stored(db, batch);
		},

		/** A batch and its items, once for each event and for each day. @throws CopydeskError invalid_request */
		offer: (actor: Actor, input: Offer) => changing(actor, (change) => offerBatch(change, input, offerHours * HOUR_MS)),

		/** offered → taken, and version 1 of its draft. @throws CopydeskError as judged, batch_not_found, item_not_found, source_taken */
		async take(actor: Actor, input: Picked) {
			const ownerChat = await ownerChatId();
			return changing(actor, (change) => takeItem(change, input, ownerChat));
		},

		/** offered → dismissed. @throws CopydeskError as judged, batch_not_found, item_not_found */
		dismiss: (actor: Actor, input: Picked): Promise<Item> => changing(actor, (change) => dismissItem(change, input)),

		/** Stores the article's text in the draft. @throws CopydeskError as judged, material_not_found, source_taken */
		source: (actor: Actor, input: Source): Promise<Material> => changing(actor, (change) => keepSource(change, input)),
	};
}

const stored = async (db: Database, batch: BatchRow): Promise<Batch> => ({ batch, items: await itemsOf(db, batch.batch_key) });

async function offerBatch(
	{ tx, note, actor, origin }: Change,
	input: Offer,
	lastsMs: number,
): Promise<Batch & { readonly created: boolean; readonly left_out: readonly LeftOut[] }> {
	const { eventKey: event_key, actorUserId, atMs } = origin;
	const batch_key = keyOf(actor, input.day);
	const before = (await findBatch(tx, { event_key })) ?? (await findBatch(tx, { batch_key }));
	if (before !== undefined) return { ...(await stored(tx, before)), created: false, left_out: [] };
	if (entryNameOf(actor.context) !== undefined && (await entriesOfferedSince(tx, atMs - 24 * HOUR_MS)) >= MAX_ENTRIES_A_DAY) {
		const message = `Expected at most ${MAX_ENTRIES_A_DAY} offers of the schedule in 24 hours`;
		throw new CopydeskError('invalid_request', 'day', { fields: [{ path: 'day', message }] });
	}
	const addresses = input.items.map((each) => each.canonical_url);
	for (const lost of await lostAmong(tx, addresses, atMs)) {
		const item = await lockItem(tx, lost);
		if (item.state === 'offered') await writeItem(tx, note, item, expire(item), origin);
	}
	const { kept, left_out } = await sorted(tx, event_key, input.items);
	// A failed scheduled request stays open until the owner is told: nobody waits for it, and it is not retried.
	if (kept.length > 0 || entryNameOf(actor.context) === undefined) await settlePaid(tx, event_key, atMs);
	if (kept.length === 0) return { ...NO_BATCH, created: false, left_out };
	const batch = {
		batch_key,
		event_key,
		entry: entryNameOf(actor.context) ?? null,
		topic: input.topic,
		window_days: input.window_days,
		created_by_user_id: actorUserId ?? 0,
		created_at_ms: atMs,
		expires_at_ms: atMs + lastsMs,
	};
	await tables(tx).insertInto('news_batch').values(batch).execute();
	const born = kept.map(({ published_at, ...given }, index) =>
		offer({ batch_key, item: index + 1 }, { ...given, published_at_ms: Date.parse(published_at) }, atMs),
	);
	// Sorted by address, so that two simultaneous offers cannot deadlock.
	for (const item of [...born].sort((a, b) => (a.canonical_url < b.canonical_url ? -1 : 1))) await insertItem(tx, note, item, origin);
	return { ...(await stored(tx, batch)), created: true, left_out };
}

/** Open offers with these addresses whose cards did not arrive. */
async function lostAmong(db: Database, addresses: readonly string[], nowMs: number) {
	const offers = await tables(db)
		.selectFrom('news_item')
		.select(['batch_key', 'item', 'canonical_url', 'changed_at_ms'])
		.where('state', '=', 'offered')
		.where('canonical_url', 'in', addresses)
		.orderBy('canonical_url')
		.execute();
	return lostOffers(db, offers, nowMs);
}

/** What the desk has of addresses; a post is no reason for a person who was told of it and wants the page read anyway. */
async function knownTo(db: Database, eventKey: string, urls: readonly string[]): Promise<readonly KnownAddress[]> {
	const { press } = await saidIn(db, eventKey);
	return knownAddresses(db, urls, press?.anyway === true);
}

/** Leaves out addresses that the desk got to know since the request, and repeated ones. */
async function sorted(tx: Database, eventKey: string, items: Offer['items']) {
	const addresses = items.map((each) => each.canonical_url);
	const reasons = new Map((await knownTo(tx, eventKey, addresses)).map((each) => [each.canonical_url, each.reason]));
	const kept: Offer['items'][number][] = [];
	const left_out: LeftOut[] = [];
	for (const each of items) {
		const { canonical_url } = each;
		const reason = reasons.get(canonical_url);
		if (reason === undefined) {
			kept.push(each);
			reasons.set(canonical_url, 'offered');
		} else left_out.push({ canonical_url, reason });
	}
	return { kept, left_out };
}

/** A message has a batch of its own; a scheduled entry has one per day. */
function keyOf({ context }: Actor, day: string | undefined): string {
	const isEntry = entryNameOf(context) !== undefined;
	const key = isEntry ? (day === undefined ? undefined : batchKeyOfDay(day)) : batchKeyOfEvent(context.event_key);
	if (key !== undefined && isEntry === (day !== undefined)) return key;
	throw new CopydeskError('invalid_request', 'day', {
		fields: [{ path: 'day', message: isEntry ? 'Expected the day that the entry offers for' : 'Expected it only from a service entry' }],
	});
}

/** Judges a press on a card, with the item locked. */
async function picked({ tx, actor, origin }: Omit<ChangeBy<Acting>, 'note'>, input: Picked, action: 'take' | 'skip') {
	const found = await lockItem(tx, input);
	const acting = { person: actor.participant, eventKey: origin.eventKey };
	const { press } = await saidIn(tx, origin.eventKey);
	const { userId, chatId } = actor.participant;
	const asked = { userId, chatId, messageId: input.message_id };
	const own = await cardsOf(tx, found);
	const isOfQuestion = own.some((each) => each.userId === userId) && (await isQuestionOf(tx, found, asked));
	const cards = isOfQuestion ? [...own, asked] : own;
	const picking = { ...acting, press, cards, messageId: input.message_id };
	return { found, acting, anyway: press?.anyway === true, judged: accepted(judgePick(found, picking, action)) };
}

async function takeItem(change: Change, input: Picked, ownerChat: number) {
	const { tx, note, origin } = change;
	const { found, acting, anyway, judged } = await picked(change, input, 'take');
	if (judged.state !== 'offered') return { item: found, material: await materialBegun(tx, origin), created: false };
	const { batch_key, item, title, angle, link, canonical_url } = found;
	const draft_key = draftKeyOfEvent(origin.eventKey);
	const taken = await writeItem(tx, note, found, take(judged, acting, draft_key), origin);
	// What came with the message that named the page.
	const { cover_template, ...brought } = await broughtWith(tx, (await batchOf(tx, found)).event_key);
	const born: Material = {
		...begin(
			acting,
			origin.atMs,
			{ draft_key, number: await nextNumber(tx), batch_key, item, owner_chat_id: ownerChat },
			{ kind: 'news', request: `${title}\n\n${angle}`, link, cover_template },
			brought,
		),
		canonical_url: anyway ? null : canonical_url,
	};
	if (anyway) await requireFreeSource(tx, { ...born, canonical_url }, anyway);
	const source = normaliseCaption((found.source_title ?? '').replace(/\s+/g, ' ')) || found.host;
	const shown = {
		...born,
		...(await shownNow(tx, { shown_wish: { source, ...(wishedCover(brought) === true ? { cover: true } : {}) } }, [])),
	};
	if (!(await insertMaterial(tx, note, shown, origin))) throw new CopydeskError('draft_open', draft_key, { facts: { draft_key } });
	return { item: taken, material: await materialBegun(tx, origin), created: true };
}

async function materialBegun(tx: Database, { eventKey }: Origin): Promise<Material> {
	const material = await materialOfEvent(tx, eventKey);
	if (material === undefined) throw new Error(`The draft that ${eventKey} began is gone`);
	return material;
}

export async function dismissItem(change: ChangeBy<Acting>, input: Picked): Promise<Item> {
	const { found, acting, judged } = await picked(change, input, 'skip');
	if (judged.state !== 'offered') return found;
	return writeItem(change.tx, change.note, found, dismiss(judged, acting), change.origin);
}

async function keepSource({ tx, note, actor, origin }: Change, input: Source): Promise<Material> {
	const { draft_key, version, link, blocks, site, language, published_at, paywalled } = input;
	const found = await lockMaterial(tx, { draft_key, version });
	const judged = accepted(
		judgeSource(found, { person: actor.participant, eventKey: origin.eventKey }, { link, blocks }, await resumedError(tx, found)),
	);
	const ref = itemOfDraft(found);
	if (judged.next === found || ref === undefined) return found;
	const item = await lockItem(tx, ref);
	await writeItem(tx, note, item, { ...item, link }, origin);
	note({
		actorUserId: origin.actorUserId,
		action: 'material.patched',
		entity: entityOf(found),
		outcome: 'ok',
		executionId: origin.executionId,
		detail: { state: found.state, fields: 'link source_blocks', blocks: blocks.length, site, language, published_at, paywalled },
	});
	return writeStep(tx, note, found, judged, origin);
}
