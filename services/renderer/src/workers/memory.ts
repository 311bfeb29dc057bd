/** Backgrounds a thread keeps at hand; each takes up to 2 MB. */
export const BACKGROUNDS_IN_MEMORY = 8;

/** Keeps the few values used last. */
export interface Memory<T> {
	get(key: string): T | undefined;
	set(key: string, value: T): void;
}

export function createMemory<T>(most: number): Memory<T> {
	// A Map remembers the order of insertion: its first key is the one used longest ago.
	const values = new Map<string, T>();
	return {
		get(key) {
			const value = values.get(key);
			if (value === undefined) return undefined;
			values.delete(key);
			values.set(key, value);
			return value;
		},
		set(key, value) {
			values.delete(key);
			values.set(key, value);
			for (const oldest of values.keys()) {
				if (values.size <= most) break;
				values.delete(oldest);
			}
		},
	};
}
