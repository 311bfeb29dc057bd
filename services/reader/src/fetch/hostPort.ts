/** Port of an address, also where it is the usual one. */
export const portOf = (url: URL): number => (url.port === '' ? (url.protocol === 'http:' ? 80 : 443) : Number(url.port));

/** Host and port of an address, in the one spelling that lists are compared in. */
export function hostPortOf(url: URL): string {
	return `${url.hostname.replace(/\.$/, '')}:${portOf(url)}`;
}
