/** Makes the OpenAPI 3.1 document of a service from its routes and their Joi schemas. */
import Joi from 'joi';
import type { Schema } from 'joi';
import { errors, type ErrorCode } from '@copydesk/domain/errors';
import { isObject } from '@copydesk/domain/isObject';
import type { Api } from '@copydesk/kit/api';
import { problemSchema } from '@copydesk/kit/problems';
import { codesOf, type Route } from '@copydesk/kit/route';
import { object, type SchemaMeta } from '@copydesk/kit/schema';
import { challengeOf } from '@copydesk/kit/server';

type Json = Record<string, unknown>;
export const capital = (name: string): string => name.slice(0, 1).toUpperCase() + name.slice(1);

/** Refusals that say which fields are at fault. */
const WITH_FIELDS: ReadonlySet<ErrorCode> = new Set([
	'invalid_request',
	'invalid_image',
	'layout_overflow',
	'unsupported_character',
	'cover_too_large',
	'recipient_unknown',
]);

/** Codes of requests that no route saw. */
const UNROUTED: readonly ErrorCode[] = ['not_found', 'malformed_request'];

export function documentOf({ title, version, description, url, key, routes, schemas, facts }: Api): Json {
	const codes = [...new Set([...UNROUTED, ...routes.flatMap(codesOf)])].sort();
	const named = Object.entries({ ...schemas, problem: problemSchema(codes, facts) }).flatMap(([name, schema]) =>
		Joi.isSchema(schema) ? [{ name: capital(name), schema }] : [],
	);
	const refer = referrer(named);
	const operations = operationsIn(refer, challengeOf(key.type === 'http' ? 'bearer' : key.name));
	const paths: Record<string, Json> = {};
	for (const route of routes) {
		const path = route.path.replaceAll(/:(\w+)/g, '{$1}');
		paths[path] = { ...paths[path], ...operations.of(route) };
	}
	return {
		openapi: '3.1.0',
		info: { title, version, license: { name: 'MIT', identifier: 'MIT' }, description: `${description}\n\n${SAID_OF_ALL}` },
		servers: [{ url, description: 'The default; an internal service.' }],
		security: [{ key: [] }],
		paths,
		components: {
			securitySchemes: { key: { ...key, description: 'At least 32 characters; compared in constant time.' } },
			parameters: {
				RequestId: {
					name: 'X-Request-Id',
					in: 'header',
					description: 'Taken over when it is sane (1 to 128 of A-Z a-z 0-9 . _ : -), else one is made.',
					schema: { type: 'string' },
				},
			},
			headers: {
				'X-Request-Id': { required: true, schema: { type: 'string', pattern: '^[A-Za-z0-9._:-]{1,128}$' } },
				'Retry-After': { description: 'Seconds.', schema: { type: 'string', pattern: '^[0-9]+$' } },
			},
			responses: operations.responses,
			schemas: { ...Object.fromEntries(named.map(({ name, schema }) => [name, refer.whole(schema)])), ...operations.schemas },
		},
	};
}

const SAID_OF_ALL = `Lengths of text (\`minLength\`, \`maxLength\`) are UTF-16 code units, as \`String.length\` counts; an emoji is two.
\`x-max-bytes\` is the largest body as it is sent. Every body that its schema allows fits in it at three bytes for each unit,
which is the most that a character takes in UTF-8; a text without \`maxLength\` is bounded by the body alone. Every refusal is a
Problem; each status lists its codes.`;

// ── Schemas ─────────────────────────────────────────────────────────────────

interface Referrer {
	/** The JSON Schema of a schema, with references to what has a name. */
	part(schema: Schema): Json;
	/** The same of a schema that has a name itself. */
	whole(schema: Schema): Json;
}

export function metaOf(schema: Schema): SchemaMeta {
	return Object.assign({}, ...((schema.$_terms['metas'] as readonly SchemaMeta[] | undefined) ?? [])) as SchemaMeta;
}

function derive(schema: Schema): Json {
	const { oneOf } = metaOf(schema);
	return oneOf === undefined ? deriveByJoi(schema) : { oneOf: oneOf.map(derive) };
}

/** What Joi says of a schema, as it also says it of one within another. */
const deriveByJoi = (schema: Schema): Json => tidy(schema['~standard'].jsonSchema.input({ target: 'draft-2020-12' })) as Json;

/** One permitted value is a constant. */
function tidy(json: unknown): unknown {
	if (Array.isArray(json)) return json.map(tidy);
	if (!isObject(json)) return json;
	const { enum: values, type, ...rest } = json;
	if (Array.isArray(values)) return values.length === 1 ? { ...rest, const: values[0] } : { ...rest, enum: values };
	return mapValues(type === undefined ? rest : { type, ...rest }, tidy);
}

const mapValues = (json: Json, change: (value: unknown) => unknown): Json =>
	Object.fromEntries(Object.entries(json).map(([name, value]) => [name, change(value)]));

/** Its description tells a plain named schema from others of equal shape; objects, and lists of words, say enough by themselves. */
const isPlain = ({ type, enum: words }: Json): boolean =>
	words === undefined && [type].flat().some((each) => each !== 'object' && each !== undefined);

