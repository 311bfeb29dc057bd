// The text of a .env: what a person wrote there stays, line by line; one value is put in its place.

import { chmodSync, closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';

/**
 * The text with this value: in the line that has the name already, else in the line where it is commented out, else at the end.
 * @param value one line
 */
export function withValue(text: string, name: string, value: string): string {
	if (/[\r\n\u2028\u2029]/.test(value)) throw new Error(`${name}: expected one line`);
	const line = `${name}=${quoted(value)}`;
	for (const pattern of [`^${name}=.*$`, `^# ?${name}=.*$`]) {
		const found = new RegExp(pattern, 'm').exec(text);
		if (found !== null) return text.slice(0, found.index) + line + text.slice(found.index + found[0].length);
	}
	return `${text}${text === '' || text.endsWith('\n') ? '' : '\n'}${line}\n`;
}

/** In quotes where a bare value would be cut at a sign that means something in such a file. */
function quoted(value: string): string {
	if (/^[\w@%+=:,./~-]*$/.test(value)) return value;
	const quote = ["'", '`', '"'].find((each) => !value.includes(each));
	if (quote === undefined) throw new Error('Expected a value without one of the three quotation marks \' ` and "');
	return `${quote}${value}${quote}`;
}

/** Whole or not at all, and readable by its owner only from the first byte. */
export function writePrivately(file: string, text: string): void {
	const fresh = `${file}.new`;
	const descriptor = openSync(fresh, 'w', 0o600);
	try {
		chmodSync(fresh, 0o600);
		writeSync(descriptor, text);
		fsyncSync(descriptor);
	} finally {
		closeSync(descriptor);
	}
	renameSync(fresh, file);
}

/** What is in the file, or in the example where there is none yet. */
export function textOf(file: string, example: string): string {
	return readFileSync(existsSync(file) ? file : example, 'utf8');
}
