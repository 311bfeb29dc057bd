// npm run demo -- --later: some days of posts that go out at a time and are taken down, on a desk of its own whose clock is set ahead,
// so that they pass in a minute. It fails if anything goes out early, twice or not at all, is not what was approved, or stays.
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { tables } from '@copydesk/collaboration/operator';
import { MINUTE_MS } from '@copydesk/domain/schedule/zone';
import { openDatabase } from '@copydesk/kit/database/open';
import type { Desk } from '../desk/desk.ts';
import { buttonFor, messagesOf, type Message, type SandboxClient } from '../desk/sandboxClient.ts';
import { SANDBOX } from '../desk/services.ts';
import { setEditorActive } from '../operator/people.ts';
import { onOwnDesk, untilQuiet } from './ownDesk.ts';
import { isPreview, offers, says, type Play, type Copies as Previews } from './play.ts';

const { ownerId: OWNER, editorId: EDITOR, channelId: CHANNEL } = SANDBOX;
const TIMEOUT_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const LINE = 'This post was taken down.';
/** A round of upkeep, and one more. */
const ROUNDS_MS = 4_500;
const REQUESTS = [
	'The new tram line 7 opens on Saturday at 6:40 and runs every 6 minutes.',
	'The library on Mill Street opens on Sundays from May, 10:00 to 16:00.',
	'The market on Oak Square opens on Saturdays from June, 8:00 to 14:00.',
	'The observatory shows Saturn on 20 August from 22:30, with 3 telescopes.',
	'The harbour bath opens on 3 June with 2 new saunas. Entry costs 6 euros.',
	'The repair café on Pine Road opens on 9 July, 15:00 to 18:00.',
];

/** The two copies of a post, by draft. */
interface Copies extends Previews {
	readonly draft: string;
}

/** @throws Error that says what did not come, or came when it should not */
export async function playLater(signal: AbortSignal): Promise<void> {
	const work = async (play: Play, sandbox: SandboxClient, desk: Desk) => {
		await new Day(play, sandbox, desk).play();
		process.stdout.write(
			'\nNothing went out early, nothing twice, nothing was forgotten, and the channel holds what was approved and not taken down.\n',
		);
	};
	// What is watched is the time, not the pictures.
	await onOwnDesk('later', signal, work, { sandbox: { SANDBOX_PICTURES: 'rough' } });
}

class Day {
	readonly #play: Play;
	readonly #sandbox: SandboxClient;
	readonly #desk: Desk;
	/** Captions and pictures that the channel should hold, in order. */
	readonly #approved: string[] = [];

	constructor(play: Play, sandbox: SandboxClient, desk: Desk) {
		this.#play = play;
		this.#sandbox = sandbox;
		this.#desk = desk;
	}

