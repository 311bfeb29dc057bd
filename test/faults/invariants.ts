/** What must hold after every schedule, read from the database and from the messenger's own record. */
import type { Approval } from '@copydesk/domain/material/approval';
import { createHash } from 'node:crypto';
import { deliveryMachine } from '@copydesk/domain/delivery/machine';
import { materialMachine } from '@copydesk/domain/material/machine';
import { itemMachine } from '@copydesk/domain/news/itemMachine';
import type { Database, Row } from '@copydesk/kit/database/types';
import { verifyAudit } from '../../scripts/operator/verifyAudit.ts';
import { listOf, shownIn, versionShown, type Shown } from './albums.ts';
import { hashShown } from './helpers.ts';
import type { Kept } from '../support/messenger.ts';
import { heapsOfReminders, remindersAtNight } from './reminders.ts';

/** A press of "publish" as the person meant it: on this message, which showed this. */
export interface Press {
	readonly updateId: number;
	readonly userId: number;
	readonly draftKey: string;
	readonly version: number;
	readonly shownCaption: string;
	readonly shownPhoto: string;
}

/** The service began to send a post to the channel. */
export interface PostBegun {
	/** What the last reading of the participants said about the actors of this request: who was active. */
	readonly activeWhenRead: readonly number[];
	/** Transactions of the request since that reading: none, or the answer is older than what was committed. */
	readonly transactionsSince: number;
	readonly caption: string;
	/** The message that it changes. */
	readonly messageId?: number;
}

export interface Evidence {
	readonly channelId: number;
	readonly messages: (chatId: number) => readonly Kept[];
	readonly chats: readonly number[];
	readonly presses: readonly Press[];
	/** Undefined where the inside of the service cannot be watched. */
	readonly begun: readonly PostBegun[] | undefined;
	/** Claims that were answered with success: whose event, for which version. */
	readonly claims: readonly { readonly draftKey: string; readonly version: number; readonly eventKey: string }[];
	/** Admissions under which the AI was asked, and has to be paid. */
	readonly paid: readonly string[];
	/** Then moments cannot be compared. */
	readonly clockWentBack: boolean;
	/** Nothing but time moves the clock: hours of the day can be compared. */
	readonly steadyClock?: boolean;
	/** Who has to agree before a post goes out. */
	readonly approval?: Approval;
	/** How often each person asked to see something again. */
	readonly askedAgain: ReadonlyMap<number, number>;
	/** Copies that the messenger accepted without saying under which id: they cannot be pressed, so another may be sent. */
	readonly withoutId: number;
	/** Pairs of updates of one person of which the first was stored before the second came. */
	readonly inOrder: readonly (readonly [number, number])[];
	/** Drafts that began with a video, which every one of their messages has to show. */
	readonly videos?: ReadonlySet<string>;
	/** Posts that another administrator took away. */
	readonly removed: ReadonlySet<number>;
	/** Updates that the webhook said were stored. */
	readonly acknowledged: ReadonlySet<number>;
}

/** How the key of a planned post's own event begins. */
export const PLANNED_EVENT = 'u:-';

/** A caption of the engine's making. */
export const POST = /^Post (\S+) version (\d+)\n/;

interface Machine {
	canMove(from: never, to: never): boolean;
}

