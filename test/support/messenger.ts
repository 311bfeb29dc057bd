/**
 * A messenger that misbehaves on request: a real HTTP server with the Bot API's envelope, so that the client meets
 * real sockets. It keeps a record of its own: what it accepted and what it answered are two things, as on the real one.
 * Written from the Bot API's documentation, as little of it as the desk uses.
 * @see https://core.telegram.org/bots/api (Bot API 10.3)
 */
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const BOT_ID = 7_000_001;
export const TOKEN = `${BOT_ID}:AAHtestTokenThatMustNeverShow_0123456789`;

/**
 * How one request is met. `…_before` loses it, `…_after` accepts it and loses the answer, `cut_after` breaks off in the
 * answer, `without_id` answers with a message of id 0. `afterMs` passes inside the messenger before it answers.
 */
export type Behaviour =
	| 'ok'
	| 'lost_before'
	| 'lost_after'
	| 'hang_before'
	| 'hang_after'
	| 'cut_after'
	| 'without_id'
	/** Of an album the last item has no group, or is in the chat and not in the answer. */
	| 'apart'
	| 'short'
	| {
			readonly refuse: number;
			readonly description: string;
			readonly retryAfter?: number;
			readonly afterMs?: number;
			readonly accept?: boolean;
			/** Of an album so many items stay in the chat. */
			readonly keeps?: number;
	  }
	| { readonly raw: string; readonly status: number; readonly accept?: boolean };

/** One request that was read whole. */
export interface Call {
	/** From 1, in the order in which they were read. */
	readonly number: number;
	readonly method: string;
	/** The markup and the reply's target as objects; all else as it came. */
	readonly fields: Readonly<Record<string, unknown>>;
	/** Bytes of the uploaded photo, if there was one. */
	readonly photo: Buffer | null;
	/** Who asked, if their address says it. @see FakeMessenger.urlFor */
	readonly by: string;
	met: Behaviour;
}

export interface Button {
	readonly text: string;
	readonly callback_data?: string;
}

/** A message as the messenger keeps it. */
export interface Kept {
	readonly messageId: number;
	readonly chatId: number;
	text: string | undefined;
	caption: string | undefined;
	/** As the request had it. */
	form: unknown;
	/** Hash of the picture's bytes; of a video its kind and file id, and then the hash of its cover. */
	photo: string | undefined;
	buttons: readonly Button[];
	/** Those that it came with. */
	readonly firstButtons: readonly Button[];
	readonly forceReply: boolean;
	readonly replyTo: number | undefined;
	deleted: boolean;
	/** Position among all accepted requests. */
	readonly at: number;
	/** Whose request it was; another administrator's post is `others`. */
	readonly by: string;
	/** The album that it is an item of. */
	group?: string;
}

export interface MessengerOptions {
	/** How a request that was read is met; by what `next` says when it is undefined. */
	behaviourOf?(call: Call): Behaviour | undefined;
	/** Waits before the request is carried out; false when its sender has died and it gets lost with them. */
	arrived?(call: Call): Promise<boolean>;
	/** Time passes inside the messenger. */
	wait?(ms: number): void;
}

