/** What the channel is about, in its own words: its title and its description. */
import { MAX_ABOUT_UNITS } from '@copydesk/domain/limits';
import type { Messenger } from './client.ts';
import { chatAsked } from './requests.ts';

const KEPT_MS = 3_600_000;
/** People wait for what follows from it. */
const TIMEOUT_MS = 5_000;

interface Chat {
	readonly title?: unknown;
	readonly description?: unknown;
}

/** Reads it once an hour; empty while the messenger does not say. */
export function createChannelAbout(messenger: Messenger, channelId: number, nowMs: () => number): () => Promise<string> {
	let known: { readonly text: string; readonly atMs: number } | undefined;
	return async () => {
		if (known !== undefined && nowMs() - known.atMs < KEPT_MS) return known.text;
		const answer = await messenger.call({ ...chatAsked(channelId), answerTimeoutMs: TIMEOUT_MS }).catch(() => undefined);
		const { title, description } = answer?.kind === 'accepted' ? (answer.result as Chat) : {};
		const text = [title, description].filter((part) => typeof part === 'string' && part !== '').join('. ');
		known = { text: text.slice(0, MAX_ABOUT_UNITS), atMs: nowMs() };
		return known.text;
	};
}
