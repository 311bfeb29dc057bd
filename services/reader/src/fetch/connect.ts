import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { CopydeskError } from '@copydesk/domain/errors';
import { isSameAddress } from './publicAddress.ts';

/** The pause between two attempts to connect to one name. @see RFC 8305, 5 */
const STAGGER_MS = 250;

/**
 * Connects to the first of these addresses that answers. The attempts overlap.
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
				// Check the peer's address, so that the system cannot redirect the connection either.
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

/** Errors of a handshake whose peer hung up; a wrong certificate gives others. */
const HUNG_UP = new Set(['ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ECONNABORTED']);

/**
 * Starts TLS on a connection, and requires a certificate that is valid for this name.
 * @throws CopydeskError tls_failed, connect_failed (the peer hung up)
 */
export function secure(socket: Socket, name: string, signal: AbortSignal): Promise<Socket> {
	return new Promise((resolve, reject) => {
		const tls = connectTls({
			socket,
			host: name,
			// An IP address is not allowed as a server name. @see RFC 6066, 3
			...(isIP(name) === 0 ? { servername: name } : {}),
			ALPNProtocols: ['http/1.1'],
			// Set here, so that the environment cannot disable it.
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
