/**
 * The Bot API over HTTP: address and token, parameters, faults on demand, the envelope.
 */
import type { Request, Response, Router } from 'express';
import express from 'express';
import { setTimeout as sleep } from 'node:timers/promises';
import { shorten } from '@copydesk/domain/text/shorten';
import { sameSecret } from '@copydesk/kit/server';
import type { Log } from '@copydesk/kit/log';
import type { Fault, Faults } from '../faults.ts';
import type { Hub } from '../hub.ts';
import type { Said } from '../recorder.ts';
import { ApiError, badRequest, forbidden, notFound, tooMany, unauthorized } from './errors.ts';
import type { Messenger } from './messenger.ts';
import { Remarked } from './methods/method.ts';
import { methods, notFromWebhook } from './methods/index.ts';
import { Parameters, readParameters } from './parameters.ts';
import type { Envelope } from './types.ts';
import { kindOf, type Delivered, type Updates } from './updates.ts';

export interface BotApiParts {
	readonly token: string;
	readonly messenger: Messenger;
	readonly updates: Updates;
	readonly faults: Faults;
	readonly hub: Hub;
	readonly log: Log;
	/** Whether a webhook may be on this machine, by http and at any port. */
	readonly loopbackWebhooks: boolean;
	/** Saves the state before an answer is sent, because the answer reports it. */
	readonly settle: () => void;
	readonly said: (said: Said) => void;
}

/** The refusal of a fault; undefined for faults without an answer. */
function refusalOf(fault: Fault): ApiError | undefined {
	switch (fault.kind) {
		case '429':
			return tooMany(fault.retry_after ?? 3);
		case '5xx':
			return new ApiError(fault.status ?? 500, (fault.status ?? 500) === 500 ? 'Internal Server Error: restart' : 'Bad Gateway');
		case 'no_rights':
			return badRequest('need administrator rights in the channel chat');
		case 'not_member':
			return forbidden('bot is not a member of the channel chat');
		default:
			return undefined;
	}
}

const firstWords = (text: string): string => shorten(text, 80).replace(/\s+/g, ' ');

function summaryOf(given: Parameters): string {
	const what = given.text('text') || given.text('caption') || given.text('url').replace(/^(https?:\/\/[^/]+)\/[^]*$/, '$1');
	return firstWords(what);
}

async function runMethod(name: string, given: Parameters, parts: BotApiParts, gone: AbortSignal): Promise<Envelope> {
	const method = methods.get(name.toLowerCase());
	const { messenger, updates, loopbackWebhooks } = parts;
	try {
		if (method === undefined) throw notFound('method not found');
		const result = await method.work(given, { messenger, updates, loopbackWebhooks, gone });
		return result instanceof Remarked ? { ok: true, result: result.result, description: result.description } : { ok: true, result };
	} catch (error) {
		if (error instanceof ApiError) return error.envelope();
		parts.log.error({ err: error, method: name }, 'a method failed');
		return new ApiError(500, 'Internal Server Error').envelope();
	}
}

/** Runs the method that a webhook's answer names; the result is dropped. */
export async function runWebhookAnswer(delivered: Delivered, parts: BotApiParts): Promise<void> {
	const body = delivered.body as Record<string, unknown> | null | undefined;
	const name = body === null ? undefined : body?.['method'];
	if (typeof name !== 'string' || notFromWebhook.test(name.toLowerCase())) return;
	const given = new Parameters(body as Record<string, unknown>);
	const startedAt = Date.now();
	const envelope = await runMethod(name, given, parts, new AbortController().signal);
	record(name, given, envelope, startedAt, parts, { via: 'webhook_answer' });
}

function record(
	name: string,
	given: Parameters,
	envelope: Envelope,
	startedAt: number,
	parts: BotApiParts,
	extra: { fault?: string; via?: 'webhook_answer' } = {},
): void {
	const chatId = given.integer('chat_id');
	parts.hub.record({
		at: Date.now(),
		kind: 'messenger',
		method: methods.get(name.toLowerCase())?.name ?? name,
		...(chatId === undefined ? {} : { chat_id: chatId }),
		ok: envelope.ok,
		status: envelope.ok ? 200 : envelope.error_code,
		...(envelope.ok ? {} : { description: envelope.description }),
		took_ms: Date.now() - startedAt,
		summary: summaryOf(given),
		params: given.shown(),
		...extra,
	});
}

/** Records the delivery of an update in the timeline. */
export function recordDelivered(delivered: Delivered, hub: Hub, pending: number): void {
	const { update, ok, status, attempt, tookMs, error } = delivered;
	const person = (update.callback_query?.from ?? update.message?.from ?? update.my_chat_member?.from)?.id;
	hub.record({
		at: Date.now(),
		kind: 'update',
		method: kindOf(update),
		...(person === undefined ? {} : { chat_id: person }),
		ok,
		status,
		...(error === undefined ? {} : { description: error }),
		took_ms: tookMs,
		summary:
			firstWords(update.callback_query?.data ?? update.message?.text ?? kindOf(update)) + (attempt > 1 ? ` (attempt ${attempt})` : ''),
		params: { update_id: update.update_id, attempt },
	});
	hub.tell('update_delivered', {
		update_id: update.update_id,
		ok,
		status,
		attempt,
		updates_pending: pending,
		...(error === undefined ? {} : { error }),
	});
}