export interface FakeMessenger {
	readonly url: string;
	/** An address that tells one asker from another. @param by letters, digits and dashes */
	urlFor(by: string): string;
	/** Every request that was read, accepted or not. */
	readonly calls: Call[];
	/** What really happened: the requests that took effect. */
	readonly accepted: readonly Call[];
	/** The messages of a chat, deleted ones too. */
	messages(chatId: number): readonly Kept[];
	/** Another administrator posts in a channel. */
	othersPost(chatId: number, caption: string, photo?: string): Kept;
	/** As if this file had been uploaded before. */
	knowFile(fileId: string): void;
	/** A file that a person sent; its path is what `getFile` gives. */
	serveFile(fileId: string, bytes: Buffer | number): void;
	/** How the next requests are met, in order; then everything is well. */
	next(...behaviours: Behaviour[]): void;
	/** How requests of one kind are met, until changed. */
	rule(judge: MessengerOptions['behaviourOf']): void;
	/** Brings updates to those who ask for them; an update stays until a higher offset confirms it. */
	bring(...updates: readonly Update[]): void;
	/** Numbers of the updates that nobody confirmed. */
	unconfirmed(): readonly number[];
	readonly requests: {
		/** Resolves when so many requests have been read. */
		wait(count: number): Promise<void>;
	};
	/** Closes every connection, so that requests that hang end without an answer. */
	hangUp(): void;
	/** Refuses connections until `open` is called. */
	shut(): void;
	open(): Promise<void>;
	/** Forgets everything; the port stays. */
	reset(options: MessengerOptions): void;
	/** Also lets requests that hang go on, by closing them. */
	close(): Promise<void>;
}

type Update = Readonly<Record<string, unknown>> & { readonly update_id: number };

/** Updates for `getUpdates`: one question at a time, and none as long as a webhook is set. */
class Outbox {
	pending: Update[] = [];
	#webhook = '';
	#open: ((answer: object) => void) | undefined;

	setWebhook(url: string): void {
		this.#webhook = url;
	}

