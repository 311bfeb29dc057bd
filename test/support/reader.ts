/** A reader for tests, in this process, and the strangers that it meets: houses, name servers, and places where it must not turn up. */
import { createSocket } from 'node:dgram';
import { createServer as createHttp, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTcp, type AddressInfo, type Server, type Socket } from 'node:net';
import { openLog } from '@copydesk/kit/log';
import { listen } from '@copydesk/kit/server';
import { openReader } from '../../services/reader/src/app.ts';
import { readReaderConfig } from '../../services/reader/src/config.ts';
import { until } from './until.ts';

export const READER_KEY = 'a-reader-key-for-tests-of-forty-characters';

/** A story that is long enough to be an article, as a page and as a feed. */
export const TEXT = 'The ferry between the two quays runs again from Monday, after a winter of repairs that took eleven weeks.';
export const pageOf = (text: string): string =>
	`<!doctype html><html lang="en"><head><title>Ferry</title></head><body><article><p>${text}</p></article></body></html>`;
export const ARTICLE = pageOf(TEXT);
export const FEED = `<rss version="2.0"><channel><title>Coast Wire</title><item><title>Ferry</title><link>/1</link></item></channel></rss>`;

// The tests say what they expect of it.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Body = any;

export interface Answer {
	readonly status: number;
	readonly headers: Headers;
	readonly body: Body;
	readonly text: string;
}

export interface Client {
	/** `key: null` sends no credential. */
	call(method: string, path: string, options?: { body?: string; contentType?: string; key?: string | null }): Promise<Answer>;
	feeds(urls: readonly string[], options?: Record<string, unknown>): Promise<Body>;
	/** The one entry of the answer about one feed, with the items. */
	feed(url: string, options?: Record<string, unknown>): Promise<Body>;
	article(url: string): Promise<Answer>;
	/** Waits until the measurements have this line, and something else holds. */
	measured(line: string, also?: () => boolean): Promise<unknown>;
}

export function clientOf(url: string): Client {
	const call: Client['call'] = async (method, path, { body, contentType = 'application/json', key = READER_KEY } = {}) => {
		const response = await fetch(url + path, {
			method,
			...(body === undefined ? {} : { body }),
			headers: {
				...(key === null ? {} : { authorization: `Bearer ${key}` }),
				...(body === undefined ? {} : { 'content-type': contentType }),
			},
		});
		const text = await response.text();
		const isJson = /json/.test(response.headers.get('content-type') ?? '');
		return { status: response.status, headers: response.headers, text, body: isJson ? JSON.parse(text) : undefined };
	};
	const feeds: Client['feeds'] = async (urls, options = {}) => {
		const answer = await call('POST', '/v1/feeds', { body: JSON.stringify({ urls, ...options }) });
		if (answer.status !== 200) throw new Error(`feeds answered ${answer.status}: ${answer.text}`);
		return answer.body;
	};
	return {
		call,
		feeds,
		async feed(one, options) {
			const body = await feeds([one], options);
			return { ...body.feeds[0], items: body.items, read_at: body.read_at };
		},
		article: (one) => call('POST', '/v1/articles', { body: JSON.stringify({ url: one }) }),
		measured: (line, also = () => true) => until(async () => also() && (await call('GET', '/metrics')).text.split('\n').includes(line), 20),
	};
}

export interface TestReader extends Client {
	readonly url: string;
	/** What it logged, parsed. */
	readonly lines: Record<string, unknown>[];
	readonly reader: Awaited<ReturnType<typeof openReader>>;
	stop(): Promise<void>;
}

export async function startReader(
	env: Record<string, string> = {},
	options: { workerScript?: URL; monotonicMs?: () => number } = {},
): Promise<TestReader> {
	const config = readReaderConfig({ READER_API_KEY: READER_KEY, READER_PORT: '0', READER_WORKERS: '1', ...env });
	const lines: Record<string, unknown>[] = [];
	const log = openLog('reader', config.logLevel, { write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>) });
	const reader = await openReader(config, log, { strict: true, ...options });
	const running = await listen(reader.app, config.host, config.port);
	return {
		...clientOf(running.url),
		url: running.url,
		lines,
		reader,
		async stop() {
			await running.stop(500);
			await reader.close();
		},
	};
}

export const portOf = (server: Server): number => (server.address() as AddressInfo).port;

