/** Asks again until the answer is there; the test's own limit ends it. */
export async function until<T>(look: () => Promise<T | undefined | false> | T | undefined | false): Promise<T> {
	for (;;) {
		const found = await look();
		if (found !== undefined && found !== false) return found;
		await new Promise((resolve) => setTimeout(resolve, 10));
	}
}
