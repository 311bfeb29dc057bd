/** A base address that names the version of the interface itself: `…/v1`, `…/api/v1`, `…/v1beta/openai`. */
const VERSIONED_BASE = /\/v\d+(?:(?:alpha|beta)\d*)?(?:\/openai)?\/*$/i;

/** A provider's base address without spaces around it and without slashes at its end. */
export const baseOf = (address: string): string => address.trim().replace(/(?<!\/)\/+$/, '');

/**
 * The address of one request to an AI provider.
 * @param base with the version of the interface at its end, or without; without one it is `v1`
 * @param path as the documents of the interface name it, with `/v1`
 */
export function aiUrl(base: string, path: `/v1/${string}`): string {
	const address = baseOf(base);
	return `${address}${pathBelow(address, path)}`;
}

/** The same path for a client that adds the base address by itself. */
export function pathBelow(base: string, path: `/v1/${string}`): string {
	return VERSIONED_BASE.test(baseOf(base)) ? path.slice('/v1'.length) : path;
}
