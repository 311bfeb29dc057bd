/** Models that promise JSON only write their thinking, a sentence or the marks of a code block around it. */

/** Where thinking ends. Some servers take away the mark where it begins. */
const THOUGHT = /<\/(?:think|thinking|thought|reasoning)>/gi;
/** No answer has more objects beside each other, and no sentence more brackets. */
const MOST_BEGINNINGS = 20;

/** The JSON values of a text: all of it, or the objects in it. */
export function jsonIn(text: string): readonly unknown[] {
	const whole = parsed(text);
	if (whole !== undefined) return [whole];
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

function parsed(text: string): unknown {
	try {
		return JSON.parse(text) as unknown;
	} catch {
		// No JSON: the caller looks on.
		return undefined;
	}
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
