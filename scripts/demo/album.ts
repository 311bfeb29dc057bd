// npm run demo -- --album: five photos and a video with a sentence become one post, without a cover and with one: seen by both, one item
// replaced, planned, published at its time, corrected and taken down. test/e2e/albums.test.ts plays the same.
import { setTimeout as sleep } from 'node:timers/promises';
import { MINUTE_MS } from '@copydesk/domain/schedule/zone';
import { painters } from '@copydesk/sandbox/ai/paint';
import sharp from 'sharp';
import { buttonFor, messagesOf, type Message, type SandboxClient } from '../desk/sandboxClient.ts';
import { SANDBOX } from '../desk/services.ts';
import { onOwnDesk, untilQuiet } from './ownDesk.ts';
import { demand, offers, says, type Play } from './play.ts';

const { ownerId: OWNER, editorId: EDITOR, channelId: CHANNEL } = SANDBOX;
const TIMEOUT_MS = 60_000;
/** More than a round of upkeep. */
const SECONDS_BEFORE_MS = 8_000;
const VIDEO = { width: 1_280, height: 720, duration: 34, file_size: 314_572_800 };
/** Its place among the six that are sent. */
const VIDEO_AT = 3;
/** A text and its check. */
const TEXTS = 2;

/** What is played: the words below the album, the button that is pressed, and what the correction replaces. */
export interface AlbumPlay {
	readonly choice: 'album_all' | 'album_cover';
	/** Digits, as the messenger's. */
	readonly group: string;
	readonly words: string;
	readonly edit: { readonly from: string; readonly to: string };
}

export const ALBUM_PLAYS: readonly AlbumPlay[] = [
	{
		choice: 'album_all',
		group: '71',
		words: 'The harbour lights come back on Friday at 21:00. Entry to the pier is free. They burn until midnight.',
		edit: { from: 'Entry to the pier is free.', to: 'Entry to the pier costs nothing.' },
	},
	{
		choice: 'album_cover',
		group: '72',
		words: 'The rose garden at the mill shows ninety sorts from Sunday. The café opens at 9:00. Dogs may come along.',
		edit: { from: 'Dogs may come along.', to: 'Dogs are welcome.' },
	},
];

/** @throws Error that says what did not come, or is otherwise than it should be */
export async function playAlbums(signal: AbortSignal): Promise<void> {
	await onOwnDesk('album', signal, async (play, sandbox, desk) => {
		for (const each of ALBUM_PLAYS) {
			const name = each.choice === 'album_all' ? 'Five photos and a video' : 'The same with the cover as the first picture';
			// A cover of the editor's photo is drawn by the renderer, so no picture is paid for.
			await play.scene(name, TEXTS, () => new Album(play, sandbox, () => untilQuiet(desk), each).play());
		}
		process.stdout.write('\nEach album went out once, at its time, as both had seen it, and was taken down whole.\n');
	});
}

export class Album {
	readonly #play: Play;
	readonly #sandbox: SandboxClient;
	readonly #quiet: () => Promise<void>;
	readonly #given: AlbumPlay;
	/** How many messages the post is. */
	readonly #count: number;

	/** @param quiet waits until no event is being worked on */
	constructor(play: Play, sandbox: SandboxClient, quiet: () => Promise<void>, given: AlbumPlay) {
		this.#play = play;
		this.#sandbox = sandbox;
		this.#quiet = quiet;
		this.#given = given;
		this.#count = given.choice === 'album_cover' ? 7 : 6;
	}

	async play(): Promise<void> {
		const first = await this.#asked();
		const second = await this.#replaced(first);
		const post = await this.#published(second);
		await this.#corrected(second.draft, post);
		await this.#takenDown(second.draft, post);
	}