	bring(updates: readonly Update[]): void {
		this.pending.push(...updates);
		const [open, result] = [this.#open, this.pending];
		this.#open = undefined;
		open?.({ ok: true, result });
	}

	/** @returns what it is answered with; later, when there is nothing yet */
	ask({ offset, limit, timeout }: Readonly<Record<string, number>>): Promise<object> {
		const conflict = (description: string) => ({ ok: false, error_code: 409, description: `Conflict: ${description}` });
		if (this.#webhook !== '') return Promise.resolve(conflict("can't use getUpdates method while webhook is active"));
		this.#open?.(conflict('terminated by other getUpdates request'));
		this.#open = undefined;
		if (offset !== undefined) this.pending = this.pending.filter(({ update_id }) => update_id >= offset);
		if (this.pending.length > 0) return Promise.resolve({ ok: true, result: this.pending.slice(0, limit ?? 100) });
		return new Promise((resolve) => {
			this.#open = resolve;
			setTimeout(
				() => {
					if (this.#open === resolve) this.#open = undefined;
					resolve({ ok: true, result: [] });
				},
				(timeout ?? 0) * 1_000,
			).unref();
		});
	}
}

interface Markup {
	readonly inline_keyboard?: readonly (readonly Button[])[];
	readonly force_reply?: boolean;
}

class Refusal extends Error {}

/** What the messenger knows, and what a request changes of it. */
class Memory {
	readonly accepted: Call[] = [];
	readonly #chats = new Map<number, Kept[]>();
	/** Hash of the bytes by file id. */
	readonly #files = new Map<string, string>();
	#lastMessageId = 100;

	/** A channel counts its own posts; all private chats of a bot are counted together. */
	#nextId(chatId: number): number {
		return chatId < 0 ? (this.messages(chatId).at(-1)?.messageId ?? 0) + 1 : (this.#lastMessageId += 1);
	}

	messages(chatId: number): readonly Kept[] {
		return this.#chats.get(chatId) ?? [];
	}

	othersPost(chatId: number, caption: string, photo = createHash('sha256').update(caption).digest('hex')): Kept {
		this.#files.set(`others-${this.#files.size + 1}`, photo);
		return this.#keep(
			{ number: 0, method: 'sendPhoto', fields: { chat_id: chatId, caption }, photo: null, by: 'others', met: 'ok' },
			photo,
		);
	}

	/** Files that people sent; a number is the status that their download is answered with. */
	readonly sent = new Map<string, Buffer | number>();

	know(fileId: string): void {
		this.#files.set(fileId, createHash('sha256').update(fileId).digest('hex'));
	}

	/** @throws Refusal */
	carryOut(call: Call): unknown {
		const result = this.#resultOf(call);
		this.accepted.push(call);
		return result;
	}

	#resultOf(call: Call): unknown {
		switch (call.method) {
			case 'getMe':
				return { id: BOT_ID, is_bot: true, first_name: 'Copydesk', username: 'copydesk_bot' };
			case 'getWebhookInfo':
				return { url: 'https://desk.example/webhook', pending_update_count: 0 };
			case 'sendMessage':
				return this.#shown(this.#keep(call, undefined));
			case 'sendPhoto':
				return this.#shown(this.#keep(call, this.#pictureOf(call)));
			case 'sendVideo':
			case 'sendAnimation':
				return this.#shown(this.#keep(call, this.#movingOf(call, call.method === 'sendVideo' ? 'video' : 'animation')));
			case 'sendMediaGroup':
				return this.#album(call);
			case 'deleteMessages': {
				const ids = call.fields['message_ids'] as readonly number[];
				for (const message of this.messages(Number(call.fields['chat_id']))) if (ids.includes(message.messageId)) message.deleted = true;
				return true;
			}
			case 'editMessageReplyMarkup':
			case 'editMessageCaption':
			case 'editMessageMedia':
			case 'editMessageText': {
				const message = this.#find(call, 'edit');
				if (call.method === 'editMessageMedia' || call.method === 'editMessageCaption') this.#editPost(call, message);
				message.buttons = buttonsOf(call);
				if (call.method === 'editMessageText') message.text = textOf(call, 'text');
				return this.#shown(message);
			}
			case 'forwardMessage': {
				const { chat_id, from_chat_id, message_id } = call.fields as Readonly<Record<string, number>>;
				const original = this.messages(from_chat_id ?? 0).find((one) => one.messageId === message_id);
				if (original === undefined || original.deleted) throw new Refusal('Bad Request: message to forward not found');
				const copy = this.#keep(
					{ ...call, fields: { chat_id, caption: original.caption, caption_entities: original.form } },
					original.photo,
				);
				const forward_origin = { type: 'channel', chat: { id: original.chatId }, message_id: original.messageId, date: 1_800_000_000 };
				return { ...this.#shown(copy), forward_origin };
			}
			case 'getFile': {
				const fileId = String(call.fields['file_id']);
				const file = this.sent.get(fileId);
				if (file === undefined) throw new Refusal('Bad Request: wrong file_id or the file is temporarily unavailable');
				return { file_id: fileId, file_unique_id: `${fileId}-u`, file_path: `photos/${fileId}.jpg` };
			}
			case 'deleteMessage':
				this.#find(call, 'delete').deleted = true;
				return true;
			default:
				return true;
		}
	}

	/** The same bytes get the same id. */
	#pictureOf({ photo, fields }: Call): string {
		if (photo !== null) {
			const hash = createHash('sha256').update(photo).digest('hex');
			if (![...this.#files.values()].includes(hash)) this.#files.set(`file-${this.#files.size + 1}`, hash);
			return hash;
		}
		const known = this.#files.get(String(fields['photo']));
		if (known === undefined) throw new Refusal('Bad Request: wrong file identifier/HTTP URL specified');
		return known;
	}

	/** A video is sent by the id under which a person sent it, and as what it was. */
	#movingOf(call: Call, kind: string): string {
		const id = String(call.fields[kind]);
		const { cover } = call.fields;
		if (!this.#files.has(id)) throw new Refusal('Bad Request: wrong file identifier/HTTP URL specified');
		return `${kind}:${id}${cover === undefined ? '' : `+${this.#pictureOf({ ...call, fields: { photo: cover } })}`}`;
	}

	#keep(call: Call, photo: string | undefined): Kept {
		const { fields } = call;
		const chatId = Number(fields['chat_id']);
		const message: Kept = {
			messageId: this.#nextId(chatId),
			chatId,
			text: textOf(call, 'text'),
			caption: textOf(call, 'caption'),
			form: parsed(fields['caption_entities']),
			photo,
			buttons: buttonsOf(call),
			firstButtons: buttonsOf(call),
			forceReply: markupOf(call).force_reply ?? false,
			replyTo: (fields['reply_parameters'] as { message_id: number } | undefined)?.message_id,
			deleted: false,
			at: this.accepted.length + 1,
			by: call.by,
		};
		this.#chats.set(chatId, [...this.messages(chatId), message]);
		return message;
	}

	/** Each item is a message; they are answered in the order in which they were ready. */
	#album(call: Call): readonly unknown[] {
		const media = parsed(call.fields['media']) as readonly (Media & { readonly caption?: string })[];
		if (call.fields['reply_markup'] !== undefined || media.length < 2 || media.length > 10)
			throw new Refusal('Bad Request: wrong number of messages or a keyboard');
		const shown = media.map((item) => this.#mediaShown(call, item));
		const most = typeof call.met === 'object' && 'keeps' in call.met ? (call.met.keeps ?? media.length) : media.length;
		const { chat_id } = call.fields;
		const kept = media.slice(0, most).map(({ caption, caption_entities }, index) => {
			const message = this.#keep({ ...call, photo: null, fields: { chat_id, caption, caption_entities } }, shown[index]);
			message.group = `g${call.number}`;
			const isApart = call.met === 'apart' && index === media.length - 1;
			return { ...this.#shown(message), ...(isApart ? {} : { media_group_id: message.group }) };
		});
		return kept.slice(0, call.met === 'short' ? -1 : most).reverse();
	}

	#mediaShown(call: Call, { type, media, cover }: Media): string {
		const photo = media.startsWith('attach://') ? call.photo : null;
		if (type === 'photo') return this.#pictureOf({ ...call, photo, fields: { photo: media } });
		return this.#movingOf({ ...call, fields: { [type]: media, ...(cover === undefined ? {} : { cover }) } }, type);
	}

	/** Words below a picture, or both. */
	#editPost(call: Call, message: Kept): void {
		const media = mediaOf(call);
		const caption = media?.caption ?? textOf(call, 'caption');
		const photo = media === undefined ? message.photo : this.#mediaShown(call, media);
		const form = media === undefined ? parsed(call.fields['caption_entities']) : media.caption_entities;
		if (message.caption === caption && message.photo === photo && JSON.stringify(message.form) === JSON.stringify(form))
			throw new Refusal('Bad Request: message is not modified: specified new message content and reply markup are exactly the same');
		Object.assign(message, { caption, form, photo });
	}

	#find({ fields }: Call, verb: 'edit' | 'delete'): Kept {
		const message = this.messages(Number(fields['chat_id'])).find((one) => one.messageId === Number(fields['message_id']) && !one.deleted);
		if (message === undefined) throw new Refusal(`Bad Request: message to ${verb} not found`);
		return message;
	}

