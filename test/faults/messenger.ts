/**
 * A messenger that misbehaves on command and keeps its own record of what it accepted: the judge of whether
 * anything was sent twice. Written from the Bot API's documentation, as little of it as the desk uses.
 * @see https://core.telegram.org/bots/api (10.3)
 */
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What becomes of one request. `accepted…` and `lost`, `cut` leave their effect; the others do not. */
export const modes = [
	'ok',
	'lost',
	'cut',
	'reset',
	'error500',
	'accepted500',
	'error502',
	'notJson',
	'acceptedNotJson',
	'flood',
	'slowFlood',
	'blocked',
	'badRequest',
	'notModified',
	'idZero',
	'refused',
] as const;
export type Mode = (typeof modes)[number];

/** A 429 after this long may have been accepted inside the messenger, which retries by itself. */
export const SLOW_FLOOD_MS = 55_000;

export interface Button {
	readonly text: string;
	readonly callback_data?: string;
}

/** A message as the messenger keeps it. */
export interface Kept {
	readonly messageId: number;
	readonly chatId: number;
	readonly text: string | undefined;
	caption: string | undefined;
	/** Hash of the picture's bytes. */
	readonly photo: string | undefined;
	buttons: readonly Button[];
	readonly forceReply: boolean;
	readonly replyTo: number | undefined;
	deleted: boolean;
	/** Position among all accepted requests. */
	readonly at: number;
	/** The start of the service that sent it, from the address it used. */
	readonly by: string;
}

export interface Call {
	readonly number: number;
	readonly method: string;
	readonly parameters: Readonly<Record<string, string>>;
	readonly by: string;
	mode: Mode;
}

export interface MessengerOptions {
	/** Decides on a request that arrived whole. */
	modeOf?(call: Call): Mode;
	/** Waits before the request is carried out; false when its sender has died and it gets lost with them. */
	arrived?(call: Call): Promise<boolean>;
	/** Time passes inside the messenger. */
	wait?(ms: number): void;
	accepted?(message: Kept): void;
}

export interface FaultMessenger {
	/** The address for one start of the service. */
	urlFor(by: string): string;
	readonly calls: readonly Call[];
	messages(chatId: number): readonly Kept[];
	/** Refuses connections until `open` is called. */
	shut(): void;
	open(): Promise<void>;
	/** Forgets everything; the port stays. */
	reset(options: MessengerOptions): void;
	close(): Promise<void>;
}

export const BOT_ID = 7_000_001;
export const TOKEN = `${BOT_ID}:AAfaultsFaultsFaultsFaultsFaultsFaults`;

class Refusal extends Error {
	readonly code: number;
	readonly parameters: Readonly<Record<string, number>> | undefined;
	constructor(code: number, description: string, parameters?: Readonly<Record<string, number>>) {
		super(description);
		this.code = code;
		this.parameters = parameters;
	}
}

async function parametersOf(request: IncomingMessage): Promise<{ fields: Record<string, string>; files: Map<string, Buffer> }> {
	const chunks: Buffer[] = [];
	for await (const chunk of request) chunks.push(chunk as Buffer);
	const body = Buffer.concat(chunks);
	const type = request.headers['content-type'] ?? '';
	const fields: Record<string, string> = {};
	const files = new Map<string, Buffer>();
	if (type.startsWith('application/json')) {
		for (const [name, value] of Object.entries(JSON.parse(body.toString('utf8')) as Record<string, unknown>))
			fields[name] = typeof value === 'string' ? value : JSON.stringify(value);
	} else if (type.startsWith('multipart/') || type.startsWith('application/x-www-form-urlencoded')) {
		const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData();
		for (const [name, value] of form.entries()) {
			if (typeof value === 'string') fields[name] = value;
			else files.set(name, Buffer.from(await value.arrayBuffer()));
		}
	}
	return { fields, files };
}

interface Markup {
	inline_keyboard?: Button[][];
	force_reply?: boolean;
}

