import { getRoute } from '@copydesk/kit/route';
import type { Deps } from '../app.ts';

/** Prometheus text. */
export const metricsRoute = getRoute<Deps>('/metrics', async (_input, { metrics }) => ({
	status: 200,
	body: await metrics.text(),
	contentType: 'text/plain; version=0.0.4; charset=utf-8',
}));