/** @returns what is broken, a sentence each */
export async function violations(db: Database, evidence: Evidence): Promise<string[]> {
	const broken: string[] = [];
	const materials = await db.query('select * from material order by draft_key, version');
	const materialEvents = await db.query('select * from material_event order by draft_key, version, seq');
	const deliveries = await db.query('select * from delivery order by delivery_id');
	const deliveryEvents = await db.query('select * from delivery_event order by delivery_id, seq');
	const audit = await db.query('select action, entity, count(*) as times from audit group by action, entity');

	const withdrawals = await db.query('select * from withdrawal order by withdrawal_key');
	judgePosts(broken, evidence, materials, materialEvents, withdrawals, deliveries);
	judgeWithdrawals(broken, deliveries, withdrawals);
	judgeCopies(broken, evidence, deliveries, judgeForwards(broken, evidence, deliveries));
	await judgeCanonical(broken, db, materials);
	judgeClaims(broken, evidence, materialEvents);
	judgeJournal(
		broken,
		'material',
		materials,
		materialEvents,
		(row) => `${String(row['draft_key'])}:${String(row['version'])}`,
		materialMachine as Machine,
		['text_generating', 'text_preparing'],
	);
	judgeJournal(broken, 'delivery', deliveries, deliveryEvents, (row) => String(row['delivery_id']), deliveryMachine as Machine, [
		'sending',
	]);
	const items = await db.query('select * from news_item order by batch_key, item');
	const itemEvents = await db.query('select * from news_item_event order by batch_key, item, seq');
	judgeJournal(broken, 'item', items, itemEvents, itemName, itemMachine as Machine, ['offered']);
	judgeNews(broken, evidence, items, materials);
	judgeAudit(broken, audit, [
		...itemEvents.map((row) => `item.${String(row['to_state'])} item:${itemName(row)}`),
		...materialEvents.map((row) => `material.${String(row['to_state'])} material:${String(row['draft_key'])}:${String(row['version'])}`),
		...deliveryEvents.map((row) => `delivery.${String(row['to_state'])} delivery:${String(row['delivery_id'])}`),
	]);
	const verdict = await verifyAudit(db);
	for (const finding of verdict.findings) broken.push(`audit: ${finding.message}`);
	if (db.engine === 'sqlite' && (await db.query('pragma foreign_key_check')).length > 0) broken.push('a foreign key does not hold');
	judgeVideos(broken, evidence, materials);
	await judgeEvents(broken, db, evidence);
	await judgeOrder(broken, db, evidence);
	await judgePlans(broken, db, evidence);
	await judgeApprovals(broken, db, evidence);
	broken.push(...(await heapsOfReminders(db, evidence)));
	if (evidence.steadyClock === true) broken.push(...(await remindersAtNight(db)));
	if (evidence.clockWentBack) return broken;
	await judgePaid(broken, db, evidence);
	await judgeDay(broken, db);
	await judgeFeeds(broken, db);
	return broken;
}

/** A video stays with its draft until somebody sends a photo in its place, and no other draft shows it. */
function judgeVideos(broken: string[], { messages, channelId, chats, videos = new Set() }: Evidence, materials: readonly Row[]): void {
	const isReplaced = (draftKey: string): boolean =>
		materials.some(({ draft_key, media, own_image_id }) => draft_key === draftKey && media === null && own_image_id !== null);
	for (const chat of [channelId, ...chats])
		for (const { caption = '', photo, deleted, messageId } of messages(chat).filter(isOurs)) {
			const [, draftKey = ''] = POST.exec(caption) ?? [];
			if (draftKey === '' || photo === undefined || deleted || isReplaced(draftKey)) continue;
			if ((photo === `video:video-${draftKey}`) !== videos.has(draftKey))
				broken.push(
					`message ${messageId} in chat ${chat} shows ${photo}, and ${draftKey} began ${videos.has(draftKey) ? 'with' : 'without'} a video`,
				);
		}
}

/** Other administrators post in the channel too. */
export const isOurs = ({ by }: Pick<Kept, 'by'>): boolean => by !== 'others';

