import { runService } from '@copydesk/kit/server';
import { start } from './start.ts';

// The system's resolver blocks a thread of Node's pool while a dead name server is silent, and may take half of the threads. With the
// default four, two such names would delay all others too long.
process.env['UV_THREADPOOL_SIZE'] ??= '64';

await runService('reader', () => start(process.env));
