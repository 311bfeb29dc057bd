/**
 * What a Mini App is given by the messenger to say who opened it.
 * @see https://core.telegram.org/bots/webapps#validating-data-received-via-the-mini-app
 */
import { createHmac, timingSafeEqual } from 'node:crypto';

/** Older data is refused. */
const MAX_AGE_MS = 3_600_000;
/** The messenger's clock may be ahead of ours. */
const MAX_AHEAD_MS = 60_000;
export const MAX_INIT_DATA_UNITS = 4_096;

export interface Opened {
	readonly userId: number;
	/** After that the same data is refused for its age. */
	readonly endsAtMs: number;
}

/** Who opened the Mini App; undefined if the data is forged, incomplete or too old. */
export function openedBy(initData: string, botToken: string, nowMs: number): Opened | undefined {
	if (initData.length > MAX_INIT_DATA_UNITS) return undefined;
	const entries = [...new URLSearchParams(initData)];
	const names = new Set(entries.map(([name]) => name));
	// With a name twice, what was signed and what is read could differ.
	if (names.size !== entries.length) return undefined;
	const fields = Object.fromEntries(entries);
	const { hash = '', auth_date = '', user = '' } = fields;
	const checked = entries
		.filter(([name]) => name !== 'hash')
		.map(([name, value]) => `${name}=${value}`)
		.sort()
		.join('\n');
	const key = createHmac('sha256', 'WebAppData').update(botToken).digest();
	const expected = createHmac('sha256', key).update(checked).digest();
	if (!/^[0-9a-f]{64}$/.test(hash) || !timingSafeEqual(Buffer.from(hash, 'hex'), expected)) return undefined;
	if (!/^\d{1,12}$/.test(auth_date)) return undefined;
	const atMs = Number(auth_date) * 1_000;
	if (atMs > nowMs + MAX_AHEAD_MS || atMs + MAX_AGE_MS < nowMs) return undefined;
	const userId = idIn(user);
	return userId === undefined ? undefined : { userId, endsAtMs: atMs + MAX_AGE_MS };
}

function idIn(user: string): number | undefined {
	try {
		const { id } = JSON.parse(user) as { readonly id?: unknown };
		return typeof id === 'number' && Number.isSafeInteger(id) && id > 0 ? id : undefined;
	} catch {
		return undefined;
	}
}
