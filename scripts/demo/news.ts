// npm run demo -- --news: from a topic to a post in the channel with its source, as two people would play it.

import { languages } from '@copydesk/domain/language';
import { messagesIn } from '@copydesk/domain/messages/catalogue';
import type { Messages } from '@copydesk/domain/messages/messages';
import { buttonFor, messagesOf } from '../desk/sandboxClient.ts';
import type { Message, SandboxClient } from '../desk/sandboxClient.ts';
import { SANDBOX } from '../desk/services.ts';
import { Timeline } from '../desk/timeline.ts';

const STEP_TIMEOUT_MS = 120_000;
/** The sandbox's AI writes a number wrong in a post about it, so that the check has something to find. */
const TOPIC = 'Lantern Pier';

interface NewsPlay {
	readonly sandbox: SandboxClient;
	/** Says what is being done, for the message when it fails. */
	readonly step: (what: string) => void;
	/** Requests to the AI that were admitted since a moment, by purpose. */
	readonly paidSince: (ms: number) => Promise<Readonly<Record<string, number>>>;
}

/** @returns the last preview: what the channel shows */
export async function playNews({ sandbox, step, paidSince }: NewsPlay): Promise<Message> {
	const { ownerId, editorId, channelId } = SANDBOX;
	const before = await sandbox.state();
	const lastIn = (chat: number): number => Math.max(0, ...messagesOf(before, chat).map(({ message_id }) => message_id));
	const last = new Map<number, number>([ownerId, editorId, channelId].map((chat) => [chat, lastIn(chat)]));
	const see = async (what: string, chat: number, fits: (message: Message) => boolean): Promise<Message> => {
		step(`waiting for ${what}`);
		const from = last.get(chat) ?? 0;
		const found = await sandbox.until(what, STEP_TIMEOUT_MS, (state) =>
			messagesOf(state, chat).find((message) => message.message_id > from && fits(message)),
		);
		timeline.mark(what);
		return found;
	};
	const press = async (what: string, who: number, message: Message, action: string): Promise<void> => {
		step(what);
		last.set(who, Math.max(last.get(who) ?? 0, message.message_id));
		await sandbox.press(who, message.message_id, buttonFor(message, action) as string);
		timeline.mark(what);
	};
	const isPreview = (message: Message): boolean => message.photo !== undefined && buttonFor(message, 'publish') !== undefined;

	process.stdout.write(`\nThe editor writes: /news ${TOPIC}\n\n`);
	const timeline = new Timeline();
	step('asking for news');
	await sandbox.send(editorId, `/news ${TOPIC}`);
	timeline.mark('the editor asks for news');
	const isBegun = anyLanguageSays(({ news }) => news.searching({ topic: TOPIC }));
	const answer = await see(
		'a card with a headline, its source and its date',
		editorId,
		(message) => message.from?.is_bot === true && !isBegun(message),
	);
	if (buttonFor(answer, 'take') === undefined) throw new Error('this desk has dealt with that news already; play it on a fresh one');
	await press('the editor presses Write it', editorId, answer, 'take');

	const first = await see('the owner has a preview', ownerId, isPreview);
	const paid = await paidSince(timeline.startedAtMs);
	if (paid['caption_recheck'] !== 1) throw new Error(`nothing was mended: ${JSON.stringify(paid)}`);
	timeline.mark('the check found the wrong number that the AI wrote, and it was mended');
	await see('the editor has a preview', editorId, isPreview);

	await press('the owner presses Feedback', ownerId, first, 'feedback');
	// The question ends with the name of the draft and its number, in any language.
	const question = await see('the owner is asked what should change', ownerId, ({ text = '' }) => /\(\d+\)\? /.test(text));
	const { from, to } = replacementIn(first.caption ?? '');
	step('answering');
	await sandbox.send(ownerId, `replace "${from}" with "${to}"`, question.message_id);
	last.set(ownerId, question.message_id);
	timeline.mark(`the owner answers: replace "${from}" with "${to}"`);
	const second = await see('the owner has the new preview', ownerId, isPreview);
	if (second.caption !== (first.caption ?? '').replace(from, to)) throw new Error('the new caption is not the old one with that replaced');
	const shown = await see('the editor has it too', editorId, (message) => isPreview(message) && message.caption === second.caption);

	await press('the editor presses Publish', editorId, shown, 'publish');
	const post = await see('the post is in the channel, with its source', channelId, (message) => message.photo !== undefined);
	for (const [who, name] of [
		[ownerId, 'owner'],
		[editorId, 'editor'],
	] as const)
		await see(`the ${name} is told`, who, ({ text = '' }) => /https:\/\/t\.me\/c\/\S+$/.test(text));
	step('comparing the post with what was approved');
	if (post.caption !== shown.caption) throw new Error('the caption in the channel is not the one that was approved');
	if (!/\n\nOriginal: https:\/\/\S+$/.test(post.caption ?? '')) throw new Error('the post does not name its source');

	step('accounting for the requests to the AI');
	const all = await paidSince(timeline.startedAtMs);
	const admitted = Object.values(all).reduce((sum, times) => sum + times, 0);
	const asked = (await sandbox.state()).calls.filter(({ kind, at }) => kind === 'ai' && at >= timeline.startedAtMs).length;
	const list = Object.entries(all).map(([purpose, times]) => `${purpose} ${times}`);
	process.stdout.write(`\n${asked} requests reached the AI stand-in, ${admitted} were admitted: ${list.join(', ')}.\n`);
	if (asked !== admitted) throw new Error('not every request to the AI was admitted');
	return shown;
}

/** Each of the two is spoken with in a language of their own. */
function anyLanguageSays(sentence: (messages: Messages) => string): (message: Message) => boolean {
	const sentences = languages.map((language) => sentence(messagesIn(language)));
	return ({ text = '' }) => sentences.includes(text);
}

/** A number that occurs once beside its unit, which the owner wants written shorter. */
function replacementIn(caption: string): { readonly from: string; readonly to: string } {
	const from = '310 metres';
	if (caption.split(from).length === 2) return { from, to: '310 m' };
	const word = (caption.split('\n\nOriginal: ')[0]?.match(/(?<=\s)[a-z]{6,}(?= )/g) ?? []).find((one) => caption.split(one).length === 2);
	if (word === undefined) throw new Error(`no word occurs exactly once in: ${caption}`);
	return { from: word, to: `${word},` };
}
