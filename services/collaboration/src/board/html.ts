/** HTML as a tagged template: every value is escaped, unless it is HTML already. */

export class Html {
	readonly text: string;
	constructor(text: string) {
		this.text = text;
	}
}

export type Part = Html | string | number | null | undefined | false | readonly Part[];

const ESCAPED: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Characters that change the direction of everything around them are left out: a text must not rearrange the page. */
const escaped = (text: string): string =>
	text.replace(/[&<>"']/g, (sign) => ESCAPED[sign] ?? '').replace(/[\u202a-\u202e\u2066-\u2069]/g, '');

function textOf(part: Part): string {
	if (part === null || part === undefined || part === false) return '';
	if (part instanceof Html) return part.text;
	if (typeof part === 'string' || typeof part === 'number') return escaped(String(part));
	return part.map(textOf).join('');
}

export const html = (pieces: TemplateStringsArray, ...parts: readonly Part[]): Html =>
	new Html(onOneLine(pieces).reduce((whole, piece, at) => whole + textOf(parts[at - 1]) + piece));

const lined = new WeakMap<TemplateStringsArray, readonly string[]>();

/** The source is indented for its readers; a browser is sent one space instead. */
function onOneLine(pieces: TemplateStringsArray): readonly string[] {
	const known = lined.get(pieces) ?? pieces.map((piece) => joined(piece.split('\n')));
	lined.set(pieces, known);
	return known;
}

const joined = (lines: readonly string[]): string =>
	lines
		.map((line, at) => (at === 0 ? line : line.trimStart()))
		.map((line, at) => (at === lines.length - 1 ? line : line.trimEnd()))
		.join(' ');

/** A link's address if a browser may follow it; undefined for anything but http and https. */
export function safeAddress(text: string | null): string | undefined {
	if (text === null || !URL.canParse(text)) return undefined;
	const { protocol, href } = new URL(text);
	return protocol === 'https:' || protocol === 'http:' ? href : undefined;
}
