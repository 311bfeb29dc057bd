import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import { CopydeskError } from '@copydesk/domain/errors';
import type { FieldError } from '@copydesk/domain/errors';
import {
	BUILT_IN_IMAGE_ID,
	MAX_CATEGORY_UNITS,
	MAX_DRAFT_ID_CHARACTERS,
	MAX_RENDERER_SUBTITLE_UNITS,
	MAX_RENDERER_TITLE_UNITS,
	MAX_RENDERER_VERSION,
	TEMPLATE_VERSION,
} from '@copydesk/domain/limits';

/** A request for a cover after the checks, strings in NFC. The names are the wire's, because they are what is hashed. */
export interface CoverRequest {
	readonly draft_id: string;
	readonly version: number;
	readonly template_version: string;
	readonly title: string;
	readonly subtitle: string;
	readonly category: string;
	readonly image_id: string;
}

const DRAFT_ID = new RegExp(`^[A-Za-z0-9][A-Za-z0-9._:-]{0,${MAX_DRAFT_ID_CHARACTERS - 1}}$`);
const IMAGE_ID = /^sha256:[0-9a-f]{64}$/;
const FORBIDDEN = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;
/** Something that leaves a mark. */
const VISIBLE = /[^\s\p{Cf}\p{Default_Ignorable_Code_Point}]/u;

/** What came, for a message: its kind, or the value when it is short and plain. */
function received(value: unknown): string {
	if (value === undefined) return 'nothing';
	if (value === null) return 'null';
	if (Array.isArray(value)) return 'a list';
	if (typeof value === 'object') return 'an object';
	if (typeof value === 'string') return value.length <= 40 ? JSON.stringify(value) : `${value.length} units`;
	return String(value);
}

/** Says what is wrong with a value, or nothing. */
type Check = (value: unknown) => string | undefined;

const expected =
	(what: string, isRight: (value: unknown) => boolean): Check =>
	(value) =>
		isRight(value) ? undefined : `Expected ${what} but received ${received(value)}`;

function text(maxUnits: number, mayBeEmpty: boolean): Check {
	return (value) => {
		if (typeof value !== 'string') return `Expected text but received ${received(value)}`;
		if (value.length > maxUnits) return `Expected at most ${maxUnits} UTF-16 units but received ${value.length}`;
		if (!value.isWellFormed()) return 'Expected well-formed Unicode but received a lone surrogate';
		const control = FORBIDDEN.exec(value);
		if (control !== null)
			return (
				'Expected one line without control characters but received ' +
				`U+${control[0].charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')} at unit ${control.index}`
			);
		if (!mayBeEmpty && !VISIBLE.test(value)) return `Expected something to read but received ${value === '' ? 'empty text' : 'blank text'}`;
		return undefined;
	};
}

const fields: { readonly [K in keyof CoverRequest]: Check } = {
	draft_id: expected(
		`1 to ${MAX_DRAFT_ID_CHARACTERS} of A-Z a-z 0-9 . _ : - that begin with a letter or digit`,
		(value) => typeof value === 'string' && DRAFT_ID.test(value),
	),
	version: expected(
		`a whole number from 1 to ${MAX_RENDERER_VERSION}`,
		(value) => Number.isInteger(value) && (value as number) >= 1 && (value as number) <= MAX_RENDERER_VERSION,
	),
	template_version: expected(`"${TEMPLATE_VERSION}"`, (value) => value === TEMPLATE_VERSION),
	title: text(MAX_RENDERER_TITLE_UNITS, false),
	subtitle: text(MAX_RENDERER_SUBTITLE_UNITS, true),
	category: text(MAX_CATEGORY_UNITS, true),
	image_id: expected(
		`"${BUILT_IN_IMAGE_ID}" or "sha256:" with 64 lower-case hex digits`,
		(value) => value === BUILT_IN_IMAGE_ID || (typeof value === 'string' && IMAGE_ID.test(value)),
	),
};

/**
 * Checks a request for a cover: exactly the seven keys, each in its bounds. Lengths are counted as the strings came.
 * @throws CopydeskError invalid_request with every bad field
 */
export function parseCoverRequest(value: unknown): CoverRequest {
	if (typeof value !== 'object' || value === null || Array.isArray(value)) {
		throw new CopydeskError('invalid_request', 'not an object', {
			fields: [{ path: '', message: `Expected an object but received ${received(value)}` }],
		});
	}
	const given = value as Record<string, unknown>;
	const bad: FieldError[] = [];
	for (const [path, check] of Object.entries(fields)) {
		const message = Object.hasOwn(given, path) ? check(given[path]) : `Expected this key but it is missing`;
		if (message !== undefined) bad.push({ path, message });
	}
	for (const path of Object.keys(given)) {
		if (bad.length >= 20) break;
		if (!Object.hasOwn(fields, path))
			bad.push({ path: path.slice(0, 80).toWellFormed(), message: `Expected only ${Object.keys(fields).join(', ')}` });
	}
	if (bad.length > 0) throw new CopydeskError('invalid_request', bad.map(({ path }) => path).join(', '), { fields: bad });
	const request = given as unknown as CoverRequest;
	return {
		...request,
		title: request.title.normalize('NFC'),
		subtitle: request.subtitle.normalize('NFC'),
		category: request.category.normalize('NFC'),
	};
}

/**
 * SHA-256 of the RFC 8785 form: key order, whitespace and escapes of the body don't change it.
 * @see https://www.rfc-editor.org/rfc/rfc8785
 */
export function requestSha256(request: CoverRequest): string {
	return createHash('sha256')
		.update(canonicalize(request) ?? '')
		.digest('hex');
}
