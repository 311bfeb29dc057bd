/**
 * A renderer for tests: in this process, on a free port, in a directory of its own; every exchange is held against
 * the OpenAPI document.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { openLog } from '@copydesk/kit/log';
import { listen } from '@copydesk/kit/server';
import { openRenderer, type Renderer } from '../../services/renderer/src/app.ts';
import { readRendererConfig } from '../../services/renderer/src/config.ts';
import { fastFolder } from './environment.ts';
import { openApiDocument } from './openapi.ts';

export const RENDERER_KEY = 'a-renderer-key-for-tests-of-40-characters';
export const rendererApi = openApiDocument(fileURLToPath(new URL('../../services/renderer/openapi.yaml', import.meta.url)));

export interface Answer {
	readonly status: number;
	readonly headers: Headers;
	readonly bytes: Buffer;
	// The tests say what they expect of it.
	// eslint-disable-next-line @typescript-eslint/no-explicit-any
	readonly body: any;
}

export interface Client {
	/** `key: null` sends no credential. */
	call(
		method: string,
		path: string,
		options?: { body?: string | Buffer; contentType?: string; key?: string | null; headers?: Record<string, string> },
	): Promise<Answer>;
	get(path: string, headers?: Record<string, string>): Promise<Answer>;
	postImage(bytes: Buffer): Promise<Answer>;
	postCover(request: unknown): Promise<Answer>;
}

export function clientOf(url: string): Client {
	const call: Client['call'] = async (method, path, { body, contentType, key = RENDERER_KEY, headers = {} } = {}) => {
		const response = await fetch(url + path, {
			method,
			...(body === undefined ? {} : { body }),
			headers: {
				...(key === null ? {} : { authorization: `Bearer ${key}` }),
				...(contentType === undefined ? {} : { 'content-type': contentType }),
				...headers,
			},
		});
		const bytes = Buffer.from(await response.arrayBuffer());
		const isJson = /json/.test(response.headers.get('content-type') ?? '');
		const parsed: unknown = isJson && bytes.length > 0 ? JSON.parse(bytes.toString()) : undefined;
		let requestBody: unknown;
		try {
			if (typeof body === 'string') requestBody = JSON.parse(body);
		} catch {
			// Not JSON on purpose; then it must have been refused.
		}
		rendererApi.check({
			method,
			path,
			requestBody,
			status: response.status,
			headers: response.headers,
			body: parsed,
			bodyBytes: bytes.length,
		});
		return { status: response.status, headers: response.headers, bytes, body: parsed };
	};
	return {
		call,
		get: (path, headers) => call('GET', path, headers === undefined ? {} : { headers }),
		postImage: (bytes) => call('POST', '/v1/images', { body: bytes, contentType: 'image/png' }),
		postCover: (request) => call('POST', '/v1/covers', { body: JSON.stringify(request), contentType: 'application/json' }),
	};
}

export interface TestRenderer extends Client {
	readonly url: string;
	readonly dataDir: string;
	readonly renderer: Renderer;
	/** Stops it; removes its directory when it made it. */
	stop(): Promise<void>;
}

export async function startRenderer(env: Record<string, string> = {}): Promise<TestRenderer> {
	const ours = env['RENDERER_DATA_DIR'] === undefined;
	const dataDir = env['RENDERER_DATA_DIR'] ?? mkdtempSync(join(fastFolder(), 'copydesk-renderer-'));
	const config = readRendererConfig({
		RENDERER_API_KEY: RENDERER_KEY,
		RENDERER_DATA_DIR: dataDir,
		RENDERER_PORT: '0',
		RENDERER_CONCURRENCY: '1',
		RENDERER_LOG_LEVEL: 'silent',
		...env,
	});
	const renderer = await openRenderer(config, openLog('renderer', config.logLevel), { strict: true });
	const running = await listen(renderer.app, config.host, config.port);
	return {
		...clientOf(running.url),
		url: running.url,
		dataDir,
		renderer,
		async stop() {
			await running.stop(1_000);
			await renderer.close();
			if (ours) rmSync(dataDir, { recursive: true, force: true });
		},
	};
}

/** A small valid PNG; other colours are other images. */
export function pngOf(colour: string, widthPx = 96, heightPx = 64): Promise<Buffer> {
	return sharp({ create: { width: widthPx, height: heightPx, channels: 3, background: colour } })
		.png()
		.toBuffer();
}

/** A request that is right in every field. */
export const coverRequest = {
	draft_id: 'post-1',
	version: 1,
	template_version: 'ff-square-0.1' as const,
	title: 'What the first visit is for',
	subtitle: 'Three questions to bring along',
	category: 'Consultation',
	image_id: 'consultation-v1',
};