/** Opens it on a free port of loopback. */
export async function openMessenger(first: MessengerOptions = {}): Promise<FaultMessenger> {
	let options = first;
	let calls: Call[] = [];
	let chats = new Map<number, Kept[]>();
	let files = new Map<string, string>();
	let lastMessageId = 100;
	let accepted = 0;

	const keep = (fields: Record<string, string>, by: string, photo: string | undefined): Kept => {
		const chatId = Number(fields['chat_id']);
		const markup = fields['reply_markup'] === undefined ? {} : (JSON.parse(fields['reply_markup']) as Markup);
		const reply =
			fields['reply_parameters'] === undefined ? undefined : (JSON.parse(fields['reply_parameters']) as { message_id: number }).message_id;
		const message: Kept = {
			messageId: (lastMessageId += 1),
			chatId,
			text: fields['text'],
			caption: fields['caption'],
			photo,
			buttons: (markup.inline_keyboard ?? []).flat(),
			forceReply: markup.force_reply ?? false,
			replyTo: reply ?? (fields['reply_to_message_id'] === undefined ? undefined : Number(fields['reply_to_message_id'])),
			deleted: false,
			at: (accepted += 1),
			by,
		};
		chats.set(chatId, [...(chats.get(chatId) ?? []), message]);
		options.accepted?.(message);
		return message;
	};
	const find = (fields: Record<string, string>): Kept => {
		const message = (chats.get(Number(fields['chat_id'])) ?? []).find(
			(one) => one.messageId === Number(fields['message_id']) && !one.deleted,
		);
		if (message === undefined) throw new Refusal(400, 'Bad Request: message to edit not found');
		return message;
	};
	const shown = (message: Kept): Record<string, unknown> => ({
		message_id: message.messageId,
		date: 1_790_000_000,
		from: { id: BOT_ID, is_bot: true, first_name: 'Copydesk' },
		chat: { id: message.chatId, type: message.chatId < 0 ? 'channel' : 'private' },
		...(message.text === undefined ? {} : { text: message.text }),
		...(message.caption === undefined ? {} : { caption: message.caption }),
		...(message.photo === undefined
			? {}
			: {
					photo: [
						{
							file_id: `file-${message.photo}`,
							file_unique_id: `u${message.photo.slice(0, 14)}`,
							width: 1080,
							height: 1080,
							file_size: 1000,
						},
					],
				}),
	});

	/** Carries a request out. */
	const obey = (method: string, fields: Record<string, string>, uploads: Map<string, Buffer>, by: string): unknown => {
		switch (method) {
			case 'getMe':
				return { id: BOT_ID, is_bot: true, first_name: 'Copydesk', username: 'copydesk_bot' };
			case 'sendMessage':
				return shown(keep(fields, by, undefined));
			case 'sendPhoto': {
				const upload = uploads.get('photo') ?? [...uploads.values()][0];
				if (upload !== undefined) {
					const hash = createHash('sha256').update(upload).digest('hex');
					files.set(`file-${hash}`, hash);
					return shown(keep(fields, by, hash));
				}
				const known = files.get(fields['photo'] ?? '');
				if (known === undefined) throw new Refusal(400, 'Bad Request: wrong file identifier/HTTP URL specified');
				return shown(keep(fields, by, known));
			}
			case 'editMessageReplyMarkup':
			case 'editMessageCaption':
			case 'editMessageText': {
				const message = find(fields);
				message.buttons =
					fields['reply_markup'] === undefined ? [] : ((JSON.parse(fields['reply_markup']) as Markup).inline_keyboard ?? []).flat();
				if (method === 'editMessageCaption') message.caption = fields['caption'];
				accepted += 1;
				return shown(message);
			}
			case 'deleteMessage':
				find(fields).deleted = true;
				return true;
			default:
				return true;
		}
	};

	const answer = (response: ServerResponse, status: number, body: unknown): void => {
		response.writeHead(status, { 'content-type': 'application/json' });
		response.end(JSON.stringify(body));
	};
	const carryOut = (call: Call, uploads: Map<string, Buffer>): { status: number; body: unknown } => {
		try {
			return { status: 200, body: { ok: true, result: obey(call.method, { ...call.parameters }, uploads, call.by) } };
		} catch (error) {
			if (!(error instanceof Refusal)) throw error;
			return { status: error.code, body: { ok: false, error_code: error.code, description: error.message } };
		}
	};
	const refuse = (response: ServerResponse, code: number, description: string, parameters?: Record<string, number>): void =>
		answer(response, code, { ok: false, error_code: code, description, ...(parameters === undefined ? {} : { parameters }) });

	const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
		const match = /^\/([A-Za-z0-9-]+)\/bot([^/]+)\/(\w+)$/.exec(request.url ?? '');
		const { fields, files: uploads } = await parametersOf(request);
		if (match === null || match[2] !== TOKEN) return refuse(response, 401, 'Unauthorized');
		const call: Call = { number: calls.length + 1, method: match[3] ?? '', parameters: fields, by: match[1] ?? '', mode: 'ok' };
		calls.push(call);
		call.mode = options.modeOf?.(call) ?? 'ok';
		if (call.mode === 'reset' || !((await options.arrived?.(call)) ?? true)) return void request.socket.destroy();
		switch (call.mode) {
			case 'lost':
				carryOut(call, uploads);
				return void request.socket.destroy();
			case 'cut': {
				const text = JSON.stringify(carryOut(call, uploads).body);
				response.writeHead(200, { 'content-type': 'application/json', 'content-length': text.length });
				response.write(text.slice(0, Math.floor(text.length / 2)), () => request.socket.destroy());
				return;
			}
			case 'accepted500':
				carryOut(call, uploads);
				return refuse(response, 500, 'Internal Server Error: restart');
			case 'error500':
				return refuse(response, 500, 'Internal Server Error: restart');
			case 'acceptedNotJson':
			case 'notJson':
				if (call.mode === 'acceptedNotJson') carryOut(call, uploads);
				response.writeHead(200, { 'content-type': 'text/html' });
				return void response.end('<html>try again</html>');
			case 'error502':
				response.writeHead(502, { 'content-type': 'text/html' });
				return void response.end('<html>Bad Gateway</html>');
			case 'slowFlood':
			case 'flood':
				if (call.mode === 'slowFlood') options.wait?.(SLOW_FLOOD_MS);
				return refuse(response, 429, 'Too Many Requests: retry after 5', { retry_after: 5 });
			case 'blocked':
				return refuse(response, 403, 'Forbidden: bot was blocked by the user');
			case 'badRequest':
				return refuse(response, 400, 'Bad Request: chat not found');
			case 'notModified':
				if (call.method.startsWith('edit'))
					return refuse(
						response,
						400,
						'Bad Request: message is not modified: specified new message content and reply markup are exactly the same',
					);
				break;
			case 'idZero': {
				const done = carryOut(call, uploads);
				const { result } = done.body as { result?: Record<string, unknown> };
				if (result !== undefined && typeof result === 'object') result['message_id'] = 0;
				return answer(response, done.status, done.body);
			}
			case 'ok':
			case 'refused':
				break;
		}
		const done = carryOut(call, uploads);
		answer(response, done.status, done.body);
	};

	const server = createServer((request, response) => {
		serve(request, response).catch(() => response.destroy());
	});
	server.keepAliveTimeout = 60_000;
	const listen = (port: number): Promise<void> =>
		new Promise((resolve, reject) => {
			server.once('error', reject);
			server.listen(port, '127.0.0.1', () => {
				server.off('error', reject);
				resolve();
			});
		});
	await listen(0);
	const { port } = server.address() as AddressInfo;
	return {
		urlFor: (by) => `http://127.0.0.1:${port}/${by}`,
		get calls() {
			return calls;
		},
		messages: (chatId) => chats.get(chatId) ?? [],
		shut() {
			server.close();
			server.closeAllConnections();
		},
		open: async () => {
			if (!server.listening) await listen(port);
		},
		reset(next) {
			options = next;
			calls = [];
			chats = new Map();
			files = new Map();
			lastMessageId = 100;
			accepted = 0;
		},
		close: () =>
			new Promise((resolve) => {
				server.close(() => resolve());
				server.closeAllConnections();
			}),
	};
}