const listening = (server: Server, host: string, port: number): Promise<void> =>
	new Promise((resolve, reject) => {
		server.once('error', reject).listen(port, host, resolve);
	});

export interface Seen {
	readonly method: string;
	readonly path: string;
	readonly host: string;
	readonly headers: IncomingMessage['headers'];
	readonly rawHeaders: readonly string[];
}

/** What a house gives at a path: a body, or an answer of its own. */
export type Page =
	| string
	| Buffer
	| { readonly status?: number; readonly headers?: Record<string, string | string[]>; readonly body?: string | Buffer }
	| ((request: IncomingMessage, response: ServerResponse) => void);

export interface House {
	readonly port: number;
	/** `127.0.0.1:<port>`. */
	readonly at: string;
	readonly seen: Seen[];
	/** Connections that are open now, and the most that ever were. */
	readonly connections: { now: number; most: number; all: number };
	/** By path, or by host and path. */
	readonly pages: Map<string, Page>;
	stop(): Promise<void>;
}

const typeOf = (body: string | Buffer): string => {
	const head = body.toString('latin1', 0, 200).trimStart();
	if (head.startsWith('{')) return 'application/feed+json';
	return /^<!doctype html|^<html/i.test(head) ? 'text/html; charset=utf-8' : 'application/xml; charset=utf-8';
};

/** An HTTP server that is any number of newspapers. */
export async function startHouse(pages: Record<string, Page> = {}): Promise<House> {
	const known = new Map(Object.entries(pages));
	const seen: Seen[] = [];
	const connections = { now: 0, most: 0, all: 0 };
	const server = createHttp((request, response) => {
		const path = request.url ?? '';
		seen.push({
			method: request.method ?? '',
			path,
			host: request.headers.host ?? '',
			headers: request.headers,
			rawHeaders: request.rawHeaders,
		});
		const page = known.get(`${request.headers.host}${path}`) ?? known.get(path);
		if (page === undefined) {
			response.writeHead(404, { 'Content-Type': 'text/plain' }).end('nothing');
			return;
		}
		if (typeof page === 'function') {
			page(request, response);
			return;
		}
		const { status = 200, headers = {}, body = '' } = typeof page === 'string' || Buffer.isBuffer(page) ? { body: page } : page;
		const names = Object.keys(headers).map((name) => name.toLowerCase());
		response.writeHead(status, {
			...(names.includes('content-type') || status !== 200 ? {} : { 'Content-Type': typeOf(body) }),
			...headers,
		});
		response.end(body);
	});
	server.on('connection', (socket: Socket) => {
		connections.now += 1;
		connections.all += 1;
		connections.most = Math.max(connections.most, connections.now);
		socket.once('close', () => (connections.now -= 1));
	});
	await listening(server, '127.0.0.1', 0);
	const port = portOf(server);
	return {
		port,
		at: `127.0.0.1:${port}`,
		seen,
		connections,
		pages: known,
		stop: () =>
			new Promise((resolve) => {
				server.close(() => resolve());
				server.closeAllConnections();
			}),
	};
}

/** Names that are this house, as the reader's configuration wants them. */
export function originsOf(house: House, names: readonly string[]): string {
	return names.map((name) => `https://${name}=http://${house.at}`).join(',');
}

export interface RawServer {
	readonly port: number;
	readonly at: string;
	/** Connections and bytes that came. */
	readonly got: { connections: number; bytes: number };
	stop(): Promise<void>;
}

/** A TCP listener that does what it is told with each connection; a trap when it is told nothing. */
export async function startRaw(onConnection: (socket: Socket) => void = () => undefined, host = '127.0.0.1', port = 0): Promise<RawServer> {
	const got = { connections: 0, bytes: 0 };
	const open = new Set<Socket>();
	const server = createTcp((socket) => {
		got.connections += 1;
		open.add(socket);
		socket.on('data', (chunk: Buffer) => (got.bytes += chunk.length));
		socket.on('error', () => undefined).once('close', () => open.delete(socket));
		onConnection(socket);
	});
	await listening(server, host, port);
	return {
		port: portOf(server),
		at: `${host.includes(':') ? `[${host}]` : host}:${portOf(server)}`,
		got,
		stop: () =>
			new Promise((resolve) => {
				server.close(() => resolve());
				for (const socket of open) socket.destroy();
			}),
	};
}

