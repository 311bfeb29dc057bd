// Two people and a channel, from outside: what the sandbox's control interface offers to its page, for the demo and for tests.

import { setTimeout as sleep } from 'node:timers/promises';
import type { FormEntity } from '@copydesk/domain/caption/form';

const ANSWER_TIMEOUT_MS = 10_000;
const LOOK_AGAIN_MS = 50;

export interface Button {
	readonly text: string;
	readonly callback_data?: string;
}

/** The fields of a message that the demo and the tests look at; it has all that the messenger's own has. */
export interface Message {
	readonly message_id: number;
	/** Unix seconds. */
	readonly date: number;
	readonly from?: { readonly id: number; readonly is_bot: boolean };
	readonly text?: string;
	readonly caption?: string;
	readonly caption_entities?: readonly FormEntity[];
	readonly photo?: readonly {
		readonly file_id: string;
		readonly file_unique_id: string;
		readonly width: number;
		readonly height: number;
	}[];
	readonly video?: { readonly file_unique_id: string; readonly cover?: readonly object[] };
	readonly media_group_id?: string;
	readonly reply_markup?: { readonly inline_keyboard?: readonly (readonly Button[])[]; readonly force_reply?: boolean };
}

/** What a text may come with. */
export interface Attached {
	/** The text is below it. */
	readonly photo?: Buffer;
	/** As a person's program describes it. */
	readonly video?: { readonly width: number; readonly height: number; readonly duration: number; readonly file_size: number };
	/** Messages with the same digits are sent together. */
	readonly album?: string;
	readonly entities?: readonly FormEntity[];
	readonly replyTo?: Message;
}

export interface Chat {
	readonly id: number;
	readonly messages: readonly Message[];
}

/** One request that reached the sandbox, or one that it made. */
export interface Call {
	readonly id: number;
	/** Unix milliseconds at its end. */
	readonly at: number;
	readonly kind: 'messenger' | 'ai' | 'update' | 'person';
	readonly method: string;
	readonly chat_id?: number;
	readonly ok: boolean;
	readonly status: number;
	readonly took_ms: number;
}

export interface SandboxState {
	readonly chats: readonly Chat[];
	readonly updates_pending: number;
	readonly calls: readonly Call[];
}

export class SandboxClient {
	readonly #base: string;

	constructor(base: string) {
		this.#base = base;
	}

	async state(): Promise<SandboxState> {
		return (await this.#call('GET', '/control/state')) as SandboxState;
	}

	/** A chat's messages, oldest first; none if the chat is still empty. */
	async messages(chatId: number): Promise<readonly Message[]> {
		return (await this.state()).chats.find((chat) => chat.id === chatId)?.messages ?? [];
	}

	/** Somebody types into the private chat with the bot. */
	async send(from: number, text: string, replyTo?: number): Promise<void> {
		await this.#call('POST', '/control/send', { from, text, ...(replyTo === undefined ? {} : { reply_to_message_id: replyTo }) });
	}

	/** The same with a photo or a video, or with words that have a form. */
	async sendWith(from: number, text: string, { photo, video, album, entities, replyTo }: Attached): Promise<void> {
		// JSON leaves out what is undefined.
		const attached = { photo: photo?.toString('base64'), video, media_group_id: album, entities, reply_to_message_id: replyTo?.message_id };
		await this.#call('POST', '/control/send', { from, text, ...attached });
	}

	/** Several messages of several people, all at once. */
	async sendAll(messages: readonly { readonly from: number; readonly text: string }[]): Promise<void> {
		await this.#call('POST', '/control/send', messages);
	}

	/** Sets the messenger of a person to a language. */
	async setLanguage(from: number, languageCode: string): Promise<void> {
		await this.#call('POST', '/control/language', { from, language_code: languageCode });
	}

	/** Somebody presses a button in the private chat with the bot. @returns the id of the query */
	async press(from: number, messageId: number, callbackData: string): Promise<string> {
		const answer = await this.#call('POST', '/control/press', { from, message_id: messageId, callback_data: callbackData });
		return (answer as { readonly callback_query_id: string }).callback_query_id;
	}

	/** What the desk's clock shows, in Unix milliseconds. */
	async deskTime(): Promise<number> {
		const { now, clock_ahead_ms } = (await this.#call('GET', '/control/state')) as {
			readonly now: number;
			readonly clock_ahead_ms: number;
		};
		return now + clock_ahead_ms;
	}

	/** Sets it ahead. */
	async moveClock(byMs: number): Promise<void> {
		await this.#call('POST', '/control/clock', { by_ms: byMs });
	}

	async setFaults(faults: Readonly<Record<string, unknown>>): Promise<void> {
		await this.#call('POST', '/control/faults', faults);
	}

	/**
	 * Looks again and again until the state holds what is waited for.
	 * @param what for the message when it never comes
	 * @param find returns what was found, or undefined
	 */
	async until<T>(what: string, timeoutMs: number, find: (state: SandboxState) => T | undefined): Promise<T> {
		const deadlineMs = Date.now() + timeoutMs;
		for (;;) {
			const state = await this.state();
			const found = find(state);
			if (found !== undefined) return found;
			if (Date.now() > deadlineMs) throw new Error(`${what} did not come within ${timeoutMs / 1000} s. ${newestOf(state)}`);
			await sleep(LOOK_AGAIN_MS);
		}
	}

	async #call(method: string, path: string, body?: unknown): Promise<unknown> {
		const answer = await fetch(`${this.#base}${path}`, {
			method,
			...(body === undefined ? {} : { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
			signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
		});
		const text = await answer.text();
		if (!answer.ok) throw new Error(`The sandbox refused ${method} ${path}: ${answer.status} ${text.slice(0, 300)}`);
		return text === '' ? undefined : JSON.parse(text);
	}
}

/** What was said last in each chat: the reason why something does not come is mostly there. */
const newestOf = ({ chats }: SandboxState): string =>
	chats.map(({ id, messages }) => `In ${id}: ${JSON.stringify(messages.slice(-3).map(({ text, caption }) => text ?? caption))}`).join('. ');

export function messagesOf(state: SandboxState, chatId: number): readonly Message[] {
	return state.chats.find((chat) => chat.id === chatId)?.messages ?? [];
}

/** The data of the button that does this, e.g. `publish`, if the message has it. */
export function buttonFor(message: Message, action: string): string | undefined {
	return message.reply_markup?.inline_keyboard
		?.flat()
		.map((button) => button.callback_data)
		.find((data) => data?.split('|')[1] === action);
}
