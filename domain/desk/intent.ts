import { draftName, languageSaying, helpText, startText, usageText, type Called, type Saying } from '../messages/sentences.ts';
import type { Messages } from '../messages/messages.ts';
import { changeSaying, groupSaying, readTyped, settingSaying, settingsSaying, type SettingsSeen } from '../messages/settings.ts';
import { draftKeyOf } from '../ids.ts';
import { readFeedback, withdraws } from '../revision/intent.ts';
import type { Asked, AskedWithPicture, Intent, RefusedWords } from './intentTypes.ts';
import { parseCallbackData, type Callback, type ButtonAction, type Buttons } from '../chat/callback.ts';
import { writeMarks } from '../caption/marks.ts';
import { isOfPanel } from '../chat/panel.ts';
import { isGroupName, isSettingName, writeSetting, type SettingGroup, type SettingName } from '../settings/settings.ts';
import { choiceOf, type PressedButton } from './choice.ts';
import { isCommand, readBareCommand, readCommand, readRequest } from './command.ts';
import { commandNames, type UsageName } from '../chat/commands.ts';
import { nearestOf } from '../text/nearest.ts';
import { mayBeCut } from '../chat/cut.ts';
import { namesLogo } from '../cover/logoWords.ts';
import { linksIn } from '../chat/links.ts';
import { POSTS_OF_WEEK, MAX_SOUND_BYTES } from '../limits.ts';
import { faultOfMessage, isPleasantry, linkOf, pleasantryOf, requestIn } from '../chat/request.ts';
import type { AnsweredTopic, Topic } from '../brief/topics.ts';
import type { Incoming, SentPicture, SentSound } from '../event/update.ts';

/** An open question for feedback, as far as reading its answer needs it. */
export interface OpenSession {
	readonly draftKey: string;
	readonly version: number;
	readonly holderUserId: number;
	readonly holderChatId: number;
	/** What a question about a stopped version, or about a post, asks for; null for the question for feedback. */
	readonly edits: 'title' | 'text' | 'link' | 'correction' | null;
	/** What belongs to its conversation in the holder's chat: the question, refusals, previews. */
	readonly messageIds: readonly number[];
	/** The post that a correction is about: words that are no reply to the question may be meant for it, or not. */
	readonly post?: Called;
}

/** What else the words of a person may be about. */
export interface Asking {
	/** An answer of theirs is being carried out: what they add right after it is hardly a new request. */
	readonly isAnswering?: boolean;
	/** The setting whose value they were asked for last. */
	readonly setting?: SettingName | null;
	/** The message before this one was cut, and this one goes on with it. */
	readonly isRest?: boolean;
	/** For an edited message: what its earlier words were taken for; null: nothing came of them, or they are the same. */
	readonly edited?: 'request' | 'answer' | 'album' | null;
}

/**
 * Reads the intent of an admitted person.
 * @param session the feedback session that this person holds, if any: words count as its answer only when holder and chat
 * are the ones of the session, and a reply only when it is to a message of that session (docs/specification.md#feedback)
 * @param asking what else their words may be about
 */
export function readIntent(incoming: Incoming, session: OpenSession | null, asking: Asking = {}): Asked {
	switch (incoming.kind) {
		case 'callback': {
			const callback = parseCallbackData(incoming.data);
			if (callback === undefined) return { kind: 'ignored' };
			const { action, draftKey, version, item, minute, plan } = callback;
			const knowing = readKnowing(callback);
			if (knowing !== undefined) return knowing;
			return {
				kind: 'callback',
				action,
				draft_key: draftKey,
				version,
				...(item === undefined ? {} : { item }),
				...(minute === undefined ? {} : { minute }),
				...(plan === undefined ? {} : { plan }),
			};
		}
		case 'message':
			if (incoming.edited) return readEdited(incoming, asking);
			if (incoming.sound !== undefined) return readSound(incoming.sound);
			return incoming.picture === null
				? readMessage(incoming, session, asking)
				: readPicture(incoming, incoming.picture, session, asking.isAnswering ?? false);
		default:
			return { kind: 'ignored' };
	}
}

type Message = Incoming & { readonly kind: 'message' };

