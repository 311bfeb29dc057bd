/**
 * The closed set of operations that may send something. The text of a preview and of a publication comes from the row, never from the
 * request; so do people and channel.
 */
import { isAlbum, seenOf } from '@copydesk/domain/caption/media';
import { itemsOf, shownPost } from '@copydesk/domain/caption/shown';
import type { ShownPost } from '@copydesk/domain/caption/shown';
import type { DeliverAnswer } from '@copydesk/domain/api/collaboration';
import type { Buttons } from '@copydesk/domain/chat/callback';
import { CopydeskError } from '@copydesk/domain/errors';
import { isOfSeveral, keyboardAfter, pressedAction } from '@copydesk/domain/chat/keyboard';
import { isOfPanel } from '@copydesk/domain/chat/panel';
import { judgePreview, judgePrompt } from '@copydesk/domain/material/copies';
import { accepted } from '@copydesk/domain/material/judgement';
import type { Material } from '@copydesk/domain/material/material';
import { isInChannel } from '@copydesk/domain/material/post';
import { judgePublication } from '@copydesk/domain/material/publication';
import { cardKey } from '@copydesk/domain/news/batch';
import { cardText } from '@copydesk/domain/messages/card';
import { judgeCard } from '@copydesk/domain/news/item';
import type { Item, ItemRef } from '@copydesk/domain/news/item';
import type { Messages } from '@copydesk/domain/messages/messages';
import type { Database } from '@copydesk/kit/database/types';
import { timeNamed } from '../events/briefs.ts';
import { asksForWords, callbackQueryOf, draftOf, linksBehind, pressBehind } from '../events/events.ts';
import { copiesOf, draftsCalled, findMaterial, lockMaterial, triedBefore } from '../materials/read.ts';
import type { VersionRef } from '../materials/read.ts';
import { hashOfContent } from '../materials/row.ts';
import { cardKeyboard, draftsListed, keyboardOf, linksBelow } from '../messenger/buttons.ts';
import type { Keyboard } from '../messenger/buttons.ts';
import { pictureOf } from '../messenger/covers.ts';
import type { Covers } from '../messenger/covers.ts';
import {
	albumMessage,
	callbackAnswer,
	cardMessage,
	editedCaption,
	editedMedia,
	editedText,
	photoMessage,
	question,
	replyMessage,
	textMessage,
	videoMessage,
	withButtons,
} from '../messenger/requests.ts';
import { WITHOUT_MESSAGE } from '../messenger/receipt.ts';
import type { AlbumItems, Markup, MessengerRequest, Picture } from '../messenger/requests.ts';
import type { Actor, Actors, Causing } from '../participants/actors.ts';
import type { Languages } from '../participants/languages.ts';
import type { Participant } from '../participants/participants.ts';
import { batchOf, isAskedKnowingly, lockItem } from '../news/items.ts';
import { tables } from '../tables.ts';
import type { Operation } from '../tables.ts';
import { changeOfAlbum } from './albumCorrection.ts';
import { refuseFlood } from './flood.ts';
import { withKnownLinks } from './known.ts';
import {
	CHANNEL_RECIPIENT,
	CORRECT,
	causeOf,
	seenInChannel,
	isTextOfOurs,
	messageUnder,
	messagesOfPost,
	publicationsOf,
} from './journal.ts';
import type { Delivery, DeliverySpec } from './journal.ts';
import { chatWaitsUntil } from './retryAfter.ts';
import type { Sender, Sending, Sent } from './send.ts';
import { SEARCH_STARTED, saysStopped } from './progress.ts';
import type { EndProgress } from './progress.ts';
import { inPlaceOrAnew } from './tell.ts';
import type { Try } from './tell.ts';

export interface Named {
	readonly purpose: string;
	readonly entity_key: string;
}

