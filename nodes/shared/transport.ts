/** The one file of the package that knows HTTP. Nothing here retries (docs/specification.md#retries). */
import type { IDataObject, IExecuteFunctions, IHttpRequestMethods, IHttpRequestOptions } from 'n8n-workflow';

import type { Routes as CollaborationRoutes } from '../../domain/api/collaboration.ts';
import type { Routes as ReaderRoutes } from '../../domain/api/reader.ts';
import type { Routes as RendererRoutes } from '../../domain/api/renderer.ts';
import { baseOf } from '../../domain/ai/address.ts';
import { formatOf } from '../../domain/ai/image.ts';
import { isObject } from '../../domain/isObject.ts';
import {
	MAX_ERROR_ANSWER_BYTES,
	MAX_PICTURE_ANSWER_BYTES,
	MAX_SERVICE_ANSWER_BYTES,
	MAX_SOUND_BYTES,
	MAX_TEXT_ANSWER_BYTES,
} from '../../domain/limits.ts';
import { COLLABORATION, refusalError, silenceError, type Refusal } from './faults.ts';

export type ServiceName = 'collaboration' | 'renderer' | 'reader' | 'images' | 'texts' | 'fallback' | 'recordings' | 'sounds';

interface Service {
	readonly credential: string;
	readonly baseUrlField: string;
	readonly title: string;
	/** What is read of its answer, unpacked. */
	readonly mostBytes: number;
}

const services: Readonly<Record<ServiceName, Service>> = {
	collaboration: {
		credential: 'copydeskCollaborationApi',
		baseUrlField: 'baseUrl',
		title: COLLABORATION,
		mostBytes: MAX_SERVICE_ANSWER_BYTES,
	},
	renderer: {
		credential: 'copydeskRendererApi',
		baseUrlField: 'baseUrl',
		title: 'The cover renderer',
		mostBytes: MAX_SERVICE_ANSWER_BYTES,
	},
	reader: { credential: 'copydeskReaderApi', baseUrlField: 'baseUrl', title: 'The reader', mostBytes: MAX_SERVICE_ANSWER_BYTES },
	images: { credential: 'copydeskAiApi', baseUrlField: 'imageBaseUrl', title: 'The image provider', mostBytes: MAX_PICTURE_ANSWER_BYTES },
	texts: { credential: 'copydeskAiApi', baseUrlField: 'baseUrl', title: 'The AI provider', mostBytes: MAX_TEXT_ANSWER_BYTES },
	/** What people said; the rest of that service's answers is small. */
	recordings: {
		credential: 'copydeskCollaborationApi',
		baseUrlField: 'baseUrl',
		title: COLLABORATION,
		mostBytes: MAX_SOUND_BYTES,
	},
	sounds: { credential: 'copydeskAiApi', baseUrlField: 'audioBaseUrl', title: 'The provider for voices', mostBytes: MAX_TEXT_ANSWER_BYTES },
	fallback: {
		credential: 'copydeskAiApi',
		baseUrlField: 'fallbackBaseUrl',
		title: 'The fallback provider',
		mostBytes: MAX_TEXT_ANSWER_BYTES,
	},
};

/** Where nothing else is said about a call; the specification names the others. */
const DEFAULT_TIMEOUT_MS = 150_000;
/** For what comes after the first byte. */
const MOST_READING_MS = 30_000;
const MIB = 1_048_576;

export interface Call {
	readonly service: ServiceName;
	readonly path: string;
	readonly method?: IHttpRequestMethods;
	/** A JSON body, or raw bytes with `contentType`. */
	readonly body?: object | Buffer;
	readonly contentType?: string;
	readonly headers?: Readonly<Record<string, string>>;
	readonly timeoutMs?: number;
}

/** An answer, or a refusal that the caller may know what to do with. */
export type Reply<Answer = IDataObject> =
	| { readonly ok: true; readonly status: number; readonly body: Answer }
	| { readonly ok: false; readonly refusal: Refusal };

/** What our own services take and give, by address. */
interface Contracts {
	readonly collaboration: CollaborationRoutes;
	readonly renderer: RendererRoutes;
	readonly reader: ReaderRoutes;
}
type Contract<Name extends keyof Contracts, Path extends keyof Contracts[Name]> = Contracts[Name][Path] extends {
	readonly request: infer Request;
	readonly answer: infer Answer;
}
	? { readonly request: Request; readonly answer: Answer }
	: never;

