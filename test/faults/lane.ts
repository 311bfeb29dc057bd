/** A process that plays a part of a campaign and sends back what came of it. */
import { runCampaign, type Campaign } from './campaign.ts';
import type { PartResult } from './lanes.ts';

process.once('message', (part: Campaign) => {
	void runCampaign(part).then(
		(result) => {
			const { user, system } = process.cpuUsage();
			const sent: PartResult = { ...result, seconds: (user + system) / 1_000_000 };
			process.send?.(sent, () => process.exit(0));
		},
		(error: unknown) => {
			console.error(error);
			process.exit(1);
		},
	);
});
