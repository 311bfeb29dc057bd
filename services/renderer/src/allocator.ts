/**
 * What to start the renderer with on glibc: pictures are large and short-lived, and an arena for each thread keeps
 * what is freed. One arena and a low bound for mapped blocks give it back; elsewhere the variables mean nothing.
 * @see https://www.gnu.org/software/libc/manual/html_node/Memory-Allocation-Tunables.html
 */
export const allocatorEnvironment = { MALLOC_ARENA_MAX: '1', MALLOC_MMAP_THRESHOLD_: '131072' } as const;
