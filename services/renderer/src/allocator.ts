/**
 * Environment for starting the renderer. Pictures are large and short-lived, and glibc's arena per thread keeps freed memory. One arena and
 * low thresholds return it to the system; other C libraries ignore these variables. A large young generation would keep dead pictures
 * longer.
 * @see https://www.gnu.org/software/libc/manual/html_node/Memory-Allocation-Tunables.html
 */
export const allocatorEnvironment = {
	MALLOC_ARENA_MAX: '1',
	MALLOC_MMAP_THRESHOLD_: '32768',
	MALLOC_TRIM_THRESHOLD_: '65536',
	NODE_OPTIONS: '--max-semi-space-size=1',
} as const;