	#shown(message: Kept): Readonly<Record<string, unknown>> {
		const [, kind = 'photo', moving = '', shown = message.photo] = /^(video|animation):([^+]+)\+?(.*)$/.exec(message.photo ?? '') ?? [];
		const [fileId] = [...this.#files].find(([, hash]) => hash === shown) ?? [];
		const size = (name: string, side: number) => ({
			file_id: name,
			file_unique_id: `${name}-u`,
			width: side,
			height: side,
			file_size: side,
		});
		const sizes = fileId === undefined ? [] : [size(`${fileId}-small`, 320), size(fileId, 1080)];
		const cover = fileId === undefined ? {} : { cover: sizes };
		return {
			message_id: message.messageId,
			date: 1_800_000_000,
			from: { id: BOT_ID, is_bot: true, first_name: 'Copydesk' },
			chat: { id: message.chatId, type: message.chatId < 0 ? 'channel' : 'private' },
			...(message.text === undefined ? {} : { text: message.text }),
			...(message.caption === undefined ? {} : { caption: message.caption }),
			...(message.form === undefined ? {} : { caption_entities: message.form }),
			...(kind === 'photo' ? (fileId === undefined ? {} : { photo: sizes }) : { [kind]: { ...size(moving, 720), ...cover } }),
		};
	}
}

