import { CopydeskError } from '@copydesk/domain/errors';
import { getRoute } from '@copydesk/kit/route';
import type { Deps } from '../deps.ts';

const FILE = /^([0-9a-f]{64})\.png$/;

/** Whether a list of entity tags (or `*`) names this asset; weak tags compare equal here. @see RFC 9110, 13.1.2 */
function names(header: string | string[] | undefined, assetId: string): boolean {
	if (typeof header !== 'string') return false;
	return header.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === `"${assetId}"`);
}

/** Gives a stored file out after its hash was found right. */
export const assets = {
	...getRoute<Deps>('/v1/assets/:file', async (_input, { journal, readAsset }, { params, headers }) => {
		const assetId = String(FILE.exec(String(params['file']))?.[1]);
		if ((await journal.findAsset(assetId)) === undefined) throw new CopydeskError('asset_not_found', assetId);
		const caching = { ETag: `"${assetId}"`, 'Cache-Control': 'private, max-age=31536000, immutable' };
		if (names(headers['if-none-match'], assetId)) return { status: 304, headers: caching };
		return { status: 200, bytes: await readAsset.readWhole(assetId), contentType: 'image/png', headers: caching };
	}),
	/** Anything else at this place is another path. */
	params: { file: FILE },
	atOnce: 32,
};
