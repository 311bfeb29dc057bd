import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { createCovers } from '@copydesk/collaboration/messenger/covers';
import { COVER, COVER_ID } from '../../support/collaboration.ts';

describe('The bytes of a cover', () => {
	let server: Server;
	let answer: (request: IncomingMessage, response: ServerResponse) => void;
	const seen: string[] = [];
	beforeEach(async () => {
		seen.length = 0;
		server = createServer((request, response) => {
			seen.push(`${request.method} ${request.url} ${request.headers.authorization}`);
			answer(request, response);
		});
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	});
	afterEach(() => {
		server.closeAllConnections();
		return new Promise<void>((resolve) => void server.close(() => resolve()));
	});
	const covers = (more: object = {}) =>
		createCovers({ rendererUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, apiKey: 'renderer-key', ...more });

	it("are fetched by their hash, with the renderer's key", async () => {
		answer = (_request, response) => void response.end(COVER);
		expect(await covers().fetch(COVER_ID)).to.deep.equal({ bytes: COVER });
		expect(seen).to.deep.equal([`GET /v1/assets/${COVER_ID}.png Bearer renderer-key`]);
	});

	it('are refused when they are not what the hash says, or when there are none: then nothing is sent', async () => {
		answer = (_request, response) => void response.end(Buffer.concat([COVER, Buffer.from('x')]));
		expect(await covers().fetch(COVER_ID)).to.deep.equal({ missing: 'cover_hash_mismatch' });
		answer = (_request, response) => void response.writeHead(404).end('{}');
		expect(await covers().fetch(COVER_ID)).to.deep.equal({ missing: 'renderer_answered_404' });
		answer = (_request, response) => void response.writeHead(503).end('{}');
		expect(await covers().fetch(COVER_ID)).to.deep.equal({ missing: 'renderer_answered_503' });
		answer = (_request, response) => void response.writeHead(302, { location: 'http://example.invalid/' }).end();
		expect(await covers().fetch(COVER_ID)).to.deep.equal({ missing: 'renderer_unreachable' });
		answer = (request) => void request.socket.destroy();
		expect(await covers().fetch(COVER_ID)).to.deep.equal({ missing: 'renderer_unreachable' });
		answer = () => undefined;
		expect(await covers({ timeoutMs: 50 }).fetch(COVER_ID)).to.deep.equal({ missing: 'renderer_unreachable' });
		answer = (_request, response) => void response.end(Buffer.alloc(10_000_001));
		expect(await covers().fetch(COVER_ID)).to.deep.equal({ missing: 'cover_too_large' });
	});

	it('of the onboarding are made from the built-in illustration, by the same request each time', async () => {
		const bodies: unknown[] = [];
		answer = (request, response) => {
			const chunks: Buffer[] = [];
			request.on('data', (chunk: Buffer) => chunks.push(chunk));
			request.on('end', () => {
				bodies.push(JSON.parse(Buffer.concat(chunks).toString()));
				response.writeHead(201, { 'content-type': 'application/json' }).end(JSON.stringify({ asset_id: COVER_ID }));
			});
		};
		expect(await covers().onboarding('en')).to.deep.equal({ assetId: COVER_ID });
		await covers().onboarding('en');
		expect(bodies[0])
			.to.deep.equal(bodies[1])
			.and.to.include({ image_id: 'consultation-v1', template_version: 'ff-square-0.1', version: 1 });
		await covers().onboarding('ru');
		// A cover keeps its words for ever: another language is another cover.
		expect(bodies[0]).to.include({ draft_id: 'onboarding-multiuser-v1', title: 'Welcome to the desk' });
		expect(bodies[2]).to.include({ draft_id: 'onboarding-multiuser-v1-ru', title: 'Добро пожаловать в редакцию' });
		answer = (_request, response) => void response.writeHead(500).end('{}');
		expect(await covers().onboarding('en')).to.deep.equal({ missing: 'renderer_answered_500' });
	});
});
