import { isIP } from 'node:net';
import { availableParallelism } from 'node:os';
import { quoted } from '@copydesk/domain/text/quoted';
import { oneOf, optional, readConfig, secret, textOf, urlOf, wholeNumber } from '@copydesk/kit/config';
import type { ConfigOf, Environment, Shape, Variable } from '@copydesk/kit/config';
import { hostPortOf } from './fetch/hostPort.ts';
import { DEFAULT_AGENT, agentFor } from './fetch/agent.ts';
import type { Lists, Origin } from './fetch/target.ts';
import type { SearchChoice } from './search/engines.ts';

const listed = (text: string): string[] =>
	text
		.split(',')
		.map((entry) => entry.trim())
		.filter((entry) => entry !== '');
const isPort = (text: string): boolean => /^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= 65_535;

/** `host:port` of an address that has only scheme, host and port; undefined for any other. */
function hostPortOnly(text: string): string | undefined {
	const url = URL.canParse(text) ? new URL(text) : undefined;
	const bare = url !== undefined && url.pathname === '/' && `${url.search}${url.hash}${url.username}${url.password}` === '';
	return bare && !/[@/?#\\\s]/.test(text.slice(text.indexOf('//') + 2)) && url.port !== '0' ? hostPortOf(url) : undefined;
}

/** A comma-separated list of `host[:port]`. */
function hosts(about: string, scheme: 'http' | 'https'): Variable<ReadonlySet<string>> {
	return {
		about,
		bounds: `host[:port], …; no port: ${scheme === 'http' ? 80 : 443}`,
		fallback: () => new Set(),
		parse: (text) =>
			new Set(
				listed(text).map((entry) => {
					const key = hostPortOnly(`${scheme}://${entry}`);
					if (key === undefined) throw new Error(`Expected ${about}, as host or host:port, but received ${quoted(entry)}`);
					return key;
				}),
			),
	};
}

function origins(about: string): Variable<ReadonlyMap<string, Origin>> {
	return {
		about,
		bounds: 'https://name[:port]=http://address:port, …',
		fallback: () => new Map(),
		parse(text) {
			const found = new Map<string, Origin>();
			for (const entry of listed(text)) {
				const [, from = '', address = '', port = ''] = /^(https:\/\/[^=]+)=http:\/\/(\[[^\]]+\]|[^:[\]]+):(\d+)$/i.exec(entry) ?? [];
				const key = hostPortOnly(from);
				const numeric = address.replace(/^\[|\]$/g, '');
				if (key === undefined || isIP(numeric) === 0 || !isPort(port))
					throw new Error(`Expected ${about}, as https://name=http://address:port, but received ${quoted(entry)}`);
				if (found.has(key)) throw new Error(`Expected each name once but received ${key} twice`);
				found.set(key, { address: numeric, port: Number(port) });
			}
			return found;
		},
	};
}

function nameServers(about: string): Variable<readonly string[]> {
	return {
		about,
		bounds: 'address[:port], …',
		fallback: () => [],
		parse: (text) =>
			listed(text).map((entry) => {
				const [, bracketed, plain, port = '53'] = /^(?:\[([^\]]+)\]|([^:[\]]+))(?::(\d+))?$/.exec(entry) ?? [];
				const address = bracketed ?? plain ?? entry;
				if (isIP(address) === 0 || !isPort(port))
					throw new Error(`Expected ${about}, each a numeric address with or without a port, but received ${quoted(entry)}`);
				return isIP(address) === 6 ? `[${address}]:${port}` : `${address}:${port}`;
			}),
	};
}

const ENGINES = ['wikipedia', 'brave', 'tavily', 'off'] as const;

function searchChoice(about: string): Variable<SearchChoice> {
	const bounds = 'wikipedia | searxng:<address> | brave | tavily | off';
	return {
		about,
		bounds,
		fallback: () => ({ engine: 'wikipedia' }),
		shownFallback: 'wikipedia',
		parse(text, env) {
			const engine = ENGINES.find((name) => name === text);
			if (engine !== undefined) return { engine };
			const [, address] = /^searxng:(.+)$/.exec(text) ?? [];
			if (address === undefined) throw new Error(`Expected one of ${bounds} but received ${quoted(text)}`);
			return { engine: 'searxng', address: urlOf('the address of SearXNG').parse(address, env) };
		},
	};
}

