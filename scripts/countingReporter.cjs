// Mocha's usual report for people, and at the end the three numbers for scripts/test.ts.

const { writeFileSync } = require('node:fs');
const { reporters, Runner } = require('mocha');

/** Less than scripts/test.ts has. */
const PATIENCE_MS = 15_000;

/** Fires only when something holds the process although all tests are over. */
function tellWhatRuns() {
	const { libuv, workers } = process.report.getReport();
	const held = libuv.filter(({ is_active: isActive, is_referenced: isReferenced }) => isActive && isReferenced);
	process.stderr.write(
		`still running: ${process.getActiveResourcesInfo().join(', ')}\n${JSON.stringify({ held, workers: workers.length })}\n`,
	);
}

module.exports = class CountingReporter extends reporters.Spec {
	constructor(runner, options) {
		super(runner, options);
		runner.once(Runner.constants.EVENT_RUN_END, () => {
			const { passes = 0, failures = 0, pending = 0 } = runner.stats ?? {};
			setTimeout(tellWhatRuns, PATIENCE_MS).unref();
			if (process.env.COPYDESK_TEST_SUMMARY)
				writeFileSync(process.env.COPYDESK_TEST_SUMMARY, JSON.stringify({ passed: passes, failed: failures, skipped: pending }));
		});
	}
};