/** No second post, none but what an active participant approved exactly as it is, and none that is only said to be there. */
function judgePosts(
	broken: string[],
	{ messages, channelId, presses, begun, removed }: Evidence,
	materials: readonly Row[],
	materialEvents: readonly Row[],
	withdrawals: readonly Row[],
	deliveries: readonly Row[],
): void {
	const seen = new Set<string>();
	const there = new Map<string, number>();
	for (const post of shownIn(messages(channelId)).filter((each) => isOurs(each) && !each.deleted)) {
		// Somebody's line is in its place.
		if (withdrawals.some(({ message_id, line }) => Number(message_id) === post.messageId && line === post.caption)) continue;
		const album = post.isAlbum ? versionShown(post, materials, hashShown) : undefined;
		const [, draftKey = '', versionText = ''] = album === undefined ? (POST.exec(post.caption ?? '') ?? []) : namesOf(album.row);
		const name = `the post of ${draftKey} version ${versionText}`;
		if (album?.isWhole === false) {
			const told = judgePart(broken, name, post, album.row, deliveries);
			if (told === 'stays') continue;
		}
		there.set(`${draftKey} version ${versionText}`, post.messageId);
		if (seen.has(draftKey)) broken.push(`${name} is a second channel post of this draft`);
		seen.add(draftKey);
		const material = materials.find((row) => row['draft_key'] === draftKey && String(row['version']) === versionText);
		if (material === undefined) {
			broken.push(`${name} belongs to no material`);
			continue;
		}
		const hash = album === undefined ? hashShown(post.caption ?? '', post.photo ?? '') : String(album.row['content_sha256']);
		if (hash !== material['content_sha256']) broken.push(`${name} shows other content than the material`);
		// The newest claim of a person is the one that sent it: after a post none can be made. A planned post that waited claims again.
		const claim = materialEvents.findLast(
			(row) =>
				row['draft_key'] === draftKey &&
				String(row['version']) === versionText &&
				row['to_state'] === 'claimed' &&
				!String(row['event_key']).startsWith(PLANNED_EVENT),
		);
		const approval = presses.find(
			(press) =>
				`u:${press.updateId}` === claim?.['event_key'] &&
				press.userId === Number(claim['actor_user_id']) &&
				press.draftKey === draftKey &&
				String(press.version) === versionText &&
				hashShown(press.shownCaption, press.shownPhoto) === hash &&
				(album?.isWhole !== true || press.shownPhoto === post.photo),
		);
		if (approval === undefined) broken.push(`${name} has no approval of exactly this content by somebody who pressed`);
		if (begun === undefined) continue;
		const sending = begun.filter(
			({ caption, messageId = 0 }) => caption === post.caption || (post.isAlbum && post.messageIds.includes(messageId)),
		);
		if (approval !== undefined && !sending.some(({ activeWhenRead }) => activeWhenRead.includes(approval.userId)))
			broken.push(`${name} was sent although its approver was known to be inactive`);
		if (sending.some(({ transactionsSince }) => transactionsSince > 0))
			broken.push(`${name} was sent without asking again who is active after the row "sending"`);
	}
	for (const row of materials) {
		const name = `${String(row['draft_key'])} version ${String(row['version'])}`;
		if (row['state'] !== 'published') continue;
		const [said, found] = [Number(row['published_message_id']), there.get(name)];
		const isTakenDown = row['withdrawn_at_ms'] !== null;
		const isCorrected = materials.some(
			(each) =>
				each['state'] === 'published' &&
				each['draft_key'] === row['draft_key'] &&
				Number(each['version']) > Number(row['version']) &&
				each['published_message_id'] === row['published_message_id'],
		);
		if (isTakenDown || isCorrected) {
			if (found !== undefined) broken.push(`${name} is ${isTakenDown ? 'taken down' : 'corrected'} and still in the channel`);
			continue;
		}
		if (removed.has(said)) continue;
		if (found === undefined) broken.push(`${name} is published and not in the channel`);
		else if (said !== 0 && said !== found) broken.push(`${name} is said to be post ${said} of the channel, and is post ${found}`);
	}
}

const namesOf = ({ draft_key, version }: Row): readonly string[] => ['', String(draft_key), String(version)];

/**
 * Only the messenger loses items of an album, and then people are told.
 * @returns `stays` for what is left beside the post, because the messenger does not take it away, and that was told
 */
function judgePart(broken: string[], name: string, post: Shown, row: Row, deliveries: readonly Row[]): 'stays' | 'counts' {
	const isOf = ({ draft_key, version }: Row): boolean => draft_key === row['draft_key'] && version === row['version'];
	const isTold = deliveries
		.filter((each) => each['operation'] === 'publish' && isOf(each))
		.some(({ delivery_id }) =>
			deliveries.some(
				({ purpose, entity_key }) => purpose === 'publication_unknown' && String(entity_key).startsWith(`${String(delivery_id)}:`),
			),
		);
	if (!isTold) broken.push(`${name} is ${post.messageIds.length} of ${listOf(row).length} items, and nobody was told`);
	const refused = deliveries.filter(({ purpose }) => purpose === 'album_left_over.refused');
	const key = `${String(row['draft_key'])}:${String(row['version'])}:${post.messageIds.join(',')}`;
	return refused.some(({ entity_key }) => entity_key === key) ? 'stays' : 'counts';
}

/** Who asked for a post to be taken down sees it done, or is told why it is not. */
function judgeWithdrawals(broken: string[], deliveries: readonly Row[], withdrawals: readonly Row[]): void {
	for (const { withdrawal_key, draft_key, state } of withdrawals) {
		const name = `the post of ${String(draft_key)}`;
		if (state === 'asked') broken.push(`${name} was to be taken down, and nothing came of it`);
		else if (
			!deliveries.some(({ purpose, entity_key }) => purpose === 'withdraw' && entity_key === `${String(withdrawal_key)}:${String(state)}`)
		)
			broken.push(`the end of ${name} is ${String(state)}, and nobody was told`);
	}
}

