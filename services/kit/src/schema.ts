/** How requests and answers are described: Joi, with objects whose fields are required by default, and additions for JSON Schema. */
import Joi from 'joi';
import type { ObjectSchema, Schema, ValidationErrorItem } from 'joi';
import type { FieldError } from '@copydesk/domain/errors';

export type Fields = Readonly<Record<string, Schema>>;

/** What the generator of documents reads from a schema's `meta`. */
export interface SchemaMeta {
	/** The shapes of `variants`, in place of Joi's description of a condition. */
	readonly oneOf?: readonly Schema[];
	/** JSON Schema keywords that replace those derived from Joi; undefined removes one. Used for named schemas and for whole requests. */
	readonly json?: Readonly<Record<string, unknown>>;
	/** Of a named list of words: the module of the domain that has its type, and the name there. */
	readonly type?: readonly [module: string, name: string];
}

/** The words are the domain's, and so is their type. */
export const typed = (module: string, name: string): SchemaMeta => ({ type: [module, name] });

/** An object with all of these fields, except those marked `.optional()`, and no others. */
export function object(fields: Fields): ObjectSchema {
	const whole = Object.entries(fields).map(([name, schema]) => [name, isOptional(schema) ? schema : schema.required()]);
	return Joi.object(Object.fromEntries(whole));
}

function isOptional(schema: Schema): boolean {
	return schema.$_getFlag('presence') === 'optional';
}

/** One of several objects, selected by the value of `key`; the refusal names an unknown value. */
export function variants(key: string, shapes: Readonly<Record<string, Fields>>): Schema {
	const words = Object.keys(shapes);
	const schemas = words.map((word) => object({ [key]: Joi.valid(word), ...shapes[word] }));
	return Joi.alternatives()
		.conditional(`.${key}`, {
			switch: words.map((word, index) => ({ is: word, then: schemas[index] as Schema })),
			otherwise: object({ [key]: Joi.string().valid(...words) }).unknown(true),
		})
		.meta({ oneOf: schemas } satisfies SchemaMeta);
}

/**
 * An http or https address in ASCII, as `URL.href` gives it, without a name and password. Joi's own check follows RFC 3986, which forbids
 * characters that real addresses contain (`?tags[]=1`). Quotation marks and angle brackets are refused: no program writes them.
 */
export const webAddress = Joi.string().custom((given: string, helpers) => {
	const url = /^https?:\/\/[!#-;=?-~]+$/i.test(given) && URL.canParse(given) ? new URL(given) : undefined;
	return url?.username === '' && url.password === ''
		? given
		: helpers.message({ custom: 'Expected an http or https address in ASCII, without a name and a password' });
});

/** For answers: this or null. */
export function orNull(schema: Schema): Schema {
	return Joi.alternatives(schema, Joi.valid(null));
}

/** Text of an answer, which may be empty. */
export const anyText = Joi.string().allow('');

const EXPECTED = {
	'any.only': 'Expected {if(#valids.length == 1, "", "one of ")}{{#valids}}',
	'any.required': 'Expected this key but it is missing',
	'array.base': 'Expected a list',
	'array.max': 'Expected at most {{#limit}} entries',
	'array.min': 'Expected at least {{#limit}} entries',
	'array.unique': 'Expected each entry once',
	'boolean.base': 'Expected true or false',
	'number.base': 'Expected a number',
	'number.integer': 'Expected a whole number',
	'number.max': 'Expected at most {{#limit}}',
	'number.min': 'Expected at least {{#limit}}',
	'number.unsafe': 'Expected a number that JSON keeps exactly',
	'object.base': 'Expected an object',
	'object.unknown': 'Expected no such key',
	'string.base': 'Expected text',
	'string.empty': 'Expected something to read',
	'string.max': 'Expected at most {{#limit}} UTF-16 units',
	'string.min': 'Expected at least {{#limit}} UTF-16 units',
	'string.pattern.name': 'Expected {{#name}}',
};

const MAX_FIELDS = 20;
const MAX_KEY_UNITS = 80;
const MAX_MESSAGE_UNITS = 300;

/** What was received, for a message: its kind or size, or a short plain value itself. */
function received(value: unknown, type: string): string {
	if (value === null || value === undefined) return value === null ? 'null' : 'nothing';
	if (Array.isArray(value)) return /m(ax|in)$/.test(type) ? String(value.length) : 'a list';
	if (typeof value === 'object') return 'an object';
	if (typeof value !== 'string') return String(value);
	if (/m(ax|in)$/.test(type)) return String(value.length);
	if (value === '') return 'empty text';
	return value.length > 40 ? `${value.length} units` : JSON.stringify(value);
}

function faultOf({ path, type, message, context }: ValidationErrorItem): FieldError {
	const expected = message.slice(0, MAX_MESSAGE_UNITS);
	// These messages already say what was received, or that nothing was.
	const isWhole = !Object.hasOwn(EXPECTED, type) || type === 'any.required' || type === 'object.unknown';
	return {
		path: path.map((key) => String(key).slice(0, MAX_KEY_UNITS).toWellFormed()).join('.'),
		message: isWhole ? expected : `${expected} but received ${received(context?.value, type)}`,
	};
}

/** Checks a value and converts nothing. Each fault says what was expected and received. */
export type Check = (value: unknown) => readonly FieldError[];

export function checkOf(schema: Schema): Check {
	const whole = schema.required().prefs({
		convert: false,
		allowUnknown: false,
		messages: EXPECTED,
		errors: { wrap: { label: false, array: false, string: '"' } },
	});
	return (value) => {
		// Describing every fault of a large body would take seconds, so stop at the first.
		const { error } = whole.validate(value, { abortEarly: isLarge(value) });
		return (error?.details ?? []).slice(0, MAX_FIELDS).map(faultOf);
	};
}

const MANY_VALUES = 1_000;

/** Whether a JSON value has more than `MANY_VALUES` values. */
function isLarge(value: unknown): boolean {
	let values = 0;
	const queue: unknown[] = [value];
	for (let next = queue.pop(); next !== undefined && values <= MANY_VALUES; next = queue.pop()) {
		values += 1;
		if (typeof next !== 'object' || next === null) continue;
		for (const inner of Object.values(next)) queue.push(inner ?? null);
	}
	return values > MANY_VALUES;
}
