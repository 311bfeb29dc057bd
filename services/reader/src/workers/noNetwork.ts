/**
 * Takes the network away from a thread before a parser is loaded. The parser reads untrusted bytes, so it must not be able to send
 * requests, whatever they make it do.
 */
import { registerHooks } from 'node:module';

const FORBIDDEN = /^(?:node:)?(?:net|tls|http|https|http2|dns|dgram|inspector|child_process|cluster|worker_threads|vm|quic)(?:\/.*)?$/;
const GLOBALS = ['fetch', 'WebSocket', 'EventSource', 'Request', 'Response', 'XMLHttpRequest', 'navigator'];

export function removeNetwork(): void {
	registerHooks({
		resolve(specifier, context, next) {
			if (FORBIDDEN.test(specifier)) throw new Error(`${specifier} is out of reach here`);
			return next(specifier, context);
		},
	});
	for (const name of GLOBALS) Reflect.deleteProperty(globalThis, name);
	Reflect.set(process, 'getBuiltinModule', () => undefined);
	Reflect.deleteProperty(process, 'binding');
}