/** `progress`: the first message about work, the only one that is retried once. */
type Status = Named & { readonly text: string; readonly buttons?: Buttons; readonly progress?: boolean; readonly inPlaceOf?: number };
type Reply = Named & { readonly text: string; readonly reply_to_message_id?: number };
type Prompt = Named & VersionRef & { readonly text: string };
type CallbackAnswer = Named & { readonly callback_query_id: string; readonly text?: string; readonly show_alert?: boolean };
type Card = Named & ItemRef & { readonly recipient_user_id: number };
type Preview = Named & VersionRef & { readonly recipient_user_id: number; readonly inPlaceOf?: number };

/**
 * The buttons below a copy of a version now; undefined if it is neither planned nor waits for a decision.
 * `proposedMs`: the time that its reader named for it, which only a press takes.
 */
export type CopyButtons = (
	version: VersionRef,
	proposedMs?: number | null,
) => Promise<((messages: Messages, readerId: number) => Keyboard) | undefined>;

/** The draft that told what an item is about, in words; undefined: none did. */
export type DuplicateNotice = (item: Item) => Promise<(VersionRef & { readonly text: (messages: Messages) => string }) | undefined>;

interface OperationsOptions {
	readonly db: Database;
	readonly sender: Sender;
	readonly trySend: Try;
	readonly actors: Actors;
	readonly languages: Languages;
	readonly covers: Covers;
	readonly channelId: number;
	readonly endProgress: EndProgress;
	readonly copyButtons: CopyButtons;
	readonly hadThat: DuplicateNotice;
	readonly timeZone: string;
	readonly nowMs: () => number;
}

export type Operations = ReturnType<typeof createOperations>;

/** The one purpose under which a version goes to the channel; see `judgePublication`. */
const PUBLISH_PURPOSE = 'publish';

/** How one operation is sent. The service reads the actor's rights again for each. */
type Plan<Input, By = Actor> = (input: Input, actor: By, options: OperationsOptions) => Planned | Promise<Planned>;
type Planned = Pick<Sending, 'prepare' | 'build' | 'retryAfterRateLimit'> & Partial<Pick<Sending, 'allowed'>>;

export function createOperations(options: OperationsOptions) {
	const { sender, actors, db } = options;
	const isActive = async (userId: number) => (await actors.active(userId)) !== undefined;
	const sent =
		<Input, By extends Causing>(plan: Plan<Input, By>) =>
		async (actor: By, input: Input): Promise<Sent> => {
			const { allowed = async () => true, ...planned } = await plan(input, actor, options);
			return sender.send({
				...planned,
				eventKey: actor.context.event_key,
				allowed: async () => (await isActive(actor.participant.userId)) && allowed(),
			});
		};
	return {
		async status(actor: Actor, input: Status): Promise<Sent> {
			const answer = await sayStatus(actor, input, (said) => sent(status)(actor, said), db);
			if (saysStopped(input.entity_key)) await options.endProgress(actor.participant, actor.context.event_key);
			return answer;
		},
		reply: sent(reply),
		prompt: sent(prompt),
		async answerCallback(actor: Actor, input: CallbackAnswer): Promise<Sent> {
			const answer = await sent(answerCallback)(actor, input);
			await clearPressed(actor, options);
			if (answer.repeated && answer.delivery.execution_id === null) await sayLate(actor, input, options);
			return answer;
		},
		async preview(actor: Causing, input: Preview): Promise<Sent> {
			const place = await copyOfTry(db, actor, input);
			return inPlaceOrAnew(input.entity_key, place, (entity_key, inPlaceOf) =>
				sent(preview)(actor, { ...input, entity_key, ...(inPlaceOf === null ? {} : { inPlaceOf }) }),
			);
		},
		card: sent(card),
		publish: sent(publish),
	};
}

const status: Plan<Status> = (input, actor, options) => ({
	prepare: (tx) => textToInitiator(tx, actor, 'status', input, options),
	async build({ chat_id }) {
		const { buttons, inPlaceOf } = input;
		const listed = buttons && (await draftsCalled(options.db, draftsListed(buttons)));
		const ofMessage = buttons?.flat().find(({ action }) => action === 'read_link');
		const links = ofMessage && (await linksBehind(options.db, actor.participant.userId, ofMessage.draft_key));
		const named = { ...(listed && { listed }), ...(links && { links }) };
		const below = buttons && keyboardOf(await options.languages.messagesFor(actor.participant), buttons, named);
		const text = await withKnownLinks(options.db, options.actors, actor, input.text);
		if (buttons === undefined && (await asksForWords(options.db, actor.context, input.text)))
			return textMessage(chat_id, text, { force_reply: true });
		return inPlaceOf === undefined ? textMessage(chat_id, text, below) : editedText(chat_id, inPlaceOf, text, below);
	},
	retryAfterRateLimit: input.progress === true,
});

