/** Handles a picture that a person sent, or a press about one, before the event is stored. */
import type { Buttons, CallbackAction } from '@copydesk/domain/chat/callback';
import { isOfPhoto } from '@copydesk/domain/chat/callback';
import type { Asked, AskedWithPicture, Intent } from '@copydesk/domain/desk/intentTypes';
import { linkButtons } from '@copydesk/domain/desk/intent';
import { linksIn } from '@copydesk/domain/chat/links';
import { linkOf, requestIn } from '@copydesk/domain/chat/request';
import { hasOwnPicture } from '@copydesk/domain/cover/photo';
import type { PhotoProblem } from '@copydesk/domain/cover/photo';
import { canHaveCover, isAlbum, seenOf, withItem } from '@copydesk/domain/caption/media';
import type { MediaItem } from '@copydesk/domain/caption/media';
import { itemsOf } from '@copydesk/domain/caption/shown';
import { MAX_ALBUM_ITEMS } from '@copydesk/domain/limits';
import type { Material } from '@copydesk/domain/material/material';
import { itemOf } from '@copydesk/domain/event/update';
import type { AlbumPart, Incoming, SentPicture } from '@copydesk/domain/event/update';
import { draftKeyOf, eventKeyOfDraft } from '@copydesk/domain/ids';
import { isInWork } from '@copydesk/domain/material/work';
import type { Messages } from '@copydesk/domain/messages/messages';
import { readFeedback } from '@copydesk/domain/revision/intent';
import type { Audit } from '../audit/audit.ts';
import type { Actors } from '../participants/actors.ts';
import type { Database } from '@copydesk/kit/database/types';
import { eventOfMessage } from '../deliveries/journal.ts';
import { albumBefore, isAnswered, isKnownEvent, linksBehind, messageBehind, wordsBehind } from '../events/events.ts';
import { isMessengers } from '../intake/updateQueue.ts';
import { findMaterial } from '../materials/read.ts';
import type { Participant } from '../participants/participants.ts';
import { hasSaidRights } from '../photos/rights.ts';
import type { TakePhoto } from '../photos/take.ts';
import type { InAlbum } from './albums.ts';
import { tables } from '../tables.ts';
import { photoOf } from './photoFirst.ts';
import type { Pictured } from './photoFirst.ts';

export interface PicturesOptions {
	readonly db: Database;
	readonly audit: Audit;
	readonly actors: Actors;
	readonly takePhoto: TakePhoto;
	/** Whether only updates that the service received itself are genuine. */
	readonly mustBeStored: boolean;
}

interface Received {
	readonly update: Readonly<Record<string, unknown>> & { readonly update_id: number };
	readonly eventKey: string;
	readonly incoming: Incoming;
	readonly sender: Participant;
	readonly asked: Asked;
	readonly messages: Messages;
	readonly album: InAlbum | undefined;
}

/** `saysRights`: in this event the person confirms that they may use their pictures. */
export interface Answered {
	readonly intent: Intent;
	readonly saysRights: boolean;
}

type Wish = AskedWithPicture['asked'];
type Message = Extract<Incoming, { readonly kind: 'message' }>;
type Press = Extract<Asked, { readonly kind: 'callback' }>;

/** Under a message with a picture, these make a post of the text and the picture. */
const MAKES_POST: readonly CallbackAction[] = ['make_post', 'mention', 'write_anyway', 'send_again'];
/** Under the question about its links, these decide what the post is made of. */
const OF_LINKS: readonly CallbackAction[] = ['read_link', 'mention'];
/** These name the message by their draft, whatever message they stand below. */
const NAMES_MESSAGE = new Set([...MAKES_POST, ...OF_LINKS]);
const OF_ALBUM: readonly CallbackAction[] = ['album_all', 'album_cover', 'album_first'];

const NOTHING: Answered = { intent: { kind: 'ignored' }, saysRights: false };

