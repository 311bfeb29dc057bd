import { readDate } from '@copydesk/domain/news/dates';

/** The pause of a host that names none, and the limits of a named one, in seconds. */
const UNSAID_SECONDS = 60;
const MIN_SECONDS = 1;
const MAX_SECONDS = 3_600;
const bounded = (seconds: number): number => Math.min(MAX_SECONDS, Math.max(MIN_SECONDS, seconds));

/**
 * The pause that a host asks for, in seconds.
 * @param header `Retry-After` as received: seconds or a date
 */
export function retryAfterSeconds(header: string | undefined, nowMs: number): number {
	const text = header?.trim() ?? '';
	if (/^\d{1,15}$/.test(text)) return bounded(Number(text));
	const at = readDate(text);
	return at === undefined ? UNSAID_SECONDS : bounded(Math.ceil((at - nowMs) / 1_000));
}
