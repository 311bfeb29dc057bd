// What the sandbox tells while the desk works: who was told what and when, and how long the messenger waited for each update.

import { setTimeout as pause } from 'node:timers/promises';
import { buttonFor, type Call, type Message, type SandboxClient } from '../../../scripts/desk/sandboxClient.ts';
import { SANDBOX } from '../../../scripts/desk/services.ts';

export const PEOPLE = [SANDBOX.ownerId, SANDBOX.editorId] as const;
const LOOK_EVERY_MS = 100;
/** Nothing new for so long: what is missing then does not come. Work that an n8n took to its grave is taken up again before. */
const SILENCE_MS = 150_000;

/** An update that was brought to the desk or asked for by it. */
interface Brought {
	/** From the moment at which the desk had it to its confirmation. */
	readonly tookMs: number;
	readonly ok: boolean;
}

/** A message of the bot. */
export interface Said {
	readonly chatId: number;
	readonly messageId: number;
	readonly text: string;
	/** The draft that a preview shows. */
	readonly draft: string | undefined;
}

export interface Watch {
	readonly brought: readonly Brought[];
	/** What the two people and the channel were told so far. The sandbox itself forgets old messages. */
	readonly said: readonly Said[];
	/** By the id of the query, when each answer came, on the clock of `performance.now`. */
	readonly answers: ReadonlyMap<string, readonly number[]>;
	/** When the last of it came, on the same clock. */
	lastSeenMs(): number;
	stop(): void;
}

export async function watchSandbox(url: string): Promise<Watch> {
	const [brought, said, answers] = [[] as Brought[], [] as Said[], new Map<string, number[]>()];
	let seenMs = performance.now();
	const gone = new AbortController();
	const answer = await fetch(`${url}/control/events?only=message,call,callback_answer`, { signal: gone.signal });
	if (answer.body === null) throw new Error('The sandbox tells nothing');
	const lines = linesOf(answer.body.getReader());
	const note = (event: string, data: unknown): void => {
		if (event === 'message') {
			const { chat_id: chatId, message } = data as { readonly chat_id: number; readonly message: Message };
			if (chatId > 0 && message.from?.is_bot !== true) return;
			const draft = buttonFor(message, 'publish')?.split('|')[2];
			said.push({ chatId, messageId: message.message_id, text: message.text ?? message.caption ?? '', draft });
		} else if (event === 'callback_answer') {
			const { callback_query_id: id } = data as { readonly callback_query_id: string };
			answers.set(id, [...(answers.get(id) ?? []), performance.now()]);
		} else if (event === 'call' && (data as Call).kind === 'update') {
			const { took_ms: tookMs, ok } = data as Call;
			brought.push({ tookMs, ok });
		} else return;
		seenMs = performance.now();
	};
	const listen = async (): Promise<void> => {
		let event = '';
		for await (const line of lines) {
			if (line.startsWith('event: ')) event = line.slice('event: '.length);
			if (line.startsWith('data: ')) note(event, JSON.parse(line.slice('data: '.length)));
		}
	};
	listen().catch(() => undefined);
	return { brought, said, answers, lastSeenMs: () => seenMs, stop: () => gone.abort() };
}

/** Both people in turn, all at once. */
export async function ask(sandbox: SandboxClient, texts: readonly string[]): Promise<void> {
	await sandbox.sendAll(texts.map((text, index) => ({ from: PEOPLE[index % PEOPLE.length] as number, text })));
}

/** Requests for posts, each with another line, or the desk would ask whether it is the same one. */
export const requests = (fromLine: number, count: number): readonly string[] =>
	Array.from(
		{ length: count },
		(_, index) => `/post Line ${fromLine + index} opens on Saturday at 6:40, links harbour and university in 18 minutes and runs every 6.`,
	);

/** Each copy of a draft that one of the two was shown. */
export const previewsOf = (said: readonly Said[]): readonly Said[] => said.filter(({ draft, chatId }) => draft !== undefined && chatId > 0);

/** @throws Error when nothing comes any more */
export async function settled(watch: Watch, isDone: () => boolean): Promise<void> {
	while (!isDone()) {
		if (performance.now() - watch.lastSeenMs() > SILENCE_MS)
			throw new Error(`Nothing came for ${SILENCE_MS / 1_000} s, and something is missing`);
		await pause(LOOK_EVERY_MS);
	}
}

async function* linesOf(reader: ReadableStreamDefaultReader<Uint8Array>): AsyncGenerator<string> {
	const decoder = new TextDecoder();
	let rest = '';
	for (let read = await reader.read(); !read.done; read = await reader.read()) {
		const lines = (rest + decoder.decode(read.value, { stream: true })).split('\n');
		rest = lines.pop() ?? '';
		yield* lines;
	}
}
