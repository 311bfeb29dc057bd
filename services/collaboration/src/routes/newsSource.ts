import Joi from 'joi';
import { MAX_MESSAGE_UNITS } from '@copydesk/domain/limits';
import { object } from '@copydesk/kit/schema';
import { publicMaterial } from '../materials/row.ts';
import { actorRoute } from './route.ts';
import { MATERIAL_BYTES, address, articleBlocks, draftKey, instant, material, version } from './schemas.ts';

const said = Joi.string().allow('', null).max(MAX_MESSAGE_UNITS);

/** Stores the article's text in its draft. */
export const newsSource = actorRoute(
	'/news/source',
	{
		id: 'keepSource',
		summary: 'Keep what the article of a draft says',
		description: `Only before the text is written, by the person for whom the work is done.
The article's link becomes that of draft and item.
Blocks that are there already stay.`,
		request: {
			draft_key: draftKey,
			version,
			link: address,
			title: said,
			site: said,
			language: said,
			published_at: instant.allow(null),
			paywalled: Joi.boolean(),
			blocks: articleBlocks,
		},
		maxBytes: MATERIAL_BYTES,
		answer: object({ material }),
		refuses: ['material_not_found', 'item_not_found', 'state_conflict', 'source_taken'],
	},
	async (input, actor, { news }) => ({ material: publicMaterial(await news.source(actor, input)) }),
);
