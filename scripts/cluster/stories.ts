// Two people who write posts, ask for changes and decide, and who do what people do when nothing happens: they look for a
// button that helps, and press again.

import { setTimeout as sleep } from 'node:timers/promises';
import { tables } from '@copydesk/collaboration/operator';
import type { Database } from '@copydesk/kit/database/types';
import { SandboxClient, buttonFor, messagesOf } from '../desk/sandboxClient.ts';
import type { SandboxState } from '../desk/sandboxClient.ts';
import { SANDBOX } from '../desk/services.ts';
import type { Moment } from './timeline.ts';

const LOOK_AGAIN_MS = 300;
/** As long as a person waits before pressing once more. */
const PATIENCE_MS = 100_000;
/** How the work on a request ends without a draft; people are told of both. */
const GIVEN_UP = ['failed', 'interrupted'] as const;

export interface Story {
	readonly number: number;
	/** Who writes; the other one decides. */
	readonly writer: number;
	readonly wanted: 'published' | 'rejected';
	readonly revised: boolean;
}

export interface Told {
	readonly story: Story;
	readonly draftKey: string;
	readonly caption: string;
	readonly startedAtMs: number;
	readonly tookMs: number;
	/** Buttons that were pressed because something had been interrupted, and presses that were repeated. */
	readonly helped: number;
	/** What its people did, and when. */
	readonly deeds: readonly Moment[];
	/** Who asked to go on, once for each press: they are shown the draft again. */
	readonly resumedBy: readonly number[];
}

export const storyOf = (number: number): Story => ({
	number,
	writer: number % 2 === 0 ? SANDBOX.ownerId : SANDBOX.editorId,
	wanted: number % 5 === 4 ? 'rejected' : 'published',
	revised: number % 2 === 1,
});

const otherThan = (person: number): number => (person === SANDBOX.ownerId ? SANDBOX.editorId : SANDBOX.ownerId);
const requestOf = ({ number }: Story): string =>
	`Ferry ${1_000 + number} leaves the harbour at 6:40 from Saturday, runs every 20 minutes, and a ticket costs ${number + 5} euros.`;
const newWords = ({ number }: Story): string => `replace "a ticket costs" with "one ride of line ${1_000 + number} costs"`;

/** What the sandbox and the database show, looked at by one for all who wait. */
export class Watch {
	readonly sandbox: SandboxClient;
	readonly db: () => Promise<Database>;
	/** Requests to the AI that it answered, by their number in the sandbox. */
	readonly paid = new Set<number>();
	/** The story that each person gives feedback on: the desk asks a person one question at a time. */
	readonly feedback = new Map<number, Story>();
	#state: SandboxState = { chats: [], updates_pending: 0, calls: [] };
	#stopped = false;
	#round: Promise<void>;

	constructor(sandboxUrl: string, db: () => Promise<Database>) {
		this.sandbox = new SandboxClient(sandboxUrl);
		this.db = db;
		this.#round = this.#look();
	}

	get state(): SandboxState {
		return this.#state;
	}

	async #look(): Promise<void> {
		while (!this.#stopped) {
			this.#state = await this.sandbox.state().catch(() => this.#state);
			for (const { kind, id, ok } of this.#state.calls) if (kind === 'ai' && ok) this.paid.add(id);
			await sleep(LOOK_AGAIN_MS);
		}
	}

	async stop(): Promise<void> {
		this.#stopped = true;
		await this.#round;
	}
}

interface Draft {
	readonly draft_key: string;
	readonly version: number;
	readonly state: string;
	readonly caption: string | null;
}

/** Plays a story to its end, also while processes are killed. @throws Error when it does not come to its end in time */
export async function play(story: Story, watch: Watch, timeoutMs: number): Promise<Told> {
	const startedAtMs = Date.now();
	const teller = new Teller(story, watch);
	for (;;) {
		const draft = await latestOf(story, watch).catch(() => undefined);
		if (draft?.state === story.wanted)
			return {
				story,
				draftKey: draft.draft_key,
				caption: draft.caption ?? '',
				startedAtMs,
				tookMs: Date.now() - startedAtMs,
				helped: teller.helped,
				deeds: teller.deeds,
				resumedBy: teller.resumedBy,
			};
		if (Date.now() - startedAtMs > timeoutMs)
			throw new Error(`Story ${story.number} is not ${story.wanted} after ${timeoutMs / 1000} s; its draft: ${JSON.stringify(draft)}`);
		// The database may be the one that was killed: then nothing is done, and looked again.
		await teller.act(draft).catch((error: unknown) => {
			if ((error as { code?: unknown }).code !== 'unavailable') throw error;
		});
		await sleep(LOOK_AGAIN_MS);
	}
}

async function latestOf(story: Story, watch: Watch): Promise<Draft | undefined> {
	return await tables(await watch.db())
		.selectFrom('material')
		.select(['draft_key', 'version', 'state', 'caption'])
		.where('request', 'like', `%Ferry ${1_000 + story.number} %`)
		.orderBy('version', 'desc')
		.limit(1)
		.executeTakeFirst();
}

