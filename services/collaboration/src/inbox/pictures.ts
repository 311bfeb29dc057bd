/** Handles a picture that a person sent, or a press about one, before the event is stored. */
import type { Buttons, CallbackAction } from '@copydesk/domain/chat/callback';
import { isOfPhoto } from '@copydesk/domain/chat/callback';
import type { Asked, AskedWithPicture, Intent } from '@copydesk/domain/desk/asked';
import { hasOwnPicture } from '@copydesk/domain/cover/photo';
import type { PhotoProblem } from '@copydesk/domain/cover/photo';
import { isAlbum, seenOf, withItem } from '@copydesk/domain/caption/media';
import type { MediaItem } from '@copydesk/domain/caption/media';
import { MAX_ALBUM_ITEMS } from '@copydesk/domain/limits';
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
import { albumBefore, isKnownEvent, messageBehind, wordsBehind } from '../events/events.ts';
import { isMessengers } from '../intake/updateQueue.ts';
import { findMaterial } from '../materials/read.ts';
import type { Participant } from '../participants/participants.ts';
import { hasSaidRights } from '../photos/rights.ts';
import type { TakePhoto } from '../photos/take.ts';
import type { InAlbum } from './albums.ts';
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
type Press = Extract<Asked, { readonly kind: 'callback' }>;

/** Under a message with a picture, these make a post of the text and the picture. */
const MAKES_POST: readonly CallbackAction[] = ['make_post', 'write_anyway', 'send_again'];

const NOTHING: Answered = { intent: { kind: 'ignored' }, saysRights: false };

/** @returns undefined if the event is not about a picture */
export async function answerPicture(received: Received, options: PicturesOptions): Promise<Answered | undefined> {
	const { asked, incoming, update, eventKey } = received;
	const isPress = asked.kind === 'callback' && (isOfPhoto(asked.action) || MAKES_POST.includes(asked.action));
	if (asked.kind !== 'with_picture' && asked.kind !== 'picture_alone' && asked.kind !== 'feedback_reply' && !isPress) return undefined;
	// A stored event keeps its stored intent, and a forged one is refused later: fetch nothing for either.
	const isStored = received.album?.as !== 'whole' && (await isKnownEvent(options.db, eventKey));
	if (isStored || !(await isMessengers(options.db, update, options.mustBeStored))) return NOTHING;
	const parts = incoming.kind === 'message' ? incoming.parts : undefined;
	if (asked.kind === 'with_picture' && parts !== undefined) return askAlbum(received, asked.asked, parts, options);
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
	const replaced = wish.kind === 'feedback_reply' ? await inPlaceOfItem(db, wish, sent, messages) : undefined;
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
	const isCovered = items !== null && items.length < MAX_ALBUM_ITEMS && photoIn(parts) !== undefined;
	const covered = isCovered ? [[{ action: 'album_cover' as const, ...about }]] : [];
	return [[...all, { action: 'album_first', ...about }], ...covered, [{ action: 'no_post', ...about }]];
}

/** A photo or a video in answer to an album takes the place of the item that its words number, as the album is shown. */
async function inPlaceOfItem(
	db: Database,
	{ draft_key, version, text }: Extract<Wish, { kind: 'feedback_reply' }>,
	sent: SentPicture,
	{ photos }: Messages,
): Promise<Intent | undefined> {
	const found = await findMaterial(db, draft_key, version);
	const item = itemOf(sent);
	const { media = null } = found ?? {};
	if (found === undefined || media === null || !isAlbum(found)) return undefined;
	const before = seenOf(found).picture === null ? 0 : 1;
	const place = Number(/(?<!\d)\d{1,2}(?!\d)/.exec(text)?.[0] ?? 0) - before;
	if (item === undefined || place < 1 || place > media.length)
		return { kind: 'usage', text: photos.whichItem({ from: 1 + before, to: media.length + before }) };
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
	const answered = MAKES_POST.includes(action) ? null : await eventOfMessage(db, chatId, messageId);
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
	if (action === 'draw_one') return { intent: plainWish(wish), saysRights: false };
	// A message without a picture is an ordinary request.
	const { picture, parts }: Pick<Pictured, 'parts'> & { readonly picture: SentPicture | null } =
		origin.picture === null ? ((await photoOf(options.db, sender, origin, action === 'with_photo')) ?? origin) : origin;
	if (picture === null) return undefined;
	const isOfAlbum = action === 'album_first' || action === 'album_all' || action === 'album_cover';
	const items = parts === undefined || action === 'album_first' ? null : mediaOf(parts);
	if (parts !== undefined && !isOfAlbum && action !== 'photo_again') return askAlbum(received, wish, parts, options);
	const says = action === 'photo_mine' || (isOfAlbum && !(await hasSaidRights(options.db, sender.userId)));
	if (isOfAlbum && items !== null)
		return wholeAlbum(received, wish, items, action === 'album_cover' ? (photoIn(parts ?? []) ?? null) : null, says, options);
	return withPicture(received, wish, picture, says, options);
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