/** @returns undefined if the event is not about a picture */
export async function answerPicture(received: Received, options: PicturesOptions): Promise<Answered | undefined> {
	const { asked, incoming, update, eventKey } = received;
	const isPress = asked.kind === 'callback' && (isOfPhoto(asked.action) || NAMES_MESSAGE.has(asked.action));
	if (asked.kind !== 'with_picture' && asked.kind !== 'picture_alone' && asked.kind !== 'feedback_reply' && !isPress) return undefined;
	// A stored event keeps its stored intent, and a forged one is refused later: fetch nothing for either.
	const isStored = received.album?.as !== 'whole' && (await isKnownEvent(options.db, eventKey));
	if (isStored || !(await isMessengers(options.db, update, options.mustBeStored))) return NOTHING;
	const parts = incoming.kind === 'message' ? incoming.parts : undefined;
	if (asked.kind === 'with_picture' && parts !== undefined) return askAlbum(received, asked.asked, parts, options);
	if (asked.kind === 'with_picture' && asked.hasLinks === true && incoming.kind === 'message')
		return askLinks(received, incoming, false, options);
	if (asked.kind === 'with_picture') return withPicture(received, asked.asked, asked.picture, false, options);
	if (asked.kind === 'picture_alone' && parts !== undefined) return undefined;
	if (asked.kind === 'picture_alone') return ofAlbum(received, asked.picture, options);
	if (asked.kind === 'feedback_reply') return asksWhich(received, asked, options);
	return isPress && incoming.kind === 'callback' ? pressed(received, asked, incoming.messageId, options) : undefined;
}

const said = (text: string, buttons?: Buttons, saysRights = false): Answered => ({
	intent: { kind: 'usage', text, ...(buttons === undefined ? {} : { buttons }) },
	saysRights,
});

function plainWish(wish: Wish) {
	if (wish.kind !== 'words') return wish;
	const { beside: _beside, ...words } = wish;
	return words;
}

/** The draft that a wish is about, or would begin. */
const aboutOf = (wish: Wish, updateId: number) =>
	wish.kind === 'feedback_reply'
		? { draft_key: wish.draft_key, version: wish.version }
		: { draft_key: wish.draft_key ?? draftKeyOf(updateId), version: 1 };

/** Asks once whether the person may use the picture, fetches it, and reports any problem before something is paid for. */
async function withPicture(
	{ eventKey, incoming, sender, messages }: Received,
	wish: Wish,
	sent: SentPicture,
	saysRights: boolean,
	{ db, audit, actors, takePhoto }: PicturesOptions,
): Promise<Answered> {
	const about = aboutOf(wish, incoming.updateId);
	const instead: Buttons =
		wish.kind !== 'feedback_reply'
			? [
					[
						{ action: 'draw_one', ...about },
						{ action: 'no_post', ...about },
					],
				]
			: [];
	if (!saysRights && !(await hasSaidRights(db, sender.userId)))
		return said(messages.photos.rights, [[{ action: 'photo_mine', ...about }], ...instead]);
	const reply = replyIn(wish);
	const replaced = reply === undefined ? undefined : await inPlaceOfItem(db, reply, sent, messages);
	if (replaced !== undefined) return { intent: replaced, saysRights };
	// A video is sent by its file id, so there is nothing to fetch.
	if (sent.media !== undefined) return { intent: { ...plainWish(wish), media: [sent.media] }, saysRights };
	const taken = await takePhoto(sent, (purpose) =>
		audit.within(async (_tx, note) => {
			const isActive = (await actors.active(sender.userId)) !== undefined;
			const answer = isActive ? ({ outcome: 'ok' } as const) : ({ outcome: 'refused', code: 'participant_inactive' } as const);
			const entity = `event:${eventKey}`;
			note({
				actorUserId: sender.userId,
				action: 'authorize',
				entity,
				executionId: null,
				detail: { purpose, event_key: eventKey },
				...answer,
			});
			return isActive;
		}),
	);
	if ('refused' in taken) return NOTHING;
	if ('picture' in taken) return { intent: { ...plainWish(wish), picture: taken.picture }, saysRights };
	const again: Buttons = taken.problem.kind === 'away' ? [[{ action: 'photo_again', ...about }]] : [];
	const buttons = [...again, ...instead];
	return said(faultText(messages, taken.problem), buttons.length === 0 ? undefined : buttons, saysRights);
}

/** Asks whether a page that the words name is to be read; the press says too that the person may use what they sent. */
async function askLinks(
	{ sender, messages }: Pick<Received, 'sender' | 'messages'>,
	{ updateId, text, links }: Message,
	saysRights: boolean,
	{ db }: PicturesOptions,
): Promise<Answered> {
	const words = requestIn(text?.trim() ?? '');
	const buttons = linkButtons(draftKeyOf(updateId), linksIn(words, links).length);
	const rights = saysRights || (await hasSaidRights(db, sender.userId)) ? [] : [messages.photos.albumRights];
	// Nothing is to be written of an address alone.
	const ways = linkOf(words) === null ? buttons : buttons.map((row) => row.filter(({ action }) => action !== 'mention'));
	return said([messages.meantWithLinks, ...rights].join('\n\n'), ways, saysRights);
}

