/**
 * The control API: acts for the two people, sets faults, and shows the state. For the page, the demo and the tests. It answers only on
 * loopback, and only requests that name this machine: other web pages must not act for the owner.
 */
import express from 'express';
import type { NextFunction, Request, Response, Router } from 'express';
import Joi from 'joi';
import type { Schema } from 'joi';
import { parseJson, readBody } from '@copydesk/kit/body';
import { CopydeskError } from '@copydesk/domain/errors';
import { MAX_AHEAD_MS, type Clock } from './clock.ts';
import { spoken } from './ai/transcribe.ts';
import { ApiError } from './messenger/errors.ts';
import { faultSchema, type Fault, type FaultRequest, type Faults } from './faults.ts';
import type { Call, Hub } from './hub.ts';
import { PersonError, type AttachOptions, type ChatState, type ForceReply, type Messenger } from './messenger/messenger.ts';
import type { Message, MessageEntity, Sticker, Update, User, Voice } from './messenger/types.ts';
import type { Updates } from './messenger/updates.ts';

interface ControlParts {
	readonly messenger: Messenger;
	readonly updates: Updates;
	readonly faults: Faults;
	readonly hub: Hub;
	readonly clock: Clock;
	/** Saves the state before an answer is sent, because the answer reports it. */
	readonly settle: () => void;
}

const MAX_BODY_BYTES = 262_144;
/** A file of about 24 MiB in base64. It exceeds the size that a bot may download, so that this case can be tested. */
const MAX_SENT_BYTES = 33_554_432;
const HEARTBEAT_MS = 15_000;
const LOCAL_HOST = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i;

/** Refuses requests that a foreign page could send: another Host (DNS rebinding) or another Origin. */
export function onlyThisMachine(request: Request, response: Response, next: NextFunction): void {
	const host = request.headers.host ?? '';
	const { origin } = request.headers;
	if (!LOCAL_HOST.test(host) || (origin !== undefined && origin !== `http://${host}`)) {
		response.status(403).json({ error: 'Only this machine itself may use this; open it as http://127.0.0.1 or http://localhost' });
		return;
	}
	next();
}

async function readJson<T>(request: Request, schema: Schema<T>, maxBytes = MAX_BODY_BYTES): Promise<T> {
	if (!/^application\/json\b/i.test(request.headers['content-type'] ?? ''))
		throw new PersonError(415, 'Expected Content-Type: application/json');
	let value: unknown;
	try {
		value = parseJson(await readBody(request, maxBytes));
	} catch (error) {
		throw new PersonError(error instanceof CopydeskError && error.code === 'body_too_large' ? 413 : 400, 'Expected a JSON object');
	}
	const { error, value: checked } = schema.required().validate(value, { convert: false });
	if (error !== undefined) throw new PersonError(422, error.message);
	return checked;
}

/** A chat as `GET /state` shows it. */
export interface ShownChat {
	readonly id: number;
	readonly type: string;
	readonly title: string;
	/** The next four fields exist only for a person's chat. */
	readonly user_id?: number;
	readonly language_code?: string | undefined;
	readonly blocked?: boolean;
	readonly force_reply?: ForceReply | null;
	readonly messages: readonly Message[];
}

/** The answer of `GET /state`. */
export interface ShownState {
	readonly chats: readonly ShownChat[];
	readonly updates_pending: number;
	readonly faults: readonly Fault[];
	readonly webhook: {
		readonly url?: string;
		readonly max_connections?: number;
		readonly last_error_date?: number;
		readonly last_error_message?: string;
	} | null;
	/** Whether the bot polls for updates. */
	readonly polled: boolean;
	readonly calls: readonly Call[];
	readonly bot: User;
	/** Unix milliseconds. */
	readonly now: number;
	/** How far the desk's clock is ahead of that. */
	readonly clock_ahead_ms: number;
}

function shownChat(state: ChatState): ShownChat {
	const { chat, person, messages, blocked, forceReply } = state;
	return {
		id: chat.id,
		type: chat.type,
		title: chat.title ?? [person?.first_name, person?.last_name].filter(Boolean).join(' '),
		...(person === undefined ? {} : { user_id: person.id, language_code: person.language_code, blocked, force_reply: forceReply }),
		messages,
	};
}

interface Typed {
	readonly from: number;
	readonly text?: string;
	readonly reply_to_message_id?: number;
	/** Base64. */
	readonly photo?: string;
	readonly file?: { readonly name: string; readonly type: string; readonly bytes: string };
	readonly sticker?: string;
	/** A recording in base64, or words that the sandbox's AI hears in one. */
	readonly voice?: { readonly seconds: number; readonly bytes?: string; readonly words?: string };
	/** As the person's program describes it; without bytes it is one that is too large for this machine to store. */
	readonly video?: {
		readonly bytes?: string;
		readonly width: number;
		readonly height: number;
		readonly duration: number;
		readonly file_size?: number;
		/** A GIF. */
		readonly animation?: boolean;
	};
	readonly media_group_id?: string;
	readonly forwarded?: boolean;
	/** The entities of the text or caption. */
	readonly entities?: readonly MessageEntity[];
}

