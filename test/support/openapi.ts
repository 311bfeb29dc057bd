/** Holds requests and answers against an OpenAPI 3.1 document. */
import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { parse } from 'yaml';

type Json = Record<string, unknown>;

export interface Exchange {
	readonly method: string;
	/** Without the query. */
	readonly path: string;
	readonly requestBody?: unknown;
	readonly status: number;
	readonly headers: Headers;
	/** Parsed when it is JSON, else undefined. */
	readonly body?: unknown;
	readonly bodyBytes: number;
}

export interface ApiDocument {
	/** Throws with what is wrong when an answer, or a request that was taken, is not as the document says. */
	check(exchange: Exchange): void;
	/** Each documented answer, as `POST /v1/images 201`. */
	readonly documented: ReadonlySet<string>;
	/** Those that were seen since the document was opened. */
	readonly seen: Set<string>;
}

const escapePointer = (part: string): string => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'));

export function openApiDocument(file: string): ApiDocument {
	const document = parse(readFileSync(file, 'utf8'), { merge: true }) as Json;
	const ajv = new Ajv2020({ strict: false, allErrors: true });
	addFormats.default(ajv);
	ajv.addSchema(document, 'api');

	const follow = (pointer: readonly string[]): { value: Json; pointer: readonly string[] } => {
		const value = pointer.reduce<unknown>((at, part) => (at as Json | undefined)?.[part], document) as Json;
		const reference = value?.['$ref'];
		return typeof reference === 'string' ? follow(reference.slice(2).split('/')) : { value, pointer };
	};
	const complain = (where: string, pointer: readonly string[], value: unknown): void => {
		const validate = ajv.getSchema(`api#/${pointer.map(escapePointer).join('/')}`);
		if (validate === undefined) throw new Error(`${where}: no schema at ${pointer.join('/')}`);
		if (validate(value) !== true) throw new Error(`${where}: ${ajv.errorsText(validate.errors)}: ${JSON.stringify(value)?.slice(0, 500)}`);
	};

	const paths = document['paths'] as Record<string, Json>;
	const templates = Object.keys(paths).map((template) => {
		const parameters = Object.values(paths[template] ?? {}).flatMap((operation) => ((operation as Json)['parameters'] ?? []) as Json[]);
		const shapeOf = (name: string): string =>
			String((parameters.find((each) => each['in'] === 'path' && each['name'] === name)?.['schema'] as Json)['pattern']).slice(1, -1);
		const pattern = template
			.split(/\{([^}]+)\}/)
			.map((part, at) => (at % 2 === 1 ? `(?:${shapeOf(part)})` : part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')))
			.join('');
		return { template, pattern: new RegExp(`^${pattern}$`) };
	});
	const documented = new Set<string>();
	for (const [template, methods] of Object.entries(paths)) {
		for (const [method, operation] of Object.entries(methods)) {
			for (const status of Object.keys(((operation as Json)['responses'] as Json | undefined) ?? {}))
				documented.add(`${method.toUpperCase()} ${template} ${status}`);
		}
	}
	const seen = new Set<string>();

	return {
		documented,
		seen,
		check({ method, path, requestBody, status, headers, body, bodyBytes }) {
			const template = templates.find(({ pattern }) => pattern.test(path))?.template;
			const where = `${method} ${path} ${status}`;
			const verb = method.toLowerCase();
			if (template === undefined || paths[template]?.[verb] === undefined) {
				if (status !== 404) throw new Error(`${where}: not in the document`);
				complain(where, ['components', 'schemas', 'Problem'], body);
				return;
			}
			const { value: response, pointer } = follow(['paths', template, verb, 'responses', String(status)]);
			if (response === undefined) throw new Error(`${where}: this status is not in the document`);
			seen.add(`${method} ${template} ${status}`);
			for (const name of Object.keys((response['headers'] as Json | undefined) ?? {})) {
				const header = follow([...pointer, 'headers', name]);
				const given = headers.get(name);
				if (given === null && header.value['required'] === true) throw new Error(`${where}: the header ${name} is missing`);
				if (given !== null) complain(`${where}: header ${name}`, [...header.pointer, 'schema'], given);
			}
			const content = response['content'] as Record<string, Json> | undefined;
			const type = headers.get('content-type')?.split(';')[0] ?? '';
			if (content === undefined) {
				if (bodyBytes > 0) throw new Error(`${where}: the document knows no body`);
			} else if (content[type] === undefined) throw new Error(`${where}: the content type ${type} is not in the document`);
			else if (content[type]['schema'] !== undefined && method !== 'HEAD' && type.endsWith('json')) {
				complain(where, [...pointer, 'content', type, 'schema'], body);
				if (status >= 400 && (body as Json)['status'] !== status)
					throw new Error(`${where}: the problem says ${String((body as Json)['status'])}`);
			}
			if (status < 400 && requestBody !== undefined)
				complain(`${where}: the request`, ['paths', template, verb, 'requestBody', 'content', 'application/json', 'schema'], requestBody);
		},
	};
}
