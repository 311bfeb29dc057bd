/** From bytes to characters. */

/** How many bytes of a document are searched for a declaration of its encoding. */
const DECLARED_WITHIN_BYTES = 1_024;
/** One broken character is allowed per this many characters of declared UTF-8, and one in a shorter text. */
const BROKEN_IN = 1_000;

const BOMS: readonly (readonly [string, readonly number[]])[] = [
	['utf-8', [0xef, 0xbb, 0xbf]],
	['utf-16le', [0xff, 0xfe]],
	['utf-16be', [0xfe, 0xff]],
];

/** The decoder of an encoding by its WHATWG name; undefined for an unknown name. */
function decoderOf(name: string): TextDecoder | undefined {
	try {
		return new TextDecoder(name.trim(), { fatal: true });
	} catch {
		return undefined;
	}
}

function decoded(bytes: Uint8Array, decoder: TextDecoder): string | undefined {
	try {
		return decoder.decode(bytes);
	} catch {
		return undefined;
	}
}

/** Decoders in order of priority: by the header, by the XML declaration, by `<meta>`. */
function declared(bytes: Uint8Array, contentType: string): TextDecoder[] {
	const [, quoted, plain] = /;\s*charset\s*=\s*(?:["']([^"']*)["']|([^\s;"']+))/i.exec(contentType) ?? [];
	const head = new TextDecoder('latin1').decode(bytes.subarray(0, DECLARED_WITHIN_BYTES)).replace(/<!--[\s\S]*?(?:-->|$)/g, '');
	const ofXml = /<\?xml\s[^>]*?encoding\s*=\s*["']([^"'>]+)["']/i.exec(head)?.[1];
	const metas = head.match(/<meta\s(?:[^>"']|"[^"]*"|'[^']*')*/gi) ?? [];
	const ofMeta = metas.map((meta) => /charset\s*=\s*(?:["']\s*)?([^\s"'/>;]+)/i.exec(meta)?.[1]).find((name) => name !== undefined);
	return [quoted ?? plain, ofXml, ofMeta].flatMap((name, at) => {
		const decoder = name === undefined ? undefined : decoderOf(name);
		if (decoder === undefined) return [];
		// UTF-16 contains zero bytes, and its own declaration cannot be read byte by byte: the label is wrong.
		return decoder.encoding.startsWith('utf-16') && (at > 0 || !bytes.includes(0)) ? [] : [decoder];
	});
}

const isBroken = (text: string): boolean => (text.match(/\uFFFD/g) ?? []).length > Math.max(1, text.length / BROKEN_IN);

/**
 * The text of a document. The byte order mark decides, then the bytes themselves, then a declaration.
 * @returns undefined if the encoding is unknown, because facts must not come from garbled text
 */
export function decodeDocument(bytes: Uint8Array, contentType: string): string | undefined {
	const lenient = (): string | undefined => {
		const text = new TextDecoder('utf-8').decode(bytes);
		return isBroken(text) ? undefined : text;
	};
	const marked = BOMS.find(([, mark]) => mark.every((byte, at) => bytes[at] === byte));
	if (marked !== undefined) {
		const decoder = decoderOf(marked[0]);
		return (decoder === undefined ? undefined : decoded(bytes, decoder)) ?? (marked[0] === 'utf-8' ? lenient() : undefined);
	}
	const utf8 = decoded(bytes, new TextDecoder('utf-8', { fatal: true }));
	const isAscii = bytes.every((byte) => byte < 0x80);
	if (utf8 !== undefined && !isAscii) return utf8;
	const decoders = declared(bytes, contentType);
	for (const decoder of decoders) {
		const text = decoded(bytes, decoder);
		if (text !== undefined) return text;
	}
	if (isAscii) return utf8;
	const isXml = /^\s*<(?:\?xml|rss|feed|rdf)\b/i.test(new TextDecoder('latin1').decode(bytes.subarray(0, DECLARED_WITHIN_BYTES)));
	// XML that declares nothing is UTF-8.
	return decoders.some(({ encoding }) => encoding === 'utf-8') || (isXml && decoders.length === 0) ? lenient() : undefined;
}