/** Asks how much of an album becomes a post, and whether the person may use it; the press says both. */
async function askAlbum(
	{ incoming, sender, messages: { photos } }: Received,
	wish: Wish,
	parts: readonly AlbumPart[],
	{ db }: PicturesOptions,
): Promise<Answered> {
	if (wish.kind === 'feedback_reply') return said(photos.oneAsAnswer);
	const rights = (await hasSaidRights(db, sender.userId)) ? [] : [photos.albumRights];
	return said([photos.album({ count: parts.length }), ...rights].join('\n\n'), albumButtons(aboutOf(wish, incoming.updateId), parts));
}

/** What the messenger takes as one album; null if it does not take these, as pictures that were sent as files. */
function mediaOf(parts: readonly AlbumPart[]): readonly MediaItem[] | null {
	const items = parts.flatMap(({ picture }) => itemOf(picture) ?? []);
	return items.length === parts.length && items.length <= MAX_ALBUM_ITEMS ? items : null;
}

const photoIn = (parts: readonly AlbumPart[]): SentPicture | undefined =>
	parts.map(({ picture }) => picture).find((picture) => picture !== null && picture.media === undefined && picture.file_id !== null) ??
	undefined;

/** The cover takes the place of an item. */
function albumButtons(about: { readonly draft_key: string; readonly version: number }, parts: readonly AlbumPart[]): Buttons {
	const items = mediaOf(parts);
	const all = items === null ? [] : [{ action: 'album_all' as const, ...about }];
	const isCovered = items !== null && canHaveCover(items) && photoIn(parts) !== undefined;
	const covered = isCovered ? [[{ action: 'album_cover' as const, ...about }]] : [];
	return [[...all, { action: 'album_first', ...about }], ...covered, [{ action: 'no_post', ...about }]];
}

/** A number alone, with a word or two around it. Other words would be lost. */
const NUMBERED = /^[^\d,;!?\n]{0,20}(?<![-−])(\d{1,2})\D{0,3}$/u;

/** The reply that a wish is. Words that may begin something new are one if they only number an item. */
function replyIn(wish: Wish): Extract<Wish, { kind: 'feedback_reply' }> | undefined {
	if (wish.kind === 'feedback_reply') return wish;
	return wish.kind === 'words' && wish.open !== undefined && NUMBERED.test(wish.text.trim())
		? { kind: 'feedback_reply', ...wish.open, text: wish.text }
		: undefined;
}

/** The question which item of an album a picture is to replace; undefined for a post that is none. */
export async function askWhichItem(
	db: Database,
	{ draft_key, version }: { readonly draft_key: string; readonly version: number },
	messages: Messages,
): Promise<Intent | undefined> {
	const found = await findMaterial(db, draft_key, version);
	return found === undefined || !isAlbum(found) ? undefined : whichItem(found, messages);
}

/** The cover of an album counts as its first item. */
const coversOf = (album: Material): number => (seenOf(album).picture === null ? 0 : 1);

const whichItem = (album: Material, { photos }: Messages): Intent => ({
	kind: 'usage',
	text: photos.whichItem({ from: 1 + coversOf(album), to: itemsOf(album) }),
});

/** A photo or a video in answer to an album takes the place of the item that its words number, as the album is shown. */
async function inPlaceOfItem(
	db: Database,
	{ draft_key, version, text }: Extract<Wish, { kind: 'feedback_reply' }>,
	sent: SentPicture,
	messages: Messages,
): Promise<Intent | undefined> {
	const found = await findMaterial(db, draft_key, version);
	const item = itemOf(sent);
	const { media = null } = found ?? {};
	if (found === undefined || media === null || !isAlbum(found)) return undefined;
	const place = Number(NUMBERED.exec(text.trim())?.[1] ?? 0) - coversOf(found);
	if (item === undefined || place < 1 || place > media.length) return whichItem(found, messages);
	return { kind: 'feedback_reply', draft_key, version, text: '', media: [...withItem(media, place, item)] };
}

