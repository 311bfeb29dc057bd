/**
 * Chinese uses simplified or traditional characters, and a font is made for one of them. The two national character sets show which
 * characters belong to which; `TextDecoder` has both.
 * @see https://encoding.spec.whatwg.org/#legacy-multi-byte-chinese-(simplified)-encodings
 */

type Rows = readonly (readonly [first: number, last: number])[];

function signsOf(encoding: string, leads: Rows, trails: Rows): Set<string> {
	const bytes: number[] = [];
	for (const [firstLead, lastLead] of leads)
		for (let lead = firstLead; lead <= lastLead; lead++)
			for (const [first, last] of trails) for (let trail = first; trail <= last; trail++) bytes.push(lead, trail);
	return new Set(new TextDecoder(encoding).decode(Uint8Array.from(bytes)));
}

let sets: { readonly simplified: ReadonlySet<string>; readonly traditional: ReadonlySet<string> } | undefined;

/** Whether more characters are only traditional than only simplified. */
export function isTraditional(text: string): boolean {
	sets ??= {
		simplified: signsOf('gbk', [[0xb0, 0xf7]], [[0xa1, 0xfe]]),
		traditional: signsOf(
			'big5',
			[
				[0xa4, 0xc6],
				[0xc9, 0xf9],
			],
			[
				[0x40, 0x7e],
				[0xa1, 0xfe],
			],
		),
	};
	const { simplified, traditional } = sets;
	let balance = 0;
	for (const sign of text) {
		if (traditional.has(sign)) balance += 1;
		if (simplified.has(sign)) balance -= 1;
	}
	return balance > 0;
}
