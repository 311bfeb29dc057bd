import type { IDataObject } from 'n8n-workflow';

import { checkSourceImage, imageRequest } from '../../../domain/ai/image.ts';
import { checkImagePrompt } from '../../../domain/caption/bounds.ts';
import { AI_TIMEOUT_MS } from '../../../domain/limits.ts';
import { requiredText, textField, travelling } from '../../shared/fields.ts';
import { problem } from '../../shared/material.ts';
import { noteSpend } from '../../shared/noteSpend.ts';
import type { Operation } from '../../shared/operation.ts';
import { imageModel } from '../../shared/provider.ts';
import { call } from '../../shared/transport.ts';
import { importBytes } from '../importBytes.ts';
import { isKept } from '../keptPicture.ts';

/**
 * One paid picture, straight from the provider to the renderer, or while that takes none to the collaboration service. Its
 * bytes are in no item: execution data stays small and holds no picture. That the provider failed or refused goes on as a
 * problem; nothing is asked for twice.
 */
export const generateIllustration: Operation = {
	option: {
		name: 'Generate Illustration',
		value: 'generateIllustration',
		description: 'Pay for one illustration and store it at the renderer',
		action: 'Generate an illustration',
	},
	fields: [textField('prompt', 'Prompt', 'material.image_prompt', 'What to draw, at most 1800 characters')],
	ways: ['drawn', 'failed'],
	async run(context, itemIndex) {
		const item = travelling(context, itemIndex);
		const failed = (code: string, detail: string | null = null) => ({
			json: { ...item, next: 'failed', problem: problem(code, 'illustration', detail) },
		});
		const prompt = requiredText(context, itemIndex, 'prompt', 'material.image_prompt');
		const bound = checkImagePrompt(prompt);
		if (bound !== null) return failed(bound.code);

		const model = await imageModel(context, itemIndex);
		const reply = await call(context, itemIndex, {
			service: 'images',
			path: '/v1/images/generations',
			body: imageRequest(prompt, model),
			timeoutMs: AI_TIMEOUT_MS,
		}).catch(() => null);
		if (reply === null) return failed('image_unavailable');
		if (!reply.ok) {
			const isModelGone = reply.refusal.code === 'model_not_found' || reply.refusal.status === 404;
			await noteSpend(context, itemIndex, item, null, { model, pictures: 0, isModelGone });
			if (isModelGone) return failed('image_model_gone', model);
			return failed(/moderation|policy|safety/.test(reply.refusal.code) ? 'image_refused' : 'image_unavailable');
		}
		const noted = noteSpend(context, itemIndex, item, reply.body, { model });

		const first = (Array.isArray(reply.body['data']) ? reply.body['data'][0] : undefined) as IDataObject | undefined;
		const bytes = Buffer.from(typeof first?.['b64_json'] === 'string' ? first['b64_json'] : '', 'base64');
		const fault = checkSourceImage(bytes);
		if (fault !== null) {
			await noted;
			return failed(fault);
		}

		const stored = await importBytes(context, itemIndex, bytes).catch(async (error: unknown) => {
			// It is paid for: whoever goes on finds it with the collaboration service.
			if (await isKept(context, itemIndex, bytes)) return { ok: false, code: 'renderer_unavailable', detail: '' } as const;
			throw error;
		});
		await noted;
		if (!stored.ok) return failed(stored.code, stored.detail);
		return {
			json: {
				...item,
				next: 'drawn',
				image: stored.image,
				usage: reply.body['usage'] ?? null,
				patch: { source_image_id: stored.image.image_id },
			},
		};
	},
};
