// Mocha's usual report for people, and at the end the three numbers for scripts/test.ts.

import { writeFileSync } from 'node:fs';
import Mocha from 'mocha';

/** Less than scripts/test.ts has. */
const GRACE_MS = 15_000;

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
		runner.once(Mocha.Runner.constants.EVENT_RUN_END, () => {
			const { passes = 0, failures = 0, pending = 0 } = runner.stats ?? {};
			setTimeout(tellWhatRuns, GRACE_MS).unref();
			if (process.env.COPYDESK_TEST_SUMMARY)
				writeFileSync(process.env.COPYDESK_TEST_SUMMARY, JSON.stringify({ passed: passes, failed: failures, skipped: pending }));
		});
	}
}
