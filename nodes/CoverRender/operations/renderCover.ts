import { createHash } from 'node:crypto';

import { coverMismatch, coverRequest, isServed } from '../../../domain/cover/cover.ts';
import { refusalError } from '../../shared/faults.ts';
import { materialOf, travelling } from '../../shared/fields.ts';
import { problem } from '../../shared/material.ts';
import type { Operation } from '../../shared/operation.ts';
import { ask, callForBytes } from '../../shared/transport.ts';
import { problemOfCover } from '../refused.ts';

/**
 * Renders the cover of a version and believes no field of the answer unchecked, nor that its file is there. The same request
 * again is the same cover.
 */
export const renderCover: Operation = {
	option: { name: 'Render Cover', value: 'renderCover', description: 'Render the square cover of a version', action: 'Render a cover' },
	fields: [],
	ways: ['rendered', 'failed'],
	async run(context, itemIndex) {
		const item = travelling(context, itemIndex);
		const failed = (code: string, detail: string | null = null) => ({
			json: { ...item, next: 'failed', problem: problem(code, 'cover', detail) },
		});
		const request = coverRequest(materialOf(context, itemIndex));
		if (!isServed(request)) return failed('invalid_request', 'draft, version or image is outside what the renderer serves');

		const reply = await ask(context, itemIndex, 'renderer', '/v1/covers', request);
		if (!reply.ok) {
			const found = problemOfCover(reply.refusal, 'cover');
			if (found === null) throw refusalError(context, itemIndex, 'The cover renderer', reply.refusal);
			return { json: { ...item, next: 'failed', problem: found } };
		}
		const wrong = coverMismatch(request, reply.body);
		if (wrong !== null) return failed('cover_mismatch', wrong);
		const { asset_id, asset_path } = reply.body;
		const stored = await callForBytes(context, itemIndex, { service: 'renderer', path: asset_path, method: 'GET' });
		if (!stored.ok || createHash('sha256').update(stored.body).digest('hex') !== asset_id) return failed('cover_mismatch', 'asset_id');
		return {
			json: {
				...item,
				next: 'rendered',
				cover: reply.body,
				patch: { cover_asset_id: asset_id, cover_origin_version: request.version },
			},
		};
	},
};