/**
 * Asks one of our services, as its contract has it; a refusal is the caller's to judge.
 * @throws NodeApiError when no answer came
 */
export async function ask<Name extends keyof Contracts, Path extends keyof Contracts[Name] & string>(
	context: IExecuteFunctions,
	itemIndex: number,
	service: Name,
	path: Path,
	body: Contract<Name, Path>['request'] & object,
	timeoutMs?: number,
): Promise<Reply<Contract<Name, Path>['answer']>> {
	const timeout = timeoutMs === undefined ? {} : { timeoutMs };
	return (await call(context, itemIndex, { service, path, body, ...timeout })) as Reply<Contract<Name, Path>['answer']>;
}

/**
 * The same for the collaboration service, where the node cannot act on a refusal.
 * @throws NodeApiError when no answer came or the service refused
 */
export async function askOrThrow<Path extends keyof CollaborationRoutes>(
	context: IExecuteFunctions,
	itemIndex: number,
	path: Path,
	body: Contract<'collaboration', Path>['request'] & object,
	timeoutMs?: number,
): Promise<Contract<'collaboration', Path>['answer']> {
	return orThrow(context, itemIndex, await ask(context, itemIndex, 'collaboration', path, body, timeoutMs));
}

/** @throws NodeApiError when the collaboration service refused */
export function orThrow<Answer>(context: IExecuteFunctions, itemIndex: number, reply: Reply<Answer>): Answer {
	if (!reply.ok) throw refusalError(context, itemIndex, services.collaboration.title, reply.refusal);
	return reply.body;
}

/**
 * Makes one call.
 * @throws NodeApiError when no answer came
 */
export async function call(context: IExecuteFunctions, itemIndex: number, request: Call): Promise<Reply> {
	const { statusCode, body, headers, isWhole } = await exchange(context, itemIndex, request);
	if (!isWhole && isGood(statusCode)) return { ok: false, refusal: tooLarge(request, statusCode) };
	// Some providers answer with the picture itself.
	const isPicture = request.service === 'images' && formatOf(body) !== null;
	const read = isPicture ? { data: [{ b64_json: body.toString('base64') }] } : objectOf(body);
	return isGood(statusCode)
		? { ok: true, status: statusCode, body: read }
		: { ok: false, refusal: { ...refusalOf(statusCode, read, headers), ...saidBy(request, body) } };
}

/** The same for an answer that is bytes. */
export async function callForBytes(context: IExecuteFunctions, itemIndex: number, request: Call): Promise<Reply<Buffer>> {
	const { statusCode, body, headers, isWhole } = await exchange(context, itemIndex, request);
	if (!isWhole && isGood(statusCode)) return { ok: false, refusal: tooLarge(request, statusCode) };
	return isGood(statusCode)
		? { ok: true, status: statusCode, body }
		: { ok: false, refusal: refusalOf(statusCode, objectOf(body), headers) };
}

/** Each provider has its own way of saying no. */
function saidBy({ service }: Call, body: Buffer): Pick<Refusal, 'said'> {
	if (!['texts', 'fallback', 'images', 'sounds'].includes(service)) return {};
	const text = body.toString('utf8');
	const said = parse(text);
	return { said: (isObject(said) || Array.isArray(said) ? said : text.slice(0, MAX_SAID_UNITS)) as IDataObject };
}
const MAX_SAID_UNITS = 1_000;

function tooLarge({ service }: Call, status: number): Refusal {
	const { mostBytes } = services[service];
	const detail = `The answer is larger than ${Math.round(mostBytes / MIB)} MiB.`;
	return { status, code: 'answer_too_large', detail, retry: 'never', requestId: null, fields: [], state: null };
}

const isGood = (statusCode: number): boolean => statusCode >= 200 && statusCode < 300;

interface Exchanged {
	readonly statusCode: number;
	readonly body: Buffer;
	/** Whether that is all of it. */
	readonly isWhole: boolean;
	readonly headers?: Readonly<Record<string, unknown>>;
}

