import type { IExecuteFunctions } from 'n8n-workflow';

import type { Image } from '../../domain/api/renderer.ts';
import { IMAGE_ID } from '../../domain/ids.ts';
import { refusalError } from '../shared/faults.ts';
import { call } from '../shared/transport.ts';

export type Imported =
	| { readonly ok: true; readonly image: Image }
	| { readonly ok: false; readonly code: string; readonly detail: string };

/** Refusals that say something about the picture; anything else is a fault of the desk. */
const ABOUT_THE_PICTURE: readonly string[] = ['invalid_image', 'body_too_large'];

/** Streams PNG bytes to the renderer. The same bytes again are the same image. */
export async function importBytes(context: IExecuteFunctions, itemIndex: number, bytes: Buffer): Promise<Imported> {
	const reply = await call(context, itemIndex, { service: 'renderer', path: '/v1/images', body: bytes, contentType: 'image/png' });
	if (!reply.ok) {
		if (!ABOUT_THE_PICTURE.includes(reply.refusal.code)) throw refusalError(context, itemIndex, 'The cover renderer', reply.refusal);
		return { ok: false, code: reply.refusal.code, detail: reply.refusal.fields.map(({ path }) => path).join(', ') };
	}
	// An answer is believed only as far as it describes these bytes.
	const image = reply.body as Partial<Image>;
	const isTheirs =
		typeof image.image_id === 'string' && IMAGE_ID.test(image.image_id) && image.mime_type === 'image/png' && image.bytes === bytes.length;
	return isTheirs
		? { ok: true, image: image as Image }
		: { ok: false, code: 'image_import_mismatch', detail: 'the answer of the renderer does not describe these bytes' };
}
