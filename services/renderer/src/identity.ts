import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { processExists } from '@copydesk/kit/processes';

/** The version of the contract; `/healthz` and the OpenAPI document show it. */
export const RENDERER_VERSION = '0.3.0';

/**
 * Identifies this process in the names of temporary files: host, process id and a random part. A later process can then recognise the
 * files of a killed one.
 */
export interface Holder {
	readonly host: string;
	readonly pid: number;
	readonly nonce: string;
}

/** Host names may contain dots and dashes, so the parts are joined by `~`. */
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
 * Whether the process with this name has certainly ended. Only a process on the same host can know. It is unknown for another host, and
 * for a process with our own pid (each container may have one).
 */
export function isSurelyGone(holder: Holder, self: Holder): boolean {
	return holder.host === self.host && holder.pid !== self.pid && !processExists(holder.pid);
}
