// What the sandbox tells while it happens.

import { buttonFor } from '../../scripts/desk/sandboxClient.ts';
import type { Call, Message } from '../../scripts/desk/sandboxClient.ts';

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
	const answer = await fetch(`${url}/control/events`, { signal: gone.signal });
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

async function* linesOf(reader: ReadableStreamDefaultReader<Uint8Array>): AsyncGenerator<string> {
	const decoder = new TextDecoder();
	let rest = '';
	for (let read = await reader.read(); !read.done; read = await reader.read()) {
		const lines = (rest + decoder.decode(read.value, { stream: true })).split('\n');
		rest = lines.pop() ?? '';
		yield* lines;
	}
}
