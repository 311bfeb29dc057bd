// Requests of two people, and what the sandbox tells while they are worked off.

import { setTimeout as pause } from 'node:timers/promises';
import { buttonFor } from '../../scripts/desk/sandboxClient.ts';
import type { Call, Message, SandboxClient } from '../../scripts/desk/sandboxClient.ts';
import { SANDBOX } from '../../scripts/desk/services.ts';

export const PEOPLE = [SANDBOX.ownerId, SANDBOX.editorId] as const;
/** Nothing new for so long: what is missing then does not come. */
const SILENCE_MS = 60_000;

/** An update that the messenger brought to the webhook. */
export interface Brought {
	readonly tookMs: number;
	readonly ok: boolean;
}

export interface Preview {
	readonly chatId: number;
	readonly draft: string;
}

export interface Watch {
	readonly taken: readonly Brought[];
	/** What the two people were shown so far, each copy of it. The sandbox itself forgets old messages. */
	readonly previews: readonly Preview[];
	/** When the last of either came, on the clock of `performance.now`. */
	lastSeenMs(): number;
	stop(): void;
}

export async function watchSandbox(url: string): Promise<Watch> {
	const taken: Brought[] = [];
	const previews: Preview[] = [];
	let seenMs = performance.now();
	const gone = new AbortController();
	const answer = await fetch(`${url}/control/events?only=message,call`, { signal: gone.signal });
	if (answer.body === null) throw new Error('The sandbox tells nothing');
	const lines = linesOf(answer.body.getReader());
	const listen = async (): Promise<void> => {
		let event = '';
		for await (const line of lines) {
			if (line.startsWith('event: ')) event = line.slice('event: '.length);
			if (!line.startsWith('data: ')) continue;
			const data: unknown = JSON.parse(line.slice('data: '.length));
			if (event === 'message') {
				const { chat_id: chatId, message } = data as { readonly chat_id: number; readonly message: Message };
				const draft = buttonFor(message, 'publish')?.split('|')[2];
				if (draft === undefined) continue;
				previews.push({ chatId, draft });
			} else if (event === 'call' && (data as Call).kind === 'update') {
				const { took_ms: tookMs, ok } = data as Call;
				taken.push({ tookMs, ok });
			} else continue;
			seenMs = performance.now();
		}
	};
	listen().catch(() => undefined);
	return {
		taken,
		previews,
		lastSeenMs: () => seenMs,
		stop: () => gone.abort(),
	};
}

/** Both people in turn, each with another line. */
export async function ask(sandbox: SandboxClient, from: number, count: number): Promise<void> {
	for (let line = from + 10; line < from + 10 + count; line += 1) {
		const text = `/post Line ${line} opens on Saturday at 6:40, links harbour and university in 18 minutes and runs every 6.`;
		await sandbox.send(PEOPLE[line % 2] as number, text);
	}
}

/** Resolves when so many drafts were shown to both. @throws Error when nothing comes any more */
export async function settled(watch: Watch, drafts: number): Promise<void> {
	while (watch.previews.length < drafts * PEOPLE.length) {
		if (performance.now() - watch.lastSeenMs() > SILENCE_MS)
			throw new Error(`${watch.previews.length} of ${drafts * PEOPLE.length} previews came, and then nothing for ${SILENCE_MS / 1_000} s`);
		await pause(20);
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
