import { setFlagsFromString } from 'node:v8';

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

/**
 * Lets V8 look for dead objects when 90 % of a heap's limit is used. By default it begins much earlier in heaps as small as ours, finds
 * little, and soon allows them to grow to several times of what lives. It is for all threads; call it before they start.
 */
export function collectNearLimit(): void {
	setFlagsFromString('--incremental-marking-hard-trigger=10');
}
