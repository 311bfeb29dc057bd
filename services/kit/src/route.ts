import type { Schema } from 'joi';
import type { CopydeskError, ErrorCode } from '@copydesk/domain/errors';
import type { Log } from './log.ts';
import { checkOf, type Check, type Fields } from './schema.ts';

/** What a handler gets besides its checked input. */
export interface RequestFacts {
	readonly requestId: string;
	readonly params: Readonly<Record<string, string>>;
	readonly headers: Readonly<Record<string, string | string[] | undefined>>;
	readonly method: string;
	readonly log: Log;
	/** Aborted when the client hangs up. */
	readonly signal: AbortSignal;
}

/** The answer of a handler: a JSON body, or bytes with their content type, or nothing. */
export interface Reply<Answer = unknown> {
	readonly status: number;
	readonly body?: Answer;
	readonly bytes?: Buffer;
	readonly contentType?: string;
	readonly headers?: Readonly<Record<string, string>>;
}

/**
 * What a route takes, returns and refuses. The OpenAPI document and the wire types are generated from it, and tests check answers against
 * it.
 */
export interface RouteContract {
	/** The operation's name in the OpenAPI document. */
	readonly id: string;
	readonly summary: string;
	readonly description?: string;
	/** The schema of a JSON answer. */
	readonly answer?: Schema;
	/** The content type of an answer that is not JSON. */
	readonly gives?: string;
	/** The meaning of each success status; without it only 200 is used. */
	readonly answers?: Readonly<Record<number, string>>;
	/** Error codes of this route; `codesOf` adds those that every route of its kind has. */
	readonly refuses?: readonly ErrorCode[];
	/** The facts of a refusal with 503. */
	readonly unavailable?: Fields;
	/** The operation's name for HEAD, if the route has one. */
	readonly head?: string;
	/** OpenAPI fields merged over the generated ones: parameters, headers. */
	readonly openapi?: Readonly<Record<string, unknown>>;
}

interface BodyRule {
	/** `json`: parsed and checked against the schema. `raw`: passed on as a Buffer. */
	readonly kind: 'json' | 'raw';
	readonly contentTypes: readonly string[];
	/** The largest body, in bytes. */
	readonly maxBytes: number;
	readonly schema?: Schema;
	readonly check?: Check;
	/** Accepts strings that no database can store, because the route judges them itself. */
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
	/** Patterns of the path's parameters; a path that does not match is not found. */
	readonly params?: Readonly<Record<string, RegExp>>;
	/** How many requests have bodies or answers in memory at once. More wait unread, and too many are refused as busy. */
	readonly atOnce?: number;
	/** Asked before anything else; if it says no, the path is not found. Without it the path always exists. */
	isThere?(deps: Deps): Promise<boolean>;
	/** Called with the refusal of a malformed body, before the caller is answered. */
	refusedBody?(error: CopydeskError, deps: Deps): Promise<void>;
	work(input: never, deps: Deps, facts: RequestFacts): Promise<Reply> | Reply;
}

/** The largest JSON body, in bytes, if a route sets no other limit. */
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

/** A route that takes one JSON object. It refuses unknown keys and converts nothing. */
export function jsonRoute<Input, Answer, Deps>(
	path: string,
	contract: RouteContract & { readonly request: Schema } & Pick<Partial<BodyRule>, 'maxBytes' | 'anyText'> &
		Pick<Route<Deps>, 'refusedBody'>,
	work: Work<Input, Answer, Deps>,
): Route<Deps> {
	const { request: schema, maxBytes = DEFAULT_JSON_BYTES, anyText = false, refusedBody } = contract;
	const body = { kind: 'json', contentTypes: ['application/json'], maxBytes, schema, check: checkOf(schema), anyText } as const;
	return { method: 'post', path, open: false, contract, body, work, ...(refusedBody === undefined ? {} : { refusedBody }) };
}

/** A route that takes raw bytes. */
export function rawRoute<Deps, Answer = unknown>(
	path: string,
	contract: RouteContract & { readonly contentTypes: readonly string[]; readonly maxBytes: number; readonly method?: 'post' | 'put' },
	work: Work<Buffer, Answer, Deps>,
): Route<Deps> {
	const { contentTypes, maxBytes, method = 'post' } = contract;
	return { method, path, open: false, contract, body: { kind: 'raw', contentTypes, maxBytes }, work };
}

/** Every error code that a route may return. */
export function codesOf({ open, body, atOnce, contract }: Route<never>): readonly ErrorCode[] {
	return [
		...(open ? [] : (['unauthorized', 'unavailable', 'internal'] as const)),
		...(body === undefined ? [] : (['unsupported_media_type', 'body_too_large', 'malformed_request'] as const)),
		...(body?.kind === 'json' ? (['malformed_json', 'invalid_request'] as const) : []),
		...(atOnce === undefined ? [] : (['busy'] as const)),
		...(contract.refuses ?? []),
	];
}