/**
 * What was forwarded to be looked at is taken away again.
 * @returns what stays, as `chat:message`, because the messenger refused that, or never confirmed any of three tries
 */
function judgeForwards(broken: string[], { messages }: Evidence, deliveries: readonly Row[]): ReadonlySet<string> {
	const stays = new Set<string>();
	const removals = deliveries.filter(({ operation }) => operation === 'unlook');
	for (const row of deliveries.filter(({ operation, state }) => operation === 'look' && state === 'sent')) {
		const { delivery_id, chat_id, message_id } = row;
		const forward = messages(Number(chat_id)).find(({ messageId }) => messageId === Number(message_id));
		if (forward === undefined || forward.deleted) continue;
		const tries = removals.filter(({ entity_key }) => String(entity_key).split(':')[0] === delivery_id).map(({ state }) => state);
		const isGivenUp = tries.includes('rejected') || tries.filter((state) => state === 'unknown').length >= 3;
		if (isGivenUp) stays.add(`${String(chat_id)}:${String(message_id)}`);
		else broken.push(`the forward ${String(message_id)} is left in chat ${String(chat_id)}`);
	}
	return stays;
}

/** A person has each content of a version once, unless they asked for it again. */
function judgeCopies(
	broken: string[],
	{ messages, chats, askedAgain, withoutId }: Evidence,
	deliveries: readonly Row[],
	forwards: ReadonlySet<string>,
): void {
	/** A forward whose number the messenger did not say cannot be taken away. */
	const lostIn = (chat: number): number =>
		deliveries.filter(({ operation, state, chat_id }) => operation === 'look' && state === 'unknown' && Number(chat_id) === chat).length;
	for (const chat of chats) {
		const times = new Map<string, { readonly name: string; count: number }>();
		const albums = new Set<string>();
		for (const { caption, photo, deleted, messageId, isAlbum } of shownIn(messages(chat))) {
			// What was forwarded to look at is no preview.
			if (caption === undefined || photo === undefined || deleted || forwards.has(`${chat}:${messageId}`) || !POST.test(caption)) continue;
			const shown = hashShown(caption, photo);
			times.set(shown, { name: caption.split('\n')[0] ?? '', count: (times.get(shown)?.count ?? 0) + 1 });
			if (isAlbum) albums.add(shown);
		}
		const usual = 1 + (askedAgain.get(chat) ?? 0) + withoutId + lostIn(chat);
		/** Who goes on where the buttons did not come sees the album again, above them. */
		const events = (hash: string): number =>
			new Set(
				deliveries
					.filter(({ operation, chat_id, content_sha256 }) => operation === 'album' && Number(chat_id) === chat && content_sha256 === hash)
					.map(({ event_key }) => event_key),
			).size;
		for (const [shown, { name, count }] of times) {
			const allowed = albums.has(shown) ? Math.max(usual, events(shown)) : usual;
			if (count > allowed) broken.push(`chat ${chat} got the preview "${name}" ${count} times and asked for ${allowed}`);
		}
	}
}

/** Of copies that show the same the first confirmed one is the canonical one. The row itself may hold what a stranger put there since. */
async function judgeCanonical(broken: string[], db: Database, materials: readonly Row[]): Promise<void> {
	const copies = (await db.query("select detail from audit where action = 'delivery.sent' order by seq"))
		.map(({ detail }) => JSON.parse(String(detail)) as Record<string, string | number | null>)
		.filter(({ operation, message_id }) => operation === 'preview' && Number(message_id) > 0);
	for (const { draft_key, version, approval_message_id } of materials) {
		const own = copies.filter(({ material }) => material === `${String(draft_key)}:${String(version)}`);
		const canonical = own.find(({ message_id }) => Number(message_id) === Number(approval_message_id));
		const first = own.find(({ content_sha256 }) => content_sha256 === canonical?.['content_sha256']);
		if (approval_message_id !== null && (canonical === undefined || first !== canonical))
			broken.push(`${String(draft_key)}:${String(version)} is approved under a copy that was not the first one to be confirmed`);
	}
}

