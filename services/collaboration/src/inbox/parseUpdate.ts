/** Understands an update before anything is stored: what it is, who sent it and what they want. */
import type { Asked, Intent } from '@copydesk/domain/desk/intentTypes';
import type { Role } from '@copydesk/domain/role';
import { answered, withoutAsking } from '@copydesk/domain/desk/intent';
import type { Asking, DeskQueries } from '@copydesk/domain/desk/intent';
import { askedBy, senderOf } from '@copydesk/domain/desk/sender';
import type { SenderRefusal } from '@copydesk/domain/desk/sender';
import { readUpdate } from '@copydesk/domain/event/update';
import type { Incoming } from '@copydesk/domain/event/update';
import { eventKeyOf } from '@copydesk/domain/ids';
import { languageOf } from '@copydesk/domain/language';
import { messagesIn } from '@copydesk/domain/messages/catalogue';
import type { Messages } from '@copydesk/domain/messages/messages';
import type { Saying } from '@copydesk/domain/messages/sentences';
import { learntFrom } from '@copydesk/domain/desk/spoken';
import type { Learnt } from '@copydesk/domain/desk/spoken';
import type { Database } from '@copydesk/kit/database/types';
import { keyNamed } from '../materials/read.ts';
import { editedFrom, isRestOfCut } from '../events/events.ts';
import type { Languages } from '../participants/languages.ts';
import type { Participant, Participants } from '../participants/participants.ts';
import type { Planning } from '../plans/planning.ts';
import type { Answered } from '../plans/question.ts';
import { openWeek } from '../plans/week.ts';
import { inAlbum } from './albums.ts';
import type { InAlbum } from './albums.ts';
import { answerMenu } from './menu.ts';
import type { MenuOptions } from './menu.ts';
import { answerPicture, lateIntent } from './pictures.ts';
import type { PicturesOptions } from './pictures.ts';
import type { NamedLine } from '../posts/decide.ts';
import type { LookedFor } from '../posts/numbers.ts';
import type { SendBoardLink } from './boardLink.ts';
import type { Posts } from '../posts/posts.ts';
import { askAboutPhoto, photoRepliedTo } from './photoFirst.ts';
import { askAboutRepeat } from './repeated.ts';
import type { RequestedTopic } from './repeated.ts';
import { askedSetting, isAnswering, questionFor } from './questions.ts';

export type Update = Readonly<Record<string, unknown>> & { readonly update_id: number };

export interface ParsedUpdate {
	readonly update: Update;
	readonly eventKey: string;
	readonly incoming: Incoming;
	/** A person who may be admitted; `reason` says why this update is not. */
	readonly sender: Participant | undefined;
	readonly reason: SenderRefusal | null;
	readonly intent: Intent;
	/** What is asked for without the person having been told that the desk had that. */
	readonly wish: RequestedTopic | undefined;
	/** The time that the message names for a post, in answer to the desk's question. */
	readonly answered: Answered | undefined;
	/** The line that the message names to replace a post, in answer to the desk's question. */
	readonly line: NamedLine | undefined;
	/** The person asked for the board, which the service answers itself. */
	readonly isBoard: boolean;
	/** The file of a logo that the owner sent. */
	readonly logo: string | undefined;
	/** A post of the channel that the person forwarded while the desk looks for one. */
	readonly looked: LookedFor | undefined;
	readonly messages: Messages;
	/** What the update shows about the person's language. */
	readonly learnt: Learnt;
	/** In this event the person confirms that they may use the pictures that they send. */
	readonly saysRights: boolean;
	readonly people: readonly Participant[];
	/** What the message is in the album that it was sent with; undefined for one that came alone, and where nothing can wait. */
	readonly album: InAlbum | undefined;
}

export interface ParseUpdateOptions extends PicturesOptions, MenuOptions {
	/** Answers `/board`; undefined where there is no board. */
	readonly sendBoardLink: SendBoardLink | undefined;
	readonly db: Database;
	readonly participants: Participants;
	readonly languages: Languages;
	readonly planning: Planning;
	readonly posts: Posts;
	readonly queries: (role: Role) => DeskQueries;
	readonly channelId: number;
	/** The time zone of times in messages. */
	readonly timeZone: string;
	readonly nowMs: () => number;
}

/**
 * @param can `brief`: the caller asks an AI what free words mean; `gather`: an album can wait for its items
 */