/** What equals a named schema becomes a reference to it; one that has no description of its own may be described where it is used. */
function referrer(named: readonly { readonly name: string; readonly schema: Schema }[]): Referrer {
	const names = new Map<string, string>();
	for (const { name, schema } of named) {
		const json = derive(schema);
		if (isPlain(json) && json['description'] === undefined) throw new Error(`${name} has no description to be known by`);
		const text = JSON.stringify(json);
		const other = names.get(text);
		if (other !== undefined) throw new Error(`${name} and ${other} are the same schema: describe one of them, or drop it`);
		names.set(text, name);
		names.set(JSON.stringify(deriveByJoi(schema)), name);
	}
	const reference = (json: Json): Json | undefined => {
		const exact = names.get(JSON.stringify(json));
		if (exact !== undefined) return { $ref: `#/components/schemas/${exact}` };
		const { description, ...plain } = json;
		const described = description === undefined ? undefined : names.get(JSON.stringify(plain));
		return described === undefined ? undefined : { description, $ref: `#/components/schemas/${described}` };
	};
	const visit = (json: unknown): unknown =>
		Array.isArray(json) ? json.map(visit) : isObject(json) ? (reference(json) ?? mapValues(json, visit)) : json;
	/** Undefined drops a keyword. */
	const overlaid = (schema: Schema, json: Json): Json => JSON.parse(JSON.stringify({ ...json, ...metaOf(schema).json })) as Json;
	return {
		part(schema) {
			const json = derive(schema);
			return reference(json) ?? overlaid(schema, mapValues(json, visit));
		},
		whole: (schema) => overlaid(schema, mapValues(derive(schema), visit)),
	};
}

// ── Operations ──────────────────────────────────────────────────────────────

const ID_HEADER = { 'X-Request-Id': { $ref: '#/components/headers/X-Request-Id' } };
const RETRY_AFTER = { 'Retry-After': { $ref: '#/components/headers/Retry-After' } };

interface Operations {
	of(route: Route<never>): Json;
	/** Refusals by the codes that they may have. */
	readonly responses: Json;
	/** Requests and answers that have no name of their own. */
	readonly schemas: Json;
}

/** @param challenge what a 401 asks for */
function operationsIn(refer: Referrer, challenge: string): Operations {
	const responses: Json = {};
	const schemas: Json = {};

	/** A request or an answer, always by name. */
	function body(name: string, schema: Schema): Json {
		const json = refer.part(schema);
		if (json['$ref'] !== undefined) return json;
		schemas[name] = json;
		return { $ref: `#/components/schemas/${name}` };
	}

	/** One answer for each status, with the codes that come under it. */
	function refusalsOf(route: Route<never>): Json {
		const byStatus = Object.groupBy([...new Set(codesOf(route))].sort(), (code) => errors[code].status);
		return mapValues(byStatus, (codes) => {
			const name = (codes as readonly ErrorCode[]).join('.');
			const { unavailable } = route.contract;
			if (unavailable !== undefined && name === 'unavailable') return refusal(['unavailable'], refer.part(object(unavailable)));
			responses[name] ??= refusal(codes as readonly ErrorCode[]);
			return { $ref: `#/components/responses/${name}` };
		});
	}

	function refusal(codes: readonly ErrorCode[], facts?: Json): Json {
		const { status } = errors[codes[0] as ErrorCode];
		const narrowed = {
			properties: { code: codes.length === 1 ? { const: codes[0] } : { enum: codes } },
			...(status === 422 && codes.every((code) => WITH_FIELDS.has(code)) ? { required: ['errors'] } : {}),
		};
		const schema = { allOf: [{ $ref: '#/components/schemas/Problem' }, narrowed, ...(facts === undefined ? [] : [open(facts)])] };
		return {
			description: codes.map((code) => `${codes.length > 1 ? '- ' : ''}\`${code}\`: ${errors[code].message}`).join('\n'),
			headers: {
				...ID_HEADER,
				...(codes.some((code) => errors[code].retry === 'later') ? RETRY_AFTER : {}),
				...(status === 401 ? { 'WWW-Authenticate': { required: true, schema: { const: challenge } } } : {}),
			},
			content: { 'application/problem+json': { schema } },
		};
	}

	return {
		responses,
		schemas,
		of(route) {
			const { contract, body: taken, method, params = {} } = route;
			const { id, summary, description, answer, gives, head } = contract;
			const inPath = Object.entries(params).map(([name, { source: pattern }]) => ({
				name,
				in: 'path',
				required: true,
				schema: { type: 'string', pattern },
			}));
			const content =
				gives !== undefined
					? { [gives]: gives.startsWith('text/') ? { schema: { type: 'string' } } : {} }
					: answer && { 'application/json': { schema: body(`${capital(id)}Answer`, answer) } };
			const successes = Object.entries(contract.answers ?? { 200: 'Done, or what came of it before.' }).map(([status, text]) => [
				status,
				{ description: text, headers: ID_HEADER, content: Number(status) < 300 ? content : undefined },
			]);
			const made = {
				operationId: id,
				summary,
				description,
				security: route.open ? [] : undefined,
				parameters: [{ $ref: '#/components/parameters/RequestId' }, ...inPath],
				requestBody: taken && {
					required: true,
					description: `At most ${taken.maxBytes} bytes.`,
					'x-max-bytes': taken.maxBytes,
					content: Object.fromEntries(
						taken.contentTypes.map((type) => [
							type,
							taken.schema === undefined ? {} : { schema: body(`${capital(id)}Request`, taken.schema) },
						]),
					),
				},
				responses: { ...(Object.fromEntries(successes) as Json), ...refusalsOf(route) },
			};
			const operation = merged(made, contract.openapi ?? {});
			return { [method]: operation, head: head && { ...operation, operationId: head, summary: 'The headers of the same' } };
		},
	};
}

const open = ({ additionalProperties: _, ...json }: Json): Json => json;

/** Lays one document over another: objects are merged, lists are joined, anything else is replaced. */
function merged(under: Json, over: Json): Json {
	const result: Json = { ...under };
	for (const [name, value] of Object.entries(over)) {
		const present = result[name];
		if (Array.isArray(present) && Array.isArray(value)) result[name] = [...present, ...value];
		else result[name] = isObject(present) && isObject(value) ? merged(present, value) : value;
	}
	return result;
}