/** An item that came after its album was taken. It is added, and asked about with the others; nothing happens to a draft. */
export async function lateIntent(
	db: Database,
	{ before }: Extract<InAlbum, { readonly as: 'late' }>,
	sent: Incoming,
	sender: Participant,
	{ photos }: Messages,
): Promise<Intent> {
	if (before.kind !== 'message' || sent.kind !== 'message') return { kind: 'ignored' };
	const draft_key = draftKeyOf(before.updateId);
	if ((await findMaterial(db, draft_key)) !== undefined) return { kind: 'usage', text: photos.tooLate };
	const isAsked = [before.text, sent.text].some((text) => (text?.trim() ?? '') !== '');
	const rights = (await hasSaidRights(db, sender.userId)) ? [] : [photos.albumRights];
	const parts = [
		...(before.parts ?? [{ messageId: before.messageId, picture: before.picture }]),
		{ messageId: sent.messageId, picture: sent.picture },
	];
	const text = [photos.late, ...(isAsked ? rights : [photos.alone])].join('\n\n');
	return { kind: 'usage', text, ...(isAsked ? { buttons: albumButtons({ draft_key, version: 1 }, parts) } : {}) };
}

const faultText = ({ photos }: Messages, problem: PhotoProblem): string =>
	problem.kind === 'too_small' ? photos.tooSmall(problem) : photos.faults[problem.kind];

/** Offers the other pictures of an album one by one; the draft has the first. */
async function ofAlbum({ incoming, sender, messages }: Received, { album }: SentPicture, { db }: PicturesOptions) {
	if (album === null) return undefined;
	const { first, withWords } = await albumBefore(db, sender.userId, album, incoming.updateId);
	const behind = withWords === null ? null : await messageBehind(db, sender.userId, withWords);
	// The first one waits for its words.
	if (behind === null) return first === null ? undefined : NOTHING;
	return said(messages.photos.another, [[{ action: 'photo_other', draft_key: draftKeyOf(behind.updateId), version: 1 }]]);
}

/** Asks which picture the person means if they want another one in place of their own. */
async function asksWhich(
	{ messages }: Received,
	{ draft_key, version, text }: Extract<Asked, { kind: 'feedback_reply' }>,
	{ db }: PicturesOptions,
) {
	const wish = readFeedback(text);
	if (wish.kind !== 'illustration') return undefined;
	const material = await findMaterial(db, draft_key, version);
	if (material === undefined || !hasOwnPicture(material)) return undefined;
	const about = { draft_key, version };
	return said(messages.photos.which, [
		[
			{ action: 'draw_one', ...about },
			{ action: 'send_one', ...about },
		],
	]);
}

/** The person's message that the message with the buttons answered. */
async function originOf(db: Database, { userId, chatId }: Participant, { action, draft_key }: Press, messageId: number) {
	const answered = NAMES_MESSAGE.has(action) ? null : await eventOfMessage(db, chatId, messageId);
	const eventKey = eventKeyOfDraft(draft_key);
	// A question that followed a press answered no message.
	const sent = answered === null ? null : await messageBehind(db, userId, answered);
	return sent ?? (eventKey === null ? null : messageBehind(db, userId, eventKey));
}

