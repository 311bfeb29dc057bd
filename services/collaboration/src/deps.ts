import type { Metrics } from '@copydesk/kit/metrics';
import type { Service } from './service.ts';

/** What routes work with. */
export interface Deps extends Service {
	readonly metrics: Metrics;
}
