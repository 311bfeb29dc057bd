import type { IExecuteFunctions } from 'n8n-workflow';

import { COLLABORATION, refusalError } from '../shared/faults.ts';
import { at, contextOf, travelling } from '../shared/fields.ts';
import { call, callForBytes, type Call, type Reply } from '../shared/transport.ts';

const PNG = 'image/png';

function resultOf(context: IExecuteFunctions, itemIndex: number, admissionId: string): Call {
	const headers = { 'X-Copydesk-Context': contextOf(context, itemIndex), Accept: `${PNG}, application/problem+json` };
	return { service: 'collaboration', path: `/admissions/${encodeURIComponent(admissionId)}/result`, headers };
}

const admissionOf = (context: IExecuteFunctions, itemIndex: number): unknown =>
	at(travelling(context, itemIndex), 'admission.admission_id');

/** Hands a paid picture to the collaboration service under an admission. @throws NodeApiError when no answer came */
const keep = (context: IExecuteFunctions, itemIndex: number, admissionId: string, body: Buffer, contentType: string): Promise<Reply> =>
	call(context, itemIndex, { ...resultOf(context, itemIndex, admissionId), method: 'PUT', body, contentType });

/** Whether that service took it, under the admission of the item. */
export async function isStored(context: IExecuteFunctions, itemIndex: number, bytes: Buffer): Promise<boolean> {
	const admissionId = admissionOf(context, itemIndex);
	if (typeof admissionId !== 'string') return false;
	const reply = await keep(context, itemIndex, admissionId, bytes, PNG).catch(() => null);
	return reply?.ok === true;
}

export type Turned = { readonly png: Buffer } | { readonly fault: string; readonly detail: string };

/**
 * The PNG of a JPEG or WebP: the collaboration service keeps it as one. Earlier releases of it, and graphs without an admission, do not.
 * @throws NodeApiError when no answer came, or the service is not able to
 */
export async function turned(context: IExecuteFunctions, itemIndex: number, bytes: Buffer, format: 'jpeg' | 'webp'): Promise<Turned> {
	const admissionId = admissionOf(context, itemIndex);
	if (typeof admissionId !== 'string') return { fault: 'image_not_png', detail: format };
	const kept = await keep(context, itemIndex, admissionId, bytes, `image/${format}`);
	const reply = kept.ok ? await fetchPaidPicture(context, itemIndex, admissionId) : kept;
	if (reply.ok) return { png: reply.body as Buffer };
	const { code, fields } = reply.refusal;
	if (code === 'unsupported_media_type') return { fault: 'image_not_png', detail: format };
	if (code !== 'invalid_image') throw refusalError(context, itemIndex, COLLABORATION, reply.refusal);
	const [path = ''] = fields.map((field) => field.path);
	return path.startsWith('image_') ? { fault: path, detail: format } : { fault: code, detail: path };
}

/** Gives it back. @throws NodeApiError when no answer came */
export function fetchPaidPicture(context: IExecuteFunctions, itemIndex: number, admissionId: string): Promise<Reply<Buffer>> {
	return callForBytes(context, itemIndex, { ...resultOf(context, itemIndex, admissionId), method: 'GET' });
}
