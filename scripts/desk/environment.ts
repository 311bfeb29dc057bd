/** Where things are on this machine and how to speak to it; nothing of who somebody is. */
const OF_THE_MACHINE = new Set([
	'PATH',
	'HOME',
	'USER',
	'LOGNAME',
	'SHELL',
	'TERM',
	'LANG',
	'LANGUAGE',
	'TZ',
	'TMPDIR',
	'NODE_COMPILE_CACHE',
	'NODE_OPTIONS',
	'NODE_EXTRA_CA_CERTS',
	'SSL_CERT_FILE',
	'SSL_CERT_DIR',
	'HTTP_PROXY',
	'HTTPS_PROXY',
	'http_proxy',
	'https_proxy',
	'XDG_CACHE_HOME',
	'COPYDESK_CACHE',
	'COPYDESK_DATA_DIR',
	'COPYDESK_HTTP_HOSTS',
	'UV_THREADPOOL_SIZE',
]);

/**
 * The environment of a program that the desk starts: of the person's own only what the machine needs and what is meant
 * for this program by its prefix, so that no program sees another one's keys.
 * @param own what the desk says itself; it wins, and what it names by file is not given by value too, nor the other way round
 * @param prefixes of variables that are this program's own, e.g. `RENDERER_`
 */
export function programEnvironment(
	own: Readonly<NodeJS.ProcessEnv>,
	prefixes: readonly string[],
	env: Readonly<NodeJS.ProcessEnv> = process.env,
): NodeJS.ProcessEnv {
	const isPassed = (name: string): boolean =>
		OF_THE_MACHINE.has(name) || name.startsWith('LC_') || prefixes.some((prefix) => name.startsWith(prefix));
	const passed = Object.fromEntries(Object.entries(env).filter(([name]) => isPassed(name)));
	const all: NodeJS.ProcessEnv = { ...passed, ...ownAddressDirectly(env), ...own };
	for (const name of Object.keys(own)) {
		const other = name.endsWith('_FILE') ? name.slice(0, -'_FILE'.length) : `${name}_FILE`;
		if (own[other] === undefined) delete all[other];
	}
	return all;
}

/**
 * The environment for tools such as npm: all of the person's own, which their settings are in, without what an outer npm
 * tells its scripts about itself, which an inner one would take for orders.
 */
export function toolEnvironment(env: Readonly<NodeJS.ProcessEnv> = process.env): NodeJS.ProcessEnv {
	const kept = Object.entries(env).filter(([name]) => !/^npm_(lifecycle|package|command|config_local_prefix|config_prefix)/i.test(name));
	return { ...Object.fromEntries(kept), ...ownAddressDirectly(env) };
}

/** This machine's own address is never asked for at a proxy. */
function ownAddressDirectly(env: Readonly<NodeJS.ProcessEnv>): NodeJS.ProcessEnv {
	const direct = [env.NO_PROXY ?? env.no_proxy, '127.0.0.1,localhost'].filter(Boolean).join(',');
	return { NO_PROXY: direct, no_proxy: direct };
}
