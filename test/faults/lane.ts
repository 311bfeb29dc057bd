/** A process that plays a part of a campaign and sends back what came of it. */
import { runCampaign } from './campaign.ts';
import type { Campaign } from './campaign.ts';

process.once('message', (part: Campaign) => {
	void runCampaign(part).then(
		(result) => process.send?.(result, () => process.exit(0)),
		(error: unknown) => {
			console.error(error);
			process.exit(1);
		},
	);
});
