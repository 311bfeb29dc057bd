import { createHash } from 'node:crypto';

import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { coverMismatch, coverRequest, isServed } from '../../../domain/cover/cover.ts';
import { isPhoto } from '../../../domain/cover/template.ts';
import { MAX_COVER_BYTES } from '../../../domain/limits.ts';
import { refusalError, type Refusal } from '../../shared/faults.ts';
import { materialOf, travelling } from '../../shared/fields.ts';
import type { Problem } from '../../shared/item.ts';
import { problem } from '../../shared/material.ts';
import type { Operation } from '../../shared/operation.ts';
import { ask, callForBytes } from '../../shared/transport.ts';
import { problemOfCover } from '../refused.ts';

/**
 * Renders the cover of a version and believes no field of the answer unchecked, nor that its file is there. The same request
 * again is the same cover. A version without a cover shows the file of its picture as it is.
 */
export const renderCover: Operation = {
	option: { name: 'Render Cover', value: 'renderCover', description: 'Render the square cover of a version', action: 'Render a cover' },
	fields: [],
	ways: ['rendered', 'failed'],
	async run(context, itemIndex) {
		const item = travelling(context, itemIndex);
		const material = materialOf(context, itemIndex);
		const made = isPhoto(material.cover_template)
			? await pictureAsItIs(context, itemIndex, material.source_image_id)
			: await coverOf(context, itemIndex);
		if ('problem' in made) return { json: { ...item, next: 'failed', problem: made.problem } };
		const patch = { cover_asset_id: made.assetId, cover_origin_version: material.version };
		return { json: { ...item, next: 'rendered', ...(made.cover === undefined ? {} : { cover: made.cover }), patch } };
	},
};

type Made = { readonly assetId: string; readonly cover?: IDataObject } | { readonly problem: Problem };

const failed = (code: string, detail: string | null = null): Made => ({ problem: problem(code, 'cover', detail) });

async function coverOf(context: IExecuteFunctions, itemIndex: number): Promise<Made> {
	const request = coverRequest(materialOf(context, itemIndex), context.getTimezone());
	if (!isServed(request)) return failed('invalid_request', 'draft, version or image is outside what the renderer serves');
	const reply = await ask(context, itemIndex, 'renderer', '/v1/covers', request);
	if (!reply.ok) return refused(context, itemIndex, reply.refusal);
	const wrong = coverMismatch(request, reply.body);
	if (wrong !== null) return failed('cover_mismatch', wrong);
	const { asset_id, asset_path } = reply.body;
	const stored = await callForBytes(context, itemIndex, { service: 'renderer', path: asset_path, method: 'GET' });
	if (!stored.ok || !isOf(asset_id, stored.body)) return failed('cover_mismatch', 'asset_id');
	return { assetId: asset_id, cover: reply.body };
}

/** The renderer keeps a picture as it keeps a cover. */
async function pictureAsItIs(context: IExecuteFunctions, itemIndex: number, imageId: string | null): Promise<Made> {
	const [, assetId = ''] = (imageId ?? '').split(':');
	const stored = await callForBytes(context, itemIndex, { service: 'renderer', path: `/v1/assets/${assetId}.png`, method: 'GET' });
	if (!stored.ok) return stored.refusal.status === 404 ? failed('image_not_found') : refused(context, itemIndex, stored.refusal);
	if (!isOf(assetId, stored.body)) return failed('cover_mismatch', 'asset_id');
	return stored.body.length > MAX_COVER_BYTES ? failed('cover_too_large') : { assetId };
}

function refused(context: IExecuteFunctions, itemIndex: number, refusal: Refusal): Made {
	const found = problemOfCover(refusal, 'cover');
	if (found === null) throw refusalError(context, itemIndex, 'The cover renderer', refusal);
	return { problem: found };
}

const isOf = (assetId: string, bytes: Buffer): boolean => createHash('sha256').update(bytes).digest('hex') === assetId;
