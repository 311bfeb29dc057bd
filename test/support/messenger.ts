/**
 * A messenger that misbehaves on request: a real HTTP server with the Bot API's envelope, so that the client meets
 * real sockets. What it accepted and what it answered are two things, as on the real one.
 */
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

export const TOKEN = '7000001:AAHtestTokenThatMustNeverShow_0123456789';

/** How one request is met. `lost…` and `hang…` say whether the message was accepted before the answer went missing. */
export type Behaviour =
	| 'ok'
	| { readonly refuse: number; readonly description: string; readonly retryAfter?: number }
	| 'lost_before'
	| 'lost_after'
	| 'hang_before'
	| 'hang_after'
	| 'cut_after'
	| { readonly raw: string; readonly status: number; readonly accept?: boolean };

export interface Call {
	readonly method: string;
	readonly fields: Readonly<Record<string, unknown>>;
	/** Bytes of the uploaded photo, if there was one. */
	readonly photo: Buffer | null;
}

export interface FakeMessenger {
	readonly url: string;
	/** Every request that was read, accepted or not. */
	readonly calls: Call[];
	/** What really happened: messages that exist now. */
	readonly accepted: Call[];
	/** How the next requests are met, in order; then everything is well. */
	next(...behaviours: Behaviour[]): void;
	/** How requests of one kind are met, until changed. */
	rule(judge: ((call: Call) => Behaviour | undefined) | undefined): void;
	/** Resolves when the next request has been read. */
	readonly requests: { wait(count: number): Promise<void> };
	/** Lets requests that hang go on, by closing them. */
	close(): Promise<void>;
}

export async function startFakeMessenger(): Promise<FakeMessenger> {
	const calls: Call[] = [];
	const accepted: Call[] = [];
	const queue: Behaviour[] = [];
	const sockets = new Set<Socket>();
	const waiting: { count: number; resolve: () => void }[] = [];
	let judge: ((call: Call) => Behaviour | undefined) | undefined;
	let messageId = 100;
	let fileNumber = 0;

	const resultOf = (call: Call): unknown => {
		accepted.push(call);
		if (call.method === 'answerCallbackQuery' || call.method === 'setWebhook' || call.method === 'deleteWebhook') return true;
		if (call.method === 'getWebhookInfo') return { url: 'https://desk.example/webhook', pending_update_count: 0 };
		messageId += 1;
		const message: Record<string, unknown> = { message_id: messageId, date: 1_800_000_000, chat: { id: Number(call.fields['chat_id']) } };
		if (call.method === 'sendPhoto') {
			const given = typeof call.fields['photo'] === 'string' ? call.fields['photo'] : undefined;
			if (given === undefined) fileNumber += 1;
			const fileId = given ?? `file-${fileNumber}`;
			message['photo'] = [
				{ file_id: `${fileId}-small`, file_unique_id: `${fileId}-u-small` },
				{ file_id: fileId, file_unique_id: `${fileId}-u` },
			];
			message['caption'] = call.fields['caption'];
		} else message['text'] = call.fields['text'];
		return message;
	};

	const answer = (response: ServerResponse, status: number, body: unknown): void => {
		response.writeHead(status, { 'Content-Type': 'application/json' });
		response.end(JSON.stringify(body));
	};

	const meet = (call: Call, behaviour: Behaviour, response: ServerResponse): void => {
		const socket = response.socket as Socket;
		switch (behaviour) {
			case 'ok':
				answer(response, 200, { ok: true, result: resultOf(call) });
				return;
			case 'lost_after':
				resultOf(call);
				socket.resetAndDestroy();
				return;
			case 'lost_before':
				socket.resetAndDestroy();
				return;
			case 'hang_after':
				resultOf(call);
				return;
			case 'hang_before':
				return;
			case 'cut_after':
				response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '500' });
				response.write(JSON.stringify({ ok: true, result: resultOf(call) }).slice(0, 20), () => socket.destroy());
				return;
			default:
				if ('raw' in behaviour) {
					if (behaviour.accept === true) resultOf(call);
					response.writeHead(behaviour.status, { 'Content-Type': 'text/html' });
					response.end(behaviour.raw);
					return;
				}
				answer(response, behaviour.refuse, {
					ok: false,
					error_code: behaviour.refuse,
					description: behaviour.description,
					...(behaviour.retryAfter === undefined ? {} : { parameters: { retry_after: behaviour.retryAfter } }),
				});
		}
	};

	const server = createServer((request, response) => {
		void readCall(request).then((call) => {
			if (call === undefined) {
				answer(response, 401, { ok: false, error_code: 401, description: 'Unauthorized' });
				return;
			}
			calls.push(call);
			waiting.filter(({ count }) => calls.length >= count).forEach(({ resolve }) => resolve());
			meet(call, judge?.(call) ?? queue.shift() ?? 'ok', response);
		});
	});
	server.on('connection', (socket) => {
		sockets.add(socket);
		socket.once('close', () => sockets.delete(socket));
		socket.on('error', () => undefined);
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		calls,
		accepted,
		next: (...behaviours) => void queue.push(...behaviours),
		rule(next) {
			judge = next;
		},
		requests: { wait: (count) => (calls.length >= count ? Promise.resolve() : new Promise((resolve) => waiting.push({ count, resolve }))) },
		close: () =>
			new Promise((resolve) => {
				sockets.forEach((socket) => socket.destroy());
				server.close(() => resolve());
			}),
	};
}

async function readCall(request: IncomingMessage): Promise<Call | undefined> {
	const chunks: Buffer[] = [];
	for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
	const body = Buffer.concat(chunks);
	const match = new RegExp(`^/bot${TOKEN}/(\\w+)$`).exec(request.url ?? '');
	if (match === null) return undefined;
	const method = match[1] as string;
	const type = request.headers['content-type'] ?? '';
	if (!type.startsWith('multipart/form-data'))
		return { method, fields: JSON.parse(body.toString('utf8')) as Record<string, unknown>, photo: null };
	const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData();
	const fields: Record<string, unknown> = {};
	let photo: Buffer | null = null;
	for (const [name, value] of form.entries()) {
		if (typeof value === 'string') fields[name] = name === 'reply_markup' ? JSON.parse(value) : value;
		else photo = Buffer.from(await value.arrayBuffer());
	}
	return { method, fields, photo };
}
