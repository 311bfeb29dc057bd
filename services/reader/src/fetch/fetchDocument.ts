/**
 * One reading: from an address to the bytes of a document, hop by hop. Each hop is judged, resolved once, and connected only to the
 * judged addresses.
 */
import { CopydeskError, type ErrorCode } from '@copydesk/domain/errors';
import { MAX_REDIRECTS } from '@copydesk/domain/limits';
import type { Place } from './admission.ts';
import { decoderOf, readBody } from './body.ts';
import { connectToAny, secure } from './connect.ts';
import { exchange, type Answer } from './exchange.ts';
import { isPublicAddress } from './publicAddress.ts';
import type { Resolve } from './resolve.ts';
import type { HostCooldown } from './hostCooldown.ts';
import { retryAfterSeconds } from './retryAfter.ts';
import { hasScheme, isFit, targetOf, type Lists, type Target } from './target.ts';
import { within } from './within.ts';

interface FetchSettings extends Lists {
	readonly connectMs: number;
	readonly fetchMs: number;
	/** How the reader calls itself to a host. */
	agentFor(name: string): string;
}

export interface FetchParts {
	readonly settings: FetchSettings;
	readonly resolve: Resolve;
	readonly cooldown: HostCooldown;
}

/** The validators of an earlier answer, as received. */
export interface Validators {
	/** The address that sent them; they are sent to no other. */
	readonly url: string;
	readonly etag: string | undefined;
	readonly lastModified: string | undefined;
}

export interface Wanted {
	readonly accept: string;
	readonly maxBytes: number;
	/** Whether a document of this type is read; '' if the answer names none. */
	isReadable(contentType: string): boolean;
	/** Refuses a redirect because of its destination, after the guard has allowed it. */
	refusalOfRedirect?(from: Target, to: Target, first: Target): ErrorCode | undefined;
	readonly validators?: Validators | undefined;
	/** More headers. They go to the address given only, so a reading with headers follows no redirect. */
	readonly headers?: Readonly<Record<string, string>>;
	/** What is posted; without it the document is requested with GET. */
	readonly body?: string;
}

export interface Document {
	readonly target: Target;
	/** `Content-Type` as received, or ''. */
	readonly contentType: string;
	readonly bytes: Uint8Array<ArrayBuffer>;
	readonly validators: Validators;
	/** False for `Cache-Control: no-store`. */
	readonly mayBeKept: boolean;
	/** `Retry-After` as received. */
	readonly retryAfter: string | undefined;
}

/** Data for the log line of a reading, filled in during the reading. */
export interface Trace {
	hops: number;
	status: number | null;
	wireBytes: number;
	bytes: number;
	/** The refused address, for the log only. */
	address?: string;
}

const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const REFUSALS = new Set([401, 402, 403, 407, 451]);
const GONE = new Set([404, 410]);
const BUSY = new Set([429, 503]);

/** Bytes of a header as text: UTF-8, else Latin-1. */
function textOfHeader(value: string): string {
	const bytes = Buffer.from(value, 'latin1');
	const text = bytes.toString('utf8');
	return Buffer.from(text, 'utf8').equals(bytes) ? text : value;
}

/**
 * The destination of a redirect, judged like a given address.
 * @throws CopydeskError redirect_invalid, or the guard's errors
 */
function redirectTarget(location: string | undefined, from: Target, lists: Lists): Target {
	const text = textOfHeader(location ?? '');
	if (text === '') throw new CopydeskError('redirect_invalid');
	if (!isFit(text)) throw new CopydeskError('url_invalid');
	if (hasScheme(text)) return targetOf(text, lists);
	if (!URL.canParse(text, from.href)) throw new CopydeskError('url_invalid');
	return targetOf(new URL(text, from.href).href, lists);
}

/** The only addresses to which this hop may connect. */
async function placesOf(target: Target, parts: FetchParts, whole: AbortSignal, trace: Trace): Promise<readonly string[]> {
	if (target.origin !== undefined) return [target.origin.address];
	const addresses = await within(parts.settings.connectMs, 'dns_failed', whole, (signal) => parts.resolve(target, signal));
	const foreign = target.mustBePublic ? addresses.find((address) => !isPublicAddress(address)) : undefined;
	if (foreign !== undefined) {
		trace.address = foreign;
		throw new CopydeskError('address_forbidden');
	}
	return addresses;
}

interface Exchanged extends Answer {
	/** The request was conditional, so 304 is a valid answer. */
	readonly wasConditional: boolean;
	end(): void;
}

