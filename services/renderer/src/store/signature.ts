import { createHash, createHmac } from 'node:crypto';

export interface SigningKey {
	readonly accessKeyId: string;
	readonly secretAccessKey: string;
	readonly region: string;
}

export interface UnsignedRequest {
	readonly method: string;
	/** Its path must be percent-encoded already: everything but A-Z a-z 0-9 - _ . ~ and the slashes. */
	readonly url: URL;
	/** Headers that are signed beside host, x-amz-date and x-amz-content-sha256. */
	readonly headers?: Readonly<Record<string, string>>;
	/** SHA-256 of the body, 64 hex. */
	readonly bodySha256: string;
}

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/**
 * The headers of a request to an S3-compatible store, signed with AWS Signature Version 4; for requests without a query.
 * @see https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html
 */
export function signedHeaders(
	{ method, url, headers = {}, bodySha256 }: UnsignedRequest,
	key: SigningKey,
	nowMs: number,
): Record<string, string> {
	const time = new Date(nowMs).toISOString().replace(/[-:]|\.\d{3}/g, '');
	const scope = [time.slice(0, 8), key.region, 's3', 'aws4_request'];
	const sent = { ...headers, 'x-amz-date': time, 'x-amz-content-sha256': bodySha256 };
	const signed = Object.entries({ ...sent, host: url.host })
		.map(([name, value]) => [name.toLowerCase(), value.trim()] as const)
		.sort(([a], [b]) => (a < b ? -1 : 1));
	const names = signed.map(([name]) => name).join(';');
	const canonical = [method, url.pathname, '', ...signed.map((pair) => pair.join(':')), '', names, bodySha256].join('\n');
	const toSign = ['AWS4-HMAC-SHA256', time, scope.join('/'), createHash('sha256').update(canonical).digest('hex')].join('\n');
	const signingKey = scope.reduce<string | Buffer>((secret, part) => hmac(secret, part), `AWS4${key.secretAccessKey}`);
	const signature = hmac(signingKey as Buffer, toSign).toString('hex');
	return {
		...sent,
		authorization: `AWS4-HMAC-SHA256 Credential=${key.accessKeyId}/${scope.join('/')},SignedHeaders=${names},Signature=${signature}`,
	};
}
