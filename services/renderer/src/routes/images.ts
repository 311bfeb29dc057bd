import type { Routes } from '@copydesk/domain/api/renderer';
import { MAX_IMAGE_BYTES, MAX_IMAGE_SIDE_PX, MIN_IMAGE_BYTES, MIN_IMAGE_SIDE_PX } from '@copydesk/domain/limits';
import { created, ok, rawRoute } from '@copydesk/kit/route';
import type { Deps } from '../deps.ts';
import { image } from './schemas.ts';

/** Stores a source illustration, if it is a whole PNG of a legal size. */
export const images = {
	...rawRoute<Deps, Routes['/v1/images']['answer']>(
		'/v1/images',
		{
			id: 'importImage',
			summary: 'Keep a source illustration',
			description: `A PNG of at least ${MIN_IMAGE_BYTES} bytes. Judged in this order; \`errors[0].path\` names the check that refused:
\`signature\`, \`ihdr\`, \`chunk_length\`, \`crc\`, \`order\`, \`idat\`, \`iend\`, \`trailing\`, \`animated\`,
\`geometry\` (each side ${MIN_IMAGE_SIDE_PX} to ${MAX_IMAGE_SIDE_PX} pixels), \`undecodable\`.`,
			contentTypes: ['image/png'],
			maxBytes: MAX_IMAGE_BYTES,
			answer: image,
			answers: { 200: 'These bytes were stored before.', 201: 'Stored now.' },
			refuses: ['invalid_image'],
		},
		async (input, { importImage }) => {
			const { image, isNew } = await importImage(input);
			return (isNew ? created : ok)({
				image_id: `sha256:${image.assetId}`,
				sha256: image.assetId,
				asset_path: `/v1/assets/${image.assetId}.png`,
				mime_type: 'image/png' as const,
				bytes: image.bytes,
				width: image.width,
				height: image.height,
			});
		},
	),
	/** Each may have 10 MiB. */
	atOnce: 6,
};
