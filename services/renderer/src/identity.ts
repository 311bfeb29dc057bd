import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { processExists } from '@copydesk/kit/processes';

/** The version of the contract, as `/healthz` and the OpenAPI document name it. */
export const RENDERER_VERSION = '0.3.0';

/**
 * Names this process in the names of temporary files: host, process id and a random part,
 * so that a later process can tell what a killed one left behind.
 */
export interface Holder {
	readonly host: string;
	readonly pid: number;
	readonly nonce: string;
}

/** Host names may hold dots and dashes; a holder's parts are joined by `~`. */
const TEXT = /^([A-Za-z0-9._-]{1,100})~(\d{1,10})~([0-9a-f]{12})$/;

export function thisHolder(): Holder {
	return {
		host:
			hostname()
				.replace(/[^A-Za-z0-9._-]/g, '_')
				.slice(0, 100) || 'host',
		pid: process.pid,
		nonce: randomBytes(6).toString('hex'),
	};
}

export function holderText(holder: Holder): string {
	return `${holder.host}~${holder.pid}~${holder.nonce}`;
}

export function parseHolder(text: string): Holder | undefined {
	const match = TEXT.exec(text);
	return match === null ? undefined : { host: String(match[1]), pid: Number(match[2]), nonce: String(match[3]) };
}

/**
 * Whether the process of that name is surely gone. Only the same host can know; of another host, and of a process
 * that has our own number (each container may have its own), nothing is claimed.
 */
export function isSurelyGone(holder: Holder, self: Holder): boolean {
	return holder.host === self.host && holder.pid !== self.pid && !processExists(holder.pid);
}
