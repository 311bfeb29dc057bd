// Mocha's usual report for people, and at the end the three numbers for scripts/test.ts.

const { writeFileSync } = require('node:fs');
const { reporters, Runner } = require('mocha');

module.exports = class CountingReporter extends reporters.Spec {
	constructor(runner, options) {
		super(runner, options);
		runner.once(Runner.constants.EVENT_RUN_END, () => {
			const { passes = 0, failures = 0, pending = 0 } = runner.stats ?? {};
			if (process.env.COPYDESK_TEST_SUMMARY) writeFileSync(process.env.COPYDESK_TEST_SUMMARY, JSON.stringify({ passed: passes, failed: failures, skipped: pending }));
		});
	}
};