/**
 * Progress, and what a button of the panel leads to, replaces the message whose button was pressed; what came of a search replaces the
 * message that said that it began. Anything else is sent as a new message.
 */
async function sayStatus(actor: Actor, input: Status, say: (input: Status) => Promise<Sent>, db: Database): Promise<Sent> {
	const place =
		input.progress === true
			? ((await pressedText(db, actor)) ?? (await changeTold(db, actor)))
			: ((await searchTold(db, actor, input)) ?? (await panelPressed(db, actor)));
	return inPlaceOrAnew(input.entity_key, place, (entity_key, at) =>
		say({ ...input, entity_key, ...(at === null ? {} : { inPlaceOf: at }) }),
	);
}

/** The message that told the person that a search began; why a search stopped is told in a message of its own. */
async function searchTold(db: Database, { context, participant }: Actor, { entity_key }: Status): Promise<number | null> {
	if (saysStopped(entity_key)) return null;
	const told = { purpose: 'status', recipient_user_id: participant.userId };
	return messageUnder(db, told, ...SEARCH_STARTED.map((word) => `${context.event_key}:${word}`));
}

const isOfPanelPress = (update: Readonly<Record<string, unknown>>): boolean => {
	const action = pressedAction(update);
	return action !== null && isOfPanel(action);
};

/** The message of the panel whose button was pressed: settings, languages, or a page of the status. */
async function panelPressed(db: Database, actor: Actor): Promise<number | null> {
	const press = await pressBehind(db, actor.context.event_key);
	return press !== null && isOfPanelPress(press.update) ? pressedText(db, actor) : null;
}

/** The message that told the person that their change is coming. */
async function changeTold(db: Database, { context, participant }: Actor): Promise<number | null> {
	const begun = await draftOf(db, context.event_key);
	if (begun === null || begun.version === 1) return null;
	const told = { purpose: 'decision.superseded', recipient_user_id: participant.userId };
	return messageUnder(db, told, `${begun.draft_key}:${begun.version - 1}`);
}

/** The text about one draft whose button was pressed. Null for a list of drafts, and for a photo, which keeps its caption. */
async function pressedText(db: Database, { context, participant }: Actor): Promise<number | null> {
	const press = await pressBehind(db, context.event_key);
	if (press === null || (isOfSeveral(press.update) && !isOfPanelPress(press.update))) return null;
	return (await isTextOfOurs(db, participant.chatId, press.messageId)) ? press.messageId : null;
}

const reply: Plan<Reply> = (input, actor, options) => ({
	prepare: (tx) => textToInitiator(tx, actor, 'reply', input, options),
	async build({ chat_id }) {
		const text = await withKnownLinks(options.db, options.actors, actor, input.text);
		const { reply_to_message_id: answered } = input;
		return answered === undefined ? textMessage(chat_id, text) : replyMessage(chat_id, text, answered);
	},
});

const prompt: Plan<Prompt> = (input, actor, options) => ({
	async prepare(tx) {
		const found = accepted(judgePrompt(await lockMaterial(tx, input), { person: actor.participant }));
		return { ...(await textToInitiator(tx, actor, 'prompt', input, options)), ...versionShown(found) };
	},
	async build({ chat_id }) {
		const { placeholders } = await options.languages.messagesFor(actor.participant);
		return question(chat_id, await withKnownLinks(options.db, options.actors, actor, input.text), placeholders.feedback);
	},
});

