import type { Routes } from '@copydesk/domain/api/renderer';
import { COVER_SIDE_PX, MAX_COVER_REQUEST_BYTES } from '@copydesk/domain/limits';
import { created, jsonRoute, ok } from '@copydesk/kit/route';
import type { Deps } from '../deps.ts';
import { normalised } from '../operations/coverRequest.ts';
import { cover, coverRequest } from './schemas.ts';

type Wire = Routes['/v1/covers'];

/** Makes the cover of a version, or returns the existing one. */
export const covers = jsonRoute<Wire['request'], Wire['answer'], Deps>(
	'/v1/covers',
	{
		id: 'makeCover',
		summary: 'Make the cover of a version, or answer with the one it has',
		description: `The same request for the same (\`draft_id\`, \`version\`) gives the stored cover, also after the template has
changed; another request gives 409. Of simultaneous requests one makes the cover, also across processes; identical ones
get the same.`,
		request: coverRequest,
		maxBytes: MAX_COVER_REQUEST_BYTES,
		answer: cover,
		answers: { 200: 'The cover was made before, or by another request at the same time.', 201: 'Made now.' },
		refuses: [
			'image_not_found',
			'version_conflict',
			'layout_overflow',
			'unsupported_character',
			'cover_too_large',
			'integrity_violation',
			'busy',
		],
	},
	async (input, { makeCover }) => {
		const made = await makeCover(normalised(input));
		return (made.isNew ? created : ok)({
			draft_id: made.cover.draftId,
			version: made.cover.version,
			template_version: made.cover.templateVersion,
			image_id: made.cover.imageId,
			width: COVER_SIDE_PX,
			height: COVER_SIDE_PX,
			mime_type: 'image/png',
			bytes: made.cover.bytes,
			asset_id: made.cover.assetId,
			asset_path: `/v1/assets/${made.cover.assetId}.png`,
			request_sha256: made.cover.requestSha256,
			template_fingerprint: made.cover.templateFingerprint,
			lines: { title: made.cover.titleLines, subtitle: made.cover.subtitleLines },
			title_font_px: made.cover.titleFontPx,
		});
	},
);
