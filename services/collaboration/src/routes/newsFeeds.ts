import Joi from 'joi';
import { MAX_FEEDS } from '@copydesk/domain/limits';
import { object } from '@copydesk/kit/schema';
import { publicFeed } from '../news/feeds.ts';
import { actorRoute } from './route.ts';
import { feedReport, knownFeed } from './schemas.ts';

/** Room for the most feeds with the longest texts, at three bytes per unit. */
const FEEDS_BYTES = 262_144;

/** What a search found in each feed of the settings. */
export const newsFeeds = actorRoute(
	'/news/feeds',
	{
		id: 'noteFeeds',
		summary: 'Keep what the feeds gave',
		description: `All feeds of the settings, in their order, each once; \`not_asked\` for one that needs a topic and got none. \`/sources\`
lists those that the last search named. The owner is told of what is broken, of each feed once a day at most: of one that will
not mend by itself at once, of any other after a day without an answer.`,
		request: {
			feeds: Joi.array().items(feedReport).min(1).max(MAX_FEEDS).unique('feed_url').messages({ 'array.unique': 'Expected each feed once' }),
		},
		maxBytes: FEEDS_BYTES,
		answer: object({ feeds: Joi.array().items(knownFeed) }),
		entry: 'schedule',
	},
	async ({ feeds }, actor, { feeds: known }) => ({ feeds: (await known.note(actor, feeds)).map(publicFeed) }),
);
