import { expect } from 'chai';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import type { IExecuteFunctions, IHttpRequestOptions } from 'n8n-workflow';
import { MAX_ERROR_ANSWER_BYTES, MAX_TEXT_ANSWER_BYTES } from '../../domain/limits.ts';
import { call, callForBytes } from '../../nodes/shared/transport.ts';

const MIB = 1_048_576;

describe('An answer that a node gets', () => {
	/** A service that goes on for ever, in small packages on the wire. */
	async function answering(status: number, isPacked: boolean, ask: (context: IExecuteFunctions) => Promise<unknown>) {
		let written = 0;
		const server = createServer((_request, response) => {
			const endless = Readable.from(
				(function* () {
					yield '{"error":{"message":"';
					for (;;) {
						written += MIB / 16;
						yield 'x'.repeat(MIB / 16);
					}
				})(),
			);
			response.writeHead(status, { 'Content-Type': 'application/json', ...(isPacked ? { 'Content-Encoding': 'gzip' } : {}) });
			const packed = isPacked ? endless.pipe(createGzip()) : endless;
			packed.pipe(response).once('close', () => endless.destroy());
		});
		await once(server.listen(0, '127.0.0.1'), 'listening');
		const { port } = server.address() as AddressInfo;
		const context = {
			helpers: {
				async httpRequestWithAuthentication(_type: string, { url, abortSignal }: IHttpRequestOptions) {
					const {
						status: statusCode,
						headers,
						body,
					} = await fetch(`http://127.0.0.1:${port}${url}`, { signal: abortSignal as AbortSignal });
					return { statusCode, headers: Object.fromEntries(headers), body };
				},
			},
		} as unknown as IExecuteFunctions;
		try {
			return { reply: await ask(context), written };
		} finally {
			server.closeAllConnections();
			server.close();
		}
	}

	for (const isPacked of [false, true]) {
		const how = isPacked ? 'packed' : 'plain';
		it(`is read no further than its bound, ${how}`, async () => {
			const { reply, written } = await answering(200, isPacked, (context) => call(context, 0, { service: 'texts', path: '/v1/responses' }));
			expect(reply).to.have.nested.property('refusal.code', 'answer_too_large');
			expect(reply).to.have.nested.property('refusal.detail', 'The answer is larger than 2 MiB.');
			expect(written).to.be.within(MAX_TEXT_ANSWER_BYTES, 8 * MAX_TEXT_ANSWER_BYTES);
		});

		it(`is read less far where it is an error, ${how}, and keeps its status`, async () => {
			const { reply, written } = await answering(429, isPacked, (context) => callForBytes(context, 0, { service: 'images', path: '/v1' }));
			expect(reply).to.deep.include({ ok: false }).and.to.have.nested.property('refusal.code', 'http_429');
			expect(written).to.be.within(MAX_ERROR_ANSWER_BYTES, 16 * MIB);
		});
	}
});
