/** The webhook of the main graph, for events that are posted again. */
export interface Webhook {
	readonly url: string;
	readonly secret: string;
}

/**
 * `absent`: nobody took the event (nobody listens, no webhook is registered there yet, or a proxy has nobody behind it). One that
 * took it and died has told us before: then the event is no longer as the post left it, and this word changes nothing.
 */
export type Post = (updateJson: string) => Promise<'posted' | 'absent'>;

const POST_TIMEOUT_MS = 30_000;
const NOBODY = new Set([404, 502, 503]);
const NOT_THERE = /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|UND_ERR_CONNECT_TIMEOUT/;

export function createPost({ url, secret }: Webhook, post: typeof fetch = fetch): Post {
	return async (updateJson) => {
		try {
			const response = await post(url, {
				method: 'POST',
				headers: { 'Content-Type': 'application/json', 'X-Telegram-Bot-Api-Secret-Token': secret },
				body: updateJson,
				redirect: 'error',
				signal: AbortSignal.timeout(POST_TIMEOUT_MS),
			});
			await response.body?.cancel();
			return NOBODY.has(response.status) ? 'absent' : 'posted';
		} catch (error) {
			const code = String(((error as { cause?: unknown }).cause as { code?: unknown } | undefined)?.code ?? '');
			return NOT_THERE.test(code) ? 'absent' : 'posted';
		}
	};
}
