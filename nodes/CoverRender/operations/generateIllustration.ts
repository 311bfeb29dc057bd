import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { chatImageRequest, checkSourceImage, formatOf, hasPicture, imageRequest, pictureOf, withheldIn } from '../../../domain/ai/image.ts';
import { askedToWait, providerFault } from '../../../domain/ai/faults.ts';
import { checkImagePrompt } from '../../../domain/caption/bounds.ts';
import { BUILT_IN_IMAGE_ID } from '../../../domain/ids.ts';
import { ADMISSION_TIMEOUT_MS, AI_TIMEOUT_MS } from '../../../domain/limits.ts';
import { at, requiredText, textField, travelling } from '../../shared/fields.ts';
import { problem } from '../../shared/material.ts';
import { noteSpend } from '../../shared/noteSpend.ts';
import type { Operation } from '../../shared/operation.ts';
import { imageAi } from '../../shared/provider.ts';
import type { Travelling } from '../../shared/item.ts';
import { askOrThrow, call } from '../../shared/transport.ts';
import { importBytes } from '../importBytes.ts';
import { isStored, turned } from '../paidPicture.ts';

/**
 * One paid picture, from the provider to the collaboration service, which keeps it, and then to the renderer. Its bytes are in no
 * item: execution data stays small and holds no picture. That the provider failed or refused goes on as a problem; nothing is
 * asked for twice.
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
		const refused = (error: unknown) => {
			const fault = providerFault(error);
			if (fault === 'ai_refused') return failed('image_refused');
			if (fault === 'ai_model_unknown') return failed('image_model_gone', model);
			const seconds = fault === 'ai_busy' ? askedToWait(error) : null;
			return failed(fault === 'ai_unavailable' ? 'image_unavailable' : fault, seconds === null ? null : String(seconds));
		};
		const drawn = (more: IDataObject, source_image_id: string, look: IDataObject = {}) => ({
			json: { ...item, next: 'drawn', ...more, patch: { source_image_id, ...look } },
		});
		const prompt = requiredText(context, itemIndex, 'prompt', 'material.image_prompt');
		const bound = checkImagePrompt(prompt);
		if (bound !== null) return failed(bound.code);

		const { model, interface: by } = await imageAi(context, itemIndex);
		// A provider without pictures: the cover is made of words, and nothing is paid for.
		if (by === 'none') return drawn({ image: null, usage: null }, BUILT_IN_IMAGE_ID, { cover_template: 'words' });
		const reply = await call(context, itemIndex, {
			service: 'images',
			...(by === 'images'
				? { path: '/v1/images/generations', body: imageRequest(prompt, model) }
				: { path: '/v1/images:/chat/completions', body: chatImageRequest(prompt, model) }),
			timeoutMs: AI_TIMEOUT_MS,
		}).catch(() => null);
		if (reply === null) return failed('image_unavailable');
		if (!reply.ok) {
			const { status, code, detail, retryAfter, said } = reply.refusal;
			const error = { status, code, message: detail, 'retry-after': retryAfter, said };
			const isModelGone = providerFault(error) === 'ai_model_unknown' || status === 404;
			await noteSpend(context, itemIndex, item, { error }, { model, pictures: 0, isModelGone });
			if (isModelGone) return failed('image_model_gone', model);
			return /moderation|policy|safety/.test(reply.refusal.code) ? failed('image_refused') : refused(error);
		}
		const picture = pictureOf(reply.body);
		const withheld = picture.base64 === '' ? withheldIn(reply.body) : null;
		if (withheld !== null) {
			await noteSpend(context, itemIndex, item, reply.body, { model, pictures: 0 });
			return refused(withheld);
		}
		const noted = noteSpend(context, itemIndex, item, reply.body, { model, pictures: hasPicture(picture) ? 1 : 0 });

		const given = Buffer.from(picture.base64, 'base64');
		const format = formatOf(given);
		const turnedInto = format === 'jpeg' || format === 'webp' ? await turned(context, itemIndex, given, format) : { png: given };
		if ('fault' in turnedInto) {
			await noted;
			return failed(turnedInto.fault, turnedInto.detail);
		}
		const bytes = turnedInto.png;
		// No size is promised for a picture in another format than the one that was asked for.
		const fault = picture.fault ?? checkSourceImage(bytes, bytes === given ? by : 'chat');
		if (fault !== null) {
			await noted;
			return failed(fault);
		}

		// It is paid for, so it is stored under its admission first: if n8n or a service crashes from here on, it is found again.
		const wasStored = bytes !== given || (await isStored(context, itemIndex, bytes));
		await admitImport(context, itemIndex, item);
		const stored = await importBytes(context, itemIndex, bytes).catch(async (error: unknown) => {
			if (wasStored || (await isStored(context, itemIndex, bytes))) return { ok: false, code: 'renderer_unavailable', detail: '' } as const;
			throw error;
		});
		await noted;
		if (!stored.ok) return failed(stored.code, stored.detail);
		return drawn({ image: stored.image, usage: reply.body['usage'] ?? null }, stored.image.image_id);
	},
};

/**
 * The role is read again right before the import: drawing took its time. A revoked participant stops the graph here, and the picture is
 * kept. In graphs of earlier releases this node has no such credential, and they admit the import themselves.
 */
async function admitImport(context: IExecuteFunctions, itemIndex: number, item: Travelling): Promise<void> {
	const { _svc } = item;
	const isOurs = typeof at(item, 'admission.admission_id') === 'string' && _svc !== undefined;
	const mayAsk = isOurs && (await context.getCredentials('copydeskCollaborationApi', itemIndex).then(Boolean, () => false));
	if (!mayAsk) return;
	const body = { _svc, purpose: 'image_import', target: '/v1/images' };
	await askOrThrow(context, itemIndex, '/authorize', body, ADMISSION_TIMEOUT_MS);
}
