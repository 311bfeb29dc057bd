import { getRoute } from '@copydesk/kit/route';
import type { Deps } from '../deps.ts';

/** Prometheus text. */
export const metricsRoute = getRoute<Deps>(
	'/metrics',
	{ id: 'metrics', summary: 'Measurements as Prometheus text', gives: 'text/plain', answers: { 200: 'Prometheus text.' } },
	async (_input, { metrics: { metrics } }) => ({
		status: 200,
		body: await metrics.text(),
		contentType: metrics.registry.contentType,
	}),
);