const answerCallback: Plan<CallbackAnswer> = (input, actor) => ({
	async prepare(tx) {
		const own = await callbackQueryOf(tx, actor.context.event_key);
		if (own !== null && own !== input.callback_query_id)
			throw new CopydeskError('invalid_request', 'callback_query_id', {
				fields: [{ path: 'callback_query_id', message: 'Expected the callback query of this event' }],
			});
		return toInitiator(actor, 'answer_callback', input);
	},
	build: async () => callbackAnswer(input),
});

const preview: Plan<Preview, Causing> = async (input, actor, { db, actors, languages, covers, copyButtons, trySend, nowMs }) => {
	const recipient = await knownRecipient(actors, input.recipient_user_id);
	let material: Material | undefined;
	return {
		async prepare(tx) {
			material = accepted(judgePreview(await lockMaterial(tx, input)));
			const named = { purpose: input.purpose, entity_key: await previewKey(tx, actor, input, material.content_sha256) };
			const spec = { ...specOf(actor, 'preview', named, recipient.chatId, recipient.userId), ...versionShown(material) };
			await refuseFlood(tx, spec, nowMs());
			return spec;
		},
		async build({ chat_id, entity_key, purpose }) {
			const below = await copyButtons(input, await timeNamed(db, actor.context.event_key, input.draft_key));
			const keyboard = below?.(await languages.messagesFor(recipient), recipient.userId);
			const { inPlaceOf } = input;
			if (isAlbum(prepared(material))) {
				const shown = versionShown(prepared(material));
				const named = albumNamed({ purpose, entity_key }, actor, shown.content_sha256);
				const spec = { ...specOf(actor, 'album', named, chat_id, recipient.userId), ...shown };
				const sent = await trySend(spec, {
					build: () => postOf(covers, chat_id, prepared(material)),
					allowed: async () => (await actors.active(recipient.userId)) !== undefined,
				});
				const isAbove = sent?.delivery.state === 'sent' && sent.delivery.content_sha256 === shown.content_sha256;
				if (!isAbove) return albumMissing(db, sent?.delivery.state, chat_id, nowMs());
				const { photos } = await languages.messagesFor(recipient);
				const text = photos.albumAbove({ count: itemsOf(prepared(material)) });
				// Another album may have come in between.
				const first = sent.delivery.message_id ?? 0;
				return first === 0 ? textMessage(chat_id, text, keyboard) : replyMessage(chat_id, text, first, keyboard);
			}
			return inPlaceOf === undefined
				? postOf(covers, chat_id, prepared(material), keyboard)
				: postInPlace(covers, chat_id, inPlaceOf, prepared(material), keyboard);
		},
		allowed: async () => (await actors.active(input.recipient_user_id)) !== undefined,
	};
};

/** Why an album is not there: the messenger refuses its chat for a time, or something else. */
async function albumMissing(db: Database, state: Delivery['state'] | undefined, chatId: number, atMs: number) {
	const waitUntilMs = state === undefined || state === 'not_sent' ? await chatWaitsUntil(db, chatId, atMs) : undefined;
	return waitUntilMs === undefined ? { missing: 'album_not_sent' } : { missing: 'rate_limited', waitUntilMs };
}

/** The album above the buttons of a copy: other content is another one. Another event sends it again where nobody confirmed it. */
const albumNamed = ({ purpose, entity_key }: Named, { context }: Causing, contentSha256: string | null): Named => ({
	purpose: `${purpose}.album`,
	entity_key: `${entity_key}@${context.event_key}:${contentSha256?.slice(0, 16) ?? ''}`,
});

/** While one person tries templates, the others keep one preview, which changes. Null: this one is a new message. */
async function copyOfTry(
	db: Database,
	{ participant }: Causing,
	{ draft_key, version, recipient_user_id }: Preview,
): Promise<number | null> {
	const material = await findMaterial(db, draft_key, version);
	// An album keeps the items that it was sent with.
	if (material === undefined || isAlbum(material) || [participant.userId, material.created_by_user_id].includes(recipient_user_id))
		return null;
	const before = await triedBefore(db, material);
	if (before === undefined) return null;
	return (await copiesOf(db, before)).findLast(({ userId }) => userId === recipient_user_id)?.messageId ?? null;
}