const itemName = (row: Row): string => `${String(row['batch_key'])}:${String(row['item'])}`;

/** One card of an item for each person, one draft of each taken item, and one open or published draft of each source. */
function judgeNews(broken: string[], { messages, chats, withoutId }: Evidence, items: readonly Row[], materials: readonly Row[]): void {
	for (const chat of chats) {
		const cards = new Map<string, number>();
		for (const { text } of messages(chat)) if (text?.startsWith('News of ') === true) cards.set(text, (cards.get(text) ?? 0) + 1);
		for (const [text, count] of cards) {
			const offered = items.filter((row) => text.startsWith(`${String(row['title'])}\n`)).length;
			if (count > offered + withoutId)
				broken.push(`chat ${chat} got ${count} cards of ${text.split('\n')[0] ?? ''}, offered ${offered} times`);
		}
	}
	for (const row of items.filter(({ state }) => state === 'taken')) {
		const drafts = materials.filter(
			(each) => each['batch_key'] === row['batch_key'] && each['item'] === row['item'] && each['version'] === 1,
		);
		if (drafts.length !== 1 || drafts[0]?.['draft_key'] !== row['draft_key'])
			broken.push(`item ${itemName(row)} is taken and has ${drafts.length} drafts`);
	}
	const sources = new Map<string, Set<unknown>>();
	for (const { kind, state, canonical_url, draft_key, withdrawn_at_ms } of materials)
		if (
			kind === 'news' &&
			withdrawn_at_ms === null &&
			state !== 'rejected' &&
			state !== 'superseded' &&
			canonical_url !== null &&
			canonical_url !== undefined
		)
			sources.set(String(canonical_url), (sources.get(String(canonical_url)) ?? new Set()).add(draft_key));
	for (const [source, drafts] of sources) if (drafts.size > 1) broken.push(`${source} has ${drafts.size} drafts`);
}

/** Of all who press, one wins; the next can win only after the claim was given back. */
function judgeClaims(broken: string[], { claims }: Evidence, materialEvents: readonly Row[]): void {
	const winners = new Map<string, Set<string>>();
	for (const { draftKey, version, eventKey } of claims) {
		const name = `${draftKey}:${version}`;
		winners.set(name, (winners.get(name) ?? new Set()).add(eventKey));
	}
	for (const [name, events] of winners) {
		const moves = materialEvents.filter(
			(row) => `${String(row['draft_key'])}:${String(row['version'])}` === name && row['to_state'] === 'claimed',
		);
		if (events.size > moves.length)
			broken.push(`${events.size} presses were told that they claimed ${name}, which was claimed ${moves.length} times`);
	}
}

function judgeJournal(
	broken: string[],
	what: string,
	copies: readonly Row[],
	events: readonly Row[],
	nameOf: (row: Row) => string,
	machine: Machine,
	births: readonly string[],
): void {
	const last = new Map<string, Row>();
	for (const row of events) {
		const before = last.get(nameOf(row));
		const from = String(row['from_state']);
		const to = String(row['to_state']);
		if (
			before === undefined
				? from !== 'none' || !births.includes(to) || Number(row['seq']) !== 1
				: from !== before['to_state'] || Number(row['seq']) !== Number(before['seq']) + 1
		) {
			broken.push(`the journal of ${what} ${nameOf(row)} has a gap before row ${String(row['seq'])}`);
		}
		if (before !== undefined && !machine.canMove(from as never, to as never))
			broken.push(`${what} ${nameOf(row)} moved from ${from} to ${to}`);
		last.set(nameOf(row), row);
	}
	for (const copy of copies) {
		const row = last.get(nameOf(copy));
		if (row === undefined || row['to_state'] !== copy['state'] || Number(row['seq']) !== Number(copy['seq']))
			broken.push(`${what} ${nameOf(copy)} is ${String(copy['state'])} but its journal does not end so`);
	}
}