/** An answer to the question about a link or a card that the desk had: what it asks for is what the first button asked for. */
function readKnowing({ action, draftKey: draft_key, version }: Callback): Asked | undefined {
	const pressed = { kind: 'callback', draft_key, version: 1 } as const;
	if (action === 'read_anyway') return { ...pressed, action: 'read_link', version, anyway: true };
	if (action === 'take_anyway') return { ...pressed, action: 'take', item: version, anyway: true };
	return action === 'leave_card' ? { ...pressed, action: 'skip', item: version } : undefined;
}

/** Words below a picture are a request or an answer like any other; short ones too, because the picture says the rest. */
function readPicture(incoming: Message, picture: SentPicture, session: OpenSession | null, isAnswering: boolean): Asked {
	if (picture.file_id === null) return { kind: 'usage', about: 'sendAsVideo' };
	const text = incoming.text?.trim() ?? '';
	const { file_id } = picture;
	const isLogo = picture.media === undefined && namesLogo(text, picture.item !== undefined);
	if (isLogo && !incoming.forwarded && incoming.replyToMessageId === null) return { kind: 'logo', picture: { ...picture, file_id } };
	if (text === '') {
		if (!isAnswer(incoming, session) || picture.album !== null) return { kind: 'picture_alone', picture };
		const { draftKey: draft_key, version } = session;
		return { kind: 'with_picture', asked: { kind: 'feedback_reply', draft_key, version, text: '' }, picture };
	}
	const read = readMessage(incoming, isReply(incoming, session) ? session : null, { isAnswering });
	// Its own question would forget the picture.
	const isBrief =
		['small_talk', 'links', 'cut', 'stray_reply', 'beside_correction'].includes(read.kind) || (read.kind === 'usage' && isPleasantry(text));
	const isPage = read.kind === 'command' && read.name === 'news' && read.args.link !== undefined;
	const words = { kind: 'words', text: requestIn(text), draft_key: draftKeyOf(incoming.updateId) } as const;
	const asked: Asked = isBrief || isPage ? words : read;
	if (asked.kind === 'feedback_reply' || (asked.kind === 'words' && asked.open !== undefined))
		return { kind: 'with_picture', asked, picture };
	if (asked.kind === 'words' || asked.kind === 'post_request')
		return { kind: 'with_picture', asked, picture, ...(linksIn(words.text, incoming.links).length > 0 ? { hasLinks: true } : {}) };
	return asked.kind === 'command' && asked.name === 'news' ? { kind: 'usage', about: 'pictureWithNews' } : asked;
}

/** What the messenger gives to no bot is not asked for. */
const readSound = ({ bytes, seconds }: SentSound): Asked =>
	bytes !== null && bytes > MAX_SOUND_BYTES ? { kind: 'usage', about: 'soundTooLarge' } : { kind: 'voice', seconds };

const SETS_SIGNATURE = /^\s*\/settings(?:@\w+)?\s+signature\s/i;

/** A setting is kept as text, so its form is kept as marks in it. */
const withMarks = ({ text, form = [] }: Message): string => writeMarks({ text: text ?? '', entities: form }).trim();

