import { badRequest } from '../errors.ts';
import type { Method } from './method.ts';

export const getFile: Method = (given, { messenger }) => {
	const fileId = given.text('file_id');
	if (fileId === '') throw badRequest('file_id not specified');
	const size = messenger.photos.byFileId(fileId)?.sizes.find((one) => one.file_id === fileId);
	if (size === undefined) throw badRequest('invalid file_id');
	return { file_id: size.file_id, file_unique_id: size.file_unique_id, file_size: size.file_size, file_path: size.file_path };
};