const base64 = () => Joi.string().base64({ paddingRequired: true });
const typedSchema = Joi.object<Typed>({
	from: Joi.number().integer().required(),
	text: Joi.string().allow(''),
	reply_to_message_id: Joi.number().integer(),
	photo: base64(),
	file: Joi.object({ name: Joi.string().max(200).required(), type: Joi.string().max(100).required(), bytes: base64().required() }),
	sticker: Joi.string().max(16),
	voice: Joi.object({ seconds: Joi.number().integer().required(), bytes: base64(), words: Joi.string() }).xor('bytes', 'words'),
	video: Joi.object({
		...{ bytes: base64(), width: Joi.number().integer().required(), height: Joi.number().integer().required() },
		...{ duration: Joi.number().integer().required(), file_size: Joi.number().integer(), animation: Joi.boolean() },
	}),
	media_group_id: Joi.string().pattern(/^\d{1,20}$/, 'digits'),
	forwarded: Joi.boolean(),
	entities: Joi.array().items(
		Joi.object({
			type: Joi.string().required(),
			offset: Joi.number().integer().required(),
			length: Joi.number().integer().required(),
		}).unknown(),
	),
})
	.or('text', 'photo', 'file', 'sticker', 'voice', 'video')
	.oxor('photo', 'file', 'sticker', 'voice', 'video');
const editSchema = Joi.object<{ from: number; message_id: number; text: string }>({
	from: Joi.number().integer().required(),
	message_id: Joi.number().integer().required(),
	text: Joi.string().required(),
});
const sendSchema = Joi.alternatives<Typed | readonly Typed[]>(typedSchema, Joi.array<Typed[]>().items(typedSchema).min(1));
const pressSchema = Joi.object<{ from: number; message_id: number; callback_data: string }>({
	from: Joi.number().integer().required(),
	message_id: Joi.number().integer().required(),
	callback_data: Joi.string().required(),
});
const reactSchema = Joi.object<{ chat_id: number; message_id: number; counts: Record<string, number> }>({
	chat_id: Joi.number().integer().required(),
	message_id: Joi.number().integer().required(),
	counts: Joi.object().pattern(Joi.string().max(16), Joi.number().integer().min(0)).max(11).required(),
});
const blockSchema = Joi.object<{ from: number; blocked: boolean }>({
	from: Joi.number().integer().required(),
	blocked: Joi.boolean().required(),
});
const languageSchema = Joi.object<{ from: number; language_code: string }>({
	from: Joi.number().integer().required(),
	language_code: Joi.string()
		.pattern(/^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/, 'language tag')
		.required(),
});
const clockSchema = Joi.object<{ by_ms: number }>({ by_ms: Joi.number().integer().min(1).max(MAX_AHEAD_MS).required() });
const updateSchema = Joi.object<Update>({ update_id: Joi.number().integer().required() }).unknown(true);

function shownState({ messenger, updates, faults, hub, clock }: ControlParts): ShownState {
	return {
		chats: messenger.state.chats.map(shownChat),
		updates_pending: updates.pendingCount,
		faults: faults.list,
		webhook: shownWebhook(updates),
		polled: updates.isPolled,
		calls: hub.calls,
		bot: messenger.bot,
		now: Date.now(),
		clock_ahead_ms: clock.aheadMs,
	};
}

function shownWebhook({ webhook }: Updates): ShownState['webhook'] {
	if (webhook === null) return null;
	const { url, maxConnections, lastErrorAtMs, lastErrorMessage } = webhook;
	return {
		url,
		max_connections: maxConnections,
		...(lastErrorMessage === undefined
			? {}
			: { last_error_date: Math.floor((lastErrorAtMs ?? 0) / 1_000), last_error_message: lastErrorMessage }),
	};
}

/** Routes under `/control`. */
export function controlApi(parts: ControlParts): Router {
	const router = express.Router();
	router.use(onlyThisMachine);
	router.use((_request, response, next) => {
		response.setHeader('Cache-Control', 'no-store');
		next();
	});
	lookRoutes(router, parts);
	personRoutes(router, parts);
	faultRoutes(router, parts);
	router.use((_request, _response) => {
		throw new PersonError(404, 'There is nothing at this address');
	});
	router.use((error: unknown, _request: Request, response: Response, next: NextFunction) => {
		if (!(error instanceof PersonError)) return next(error);
		response.status(error.status).json({ error: error.message });
	});
	return router;
}

