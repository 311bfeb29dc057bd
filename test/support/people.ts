/**
 * Two people and a channel, as a test plays them through the sandbox messenger: they type, look and press.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import axios from 'axios';
import { SandboxClient, buttonFor, type Attached, type Message } from '../../scripts/desk/sandboxClient.ts';

export const OWNER = 1001;
export const EDITOR = 1002;
export const CHANNEL = -1_001_000_000_001;

export type SeenMessage = Message;
export { buttonFor as buttonOf };

export interface People {
	/** How many updates wait for the bot to take them. */
	updatesPending(): Promise<number>;
	/** Those that have not been met as often as they were asked for. */
	faults(): Promise<readonly unknown[]>;
	messages(chatId: number): Promise<readonly SeenMessage[]>;
	/** Types a text in one's private chat. */
	send(from: number, text: string, replyTo?: number): Promise<void>;
	/** A photo with words below it. */
	sendPhoto(from: number, photo: Buffer, text: string, replyTo?: number): Promise<void>;
	/** A video with words below it, as a person's program describes it. */
	sendVideo(from: number, video: NonNullable<Attached['video']>, text: string): Promise<void>;
	/** Presses the button whose callback data has this action, e.g. `publish`. */
	press(from: number, message: SeenMessage, action: string): Promise<void>;
	/** Presses the first button of a card. */
	take(from: number, card: SeenMessage): Promise<void>;
	/** Looks at a chat until a message fits; fails with what is there instead. */
	see(chatId: number, what: string, fits: (message: SeenMessage) => boolean, timeoutMs?: number): Promise<SeenMessage>;
	setFault(fault: Readonly<Record<string, unknown>>): Promise<void>;
	clearFaults(): Promise<void>;
}

/** The action of a card's first button: a card whose topic the desk had says so, and is taken knowingly. */
export const takingOf = (card: SeenMessage): 'take' | 'take_anyway' | undefined =>
	(['take', 'take_anyway'] as const).find((action) => buttonFor(card, action) !== undefined);

export const isPreview = (message: SeenMessage): boolean => message.caption !== undefined && buttonFor(message, 'publish') !== undefined;

/**
 * What the sandbox tells of its chats resolves the next wait, so that nobody asks for them in between; if it tells of nothing, a
 * second does.
 * @param signal ends the listening
 */
async function happenings(sandboxUrl: string, signal: AbortSignal): Promise<() => Promise<void>> {
	let isNews = false;
	let wake = (): void => undefined;
	const { body } = await fetch(`${sandboxUrl}/control/events?only=message,edit,delete`, { signal });
	const listen = async (): Promise<void> => {
		const reader = body?.getReader();
		while (reader !== undefined && !(await reader.read()).done) {
			isNews = true;
			wake();
		}
	};
	// Looking at the chats shows that a sandbox has gone away.
	listen().catch(() => undefined);
	return async () => {
		// What happens together is looked at once.
		await sleep(50);
		if (!isNews) await Promise.race([new Promise<void>((resolve) => (wake = resolve)), sleep(1_000)]);
		isNews = false;
	};
}

/** @param sandboxUrl e.g. `http://127.0.0.1:8095` */
export function peopleOf(sandboxUrl: string): People {
	const http = axios.create({ baseURL: sandboxUrl, timeout: 15_000 });
	const client = new SandboxClient(sandboxUrl);
	const messages = async (chatId: number) =>
		(await http.get<{ messages: readonly SeenMessage[] }>(`/control/chats/${chatId}`)).data.messages;
	const people: People = {
		updatesPending: async () => (await http.get<{ pending: number }>('/control/updates')).data.pending,
		faults: async () => (await http.get<{ faults: readonly unknown[] }>('/control/faults')).data.faults,
		messages,
		send: (from, text, replyTo) => client.send(from, text, replyTo),
		async sendPhoto(from, photo, text, replyTo) {
			const more = replyTo === undefined ? {} : { reply_to_message_id: replyTo };
			await http.post('/control/send', { from, text, photo: photo.toString('base64'), ...more });
		},
		sendVideo: (from, video, text) => client.sendWith(from, text, { video }),
		async press(from, message, action) {
			const data = buttonFor(message, action);
			if (data === undefined)
				throw new Error(`Message ${message.message_id} has no button "${action}": ${JSON.stringify(message.reply_markup)}`);
			await client.press(from, message.message_id, data);
		},
		take: (from, card) => people.press(from, card, takingOf(card) ?? 'take'),
		async see(chatId, what, fits, timeoutMs = 60_000) {
			const untilMs = Date.now() + timeoutMs;
			const ended = new AbortController();
			const next = await happenings(sandboxUrl, ended.signal);
			try {
				for (;;) {
					const present = await messages(chatId);
					const found = present.find(fits);
					if (found !== undefined) return found;
					if (Date.now() > untilMs) {
						const shown = present.map((message) => message.caption ?? message.text ?? '(no text)').map((text) => text.slice(0, 120));
						throw new Error(`Expected ${what} in chat ${chatId} but saw:\n  ${shown.join('\n  ')}`);
					}
					await next();
				}
			} finally {
				ended.abort();
			}
		},
		setFault: (fault) => client.setFaults(fault),
		async clearFaults() {
			await http.delete('/control/faults');
		},
	};
	return people;
}
