import { CopydeskError } from '@copydesk/domain/errors';
import { SHA256_HEX } from '@copydesk/domain/ids';
import { getRoute } from '@copydesk/kit/route';
import type { Deps } from '../deps.ts';

const CACHE = 'private, max-age=31536000, immutable';

/** Whether a list of entity tags (or `*`) names this asset; weak tags count as equal. @see RFC 9110, 13.1.2 */
function names(header: string | string[] | undefined, assetId: string): boolean {
	if (typeof header !== 'string') return false;
	return header.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === `"${assetId}"`);
}

const header = (schema: object) => ({ required: true, schema });
const caching = {
	ETag: { ...header({ type: 'string', pattern: '^"[0-9a-f]{64}"$' }), description: 'The asset id in quotes.' },
	'Cache-Control': header({ const: CACHE }),
};

/** Returns a stored file after checking its hash. */
export const assets = {
	...getRoute<Deps>(
		'/v1/assets/:asset_id.png',
		{
			id: 'readAsset',
			summary: 'A stored file, checked before its first byte leaves',
			head: 'headAsset',
			gives: 'image/png',
			answers: { 200: 'The PNG.', 304: 'You have it.' },
			refuses: ['asset_not_found', 'integrity_violation'],
			openapi: {
				parameters: [{ name: 'If-None-Match', in: 'header', schema: { type: 'string' } }],
				responses: {
					200: {
						headers: {
							...caching,
							'X-Content-Type-Options': header({ const: 'nosniff' }),
							'Content-Length': header({ type: 'string', pattern: '^[0-9]+$' }),
						},
					},
					304: { headers: caching },
				},
			},
		},
		async (_input, { journal, readAsset }, { params, headers }) => {
			const assetId = String(params['asset_id']);
			if ((await journal.findAsset(assetId)) === undefined) throw new CopydeskError('asset_not_found', assetId);
			const cached = { ETag: `"${assetId}"`, 'Cache-Control': CACHE };
			if (names(headers['if-none-match'], assetId)) return { status: 304, headers: cached };
			return { status: 200, bytes: await readAsset.readWhole(assetId), contentType: 'image/png', headers: cached };
		},
	),
	/** Any other parameter is not found. */
	params: { asset_id: SHA256_HEX },
	atOnce: 32,
};