function readMessage(
	incoming: Message,
	session: OpenSession | null,
	{ isAnswering = false, setting = null, isRest = false }: Asking,
): Asked {
	const text = setting === 'signature' || SETS_SIGNATURE.test(incoming.text ?? '') ? withMarks(incoming) : (incoming.text?.trim() ?? '');
	if (text === '') return { kind: 'usage', about: 'noText' };
	const { forwarded } = incoming;
	const draft_key = draftKeyOf(incoming.updateId);
	const links = linksIn(requestIn(text), incoming.links).length;
	// A forwarded text is material for a post, never a command of the person who forwards it.
	if (isCommand(text)) {
		const words = refusedWords(requestIn(text), draft_key, links);
		if (forwarded) return { kind: 'usage', about: 'forwarded', ...words };
		const asked = withSession(readCommand(text), session);
		if (asked.kind === 'unknown_command') return { ...asked, ...words };
		if (asked.kind === 'week') return { ...asked, draft_key };
		if (asked.kind !== 'post_request') return asked;
		return links > 0 ? { kind: 'links', draft_key, links } : { kind: 'words', text: asked.text, draft_key, insists: true };
	}
	if (setting !== null && !forwarded) return readSettingAnswer(text, setting);
	const correction = forwarded || session?.post === undefined ? null : session;
	if (isAnswer(incoming, session)) {
		const { draftKey, version } = session;
		const open = { draft_key: draftKey, version };
		return isOwnReading(incoming, session, text) ? { kind: 'words', text, draft_key, open } : readAnswer(text, session, incoming.links);
	}
	const isReplied = incoming.replyToMessageId !== null;
	if ((isReplied || correction !== null) && withdraws(text)) return { kind: 'edit_cancelled' };
	if (isReplied) return readStrayReply(text, draft_key, links);
	if (correction !== null) return readBesideCorrection(incoming, correction, isAnswering);
	if (isRest) return { kind: 'cut_rest' };
	if (links > 0 && (forwarded || linkOf(text) === null)) return { kind: 'links', draft_key, links };
	if (forwarded) return { kind: 'forwarded', draft_key };
	if (links > 0) return readRequest(text);
	if (mayBeCut(text)) return readCut(text, draft_key);
	const words = readWords(text, draft_key);
	return isAnswering && words.kind === 'words' ? { kind: 'stray_wish', draft_key } : words;
}

/** Whether words that are no reply to the open question may mean something else than its answer. */
const isOwnReading = ({ replyToMessageId }: Message, { edits }: OpenSession, text: string): boolean =>
	replyToMessageId === null && edits === null && readFeedback(text).kind === 'text';

function readPleasantry(text: string): Asked {
	const about = pleasantryOf(text);
	return about === 'ability' ? { kind: 'help' } : { kind: 'usage', about };
}

/** What free words ask for, an AI says; what no post could come of is not asked about. */
function readWords(text: string, draft_key: string): Asked {
	const bare = readBareCommand(text);
	if (bare !== null) return bare;
	const fault = faultOfMessage(text);
	if (fault === 'smallTalk' && isPleasantry(text)) return readPleasantry(text);
	return fault === null || fault === 'smallTalk' ? { kind: 'words', text, draft_key } : { kind: 'usage', about: fault };
}

/** The same where no AI can be asked: an answer to an open question, a request, or too short for one. */
export function withoutAsking(asked: Asked): Asked {
	if (asked.kind === 'with_picture') {
		// A question follows, so nothing is asked of an AI.
		if (asked.hasLinks === true) return asked;
		const plain = withoutAsking(asked.asked);
		return plain.kind === 'post_request' || plain.kind === 'feedback_reply' ? { ...asked, asked: plain } : plain;
	}
	if (asked.kind === 'week') return { kind: 'usage', about: 'plan' };
	if (asked.kind === 'voice') return { kind: 'usage', about: 'noEar' };
	if (asked.kind !== 'words') return asked;
	const { text, draft_key, open, insists, beside } = asked;
	if (beside !== undefined) return { kind: 'beside_correction', draft_key, post: beside, links: 0 };
	if (open !== undefined) return { kind: 'feedback_reply', ...open, text };
	return insists !== true && faultOfMessage(text) === 'smallTalk' ? { kind: 'small_talk', draft_key } : readRequest(text);
}

/** The question that was replied to is over. Its words are used only if the person says so. */
function readStrayReply(text: string, draft_key: string, links: number): Asked {
	if (isPleasantry(text)) return readPleasantry(text);
	if (links > 0) return { kind: 'links', draft_key, links };
	return { kind: 'stray_reply', draft_key };
}

/** A post in the channel is not corrected by words alone: whether they are meant for it is asked first. */
function readBesideCorrection(incoming: Message, { post, draftKey, version }: OpenSession, isAnswering: boolean): Asked {
	const read = readMessage(incoming, null, { isAnswering });
	const draft_key = draftKeyOf(incoming.updateId);
	const isPage = read.kind === 'command' && read.name === 'news';
	if (post === undefined) return read;
	if (read.kind === 'words') return { ...read, open: { draft_key: draftKey, version }, beside: post };
	if (read.kind !== 'links' && read.kind !== 'stray_wish' && !isPage) return read;
	return { kind: 'beside_correction', draft_key, post, links: read.kind === 'links' ? read.links : isPage ? 1 : 0 };
}

