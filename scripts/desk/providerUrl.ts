import { quoteAddress, urlOf } from '@copydesk/kit/config';
import type { Variable } from '@copydesk/kit/config';

/** The address of a provider, to which `/v1/…` is added. Many give it with `/v1`, and then every request would be answered with 404. */
export function providerUrl(about: string, options: { fallback?: string } = {}): Variable<string> {
	const address = urlOf(about, options);
	return {
		...address,
		parse(text, env) {
			const url = address.parse(text, env);
			if (url.endsWith('/v1')) throw new Error(`Expected an address that ends before /v1 but received ${quoteAddress(text)}`);
			return url;
		},
	};
}
