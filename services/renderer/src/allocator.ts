/**
 * Environment for starting the renderer on glibc. Pictures are large and short-lived, and glibc's arena per thread keeps freed memory.
 * One arena and a low threshold for mapped blocks return it to the system. Other C libraries ignore these variables.
 * @see https://www.gnu.org/software/libc/manual/html_node/Memory-Allocation-Tunables.html
 */
export const allocatorEnvironment = { MALLOC_ARENA_MAX: '1', MALLOC_MMAP_THRESHOLD_: '131072' } as const;