/** Exactly one audit row per transition, and no transition that the audit made up. */
function judgeAudit(broken: string[], audit: readonly Row[], transitions: readonly string[]): void {
	const expected = new Map<string, number>();
	for (const name of transitions) expected.set(name, (expected.get(name) ?? 0) + 1);
	const states = new Set([
		...itemMachine.states.map((state) => `item.${state}`),
		...materialMachine.states.map((state) => `material.${state}`),
		...deliveryMachine.states.map((state) => `delivery.${state}`),
	]);
	const found = new Map(
		audit
			.filter((row) => states.has(String(row['action'])))
			.map((row) => [`${String(row['action'])} ${String(row['entity'])}`, Number(row['times'])]),
	);
	for (const [name, times] of expected)
		if (found.get(name) !== times) broken.push(`${name} happened ${times} times and the audit has ${found.get(name) ?? 0} rows of it`);
	for (const name of found.keys()) if (!expected.has(name)) broken.push(`the audit tells of ${name}, which did not happen`);
}

/** What a person did first is admitted first. */
async function judgeOrder(broken: string[], db: Database, { inOrder }: Evidence): Promise<void> {
	if (inOrder.length === 0) return;
	const rows = await db.query(
		"select entity, min(seq) as seq from audit where action in ('event.admitted', 'event.refused') group by entity",
	);
	const admitted = new Map(rows.map(({ entity, seq }) => [String(entity), Number(seq)]));
	for (const [first, second] of inOrder) {
		const [before, after] = [admitted.get(`event:u:${first}`), admitted.get(`event:u:${second}`)];
		if (before !== undefined && after !== undefined && before > after) broken.push(`update ${second} was admitted before update ${first}`);
	}
}

/**
 * An acknowledged update is in the inbox, once, and carried out or in the hands of somebody who was told; a stranger's may be no more
 * than counted.
 */
async function judgeEvents(broken: string[], db: Database, { acknowledged }: Evidence): Promise<void> {
	const rows = await db.query('select update_id, state, intent_kind from event');
	// `unknown` and `rejected` notices were tried; they are not repeated.
	const told = new Set(
		(
			await db.query(
				`select e.update_id from event e join failure f on f.event_key = e.event_key
					join delivery d on d.purpose = 'failure' and d.entity_key = 'execution:' || f.root_execution_id || ':' || f.event_key
						and d.state in ('sent', 'unknown', 'rejected')`,
			)
		).map((row) => Number(row['update_id'])),
	);
	// Nothing is owed any more, and the journal says that it was at least begun.
	const noticed = new Set(
		(
			await db.query(
				`select e.update_id from event e join delivery d on d.purpose = e.state and d.entity_key = e.event_key
					where not exists (select 1 from owed o where o.kind = 'given_up' and o.entity_key = e.event_key)`,
			)
		).map((row) => Number(row['update_id'])),
	);
	const byUpdate = new Map(rows.map((row) => [Number(row['update_id']), row]));
	const counted = new Set(
		(await db.query('select recent_update_ids from stranger')).flatMap(
			(row) => JSON.parse(String(row['recent_update_ids'])) as readonly number[],
		),
	);
	for (const updateId of acknowledged) {
		const row = byUpdate.get(updateId);
		if (row === undefined && counted.has(updateId)) continue;
		if (row === undefined) broken.push(`update ${updateId} was acknowledged and is not in the inbox`);
		else if (row['state'] === 'stored')
			broken.push(`update ${updateId} (${String(row['intent_kind'])}) was acknowledged and never carried out`);
		else if (row['state'] === 'failed' && !told.has(Number(row['update_id'])))
			broken.push(`update ${updateId} (${String(row['intent_kind'])}) failed and nobody was told`);
		else if ((row['state'] === 'interrupted' || row['state'] === 'abandoned') && !noticed.has(updateId))
			broken.push(`update ${updateId} was given up (${String(row['state'])}) and nobody was told`);
	}
}

/** An admission, and a result that is stored, show for at least this long that somebody works. */
const LEASE_MS = 60_000;

