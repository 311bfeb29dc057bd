/** The name under which people find the bot; it makes links into the chat. */
import type { Messenger } from './client.ts';
import { botAsked } from './requests.ts';

const TIMEOUT_MS = 5_000;
/** While the messenger does not answer, it is not asked for each page. */
const AGAIN_AFTER_MS = 60_000;

/** @param monotonicMs milliseconds of any clock that only runs ahead */
export function createBotName(messenger: Messenger, monotonicMs: () => number = () => performance.now()): () => Promise<string | null> {
	let known: string | null = null;
	let askedAtMs = Number.NEGATIVE_INFINITY;
	return async () => {
		if (known !== null || monotonicMs() - askedAtMs < AGAIN_AFTER_MS) return known;
		askedAtMs = monotonicMs();
		const answer = await messenger.call({ ...botAsked(), answerTimeoutMs: TIMEOUT_MS }).catch(() => undefined);
		const { username } = answer?.kind === 'accepted' ? (answer.result as { readonly username?: unknown }) : {};
		// Part of an address: only what such a name may have.
		known = typeof username === 'string' && /^\w{3,64}$/.test(username) ? username : null;
		return known;
	};
}