/** Answers once a request's head is there, byte for byte. */
export function saying(bytes: string | Buffer, end = true): (socket: Socket) => void {
	return (socket) => {
		let head = '';
		socket.on('data', (chunk: Buffer) => {
			head += chunk.toString('latin1');
			if (!head.includes('\r\n\r\n')) return;
			head = '';
			socket.write(bytes);
			if (end) socket.end();
		});
	};
}

/** What a name server says to one question: addresses, another name, or something that is no answer. */
export type Said = readonly string[] | { readonly cname: string } | 'silence' | 'nxdomain' | 'servfail' | 'refused';

export interface NameServer {
	readonly at: string;
	/** `A name`, `AAAA name`, in the order in which they came. */
	readonly questions: string[];
	stop(): Promise<void>;
}

function bytesOf(address: string): Buffer {
	if (address.includes('.') && !address.includes(':')) return Buffer.from(address.split('.').map(Number));
	const dotted = /^(.*:)(\d+\.\d+\.\d+\.\d+)$/.exec(address);
	const text =
		dotted === null
			? address
			: `${dotted[1]}${(dotted[2] ?? '')
					.split('.')
					.map((part) => Number(part).toString(16).padStart(2, '0'))
					.join('')
					.replace(/^(....)/, '$1:')}`;
	const [left = '', right] = text.split('::');
	const groups = (part: string): string[] => (part === '' ? [] : part.split(':'));
	const head = groups(left);
	const tail = right === undefined ? [] : groups(right);
	const all = [...head, ...Array.from({ length: right === undefined ? 0 : 8 - head.length - tail.length }, () => '0'), ...tail];
	return Buffer.from(all.flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 0xff]));
}

function nameBytes(name: string): Buffer {
	return Buffer.concat([
		...name.split('.').map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label)])),
		Buffer.from([0]),
	]);
}

/**
 * A name server of the test's own, over UDP.
 * @param say what it says of a name, given how often that very question was asked before
 */
export async function startNameServer(say: (name: string, type: 'A' | 'AAAA', before: number) => Said): Promise<NameServer> {
	const socket = createSocket('udp4');
	const questions: string[] = [];
	socket.on('message', (query, from) => {
		const labels: string[] = [];
		let at = 12;
		while (query[at] !== 0 && query[at] !== undefined) {
			const length = query[at] as number;
			labels.push(query.toString('latin1', at + 1, at + 1 + length));
			at += 1 + length;
		}
		const name = labels.join('.').toLowerCase();
		const type = query.readUInt16BE(at + 1) === 28 ? 'AAAA' : 'A';
		const question = `${type} ${name}`;
		const said = say(name, type, questions.filter((one) => one === question).length);
		questions.push(question);
		if (said === 'silence') return;
		const code = { nxdomain: 3, servfail: 2, refused: 5 }[String(said)] ?? 0;
		const chain = typeof said === 'object' && 'cname' in said ? [said.cname] : [];
		const end = chain[0] === undefined ? said : say(chain[0], type, 0);
		const addresses = Array.isArray(end) ? (end as string[]).filter((address) => address.includes(':') === (type === 'AAAA')) : [];
		const record = (owner: Buffer, kind: number, data: Buffer): Buffer => {
			const fixed = Buffer.alloc(10);
			fixed.writeUInt16BE(kind, 0);
			fixed.writeUInt16BE(1, 2);
			fixed.writeUInt32BE(60, 4);
			fixed.writeUInt16BE(data.length, 8);
			return Buffer.concat([owner, fixed, data]);
		};
		const owner = nameBytes(chain[0] ?? name);
		const answers = [
			...chain.map((cname) => record(nameBytes(name), 5, nameBytes(cname))),
			...addresses.map((address) => record(owner, type === 'A' ? 1 : 28, bytesOf(address))),
		];
		const header = Buffer.alloc(12);
		query.copy(header, 0, 0, 2);
		header.writeUInt16BE(0x8180 | code, 2);
		header.writeUInt16BE(1, 4);
		header.writeUInt16BE(answers.length, 6);
		socket.send(Buffer.concat([header, query.subarray(12, at + 5), ...answers]), from.port, from.address);
	});
	await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
	return {
		at: `127.0.0.1:${socket.address().port}`,
		questions,
		stop: () => new Promise((resolve) => socket.close(() => resolve())),
	};
}