/** Nothing is done by itself because of other words: what the earlier ones led to is there. */
function readEdited({ updateId, text: written, links }: Message, { edited = null }: Asking): Asked {
	const [text, draft_key] = [written?.trim() ?? '', draftKeyOf(updateId)];
	if (edited === null || text === '') return { kind: 'ignored' };
	if (edited === 'request') return { kind: 'edited', draft_key };
	if (edited === 'album') return { kind: 'usage', about: 'editedAlbum' };
	return { kind: 'usage', about: 'edited', ...refusedWords(requestIn(text), draft_key, linksIn(requestIn(text), links).length) };
}

/** Of words that a post could come of. */
function refusedWords(text: string, draft_key: string, links: number): { readonly words?: RefusedWords } {
	return withdraws(text) || faultOfMessage(text) !== null ? {} : { words: { draft_key, links } };
}

/** A text that may go on in another message is not begun with before it is all there. */
function readCut(text: string, draft_key: string): Asked {
	const asked = readRequest(text);
	return asked.kind === 'post_request' ? { kind: 'cut', draft_key } : asked;
}

/** `/cancel` ends a question about a stopped version too; nothing follows from that. */
function withSession(asked: Asked, session: OpenSession | null): Asked {
	const isCancel = asked.kind === 'command' && asked.name === 'cancel';
	return isCancel && session !== null && session.edits !== null ? { kind: 'edit_cancelled' } : asked;
}

/** The next message after a question about a setting is its value. */
function readSettingAnswer(words: string, setting: SettingName): Asked {
	if (readFeedback(words).kind === 'cancel') return { kind: 'edit_cancelled' };
	return { kind: 'command', name: 'settings', args: { setting, value: words } };
}

/** An answer to the question for a title is that title; with a link that was asked for, the work goes on. */
function readAnswer(words: string, { draftKey, version, edits }: OpenSession, marked: readonly string[]): Asked {
	const { kind } = readFeedback(words);
	if (edits !== null && kind === 'cancel') return { kind: 'edit_cancelled' };
	if (edits === 'link') {
		const [link] = linksIn(words, marked);
		if (link === undefined) return { kind: 'usage', about: 'linkMissing' };
		return { kind: 'command', name: 'resume', args: { draft_id: draftKey, version, link } };
	}
	const isBareTitle = edits === 'title' && (kind === 'text' || kind === 'illustration');
	return { kind: 'feedback_reply', draft_key: draftKey, version, text: isBareTitle ? `title: ${words}` : words };
}

/**
 * While a question is open, its holder's own words answer it; what somebody else wrote may be material for a post. The question what to
 * correct in a post is answered by a reply alone.
 */
function isAnswer(incoming: Message, session: OpenSession | null): session is OpenSession {
	const { replyToMessageId, forwarded } = incoming;
	return (
		session !== null &&
		isReply(incoming, session) &&
		session.holderUserId === incoming.fromId &&
		session.holderChatId === incoming.chatId &&
		(replyToMessageId === null ? !forwarded : session.messageIds.includes(replyToMessageId))
	);
}

/** Whether a message may answer this question without a press. */
const isReply = ({ replyToMessageId }: Message, session: OpenSession | null): boolean =>
	session?.edits !== 'correction' || replyToMessageId !== null;

/** What the desk says of the work that there is to somebody. */
export interface DeskQueries {
	/** What `/status` answers. */
	status(messages: Messages, page?: number): Promise<Saying>;
	/** What `/plan` answers; for one draft, which has no buttons if it is not planned. */
	plan(messages: Messages, draftKey?: string): Promise<Saying>;
	/** What `/sources` answers. */
	sources(messages: Messages): Promise<string>;
	/** What was set in chat, and whether this person may set it. */
	settings(): Promise<SettingsSeen>;
	/** The drafts that a command may be about, and under them what is said about it. */
	drafts(messages: Messages, usage: string, command: 'draft' | 'resume'): Promise<Saying>;
}

const said = ({ text, buttons }: Saying) => ({ text, ...(buttons === null ? {} : { buttons }) });

/**
 * Answers in a language what can be answered at once.
 * @param messages of the language that is spoken from now on, also when this very message chose it
 * @param queries what is in the database
 */
