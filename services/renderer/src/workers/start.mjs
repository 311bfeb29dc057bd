/**
 * Starts a thread from compiled code that an earlier start left behind: sooner, and without loading the compiler.
 * Plain JavaScript, because it runs before that. A cache that is missing or stale is made again.
 */
import { enableCompileCache, flushCompileCache } from 'node:module';
import { workerData } from 'node:worker_threads';

enableCompileCache(workerData.codeDir);
await import('./worker.ts');
flushCompileCache();
