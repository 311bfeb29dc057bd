/**
 * The signed context `_svc`: compact JWS, HS256, at most an hour old. It says who acts; whether they still may is
 * read anew at every use.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { MAX_CONTEXT_SECONDS } from '@copydesk/domain/limits';
import { CopydeskError } from '@copydesk/domain/errors';
import type { ContextKey } from './keys.ts';

export type Role = 'owner' | 'editor';

/** What a context says. Times are whole seconds since 1970. */
export interface Claims {
	readonly iss: 'copydesk';
	/** User id. */
	readonly sub: number;
	readonly chat: number;
	readonly role: Role;
	readonly owner_chat_id: number;
	readonly event_key: string;
	/** The execution that asked for it: the root of everything done under it. */
	readonly execution_id: string;
	readonly purpose: string;
	readonly iat: number;
	readonly exp: number;
	readonly jti: string;
}

export type Subject = Omit<Claims, 'iss' | 'iat' | 'exp' | 'jti'>;

export interface SignedContext {
	readonly _svc: string;
	/** Milliseconds since 1970; from then on the context is refused. */
	readonly expires_at: number;
}

export interface Contexts {
	sign(subject: Subject): SignedContext;
	/** @throws CopydeskError context_invalid, context_expired */
	verify(token: string): Claims;
}

/** Another instance's clock may be ahead of ours by this much. */
const MAX_SKEW_SECONDS = 60;
const MAX_TOKEN_CHARACTERS = 4_096;
const PART = /^[A-Za-z0-9_-]+$/;

export interface ContextsOptions {
	readonly keys: readonly ContextKey[];
	readonly nowMs: () => number;
	readonly newId: () => string;
}

export function createContexts({ keys, nowMs, newId }: ContextsOptions): Contexts {
	const [signer] = keys;
	if (signer === undefined) throw new Error('Expected at least one context key');
	const byKid = new Map(keys.map((key) => [key.kid, key.key]));

	return {
		sign(subject) {
			const iat = Math.floor(nowMs() / 1_000);
			const claims: Claims = { iss: 'copydesk', ...subject, iat, exp: iat + MAX_CONTEXT_SECONDS, jti: newId() };
			const signed = `${encode({ alg: 'HS256', kid: signer.kid })}.${encode(claims)}`;
			return { _svc: `${signed}.${mac(signer.key, signed)}`, expires_at: claims.exp * 1_000 };
		},

		verify(token) {
			const parts = token.split('.');
			const [header = '', payload = '', signature = ''] = parts;
			if (token.length > MAX_TOKEN_CHARACTERS || parts.length !== 3 || !parts.every((part) => PART.test(part)))
				throw invalid('not a compact JWS');
			const head = decode(header);
			// The algorithm is ours to choose, never the token's; `crit` and anything else unknown is refused.
			if (head === undefined || head['alg'] !== 'HS256' || Object.keys(head).some((key) => key !== 'alg' && key !== 'kid'))
				throw invalid('header');
			const key = typeof head['kid'] === 'string' ? byKid.get(head['kid']) : undefined;
			if (key === undefined) throw invalid('unknown kid');
			if (!sameText(signature, mac(key, `${header}.${payload}`))) throw invalid('signature');
			const claims = decode(payload);
			if (claims === undefined || !isClaims(claims)) throw invalid('claims');
			const nowSeconds = nowMs() / 1_000;
			if (claims.exp - claims.iat > MAX_CONTEXT_SECONDS || claims.iat > nowSeconds + MAX_SKEW_SECONDS) throw invalid('times');
			if (nowSeconds >= claims.exp) throw new CopydeskError('context_expired', `expired at ${claims.exp}`);
			return claims;
		},
	};
}

const invalid = (why: string): CopydeskError => new CopydeskError('context_invalid', why);

function encode(value: unknown): string {
	return Buffer.from(JSON.stringify(value)).toString('base64url');
}

/** Undefined unless it is an object in the one canonical spelling of its bytes. */
function decode(part: string): Record<string, unknown> | undefined {
	const bytes = Buffer.from(part, 'base64url');
	if (bytes.toString('base64url') !== part) return undefined;
	try {
		const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
		return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : undefined;
	} catch {
		return undefined;
	}
}

function mac(key: Buffer, signed: string): string {
	return createHmac('sha256', key).update(signed).digest('base64url');
}

/** Constant time for equal lengths; the length of a MAC is no secret. */
function sameText(given: string, expected: string): boolean {
	const left = Buffer.from(given);
	const right = Buffer.from(expected);
	return left.length === right.length && timingSafeEqual(left, right);
}

function isClaims(value: Record<string, unknown>): value is Record<string, unknown> & Claims {
	const whole = (key: string) => Number.isSafeInteger(value[key]);
	const text = (key: string) => typeof value[key] === 'string' && value[key] !== '';
	return (
		value['iss'] === 'copydesk' &&
		(value['role'] === 'owner' || value['role'] === 'editor') &&
		['sub', 'chat', 'owner_chat_id', 'iat', 'exp'].every(whole) &&
		['event_key', 'execution_id', 'purpose', 'jti'].every(text)
	);
}
