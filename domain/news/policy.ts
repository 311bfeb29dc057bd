/** The hosts whose articles may be offered. A rule is a host, or `*.host` for every host below it. */
export interface SourcePolicy {
	/** Empty: every host that is not denied. */
	readonly allow: readonly string[];
	readonly deny: readonly string[];
	/** Units of signature and hashtags below a caption: they leave less room for the address. */
	readonly unitsBelow?: number;
}

/** A rule in the form in which hosts are compared; null if it is not valid. */
export function readHostRule(text: string): string | null {
	const [prefix, host] = text.startsWith('*.') ? ['*.', text.slice(2)] : ['', text];
	if (/[\s*/\\@:?#[\]]/.test(host)) return null;
	try {
		// `URL.canParse` accepts long hosts that this refuses.
		const { hostname } = new URL(`https://${host}`);
		return hostname === '' ? null : prefix + withoutDot(hostname);
	} catch {
		return null;
	}
}

/** A denied host is denied, also where it is allowed. `hostname`: as `URL` gives it. */
export function isHostAllowed(hostname: string, { allow, deny }: SourcePolicy): boolean {
	const host = withoutDot(hostname);
	const isNamed = (rule: string): boolean => (rule.startsWith('*.') ? host.endsWith(rule.slice(1)) : host === rule);
	return !deny.some(isNamed) && (allow.length === 0 || allow.some(isNamed));
}

const withoutDot = (host: string): string => (host.endsWith('.') ? host.slice(0, -1) : host);