	async play(): Promise<void> {
		const [onTime, late, missed, raced, left, last] = await this.#sixPosts();
		await this.#play.scene('Planned, moved, taken off, planned again, and out at its time', 0, () => this.#onTime(onTime as Copies));
		await this.#play.scene('The service is dead when the time comes, and back within 15 minutes', 0, () => this.#late(late as Copies));
		await this.#play.scene('The service is dead for longer: both are asked', 0, () => this.#missed(missed as Copies));
		await this.#play.scene('Publish now against Take off, in the last second', 0, () => this.#raced(raced as Copies));
		await this.#play.scene('The one who approved it is disabled before its time', 0, () => this.#left(left as Copies));
		await this.#play.scene('Two posts are taken down: 47 hours old, and 49 hours old', 0, () =>
			this.#takenDown(left as Copies, last as Copies),
		);
	}

	async #sixPosts(): Promise<readonly Copies[]> {
		let posts: readonly Copies[] = [];
		await this.#play.scene('Six posts are asked for', 3 * REQUESTS.length, async () => {
			await this.#sandbox.sendAll(REQUESTS.map((text, index) => ({ from: index % 2 === 0 ? OWNER : EDITOR, text: `/post ${text}` })));
			posts = await this.#sandbox.until('all previews', 2 * TIMEOUT_MS, (state) => {
				const previews = messagesOf(state, EDITOR).filter(isPreview);
				const both = previews.flatMap((editor) => {
					const owner = messagesOf(state, OWNER).find((message) => isPreview(message) && draftOf(message) === draftOf(editor));
					return owner === undefined ? [] : [{ draft: draftOf(editor), owner, editor }];
				});
				return both.length === REQUESTS.length ? both : undefined;
			});
			this.#play.tell('both have all six previews');
			await untilQuiet(this.#desk);
		});
		return posts;
	}

	async #onTime(post: Copies): Promise<void> {
		await this.#plan(OWNER, post, 0);
		await this.#plan(EDITOR, post, 1);
		await this.#press(OWNER, post.owner, 'take_off');
		await this.#shows(EDITOR, post.editor, 'publish');
		const goesOutMs = await this.#plan(EDITOR, post, 0);
		await this.#setClock(goesOutMs - MINUTE_MS);
		await sleep(ROUNDS_MS);
		await this.#compare('a minute before its time the channel is empty');
		await this.#setClock(goesOutMs);
		await this.#isOut(post);
	}

	async #late(post: Copies): Promise<void> {
		const goesOutMs = await this.#plan(EDITOR, post, 0);
		await this.#deadUntil(goesOutMs + 10 * MINUTE_MS);
		await this.#isOut(post);
	}

	async #missed(post: Copies): Promise<void> {
		const goesOutMs = await this.#plan(OWNER, post, 0);
		await this.#deadUntil(goesOutMs + 20 * MINUTE_MS);
		for (const person of [OWNER, EDITOR])
			await this.#play.sees(person, 'that it could not go out in time, and what to do', offers('next_slot'));
		await this.#compare('nothing went out by itself');
		await this.#press(EDITOR, await this.#shows(EDITOR, post.editor, 'next_slot'), 'publish_now');
		await this.#isOut(post);
	}

	async #raced(post: Copies): Promise<void> {
		const goesOutMs = await this.#plan(OWNER, post, 0);
		await this.#setClock(goesOutMs - 1_000);
		const [owner, editor] = [await this.#shows(OWNER, post.owner, 'publish_now'), await this.#shows(EDITOR, post.editor, 'take_off')];
		await Promise.all([this.#press(OWNER, owner, 'publish_now'), this.#press(EDITOR, editor, 'take_off')]);
		await this.#setClock(goesOutMs + MINUTE_MS);
		await sleep(ROUNDS_MS);
		await untilQuiet(this.#desk);
		const { state } = await this.#material(post);
		this.#play.tell(state === 'published' ? 'Publish now was first' : 'Take off was first');
		if (state === 'published') await this.#isOut(post);
		else if (state === 'ready') await this.#shows(OWNER, post.owner, 'publish');
		else throw new Error(`the post is ${state}`);
		await this.#compare('exactly one of them won');
	}

	async #left(post: Copies): Promise<void> {
		const goesOutMs = await this.#plan(EDITOR, post, 0);
		await this.#setEditor(false);
		await this.#setClock(goesOutMs);
		await this.#play.sees(
			OWNER,
			'that it does not go out, because the person who approved it takes no part any more',
			says('no longer takes part'),
		);
		await this.#compare('it did not go out');
		await this.#setEditor(true);
		await this.#press(OWNER, await this.#shows(OWNER, post.owner, 'publish'), 'publish');
		await this.#isOut(post);
	}

	/** The first one is in the channel since a moment ago, the second one comes two hours after it. */
	async #takenDown(first: Copies, second: Copies): Promise<void> {
		await this.#setClock((await this.#sandbox.deskTime()) + 2 * HOUR_MS);
		await this.#press(OWNER, second.owner, 'publish');
		await this.#isOut(second);
		await this.#setClock((await this.#sandbox.deskTime()) + 47 * HOUR_MS);
		await this.#play.press(EDITOR, await this.#notice(second, EDITOR, 'take_down'), 'take_down');
		await this.#play.press(EDITOR, await this.#notice(second, EDITOR, 'take_down_yes'), 'take_down_yes');
		await this.#play.sees(OWNER, 'that the editor took it down', says('🗑'));
		this.#approved.pop();
		await this.#compare('it is deleted');
		await this.#play.press(OWNER, await this.#notice(first, OWNER, 'take_down'), 'take_down');
		const question = await this.#play.sees(
			OWNER,
			'that the messenger deletes nothing that old, and a question for a line',
			says('48 hours'),
		);
		await this.#sandbox.send(OWNER, LINE, question.message_id);
		await this.#play.sees(EDITOR, 'that the owner put a line in its place', says('🗑'));
		this.#approved.splice(-1, 1, looksOf({ ...first.editor, caption: LINE }));
		await this.#compare('its words are gone, its picture is there with the line');
	}

	/** A notice about a post that has this button. */
	async #notice({ draft }: Copies, person: number, action: string): Promise<Message> {
		this.#play.step = `waiting for the button ${action}`;
		return this.#sandbox.until(`the button ${action}`, TIMEOUT_MS, (state) =>
			messagesOf(state, person).findLast((each) => buttonFor(each, action)?.split('|')[2] === draft),
		);
	}

	/** Chooses one of the times that are offered. @returns when it goes out */
	async #plan(person: number, post: Copies, choice: number): Promise<number> {
		const [copy, otherId, other] = person === OWNER ? [post.owner, EDITOR, post.editor] : [post.editor, OWNER, post.owner];
		await this.#press(person, await this.#shows(person, copy, 'later'), 'later');
		const times = await this.#shows(person, copy, 'at');
		const data = buttonsOf(times).filter((each) => each.includes('|at|'))[choice] ?? '';
		await this.#sandbox.press(person, copy.message_id, data);
		const goesOutMs = Number(data.split('|').at(-1)) * MINUTE_MS;
		await this.#shows(otherId, other, 'take_off');
		await this.#shows(person, copy, 'take_off');
		this.#play.tell(`${post.draft} goes out at ${new Date(goesOutMs).toISOString().slice(0, 16)}`);
		await untilQuiet(this.#desk);
		return goesOutMs;
	}

	async #press(person: number, message: Message, action: string): Promise<void> {
		const now = await this.#shows(person, message, action);
		await this.#play.press(person, now, action);
	}

	/** Waits until a message has this button. */
	async #shows(person: number, message: Message, action: string): Promise<Message> {
		this.#play.step = `waiting for the button ${action}`;
		return this.#sandbox.until(`the button ${action}`, TIMEOUT_MS, (state) =>
			messagesOf(state, person).find((each) => isThe(message)(each) && offers(action)(each)),
		);
	}

	async #material({ draft }: Copies): Promise<{ readonly state: string }> {
		return this.#inDatabase('collaboration', (db) =>
			tables(db).selectFrom('material').select('state').where('draft_key', '=', draft).executeTakeFirstOrThrow(),
		);
	}

	async #setEditor(active: boolean): Promise<void> {
		await this.#inDatabase('participants', (db) => setEditorActive(db, active, Date.now(), 'demo'), false);
		this.#play.tell(`the editor is ${active ? 'enabled' : 'disabled'}`);
	}

	async #inDatabase<T>(name: string, work: (db: Awaited<ReturnType<typeof openDatabase>>) => Promise<T>, readOnly = true): Promise<T> {
		const db = await openDatabase(`sqlite:${join(this.#desk.data, 'collaboration', `${name}.sqlite`)}`, readOnly ? { readOnly } : {});
		try {
			return await work(db);
		} finally {
			await db.close();
		}
	}

	async #setClock(toMs: number): Promise<void> {
		const byMs = toMs - (await this.#sandbox.deskTime());
		if (byMs > 0) await this.#sandbox.moveClock(byMs);
		this.#play.tell(`the clock is set to ${new Date(toMs).toISOString().slice(0, 19)}`);
	}

	/** The service is killed as often as it comes back, until the clock has passed. */
	async #deadUntil(toMs: number): Promise<void> {
		this.#desk.kill('collaboration', 'SIGKILL');
		await this.#setClock(toMs);
		this.#play.tell('the service was dead until then');
	}

	/** A post is in the channel now, as it was approved, and both have been told. */
	async #isOut(post: Copies): Promise<void> {
		this.#play.step = `waiting for ${post.draft} in the channel`;
		await this.#sandbox.until(`${post.draft} in the channel`, TIMEOUT_MS, (state) =>
			messagesOf(state, CHANNEL).find((message) => looksOf(message) === looksOf(post.editor)),
		);
		this.#approved.push(looksOf(post.editor));
		await untilQuiet(this.#desk);
		await this.#compare('it is in the channel, as it was approved');
	}

	async #compare(what: string): Promise<void> {
		const shown = (await this.#sandbox.messages(CHANNEL)).map(looksOf);
		if (JSON.stringify(shown) !== JSON.stringify(this.#approved))
			throw new Error(`the channel holds ${shown.length} posts and not the ${this.#approved.length} that were approved`);
		this.#play.tell(what);
	}
}

const buttonsOf = ({ reply_markup }: Message): readonly string[] =>
	(reply_markup?.inline_keyboard ?? []).flat().flatMap(({ callback_data }) => (callback_data === undefined ? [] : [callback_data]));
const isThe =
	({ message_id }: Message) =>
	(message: Message): boolean =>
		message.message_id === message_id;
const draftOf = (message: Message): string => (buttonFor(message, 'publish') ?? '').split('|')[2] ?? '';
/** The caption and the picture. */
const looksOf = ({ caption, photo }: Message): string => `${photo?.at(-1)?.file_unique_id ?? ''} ${caption ?? ''}`;
