const ANSWER_TIMEOUT_MS = 15_000;
const MAX_SHOWN = 200;
/** Far more than any answer that is asked for here, a picture in JSON among them. */
const MAX_ANSWER_BYTES = 32_000_000;

/** The result of one request: an answer, or the reason why it failed, in words for a person. */
export type Reply =
	| { readonly kind: 'answer'; readonly status: number; readonly headers: Headers; readonly body: unknown; readonly bytes: Buffer }
	| { readonly kind: 'silence'; readonly reason: string };

/**
 * One request without a retry. Redirects are answers: a key must not follow them.
 * The body is JSON where it is JSON, text otherwise.
 */
export async function ask(
	url: string,
	options: { method?: string; headers?: Record<string, string>; json?: unknown; bytes?: Buffer; timeoutMs?: number } = {},
): Promise<Reply> {
	const { method = 'GET', headers = {}, json, bytes: raw, timeoutMs = ANSWER_TIMEOUT_MS } = options;
	try {
		const answer = await fetch(url, {
			method,
			redirect: 'manual',
			headers: { ...headers, ...(json === undefined ? {} : { 'Content-Type': 'application/json' }) },
			...(json === undefined ? {} : { body: JSON.stringify(json) }),
			...(raw === undefined ? {} : { body: new Uint8Array(raw) }),
			signal: AbortSignal.timeout(timeoutMs),
		});
		const bytes = await bytesOf(answer);
		if (bytes === null) return { kind: 'silence', reason: `its answer is longer than ${MAX_ANSWER_BYTES / 1_000_000} MB` };
		return { kind: 'answer', status: answer.status, headers: answer.headers, body: jsonOrText(bytes), bytes };
	} catch (error) {
		return { kind: 'silence', reason: reasonOf(error, timeoutMs) };
	}
}

/** Decompressed; null for a longer one, of which no more is read. */
async function bytesOf({ body, headers }: Response): Promise<Buffer | null> {
	if (Number(headers.get('content-length')) > MAX_ANSWER_BYTES) {
		await body?.cancel();
		return null;
	}
	const pieces: Uint8Array[] = [];
	let length = 0;
	const reader = body?.getReader();
	for (let piece = await reader?.read(); piece?.value !== undefined; piece = await reader?.read()) {
		length += piece.value.length;
		if (length > MAX_ANSWER_BYTES) {
			await reader?.cancel();
			return null;
		}
		pieces.push(piece.value);
	}
	return Buffer.concat(pieces);
}

function jsonOrText(bytes: Buffer): unknown {
	const text = bytes.toString('utf8');
	try {
		return JSON.parse(text);
	} catch {
		return text;
	}
}

/** Why no answer came, as a person would say it. */
export function reasonOf(error: unknown, timeoutMs: number = ANSWER_TIMEOUT_MS): string {
	if ((error as { name?: unknown }).name === 'TimeoutError') return `no answer within ${timeoutMs / 1000} s`;
	const cause = (error as { cause?: unknown }).cause;
	const code = String((cause as { code?: unknown } | undefined)?.code ?? (error as { code?: unknown }).code ?? '');
	if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'its name is not known to DNS';
	if (code === 'ECONNREFUSED') return 'nothing listens there';
	if (code === 'EHOSTUNREACH' || code === 'ENETUNREACH') return 'there is no way to it from here';
	if (code === 'CERT_HAS_EXPIRED') return 'its certificate has expired';
	if (/CERT|SSL|TLS|SELF_SIGNED|UNABLE_TO|ALTNAME/.test(code)) return `its certificate is not valid (${code})`;
	return code === '' ? String((error as Error).message) : code;
}

/** The words of an error answer, of the AI provider's or of our services' kind. */
export function wordsOf(body: unknown): string {
	// Gemini's interface puts its errors into a list.
	if (Array.isArray(body)) return wordsOf(body[0]);
	if (typeof body === 'string') return body.replace(/\s+/g, ' ').trim().slice(0, MAX_SHOWN);
	const { error, detail, message } = (body ?? {}) as { error?: unknown; detail?: unknown; message?: unknown };
	const inner = typeof error === 'object' && error !== null ? (error as { message?: unknown }).message : error;
	const words = [inner, detail, message].find((each) => typeof each === 'string');
	return String(words ?? '').slice(0, MAX_SHOWN);
}
