import type { Schema } from 'joi';
import type { CopydeskError, ErrorCode } from '@copydesk/domain/errors';
import type { Log } from './log.ts';
import { checkOf } from './schema.ts';
import type { Check, Fields } from './schema.ts';

/** What a handler gets beside its checked input. */
export interface RequestFacts {
	readonly requestId: string;
	readonly params: Readonly<Record<string, string>>;
	readonly headers: Readonly<Record<string, string | string[] | undefined>>;
	readonly method: string;
	readonly log: Log;
	/** Aborted when the client hung up. */
	readonly signal: AbortSignal;
}

/** What a handler answers: a JSON body, or bytes with their content type, or nothing. */
export interface Reply<Answer = unknown> {
	readonly status: number;
	readonly body?: Answer;
	readonly bytes?: Buffer;
	readonly contentType?: string;
	readonly headers?: Readonly<Record<string, string>>;
}

/** What a route takes, gives and refuses. The OpenAPI document and the wire types are made of it; tests hold the answers to it. */
export interface RouteContract {
	/** Name of the operation in the OpenAPI document. */
	readonly id: string;
	readonly summary: string;
	readonly description?: string;
	/** What a JSON answer holds. */
	readonly answer?: Schema;
	/** Content type of an answer that is no JSON. */
	readonly gives?: string;
	/** What each status of success means; without it 200 alone. */
	readonly answers?: Readonly<Record<number, string>>;
	/** Codes of this route's own; `codesOf` adds those that every route of its kind has. */
	readonly refuses?: readonly ErrorCode[];
	/** What a refusal with 503 says beside the problem. */
	readonly unavailable?: Fields;
	/** Name of the operation for HEAD, where it is of use. */
	readonly head?: string;
	/** OpenAPI that is laid over what is made of the rest: parameters, headers. */
	readonly openapi?: Readonly<Record<string, unknown>>;
}

interface BodyRule {
	/** `json`: parsed and compared with the schema. `raw`: given as a Buffer. */
	readonly kind: 'json' | 'raw';
	readonly contentType: string;
	/** Bytes. */
	readonly maxBytes: number;
	readonly schema?: Schema;
	readonly check?: Check;
	/** Takes strings that nothing could keep, because the route judges them itself. */
	readonly anyText?: boolean;
}

type Work<Input, Answer, Deps> = (input: Input, deps: Deps, facts: RequestFacts) => Promise<Reply<Answer>> | Reply<Answer>;

export interface Route<Deps> {
	readonly method: 'get' | 'post' | 'put';
	readonly path: string;
	/** Open routes need no credential. */
	readonly open: boolean;
	readonly contract: RouteContract;
	readonly body?: BodyRule;
	/** What parameters of the path must look like; with others it is another path. */
	readonly params?: Readonly<Record<string, RegExp>>;
	/** Requests whose bodies or answers are in memory at one time; more wait unread, and far more are refused as busy. */
	readonly atOnce?: number;
	/** Asked before anything else of a request; without it the path is always there. */
	isThere?(deps: Deps): Promise<boolean>;
	/** Told of a body that was refused for its form, before the caller is. */
	refusedBody?(error: CopydeskError, deps: Deps): Promise<void>;
	work(input: never, deps: Deps, facts: RequestFacts): Promise<Reply> | Reply;
}

/** Bytes of a JSON request where a route names no other bound. */
const DEFAULT_JSON_BYTES = 262_144;

export const ok = <Answer>(body: Answer): Reply<Answer> => ({ status: 200, body });
export const created = <Answer>(body: Answer): Reply<Answer> => ({ status: 201, body });

/** A route that reads nothing but its address. */
export function getRoute<Deps, Answer = unknown>(
	path: string,
	contract: RouteContract & { readonly open?: boolean },
	work: Work<undefined, Answer, Deps>,
): Route<Deps> {
	return { method: 'get', path, open: contract.open ?? false, contract, work };
}

/** A route that takes one JSON object (unknown keys are refused, nothing is converted). */
export function jsonRoute<Input, Answer, Deps>(
	path: string,
	contract: RouteContract & { readonly request: Schema } & Pick<Partial<BodyRule>, 'maxBytes' | 'anyText'> &
		Pick<Route<Deps>, 'refusedBody'>,
	work: Work<Input, Answer, Deps>,
): Route<Deps> {
	const { request: schema, maxBytes = DEFAULT_JSON_BYTES, anyText = false, refusedBody } = contract;
	const body = { kind: 'json', contentType: 'application/json', maxBytes, schema, check: checkOf(schema), anyText } as const;
	return { method: 'post', path, open: false, contract, body, work, ...(refusedBody === undefined ? {} : { refusedBody }) };
}

/** A route that takes raw bytes of one content type. */
export function rawRoute<Deps, Answer = unknown>(
	path: string,
	contract: RouteContract & { readonly contentType: string; readonly maxBytes: number; readonly method?: 'post' | 'put' },
	work: Work<Buffer, Answer, Deps>,
): Route<Deps> {
	const { contentType, maxBytes, method = 'post' } = contract;
	return { method, path, open: false, contract, body: { kind: 'raw', contentType, maxBytes }, work };
}

/** Every code that a route may refuse with. */
export function codesOf({ open, body, atOnce, contract }: Route<never>): readonly ErrorCode[] {
	return [
		...(open ? [] : (['unauthorized', 'unavailable', 'internal'] as const)),
		...(body === undefined ? [] : (['unsupported_media_type', 'body_too_large', 'malformed_request'] as const)),
		...(body?.kind === 'json' ? (['malformed_json', 'invalid_request'] as const) : []),
		...(atOnce === undefined ? [] : (['busy'] as const)),
		...(contract.refuses ?? []),
	];
}
