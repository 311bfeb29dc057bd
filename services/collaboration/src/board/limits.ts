/** How much one session may ask for in a minute. */
const MINUTE_MS = 60_000;
export const PAGES_A_MINUTE = 60;
/** A page of the wall has two dozen; a browser keeps each of them. */
export const PICTURES_A_MINUTE = 600;
/** Sessions that are counted at once; older counts are forgotten first. */
const MAX_SESSIONS = 1_000;

export type Take = (session: string, kind: 'page' | 'picture') => number | null;

/** @returns asks for one more; null if it may be had, else in how many seconds */
export function createLimits(nowMs: () => number): Take {
	const counted = new Map<string, { readonly fromMs: number; page: number; picture: number }>();
	return (session, kind) => {
		const atMs = nowMs();
		let count = counted.get(session);
		if (count === undefined || atMs - count.fromMs >= MINUTE_MS || atMs < count.fromMs) {
			counted.delete(session);
			const [oldest] = counted.keys();
			if (counted.size >= MAX_SESSIONS && oldest !== undefined) counted.delete(oldest);
			count = { fromMs: atMs, page: 0, picture: 0 };
			counted.set(session, count);
		}
		count[kind] += 1;
		const most = kind === 'page' ? PAGES_A_MINUTE : PICTURES_A_MINUTE;
		return count[kind] <= most ? null : Math.ceil((count.fromMs + MINUTE_MS - atMs) / 1_000);
	};
}