	/** Sends the album, and answers how much of it becomes the post. */
	async #asked() {
		const photos = await Promise.all(Array.from({ length: 5 }, (_, at) => photo(`${this.#given.words} ${at}`)));
		const known = await this.#known();
		const album = this.#given.group;
		for (let at = 0, next = 0; at < 6; at += 1) {
			const attached = at === VIDEO_AT ? { video: VIDEO } : { photo: photos[next++] as Buffer };
			await this.#play.say(EDITOR, at === 1 ? this.#given.words : '', { ...attached, album });
		}
		const question = await this.#play.sees(EDITOR, 'one question about all six', offers(this.#given.choice));
		await this.#play.press(EDITOR, question, this.#given.choice);
		return this.#seenByBoth(known);
	}

	async #replaced({ draft, items, editor }: Seen) {
		const place = this.#count - 1;
		await this.#quiet();
		await this.#play.press(EDITOR, editor, 'feedback');
		await this.#play.sees(EDITOR, 'the question what should change', says('What should change'));
		const known = await this.#known();
		await this.#play.say(EDITOR, String(place), { photo: await photo('another one') });
		const seen = await this.#seenByBoth(known);
		demand(seen.draft === draft, 'the same draft');
		demand(JSON.stringify(placesThatDiffer(items, seen.items)) === `[${place}]`, `item ${place} alone to be another one`);
		return seen;
	}

	/** Planned, and out at its time. */
	async #published({ editor, items, caption, draft }: Seen): Promise<readonly Message[]> {
		await this.#quiet();
		const isNewPost = await this.#known();
		await this.#play.press(EDITOR, editor, 'later');
		await this.#play.press(EDITOR, await this.#play.shows(EDITOR, editor, 'other_time', 'the preview'), 'other_time');
		const question = await this.#play.sees(EDITOR, 'the question when', says('When should'));
		await this.#play.say(EDITOR, 'in 40 minutes', { replyTo: question });
		const plan = await this.#play.shows(EDITOR, editor, 'take_off', 'the preview');
		await this.#quiet();
		const told = buttonFor(plan, 'take_off')?.split('|')[2];
		demand(told === draft, 'the plan of this draft');
		await this.#sandbox.moveClock(40 * MINUTE_MS - 2 * SECONDS_BEFORE_MS);
		await sleep(SECONDS_BEFORE_MS / 2);
		demand(this.#new(await this.#sandbox.messages(CHANNEL), isNewPost).length === 0, 'nothing in the channel before its time');
		await this.#sandbox.moveClock(2 * SECONDS_BEFORE_MS);
		this.#play.step = 'waiting for the album in the channel';
		const post = await this.#sandbox.until('the album in the channel', TIMEOUT_MS, (state) => {
			const messages = this.#new(messagesOf(state, CHANNEL), isNewPost);
			return messages.length >= this.#count ? messages : undefined;
		});
		demand(sameItems(post, items), 'the items that were seen, in their order');
		demand(new Set(post.map(({ media_group_id }) => media_group_id)).size === 1, 'one album');
		demand(JSON.stringify(captionsOf(post)) === JSON.stringify([caption]), 'the words that were seen, once');
		this.#play.tell(`the channel shows the album of ${post.length} as it was approved`);
		await this.#quiet();
		return post;
	}

	async #corrected(draft: string, post: readonly Message[]): Promise<void> {
		const { from, to } = this.#given.edit;
		await this.#play.press(EDITOR, await this.#notice(draft, EDITOR, 'correct'), 'correct');
		const question = await this.#play.sees(EDITOR, 'the question what is wrong', says('What should change in'));
		const known = await this.#known();
		await this.#play.say(EDITOR, `replace "${from}" with "${to}"`, { replyTo: question });
		const { owner, caption } = await this.#seenByBoth(known);
		await this.#quiet();
		await this.#play.press(OWNER, owner, 'publish');
		const first = post[0] as Message;
		const now = await this.#play.becomes(CHANNEL, first, 'the corrected words', (message) => message.caption === caption);
		demand(now.caption?.includes(to) === true && !now.caption.includes(from), `“${to}” in place of “${from}”`);
		const shown = (await this.#sandbox.messages(CHANNEL)).filter(({ message_id }) => message_id >= first.message_id);
		demand(sameItems(shown, post.map(fileOf)), 'the same items, and no other message');
		await this.#quiet();
	}

	async #takenDown(draft: string, post: readonly Message[]): Promise<void> {
		await this.#play.press(OWNER, await this.#notice(draft, OWNER, 'take_down'), 'take_down');
		await this.#play.press(OWNER, await this.#notice(draft, OWNER, 'take_down_yes'), 'take_down_yes');
		const ids = post.map(({ message_id }) => message_id);
		this.#play.step = 'waiting until the album is taken down';
		await this.#sandbox.until('an empty place', TIMEOUT_MS, (state) =>
			messagesOf(state, CHANNEL).some(({ message_id }) => ids.includes(message_id)) ? undefined : true,
		);
		this.#play.tell('all of it is taken down');
		await this.#quiet();
	}

	/** Both have the same album, with buttons below it. @param known what was there before */
	async #seenByBoth(known: ReadonlySet<string>): Promise<Seen> {
		const [owner, editor] = [await this.#copy(OWNER, known), await this.#copy(EDITOR, known)];
		demand(JSON.stringify(owner.items) === JSON.stringify(editor.items), 'the same items in both chats, in the same order');
		demand(owner.caption === editor.caption, 'the same words in both chats');
		this.#play.tell(`both see the album of ${owner.items.length}`);
		return { ...owner, owner: owner.buttons, editor: editor.buttons };
	}

	async #copy(chat: number, known: ReadonlySet<string>) {
		this.#play.step = 'waiting for the album in both chats';
		return this.#sandbox.until('the album', 3 * TIMEOUT_MS, (state) => {
			const messages = messagesOf(state, chat).filter((message) => !known.has(keyOf(chat, message)));
			const buttons = messages.find(offers('publish'));
			const items = messages.filter(({ media_group_id, from }) => media_group_id !== undefined && from?.is_bot === true);
			if (buttons === undefined || items.length !== this.#count) return undefined;
			const draft = buttonFor(buttons, 'publish')?.split('|')[2] ?? '';
			return { draft, buttons, items: items.map(fileOf), caption: captionsOf(items).join('\n') };
		});
	}

	/** A notice about the post that has this button. */
	async #notice(draft: string, person: number, action: string): Promise<Message> {
		this.#play.step = `waiting for the button ${action}`;
		return this.#sandbox.until(`the button ${action}`, TIMEOUT_MS, (state) =>
			messagesOf(state, person).findLast((message) => buttonFor(message, action)?.split('|')[2] === draft),
		);
	}

	async #known(): Promise<ReadonlySet<string>> {
		const { chats } = await this.#sandbox.state();
		return new Set(chats.flatMap(({ id, messages }) => messages.map((message) => keyOf(id, message))));
	}

	#new(messages: readonly Message[], known: ReadonlySet<string>): readonly Message[] {
		return messages.filter((message) => !known.has(keyOf(CHANNEL, message)));
	}
}

/** An album that both have before them. */
interface Seen {
	readonly draft: string;
	/** The files of its items, in their order. */
	readonly items: readonly string[];
	readonly caption: string;
	/** The messages with the buttons. */
	readonly owner: Message;
	readonly editor: Message;
}

const keyOf = (chat: number, { message_id }: Message): string => `${chat}:${message_id}`;
const fileOf = ({ photo: sizes, video }: Message): string => sizes?.at(-1)?.file_unique_id ?? video?.file_unique_id ?? '';
const captionsOf = (messages: readonly Message[]): readonly string[] => messages.flatMap(({ caption }) => caption ?? []);
const sameItems = (messages: readonly Message[], items: readonly string[]): boolean =>
	JSON.stringify(messages.map(fileOf)) === JSON.stringify(items);
/** Counted from 1. */
const placesThatDiffer = (items: readonly string[], others: readonly string[]): readonly number[] =>
	items.flatMap((item, at) => (item === others[at] ? [] : [at + 1]));

/** It stands for one that a person took. */
const photo = async (of: string): Promise<Buffer> =>
	sharp(await painters.rough(of, 1_024, 768))
		.jpeg()
		.toBuffer();
