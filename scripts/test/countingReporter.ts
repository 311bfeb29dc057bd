// Mocha's usual report for people, and at the end the numbers for runGroup.ts.

import { writeFileSync } from 'node:fs';
import Mocha from 'mocha';
import type { Summary } from './runGroup.ts';

/** Less than runGroup.ts has. */
const GRACE_MS = 15_000;
const SLOWEST = 20;

/** Fires only when something holds the process although all tests are over. */
function tellWhatRuns(): void {
	const { libuv, workers } = process.report.getReport() as unknown as {
		libuv: { is_active: boolean; is_referenced: boolean }[];
		workers: unknown[];
	};
	const held = libuv.filter((handle) => handle.is_active && handle.is_referenced);
	process.stderr.write(
		`still running: ${process.getActiveResourcesInfo().join(', ')}\n${JSON.stringify({ held, workers: workers.length })}\n`,
	);
}

export default class CountingReporter extends Mocha.reporters.Spec {
	constructor(runner: Mocha.Runner, options?: Mocha.MochaOptions) {
		super(runner, options);
		const took: { title: string; ms: number }[] = [];
		runner.on(Mocha.Runner.constants.EVENT_TEST_END, (test) => {
			took.push({ title: test.titlePath().join(' › '), ms: test.duration ?? 0 });
		});
		runner.once(Mocha.Runner.constants.EVENT_RUN_END, () => {
			const { passes = 0, failures = 0, pending = 0 } = runner.stats ?? {};
			const slowest = took.sort((one, other) => other.ms - one.ms).slice(0, SLOWEST);
			const failureTexts = this.failures.map((test) => `${test.titlePath().join(' › ')}\n${String(test.err?.message ?? '')}`);
			const summary: Summary = { passed: passes, failed: failures, skipped: pending, slowest, failures: failureTexts };
			setTimeout(tellWhatRuns, GRACE_MS).unref();
			if (process.env.COPYDESK_TEST_SUMMARY) writeFileSync(process.env.COPYDESK_TEST_SUMMARY, JSON.stringify(summary));
		});
	}
}
