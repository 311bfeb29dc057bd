import type { IExecuteFunctions } from 'n8n-workflow';

import { at, contextOf, travelling } from '../shared/fields.ts';
import { call, callForBytes } from '../shared/transport.ts';
import type { Call, Reply } from '../shared/transport.ts';

const PNG = 'image/png';

function resultOf(context: IExecuteFunctions, itemIndex: number, admissionId: string): Call {
	const headers = { 'X-Copydesk-Context': contextOf(context, itemIndex), Accept: `${PNG}, application/problem+json` };
	return { service: 'collaboration', path: `/admissions/${encodeURIComponent(admissionId)}/result`, headers };
}

/** Hands a paid picture to the collaboration service under the admission of the item. False when it could not take it either. */
export async function isKept(context: IExecuteFunctions, itemIndex: number, bytes: Buffer): Promise<boolean> {
	const admissionId = at(travelling(context, itemIndex), 'admission.admission_id');
	if (typeof admissionId !== 'string') return false;
	const request = resultOf(context, itemIndex, admissionId);
	const reply = await call(context, itemIndex, { ...request, method: 'PUT', body: bytes, contentType: PNG }).catch(() => null);
	return reply?.ok === true;
}

/** Gives it back. @throws NodeApiError when no answer came */
export function fetchKept(context: IExecuteFunctions, itemIndex: number, admissionId: string): Promise<Reply<Buffer>> {
	return callForBytes(context, itemIndex, { ...resultOf(context, itemIndex, admissionId), method: 'GET' });
}