const card: Plan<Card> = async (input, actor, { db, actors, languages, hadThat, timeZone: zone }) => {
	const recipient = await knownRecipient(actors, input.recipient_user_id);
	let shown: { readonly item: Item; readonly windowDays: number } | undefined;
	return {
		async prepare(tx) {
			if (input.entity_key !== cardKey(input))
				throw new CopydeskError('invalid_request', 'entity_key', {
					fields: [{ path: 'entity_key', message: `Expected ${cardKey(input)}, the key of this card` }],
				});
			const item = accepted(judgeCard(await lockItem(tx, input)));
			const batch = await batchOf(tx, item);
			// A batch that a person asked for is theirs; a batch that the desk offers itself is for everybody.
			if (batch.entry === null && batch.created_by_user_id !== recipient.userId)
				throw unknownRecipient(recipient.userId, 'who asked for it');
			shown = { item, windowDays: batch.window_days };
			const named = { purpose: input.purpose, entity_key: await previewKey(tx, actor, input, null) };
			return specOf(actor, 'card', named, recipient.chatId, recipient.userId);
		},
		async build({ chat_id }) {
			const { item, windowDays } = prepared(shown);
			const messages = await languages.messagesFor(recipient);
			const isKnown = await isAskedKnowingly(db, item);
			const had = isKnown ? undefined : await hadThat(item);
			const text = cardText(messages, item, { windowDays, zone, had: had?.text(messages) });
			return cardMessage(chat_id, text, cardKeyboard(messages, input, had, isKnown));
		},
		allowed: async () => (await actors.active(input.recipient_user_id)) !== undefined,
	};
};

/** A version that corrects a post edits that post; any other becomes a new post. */
const publish: Plan<VersionRef> = (input, actor, { db, covers, channelId }) => {
	let material: Material | undefined;
	let post: Material | undefined;
	return {
		async prepare(tx) {
			const found = await lockMaterial(tx, input);
			const acting = { person: actor.participant, eventKey: actor.context.event_key };
			const { entityKey } = accepted(judgePublication(found, acting, await publicationsOf(tx, found), hashOfContent(found)));
			material = found;
			post = found.corrects === null ? undefined : await lockMaterial(tx, { ...found, version: found.corrects });
			const named = { purpose: post === undefined ? PUBLISH_PURPOSE : CORRECT, entity_key: entityKey };
			return { ...specOf(actor, 'publish', named, channelId, CHANNEL_RECIPIENT), ...versionShown(found) };
		},
		async build({ chat_id }) {
			if (post === undefined) return postOf(covers, chat_id, prepared(material), linksBelow(shownPost(prepared(material))), true);
			return isInChannel(post) ? correctionOf(db, covers, chat_id, prepared(material), post) : { missing: 'message_gone' };
		},
	};
};

/** Edits the caption alone if the post certainly shows this picture, else picture and caption. */
async function correctionOf(
	db: Database,
	covers: Covers,
	chatId: number,
	material: Material,
	post: Material,
): Promise<MessengerRequest | { readonly missing: string }> {
	const shown = shownPost(material);
	const how = { ...lookOf(shown), below: linksBelow(shown) };
	const inChannel = await seenInChannel(db, material.draft_key);
	const messageId = post.published_message_id ?? 0;
	if (isAlbum(material) || isAlbum(post)) return albumCorrection(db, covers, chatId, material, post);
	const seen = JSON.stringify(seenOf(material));
	if (inChannel.every((one) => JSON.stringify(one) === seen)) return editedCaption(chatId, messageId, shown, how);
	return postInPlace(covers, chatId, messageId, material, how.below);
}

/**
 * The messenger changes one message of an album at a time, and adds or removes none: the words and the cover are those of the first
 * message, and another item changes alone.
 */
