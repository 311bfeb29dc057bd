/** Query parameters that say where a reader came from, not what is read. In lower case; those that begin with `utm_` are dropped too. */
const TRACKING: ReadonlySet<string> = new Set(
	(
		'fbclid gclid dclid gbraid wbraid msclkid yclid ysclid twclid ttclid igshid igsh mc_cid mc_eid _openstat mkt_tok _hsenc _hsmi ' +
		'vero_id oly_anon_id oly_enc_id wickedid s_cid cmpid at_medium at_campaign ref_src'
	).split(' '),
);

function isTracking(part: string): boolean {
	const [name = ''] = new URLSearchParams(part).keys();
	const lowered = name.toLowerCase();
	return lowered.startsWith('utm_') || TRACKING.has(lowered);
}

/**
 * The one form of an address by which an article is known: host in lower case without a trailing dot, no default port, no
 * fragment, no tracking parameters. Path and the other parameters stay as they are.
 * @throws TypeError when the text is no absolute address
 */
export function canonicalUrl(text: string): string {
	const url = new URL(text);
	url.hash = '';
	url.hostname = url.hostname.replace(/\.$/, '');
	const query = url.search
		.slice(1)
		.split('&')
		.filter((part) => !isTracking(part))
		.join('&');
	// Setting an empty one takes its question mark away; another one is left alone, so that its spelling stays.
	if (query === '') url.search = '';
	else if (query.length !== url.search.length - 1) url.search = `?${query}`;
	return url.href;
}

/** The same of a material's link; null where there is none that could be read. */
export function addressOf(link: string | null): string | null {
	return link !== null && URL.canParse(link) ? canonicalUrl(link) : null;
}

/** Host of an address as it is shown, with a port that is not the default one. */
export function hostOf(url: string): string {
	return new URL(url).host;
}
