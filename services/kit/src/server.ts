/**
 * How every service answers: the order of checks (path, credential, content type, size, JSON, fields, work), request ids, problem+json,
 * metrics and a clean stop.
 */
import { createHash, randomUUID, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import express from 'express';
import type { ErrorRequestHandler, Express, Request, RequestHandler, Response } from 'express';
import { CopydeskError } from '@copydesk/domain/errors';
import { parseJson, readBody, unstorable } from './body.ts';
import type { Log } from './log.ts';
import { usePrivateUmask } from './umask.ts';
import type { Metrics } from './metrics.ts';
import { PROBLEM_JSON, asCopydeskError, problemOf, requestIdOf, type Problem } from './problems.ts';
import type { Reply, RequestFacts, Route } from './route.ts';
import { createSemaphore } from './semaphore.ts';
import { strictly } from './strict.ts';
import { createServerOf, type Handler } from './unreadable.ts';

/** Where the key is sent: `bearer` in Authorization, else a header with this name. */
interface Credential {
	readonly header: 'bearer' | (string & {});
	readonly key: string;
}

/** The challenge of a 401: every 401 must have one (RFC 9110, 15.5.2). */
export const challengeOf = (header: Credential['header']): string => (header === 'bearer' ? 'Bearer' : `ApiKey header="${header}"`);

interface AppOptions<Deps> {
	readonly routes: readonly Route<Deps>[];
	readonly deps: Deps;
	readonly credential: Credential;
	readonly log: Log;
	readonly metrics: Metrics;
	/** For tests: an answer or refusal outside the route's contract becomes a 500. */
	readonly strict?: boolean;
}

const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Compares two secrets in constant time, by their hashes, so that even the length stays hidden. */
export function sameSecret(given: string, expected: string): boolean {
	return timingSafeEqual(hashOf(given), hashOf(expected));
}

function hasCredential(request: IncomingMessage, credential: Credential): boolean {
	if (credential.header === 'bearer') {
		const match = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '');
		return sameSecret(match?.[1] ?? '', credential.key) && match !== null;
	}
	const given = request.headers[credential.header.toLowerCase()];
	return typeof given === 'string' && sameSecret(given, credential.key);
}

/** Whether a request declares a body of this type, in UTF-8 and uncompressed. */
export function isContentType(request: IncomingMessage, expected: string): boolean {
	const [type = '', ...parameters] = (request.headers['content-type'] ?? '').split(';').map((part) => part.trim().toLowerCase());
	const encoding = request.headers['content-encoding'];
	if (type !== expected || (encoding !== undefined && encoding.toLowerCase() !== 'identity')) return false;
	return parameters.every((parameter) => !/^charset\b/.test(parameter) || /^charset="?utf-?8"?$/.test(parameter));
}

async function readInput<Deps>(request: IncomingMessage, route: Route<Deps>): Promise<unknown> {
	const rule = route.body;
	if (rule === undefined) return undefined;
	if (!rule.contentTypes.some((type) => isContentType(request, type))) {
		throw new CopydeskError(
			'unsupported_media_type',
			`expected ${rule.contentTypes.join(', ')}, received ${request.headers['content-type'] ?? 'none'}`,
		);
	}
	const bytes = await readBody(request, rule.maxBytes);
	if (rule.kind === 'raw') return bytes;
	const value = parseJson(bytes);
	const bad = unstorable(value, rule.anyText);
	if (bad.length > 0) throw new CopydeskError('invalid_request', 'unstorable text', { fields: bad });
	const fields = rule.check?.(value) ?? [];
	if (fields.length > 0) throw new CopydeskError('invalid_request', fields.map(({ path }) => path).join(', '), { fields });
	return value;
}

function send(response: Response, reply: Reply): void {
	response.status(reply.status);
	for (const [name, value] of Object.entries(reply.headers ?? {})) response.setHeader(name, value);
	if (reply.bytes !== undefined) {
		response.setHeader('Content-Type', reply.contentType ?? 'application/octet-stream');
		response.setHeader('Content-Length', reply.bytes.length);
		response.end(reply.bytes);
	} else if (reply.body !== undefined) {
		response.setHeader('Content-Type', reply.contentType ?? 'application/json; charset=utf-8');
		response.end(typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body));
	} else response.end();
}

/** How long the rest of a refused body is read, in milliseconds. */
const DRAIN_MS = 2_000;

