import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import type { CoverRequest } from '@copydesk/domain/cover/cover';
import { CopydeskError } from '@copydesk/domain/errors';
import { BUILT_IN_IMAGE_ID } from '@copydesk/domain/ids';
import type { Journal } from '../journal/journal.ts';

/** A request in the form that is drawn, hashed and compared: strings in NFC. The limits apply to the strings as received. */
export function normalised(request: CoverRequest): CoverRequest {
	return {
		...request,
		title: request.title.normalize('NFC'),
		subtitle: request.subtitle.normalize('NFC'),
		category: request.category.normalize('NFC'),
	};
}

/**
 * SHA-256 of the RFC 8785 form: the body's key order, white space and escapes do not change it.
 * @see https://www.rfc-editor.org/rfc/rfc8785
 */
export function requestSha256(request: CoverRequest): string {
	return createHash('sha256')
		.update(canonicalize(request) ?? '')
		.digest('hex');
}

export const assetIdOf = (imageId: string): string => imageId.slice('sha256:'.length);

/** @throws CopydeskError image_not_found */
export async function demandImage(journal: Journal, imageId: string): Promise<void> {
	if (imageId !== BUILT_IN_IMAGE_ID && (await journal.findImage(assetIdOf(imageId))) === undefined) {
		throw new CopydeskError('image_not_found', imageId);
	}
}