/** The state, once and as a stream of changes, and the reset. */
function lookRoutes(router: Router, parts: ControlParts): void {
	const { messenger, updates, faults, hub, clock } = parts;
	router.get('/state', (_request, response) => {
		response.json(shownState(parts));
	});
	router.get('/chats/:id', (request, response) => {
		const found = messenger.state.chats.find(({ chat }) => String(chat.id) === request.params.id);
		if (found === undefined) throw new PersonError(404, 'No chat has this id');
		response.json(shownChat(found));
	});
	router.get('/updates', (_request, response) => {
		response.json({ pending: updates.pendingCount });
	});
	router.get('/photo/:unique', (request, response) => {
		const bytes = messenger.photos.bytesByUniqueId(request.params.unique);
		if (bytes === undefined) throw new PersonError(404, 'No picture has this id');
		response.setHeader('Cache-Control', 'private, max-age=31536000, immutable');
		response.type('image/jpeg').end(bytes);
	});
	router.get('/events', (request, response) => {
		response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store', Connection: 'keep-alive' });
		response.write('retry: 1000\n\nevent: hello\ndata: {}\n\n');
		const wanted = typeof request.query['only'] === 'string' ? request.query['only'].split(',') : undefined;
		const tell = (event: string, data: () => unknown): void => {
			if (wanted?.includes(event) ?? true) response.write(`event: ${event}\ndata: ${JSON.stringify(data())}\n\n`);
		};
		// On the same stream as the calls, so that a listener knows which calls the state includes.
		const tellState = (): void => tell('state', () => shownState(parts));
		tellState();
		const stop = hub.listen((event, data) => {
			tell(event, () => data);
			if (event === 'chat' || event === 'reset') tellState();
		});
		const heartbeat = setInterval(() => response.write(': here\n\n'), HEARTBEAT_MS);
		request.once('close', () => {
			stop();
			clearInterval(heartbeat);
		});
	});
	router.post('/clock', async (request, response) => {
		const { by_ms: byMs } = await readJson(request, clockSchema);
		const clock_ahead_ms = clock.moveBy(byMs);
		if (clock_ahead_ms === undefined) throw new PersonError(422, 'The clock cannot be set more than 67 days ahead');
		hub.tell('clock', { clock_ahead_ms });
		response.json({ clock_ahead_ms });
	});
	router.post('/reset', (_request, response) => {
		faults.clear();
		updates.clear();
		messenger.reset();
		hub.clear();
		hub.tell('reset', {});
		response.json({ reset: true });
	});
}

/** Sends as a person's client does: text alone, or with an attachment. */
async function send(messenger: Messenger, given: Typed) {
	const { from, text = '', reply_to_message_id: replyTo, photo, file, sticker, voice, video, forwarded, entities } = given;
	const album = given.media_group_id;
	const options = { caption: text, replyTo, album, forwarded, entities };
	if (photo !== undefined) {
		const stored = await messenger.photos.add(Buffer.from(photo, 'base64')).catch((error: unknown) => {
			throw error instanceof ApiError ? new PersonError(422, error.message) : error;
		});
		return messenger.attach(from, { photo: stored }, options);
	}
	if (file !== undefined)
		return messenger.attach(from, { document: messenger.photos.addFile(Buffer.from(file.bytes, 'base64'), file.name, file.type) }, options);
	if (video !== undefined) return messenger.attach(from, videoOf(messenger, video), options);
	if (voice !== undefined) return messenger.attach(from, { voice: voiceOf(messenger, voice) }, options);
	return sticker === undefined ? typed(messenger, from, text, options) : messenger.attach(from, { sticker: stickerOf(sticker) }, options);
}

function typed(messenger: Messenger, from: number, text: string, options: AttachOptions) {
	try {
		return messenger.type(from, text, options);
	} catch (error) {
		throw error instanceof ApiError ? new PersonError(422, error.message) : error;
	}
}

function videoOf(messenger: Messenger, { bytes, animation, file_size, ...said }: NonNullable<Typed['video']>) {
	const stored = Buffer.from(bytes ?? '', 'base64');
	const kind = animation === true ? 'animation' : 'video';
	return {
		kind,
		video: messenger.photos.addVideo(kind, { ...said, mime_type: 'video/mp4', file_size: file_size ?? stored.length }, stored),
	} as const;
}

function voiceOf(messenger: Messenger, { seconds, bytes, words = '' }: NonNullable<Typed['voice']>): Voice {
	const recording = bytes === undefined ? spoken(words) : Buffer.from(bytes, 'base64');
	const { file_name: _name, ...file } = messenger.photos.addFile(recording, 'voice.oga', 'audio/ogg');
	return { ...file, duration: seconds };
}

