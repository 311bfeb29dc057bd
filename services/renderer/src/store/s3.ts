import { setTimeout as sleep } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';
import { CopydeskError } from '@copydesk/domain/errors';
import { faultPoint } from '@copydesk/kit/faultPoints';
import type { S3Settings } from '../config.ts';
import { sha256Of } from '../sha256.ts';
import type { AssetStore } from './types.ts';

const ATTEMPTS = 3;
const FIRST_PAUSE_MS = 100;
const ATTEMPT_TIMEOUT_MS = 20_000;

const NOTHING = new Uint8Array();

/**
 * A bucket of `<prefix>/<sha256>.png`, addressed path-style. An object appears whole or not at all, and the endpoint checks the signed
 * hash. Every request is idempotent, so failures are retried.
 */
export function openS3Store(settings: S3Settings): AssetStore {
	const { endpoint, bucket, prefix, ...key } = settings;
	const urlOf = (name: string): string => [endpoint, bucket, ...(prefix === '' ? [] : [prefix]), name].join('/');

	/** @returns the body, or undefined for 404 */
	async function once(method: string, name: string, body: Uint8Array, bodySha256: string): Promise<Buffer | undefined> {
		const url = urlOf(name);
		const headers = { 'x-amz-content-sha256': bodySha256, ...(method === 'PUT' ? { 'content-type': 'image/png' } : {}) };
		const signed = await new AwsV4Signer({ method, url, headers, service: 's3', ...key }).sign();
		const response = await fetch(url, {
			method,
			headers: signed.headers,
			...(method === 'PUT' ? { body: body as Uint8Array<ArrayBuffer> } : {}),
			redirect: 'error',
			signal: AbortSignal.timeout(ATTEMPT_TIMEOUT_MS),
		});
		const answer = Buffer.from(await response.arrayBuffer());
		if (response.ok) return answer;
		if (response.status === 404 && method === 'GET' && !answer.includes('NoSuchBucket')) return undefined;
		throw Object.assign(new Error(`${method} ${url}: ${response.status} ${answer.toString('utf8', 0, 300)}`), {
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
		async put(purpose, parts, assetId) {
			await call('PUT', `${assetId}.png`, Buffer.concat(parts), assetId);
			faultPoint(`${purpose}.stored`);
		},
		read: (assetId) => call('GET', `${assetId}.png`),
		async probe() {
			await call('PUT', '.probe', Buffer.from('probe'));
		},
		sweep: () => Promise.resolve(0),
	};
}
