/** The least that a program needs: where programs are, and where Node keeps compiled code, so that it starts sooner. */
export function bareEnvironment(): Record<string, string> {
	const { PATH = '', NODE_COMPILE_CACHE } = process.env;
	return { PATH, ...(NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE }) };
}