const isQuiet = (name: string): boolean => /^(?:getupdates|getme|getwebhookinfo)$/i.test(name);

function answer(response: Response, envelope: Envelope): void {
	const status = envelope.ok ? 200 : envelope.error_code;
	if (!envelope.ok && envelope.parameters?.retry_after !== undefined)
		response.setHeader('Retry-After', String(envelope.parameters.retry_after));
	response.status(status).setHeader('Content-Type', 'application/json').end(JSON.stringify(envelope));
}

/** Routes `/bot<token>/<method>` and `/file/bot<token>/<path>`. */
export function botApi(parts: BotApiParts): Router {
	const router = express.Router({ caseSensitive: true });
	router.all('/bot:token/:method', (request: Request, response: Response) => serveMethod(request, response, parts));

	router.get('/file/bot:token/*path', (request: Request, response: Response) => {
		if (!sameSecret(String(request.params['token']), parts.token)) return answer(response, unauthorized().envelope());
		const path = (request.params['path'] as unknown as string[]).join('/');
		const bytes = parts.messenger.photos.bytesByPath(path);
		if (bytes === undefined) return answer(response, notFound().envelope());
		response.status(200).type('application/octet-stream').end(bytes);
	});

	router.all(['/bot:token', '/file/*rest'], (_request: Request, response: Response) => answer(response, notFound().envelope()));
	return router;
}

async function serveMethod(request: Request, response: Response, parts: BotApiParts): Promise<void> {
	const token = String(request.params['token']);
	const name = String(request.params['method']);
	const startedAt = Date.now();
	const gone = new AbortController();
	response.once('close', () => gone.abort());
	if (!/^\d+:[\w-]+$/.test(token)) return answer(response, notFound().envelope());
	if (!sameSecret(token, parts.token)) return answer(response, unauthorized().envelope());
	const given = await parametersOf(request, response);
	if (given === undefined) return;
	const { fault, latencyMs } = parts.faults.meet({ target: 'messenger', names: [name], chatId: given.integer('chat_id') });
	if (latencyMs > 0) await sleep(latencyMs, undefined, { signal: gone.signal }).catch(() => {});
	if (gone.signal.aborted && latencyMs > 0) return;
	if (fault?.kind === 'drop_before_accept') {
		parts.hub.record({
			at: Date.now(),
			kind: 'messenger',
			method: name,
			ok: false,
			status: 0,
			description: 'hung up before doing it',
			took_ms: Date.now() - startedAt,
			summary: summaryOf(given),
			fault: fault.kind,
		});
		request.socket.destroy();
		return;
	}
	const note = fault === undefined ? {} : { fault: fault.kind };
	const refusal = fault === undefined ? undefined : refusalOf(fault);
	if (refusal !== undefined) {
		const envelope = refusal.envelope();
		record(name, given, envelope, startedAt, parts, note);
		answerRefused(response, envelope, fault);
		return;
	}
	const envelope = await runMethod(name, given, parts, gone.signal);
	parts.settle();
	parts.said({ name, request: given.shown(), answer: envelope });
	if (!isQuiet(name) || fault !== undefined || !envelope.ok) record(name, given, envelope, startedAt, parts, note);
	answerDone(request, response, envelope, fault);
}

/** Undefined if they could not be read; then the request is already answered. */
async function parametersOf(request: Request, response: Response): Promise<Parameters | undefined> {
	try {
		return await readParameters(request);
	} catch (error) {
		const refusal = error instanceof ApiError ? error : badRequest('malformed request');
		response.setHeader('Connection', 'close');
		answer(response, refusal.envelope());
		request.resume();
		return undefined;
	}
}

function answerRefused(response: Response, envelope: Envelope, fault: Fault | undefined): void {
	if (fault?.kind !== '5xx' || fault.status === undefined || fault.status === 500) return answer(response, envelope);
	// Such answers come from the proxy in front of the real server: a page, not an envelope.
	response
		.status(fault.status)
		.type('html')
		.end(
			`<html><head><title>${fault.status} Bad Gateway</title></head><body>` +
				`<center><h1>${fault.status} Bad Gateway</h1></center></body></html>`,
		);
}

/** The method was carried out; the fault decides whether the bot gets the answer. */
function answerDone(request: Request, response: Response, envelope: Envelope, fault: Fault | undefined): void {
	switch (fault?.kind) {
		case 'accept_then_drop':
			request.socket.destroy();
			return;
		case 'non_json':
			response.status(200).type('html').end('<html><body>The service is being restarted</body></html>');
			return;
		case 'cut_json':
			response.status(200).setHeader('Content-Type', 'application/json').end(JSON.stringify(envelope).slice(0, -7));
			return;
		case 'no_message_id':
			// The real server may answer like this when it will send the message later.
			return answer(
				response,
				envelope.ok && typeof envelope.result === 'object' ? { ...envelope, result: { ...envelope.result, message_id: 0 } } : envelope,
			);
		default:
			return answer(response, envelope);
	}
}