async function albumCorrection(db: Database, covers: Covers, chatId: number, material: Material, post: Material) {
	const shown = shownPost(material);
	const change = await changeOfAlbum(db, material, post);
	const ids = await messagesOfPost(db, post);
	const messageId = ids[change?.place ?? 0];
	if (change === undefined || messageId === undefined) return { missing: 'album_fixed' };
	const how = lookOf(shown);
	if (change.place === null) return editedCaption(chatId, messageId, shown, how);
	const { place } = change;
	// Of a part of an album it is not known which item each message is.
	if (ids.length !== itemsOf(material)) return { missing: 'album_fixed' };
	const seen = await visualOf(covers, material, shown);
	if ('missing' in seen) return seen;
	const item = itemsSeen(seen.picture, material)[place];
	const visual = item === undefined || 'picture' in item ? { picture: seen.picture } : { picture: null, item: item.item };
	return editedMedia(chatId, messageId, visual, place === 0 ? shown : { text: '', entities: [] }, how);
}

/** Toasts that end the matter: the person has to read them. */
const LAST_WORDS = ['outdated', 'outdatedCard', 'takenCard', 'dismissedCard', 'expiredCard', 'settledAlready'] as const;

export const isLastWord = ({ toasts }: Messages, text: string): boolean => LAST_WORDS.some((name) => toasts[name] === text);

/** The service answered the query earlier: to confirm the press, or because n8n was away. A final toast is then sent as a message. */
async function sayLate(actor: Actor, { text, entity_key }: CallbackAnswer, { languages, trySend }: OperationsOptions): Promise<void> {
	if (text === undefined || !isLastWord(await languages.messagesFor(actor.participant), text)) return;
	const { chatId, userId } = actor.participant;
	await trySend(
		{ ...causeOf(actor), purpose: 'late_answer', entity_key, operation: 'notice', recipient_user_id: userId, chat_id: chatId },
		{ build: async () => textMessage(chatId, text), allowed: async () => true },
	);
}

/** Removes buttons that work only once after a press. A failure does not matter. */
async function clearPressed(actor: Actor, { db, trySend }: OperationsOptions): Promise<void> {
	const { event_key } = actor.context;
	const press = await pressBehind(db, event_key);
	const rows = press === null ? null : keyboardAfter(press.update);
	if (press === null || rows === null) return;
	const { chatId, userId } = actor.participant;
	await trySend(
		{
			...causeOf(actor),
			purpose: 'unbutton',
			entity_key: `press:${event_key}`,
			operation: 'unbutton',
			recipient_user_id: userId,
			chat_id: chatId,
		},
		{ build: async () => withButtons(chatId, press.messageId, { inline_keyboard: rows }), allowed: async () => true },
	);
}

function specOf(actor: Causing, operation: Operation, named: Named, chat_id: number, recipient_user_id: number): DeliverySpec {
	const { purpose, entity_key } = named;
	return { purpose, entity_key, recipient_user_id, operation, chat_id, ...causeOf(actor) };
}

/** A delivery to the person who began the operation, and to nobody else. */
const toInitiator = (actor: Actor, operation: Operation, named: Named): DeliverySpec =>
	specOf(actor, operation, named, actor.participant.chatId, actor.participant.userId);

/** The same for a text of the caller, with a limit on the number of messages. */
async function textToInitiator(
	tx: Database,
	actor: Actor,
	operation: 'status' | 'reply' | 'prompt',
	named: Named,
	{ nowMs }: OperationsOptions,
): Promise<DeliverySpec> {
	const spec = toInitiator(actor, operation, named);
	await refuseFlood(tx, spec, nowMs());
	return spec;
}

const versionShown = ({ draft_key, version, content_sha256 }: Material) => ({ draft_key, version, content_sha256 });

function prepared<T>(value: T | undefined): T {
	if (value === undefined) throw new Error('Nothing is built before it is prepared');
	return value;
}