/**
 * Refuses a request without reading its body to the end. The answer is sent at once, but the connection stays open until the client has
 * sent the rest. Closing it earlier would reset it, and a client that sends before it reads would get a broken pipe instead of the
 * answer.
 */
function refuseUnread(request: Request, response: Response, problem: Problem): void {
	const bytes = Buffer.from(JSON.stringify(problem));
	response.status(problem.status);
	response.setHeader('Connection', 'close');
	response.setHeader('Content-Type', PROBLEM_JSON);
	response.setHeader('Content-Length', bytes.length);
	response.write(bytes);
	const end = (): void => {
		clearTimeout(drop);
		response.end();
	};
	const drop = setTimeout(() => {
		end();
		request.destroy();
	}, DRAIN_MS);
	drop.unref();
	request.once('end', end).once('close', end).resume();
}

/** Builds the app from its parts; opens no port. */
export function createApp<Deps>(options: AppOptions<Deps>): Express {
	const routes = options.strict === true ? options.routes.map(strictly) : options.routes;
	const app = express();
	app.disable('x-powered-by');
	app.disable('etag');
	app.set('case sensitive routing', true);
	app.set('strict routing', true);
	app.use(measured(options));
	for (const route of routes) app[route.method](route.path, handlerOf(route, options));
	app.use(() => {
		throw new CopydeskError('not_found');
	});
	app.use(refusing(options));
	return app;
}

/** Gives each request its id, and records the answer in log and metrics. */
function measured<Deps>({ log, metrics }: AppOptions<Deps>): RequestHandler {
	const requests = metrics.counter('http_requests_total', 'Requests by route and status', ['route', 'status']);
	const seconds = metrics.histogram(
		'http_request_seconds',
		'Time to answer, by route',
		['route'],
		[0.001, 0.005, 0.02, 0.1, 0.5, 2, 10, 60],
	);
	return (request, response, next) => {
		const requestId = requestIdOf(request.headers);
		const startedAt = process.hrtime.bigint();
		response.locals['requestId'] = requestId;
		response.locals['route'] = 'none';
		response.setHeader('X-Request-Id', requestId);
		response.setHeader('X-Content-Type-Options', 'nosniff');
		response.once('finish', () => {
			const tookSeconds = Number(process.hrtime.bigint() - startedAt) / 1e9;
			const route = String(response.locals['route']);
			requests.inc({ route, status: String(response.statusCode) });
			seconds.observe({ route }, tookSeconds);
			log.info(
				{ request_id: requestId, route, method: request.method, status: response.statusCode, took_ms: Math.round(tookSeconds * 1e3) },
				'answered',
			);
		});
		next();
	};
}

function handlerOf<Deps>(route: Route<Deps>, { deps, credential, log }: AppOptions<Deps>): RequestHandler {
	const semaphore = route.atOnce === undefined ? undefined : createSemaphore(route.atOnce);
	return async (request, response, next) => {
		const isThisPath = Object.entries(route.params ?? {}).every(([name, shape]) => shape.test(String(request.params[name])));
		if (!isThisPath || (await route.isThere?.(deps)) === false) return next();
		response.locals['route'] = route.path;
		if (!route.open && !hasCredential(request, credential)) throw new CopydeskError('unauthorized');
		const gone = new AbortController();
		response.once('close', () => gone.abort());
		const giveBack = await semaphore?.acquire(gone.signal);
		if (giveBack !== undefined) response.once('close', giveBack);
		const input = await readInput(request, route).catch(async (error: unknown) => {
			await route.refusedBody?.(asCopydeskError(error), deps);
			throw error;
		});
		const requestId = String(response.locals['requestId']);
		const facts: RequestFacts = {
			requestId,
			params: request.params as Record<string, string>,
			headers: request.headers,
			method: request.method,
			log: log.child({ request_id: requestId }),
			signal: gone.signal,
		};
		send(response, await route.work(input as never, deps, facts));
	};
}