const withoutIds = (result: unknown): unknown =>
	Array.isArray(result) ? result.map(withoutIds) : Object.assign({}, result, { message_id: 0 });
const textOf = ({ fields }: Call, name: string): string | undefined => (fields[name] === undefined ? undefined : String(fields[name]));
interface Media {
	readonly type: string;
	readonly media: string;
	readonly cover?: string;
	readonly caption?: string;
	readonly caption_entities?: unknown;
}

/** A form has texts of objects. */
const parsed = (value: unknown): unknown => (typeof value === 'string' ? (JSON.parse(value) as unknown) : value);

/** What a request puts in place of a picture: an object, or the text of one in a form. */
const mediaOf = ({ fields: { media } }: Call): Media | undefined =>
	typeof media === 'string' ? (JSON.parse(media) as Media) : (media as Media | undefined);
const markupOf = ({ fields }: Call): Markup => (fields['reply_markup'] ?? {}) as Markup;
const buttonsOf = (call: Call): readonly Button[] => (markupOf(call).inline_keyboard ?? []).flat();

/** Opens it on a free port of loopback. */
export async function startFakeMessenger(): Promise<FakeMessenger> {
	let options: MessengerOptions = {};
	let memory = new Memory();
	let outbox = new Outbox();
	let calls: Call[] = [];
	let queue: Behaviour[] = [];
	let judge: MessengerOptions['behaviourOf'];
	let waiting: { count: number; resolve: () => void }[] = [];

	const answer = (response: ServerResponse, status: number, body: unknown): void => {
		response.writeHead(status, { 'Content-Type': 'application/json' });
		response.end(JSON.stringify(body));
	};
	const carryOut = (call: Call): { readonly status: number; readonly body: Readonly<Record<string, unknown>> } => {
		try {
			return { status: 200, body: { ok: true, result: memory.carryOut(call) } };
		} catch (error) {
			if (!(error instanceof Refusal)) throw error;
			return { status: 400, body: { ok: false, error_code: 400, description: error.message } };
		}
	};

	const meet = (call: Call, response: ServerResponse): void => {
		const { met } = call;
		const { socket } = response;
		if (typeof met === 'object') {
			if (met.accept === true) carryOut(call);
			if ('raw' in met) {
				response.writeHead(met.status, { 'Content-Type': 'text/html' });
				response.end(met.raw);
				return;
			}
			if (met.afterMs !== undefined) options.wait?.(met.afterMs);
			answer(response, met.refuse, {
				ok: false,
				error_code: met.refuse,
				description: met.description,
				...(met.retryAfter === undefined ? {} : { parameters: { retry_after: met.retryAfter } }),
			});
			return;
		}
		if (met === 'hang_before') return;
		if (met === 'lost_before') {
			socket?.resetAndDestroy();
			return;
		}
		const { status, body } = carryOut(call);
		switch (met) {
			case 'ok':
			case 'apart':
			case 'short':
				return answer(response, status, body);
			case 'without_id':
				return answer(response, status, 'result' in body ? { ...body, result: withoutIds(body['result']) } : body);
			case 'lost_after':
				socket?.resetAndDestroy();
				return;
			case 'cut_after': {
				const text = JSON.stringify(body);
				response.writeHead(status, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) });
				response.write(text.slice(0, 20), () => socket?.destroy());
				return;
			}
			case 'hang_after':
		}
	};

	const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
		const [, by = '', token, method = ''] = /^(?:\/([A-Za-z0-9-]+))?\/bot([^/]+)\/(\w+)$/.exec(request.url ?? '') ?? [];
		const fileId = /^\/file\/bot([^/]+)\/photos\/([\w-]+)\.jpg$/.exec(request.url ?? '');
		if (fileId !== null) {
			const file = fileId[1] === TOKEN ? memory.sent.get(fileId[2] ?? '') : undefined;
			response.writeHead(typeof file === 'number' ? file : file === undefined ? 404 : 200);
			return void response.end(typeof file === 'number' ? '' : file);
		}
		const content = await readFields(request);
		if (token !== TOKEN) return answer(response, 401, { ok: false, error_code: 401, description: 'Unauthorized' });
		const call: Call = { number: calls.length + 1, method, ...content, by, met: 'ok' };
		calls.push(call);
		call.met = options.behaviourOf?.(call) ?? judge?.(call) ?? queue.shift() ?? 'ok';
		waiting.filter(({ count }) => calls.length >= count).forEach(({ resolve }) => resolve());
		if (call.met === 'ok' && method === 'getUpdates') {
			const given = (await outbox.ask(content.fields as Record<string, number>)) as { readonly error_code?: number };
			return answer(response, given.error_code ?? 200, given);
		}
		if (call.met === 'ok' && /^(?:set|delete)Webhook$/.test(method)) outbox.setWebhook(String(content.fields['url'] ?? ''));
		if (call.met === 'lost_before' || ((await options.arrived?.(call)) ?? true)) meet(call, response);
		else request.socket.destroy();
	};

	const server = createServer((request, response) => {
		serve(request, response).catch(() => response.destroy());
	});
	server.keepAliveTimeout = 60_000;
	server.on('connection', (socket) => socket.on('error', () => undefined));
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
	const url = `http://127.0.0.1:${port}`;
	return {
		url,
		urlFor: (by) => `${url}/${by}`,
		get calls() {
			return calls;
		},
		get accepted() {
			return memory.accepted;
		},
		messages: (chatId) => memory.messages(chatId),
		othersPost: (chatId, caption, photo) => memory.othersPost(chatId, caption, photo),
		knowFile: (fileId) => memory.know(fileId),
		bring: (...updates) => outbox.bring(updates),
		unconfirmed: () => outbox.pending.map(({ update_id }) => update_id),
		serveFile: (fileId, bytes) => void memory.sent.set(fileId, bytes),
		next: (...behaviours) => void queue.push(...behaviours),
		rule(next) {
			judge = next;
		},
		requests: { wait: (count) => (calls.length >= count ? Promise.resolve() : new Promise((resolve) => waiting.push({ count, resolve }))) },
		hangUp: () => server.closeAllConnections(),
		shut() {
			server.close();
			server.closeAllConnections();
		},
		open: async () => {
			if (!server.listening) await listen(port);
		},
		reset(next) {
			options = next;
			memory = new Memory();
			outbox = new Outbox();
			calls = [];
			queue = [];
			judge = undefined;
			waiting = [];
		},
		close: () =>
			new Promise((resolve) => {
				server.close(() => resolve());
				server.closeAllConnections();
			}),
	};
}

const OBJECTS = new Set(['reply_markup', 'reply_parameters']);

async function readFields(request: IncomingMessage): Promise<Pick<Call, 'fields' | 'photo'>> {
	const chunks: Buffer[] = [];
	for await (const chunk of request) chunks.push(chunk as Buffer);
	const body = Buffer.concat(chunks);
	const type = request.headers['content-type'] ?? '';
	if (!type.startsWith('multipart/form-data'))
		return { fields: body.length === 0 ? {} : (JSON.parse(body.toString('utf8')) as Record<string, unknown>), photo: null };
	const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData();
	const fields: Record<string, unknown> = {};
	let photo: Buffer | null = null;
	for (const [name, value] of form.entries()) {
		if (typeof value === 'string') fields[name] = OBJECTS.has(name) ? JSON.parse(value) : value;
		else photo = Buffer.from(await value.arrayBuffer());
	}
	return { fields, photo };
}
