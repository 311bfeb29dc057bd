/**
 * The AI provider over HTTP, under `/ai`: key, body, faults on demand, the provider's shapes.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import express from 'express';
import type { Request, Response, Router } from 'express';
import { DEFAULT_MODELS, MODEL_ENDS } from '@copydesk/domain/ai/models';
import { readBody } from '@copydesk/kit/body';
import type { Log } from '@copydesk/kit/log';
import type { Fault, Faults } from '../faults.ts';
import type { Hub } from '../hub.ts';
import type { Said } from '../recorder.ts';
import { complete, readChatQuestion } from './chat.ts';
import { AiError } from './errors.ts';
import { generate, readImageQuestion } from './images.ts';
import type { Paint } from './paint.ts';
import { readQuestion, respond } from './respond.ts';
import { readSoundQuestion, transcribe, type SoundQuestion } from './transcribe.ts';

interface AiParts {
	readonly faults: Faults;
	readonly hub: Hub;
	readonly paint: Paint;
	readonly log: Log;
	readonly said: (said: Said) => void;
}

const MAX_BODY_BYTES = 20 * 1_048_576;

/** There are no accounts: any key is accepted, but a missing key fails as with the provider. */
function mustHaveKey(request: Request): void {
	const { authorization } = request.headers;
	const key = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
	if (key === undefined) {
		throw new AiError(
			401,
			"You didn't provide an API key. You need to provide your API key in an " +
				'Authorization header using Bearer auth (i.e. Authorization: Bearer YOUR_KEY).',
		);
	}
}

async function readJson(request: Request): Promise<unknown> {
	if (!/^application\/json\b/i.test(request.headers['content-type'] ?? '')) {
		throw new AiError(
			400,
			`Unsupported content type: '${request.headers['content-type'] ?? ''}'. This API method only accepts ` +
				`'application/json' requests, but you specified the header 'Content-Type: ` +
				`${request.headers['content-type'] ?? ''}'.`,
			{ code: 'unsupported_content_type' },
		);
	}
	let bytes: Buffer;
	try {
		bytes = await readBody(request, MAX_BODY_BYTES);
	} catch {
		throw new AiError(413, 'The request body is too large.');
	}
	try {
		return JSON.parse(bytes.toString('utf8'));
	} catch {
		throw new AiError(
			400,
			"We could not parse the JSON body of your request. (HINT: This likely means you aren't using your " +
				'HTTP library correctly. The API expects a JSON payload, but what was sent was not valid JSON.)',
		);
	}
}

function refusalOf(fault: Fault): AiError | undefined {
	switch (fault.kind) {
		case '429':
			return new AiError(429, `Rate limit reached. Please try again in ${fault.retry_after ?? 20}s.`, {
				type: 'requests',
				code: 'rate_limit_exceeded',
				retryAfterSeconds: fault.retry_after ?? 20,
			});
		case 'key_refused':
			return new AiError(401, 'Incorrect API key provided: sk-…. You can find your API key at the page of the provider.', {
				code: 'invalid_api_key',
			});
		case 'no_credit':
			return new AiError(429, 'You exceeded your current quota, please check your plan and billing details.', {
				type: 'insufficient_quota',
				code: 'insufficient_quota',
			});
		case 'not_verified':
			return new AiError(403, 'Your organization must be verified to use the model. Please go to: Verify Organization.', {});
		case '5xx':
			return new AiError(fault.status ?? 500, 'The server had an error while processing your request. Sorry about that!', {
				type: 'server_error',
				code: 'server_error',
			});
		case 'timeout':
			return new AiError(504, 'The request timed out.', { type: 'server_error', code: 'timeout' });
		default:
			return undefined;
	}
}

/** How one endpoint handles its body. */
interface Endpoint<Q> {
	readonly name: string;
	read(body: unknown): Q;
	/** The body, where it is not JSON. */
	readBody?(request: Request): Promise<unknown>;
	/** Names for which a fault may be set, besides the endpoint's. */
	names(question: Q): readonly string[];
	work(question: Q, fault: Fault | undefined, parts: AiParts): Promise<{ body: unknown; summary: string }>;
	/** The entry in the timeline. */
	shown(question: Q): unknown;
}

const responses: Endpoint<ReturnType<typeof readQuestion>> = {
	name: 'responses',
	read: readQuestion,
	names: (question) => (question.name === '' ? [] : [question.name]),
	work: (question, fault) => Promise.resolve(respond(question, fault, Date.now())),
	shown: (question) => ({ model: question.model, schema: question.name, input: question.input.slice(0, 1_500) }),
};

const images: Endpoint<ReturnType<typeof readImageQuestion>> = {
	name: 'images/generations',
	read: readImageQuestion,
	names: () => [],
	async work(question, fault, { paint }) {
		if (fault?.kind === 'refusal')
			throw new AiError(400, 'Your request was rejected by the safety system.', {
				type: 'image_generation_user_error',
				code: 'moderation_blocked',
			});
		return {
			body: await generate(question, paint, Date.now(), fault?.kind === 'corrupt_image'),
			summary: `${question.size}, ${question.quality}`,
		};
	},
	shown: (question) => ({ prompt: question.prompt, size: question.size, quality: question.quality }),
};

const sounds: Endpoint<SoundQuestion> = {
	name: 'audio/transcriptions',
	readBody: (request) => readSoundQuestion(request, () => readJson(request)),
	read: (question) => question as SoundQuestion,
	names: () => [],
	work: (question) => Promise.resolve(transcribe(question)),
	shown: ({ model, bytes }) => ({ model, file: `(${bytes.length} bytes)` }),
};