/** Every variable of the reader: its meaning, limits and default. */
export const variables = {
	READER_HOST: textOf('the address to listen at', {
		fallback: '127.0.0.1',
		pattern: /^[A-Za-z0-9.:-]{1,253}$/,
		expected: 'a host name or an IP address',
	}),
	READER_PORT: wholeNumber('the port to listen at (0: any free one)', { min: 0, max: 65_535, fallback: 8092 }),
	READER_API_KEY: secret('the key that callers send as a bearer token', { minLength: 32 }),
	READER_HTTP_HOSTS: hosts('the hosts that are read over plain http, and at a port other than 443', 'http'),
	READER_PRIVATE_HOSTS: hosts('the hosts of an own network that are read wherever they are', 'https'),
	READER_ORIGINS: origins('the names that are read over plain http at an address of an own network'),
	READER_DNS_SERVERS: nameServers('the name servers that are asked instead of those of the system'),
	READER_CONNECT_MS: wholeNumber('longest resolution, connection and TLS handshake, each, in milliseconds', {
		min: 100,
		max: 60_000,
		fallback: 5_000,
	}),
	READER_FETCH_MS: wholeNumber('longest reading to its last byte, redirects included, in milliseconds', {
		min: 500,
		max: 120_000,
		fallback: 15_000,
	}),
	READER_FEED_BYTES: wholeNumber('largest feed, in bytes', { min: 1_024, max: 16_777_216, fallback: 2_097_152 }),
	READER_EXTRACT_MS: wholeNumber('longest parse, in milliseconds', { min: 200, max: 60_000, fallback: 8_000 }),
	READER_WORKER_MB: wholeNumber('heap that one parse may take, in MiB', { min: 64, max: 1_024, fallback: 192 }),
	READER_WORKERS: {
		...wholeNumber('threads that parse', { min: 1, max: 16, fallback: Math.min(4, availableParallelism()) }),
		shownFallback: 'number of cores, at most 4',
	},
	READER_CONCURRENCY: wholeNumber('readings at one time; more wait in a bounded queue', { min: 1, max: 128, fallback: 16 }),
	READER_PER_HOST: wholeNumber('readings of one host and port at one time', { min: 1, max: 16, fallback: 2 }),
	READER_FRESH_SECONDS: wholeNumber('for so long a feed is answered from memory, in seconds (0: it is always asked)', {
		min: 0,
		max: 3_600,
		fallback: 300,
	}),
	READER_USER_AGENT: textOf('how the reader calls itself', {
		fallback: DEFAULT_AGENT,
		pattern: /^[\x20-\x7e]{1,200}$/,
		expected: '1 to 200 printable ASCII characters',
	}),
	READER_SEARCH: searchChoice('the engine that looks for pages (docs/search.md)'),
	READER_SEARCH_KEY: secret('the key of Brave or Tavily', { optional: true }),
	READER_CONTACT: optional({
		...textOf('how Wikipedia can reach the operator of this desk: an https address, such as that of the bot, or an e-mail address', {
			pattern: /^(?=.{1,150}$)(?:https:\/\/[\x21-\x27\x2a-\x7e]+|[\x21-\x27\x2a-\x3f\x41-\x7e]+@[A-Za-z0-9.-]+)$/,
			expected: 'an https address or an e-mail address, at most 150 characters',
		}),
	}),
	READER_LOG_LEVEL: oneOf('how much is logged', ['debug', 'info', 'warn', 'error', 'silent'], 'info'),
} satisfies Shape;

export type Variables = ConfigOf<typeof variables>;

/** The configuration in the form that the service uses. */
export interface Config extends Lists {
	readonly host: string;
	readonly port: number;
	readonly apiKey: string;
	readonly dnsServers: readonly string[];
	readonly connectMs: number;
	readonly fetchMs: number;
	readonly feedBytes: number;
	readonly extractMs: number;
	readonly workerMb: number;
	readonly workers: number;
	readonly concurrency: number;
	readonly perHost: number;
	readonly freshSeconds: number;
	readonly userAgent: string;
	agentFor(name: string): string;
	readonly search: SearchChoice;
	readonly searchKey: string;
	readonly logLevel: string;
}

/**
 * Reads and checks the environment once.
 * @throws ConfigurationError that names every mistake
 */
export function readReaderConfig(env: Environment): Config {
	const read = readConfig(env, variables, ({ READER_SEARCH: { engine }, READER_SEARCH_KEY: key }) =>
		(engine === 'brave' || engine === 'tavily') && key === '' ? [`READER_SEARCH_KEY: Expected the key of ${engine} but it is not set`] : [],
	);
	return {
		host: read.READER_HOST,
		port: read.READER_PORT,
		apiKey: read.READER_API_KEY,
		httpHosts: read.READER_HTTP_HOSTS,
		privateHosts: read.READER_PRIVATE_HOSTS,
		origins: read.READER_ORIGINS,
		dnsServers: read.READER_DNS_SERVERS,
		connectMs: read.READER_CONNECT_MS,
		fetchMs: read.READER_FETCH_MS,
		feedBytes: read.READER_FEED_BYTES,
		extractMs: read.READER_EXTRACT_MS,
		workerMb: read.READER_WORKER_MB,
		workers: read.READER_WORKERS,
		concurrency: read.READER_CONCURRENCY,
		perHost: read.READER_PER_HOST,
		freshSeconds: read.READER_FRESH_SECONDS,
		userAgent: read.READER_USER_AGENT,
		agentFor: agentFor(read.READER_USER_AGENT, read.READER_CONTACT),
		search: read.READER_SEARCH,
		searchKey: read.READER_SEARCH_KEY,
		logLevel: read.READER_LOG_LEVEL,
	};
}
