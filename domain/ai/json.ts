/** Models that promise JSON only write their thinking, a sentence or the marks of a code block around it. */

/** Where thinking ends. Some servers take away the mark where it begins. */
const THOUGHT = /<\/(?:think|thinking|thought|reasoning)>/gi;
/** No answer has more objects beside each other, and no sentence more brackets. */
const MOST_BEGINNINGS = 20;

/** The JSON values of a text: all of it, or the objects in it. */
export function jsonIn(text: string): readonly unknown[] {
	const whole = parsed(text);
	// JSON within a text, or alone in a list.
	if (typeof whole === 'string') return [whole, ...jsonIn(whole)];
	if (whole !== undefined) return Array.isArray(whole) && whole.length === 1 ? [whole, ...(whole as unknown[])] : [whole];
	const rest = text.split(THOUGHT).at(-1) ?? text;
	const found: unknown[] = [];
	let from = 0;
	for (let count = 0; count < MOST_BEGINNINGS; count += 1) {
		const begin = rest.indexOf('{', from);
		if (begin === -1) break;
		const end = endOfObject(rest, begin);
		const value = end === -1 ? undefined : parsed(rest.slice(begin, end));
		if (value !== undefined) found.push(value);
		from = value === undefined ? begin + 1 : end;
	}
	return found;
}

/** Texts, also one that does not end. */
const TEXTS = /"(?:[^"\\]|\\[\s\S])*(?:"|$)/g;
const CONTROL = /[\u0000-\u001f]/g;

/** Some models write line breaks into their texts as they are. */
const escaped = (text: string): string => text.replace(TEXTS, (each) => each.replace(CONTROL, (sign) => JSON.stringify(sign).slice(1, -1)));

function parsed(text: string): unknown {
	for (const one of text.search(CONTROL) >= 0 ? [text, escaped(text)] : [text])
		try {
			return JSON.parse(one) as unknown;
		} catch {
			// No JSON: the caller looks on.
		}
	return undefined;
}

/** Behind the bracket that closes the one at `begin`; -1 if none does. */
function endOfObject(text: string, begin: number): number {
	let [depth, isQuoted] = [0, false];
	for (let at = begin; at < text.length; at += 1) {
		const sign = text.charAt(at);
		if (isQuoted && sign === '\\') at += 1;
		else if (sign === '"') isQuoted = !isQuoted;
		else if (!isQuoted && sign === '{') depth += 1;
		else if (!isQuoted && sign === '}') {
			depth -= 1;
			if (depth === 0) return at + 1;
		}
	}
	return -1;
}