/** @param sentOnFor why no request is sent there, after the guard has judged the address */
async function ask(
	target: Target,
	wanted: Wanted,
	parts: FetchParts,
	whole: AbortSignal,
	trace: Trace,
	sentOnFor: ErrorCode | undefined,
): Promise<Exchanged> {
	const { settings, cooldown } = parts;
	const left = cooldown.secondsLeft(target.hostPort);
	if (left > 0)
		throw new CopydeskError('upstream_busy', 'still left alone', { retryAfterSeconds: left, facts: { retry_after_seconds: left } });
	const addresses = await placesOf(target, parts, whole, trace);
	if (sentOnFor !== undefined) throw new CopydeskError(sentOnFor, 'by where the redirect leads');
	const port = target.origin?.port ?? target.port;
	const plain = await within(settings.connectMs, 'connect_failed', whole, (signal) => connectToAny(addresses, port, signal));
	const isSecure = target.url.protocol === 'https:' && target.origin === undefined;
	try {
		const socket = isSecure
			? await within(settings.connectMs, 'connect_failed', whole, (signal) => secure(plain, target.name, signal))
			: plain;
		const { validators } = wanted;
		const conditions = {
			...(validators?.url === target.href && validators.etag !== undefined ? { 'If-None-Match': validators.etag } : {}),
			...(validators?.url === target.href && validators.lastModified !== undefined ? { 'If-Modified-Since': validators.lastModified } : {}),
		};
		const answer = await exchange(
			socket,
			target,
			{
				'User-Agent': settings.agentFor(target.name),
				Accept: wanted.accept,
				'Accept-Encoding': 'gzip, deflate, br',
				...conditions,
				...wanted.headers,
			},
			whole,
			wanted.body,
		);
		return { ...answer, wasConditional: Object.keys(conditions).length > 0, end: () => plain.destroy() };
	} catch (error) {
		plain.destroy();
		throw error;
	}
}

/** Refuses every status that is not a document, a redirect or an expected 304. */
function refuseStatus({ status, header }: Answer, target: Target, { cooldown }: FetchParts): void {
	if (status === 200) return;
	if (BUSY.has(status)) {
		const seconds = retryAfterSeconds(header('retry-after'), Date.now());
		cooldown.begin(target.hostPort, seconds);
		throw new CopydeskError('upstream_busy', `status ${status}`, {
			retryAfterSeconds: seconds,
			facts: { upstream_status: status, retry_after_seconds: seconds },
		});
	}
	const code = REFUSALS.has(status) ? 'upstream_refused' : GONE.has(status) ? 'upstream_gone' : 'upstream_status';
	throw new CopydeskError(code, `status ${status}`, { facts: { upstream_status: status } });
}

async function readDocument(answer: Answer, target: Target, wanted: Wanted, whole: AbortSignal, trace: Trace): Promise<Document> {
	const { header, headers, body } = answer;
	const contentType = header('content-type') ?? '';
	if (!wanted.isReadable(contentType.split(';')[0]?.trim().toLowerCase() ?? '')) throw new CopydeskError('content_type_unsupported');
	const decoder = decoderOf(headers('content-encoding'));
	if (Number(header('content-length') ?? 0) > wanted.maxBytes) throw new CopydeskError('source_too_large', 'announced');
	if (body === undefined) throw new CopydeskError('upstream_broken');
	const { bytes, wireBytes } = await readBody(body, decoder, wanted.maxBytes, whole);
	trace.wireBytes = wireBytes;
	trace.bytes = bytes.length;
	return {
		target,
		contentType,
		bytes,
		validators: { url: target.href, etag: header('etag'), lastModified: header('last-modified') },
		mayBeKept: !/(?:^|[\s,])no-store(?:$|[\s,])/i.test(headers('cache-control')),
		retryAfter: header('retry-after'),
	};
}

/** The same refusal, with the hop at which it happened. */
function atHop(error: unknown, hop: number): unknown {
	if (!(error instanceof CopydeskError)) return error;
	const { code, detail, retryAfterSeconds: seconds, facts } = error;
	return new CopydeskError(code, detail, {
		cause: error.cause,
		facts: { hop, ...facts },
		...(seconds === undefined ? {} : { retryAfterSeconds: seconds }),
	});
}

/**
 * Judges the given address.
 * @throws CopydeskError of rules 1 to 7, at hop 0
 */
export function givenTarget(url: string, lists: Lists): Target {
	try {
		return targetOf(url, lists);
	} catch (error) {
		throw atHop(error, 0);
	}
}

/**
 * Follows an address to its document.
 * @param place a place at the present host; redirects move it along
 * @returns undefined if the server says that the kept document is unchanged
 * @throws CopydeskError with the hop in its facts: from the guard, the connection or the answer
 */
export async function fetchDocument(
	first: Target,
	wanted: Wanted,
	parts: FetchParts,
	place: Place,
	trace: Trace,
): Promise<Document | undefined> {
	const whole = AbortSignal.timeout(parts.settings.fetchMs);
	let target = first;
	let sentOnFor: ErrorCode | undefined;
	for (let hop = 0; ; hop += 1) {
		trace.hops = hop;
		let next: Target;
		let answer: Exchanged | undefined;
		let judgedHop = hop;
		try {
			answer = await ask(target, wanted, parts, whole, trace, sentOnFor);
			trace.status = answer.status;
			if (answer.status === 304 && answer.wasConditional) return undefined;
			if (!REDIRECTS.has(answer.status)) {
				refuseStatus(answer, target, parts);
				return await readDocument(answer, target, wanted, whole, trace);
			}
			if (wanted.headers !== undefined || wanted.body !== undefined)
				throw new CopydeskError('redirect_invalid', 'not followed with headers');
			const location = answer.header('location');
			if (location !== undefined && location !== '' && hop === MAX_REDIRECTS) throw new CopydeskError('too_many_redirects');
			if (location !== undefined && location !== '') judgedHop = hop + 1;
			next = redirectTarget(location, target, parts.settings);
			sentOnFor = wanted.refusalOfRedirect?.(target, next, first);
			await place.moveTo(next.hostPort, whole);
			target = next;
		} catch (error) {
			throw atHop(error, judgedHop);
		} finally {
			answer?.end();
		}
	}
}
