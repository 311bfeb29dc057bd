/** A photo without words waits for them: a reply to its question takes it, and for other words of the next minutes it is asked. */
import type { Asked } from '@copydesk/domain/desk/intentTypes';
import { storedIntent } from '@copydesk/domain/desk/storedIntent';
import type { Incoming, SentPicture } from '@copydesk/domain/event/update';
import { draftKeyOf } from '@copydesk/domain/ids';
import type { Database } from '@copydesk/kit/database/types';
import { eventOfMessage } from '../deliveries/journal.ts';
import { messageBehind, readWhole } from '../events/events.ts';
import type { Participant } from '../participants/participants.ts';
import { tables } from '../tables.ts';
import { onlyLooks } from './questions.ts';

/** For how long words that are no reply may be meant for a photo. */
const WAITS_MS = 10 * 60_000;
/** Who has looked up so much since is at something else. */
const MOST_SINCE = 20;

type Message = Incoming & { readonly kind: 'message' };

/** What was sent without words: a picture, or an album. */
export type Pictured = Pick<Message, 'parts'> & { readonly picture: SentPicture };

const alone = ({ picture, text, parts }: Message): Pictured | null =>
	(text?.trim() ?? '') === '' && picture !== null && picture.file_id !== null
		? { picture, ...(parts === undefined ? {} : { parts }) }
		: null;

/** The photo whose question a message replies to. */
export async function photoRepliedTo(
	db: Database,
	{ userId, chatId }: Pick<Participant, 'userId' | 'chatId'>,
	{ replyToMessageId, picture }: Message,
): Promise<Pictured | null> {
	if (replyToMessageId === null || picture !== null) return null;
	const eventKey = await eventOfMessage(db, chatId, replyToMessageId);
	const asked = eventKey === null ? null : await messageBehind(db, userId, eventKey);
	return asked === null ? null : alone(asked);
}

/** A photo without words is asked about; an album that still gathers will be. */
const IS_WITHOUT_WORDS: readonly string[] = ['usage', 'ignored'];

/** The last thing that a person sent before an update, if it was a photo without words. Lookups and the rest of its album do not count. */
async function photoBefore(db: Database, userId: number, updateId: number, sinceMs = 0): Promise<Pictured | null> {
	const before = await tables(db)
		.selectFrom('event')
		.select(['event_key', 'album', 'update_id', 'update_json', 'intent', 'received_at_ms'])
		.where('user_id', '=', userId)
		.where('update_id', '<', updateId)
		// The first item of an album is ignored while the album gathers.
		.where(({ eb, or, and, ref }) =>
			or([eb('intent_kind', '<>', 'ignored'), and([eb('state', '=', 'stored'), eb('album', '=', ref('event_key'))])]),
		)
		.orderBy('update_id', 'desc')
		.limit(MOST_SINCE)
		.execute();
	const last = before.find(({ intent }) => !onlyLooks(storedIntent(intent)));
	if (last === undefined || last.received_at_ms < sinceMs || !IS_WITHOUT_WORDS.includes(storedIntent(last.intent).kind)) return null;
	const sent = await readWhole(db, last);
	return sent.kind === 'message' && !sent.edited ? alone(sent) : null;
}

/** The photo of words that came without one: they reply to its question, or the person said that it belongs to them. */
export async function photoOf(db: Database, sender: Participant, words: Message, isPressed: boolean): Promise<Pictured | null> {
	const replied = await photoRepliedTo(db, sender, words);
	if (replied !== null) return replied;
	const belongs = isPressed || (await saidItBelongs(db, sender.userId, draftKeyOf(words.updateId)));
	return belongs ? photoBefore(db, sender.userId, words.updateId) : null;
}

async function saidItBelongs(db: Database, userId: number, draftKey: string): Promise<boolean> {
	const pressed = await tables(db)
		.selectFrom('event')
		.select('event_key')
		.where(({ and }) => and({ user_id: userId, query_pending: 0 }))
		.where('callback_query_id', 'is not', null)
		.where('update_json', 'like', `%"cd1|with_photo|${draftKey}|%`)
		.limit(1)
		.executeTakeFirst();
	return pressed !== undefined;
}

/** What may be a request; anything else is no words for a photo. */
const MAY_BE_WORDS: readonly Asked['kind'][] = ['words', 'post_request', 'small_talk', 'stray_wish', 'forwarded', 'links', 'cut'];

/** Asks whether words that are no reply belong to the photo that came before them. */
export async function askAboutPhoto(db: Database, asked: Asked, { userId }: Participant, incoming: Message, nowMs: number): Promise<Asked> {
	const isOther = incoming.picture !== null || incoming.edited || incoming.replyToMessageId !== null || !MAY_BE_WORDS.includes(asked.kind);
	if (isOther || (await photoBefore(db, userId, incoming.updateId, nowMs - WAITS_MS)) === null) return asked;
	return { kind: 'photo_first', draft_key: draftKeyOf(incoming.updateId) };
}
