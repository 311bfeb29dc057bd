import type { Routes } from '@copydesk/domain/api/renderer';
import { MAX_BRAND_REQUEST_BYTES } from '@copydesk/domain/limits';
import { created, jsonRoute, ok } from '@copydesk/kit/route';
import type { Deps } from '../deps.ts';
import { brand, brandRequest } from './schemas.ts';

type Wire = Routes['/v1/brands'];

/** Stores a brand under the SHA-256 of its content. */
export const brands = {
	...jsonRoute<Wire['request'], Wire['answer'], Deps>(
		'/v1/brands',
		{
			id: 'keepBrand',
			summary: 'Keep the colours, the font and the logo that covers wear',
			description: `A cover request names a brand by its \`template_version\`, for example \`panel@<brand_id>\`. A brand never
changes: another colour is another brand, and covers that were made keep theirs. A colour that carries no words with 4.5 : 1, an
accent that is not seen on the panel and a logo with less than 4.5 : 1 on it are refused with the ratio and the nearest colour that
works.`,
			request: brandRequest,
			maxBytes: MAX_BRAND_REQUEST_BYTES,
			answer: brand,
			answers: { 200: 'This brand was stored before.', 201: 'Stored now.' },
			refuses: ['busy'],
		},
		async (input, { keepBrand }) => {
			const { brandId, bytes, isNew } = await keepBrand(input);
			return (isNew ? created : ok)({ brand_id: brandId, bytes });
		},
	),
	/** Each may have some megabytes. */
	atOnce: 2,
};