export async function answered(
	asked: Exclude<Asked, AskedWithPicture | { readonly kind: 'logo' }>,
	messages: Messages,
	queries: DeskQueries,
): Promise<Intent> {
	switch (asked.kind) {
		case 'start':
			return { kind: 'start', text: startText(messages) };
		case 'help':
			return { kind: 'help', text: helpText(messages) };
		case 'usage':
			return { kind: 'usage', ...said(await usageOf(asked.about, messages, queries)), ...mayBeMade(asked.words) };
		case 'unknown_command': {
			const { named } = asked;
			return {
				kind: 'usage',
				text: messages.unknownCommand({ named, nearest: nearestOf(named, commandNames) }),
				...mayBeMade(asked.words),
			};
		}
		case 'picture_alone':
			return { kind: 'usage', text: messages.photos.alone };
		case 'photo_first': {
			const of = (action: ButtonAction) => ({ action, draft_key: asked.draft_key, version: 1 });
			return { kind: 'usage', text: messages.photos.together, buttons: [[of('with_photo')], [of('draw_one'), of('no_post')]] };
		}
		case 'edit_cancelled':
			return { kind: 'command', name: 'cancel', args: {}, text: messages.editCancelled };
		case 'small_talk':
			return askedBack(messages.meantAsRequest, asked.draft_key);
		case 'stray_wish':
			return askedBack(messages.meantAsWish, asked.draft_key);
		case 'stray_reply':
			return askedBack(messages.questionOver, asked.draft_key, ['new_post', 'leave_words']);
		case 'beside_correction':
			return { kind: 'usage', text: messages.meantForPost({ draft: draftName(messages, asked.post) }), buttons: besideCorrection(asked) };
		case 'links':
			return { kind: 'usage', text: messages.meantWithLinks, buttons: linkButtons(asked.draft_key, asked.links) };
		case 'forwarded':
			return askedBack(messages.meantForwarded, asked.draft_key);
		case 'cut':
			return askedBack(messages.meantAll, asked.draft_key);
		case 'cut_rest':
			return { kind: 'usage', text: messages.addedToBefore };
		case 'edited':
			return askedBack(messages.meantAnew, asked.draft_key, ['make_anew', 'leave_words']);
		// Posts that fit the channel are asked for in words, like any others.
		case 'week': {
			const { text, draft_key = '' } = asked;
			const week = text === '' ? 'any' : 'named';
			return { kind: 'words', text: text || messages.week.ask({ count: POSTS_OF_WEEK }), draft_key, week };
		}
		case 'words': {
			const { beside: _beside, ...words } = asked;
			return words;
		}
		case 'command':
			if (asked.name === 'status') return { ...asked, ...said(await queries.status(messages)) };
			if (asked.name === 'draft') {
				const planned = await queries.plan(messages, asked.args.draft_id);
				return planned.buttons === null ? asked : { kind: 'command', name: 'plan', args: {}, ...said(planned) };
			}
			if (asked.name === 'plan') return { ...asked, ...said(await queries.plan(messages)) };
			if (asked.name === 'sources') return { ...asked, text: await queries.sources(messages) };
			if (asked.name === 'language') {
				return {
					...asked,
					...said(asked.args.language === null ? languageSaying(messages) : { text: messages.languageSet, buttons: null }),
				};
			}
			if (asked.name === 'settings') return answeredSetting(asked, messages, await queries.settings());
			return asked;
		case 'callback':
			return isOfPanel(asked.action) ? { ...asked, ...said(await panelSaying(asked, messages, queries)) } : asked;
		default:
			return asked;
	}
}

const MAKE_OR_NOT: readonly ButtonAction[] = ['make_post', 'no_post'];

/** Whether it is a request is asked before anything is paid for. */
function askedBack(text: string, draft_key: string, ways: readonly ButtonAction[] = MAKE_OR_NOT): Intent {
	return { kind: 'usage', text, buttons: [ways.map((action) => ({ action, draft_key, version: 1 }))] };
}

/** A refusal of words has the buttons that use them. */
function mayBeMade(words: RefusedWords | undefined): { readonly buttons?: Buttons } {
	if (words === undefined) return {};
	const { draft_key, links } = words;
	return { buttons: links > 0 ? linkButtons(draft_key, links) : [MAKE_OR_NOT.map((action) => ({ action, draft_key, version: 1 }))] };
}

