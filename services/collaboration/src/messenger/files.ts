/** Downloads files that people sent. Their addresses contain the token, so no error shows an address. */
import type { Messenger } from './client.ts';

/** `gone`: the messenger will never give it; `away`: it may give it later. */
export type FileBytes = { readonly bytes: Buffer } | Missing;

interface Missing {
	readonly missing: 'too_large' | 'gone' | 'away';
}

export interface Files {
	/** Never rejects. */
	fetch(fileId: string): Promise<FileBytes>;
}

interface FilesOptions {
	readonly apiUrl: string;
	readonly token: string;
	readonly messenger: Messenger;
	readonly maxBytes: number;
	readonly fetch?: typeof fetch;
	readonly timeoutMs?: number;
}

const FILE_PATH = /^[A-Za-z0-9_][A-Za-z0-9_./-]{0,255}$/;

export function createFiles({ apiUrl, token, messenger, maxBytes, fetch: fetchFrom = fetch, timeoutMs = 20_000 }: FilesOptions): Files {
	const pathOf = async (file_id: string): Promise<{ readonly path: string } | Missing> => {
		const answer = await messenger.call({ method: 'getFile', fields: { file_id }, answerTimeoutMs: timeoutMs });
		if (answer.kind === 'refused') {
			if (answer.errorCode !== 400) return { missing: 'away' };
			return { missing: /too big/i.test(answer.description) ? 'too_large' : 'gone' };
		}
		if (answer.kind !== 'accepted') return { missing: 'away' };
		const { file_path: path, file_size: size } = (answer.result ?? {}) as { file_path?: unknown; file_size?: unknown };
		if (typeof size === 'number' && size > maxBytes) return { missing: 'too_large' };
		return typeof path === 'string' && FILE_PATH.test(path) && !path.includes('..') ? { path } : { missing: 'gone' };
	};
	return {
		async fetch(fileId) {
			const found = await pathOf(fileId);
			if ('missing' in found) return found;
			try {
				const signal = AbortSignal.timeout(timeoutMs);
				const response = await fetchFrom(`${apiUrl}/file/bot${token}/${found.path}`, { redirect: 'error', signal });
				if (response.status !== 200 || response.body === null) {
					await response.body?.cancel();
					return { missing: response.status === 404 ? 'gone' : 'away' };
				}
				const chunks: Uint8Array[] = [];
				let length = 0;
				const reader = response.body.getReader();
				for (let part = await reader.read(); !part.done; part = await reader.read()) {
					length += part.value.length;
					if (length > maxBytes) {
						await reader.cancel();
						return { missing: 'too_large' };
					}
					chunks.push(part.value);
				}
				return { bytes: Buffer.concat(chunks) };
			} catch {
				// The error may contain the address.
				return { missing: 'away' };
			}
		},
	};
}
