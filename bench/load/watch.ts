// What the sandbox tells while it happens.

import type { Call } from '../../scripts/desk/sandboxClient.ts';
import { SANDBOX } from '../../scripts/desk/services.ts';

/** An update that the messenger brought to the webhook. */
export interface Brought {
	readonly tookMs: number;
	readonly ok: boolean;
}

export interface Watch {
	readonly taken: readonly Brought[];
	/** Pictures that the two people were shown so far. */
	readonly previews: number;
	/** When the last of either came, on the clock of `performance.now`. */
	lastSeenMs(): number;
	stop(): void;
}

export async function watchSandbox(url: string): Promise<Watch> {
	const taken: Brought[] = [];
	let [previews, seenMs] = [0, performance.now()];
	const gone = new AbortController();
	const answer = await fetch(`${url}/control/events`, { signal: gone.signal });
	if (answer.body === null) throw new Error('The sandbox tells nothing');
	const lines = linesOf(answer.body.getReader());
	const listen = async (): Promise<void> => {
		let event = '';
		for await (const line of lines) {
			if (line.startsWith('event: ')) event = line.slice('event: '.length);
			if (event !== 'call' || !line.startsWith('data: ')) continue;
			const call = JSON.parse(line.slice('data: '.length)) as Call;
			if (call.kind === 'update') taken.push({ tookMs: call.took_ms, ok: call.ok });
			else if (call.method === 'sendPhoto' && call.ok && call.chat_id !== SANDBOX.channelId) previews += 1;
			else continue;
			seenMs = performance.now();
		}
	};
	listen().catch(() => undefined);
	return {
		taken,
		get previews() {
			return previews;
		},
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
