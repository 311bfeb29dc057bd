import { getRoute } from '@copydesk/kit/route';
import type { Deps } from '../deps.ts';

/** Prometheus text. */
export const metricsRoute = getRoute<Deps>(
	'/metrics',
	{
		id: 'metrics',
		summary: 'Prometheus text',
		gives: 'text/plain',
		answers: { 200: 'Requests by route and status, seconds by route, deliveries by operation and outcome.' },
	},
	async (_input, { metrics }) => ({
		status: 200,
		body: await metrics.text(),
		contentType: 'text/plain; version=0.0.4; charset=utf-8',
	}),
);
