import type { Schema } from 'joi';
import type { Log } from './log.ts';

export type Method = 'get' | 'post';

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
export interface Reply {
	readonly status: number;
	readonly body?: unknown;
	readonly bytes?: Buffer;
	readonly contentType?: string;
	readonly headers?: Readonly<Record<string, string>>;
}

export interface BodyRule {
	/** `json`: parsed and checked against the schema. `raw`: given as a Buffer. */
	readonly kind: 'json' | 'raw';
	readonly contentType: string;
	/** Bytes. */
	readonly maxBytes: number;
	readonly schema?: Schema;
}

export interface Route<Deps> {
	readonly method: Method;
	readonly path: string;
	/** Open routes need no credential. */
	readonly open: boolean;
	readonly body?: BodyRule;
	/** What parameters of the path must look like; with others it is another path. */
	readonly params?: Readonly<Record<string, RegExp>>;
	/** Requests whose bodies or answers are in memory at one time; more wait unread, and far more are refused as busy. */
	readonly atOnce?: number;
	work(input: never, deps: Deps, facts: RequestFacts): Promise<Reply> | Reply;
}

/** Bytes of a JSON request where a route names no other bound. */
export const DEFAULT_JSON_BYTES = 262_144;

/** A route that reads nothing but its address. */
export function getRoute<Deps>(
	path: string,
	work: (input: undefined, deps: Deps, facts: RequestFacts) => Promise<Reply> | Reply,
	options: { open?: boolean } = {},
): Route<Deps> {
	return { method: 'get', path, open: options.open ?? false, work };
}

/** A route that takes one JSON object, checked by `schema` (unknown keys are refused, nothing is converted). */
export function jsonRoute<Input, Deps>(
	path: string,
	schema: Schema<Input>,
	work: (input: Input, deps: Deps, facts: RequestFacts) => Promise<Reply> | Reply,
	options: { maxBytes?: number } = {},
): Route<Deps> {
	return {
		method: 'post',
		path,
		open: false,
		body: { kind: 'json', contentType: 'application/json', maxBytes: options.maxBytes ?? DEFAULT_JSON_BYTES, schema },
		work,
	};
}

/** A route that takes raw bytes of one content type. */
export function rawRoute<Deps>(
	path: string,
	rule: { contentType: string; maxBytes: number },
	work: (input: Buffer, deps: Deps, facts: RequestFacts) => Promise<Reply> | Reply,
): Route<Deps> {
	return { method: 'post', path, open: false, body: { kind: 'raw', ...rule }, work };
}
