/** An update as it was received, and whether the desk can store it. */
import { isObject } from '@copydesk/domain/isObject';
import { unstorable } from '@copydesk/kit/body';
import canonicalize from 'canonicalize';

/** An update that can be stored: its content and its original text. */
export interface Raw {
	readonly updateId: number;
	readonly update: Readonly<Record<string, unknown>> & { readonly update_id: number };
	readonly text: string;
}

/** Why an update can never be taken. */
export interface Unreadable {
	readonly updateId: number | null;
	readonly why: string;
}

/** Bytes of the largest update that is taken. */
export const MAX_UPDATE_BYTES = 1_048_576;

/** @param text the original text of the update; by default the value is serialised */
export function readRaw(value: unknown, text?: string): Raw | Unreadable {
	if (!isObject(value)) return { updateId: null, why: 'not_json' };
	const id = value['update_id'];
	if (typeof id !== 'number' || !Number.isSafeInteger(id) || id < 0) return { updateId: null, why: 'no_update_id' };
	if (unstorable(value).length > 0) return { updateId: id, why: 'unstorable' };
	const written = text ?? JSON.stringify(value);
	if (Buffer.byteLength(written) > MAX_UPDATE_BYTES) return { updateId: id, why: 'too_large' };
	if (canonical(value) === undefined) return { updateId: id, why: 'unstorable' };
	return { updateId: id, update: { ...value, update_id: id }, text: written };
}

/** Two updates are the same if these strings are (RFC 8785); undefined for a value without such a form, e.g. an infinite number. */
export function canonical(value: unknown): string | undefined {
	try {
		return canonicalize(value);
	} catch {
		return undefined;
	}
}
