import { runService } from '@copydesk/kit/server';
import { start } from './start.ts';

// The system's resolver blocks a thread of Node's pool for as long as a dead name server is silent, and may take half of them:
// with four, two such names would keep everybody else from being resolved in time.
process.env['UV_THREADPOOL_SIZE'] ??= '64';

await runService('reader', () => start(process.env));
