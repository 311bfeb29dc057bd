import type { IExecuteFunctions } from 'n8n-workflow';

import type { Material } from '../../domain/api/collaboration.ts';
import { coverRequest, type CoverRequest } from '../../domain/cover/cover.ts';
import { BUILT_IN_IMAGE_ID } from '../../domain/ids.ts';
import { ask } from './transport.ts';

/** Without a picture of its own the cover is tried with the built-in one, which has the same room for words. */
export const triedCover = (context: IExecuteFunctions, material: Material): CoverRequest =>
	coverRequest(
		{ ...material, source_image_id: (material.source_image_id ?? '') === '' ? BUILT_IN_IMAGE_ID : material.source_image_id },
		context.getTimezone(),
	);

/** Asks whether a cover could be made; nothing is stored. */
export const checkCover = (context: IExecuteFunctions, itemIndex: number, request: CoverRequest) =>
	ask(context, itemIndex, 'renderer', '/v1/covers/check', request);