class Teller {
	helped = 0;
	readonly resumedBy: number[] = [];
	readonly deeds: Moment[] = [];
	readonly #story: Story;
	readonly #watch: Watch;
	/** When each thing was last done. */
	readonly #done = new Map<string, number>();

	constructor(story: Story, watch: Watch) {
		this.#story = story;
		this.#watch = watch;
	}

	async act(draft: Draft | undefined): Promise<void> {
		const { writer, wanted, revised } = this.#story;
		if (draft === undefined) return await this.#send();
		const { draft_key: draftKey, version, state } = draft;
		if (await this.#takeWayOut(draftKey)) return;
		const { feedback } = this.#watch;
		if (version > 1 && feedback.get(writer) === this.#story) feedback.delete(writer);
		if (state === 'ready' && revised && version === 1) {
			if ((feedback.get(writer) ?? this.#story) !== this.#story) return;
			feedback.set(writer, this.#story);
			return await this.#press(writer, 'feedback', draftKey, version);
		}
		if (state === 'ready') return await this.#press(otherThan(writer), wanted === 'published' ? 'publish' : 'reject', draftKey, version);
		if (state === 'awaiting_feedback') await this.#answer(draftKey);
	}

	async #send(): Promise<void> {
		if (this.#done.has('send') && !(await this.#failedSince('send', `%Ferry ${1_000 + this.#story.number} %`, GIVEN_UP))) return;
		this.#note('send');
		await this.#watch.sandbox.send(this.#story.writer, `/post ${requestOf(this.#story)}`);
	}

	/** For the first time, or again: at once after a failure, which people are told of, else because it led to nothing. */
	async #isDue(what: string, draftKey: string): Promise<boolean> {
		const lastMs = this.#done.get(what);
		return lastMs === undefined || Date.now() - lastMs >= PATIENCE_MS || (await this.#failedSince(what, `%${draftKey}%`));
	}

	async #failedSince(what: string, about: string, states: readonly ('failed' | 'interrupted')[] = ['failed']): Promise<boolean> {
		const failed = await tables(await this.#watch.db())
			.selectFrom('event')
			.select('event_key')
			.where('state', 'in', states)
			.where('received_at_ms', '>=', this.#done.get(what) ?? 0)
			.where(({ eb, or }) => or([eb('draft_key', 'like', about), eb('intent', 'like', about)]))
			.executeTakeFirst();
		return failed !== undefined;
	}

	#note(what: string): void {
		if (this.#done.has(what)) this.helped += 1;
		this.#done.set(what, Date.now());
		this.deeds.push({ atMs: Date.now(), what: `the person's ${what}` });
	}

	async #press(person: number, action: string, draftKey: string, version: number): Promise<void> {
		const what = `${action} ${version}`;
		if (!(await this.#isDue(what, draftKey))) return;
		const message = messagesOf(this.#watch.state, person).findLast((each) => {
			const [, , key, number] = (buttonFor(each, action) ?? '').split('|');
			return key === draftKey && Number(number) === version;
		});
		if (message === undefined) return;
		this.#note(what);
		await this.#watch.sandbox.press(person, message.message_id, buttonFor(message, action) as string);
	}

	/** Answers each question of the bot about this draft; once more when the answer led to nothing. */
	async #answer(draftKey: string): Promise<void> {
		const { writer } = this.#story;
		const questions = await tables(await this.#watch.db())
			.selectFrom('delivery')
			.select('message_id')
			.where(({ and }) => and({ draft_key: draftKey, operation: 'prompt', recipient_user_id: writer, state: 'sent' }))
			.execute();
		for (const { message_id } of questions) {
			const what = `answer ${message_id}`;
			if (message_id === null || !(await this.#isDue(what, draftKey))) continue;
			this.#note(what);
			await this.#watch.sandbox.send(writer, newWords(this.#story), message_id);
		}
	}

	/** Presses what a notice about this draft offers, each once: go on, try again, or say whether the post is in the channel. */
	async #takeWayOut(draftKey: string): Promise<boolean> {
		for (const person of [this.#story.writer, otherThan(this.#story.writer)])
			for (const message of messagesOf(this.#watch.state, person))
				for (const action of ['resume', 'retry', 'there', 'not_there']) {
					const data = buttonFor(message, action);
					const [, , key, version] = (data ?? '').split('|');
					if (data === undefined || key !== draftKey) continue;
					if (action === 'there' && !(await this.#isInChannel(draftKey, Number(version)))) continue;
					if (action === 'not_there' && (await this.#isInChannel(draftKey, Number(version)))) continue;
					const what = `${person} ${message.message_id} ${action}`;
					if (this.#done.has(what)) continue;
					this.#note(what);
					this.helped += 1;
					if (action === 'resume' || action === 'retry') this.resumedBy.push(person);
					await this.#watch.sandbox.press(person, message.message_id, data);
					return true;
				}
		return false;
	}

	async #isInChannel(draftKey: string, version: number): Promise<boolean> {
		const row = await tables(await this.#watch.db())
			.selectFrom('material')
			.select('caption')
			.where(({ and }) => and({ draft_key: draftKey, version }))
			.executeTakeFirst();
		return messagesOf(this.#watch.state, SANDBOX.channelId).some(({ caption }) => caption === row?.caption);
	}
}
