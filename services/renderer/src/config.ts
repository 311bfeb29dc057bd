import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { quoted } from '@copydesk/domain/text/quoted';
import { oneOf, optional, readConfig, secret, textOf, urlOf, wholeNumber } from '@copydesk/kit/config';
import type { ConfigOf, Environment, Shape, Variable } from '@copydesk/kit/config';
import { databaseUrl } from '@copydesk/kit/database/open';

/** The place of the PNG files: a directory, or a bucket with a key prefix. */
type StoreAddress =
	| { readonly kind: 'file'; /** Empty: in the data directory. */ readonly directory: string }
	| { readonly kind: 's3'; readonly bucket: string; /** Without slashes at its ends; may be empty. */ readonly prefix: string };

function storeAddress(about: string): Variable<StoreAddress> {
	return {
		about,
		bounds: 'file:[<directory>] | s3://<bucket>[/<prefix>]',
		fallback: () => ({ kind: 'file', directory: '' }),
		shownFallback: 'file:',
		parse(text) {
			if (text.startsWith('file:')) {
				const directory = text.replace(/^file:(\/\/(?=\/))?/, '');
				if (!directory.startsWith('//')) return { kind: 'file', directory };
			}
			const match = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/((?!\.)[A-Za-z0-9_.-]+(?:\/(?!\.)[A-Za-z0-9_.-]+)*))?\/?$/.exec(text);
			if (match !== null && match[1] !== undefined) return { kind: 's3', bucket: match[1], prefix: match[2] ?? '' };
			throw new Error(`Expected ${about}: file:, file:<directory> or s3://<bucket>/<prefix>, but received ${quoted(text)}`);
		},
	};
}

/** Every variable of the renderer: its meaning, limits and default. */
export const variables = {
	RENDERER_HOST: textOf('the address to listen at', {
		fallback: '127.0.0.1',
		pattern: /^[A-Za-z0-9.:-]{1,253}$/,
		expected: 'a host name or an IP address',
	}),
	RENDERER_PORT: wholeNumber('the port to listen at (0: any free one)', { min: 0, max: 65_535, fallback: 8090 }),
	RENDERER_API_KEY: secret('the key that callers send as a bearer token', { minLength: 32 }),
	RENDERER_DATA_DIR: textOf('the directory for the journal, the files and what is derived from them', { fallback: '.data/renderer' }),
	RENDERER_DATABASE_URL: {
		...optional(databaseUrl('the journal; PostgreSQL when several renderers share one')),
		shownFallback: 'sqlite:<data directory>/journal.sqlite',
	},
	RENDERER_STORE: storeAddress('where the PNG files are kept; file: alone means assets in the data directory'),
	RENDERER_S3_ENDPOINT: optional(urlOf('the S3-compatible endpoint, addressed path-style')),
	RENDERER_S3_REGION: textOf('the region that requests to the endpoint are signed for', {
		fallback: 'us-east-1',
		pattern: /^[a-z0-9-]{1,40}$/,
		expected: 'a region name',
	}),
	RENDERER_S3_ACCESS_KEY_ID: optional(
		textOf('the access key id at the endpoint', { pattern: /^[\x21-\x7e]{3,128}$/, expected: 'an access key id' }),
	),
	RENDERER_S3_SECRET_ACCESS_KEY: secret('the secret access key at the endpoint', { optional: true }),
	RENDERER_CONCURRENCY: {
		...wholeNumber('renders and imports at one time; more wait in a bounded queue', {
			min: 1,
			max: 64,
			fallback: Math.min(64, availableParallelism()),
		}),
		shownFallback: 'number of cores',
	},
	RENDERER_LOG_LEVEL: oneOf('how much is logged', ['debug', 'info', 'warn', 'error', 'silent'], 'info'),
} satisfies Shape;

export type Variables = ConfigOf<typeof variables>;

/** The configuration in the form that the service uses, with all defaults. */
export interface Config {
	readonly host: string;
	readonly port: number;
	readonly apiKey: string;
	/** An absolute path. */
	readonly dataDir: string;
	readonly databaseUrl: string;
	readonly store: { readonly kind: 'file'; readonly directory: string } | ({ readonly kind: 's3' } & S3Settings);
	readonly concurrency: number;
	readonly logLevel: string;
}

export interface S3Settings {
	readonly endpoint: string;
	readonly region: string;
	readonly bucket: string;
	readonly prefix: string;
	readonly accessKeyId: string;
	readonly secretAccessKey: string;
}

/**
 * Reads and checks the environment once.
 * @throws ConfigurationError that names every mistake
 */
export function readRendererConfig(env: Environment): Config {
	const read = readConfig(env, variables, (given) => {
		if (given.RENDERER_STORE.kind !== 's3') return [];
		return [
			...(given.RENDERER_S3_ENDPOINT === undefined
				? ['RENDERER_S3_ENDPOINT: Expected an endpoint, because RENDERER_STORE is s3://…, but it is not set']
				: []),
			...(given.RENDERER_S3_ACCESS_KEY_ID === undefined
				? ['RENDERER_S3_ACCESS_KEY_ID: Expected an access key id, because RENDERER_STORE is s3://…, but it is not set']
				: []),
			...(given.RENDERER_S3_SECRET_ACCESS_KEY === ''
				? ['RENDERER_S3_SECRET_ACCESS_KEY: Expected a secret access key (or …_FILE), because RENDERER_STORE is s3://…, but it is not set']
				: []),
		];
	});
	const dataDir = resolve(read.RENDERER_DATA_DIR);
	const address = read.RENDERER_STORE;
	return {
		host: read.RENDERER_HOST,
		port: read.RENDERER_PORT,
		apiKey: read.RENDERER_API_KEY,
		dataDir,
		databaseUrl: read.RENDERER_DATABASE_URL ?? `sqlite:${join(dataDir, 'journal.sqlite')}`,
		store:
			address.kind === 'file'
				? { kind: 'file', directory: address.directory === '' ? join(dataDir, 'assets') : resolve(address.directory) }
				: {
						kind: 's3',
						endpoint: read.RENDERER_S3_ENDPOINT ?? '',
						region: read.RENDERER_S3_REGION,
						bucket: address.bucket,
						prefix: address.prefix,
						accessKeyId: read.RENDERER_S3_ACCESS_KEY_ID ?? '',
						secretAccessKey: read.RENDERER_S3_SECRET_ACCESS_KEY,
					},
		concurrency: read.RENDERER_CONCURRENCY,
		logLevel: read.RENDERER_LOG_LEVEL,
	};
}