export async function parseUpdate(
	update: Update,
	can: { readonly brief: boolean; readonly gather: boolean },
	options: ParseUpdateOptions,
): Promise<ParsedUpdate> {
	const { db, participants, languages, planning, posts, nowMs } = options;
	const sent = readUpdate(update);
	const people = await participants.all();
	const { sender, reason } = senderOf(sent, people);
	const admitted = reason === null ? sender : undefined;
	const album = can.gather && admitted !== undefined ? await inAlbum(db, update, sent) : undefined;
	const incoming = album?.as === 'whole' || album?.as === 'closed' ? album.incoming : sent;
	// What it asks for is read when all of it is here.
	const isPart = album?.as === 'part' || album?.as === 'late';
	const isEdited = incoming.kind === 'message' && incoming.edited;
	const question = sender === undefined || isEdited ? null : await questionFor(db, sender, incoming, nowMs());
	const asking =
		sender === undefined ? {} : isEdited ? { edited: await editedFrom(db, incoming) } : await askingOf(sender, incoming, options);
	const message = admitted === undefined || incoming.kind !== 'message' || isEdited || isPart ? undefined : incoming;
	const photo = admitted === undefined || message === undefined ? null : await photoRepliedTo(db, admitted, message);
	const shown = photo === null || message === undefined ? incoming : { ...message, ...photo, replyToMessageId: null };
	const plain: Asked = isPart ? { kind: 'ignored' } : askedBy(shown, reason, photo === null ? question : null, asking);
	const mayBelong = admitted !== undefined && message !== undefined && photo === null && question === null;
	const read = mayBelong ? await askAboutPhoto(db, plain, admitted, message, nowMs()) : plain;
	const asked = await withKey(db, can.brief ? read : withoutAsking(read));
	const heard = 'languageCode' in incoming ? languageOf(incoming.languageCode) : null;
	const learnt = learntFrom(asked, heard, nowMs());
	const language = sender === undefined ? heard : await languages.of(sender, learnt);
	const messages = messagesIn(language ?? languages.ofDesk);
	// Words that are no reply answer the open question.
	const isOurs = 'replyToMessageId' in incoming && !isEdited && !isPart && (incoming.replyToMessageId !== null || question === null);
	const answered = admitted === undefined || !isOurs ? undefined : await planning.answer(admitted, incoming);
	const saidTo = async (time: Answered | undefined, named: NamedLine | undefined): Promise<string> =>
		time !== undefined ? planning.text(messages, time) : named === undefined ? '' : posts.text(messages, named);
	const line = admitted === undefined || isEdited || isPart ? undefined : await posts.answer(admitted, incoming);
	const isForward = incoming.kind === 'message' && incoming.forwarded && !isPart && admitted !== undefined;
	const looked = isForward ? await posts.forwarded(update) : undefined;
	const eventKey = eventKeyOf(incoming.updateId);
	const isRequest = admitted !== undefined && answered === undefined && line === undefined && looked === undefined;
	const repeated = isRequest ? await askAboutRepeat({ asked, incoming, sender: admitted }, messages, options) : undefined;
	const pictured =
		admitted === undefined || looked !== undefined || repeated?.question !== undefined
			? undefined
			: await answerPicture({ update, eventKey, incoming: shown, sender: admitted, asked, messages, album }, options);
	const chosen = admitted === undefined ? undefined : await answerMenu({ asked, incoming, sender: admitted, messages }, options);
	const isBoard = options.sendBoardLink !== undefined && reason === null && asked.kind === 'usage' && asked.about === 'board';
	const late = album?.as === 'late' && admitted !== undefined ? await lateIntent(db, album, sent, admitted, messages) : undefined;
	const intent: Intent =
		late ??
		(isBoard ? { kind: 'ignored' } : undefined) ??
		(looked === undefined ? undefined : usage(posts.numbered(messages, looked))) ??
		repeated?.question ??
		pictured?.intent ??
		chosen ??
		(answered === undefined && line === undefined
			? await intentOf(asked, incoming, sender, messages, options)
			: { kind: 'usage', text: await saidTo(answered, line) });
	const saysRights = pictured?.saysRights ?? false;
	const wish = repeated?.wish;
	const logo = asked.kind === 'logo' && admitted?.role === 'owner' ? asked.picture.file_id : undefined;
	const found = { intent, wish, answered, line, looked, isBoard, logo };
	return { update, eventKey, incoming, sender, reason, ...found, messages, learnt, saysRights, people, album };
}

const usage = ({ text, buttons }: Saying): Intent => ({ kind: 'usage', text, ...(buttons === null ? {} : { buttons }) });

/** Replaces the number of a draft by its key. */
async function withKey(db: Database, asked: Asked): Promise<Asked> {
	if (asked.kind !== 'command' || (asked.name !== 'draft' && asked.name !== 'resume')) return asked;
	return { ...asked, args: { ...asked.args, draft_id: await keyNamed(db, asked.args.draft_id) } };
}

/** What else the person's words may answer. */
async function askingOf(sender: Participant, incoming: Incoming, { db, nowMs }: ParseUpdateOptions): Promise<Asking> {
	const { userId } = sender;
	const part = incoming.kind === 'message' && incoming.text !== null ? { text: incoming.text, sentAt: incoming.sentAt } : null;
	return {
		isAnswering: await isAnswering(db, userId),
		setting: await askedSetting(db, sender, incoming, nowMs()),
		isRest: part !== null && (await isRestOfCut(db, userId, incoming.updateId, part)),
	};
}

async function intentOf(
	asked: Asked,
	incoming: Incoming,
	sender: Participant | undefined,
	messages: Messages,
	{ db, queries, nowMs }: ParseUpdateOptions,
): Promise<Intent> {
	// Fetch nothing for people who are not admitted.
	if (asked.kind === 'with_picture') return { kind: 'ignored' };
	// The sheet of covers is the answer.
	if (asked.kind === 'logo') return sender?.role === 'editor' ? { kind: 'usage', text: messages.logo.ownersAlone } : { kind: 'ignored' };
	// What is proposed already is shown again, to both of them, and nothing is paid for.
	const isAgain = sender !== undefined && asked.kind === 'week' && asked.text === '' && (await openWeek(db, nowMs())).length > 0;
	if (isAgain) return answered({ kind: 'command', name: 'plan', args: {} }, messages, queries(sender.role));
	return sender === undefined && asked.kind === 'start' && 'fromId' in incoming
		? { kind: 'start', text: messages.stranger({ userId: incoming.fromId ?? 0 }) }
		: answered(asked, messages, queries(sender?.role ?? 'editor'));
}
