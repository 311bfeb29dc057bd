/** A key for signed contexts. */
export interface ContextKey {
	readonly kid: string;
	readonly key: Buffer;
}

const MIN_KEY_BYTES = 32;

/**
 * Reads `kid:base64url[,kid:…]`. An error never shows a key.
 * @throws Error that says which entry is wrong
 */
export function parseContextKeys(text: string): readonly ContextKey[] {
	const keys = text.split(',').map((entry, index) => {
		const [kid = '', encoded = '', ...more] = entry.trim().split(':');
		if (!/^[A-Za-z0-9._-]{1,32}$/.test(kid) || more.length > 0) throw new Error(`Expected entry ${index + 1} to be kid:base64url`);
		if (!/^[A-Za-z0-9_-]+={0,2}$/.test(encoded)) throw new Error(`Expected the key of "${kid}" in base64url`);
		const key = Buffer.from(encoded, 'base64url');
		if (key.length < MIN_KEY_BYTES)
			throw new Error(`Expected the key of "${kid}" to have at least ${MIN_KEY_BYTES} bytes but it has ${key.length}`);
		return { kid, key };
	});
	if (new Set(keys.map(({ kid }) => kid)).size !== keys.length) throw new Error('Expected every kid once');
	return keys;
}