/** Nobody pays for a step of a version while the lease of another execution runs that paid for the same. */
async function judgePaid(broken: string[], db: Database, { paid }: Evidence): Promise<void> {
	const admissions = new Map((await db.query('select * from admission')).map((row) => [row['admission_id'], row]));
	const told = await db.query(
		`select action, entity, execution_id, at_ms from audit
			where action in ('event.understood', 'event.handled', 'event.failed', 'event.interrupted', 'event.abandoned', 'execution.died')
				or action = 'authorize' and outcome = 'ok'
			order by seq`,
	);
	const understood = new Set<string>();
	const working = new Map<string, { step: string; executionId: string; atMs: number }[]>();
	for (const row of told) {
		const entity = String(row['entity']);
		if (row['action'] === 'event.understood') {
			understood.add(entity.slice('event:'.length));
			continue;
		}
		if (row['action'] !== 'authorize') {
			// What was paid under an event that ended, or by an execution that died, is somebody's to pay again, if they ask for it.
			working.delete(entity.slice('event:'.length));
			continue;
		}
		const admission = admissions.get(entity.slice('admission:'.length));
		if (admission?.['purpose'] === 'brief' && understood.has(String(admission['event_key'])))
			broken.push(`${String(admission['event_key'])} was understood, and its brief was paid for again`);
		// What is paid for before there is a draft is everybody's own.
		if (admission?.['draft_key'] === null) continue;
		if (admission === undefined || !paid.includes(String(admission['admission_id']))) continue;
		const eventKey = String(admission['event_key']);
		const step = ['purpose', 'draft_key', 'version'].map((column) => String(admission[column])).join(' ');
		const now = { step, executionId: String(row['execution_id']), atMs: Number(row['at_ms']) };
		const others = [...working].flatMap(([key, theirs]) => (key === eventKey ? [] : theirs));
		const rival = others.find(({ step, atMs }) => step === now.step && now.atMs < atMs + LEASE_MS);
		if (rival !== undefined) broken.push(`${now.step} was paid by ${now.executionId} although ${rival.executionId} was at it`);
		working.set(eventKey, [...(working.get(eventKey) ?? []), now]);
	}
}

/** What the day's offer cost is paid once, and it comes to cards, or to a word to somebody. */
async function judgeDay(broken: string[], db: Database): Promise<void> {
	const asked = await db.query(
		`select event_key, count(*) as times from admission where event_key like 'i:%' and paid = 1 group by event_key`,
	);
	for (const row of asked) {
		const key = String(row['event_key']);
		if (Number(row['times']) > 1) broken.push(`${key} was paid for ${Number(row['times'])} times`);
		const came = await db.query(
			`select 1 from news_batch where event_key = $1
				union all select 1 from delivery where state in ('sent', 'unknown', 'rejected') and
					(event_key = $1 and operation = 'status' or purpose = 'offer_lost' and entity_key = $1)
				union all select 1 from failure f
					join delivery d on d.purpose = 'failure' and d.entity_key = 'execution:' || f.root_execution_id || ':' || f.event_key
					where f.event_key = $1 and d.state in ('sent', 'unknown', 'rejected')`,
			[key],
		);
		if (came.length === 0) broken.push(`${key} was paid for, nothing came of it, and nobody was told`);
	}
}

/** A plan that the desk did not carry out is told to people, in a notice of its own. */
export async function untoldPlans(db: Database): Promise<string[]> {
	const untold = await db.query(
		`select draft_key, version, state from plan p
			where (state = 'missed' or reason in ('approver_left', 'content_changed', 'failed'))
				and not exists (select 1 from delivery d where d.purpose = 'plan' and d.entity_key = p.plan_key || ':' || p.seq)
			order by plan_key`,
	);
	return untold.map(
		({ draft_key, version, state }) =>
			`the plan of ${String(draft_key)} version ${String(version)} is ${String(state)}, and nobody was told`,
	);
}

/** What the desk keeps between posts after an outage, and when it is one. */
const LEAST_MS = 30 * 60_000;
const ON_TIME_MS = 60_000;
const LATEST_MS = 15 * 60_000;

/**
 * Nothing goes out before its time, nothing that is late goes out without asking or on the heels of another post, and nothing that is
 * planned is forgotten.
 */
