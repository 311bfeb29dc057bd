import { badRequest } from '../errors.ts';
import type { Method } from './method.ts';

/** The largest file that a bot may download. @see https://core.telegram.org/bots/api#getfile */
const LARGEST_FILE_BYTES = 20_971_520;

export const getFile: Method = (given, { messenger }) => {
	const fileId = given.text('file_id');
	if (fileId === '') throw badRequest('file_id not specified');
	const size = messenger.photos.byFileId(fileId)?.sizes.find((one) => one.file_id === fileId);
	const file = size ?? messenger.photos.fileById(fileId);
	if (file === undefined) throw badRequest('invalid file_id');
	if (file.file_size > LARGEST_FILE_BYTES) throw badRequest('file is too big');
	return { file_id: fileId, file_unique_id: file.file_unique_id, file_size: file.file_size, file_path: file.file_path };
};
