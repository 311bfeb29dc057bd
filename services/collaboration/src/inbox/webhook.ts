/** The webhook of the main graph. */
export interface Webhook {
	readonly url: string;
	readonly secret: string;
}

/**
 * `absent`: n8n did not take the event (it does not listen, its webhook is not registered yet, or a proxy finds nothing behind it). If an
 * execution took it and crashed, it called the service before, so the event has changed since the post and `absent` has no effect.
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
