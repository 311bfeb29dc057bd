/** The rules that a schema must follow for `strict: true`, and values that fit it. */
import { isObject } from '@copydesk/domain/isObject';
import { AiError } from './errors.ts';

export type JsonSchema = Readonly<Record<string, unknown>>;

const MAX_PROPERTIES = 5_000;
const MAX_DEPTH = 10;
const SUPPORTED_TYPES = ['object', 'array', 'string', 'number', 'integer', 'boolean', 'null'];

/** @throws AiError 400 that names the place in the schema */
export function checkStrictSchema(name: string, schema: unknown): void {
	const refuse = (context: readonly string[], what: string): never => {
		const where = `(${context.map((part) => `'${part}'`).join(', ')}${context.length === 1 ? ',' : ''})`;
		throw new AiError(400, `Invalid schema for response_format '${name}': In context=${where}, ${what}`, {
			param: 'text.format.schema',
			code: 'invalid_json_schema',
		});
	};
	let properties = 0;
	const walk = (node: unknown, context: readonly string[], depth: number): void => {
		if (!isObject(node)) return refuse(context, `${JSON.stringify(node)} is not of type 'object', 'boolean'.`);
		if (depth > MAX_DEPTH) return refuse(context, `schema exceeds the maximum nesting of ${MAX_DEPTH} levels.`);
		for (const key of ['$defs', 'definitions'] as const)
			if (isObject(node[key])) for (const [inner, value] of Object.entries(node[key])) walk(value, [...context, key, inner], depth + 1);
		if (typeof node['$ref'] === 'string') return;
		for (const key of ['oneOf', 'allOf', 'not', 'if', 'then', 'else', 'patternProperties', 'dependentRequired'] as const) {
			if (node[key] !== undefined) refuse(context, `'${key}' is not permitted.`);
		}
		if (Array.isArray(node['anyOf'])) {
			node['anyOf'].forEach((option: unknown, index) => walk(option, [...context, 'anyOf', String(index)], depth + 1));
			return;
		}
		if (node['enum'] !== undefined || node['const'] !== undefined) return;
		const types = Array.isArray(node['type']) ? (node['type'] as unknown[]) : [node['type']];
		if (node['type'] === undefined) return refuse(context, "schema must have a 'type' key.");
		for (const type of types)
			if (!SUPPORTED_TYPES.includes(String(type)))
				refuse(context, `'${String(type)}' is not one of ${SUPPORTED_TYPES.map((one) => `'${one}'`).join(', ')}.`);
		if (types.includes('object')) {
			if (node['additionalProperties'] !== false) refuse(context, "'additionalProperties' is required to be supplied and to be false.");
			const inner = isObject(node['properties']) ? node['properties'] : {};
			const required: unknown[] = Array.isArray(node['required']) ? node['required'] : [];
			for (const key of Object.keys(inner)) {
				if (!required.includes(key))
					refuse(context, `'required' is required to be supplied and to be an array including every key in properties. Missing '${key}'.`);
			}
			for (const key of required)
				if (!Object.hasOwn(inner, String(key))) refuse(context, `'required' contains '${String(key)}', which is not in properties.`);
			for (const [key, value] of Object.entries(inner)) {
				properties += 1;
				if (properties > MAX_PROPERTIES) refuse(context, `schema exceeds ${MAX_PROPERTIES} properties.`);
				walk(value, [...context, 'properties', key], depth + 1);
			}
		}
		if (types.includes('array')) {
			if (node['items'] === undefined) refuse(context, 'array schema missing items.');
			walk(node['items'], [...context, 'items'], depth + 1);
		}
	};
	if (!isObject(schema))
		throw new AiError(400, "Invalid type for 'text.format.schema': expected an object.", {
			param: 'text.format.schema',
			code: 'invalid_type',
		});
	if (schema['type'] !== 'object')
		refuse([], `schema must be a JSON Schema of 'type: "object"', got 'type: ${JSON.stringify(schema['type'] ?? 'None')}'.`);
	walk(schema, [], 1);
}

/** Fits a value to the schema: keeps what fits, invents what is missing, drops the rest. */
export function fit(schema: JsonSchema, value: unknown, root: JsonSchema = schema): unknown {
	const ref = schema['$ref'];
	if (typeof ref === 'string') {
		let node: unknown = root;
		for (const part of ref
			.replace(/^#\/?/, '')
			.split('/')
			.filter((one) => one !== ''))
			node = isObject(node) ? node[part] : undefined;
		return isObject(node) ? fit(node, value, root) : null;
	}
	if (schema['const'] !== undefined) return schema['const'];
	if (Array.isArray(schema['enum'])) return schema['enum'].includes(value) ? value : schema['enum'][0];
	if (Array.isArray(schema['anyOf'])) {
		const options = schema['anyOf'] as JsonSchema[];
		return fit(options.find((option) => hasType(option, value)) ?? (options[0] as JsonSchema), value, root);
	}
	const types = Array.isArray(schema['type']) ? (schema['type'] as string[]) : [String(schema['type'])];
	const type = types.find((one) => hasType({ type: one }, value)) ?? (types.includes('null') ? 'null' : types[0]);
	switch (type) {
		case 'object': {
			const given = isObject(value) ? value : {};
			const properties = isObject(schema['properties']) ? (schema['properties'] as Record<string, JsonSchema>) : {};
			return Object.fromEntries(Object.entries(properties).map(([key, inner]) => [key, fit(inner, given[key], root)]));
		}
		case 'array':
			return (Array.isArray(value) ? value : []).map((item: unknown) => fit(schema['items'] as JsonSchema, item, root));
		case 'string':
			return typeof value === 'string' ? value : 'ok';
		case 'number':
		case 'integer':
			return typeof value === 'number' ? value : 0;
		case 'boolean':
			return typeof value === 'boolean' ? value : true;
		default:
			return null;
	}
}

function hasType(schema: JsonSchema, value: unknown): boolean {
	const types = Array.isArray(schema['type']) ? (schema['type'] as string[]) : [String(schema['type'])];
	return types.some((type) => {
		if (type === 'null') return value === null;
		if (type === 'array') return Array.isArray(value);
		if (type === 'object') return isObject(value);
		if (type === 'integer') return Number.isInteger(value);
		return typeof value === type;
	});
}