/** The stored cover or video with the stored caption. */
async function postOf(
	covers: Covers,
	chatId: number,
	material: Material,
	below?: Markup,
	isPublished = false,
): Promise<MessengerRequest | { readonly missing: string }> {
	const shown = shownPost(material);
	const seen = await visualOf(covers, material, shown);
	if ('missing' in seen) return seen;
	// A preview asks for a decision, so it always makes a sound.
	const how = { ...lookOf(shown), silent: shown.silent && isPublished };
	const { picture, item } = seen;
	if (isAlbum(material)) return albumMessage(chatId, itemsSeen(seen.picture, material), shown, how);
	if (item !== undefined) return videoMessage(chatId, item, picture, shown, below, how);
	return picture === null ? NO_COVER : photoMessage(chatId, picture, shown, below, how);
}

const itemsSeen = (picture: Picture | string | null, { media }: Material): AlbumItems => [
	...(picture === null ? [] : [{ picture }]),
	...(media ?? []).map((item) => ({ item })),
];

/** The same in place of an earlier message. */
async function postInPlace(covers: Covers, chatId: number, messageId: number, material: Material, below: Markup) {
	const shown = shownPost(material);
	const seen = await visualOf(covers, material, shown);
	return 'missing' in seen ? seen : editedMedia(chatId, messageId, seen, shown, { ...lookOf(shown), below });
}

const lookOf = ({ spoiler, caption_above: captionAbove }: ShownPost) => ({ spoiler, captionAbove });

const NO_COVER = { missing: 'no_cover' } as const;

/**
 * What a post shows: a video or a GIF, or nothing but its cover. The cover is the messenger's file id of it if there is one, else its
 * bytes.
 */
async function visualOf(covers: Covers, { messenger_file_id }: Material, { picture: asset, media }: ShownPost) {
	const item = media?.[0];
	if (asset === null) return item === undefined ? NO_COVER : { picture: null, item };
	const picture = messenger_file_id ?? (await pictureOf(covers, asset));
	return typeof picture === 'object' && 'missing' in picture ? picture : { picture, item };
}

async function knownRecipient(actors: Actors, userId: number): Promise<Participant> {
	const participant = await actors.known(userId);
	if (participant !== undefined) return participant;
	throw unknownRecipient(userId, 'a participant');
}

const unknownRecipient = (userId: number, expected: string): CopydeskError =>
	new CopydeskError('recipient_unknown', `user ${userId}`, {
		fields: [{ path: 'recipient_user_id', message: `Expected ${expected}` }],
	});

/**
 * The caller's key, as long as it has or may get a copy of the version's present content. A copy that the messenger definitely refused
 * does not count. Nor does one without a message id, because its buttons do not work. In both cases another event (somebody resumed) gets
 * the next key, `…#2`. Other content gets the next key too, because no copy shows it yet.
 */
async function previewKey(
	tx: Database,
	actor: Causing,
	{ purpose, entity_key, recipient_user_id }: Named & { readonly recipient_user_id: number },
	contentSha256: string | null,
): Promise<string> {
	for (let attempt = 1; ; attempt += 1) {
		const key = attempt === 1 ? entity_key : `${entity_key}#${attempt}`;
		const found = await tables(tx)
			.selectFrom('delivery')
			.select(['state', 'message_id', 'event_key', 'content_sha256'])
			.where(({ and }) => and({ purpose, entity_key: key, recipient_user_id }))
			.executeTakeFirst();
		// Nothing went out under this key, so it can be used.
		if (found === undefined || found.state === 'not_sent' || found.state === 'revoked') return key;
		const isNoCopy = found.state === 'rejected' || (found.state === 'sent' && found.message_id === 0);
		const isOfThis = found.content_sha256 === contentSha256;
		if (isOfThis && (!isNoCopy || found.event_key === actor.context.event_key)) return key;
	}
}

/** The answer's `result` in the form of the Bot API; a repeat gets the same. */
export function resultOf({
	state,
	operation,
	message_id,
	message_date,
	chat_id,
	file_id,
	file_unique_id,
}: Delivery): DeliverAnswer['result'] {
	if (state !== 'sent') return null;
	if (WITHOUT_MESSAGE.includes(operation)) return true;
	return {
		message_id: message_id ?? 0,
		...(message_date === null ? {} : { date: message_date }),
		chat: { id: chat_id },
		...(file_id === null ? {} : { photo: [{ file_id, file_unique_id }] }),
	};
}
