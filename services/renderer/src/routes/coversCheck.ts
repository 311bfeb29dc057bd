import type { Routes } from '@copydesk/domain/api/renderer';
import { MAX_COVER_REQUEST_BYTES } from '@copydesk/domain/limits';
import { jsonRoute, ok } from '@copydesk/kit/route';
import type { Deps } from '../deps.ts';
import { normalised } from '../operations/coverRequest.ts';
import { coverCheck, coverRequest } from './schemas.ts';

type Wire = Routes['/v1/covers/check'];

/** Says whether a cover could be made, before the caller replaces the present one. */
export const coversCheck = jsonRoute<Wire['request'], Wire['answer'], Deps>(
	'/v1/covers/check',
	{
		id: 'checkCover',
		summary: 'Whether the cover of this request could be made',
		description: `The same checks as for the cover itself, in the same order; nothing is drawn or kept, no version is taken, and what
the version has already is not asked. A refusal names what cannot be shown: the field with its characters, or the lines it needs.`,
		request: coverRequest,
		maxBytes: MAX_COVER_REQUEST_BYTES,
		answer: coverCheck,
		answers: { 200: 'It can be made; this is how its texts would be set.' },
		refuses: ['image_not_found', 'layout_overflow', 'unsupported_character', 'busy'],
	},
	async (input, { checkCover }) => {
		const { lines, titleFontPx, subtitleFontPx } = await checkCover(normalised(input));
		return ok({
			fits: true,
			title_lines: lines.title,
			subtitle_lines: lines.subtitle,
			title_px: titleFontPx,
			subtitle_px: subtitleFontPx,
		});
	},
);
