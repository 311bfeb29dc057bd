/** Asks a question, or for a confirmation, after a press about a post. */
import { isOfPost } from '@copydesk/domain/chat/callback';
import type { Intent } from '@copydesk/domain/desk/intentTypes';
import { isInChannel } from '@copydesk/domain/material/post';
import type { Material } from '@copydesk/domain/material/material';
import type { Messages } from '@copydesk/domain/messages/messages';
import { draftName } from '@copydesk/domain/messages/sentences';
import type { Database } from '@copydesk/kit/database/types';
import type { Cause } from '../deliveries/journal.ts';
import type { Tell, Try } from '../deliveries/tell.ts';
import { findMaterial, versionsOfPost } from '../materials/read.ts';
import { keyboardOf } from '../messenger/buttons.ts';
import { question } from '../messenger/requests.ts';
import { postWordsOf } from '../notices/posts.ts';
import type { Actors } from '../participants/actors.ts';
import type { Languages } from '../participants/languages.ts';
import type { Participant } from '../participants/participants.ts';
import { staysInChannel } from './withdrawals.ts';

export interface FollowOptions {
	readonly db: Database;
	readonly trySend: Try;
	readonly tell: Tell;
	readonly actors: Actors;
	readonly languages: Languages;
	readonly channelId: number;
	readonly timeZone: string;
	readonly nowMs: () => number;
}

/** The purposes of the questions: what to correct, and which line replaces a post. */
export const ASKS_CORRECTION = 'correct';
export const ASKS_LINE = 'take_down_line';
const ASKS_ONCE_MORE = 'take_down';

export interface PressedOnPost {
	readonly intent: Intent;
	readonly sender: Participant;
	readonly cause: Cause;
}

export async function followPress({ intent, sender, cause }: PressedOnPost, options: FollowOptions): Promise<void> {
	if (intent.kind !== 'callback' || !isOfPost(intent.action)) return;
	const { db, nowMs } = options;
	const pressed = await findMaterial(db, intent.draft_key, intent.version);
	const [newest] = pressed?.state === 'published' ? await versionsOfPost(db, pressed) : [];
	const post = newest === undefined ? undefined : await findMaterial(db, newest.draft_key, newest.version);
	if (post === undefined) return;
	if (intent.action === 'correct') return ask(post, { sender, cause, purpose: ASKS_CORRECTION }, options);
	const stays = isInChannel(post) && (await staysInChannel(db, post, nowMs()));
	if (stays && (intent.action === 'take_down' || intent.action === 'take_down_yes'))
		return ask(post, { sender, cause, purpose: ASKS_LINE }, options);
	if (intent.action === 'take_down') await askOnceMore(post, { sender, cause }, options);
}

async function askOnceMore(
	post: Material,
	{ sender, cause }: Pick<PressedOnPost, 'sender' | 'cause'>,
	options: FollowOptions,
): Promise<void> {
	const { draft_key, version } = post;
	const words = await postWordsOf(options.db, options, post);
	await options.tell(sender, {
		purpose: ASKS_ONCE_MORE,
		entity_key: cause.event_key ?? `${draft_key}:${version}`,
		text: (messages) => messages.posts.takeDown({ draft: draftName(messages, post), ...words(messages) }),
		keyboard: (messages) =>
			keyboardOf(messages, [(['take_down_yes', 'take_down_no'] as const).map((action) => ({ action, draft_key, version }))]),
		cause,
	});
}

async function ask(
	post: Material,
	{ sender, cause, purpose }: Pick<PressedOnPost, 'sender' | 'cause'> & { readonly purpose: typeof ASKS_CORRECTION | typeof ASKS_LINE },
	options: FollowOptions,
): Promise<void> {
	const { db, trySend, actors, languages } = options;
	const { draft_key, version } = post;
	const { userId, chatId } = sender;
	const words = await postWordsOf(db, options, post);
	const textOf = (messages: Messages): string => {
		const about = { draft: draftName(messages, post), ...words(messages) };
		return purpose === ASKS_LINE ? messages.posts.askLine(about) : messages.posts.correct(about);
	};
	const to = { recipient_user_id: userId, chat_id: chatId };
	await trySend(
		{ ...cause, ...to, purpose, entity_key: cause.event_key ?? `${draft_key}:${version}`, operation: 'prompt', draft_key, version },
		{
			async build() {
				const messages = await languages.messagesFor(sender);
				return question(chatId, textOf(messages), messages.placeholders[purpose === ASKS_LINE ? 'line' : 'feedback']);
			},
			allowed: async () => (await actors.active(userId)) !== undefined,
		},
	);
}
