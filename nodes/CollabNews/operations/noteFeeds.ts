import { contextOf, travelling } from '../../shared/fields.ts';
import type { Operation } from '../../shared/operation.ts';
import { askOrThrow } from '../../shared/transport.ts';

/** Keeps what each feed gave, for `/sources`. An item without feeds, as of a reader that was not there, is passed on. */
export const noteFeeds: Operation = {
	option: { name: 'Note Feeds', value: 'noteFeeds', description: 'Keep what each feed gave when it was asked', action: 'Note feeds' },
	fields: [],
	async run(context, itemIndex) {
		const { feeds = [], ...item } = travelling(context, itemIndex);
		if (feeds.length > 0) await askOrThrow(context, itemIndex, '/news/feeds', { _svc: contextOf(context, itemIndex), feeds });
		return { json: item };
	},
};
