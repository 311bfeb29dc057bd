import { cpus, loadavg, totalmem } from 'node:os';

/** What the numbers were measured on. */
export function machine(): Readonly<Record<string, string>> {
	const all = cpus();
	return {
		processor: `${all[0]?.model.trim() ?? 'unknown'} × ${all.length}`,
		memory: `${Math.round(totalmem() / 2 ** 30)} GiB`,
		node: process.version,
		system: `${process.platform} ${process.arch}`,
		'load average': (loadavg()[0] ?? 0).toFixed(1),
		date: new Date().toISOString().slice(0, 10),
	};
}