async function judgePlans(broken: string[], db: Database, { clockWentBack }: Evidence): Promise<void> {
	broken.push(...(await untoldPlans(db)));
	const plans = await db.query('select * from plan order by plan_key');
	// A row that an earlier press began, and that nothing was sent under, is begun again.
	const posts = await db.query(
		`select d.event_key, max(e.at_ms) as begun_at_ms from delivery d join delivery_event e on e.delivery_id = d.delivery_id
			where d.operation = 'publish' and e.to_state = 'sending' group by d.delivery_id, d.event_key`,
	);
	for (const plan of plans) {
		const name = `the plan of ${String(plan['draft_key'])} version ${String(plan['version'])}`;
		const isOpen = ['open', 'due', 'missed'].includes(String(plan['state']));
		if (isOpen) broken.push(`${name} is still ${String(plan['state'])}`);
		for (const post of posts.filter(({ event_key }) => event_key === plan['event_key'])) {
			if (plan['state'] !== 'fired') broken.push(`${name} is ${String(plan['state'])} and was published`);
			if (!clockWentBack && Number(post['begun_at_ms']) < Number(plan['at_ms'])) broken.push(`${name} was published before its time`);
		}
	}
	if (clockWentBack) return;
	const due = await db.query("select at_ms, entity, detail from audit where action = 'plan.due' order by seq");
	const byHand = new Set(plans.filter(({ by_hand }) => Number(by_hand) === 1).map(({ plan_key }) => plan_key));
	const fired = due
		.map(({ at_ms, entity, detail }) => ({
			atMs: Number(at_ms),
			entity: String(entity),
			...(JSON.parse(String(detail)) as { plan: string; planned_for: number }),
		}))
		.filter(({ plan }) => !byHand.has(plan));
	for (const [index, { atMs, entity, planned_for }] of fired.entries()) {
		const lateMs = atMs - planned_for;
		if (lateMs > LATEST_MS) broken.push(`the plan of ${entity} was carried out ${lateMs} ms late, and nobody was asked`);
		const before = fired[index - 1];
		if (before === undefined) continue;
		const leastMs = lateMs > ON_TIME_MS ? LEAST_MS : Math.min(LEAST_MS, Math.max(0, planned_for - before.planned_for)) - ON_TIME_MS;
		if (atMs - before.atMs < leastMs) broken.push(`the plan of ${entity} was carried out ${atMs - before.atMs} ms after ${before.entity}`);
	}
}

/** Where one press is not enough, a version is claimed only for what enough people agreed to, since the last feedback on it. */
async function judgeApprovals(broken: string[], db: Database, { approval = 'either' }: Evidence): Promise<void> {
	if (approval === 'either') return;
	const askers = await db.query('select draft_key, created_by_user_id from material where version = 1');
	const askedBy = new Map(askers.map((row) => [String(row['draft_key']), Number(row['created_by_user_id'])]));
	const said = await db.query(
		`select action, entity, actor_user_id, detail from audit
		where action in ('approval.given', 'material.awaiting_feedback', 'material.claimed') order by seq`,
	);
	const agreed = new Map<string, Map<string, Set<number>>>();
	for (const { action, entity, actor_user_id, detail } of said) {
		const name = String(entity);
		const of = agreed.get(name) ?? new Map<string, Set<number>>();
		agreed.set(name, of);
		if (action === 'material.awaiting_feedback') of.clear();
		if (action === 'approval.given') {
			const { content_sha256, goes_out } = JSON.parse(String(detail)) as { content_sha256: string; goes_out: number | null };
			const key = `${content_sha256} ${goes_out ?? 'now'}`;
			of.set(key, (of.get(key) ?? new Set()).add(Number(actor_user_id)));
		}
		if (action !== 'material.claimed') continue;
		const asker = askedBy.get(name.split(':')[1] ?? '');
		const isEnough = [...of.values()].some((by) => (approval === 'both' ? by.size > 1 : [...by].some((userId) => userId !== asker)));
		if (!isEnough) broken.push(`${name} was claimed without the approvals that ${approval} demands`);
	}
}

/** A press that n8n does not take is asked about in time. @param lookedAtMs when the desk last looked at everything */
export async function forgottenPlans(db: Database, lookedAtMs: number): Promise<string[]> {
	const late = await db.query("select draft_key, version from plan where state = 'due' and at_ms < $1", [lookedAtMs - LATEST_MS]);
	return late.map(({ draft_key, version }) => `the press of ${String(draft_key)} version ${String(version)} is late, and nobody was asked`);
}

const DAY_MS = 86_400_000;

/** The owner is told of the broken feed once a day at most. */
async function judgeFeeds(broken: string[], db: Database): Promise<void> {
	const told = await db.query(`select created_at_ms from delivery where purpose = 'feeds_broken' order by created_at_ms`);
	for (const [index, row] of told.entries()) {
		const before = told[index - 1];
		if (before !== undefined && Number(row['created_at_ms']) - Number(before['created_at_ms']) < DAY_MS)
			broken.push('the owner was told of the same broken feed twice in a day');
	}
}

export function sha256(bytes: Buffer): string {
	return createHash('sha256').update(bytes).digest('hex');
}
