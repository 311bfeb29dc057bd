/** The port of an address, also if it is the default one. */
export const portOf = (url: URL): number => (url.port === '' ? (url.protocol === 'http:' ? 80 : 443) : Number(url.port));

/** Host and port of an address, in the one spelling that lists use. */
export function hostPortOf(url: URL): string {
	return `${url.hostname.replace(/\.$/, '')}:${portOf(url)}`;
}