/** n8n bounds no answer, so it is read piece by piece: as it comes out of the unpacking, and no further than its bound. */
async function exchange(context: IExecuteFunctions, itemIndex: number, request: Call): Promise<Exchanged> {
	const service = services[request.service];
	const timeout = request.timeoutMs ?? DEFAULT_TIMEOUT_MS;
	const options: IHttpRequestOptions = {
		method: request.method ?? 'POST',
		// The credential knows the rest of it: asked for here, it would be read and decrypted twice.
		url: request.path,
		headers: {
			Accept: 'application/json, application/problem+json',
			...(request.contentType === undefined ? {} : { 'Content-Type': request.contentType }),
			...request.headers,
		},
		...(request.body === undefined ? {} : { body: request.body }),
		json: request.contentType === undefined,
		timeout,
		// The other time-out ends with the first byte of the answer.
		abortSignal: signalOf(context, timeout + MOST_READING_MS),
		encoding: 'stream',
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		disableFollowRedirect: true,
	};
	try {
		const answer = (await context.helpers.httpRequestWithAuthentication.call(context, service.credential, options)) as {
			readonly statusCode: number;
			readonly body: unknown;
			readonly headers?: Readonly<Record<string, unknown>>;
		};
		const most = isGood(answer.statusCode) ? service.mostBytes : MAX_ERROR_ANSWER_BYTES;
		return { ...answer, ...(await readUpTo(answer.body, most)) };
	} catch (error) {
		const credentials = await context.getCredentials(service.credential, itemIndex);
		throw silenceError(context, itemIndex, service.title, baseUrlOf(credentials, service.baseUrlField), error);
	}
}

/** n8n's own ends the request when somebody stops the execution. */
function signalOf(context: IExecuteFunctions, mostMs: number): AbortSignal {
	const { getExecutionCancelSignal: ofExecution } = context as Partial<IExecuteFunctions>;
	const stopped = ofExecution?.call(context);
	const late = AbortSignal.timeout(mostMs);
	return stopped === undefined ? late : AbortSignal.any([stopped, late]);
}

async function readUpTo(body: unknown, most: number): Promise<Pick<Exchanged, 'body' | 'isWhole'>> {
	const pieces: Buffer[] = [];
	let length = 0;
	// To leave the loop ends the connection.
	for await (const piece of piecesOf(body)) {
		pieces.push(piece);
		length += piece.length;
		if (length > most) return { body: Buffer.concat(pieces).subarray(0, most), isWhole: false };
	}
	return { body: Buffer.concat(pieces), isWhole: true };
}

/** What an n8n gives that reads all of it by itself, too. */
function piecesOf(body: unknown): AsyncIterable<Buffer> | Iterable<Buffer> {
	if (typeof body === 'object' && body !== null && Symbol.asyncIterator in body) return body as AsyncIterable<Buffer>;
	if (Buffer.isBuffer(body)) return [body];
	if (body === undefined || body === null) return [];
	return [Buffer.from(typeof body === 'string' ? body : JSON.stringify(body))];
}

/** The image provider may be another one than the text provider; an empty field means the same one. */
function baseUrlOf(credentials: IDataObject, field: string): string {
	const own = credentials[field];
	const url = typeof own === 'string' && own.trim() !== '' ? own : credentials['baseUrl'];
	return baseOf(String(url ?? ''));
}

function objectOf(body: Buffer): IDataObject {
	const parsed = parse(body.toString('utf8'));
	return isObject(parsed) ? (parsed as IDataObject) : {};
}

function parse(text: string): unknown {
	try {
		return JSON.parse(text) as unknown;
	} catch {
		// Not JSON: a proxy's page or an empty body. The status says what matters.
		return undefined;
	}
}

/** Reads `application/problem+json`; the AI's `{error:{code,message}}` is read as well. */
function refusalOf(status: number, body: IDataObject, headers: Exchanged['headers']): Refusal {
	const retryAfter = headers?.['retry-after'];
	const inner = typeof body['error'] === 'object' && body['error'] !== null ? (body['error'] as IDataObject) : {};
	const code = body['code'] ?? inner['code'] ?? inner['type'];
	const detail = body['detail'] ?? inner['message'];
	return {
		status,
		code: typeof code === 'string' && code !== '' ? code : `http_${status}`,
		detail: typeof detail === 'string' ? detail : `The answer was ${status}.`,
		retry: typeof body['retry'] === 'string' ? body['retry'] : status >= 500 || status === 429 ? 'later' : 'never',
		requestId: typeof body['request_id'] === 'string' ? body['request_id'] : null,
		fields: Array.isArray(body['errors']) ? (body['errors'] as { path: string; message: string }[]) : [],
		state: typeof body['state'] === 'string' ? body['state'] : null,
		retryAfter: typeof retryAfter === 'string' ? retryAfter : null,
		claimedBy: typeof body['claimed_by'] === 'number' ? body['claimed_by'] : null,
		waits: body['waits'] === true,
	};
}
