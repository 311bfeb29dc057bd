// A service that answers once a file is there: it stands for one that waits for the messenger.

import { existsSync, writeFileSync } from 'node:fs';
import { listen, runService } from '@copydesk/kit/server';
import { until } from '../../support/until.ts';

const [port, answerWhen = ''] = process.argv.slice(2);

await runService('Slow', () =>
	listen(
		async (request, response) => {
			if (request.url === '/slow') {
				writeFileSync(`${answerWhen}.asked`, '');
				await until(() => existsSync(answerWhen));
			}
			response.end('done');
		},
		'127.0.0.1',
		Number(port),
	),
);
