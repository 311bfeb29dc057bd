import { shorten } from './shorten.ts';

const MAX_QUOTED_UNITS = 60;

/** What came instead of what was expected, for the message that says so. */
export const quoted = (text: string): string => JSON.stringify(shorten(text, MAX_QUOTED_UNITS));
