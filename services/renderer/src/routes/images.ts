import { MAX_IMAGE_BYTES } from '@copydesk/domain/limits';
import { rawRoute } from '@copydesk/kit/route';
import type { Deps } from '../deps.ts';

/** Keeps a source illustration, if it is a whole PNG of a legal size. */
export const images = {
	...rawRoute<Deps>('/v1/images', { contentType: 'image/png', maxBytes: MAX_IMAGE_BYTES }, async (input, { importImage }) => {
		const { image, isNew } = await importImage(input);
		return {
			status: isNew ? 201 : 200,
			body: {
				image_id: `sha256:${image.assetId}`,
				sha256: image.assetId,
				asset_path: `/v1/assets/${image.assetId}.png`,
				mime_type: 'image/png',
				bytes: image.bytes,
				width: image.width,
				height: image.height,
			},
		};
	}),
	/** Each may be 10 MiB. */
	atOnce: 6,
};