const chat: Endpoint<ReturnType<typeof readChatQuestion>> = {
	name: 'chat/completions',
	read: readChatQuestion,
	names: responses.names,
	work: (question, fault, { paint }) => complete(question, fault, paint, Date.now()),
	shown: responses.shown,
};

function handler<Q>(endpoint: Endpoint<Q>, parts: AiParts) {
	const { hub, faults, log } = parts;
	return async (request: Request, response: Response): Promise<void> => {
		const startedAt = Date.now();
		const gone = new AbortController();
		response.once('close', () => gone.abort());
		response.setHeader('x-request-id', `req_${randomUUID().replaceAll('-', '')}`);
		let label: string = endpoint.name;
		let shown: unknown;
		let fault: Fault | undefined;
		const record = (status: number, summary: string, description?: string): void => {
			hub.record({
				at: Date.now(),
				kind: 'ai',
				method: label,
				ok: status === 200,
				status,
				took_ms: Date.now() - startedAt,
				summary,
				...(description === undefined ? {} : { description }),
				...(fault === undefined ? {} : { fault: fault.kind }),
				...(shown === undefined ? {} : { params: shown }),
			});
		};
		try {
			mustHaveKey(request);
			const asked = await (endpoint.readBody ?? readJson)(request);
			const question = endpoint.read(asked);
			const names = endpoint.names(question);
			label = names[0] ?? endpoint.name;
			shown = endpoint.shown(question);
			const met = faults.meet({ target: 'ai', names: [endpoint.name, ...names] });
			fault = met.fault;
			if (met.latencyMs > 0) await pause(met.latencyMs, undefined, { signal: gone.signal }).catch(() => {});
			if (gone.signal.aborted && met.latencyMs > 0) {
				record(0, 'the caller hung up', 'no answer in time');
				return;
			}
			if (fault?.kind === 'drop_before_accept') {
				record(0, 'hung up before doing it');
				request.socket.destroy();
				return;
			}
			mustBeServed((question as { model?: unknown }).model, fault);
			const refusal = fault === undefined ? undefined : refusalOf(fault);
			if (refusal !== undefined) throw refusal;
			const { body, summary } = await endpoint.work(question, fault, parts);
			if (fault?.kind === 'accept_then_drop') {
				record(0, summary, 'did it and hung up');
				request.socket.destroy();
				return;
			}
			record(200, summary);
			parts.said({ name: endpoint.name, request: endpoint.readBody === undefined ? asked : shown, answer: body });
			if (fault?.kind === 'non_json') response.status(200).type('html').end('<html><body>Bad gateway</body></html>');
			else response.status(200).json(body);
		} catch (error) {
			const refusal =
				error instanceof AiError
					? error
					: new AiError(500, 'The server had an error while processing your request. Sorry about that!', {
							type: 'server_error',
							code: 'server_error',
						});
			if (!(error instanceof AiError)) log.error({ err: error }, 'the AI stand-in failed');
			record(refusal.status, refusal.code ?? refusal.type, refusal.message);
			if (refusal.retryAfterSeconds !== undefined) response.setHeader('Retry-After', String(refusal.retryAfterSeconds));
			if (!request.complete) response.setHeader('Connection', 'close');
			response.status(refusal.status).json(refusal.body());
		}
	};
}

/** Every model is accepted that has not ended. The list names our own, a desk's defaults, and those with an end date. */
function modelsAt(today: string): readonly unknown[] {
	const lasting = ['sandbox-text', 'sandbox-image', 'sandbox-audio', ...Object.values(DEFAULT_MODELS)];
	const ending = Object.entries(MODEL_ENDS).filter(([id, { ends }]) => ends > today && !lasting.includes(id));
	return [...lasting.map((id) => [id, null] as const), ...ending.map(([id, { ends }]) => [id, ends] as const)].map(([id, ends]) => ({
		id,
		object: 'model',
		created: 1_760_000_000,
		owned_by: 'copydesk-sandbox',
		shutdown_date: ends,
	}));
}

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** The provider gives the same answer for an unknown model. */
function mustBeServed(model: unknown, fault: Fault | undefined): void {
	const end = typeof model === 'string' && Object.hasOwn(MODEL_ENDS, model) ? MODEL_ENDS[model] : undefined;
	if (fault?.kind !== 'model_gone' && (end === undefined || end.ends > dayOf(Date.now()))) return;
	throw new AiError(404, `The model \`${String(model)}\` does not exist or you do not have access to it.`, { code: 'model_not_found' });
}

/** Routes under `/ai`. */
export function aiApi(parts: AiParts): Router {
	const router = express.Router();
	router.post('/v1/responses', handler(responses, parts));
	router.post('/v1/chat/completions', handler(chat, parts));
	router.post('/v1/images/generations', handler(images, parts));
	router.post('/v1/audio/transcriptions', handler(sounds, parts));
	router.get('/v1/models', (request, response) => {
		try {
			mustHaveKey(request);
			if (parts.faults.list.some(({ kind }) => kind === 'restricted'))
				throw new AiError(403, 'You have insufficient permissions for this operation. Missing scopes: api.model.read.');
			response.json({ object: 'list', data: modelsAt(dayOf(Date.now())) });
		} catch (error) {
			response.status((error as AiError).status).json((error as AiError).body());
		}
	});
	router.use((request, response) => {
		response.status(404).json(new AiError(404, `Invalid URL (${request.method} ${request.originalUrl.split('?')[0] ?? ''})`).body());
	});
	return router;
}