/** Answers an error with a problem, and logs it. */
function refusing<Deps>({ credential, log }: AppOptions<Deps>): ErrorRequestHandler {
	return (thrown: unknown, request, response, _next) => {
		const requestId = String(response.locals['requestId'] ?? randomUUID());
		// Express throws this for a path with invalid percent-encoding.
		const error = thrown instanceof URIError ? new CopydeskError('not_found') : asCopydeskError(thrown);
		const problem = problemOf(error, requestId);
		// 502 and 504 report failures of other servers to the caller, so they are no errors of ours.
		const isOurs = problem.status >= 500 && problem.status !== 502 && problem.status !== 504 && error.code !== 'upstream_busy';
		log[isOurs ? 'error' : 'info'](
			{
				request_id: requestId,
				route: response.locals['route'],
				code: error.code,
				detail: error.detail,
				...(isOurs ? { err: error } : {}),
			},
			'refused',
		);
		if (response.headersSent) {
			response.destroy();
			return;
		}
		if (problem.status === 401) response.setHeader('WWW-Authenticate', challengeOf(credential.header));
		const retryAfter = error.retryAfterSeconds ?? (problem.status === 503 && problem.retry === 'later' ? 1 : undefined);
		if (retryAfter !== undefined) response.setHeader('Retry-After', String(retryAfter));
		if (request.complete) send(response, { status: problem.status, body: problem, contentType: PROBLEM_JSON });
		else refuseUnread(request, response, problem);
	};
}

export interface Running {
	readonly server: Server;
	/** The address of the service, e.g. `http://127.0.0.1:8090`. */
	readonly url: string;
	/** Stops accepting, lets open requests end (at most `graceMs`), then closes. */
	stop(graceMs?: number): Promise<void>;
}

/** Opens the port; 0 takes a free one. The error names a port in use. @param log for requests that do not reach the app */
export function listen(app: Handler, host: string, port: number, log?: Log): Promise<Running> {
	return new Promise((resolve, reject) => {
		const server = createServerOf(app, log).listen(port, host);
		const underWay = new Set<ServerResponse>();
		server.on('request', (_request, response: ServerResponse) => {
			underWay.add(response);
			response.once('close', () => underWay.delete(response));
		});
		server.requestTimeout = 300_000;
		server.headersTimeout = 20_000;
		server.keepAliveTimeout = 65_000;
		server.once('error', (cause: NodeJS.ErrnoException) => {
			const why = cause.code === 'EADDRINUSE' ? 'is in use by another program' : `cannot be listened on: ${cause.message}`;
			reject(new Error(`Port ${port} on ${host} ${why}`, { cause }));
		});
		server.once('listening', () => {
			const address = server.address();
			const actualPort = typeof address === 'object' && address !== null ? address.port : port;
			resolve({
				server,
				url: `http://${host.includes(':') ? `[${host}]` : host}:${actualPort}`,
				stop: (graceMs = 10_000) =>
					new Promise((stopped) => {
						const force = setTimeout(() => server.closeAllConnections(), graceMs);
						// A busy connection stays open for another request after its answer, so close it then. A connection without any request does
						// not count as idle.
						const closeIdle = setInterval(() => {
							if (underWay.size === 0) server.closeAllConnections();
							else server.closeIdleConnections();
						}, 50);
						server.close(() => {
							clearTimeout(force);
							clearInterval(closeIdle);
							stopped();
						});
						server.closeIdleConnections();
					}),
			});
		});
	});
}

/** A service that is listening. */
export interface RunningService {
	readonly url: string;
	/** Stops after the open work has ended. */
	stop(): Promise<void>;
}

/**
 * Runs a service's main: starts it, prints one line, and turns a failure to start into one clear message and exit code 1. SIGTERM,
 * SIGINT, SIGHUP and the end of its parent (IPC channel closed) stop it cleanly. One Ctrl-C arrives several times, from the terminal and
 * from each parent that passes it on. So further signals change nothing while the service stops; every wait during the stop is bounded.
 */
export async function runService(name: string, start: () => Promise<RunningService>): Promise<void> {
	usePrivateUmask();
	try {
		const running = await start();
		let stopping = false;
		const stop = (): void => {
			if (stopping) return;
			stopping = true;
			running.stop().then(
				() => process.exit(0),
				(error: unknown) => {
					process.stderr.write(`${name} did not stop cleanly: ${String(error)}\n`);
					process.exit(1);
				},
			);
		};
		process.on('SIGTERM', stop).on('SIGINT', stop).on('SIGHUP', stop).once('disconnect', stop);
		// Must come last: a program that reads this line may stop the service at once.
		process.stdout.write(`${name} is listening on ${running.url}\n`);
	} catch (error) {
		process.stderr.write(`${name} did not start. ${error instanceof Error ? error.message : String(error)}\n`);
		process.exit(1);
	}
}
