import { Counter, Gauge, Histogram, Registry } from 'prom-client';

/** What is measured of every service: its own registry, so that several may live in one process (tests). */
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
