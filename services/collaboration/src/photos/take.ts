/** Takes a person's picture from the messenger to the renderer. Taking it twice gives the same picture. */
import type { OwnPicture } from '@copydesk/domain/desk/intentTypes';
import type { PhotoProblem } from '@copydesk/domain/cover/photo';
import type { SentPicture } from '@copydesk/domain/event/update';
import { MAX_SENT_IMAGE_BYTES } from '@copydesk/domain/limits';
import { faultPoint } from '@copydesk/kit/faultPoints';
import { createImportImage, type ImportImage } from '../messenger/covers.ts';
import type { Files } from '../messenger/files.ts';
import type { Prepare } from './prepare.ts';

/** `refused`: the person was disabled meanwhile. */
export type Taken = { readonly picture: OwnPicture } | { readonly problem: PhotoProblem } | { readonly refused: true };

/** Reads the person's role again, right before a request, and writes the answer to the audit. */
export type AdmitPhoto = (purpose: 'photo_fetch' | 'image_import') => Promise<boolean>;

export type TakePhoto = (sent: SentPicture, admit: AdmitPhoto) => Promise<Taken>;

interface TakeOptions {
	readonly files: Files;
	readonly importImage: ImportImage;
	readonly prepare: Prepare;
}

/** Built from the service's configuration. */
export const takingPhotos = (
	config: Readonly<Record<'RENDERER_URL' | 'RENDERER_API_KEY', string>>,
	files: Files,
	prepare: Prepare,
): TakePhoto =>
	createTakePhoto({
		files,
		importImage: createImportImage({ rendererUrl: config.RENDERER_URL, apiKey: config.RENDERER_API_KEY }),
		prepare,
	});

export function createTakePhoto({ files, importImage, prepare }: TakeOptions): TakePhoto {
	const problem = (kind: Exclude<PhotoProblem['kind'], 'too_small'>): Taken => ({ problem: { kind } });
	return async ({ file_id, bytes }, admit) => {
		if (file_id === null) return problem('moving');
		if (bytes !== null && bytes > MAX_SENT_IMAGE_BYTES) return problem('too_large');
		if (!(await admit('photo_fetch'))) return { refused: true };
		const fetched = await files.fetch(file_id);
		if ('missing' in fetched) return problem(fetched.missing);
		faultPoint('photo.downloaded');
		const prepared = await prepare(fetched.bytes);
		if ('problem' in prepared) return prepared;
		if (!(await admit('image_import'))) return { refused: true };
		const image_id = await importImage(prepared.png);
		faultPoint('photo.imported');
		return image_id === null ? problem('away') : { picture: { image_id } };
	};
}
