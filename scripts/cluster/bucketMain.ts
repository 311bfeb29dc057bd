// The cluster's store of the S3 kind as a program: objects are files, so that it survives being killed.

import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { readConfig, secret, textOf, wholeNumber } from '@copydesk/kit/config';
import { HOST } from '../desk/ports.ts';
import { createBucket, type Objects } from './bucket.ts';

const config = readConfig(process.env, {
	BUCKET_PORT: wholeNumber('the port to listen at', { min: 1, max: 65_535 }),
	BUCKET_NAME: textOf('the name of the bucket'),
	BUCKET_DATA_DIR: textOf('the folder of the objects'),
	BUCKET_REGION: textOf('the region that requests are signed for'),
	BUCKET_ACCESS_KEY_ID: textOf('the access key id'),
	BUCKET_SECRET_ACCESS_KEY: secret('the secret access key'),
});

const fileOf = (path: string): string => join(config.BUCKET_DATA_DIR, Buffer.from(path).toString('base64url'));
let written = 0;
const objects: Objects = {
	get: (path) =>
		readFile(fileOf(path)).catch((error: NodeJS.ErrnoException) => {
			if (error.code === 'ENOENT') return undefined;
			throw error;
		}),
	async put(path, bytes) {
		const fresh = `${fileOf(path)}.${process.pid}-${(written += 1)}`;
		const file = await open(fresh, 'w', 0o600);
		try {
			await file.writeFile(bytes);
			await file.sync();
		} finally {
			await file.close();
		}
		await rename(fresh, fileOf(path));
	},
};

await mkdir(config.BUCKET_DATA_DIR, { recursive: true, mode: 0o700 });
const server = createBucket({
	name: config.BUCKET_NAME,
	keys: {
		accessKeyId: config.BUCKET_ACCESS_KEY_ID,
		secretAccessKey: config.BUCKET_SECRET_ACCESS_KEY,
		region: config.BUCKET_REGION,
	},
	objects,
});
server.listen(config.BUCKET_PORT, HOST);
process.on('SIGTERM', () => {
	server.close(() => process.exit(0));
	server.closeIdleConnections();
});
