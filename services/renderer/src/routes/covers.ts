import { COVER_SIDE_PX, MAX_COVER_REQUEST_BYTES } from '@copydesk/domain/limits';
import type { Route } from '@copydesk/kit/route';
import type { Deps } from '../deps.ts';
import { parseCoverRequest } from '../operations/coverRequest.ts';

/** Makes the cover of a version, or answers with the one that it has. */
export const covers: Route<Deps> = {
	method: 'post',
	path: '/v1/covers',
	open: false,
	body: { kind: 'json', contentType: 'application/json', maxBytes: MAX_COVER_REQUEST_BYTES },
	async work(input: unknown, { makeCover }: Deps) {
		const { cover, isNew } = await makeCover(parseCoverRequest(input));
		return {
			status: isNew ? 201 : 200,
			body: {
				draft_id: cover.draftId,
				version: cover.version,
				template_version: cover.templateVersion,
				image_id: cover.imageId,
				width: COVER_SIDE_PX,
				height: COVER_SIDE_PX,
				mime_type: 'image/png',
				bytes: cover.bytes,
				asset_id: cover.assetId,
				asset_path: `/v1/assets/${cover.assetId}.png`,
				request_sha256: cover.requestSha256,
				template_fingerprint: cover.templateFingerprint,
				lines: { title: cover.titleLines, subtitle: cover.subtitleLines },
				title_font_px: cover.titleFontPx,
			},
		};
	},
};
