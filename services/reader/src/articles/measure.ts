import { Parser } from 'htmlparser2';

/** More elements than a readable page has; pages that take the parsers too long have more. */
const MAX_ELEMENTS = 20_000;
const MAX_DEPTH = 256;

class TooMuch extends Error {}

/** Whether a page is small and flat enough to build a tree. Stops at the first element too many. */
export function isBuildable(html: string): boolean {
	let elements = 0;
	let depth = 0;
	const parser = new Parser({
		onopentagname() {
			elements += 1;
			depth += 1;
			if (elements > MAX_ELEMENTS || depth > MAX_DEPTH) throw new TooMuch();
		},
		onclosetag() {
			depth -= 1;
		},
	});
	try {
		parser.write(html);
		parser.end();
		return true;
	} catch (error) {
		if (error instanceof TooMuch) return false;
		throw error;
	}
}
