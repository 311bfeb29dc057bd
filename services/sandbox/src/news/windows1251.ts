/** The characters of the code page that the newspapers use, besides ASCII and Cyrillic letters. */
const OTHERS: Readonly<Record<string, number>> = {
	Ё: 0xa8,
	ё: 0xb8,
	'«': 0xab,
	'»': 0xbb,
	'—': 0x97,
	'–': 0x96,
	'…': 0x85,
	'©': 0xa9,
	'№': 0xb9,
};
const FIRST_LETTER = 0x410;
const LAST_LETTER = 0x44f;

/** @throws Error for any other character */
export function windows1251(text: string): Buffer {
	return Buffer.from(
		[...text].map((character) => {
			const code = character.codePointAt(0) ?? 0;
			const byte = code < 0x80 ? code : code >= FIRST_LETTER && code <= LAST_LETTER ? code - FIRST_LETTER + 0xc0 : OTHERS[character];
			if (byte === undefined) throw new Error(`Expected characters of windows-1251 but found ${character}`);
			return byte;
		}),
	);
}
