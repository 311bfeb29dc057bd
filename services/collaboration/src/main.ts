import { runService } from '@copydesk/kit/server';
import { start } from './start.ts';

await runService('Collaboration', () => start(process.env));
