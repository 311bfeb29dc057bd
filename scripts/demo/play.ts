// What a play of the demo is made of: people who write and press, and messages that are waited for.
import { shorten } from '@copydesk/domain/text/shorten';
import { buttonFor, messagesOf, type Attached, type Call, type Message, type SandboxClient } from '../desk/sandboxClient.ts';
import { SANDBOX } from '../desk/services.ts';
import { Timeline } from '../desk/timeline.ts';

const STEP_TIMEOUT_MS = 180_000;

export type Test = (message: Message) => boolean;

export const isPreview: Test = (message) => message.photo !== undefined && buttonFor(message, 'publish') !== undefined;
export const says =
	(words: string): Test =>
	({ text = '' }) =>
		text.includes(words);
export const offers =
	(action: string): Test =>
	(message) =>
		buttonFor(message, action) !== undefined;

/** A preview in each chat. */
export interface Copies {
	readonly owner: Message;
	readonly editor: Message;
}

/** @throws Error that says what was expected */
export function demand(isSo: boolean, what: string): void {
	if (!isSo) throw new Error(`expected ${what}`);
}

/** One thing that happens, told in the timeline, with the paid requests that it may cause. */
interface Scene {
	readonly name: string;
	readonly paid: number;
}

export class Play {
	readonly #sandbox: SandboxClient;
	readonly #timeline = new Timeline();
	readonly #scenes: Scene[] = [];
	#seen = new Map<number, number>();
	/** What is waited for, for the message when it never comes. */
	step = 'beginning';

	constructor(sandbox: SandboxClient) {
		this.#sandbox = sandbox;
	}

	/** @param most how many requests to the AI the scene may cause, beside those that read what a message asks for */
	async scene(name: string, most: number, work: () => Promise<void>): Promise<void> {
		process.stdout.write(`\n${name}\n`);
		const startedAtMs = Date.now();
		await work();
		const requests = (await this.#sandbox.state()).calls
			.filter(isPaid)
			.filter(({ at, method }) => at >= startedAtMs && method !== 'copydesk_brief');
		const paid = requests.length;
		const named = requests.map(({ method }) => method).join(', ');
		this.#timeline.mark(`requests to the AI: ${paid}, at most ${most}${named === '' ? '' : ` (${named})`}`);
		this.#scenes.push({ name, paid });
		if (paid > most) throw new Error(`${paid} requests to the AI where the table allows ${most}`);
	}

	get scenes(): readonly Scene[] {
		return this.#scenes;
	}

	async say(from: number, text: string, attached: Attached = {}): Promise<void> {
		await this.#look();
		await this.#sandbox.sendWith(from, text, attached);
		const what = attached.photo !== undefined ? 'sends a photo' : attached.video !== undefined ? 'sends a video' : 'writes';
		this.#timeline.mark(`the ${nameOf(from)} ${what}${text === '' ? '' : `: ${shorten(text, 90)}`}`);
	}

	async press(from: number, message: Message, action: string): Promise<void> {
		await this.#look();
		const data = buttonFor(message, action);
		if (data === undefined) throw new Error(`there is no button ${action}`);
		await this.#sandbox.press(from, message.message_id, data);
		this.#timeline.mark(`the ${nameOf(from)} presses ${labelOf(message, data)}`);
	}

	/** The first message since somebody last did something. */
	async sees(chat: number, what: string, test: Test): Promise<Message> {
		this.step = `waiting for ${what} (${nameOf(chat)})`;
		const last = this.#seen.get(chat) ?? 0;
		const found = await this.#sandbox.until(what, STEP_TIMEOUT_MS, (state) =>
			messagesOf(state, chat).find((message) => message.message_id > last && !isFromPerson(message) && test(message)),
		);
		this.#timeline.mark(`the ${nameOf(chat)} sees ${what}`);
		return found;
	}

	async previews(): Promise<Copies> {
		return {
			owner: await this.sees(SANDBOX.ownerId, 'the preview', isPreview),
			editor: await this.sees(SANDBOX.editorId, 'the preview', isPreview),
		};
	}

	/** A message as it is now. */
	async again(chat: number, { message_id }: Message): Promise<Message> {
		const message = (await this.#sandbox.messages(chat)).find((each) => each.message_id === message_id);
		if (message === undefined) throw new Error(`message ${message_id} is gone`);
		return message;
	}

	/** Waits until a message has changed. @returns it as it is then */
	async becomes(chat: number, { message_id }: Message, what: string, test: Test): Promise<Message> {
		this.step = `waiting for ${what} (${nameOf(chat)})`;
		const found = await this.#sandbox.until(what, STEP_TIMEOUT_MS, (state) =>
			messagesOf(state, chat).find((each) => each.message_id === message_id && test(each)),
		);
		this.#timeline.mark(`the ${nameOf(chat)} sees ${what}`);
		return found;
	}

	/** Waits until a message has this button. @returns it as it is then */
	async shows(chat: number, { message_id }: Message, action: string, what: string): Promise<Message> {
		this.step = `waiting until ${what} has the button ${action}`;
		const found = await this.#sandbox.until(what, STEP_TIMEOUT_MS, (state) =>
			messagesOf(state, chat).find((each) => each.message_id === message_id && offers(action)(each)),
		);
		const data = buttonFor(found, action) ?? '';
		this.#timeline.mark(`${what} has the button ${labelOf(found, data)}`);
		return found;
	}

	/** Waits until a message has no buttons any more. */
	async loses(chat: number, { message_id }: Message, what: string): Promise<void> {
		this.step = `waiting until ${what} has no buttons`;
		await this.#sandbox.until(what, STEP_TIMEOUT_MS, (state) =>
			messagesOf(state, chat).find((each) => each.message_id === message_id && (each.reply_markup?.inline_keyboard ?? []).length === 0),
		);
		this.#timeline.mark(`${what} has no buttons any more`);
	}

	async posts(): Promise<number> {
		return (await this.#sandbox.messages(SANDBOX.channelId)).filter(({ photo }) => photo !== undefined).length;
	}

	tell(what: string): void {
		this.#timeline.mark(what);
	}

	async #look(): Promise<void> {
		const { chats } = await this.#sandbox.state();
		this.#seen = new Map(chats.map(({ id, messages }) => [id, Math.max(0, ...messages.map(({ message_id }) => message_id))]));
	}
}

const isFromPerson = ({ from }: Message): boolean => from?.is_bot === false;
const isPaid = ({ kind }: Call): boolean => kind === 'ai';

function nameOf(id: number): string {
	return id === SANDBOX.ownerId ? 'owner' : id === SANDBOX.editorId ? 'editor' : 'channel';
}

function labelOf({ reply_markup }: Message, data: string): string {
	return reply_markup?.inline_keyboard?.flat().find((button) => button.callback_data === data)?.text ?? data;
}
