import { setTimeout as sleep } from 'node:timers/promises';
import { CopydeskError } from '@copydesk/domain/errors';
import { faultPoint } from '@copydesk/kit/faultPoints';
import type { S3Settings } from '../config.ts';
import { sha256Of } from '../sha256.ts';
import { signedHeaders } from './signature.ts';
import type { AssetStore } from './types.ts';

const ATTEMPTS = 3;
const FIRST_PAUSE_MS = 100;

export interface S3Options {
	readonly attemptTimeoutMs?: number;
	readonly nowMs?: () => number;
}

const NOTHING = new Uint8Array();

/**
 * A bucket of `<prefix>/<sha256>.png`, addressed path-style. An object appears whole or not at all, and the endpoint
 * itself checks the hash that is signed with it. Every request is the same when it is repeated, so failures are tried again.
 */
export function openS3Store(settings: S3Settings, { attemptTimeoutMs = 20_000, nowMs = Date.now }: S3Options = {}): AssetStore {
	const { endpoint, bucket, prefix } = settings;
	const urlOf = (name: string): URL => new URL(`${endpoint}/${[bucket, ...(prefix === '' ? [] : [prefix]), name].join('/')}`);

	/** @returns the body, or undefined for 404 */
	async function once(method: string, name: string, body: Uint8Array, bodySha256: string): Promise<Buffer | undefined> {
		const url = urlOf(name);
		const headers = signedHeaders(
			{ method, url, bodySha256, ...(method === 'PUT' ? { headers: { 'content-type': 'image/png' } } : {}) },
			settings,
			nowMs(),
		);
		const response = await fetch(url, {
			method,
			headers,
			...(method === 'PUT' ? { body: body as Uint8Array<ArrayBuffer> } : {}),
			redirect: 'error',
			signal: AbortSignal.timeout(attemptTimeoutMs),
		});
		const answer = Buffer.from(await response.arrayBuffer());
		if (response.ok) return answer;
		if (response.status === 404 && method === 'GET' && !answer.includes('NoSuchBucket')) return undefined;
		throw Object.assign(new Error(`${method} ${url.pathname}: ${response.status} ${answer.toString('utf8', 0, 300)}`), {
			isFinal: response.status < 500 && response.status !== 429,
		});
	}

	async function call(method: string, name: string, body: Uint8Array = NOTHING, known?: string): Promise<Buffer | undefined> {
		const bodySha256 = known ?? (await sha256Of(body));
		for (let attempt = 1; ; attempt += 1) {
			try {
				return await once(method, name, body, bodySha256);
			} catch (cause) {
				if (attempt >= ATTEMPTS || (cause as { isFinal?: boolean }).isFinal === true)
					throw new CopydeskError('unavailable', 'the bucket did not serve', { cause });
				await sleep(FIRST_PAUSE_MS * 2 ** (attempt - 1));
			}
		}
	}

	return {
		begin(purpose, first) {
			faultPoint(`${purpose}.temp_opened`);
			return {
				async keep(rest, assetId) {
					await call('PUT', `${assetId}.png`, Buffer.concat([...first, ...rest]), assetId);
					faultPoint(`${purpose}.stored`);
				},
				drop: () => Promise.resolve(),
			};
		},
		read: (assetId) => call('GET', `${assetId}.png`),
		async probe() {
			await call('PUT', '.probe', Buffer.from('probe'));
		},
		sweep: () => Promise.resolve(0),
	};
}
