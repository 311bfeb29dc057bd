import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openLog } from '@copydesk/kit/log';
import { listen, type Running } from '@copydesk/kit/server';
import { createSandbox, type Sandbox } from '../../services/sandbox/src/app.ts';

export const SANDBOX_TOKEN = '7000001:test-token-of-the-sandbox-0123456789';
export const OLGA = 1001;
export const EGOR = 1002;
export const CHANNEL = -1001000000001;

interface BotAnswer<T> {
	readonly status: number;
	readonly ok: boolean;
	/** Only when `ok`. */
	readonly result: T;
	readonly description?: string;
	readonly error_code?: number;
	readonly parameters?: { readonly retry_after?: number };
}

/** The part of a message that tests look at. */
export interface Sent {
	readonly message_id: number;
	readonly text: string;
	readonly caption: string;
	readonly photo: { readonly file_id: string; readonly file_unique_id: string; readonly width: number }[];
	readonly entities: unknown;
}

export interface State {
	readonly chats: {
		readonly id: number;
		readonly type: string;
		readonly title: string;
		readonly language_code?: string;
		readonly force_reply: unknown;
		readonly messages: Sent[];
	}[];
	readonly updates_pending: number;
	readonly faults: { readonly id: number; readonly kind: string; readonly remaining: number | null }[];
	readonly calls: {
		readonly kind: string;
		readonly method: string;
		readonly ok: boolean;
		readonly fault?: string;
		readonly description?: string;
	}[];
	readonly webhook: { readonly url: string } | null;
}

/** A sandbox on a free port with a folder of its own. */
export class RunningSandbox {
	readonly dataDir: string;
	sandbox!: Sandbox;
	running!: Running;
	/** Unix milliseconds that the sandbox takes for now; real time when undefined. */
	nowMs: number | undefined;
	readonly loopbackWebhooks: boolean;

	constructor(loopbackWebhooks = true) {
		this.loopbackWebhooks = loopbackWebhooks;
		this.dataDir = mkdtempSync(join(tmpdir(), 'copydesk-sandbox-'));
	}

	async start(): Promise<this> {
		this.sandbox = createSandbox({
			token: SANDBOX_TOKEN,
			dataDir: this.dataDir,
			log: openLog('sandbox', 'silent'),
			now: () => this.nowMs ?? Date.now(),
			secondMs: 20,
			loopbackWebhooks: this.loopbackWebhooks,
		});
		this.running = await listen(this.sandbox.app, '127.0.0.1', 0);
		this.sandbox.resume();
		return this;
	}

	get url(): string {
		return this.running.url;
	}

	async stop(): Promise<void> {
		await this.running.stop(50);
		this.sandbox.close();
	}

	async end(): Promise<void> {
		await this.stop();
		rmSync(this.dataDir, { recursive: true, force: true });
	}

	/** A Bot API call; the envelope and the status. */
	async bot<T = unknown>(method: string, parameters: Record<string, unknown> = {}): Promise<BotAnswer<T>> {
		const response = await fetch(`${this.url}/bot${SANDBOX_TOKEN}/${method}`, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify(parameters),
		});
		return { status: response.status, ...((await response.json()) as object) } as BotAnswer<T>;
	}

	/** A call of the control API. */
	async control<T = unknown>(path: string, body?: unknown, method = body === undefined ? 'GET' : 'POST'): Promise<T & { status: number }> {
		const response = await fetch(`${this.url}/control${path}`, {
			method,
			...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
		});
		return { status: response.status, ...((await response.json()) as object) } as T & { status: number };
	}

	async ai<T = unknown>(
		path: string,
		body: unknown,
		headers: Record<string, string> = { authorization: 'Bearer sandbox-key' },
	): Promise<{ status: number; body: T }> {
		const response = await fetch(`${this.url}/ai${path}`, {
			method: 'POST',
			headers: { 'content-type': 'application/json', ...headers },
			body: typeof body === 'string' ? body : JSON.stringify(body),
		});
		return { status: response.status, body: (await response.json()) as T };
	}
}

interface Received {
	readonly headers: IncomingMessage['headers'];
	readonly update: {
		readonly update_id: number;
		readonly message?: Sent;
		readonly callback_query?: { readonly id: string; readonly data: string };
	};
}

/** A bot's server: keeps what it got, answers as told. */
export class Hook {
	readonly received: Received[] = [];
	#server!: Server;
	answer: (response: ServerResponse, received: Received, count: number) => void = (response) => response.end();
	#waiting: { count: number; resolve: () => void }[] = [];

	async start(): Promise<this> {
		this.#server = createServer((request, response) => {
			let text = '';
			request.on('data', (chunk: Buffer) => (text += chunk.toString()));
			request.on('end', () => {
				const received = { headers: request.headers, update: JSON.parse(text) as Received['update'] };
				this.received.push(received);
				this.answer(response, received, this.received.length);
				this.#waiting = this.#waiting.filter(({ count, resolve }) => (this.received.length >= count ? (resolve(), false) : true));
			});
		});
		await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
		return this;
	}

	get url(): string {
		return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/hook`;
	}

	/** Resolves when so many posts came, ever. */
	got(count: number): Promise<void> {
		return this.received.length >= count ? Promise.resolve() : new Promise((resolve) => this.#waiting.push({ count, resolve }));
	}

	async stop(): Promise<void> {
		this.#server.closeAllConnections();
		await new Promise((resolve) => this.#server.close(resolve));
	}
}
