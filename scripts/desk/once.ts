/** Does it at the first call; every call gets what came of that. */
export function once<T>(work: () => Promise<T>): () => Promise<T> {
	let done: Promise<T> | undefined;
	return () => (done ??= work());
}
