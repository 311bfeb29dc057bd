/** Every connection that this process tries to make, by any module. */
import diagnostics from 'node:diagnostics_channel';
import type { Socket } from 'node:net';

export interface Outgoing {
	/** `address:port` of each attempt. */
	readonly attempts: string[];
	stop(): void;
}

/** @param except ports that the test itself talks to */
export function watchOutgoing(except: readonly number[]): Outgoing {
	const attempts: string[] = [];
	const onSocket = (message: unknown): void => {
		const { socket } = message as { socket: Socket };
		const note = (address: string | undefined, port: number | undefined): void => {
			if (port !== undefined && except.includes(port)) return;
			attempts.push(`${address}:${port}`);
		};
		socket.once('connectionAttempt', note);
	};
	diagnostics.subscribe('net.client.socket', onSocket);
	return { attempts, stop: () => void diagnostics.unsubscribe('net.client.socket', onSocket) };
}
