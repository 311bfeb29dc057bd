// npm run demo -- --news: from a topic to a post in the channel with its source, as two people would play it.

import { languages } from '@copydesk/domain/language';
import { messagesIn } from '@copydesk/domain/messages/catalogue';
import type { Messages } from '@copydesk/domain/messages/messages';
import type { Message, SandboxClient } from '../desk/sandboxClient.ts';
import { SANDBOX } from '../desk/services.ts';
import { demand, offers, type Play } from './play.ts';

const { ownerId: OWNER, editorId: EDITOR, channelId: CHANNEL } = SANDBOX;
/** The sandbox's AI writes a number wrong in a post about it, so that the check has something to find. */
const TOPIC = 'Lantern Pier';

/**
 * @param paidSince requests to the AI that were admitted since a moment, by purpose
 * @returns the last preview: what the channel shows
 */
export async function playNews(
	play: Play,
	sandbox: SandboxClient,
	paidSince: (ms: number) => Promise<Readonly<Record<string, number>>>,
): Promise<Message> {
	const startedAtMs = Date.now();
	await play.say(EDITOR, `/news ${TOPIC}`);
	const isBegun = anyLanguageSays(({ news }) => news.searching({ topic: TOPIC }));
	const card = await play.sees(EDITOR, 'a card with a headline, its source and its date', (message) => !isBegun(message));
	if (!offers('take')(card)) throw new Error('this desk has dealt with that news already; play it on a fresh one');
	await play.press(EDITOR, card, 'take');

	const { owner: first } = await play.previews();
	const paid = await paidSince(startedAtMs);
	demand(paid['caption_recheck'] === 1, `one number to be mended but the requests were ${JSON.stringify(paid)}`);
	play.tell('the check found the wrong number that the AI wrote, and it was mended');

	await play.press(OWNER, first, 'feedback');
	// The question ends with the name of the draft and its number, in any language.
	await play.sees(OWNER, 'the question what should change', ({ text = '' }) => /\(\d+\)\? /.test(text));
	const { from, to } = replacementIn(first.caption ?? '');
	await play.say(OWNER, `replace "${from}" with "${to}"`);
	const { owner, editor } = await play.previews();
	demand(owner.caption === (first.caption ?? '').replace(from, to), 'the old caption with that replaced');
	demand(editor.caption === owner.caption, 'the same caption in both chats');

	await play.press(EDITOR, editor, 'publish');
	const post = await play.sees(CHANNEL, 'the post with its source', ({ photo }) => photo !== undefined);
	for (const person of [OWNER, EDITOR])
		await play.sees(person, 'that it is published', ({ text = '' }) => /https:\/\/t\.me\/c\/\S+$/.test(text));
	demand(post.caption === editor.caption, 'the caption that was approved');
	demand(/\n\nOriginal: https:\/\/\S+$/.test(post.caption ?? ''), 'the source at the end of the post');

	const all = await paidSince(startedAtMs);
	const admitted = Object.values(all).reduce((sum, times) => sum + times, 0);
	const asked = (await sandbox.state()).calls.filter(({ kind, at }) => kind === 'ai' && at >= startedAtMs).length;
	const list = Object.entries(all).map(([purpose, times]) => `${purpose} ${times}`);
	process.stdout.write(`\n${asked} requests reached the AI stand-in, ${admitted} were admitted: ${list.join(', ')}.\n`);
	demand(asked === admitted, 'every request to the AI to be admitted');
	return editor;
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
