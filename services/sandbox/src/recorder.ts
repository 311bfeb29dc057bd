/** Records what is said over both interfaces, for a test that checks it against their published types. */
import { appendFileSync } from 'node:fs';

export interface Said {
	/** A method of the messenger, an endpoint of the provider, or `update`. */
	readonly name: string;
	readonly request?: unknown;
	readonly answer: unknown;
}

/** Longer texts are pictures and long prompts; their content does not matter for types. */
const LONGEST = 400;

/** @param file gets one JSON line each; without it nothing is written */
export function createRecorder(file?: string): (said: Said) => void {
	if (file === undefined) return () => undefined;
	const shortened = (_name: string, value: unknown): unknown =>
		typeof value === 'string' && value.length > LONGEST ? `${value.slice(0, LONGEST)}…` : value;
	return (said) => appendFileSync(file, `${JSON.stringify(said, shortened)}\n`);
}
