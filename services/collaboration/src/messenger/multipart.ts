import { randomBytes } from 'node:crypto';

/** A multipart form with one file. Other values than text are sent as JSON, as the Bot API expects. */
export function multipart(
	fields: Readonly<Record<string, unknown>>,
	photo: { readonly bytes: Buffer; readonly fileName: string },
): { body: Buffer; contentType: string } {
	const boundary = `copydesk-${randomBytes(18).toString('hex')}`;
	const parts: Buffer[] = [];
	for (const [name, value] of Object.entries(fields)) {
		const text = typeof value === 'string' ? value : JSON.stringify(value);
		parts.push(Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`));
	}
	parts.push(
		Buffer.from(
			`--${boundary}\r\nContent-Disposition: form-data; name="photo"; filename="${photo.fileName}"\r\nContent-Type: image/png\r\n\r\n`,
		),
		photo.bytes,
		Buffer.from(`\r\n--${boundary}--\r\n`),
	);
	return { body: Buffer.concat(parts), contentType: `multipart/form-data; boundary=${boundary}` };
}