async function pressed(received: Received, press: Press, messageId: number, options: PicturesOptions): Promise<Answered | undefined> {
	const { sender, messages } = received;
	const { draft_key, version } = press;
	const { action } = press;
	if (action === 'send_one') return said(messages.photos.send);
	const origin = await originOf(options.db, sender, press, messageId);
	if (origin === null) return undefined;
	if (action === 'photo_other') return origin.picture === null ? undefined : other(received, draft_key, origin.picture, options);
	const text = (await wordsBehind(options.db, sender.userId, draftKeyOf(origin.updateId))) ?? '';
	const wish: Wish =
		draft_key === draftKeyOf(origin.updateId)
			? { kind: 'words', text, draft_key, insists: true }
			: { kind: 'feedback_reply', draft_key, version, text };
	const links = wish.kind === 'feedback_reply' ? [] : await linksBehind(options.db, sender.userId, draft_key);
	if (action === 'draw_one' && origin.picture === null && links.length > 0) return askLinks(received, origin, false, options);
	if (action === 'draw_one') return { intent: plainWish(wish), saysRights: false };
	// A message without a picture is an ordinary request.
	const { picture, parts }: Pick<Pictured, 'parts'> & { readonly picture: SentPicture | null } =
		origin.picture === null ? ((await photoOf(options.db, sender, origin, action === 'with_photo')) ?? origin) : origin;
	if (picture === null) return undefined;
	const isOfLinks = OF_LINKS.includes(action);
	// What was pressed first counts.
	if (isOfLinks && (await isAnswered(options.db, sender.userId, messageId))) return NOTHING;
	const isNew = parts === undefined || action === 'with_photo';
	const choice = OF_ALBUM.includes(action) ? action : isNew ? null : await chosenOf(options.db, sender.userId, draft_key);
	if (parts !== undefined && choice === null && action !== 'photo_again') return askAlbum(received, wish, parts, options);
	// More items came since the question.
	if (parts !== undefined && choice === 'album_cover' && !canHaveCover(mediaOf(parts))) return askAlbum(received, wish, parts, options);
	const says = action === 'photo_mine' || ((isOfLinks || choice !== null) && !(await hasSaidRights(options.db, sender.userId)));
	if ((action === 'with_photo' || OF_ALBUM.includes(action)) && links.length > 0) return askLinks(received, origin, says, options);
	const items = parts === undefined || choice === null || choice === 'album_first' ? null : mediaOf(parts);
	const brought =
		items === null
			? await withPicture(received, wish, picture, says, options)
			: await wholeAlbum(received, wish, items, choice === 'album_cover' ? (photoIn(parts ?? []) ?? null) : null, says, options);
	return action === 'read_link' && brought !== undefined ? forPage(press, brought) : brought;
}

/** Which button of the question about an album a person pressed last. */
async function chosenOf(db: Database, userId: number, draftKey: string): Promise<CallbackAction | null> {
	const press = await tables(db)
		.selectFrom('event')
		.select('update_json')
		.where(({ and }) => and({ user_id: userId, query_pending: 0 }))
		.where('callback_query_id', 'is not', null)
		.where('update_json', 'like', `%"cd1|album_%|${draftKey}|%`)
		.orderBy('received_at_ms', 'desc')
		.orderBy('update_id', 'desc')
		.limit(1)
		.executeTakeFirst();
	return OF_ALBUM.find((action) => press?.update_json?.includes(`"cd1|${action}|${draftKey}|`)) ?? null;
}

/** What was sent goes with the page that is read: a draft that is made of its news shows it. */
function forPage({ kind, action, draft_key, version, anyway }: Press, { intent, saysRights }: Answered): Answered {
	const press = { kind, action, draft_key, version, ...(anyway === undefined ? {} : { anyway }) };
	if (intent.kind === 'words') {
		const { picture, media } = intent;
		return { intent: { ...press, ...(picture === undefined ? {} : { picture }), ...(media === undefined ? {} : { media }) }, saysRights };
	}
	if (intent.kind !== 'usage' || intent.buttons === undefined) return { intent, saysRights };
	const buttons = intent.buttons.map((row) =>
		row.map((button) => (button.action === 'photo_again' ? { action: 'read_link' as const, draft_key, version } : button)),
	);
	return { intent: { ...intent, buttons }, saysRights };
}

/** All items are sent by their file ids, so only the picture for a cover is fetched. */
async function wholeAlbum(
	received: Received,
	wish: Wish,
	media: readonly MediaItem[],
	picture: SentPicture | null,
	says: boolean,
	options: PicturesOptions,
): Promise<Answered | undefined> {
	if (wish.kind === 'feedback_reply') return undefined;
	if (picture === null) return { intent: { ...plainWish(wish), media: [...media] }, saysRights: says };
	const taken = await withPicture(received, wish, picture, says, options);
	const { intent } = taken;
	return intent.kind === 'words' || intent.kind === 'post_request' ? { ...taken, intent: { ...intent, media: [...media] } } : taken;
}

/** Puts another picture of an album in place of the first, in the draft that was made of it. */
async function other(received: Received, draft_key: string, picture: SentPicture, options: PicturesOptions) {
	const latest = await findMaterial(options.db, draft_key);
	if (latest === undefined || isInWork(latest.state)) return said(received.messages.photos.tooSoon);
	if (latest.state !== 'ready' && latest.state !== 'awaiting_feedback') return undefined;
	return withPicture(received, { kind: 'feedback_reply', draft_key, version: latest.version, text: '' }, picture, false, options);
}
