import { Counter, Gauge, Histogram, Registry } from 'prom-client';

/** The metrics of a service, in a registry of its own, so that tests can run several services in one process. */
export interface Metrics {
	readonly registry: Registry;
	counter(name: string, help: string, labels?: readonly string[]): Counter;
	gauge(name: string, help: string, read?: () => number): Gauge;
	histogram(name: string, help: string, labels: readonly string[], bucketsSeconds: readonly number[]): Histogram;
	/** Prometheus text. */
	text(): Promise<string>;
}

export function createMetrics(): Metrics {
	const registry = new Registry();
	return {
		registry,
		counter: (name, help, labels = []) => new Counter({ name, help, labelNames: [...labels], registers: [registry] }),
		gauge: (name, help, read) =>
			new Gauge({
				name,
				help,
				registers: [registry],
				...(read === undefined
					? {}
					: {
							collect(this: Gauge) {
								this.set(read());
							},
						}),
			}),
		histogram: (name, help, labels, buckets) =>
			new Histogram({ name, help, labelNames: [...labels], buckets: [...buckets], registers: [registry] }),
		text: () => registry.metrics(),
	};
}
