import { runService } from '@copydesk/kit/server';
import { start } from './start.ts';

await runService('renderer', () => start(process.env));
