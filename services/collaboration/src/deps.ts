import type { Metrics } from '@copydesk/kit/metrics';
import type { Service } from './service.ts';

/** What the routes use. */
export interface Deps extends Service {
	readonly metrics: Metrics;
}
