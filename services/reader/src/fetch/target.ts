/** Which addresses may be read: rules 1 to 7, for the given address and for every redirect. Rule 8 checks the resolved addresses. */
import { isIP } from 'node:net';
import { CopydeskError, type ErrorCode } from '@copydesk/domain/errors';
import { MAX_URL_UNITS } from '@copydesk/domain/limits';
import { hostPortOf, portOf } from './hostPort.ts';

/** Where a name is read instead of its real address. */
export interface Origin {
	readonly address: string;
	readonly port: number;
}

/** What the operator allows beyond the public Internet; the keys are `host:port`. */
export interface Lists {
	/** Hosts that are read over plain http, at any port. */
	readonly httpHosts: ReadonlySet<string>;
	/** Hosts that may have private addresses. */
	readonly privateHosts: ReadonlySet<string>;
	/** https origins that are read over plain http at a configured address. */
	readonly origins: ReadonlyMap<string, Origin>;
}

/** An address that passed the rules. */
export interface Target {
	readonly url: URL;
	/** The address without its fragment, as it is shown. */
	readonly href: string;
	/** Without a trailing dot and without brackets. */
	readonly name: string;
	readonly port: number;
	/** `name:port`, with brackets around an IPv6 address: the key of lists, queues and logs. */
	readonly hostPort: string;
	/** False for hosts that the operator listed: their name may resolve to any address. */
	readonly mustBePublic: boolean;
	readonly origin: Origin | undefined;
}

/** Backslash, control and format characters, lone surrogates, spaces and line breaks. */
const UNFIT = /[\\\p{Cc}\p{Cf}\p{Cs}\p{Zs}\p{Zl}\p{Zp}]/u;
const SCHEME = /^[a-z][a-z0-9+.-]*:/i;
const RESERVED_ENDINGS = new Set(
	'localhost localdomain local internal intranet lan home corp private onion i2p test example invalid alt'.split(' '),
);
const MAX_NAME = 253;
const MAX_LABEL = 63;

export function hasScheme(text: string): boolean {
	return SCHEME.test(text);
}

/** Rule 1 without the scheme, which a relative redirect lacks. */
export function isFit(text: string): boolean {
	return text.length >= 1 && text.length <= MAX_URL_UNITS && !UNFIT.test(text);
}

/** Whether a host can be a public name, in the URL parser's form and without brackets. */
function isPublicName(host: string): boolean {
	if (isIP(host) !== 0 || host.length > MAX_NAME) return false;
	const labels = host.split('.');
	const [last = '', beforeLast = ''] = labels.toReversed();
	return (
		labels.length > 1 &&
		labels.every((label) => label.length <= MAX_LABEL && /^[a-z0-9_-]+$/.test(label)) &&
		!RESERVED_ENDINGS.has(last) &&
		!(beforeLast === 'home' && last === 'arpa')
	);
}

const refused = (code: ErrorCode): CopydeskError => new CopydeskError(code);

/**
 * Judges an address by rules 1 to 7, in order.
 * @throws CopydeskError url_invalid, scheme_forbidden, credentials_forbidden, port_forbidden, host_forbidden
 */
export function targetOf(text: string, lists: Lists): Target {
	if (!isFit(text) || !hasScheme(text)) throw refused('url_invalid');
	const afterScheme = text.slice(text.indexOf(':') + 1);
	if (!/^https?:/i.test(text)) throw refused('scheme_forbidden');
	if (!/^\/\/[^/]/.test(afterScheme) || !URL.canParse(text)) throw refused('url_invalid');
	const url = new URL(text);
	const hostPort = hostPortOf(url);
	if (url.protocol === 'http:' && !lists.httpHosts.has(hostPort)) throw refused('scheme_forbidden');
	if (/^[^/?#]*@/.test(afterScheme.slice(2))) throw refused('credentials_forbidden');
	const origin = url.protocol === 'https:' ? lists.origins.get(hostPort) : undefined;
	const mustBePublic = origin === undefined && !lists.privateHosts.has(hostPort);
	const name = url.hostname.replace(/\.$/, '').replace(/^\[|\]$/g, '');
	if (mustBePublic) {
		if (portOf(url) !== 443 && !lists.httpHosts.has(hostPort)) throw refused('port_forbidden');
		if (!isPublicName(name)) throw refused('host_forbidden');
	}
	url.hash = '';
	return { url, href: url.href, name, port: portOf(url), hostPort, mustBePublic, origin };
}

/** An address of the operator's own configuration: it may be private, plain and at any port. */
export function configuredTarget(text: string): Target {
	const url = new URL(text);
	url.hash = '';
	const name = url.hostname.replace(/\.$/, '').replace(/^\[|\]$/g, '');
	return { url, href: url.href, name, port: portOf(url), hostPort: hostPortOf(url), mustBePublic: false, origin: undefined };
}