/** The number of the post's draft stands where a button has its version. */
function besideCorrection({ draft_key, post, links }: Extract<Asked, { readonly kind: 'beside_correction' }>): Buttons {
	const change = { action: 'change_it' as const, draft_key, version: post.number };
	if (links > 0) return [[change], ...linkButtons(draft_key, links)];
	const [anew, leave] = (['new_post', 'leave_words'] as const).map((action) => ({ action, draft_key, version: 1 }));
	return anew === undefined || leave === undefined ? [[change]] : [[change, anew], [leave]];
}

/** Each page is read by a button of its own. */
export function linkButtons(draft_key: string, links: number): Buttons {
	const reads = Array.from({ length: links }, (_, at) => [{ action: 'read_link' as const, draft_key, version: at + 1 }]);
	const others = (['mention', 'no_post'] as const).map((action) => ({ action, draft_key, version: 1 }));
	return [...reads, others];
}

/** Questions are answered, and orders are led to what carries them out; everything else is asked back. */
export async function answerTopic(
	topic: Exclude<Topic, 'history'> | null,
	kind: 'question' | 'order',
	draft_key: string,
	messages: Messages,
	queries: DeskQueries,
): Promise<Intent> {
	switch (topic) {
		case null:
			return askedBack(kind === 'order' ? messages.noSuchOrder : messages.noAnswer, draft_key);
		case 'find':
			return { kind: 'usage', ...said(await queries.status(messages)) };
		case 'speak':
			return { kind: 'usage', ...said(languageSaying(messages)) };
		case 'make':
			return { kind: 'help', text: helpText(messages) };
		default:
			return { kind: 'usage', ...said({ text: messages.answers[topic], buttons: buttonsOf(topic) }) };
	}
}

/** The settings that an answer speaks of. */
function buttonsOf(topic: AnsweredTopic): Buttons | null {
	const group = groupOfTopic[topic];
	return group === undefined ? null : [[{ action: 'settings', draft_key: group, version: 1 }]];
}

const groupOfTopic: Readonly<Partial<Record<AnsweredTopic, SettingGroup>>> = {
	language: 'posts',
	settings: 'posts',
	news: 'news',
	cost: 'budget',
};

type SettingAsked = Extract<Asked, { readonly name: 'settings' }>;

/** Stores the value in its written form; null if the words are not a value, or nothing was to be changed. */
function answeredSetting(asked: SettingAsked, messages: Messages, seen: SettingsSeen): Intent {
	const { setting, value } = asked.args;
	if (setting === null || !isSettingName(setting)) return { ...asked, ...said(settingsSaying(messages, seen)) };
	if (value === null) return { ...asked, ...said(settingSaying(messages, setting, seen)) };
	const reading = readTyped(setting, value);
	const written = reading.ok && seen.mayChange ? writeSetting(setting, reading.value) : null;
	return { ...asked, args: { setting, value: written }, ...said(changeSaying(messages, setting, value, seen)) };
}

/** What a button of the panel leads to. */
async function panelSaying(pressed: PressedButton, messages: Messages, queries: DeskQueries): Promise<Saying> {
	const { action, draft_key: key } = pressed;
	if (action === 'speak') return { text: messages.languageSet, buttons: null };
	if (action === 'page') return queries.status(messages, pressed.version);
	const seen = await queries.settings();
	if (action === 'settings') return isGroupName(key) ? groupSaying(messages, key, seen) : settingsSaying(messages, seen);
	if (!isSettingName(key)) return settingsSaying(messages, seen);
	if (action === 'setting') return settingSaying(messages, key, seen);
	const choice = choiceOf(pressed);
	return choice === null ? settingSaying(messages, key, seen) : changeSaying(messages, key, choice.value, seen);
}

/** Without a readable name of a draft, the person gets the list of drafts. */
async function usageOf(about: UsageName, messages: Messages, { drafts }: DeskQueries): Promise<Saying> {
	if (about === 'language') return languageSaying(messages);
	const usage = usageText(messages, about);
	return about === 'draft' || about === 'resume' ? drafts(messages, usage, about) : { text: usage, buttons: null };
}
