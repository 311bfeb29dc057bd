import { connect as connectTcp, isIP } from 'node:net';
import type { Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { CopydeskError } from '@copydesk/domain/errors';
import { isSameAddress } from './publicAddress.ts';

/** Pause between two attempts at one name. @see RFC 8305, 5 */
const STAGGER_MS = 250;

/**
 * Connects to the first address that answers, and to none but these. Attempts go on side by side.
 * @throws CopydeskError connect_failed
 */
export function connectToAny(addresses: readonly string[], port: number, signal: AbortSignal): Promise<Socket> {
	return new Promise((resolve, reject) => {
		const waiting = [...addresses];
		const attempts = new Set<Socket>();
		let stagger: NodeJS.Timeout | undefined;
		const end = (winner?: Socket): void => {
			clearTimeout(stagger);
			signal.removeEventListener('abort', giveUp);
			for (const socket of attempts) if (socket !== winner) socket.destroy();
			attempts.clear();
			waiting.length = 0;
		};
		const giveUp = (): void => {
			end();
			reject(signal.reason as Error);
		};
		const tryNext = (): void => {
			clearTimeout(stagger);
			const address = waiting.shift();
			if (address === undefined) {
				if (attempts.size > 0) return;
				end();
				reject(new CopydeskError('connect_failed', `nobody answers at ${addresses.length} addresses`));
				return;
			}
			const socket = connectTcp({ host: address, port, noDelay: true });
			attempts.add(socket);
			socket.once('connect', () => {
				end(socket);
				// The system may not lead us elsewhere either.
				if (isSameAddress(address, socket.remoteAddress ?? '')) resolve(socket);
				else {
					socket.destroy();
					reject(new CopydeskError('address_forbidden', 'the peer has another address than was judged'));
				}
			});
			socket.on('error', () => {
				if (attempts.delete(socket)) tryNext();
			});
			stagger = setTimeout(tryNext, STAGGER_MS);
		};
		if (signal.aborted) return giveUp();
		signal.addEventListener('abort', giveUp, { once: true });
		tryNext();
	});
}

/** What a handshake meets when the peer hangs up, not when its certificate is wrong. */
const HUNG_UP = new Set(['ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ECONNABORTED']);

/**
 * Makes a connection secure, with a certificate that holds for this name.
 * @throws CopydeskError tls_failed, connect_failed (hung up in the middle)
 */
export function secure(socket: Socket, name: string, signal: AbortSignal): Promise<Socket> {
	return new Promise((resolve, reject) => {
		const tls = connectTls({
			socket,
			host: name,
			// An address is no server name. @see RFC 6066, 3
			...(isIP(name) === 0 ? { servername: name } : {}),
			ALPNProtocols: ['http/1.1'],
			// Whatever the environment says.
			rejectUnauthorized: true,
		});
		const giveUp = (): void => {
			tls.destroy();
			reject(signal.reason as Error);
		};
		signal.addEventListener('abort', giveUp, { once: true });
		tls.once('secureConnect', () => {
			signal.removeEventListener('abort', giveUp);
			resolve(tls);
		});
		tls.on('error', (error: NodeJS.ErrnoException) => {
			signal.removeEventListener('abort', giveUp);
			reject(new CopydeskError(HUNG_UP.has(error.code ?? '') ? 'connect_failed' : 'tls_failed', error.code ?? 'handshake failed'));
		});
		if (signal.aborted) giveUp();
	});
}
