import { isIP } from 'node:net';
import { Resolver, lookup } from 'node:dns/promises';
import { CopydeskError } from '@copydesk/domain/errors';
import type { Target } from './target.ts';

/** All addresses of a name, in the order of attempts. */
export type Resolve = (target: Target, signal: AbortSignal) => Promise<readonly string[]>;

const failed = (cause: unknown): CopydeskError => new CopydeskError('dns_failed', (cause as NodeJS.ErrnoException).code ?? 'no addresses');

/** Alternates the address families, so that a broken one costs only a quarter of a second. @see RFC 8305, 4 */
function mixed(addresses: readonly string[]): string[] {
	const first = addresses.filter((address) => isIP(address) === isIP(addresses[0] ?? ''));
	const second = addresses.filter((address) => !first.includes(address));
	return Array.from({ length: Math.max(first.length, second.length) }, (_, at) => [first[at], second[at]])
		.flat()
		.filter((address) => address !== undefined);
}

/** Asks the system for the absolute name. A name that the operator listed may also be in the hosts file. */
async function bySystem({ name, mustBePublic }: Target): Promise<string[]> {
	const ask = async (text: string): Promise<string[]> =>
		(await lookup(text, { all: true, order: 'verbatim' })).map(({ address }) => address);
	return ask(`${name}.`).catch((error: unknown) => {
		if (mustBePublic) throw error;
		return ask(name);
	});
}

/** Asks the given servers for A and AAAA. Each name has its own resolver, which caches nothing and can be cancelled. */
async function byServers(servers: readonly string[], name: string, signal: AbortSignal): Promise<string[]> {
	const resolver = new Resolver();
	resolver.setServers(servers);
	const cancel = (): void => resolver.cancel();
	signal.addEventListener('abort', cancel, { once: true });
	try {
		const answers = await Promise.allSettled([resolver.resolve6(name), resolver.resolve4(name)]);
		const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
		const [refusal] = answers.filter((answer) => answer.status === 'rejected');
		if (found.length === 0) throw refusal?.reason ?? new Error('no addresses');
		return found;
	} finally {
		signal.removeEventListener('abort', cancel);
	}
}

/**
 * Creates the function that resolves the name of a hop.
 * @param servers numeric `address:port`; without them the system's resolver
 * The resolution throws CopydeskError dns_failed.
 */
export function createResolve(servers: readonly string[]): Resolve {
	return async (target, signal) => {
		if (isIP(target.name) !== 0) return [target.name];
		try {
			const found = await (servers.length === 0 ? bySystem(target) : byServers(servers, target.name, signal));
			return mixed(found);
		} catch (error) {
			throw failed(error);
		}
	};
}