const stickerOf = (emoji: string): Sticker => ({
	...{ file_id: 'CAACAgIAAxkBAAsandbox', file_unique_id: 'AgADsandbox', type: 'regular', width: 512, height: 512 },
	...{ is_animated: false, is_video: false, emoji },
});

function tellSent(
	{ update, message }: { update: Update | undefined; message: Message },
	{ from, text, photo, file, voice, video }: Typed,
	{ hub }: ControlParts,
) {
	const kinds = [photo && 'Photo ', file && `${file.name} `, voice && 'Voice ', video && 'Video '];
	const what = kinds.find((each) => each !== undefined) ?? '';
	const summary = `${what}${text ?? ''}`.trim().slice(0, 80);
	hub.record({ at: Date.now(), kind: 'person', method: 'send', chat_id: from, ok: true, status: 200, took_ms: 0, summary });
	return { message_id: message.message_id, message, update_id: update?.update_id ?? null };
}

/** Actions of the two people, and forged updates. */
function personRoutes(router: Router, parts: ControlParts): void {
	const { messenger, updates, faults, hub, settle } = parts;
	router.post('/send', async (request, response) => {
		const given = await readJson(request, sendSchema, MAX_SENT_BYTES);
		const sent = [];
		for (const each of [given].flat()) sent.push(tellSent(await send(messenger, each), each, parts));
		settle();
		response.json(Array.isArray(given) ? sent : sent[0]);
	});
	router.post('/edit', async (request, response) => {
		const { from, message_id: messageId, text } = await readJson(request, editSchema);
		const { update } = messenger.rewrite(from, messageId, text);
		settle();
		response.json({ update_id: update?.update_id ?? null });
	});
	router.post('/react', async (request, response) => {
		const { chat_id: chatId, message_id: messageId, counts } = await readJson(request, reactSchema);
		const update = messenger.react(chatId, messageId, counts);
		settle();
		response.json({ update_id: update?.update_id ?? null });
	});
	router.post('/press', async (request, response) => {
		const { from, message_id: messageId, callback_data: data } = await readJson(request, pressSchema);
		const { update, callbackQueryId, buttonFound } = messenger.press(from, messageId, data);
		settle();
		hub.record({ at: Date.now(), kind: 'person', method: 'press', chat_id: from, ok: true, status: 200, took_ms: 0, summary: data });
		response.json({ callback_query_id: callbackQueryId, update_id: update?.update_id ?? null, button_found: buttonFound });
	});
	router.post('/block', async (request, response) => {
		const { from, blocked } = await readJson(request, blockSchema);
		if (blocked) block(parts, from);
		else {
			faults.clear((fault) => fault.kind === 'blocked' && fault.chat_id === from);
			messenger.setBlocked(from, false);
		}
		response.json({ blocked });
	});
	router.post('/language', async (request, response) => {
		const { from, language_code: languageCode } = await readJson(request, languageSchema);
		messenger.setLanguage(from, languageCode);
		settle();
		response.json({ language_code: languageCode });
	});
	/** Sends a forged update, or repeats one. */
	router.post('/update', async (request, response) => {
		const update = await readJson(request, updateSchema);
		updates.addRaw(update);
		response.json({ update_id: update.update_id });
	});
}

/** Blocks the bot for a person; a fault shows it, and removing the fault unblocks. */
function block({ messenger, faults }: ControlParts, chatId: number): void {
	messenger.setBlocked(chatId, true);
	if (!faults.list.some((fault) => fault.kind === 'blocked' && fault.chat_id === chatId))
		faults.set({ target: 'messenger', kind: 'blocked', chat_id: chatId, forever: true });
}

function faultRoutes(router: Router, parts: ControlParts): void {
	const { messenger, faults } = parts;
	const cleared = (gone: readonly { kind: string; chat_id?: number }[]): void => {
		for (const fault of gone) if (fault.kind === 'blocked' && fault.chat_id !== undefined) messenger.setBlocked(fault.chat_id, false);
	};
	router.get('/faults', (_request, response) => {
		response.json({ faults: faults.list });
	});
	router.post('/faults', async (request, response) => {
		const fault = await readJson<FaultRequest>(request, faultSchema);
		if (fault.kind === 'blocked') {
			block(parts, fault.chat_id as number);
			response.json({ fault: faults.list.find((one) => one.kind === 'blocked' && one.chat_id === fault.chat_id) });
			return;
		}
		response.json({ fault: faults.set(fault) });
	});
	router.delete('/faults', (_request, response) => {
		cleared(faults.clear());
		response.json({ faults: [] });
	});
	router.delete('/faults/:id', (request, response) => {
		cleared(faults.clear((fault) => fault.id === Number(request.params.id)));
		response.json({ faults: faults.list });
	});
}
