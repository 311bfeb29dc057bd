/** Records of news items in each state, as a desk would have them. */
import { offer, type Offered, type Seen } from '@copydesk/domain/news/item';

export const anOffered = (more: Partial<Offered> = {}): Offered => ({
	...offer(
		{ batch_key: 'n7', item: 2 },
		{
			canonical_url: 'https://coast-wire.example/1',
			url: 'https://coast-wire.example/1?utm_source=feed',
			host: 'coast-wire.example',
			title: 'The bridge opens',
			angle: 'What changes for those who cross it',
			source_title: 'Coast Wire',
			published_at_ms: 4,
		},
		5,
	),
	...more,
});

export const aSeen = (more: Partial<Seen> = {}): Seen => ({ ...anOffered(), primary_message_id: 71, ...more });
