import { isObject } from '../isObject.ts';
import { MAX_ANSWER_ENTRIES, MAX_ANSWER_TEXT_UNITS } from '../limits.ts';

/**
 * The part of JSON Schema that strict structured output understands everywhere: every property required, nothing
 * extra, no lengths and no ranges. Lengths are checked by `caption/bounds.ts` after the answer.
 */
export type Schema =
	| { readonly type: 'string'; readonly description?: string; readonly enum?: readonly string[] }
	| { readonly type: 'boolean' | 'integer'; readonly description?: string }
	| { readonly type: 'array'; readonly description?: string; readonly items: Schema }
	| {
			readonly type: 'object';
			readonly description?: string;
			readonly properties: Readonly<Record<string, Schema>>;
			readonly required: readonly string[];
			readonly additionalProperties: false;
	  };

/** An object schema with every property required and nothing else allowed. */
export function strictObject(properties: Readonly<Record<string, Schema>>): Schema {
	return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
}

/** Where a value leaves its schema, as a path with what was expected; null when it fits. */
export function mismatch(schema: Schema, value: unknown, path = '$'): string | null {
	switch (schema.type) {
		case 'string':
			if (typeof value !== 'string') return `${path}: expected a string`;
			if (value.length > MAX_ANSWER_TEXT_UNITS)
				return `${path}: expected at most ${MAX_ANSWER_TEXT_UNITS} units but received ${value.length}`;
			if (!value.isWellFormed()) return `${path}: expected well-formed Unicode`;
			return schema.enum === undefined || schema.enum.includes(value) ? null : `${path}: expected one of ${schema.enum.join(', ')}`;
		case 'boolean':
			return typeof value === 'boolean' ? null : `${path}: expected true or false`;
		case 'integer':
			return Number.isSafeInteger(value) ? null : `${path}: expected a whole number`;
		case 'array':
			if (!Array.isArray(value)) return `${path}: expected a list`;
			if (value.length > MAX_ANSWER_ENTRIES) return `${path}: expected at most ${MAX_ANSWER_ENTRIES} entries but received ${value.length}`;
			for (const [index, item] of value.entries()) {
				const found = mismatch(schema.items, item, `${path}[${index}]`);
				if (found !== null) return found;
			}
			return null;
		case 'object': {
			if (!isObject(value)) return `${path}: expected an object`;
			for (const key of schema.required) if (!Object.hasOwn(value, key)) return `${path}.${key}: missing`;
			for (const [key, item] of Object.entries(value)) {
				const property = Object.hasOwn(schema.properties, key) ? schema.properties[key] : undefined;
				if (property === undefined) return `${path}.${key}: not expected`;
				const found = mismatch(property, item, `${path}.${key}`);
				if (found !== null) return found;
			}
			return null;
		}
	}
}
