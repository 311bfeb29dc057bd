/**
 * The signed context `_svc`: a compact JWS with HS256, valid for at most an hour. It names the acting person; the service reads their
 * rights again at every use.
 */
import { randomUUID } from 'node:crypto';
import { CompactSign, base64url, compactVerify, errors, type CompactJWSHeaderParameters } from 'jose';
import type { Role } from '@copydesk/domain/role';
import { MAX_CONTEXT_SECONDS } from '@copydesk/domain/limits';
import { CopydeskError } from '@copydesk/domain/errors';
import { isObject } from '@copydesk/domain/isObject';
import type { ContextKey } from './keys.ts';

export type { Role };

/** The JWS payload of a signed context. Times are whole seconds since 1970. */
export interface Context {
	readonly iss: 'copydesk';
	/** User id. */
	readonly sub: number;
	readonly chat: number;
	readonly role: Role;
	readonly owner_chat_id: number;
	readonly event_key: string;
	/** The execution that asked for the context: the root of everything done under it. */
	readonly execution_id: string;
	readonly purpose: string;
	readonly iat: number;
	readonly exp: number;
	readonly jti: string;
}

export type Subject = Omit<Context, 'iss' | 'iat' | 'exp' | 'jti'>;

/** A request without its context, after the actor was authenticated. */
export type Unsigned<Request> = Omit<Request, '_svc'>;

export interface SignedContext {
	readonly _svc: string;
	/** Milliseconds since 1970; the context is refused from then on. */
	readonly expires_at: number;
}

export interface Contexts {
	sign(subject: Subject): Promise<SignedContext>;
	/** @throws CopydeskError context_invalid, context_expired */
	verify(token: string): Promise<Context>;
}

/** How far another instance's clock may be ahead of ours. */
const MAX_SKEW_SECONDS = 60;
const MAX_TOKEN_CHARACTERS = 4_096;
const ALGORITHM = 'HS256';

interface ContextsOptions {
	/** The first key signs, all keys verify. */
	readonly keys: readonly ContextKey[];
	readonly nowMs?: () => number;
	readonly newId?: () => string;
}

export function createContexts({ keys, nowMs = Date.now, newId = randomUUID }: ContextsOptions): Contexts {
	// Import each key once, so that every request costs the same.
	const imported = new Map(keys.map(({ kid, key }) => [kid, importKey(key)]));
	const [signer] = keys;
	if (signer === undefined) throw new Error('Expected at least one context key');

	/** The service chooses the algorithm, never the token. `typ` is optional; `crit` and any unknown field are refused. */
	const keyFor = ({ alg, kid, typ, ...more }: CompactJWSHeaderParameters): Promise<CryptoKey> => {
		const key = kid === undefined ? undefined : imported.get(kid);
		if (alg !== ALGORITHM || key === undefined || (typ ?? 'JWT') !== 'JWT' || Object.keys(more).length > 0) throw invalid('header');
		return key;
	};

	return {
		async sign(subject) {
			const iat = Math.floor(nowMs() / 1_000);
			const context: Context = { iss: 'copydesk', ...subject, iat, exp: iat + MAX_CONTEXT_SECONDS, jti: newId() };
			const _svc = await new CompactSign(Buffer.from(JSON.stringify(context)))
				.setProtectedHeader({ alg: ALGORITHM, kid: signer.kid })
				.sign(await keyFor({ alg: ALGORITHM, kid: signer.kid }));
			return { _svc, expires_at: context.exp * 1_000 };
		},

		async verify(token) {
			const signature = token.split('.')[2] ?? '';
			// Accept one spelling of each token: decoding ignores some bits of a signature's last character.
			if (token.length > MAX_TOKEN_CHARACTERS || signature !== base64url.encode(decoded(signature))) throw invalid('not a compact JWS');
			const { payload } = await compactVerify(token, keyFor, { algorithms: [ALGORITHM] }).catch((error: unknown) => {
				throw error instanceof errors.JOSEError ? invalid(error.code) : error;
			});
			const context = contextOf(payload);
			if (context === undefined) throw invalid('contents');
			const nowSeconds = nowMs() / 1_000;
			if (context.exp - context.iat > MAX_CONTEXT_SECONDS || context.iat > nowSeconds + MAX_SKEW_SECONDS) throw invalid('times');
			if (nowSeconds >= context.exp) throw new CopydeskError('context_expired', `expired at ${context.exp}`);
			return context;
		},
	};
}

const importKey = (key: Buffer): Promise<CryptoKey> =>
	crypto.subtle.importKey('raw', new Uint8Array(key), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify']);

const invalid = (why: string): CopydeskError => new CopydeskError('context_invalid', why);

const decoded = (part: string): Buffer => Buffer.from(part, 'base64url');

function contextOf(payload: Uint8Array): Context | undefined {
	try {
		const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(payload));
		return isObject(value) && isContext(value) ? value : undefined;
	} catch {
		return undefined;
	}
}

function isContext(value: Record<string, unknown>): value is Record<string, unknown> & Context {
	const whole = (key: string) => Number.isSafeInteger(value[key]);
	const text = (key: string) => typeof value[key] === 'string' && value[key] !== '';
	return (
		value['iss'] === 'copydesk' &&
		(value['role'] === 'owner' || value['role'] === 'editor') &&
		['sub', 'chat', 'owner_chat_id', 'iat', 'exp'].every(whole) &&
		['event_key', 'execution_id', 'purpose', 'jti'].every(text)
	);
}
