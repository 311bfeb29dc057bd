/** Presses that count as words: they answer the question what should change, choose what a version has, or say what words are meant for. */
import type { Prices } from '@copydesk/domain/ai/prices';
import { isOfChoice, isOfMenu, type ChoiceAction, type MenuAction } from '@copydesk/domain/chat/callback';
import type { Asked, Intent } from '@copydesk/domain/desk/intentTypes';
import type { Incoming } from '@copydesk/domain/event/update';
import type { Purpose } from '@copydesk/domain/event/purposes';
import type { Messages } from '@copydesk/domain/messages/messages';
import { draftName, moneyName } from '@copydesk/domain/messages/sentences';
import { hasOwnPicture } from '@copydesk/domain/cover/photo';
import { looksFor, picturesFor, titlesFor, wordsOfChoice, wordsOfMenu } from '@copydesk/domain/desk/menu';
import { readIntent } from '@copydesk/domain/desk/intent';
import { eventKeyOfDraft } from '@copydesk/domain/ids';
import { readFeedback } from '@copydesk/domain/revision/intent';
import type { Database } from '@copydesk/kit/database/types';
import { lastCost } from '../admissions/spend.ts';
import { isAnswered, messageBehind, wordsBehind } from '../events/events.ts';
import { findMaterial, keyNamed, openSessions, pictureBefore } from '../materials/read.ts';
import type { Participant } from '../participants/participants.ts';
import { questionFor } from './questions.ts';

interface Received {
	readonly asked: Asked;
	readonly incoming: Incoming;
	readonly sender: Participant;
	readonly messages: Messages;
}

export interface MenuOptions {
	readonly db: Database;
	/** Without them nothing is said of money. */
	readonly prices?: Prices | undefined;
	readonly nowMs: () => number;
}

type Press<Action> = Extract<Asked, { readonly kind: 'callback' }> & { readonly action: Action };

const isPressOf = <Action extends string>(asked: Asked, isOf: (action: never) => boolean): asked is Press<Action> =>
	asked.kind === 'callback' && isOf(asked.action as never);

/**
 * @returns the reply that the press stands for, or what is asked back; undefined for another event, and where the question is not
 * open any more, or is somebody else's
 */
export async function answerMenu(received: Received, options: MenuOptions): Promise<Intent | undefined> {
	const { asked, messages } = received;
	if (isPressOf<MenuAction>(asked, isOfMenu)) return answerPress(asked, received, options);
	if (isPressOf<ChoiceAction>(asked, isOfChoice)) return takeChoice(asked, received, options);
	if (asked.kind === 'callback' && asked.action === 'change_it') return takeForPost(asked, received, options);
	if (asked.kind === 'callback' && asked.action === 'use_heard') return takeHeard(asked, received, options);
	if (asked.kind !== 'feedback_reply' || readFeedback(asked.text).kind !== 'picture_before') return undefined;
	const material = await findMaterial(options.db, asked.draft_key, asked.version);
	const hasBefore = material !== undefined && (await pictureBefore(options.db, material)) !== null;
	return hasBefore ? undefined : { kind: 'usage', text: messages.menu.noPictureBefore };
}

async function answerPress(asked: Press<MenuAction>, { sender, messages }: Received, { db, prices }: MenuOptions) {
	const { action, draft_key, version } = asked;
	const sessions = await openSessions(db, sender.userId);
	const open = sessions.find((each) => each.draft_key === draft_key && each.version === version);
	if (open === undefined) return undefined;
	const about = { draft_key, version };
	const money = async (...purposes: Purpose[]) => {
		const cost = await lastCost(db, purposes, prices);
		return { money: cost === null || prices === undefined ? null : moneyName(messages, cost, prices.currency) };
	};
	if (action === 'own_words') return { ...asked, text: messages.menu.ownWords };
	if (action === 'other_template') return { ...asked, text: messages.menu.templates, buttons: looksFor(open) };
	if (action === 'other_title')
		return { ...asked, text: messages.menu.howManyTitles(await money('text_revise', 'caption_check')), buttons: titlesFor(about) };
	if (action === 'other_picture') {
		const drawing = messages.menu.drawNew(await money('illustration'));
		return {
			...asked,
			text: hasOwnPicture(open) ? `${messages.photos.which}\n\n${drawing}` : drawing,
			buttons: picturesFor(about, (await pictureBefore(db, open)) !== null),
		};
	}
	const text = wordsOfMenu(messages, action);
	return text === null ? undefined : ({ kind: 'feedback_reply', ...about, text } as const);
}

/** Words that were no reply become the correction of a post by this press alone. */
async function takeForPost(
	{ draft_key, version: number }: Extract<Asked, { readonly kind: 'callback' }>,
	{ sender, incoming, messages }: Received,
	{ db }: MenuOptions,
): Promise<Intent | undefined> {
	if (incoming.kind !== 'callback' || (await isAnswered(db, sender.userId, incoming.messageId))) return undefined;
	const text = await wordsBehind(db, sender.userId, draft_key);
	const post = await findMaterial(db, await keyNamed(db, String(number)));
	if (text === null || post?.state !== 'published') return undefined;
	const { withdrawn, asked } = messages.posts.refused;
	const gone = post.withdrawn_at_ms !== null ? withdrawn : post.withdrawn_by_user_id !== null ? asked : null;
	if (gone !== null) return { kind: 'usage', text: gone({ draft: draftName(messages, post) }) };
	return { kind: 'feedback_reply', draft_key: post.draft_key, version: post.version, text };
}

/** What a person said, read again as the answer to the question that is open now. */
async function takeHeard(
	{ draft_key }: Extract<Asked, { readonly kind: 'callback' }>,
	{ sender, incoming }: Received,
	{ db, nowMs }: MenuOptions,
): Promise<Intent | undefined> {
	const eventKey = eventKeyOfDraft(draft_key);
	if (incoming.kind !== 'callback' || eventKey === null || (await isAnswered(db, sender.userId, incoming.messageId))) return undefined;
	const spoken = await messageBehind(db, sender.userId, eventKey);
	if (spoken === null || spoken.sound !== undefined) return undefined;
	const answer = readIntent(spoken, await questionFor(db, sender, spoken, nowMs()));
	if (answer.kind === 'feedback_reply') return answer;
	return answer.kind === 'words' && answer.open !== undefined && answer.beside === undefined ? answer : undefined;
}

/** The choice is open while people decide about the version, and in a question about it to the person who presses. */
async function takeChoice({ action, draft_key, version }: Press<ChoiceAction>, { sender, messages }: Received, { db }: MenuOptions) {
	const latest = await findMaterial(db, draft_key);
	if (latest === undefined || latest.version !== version) return undefined;
	const isOpen = latest.state === 'ready' || (latest.state === 'awaiting_feedback' && latest.feedback_actor_user_id === sender.userId);
	if (!isOpen || (action === 'picture_before' && (await pictureBefore(db, latest)) === null)) return undefined;
	const text = wordsOfChoice(messages, action, latest.other_titles ?? []);
	return text === null ? undefined : ({ kind: 'feedback_reply', draft_key, version, text } as const);
}
