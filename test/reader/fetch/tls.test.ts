import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import { join } from 'node:path';
import { expect } from 'chai';
import { ARTICLE, portOf, startHouse, startNameServer, startRaw, startReader } from '../../support/reader.ts';
import type { House, NameServer, RawServer } from '../../support/reader.ts';
import { startReaderProcess, type ReaderProcess } from '../../support/readerProcess.ts';

const FOLDER = join(import.meta.dirname, '..', '..', 'fixtures', 'reader', 'tls');
const CA = join(FOLDER, 'ca.pem');

describe('TLS', function () {
	this.timeout(60_000);
	const certificates = ['good', 'expired', 'other', 'self'] as const;
	const servers = new Map<string, Server>();
	const seen: { servername: unknown; host: string | undefined; alpn: unknown }[] = [];
	let names: NameServer;
	let plain: House;
	let silent: RawServer;
	let rude: RawServer;
	let env: Record<string, string>;
	let reader: ReaderProcess;

	before(async () => {
		for (const name of certificates) {
			const server = createServer(
				{
					key: readFileSync(join(FOLDER, `${name}.key`)),
					cert: readFileSync(join(FOLDER, `${name}.pem`)),
					ALPNProtocols: ['h2', 'http/1.1'],
				},
				(request, response) => {
					const socket = request.socket as unknown as { servername: unknown; alpnProtocol: unknown };
					seen.push({ servername: socket.servername, host: request.headers.host, alpn: socket.alpnProtocol });
					response.writeHead(200, { 'Content-Type': 'text/html' }).end(ARTICLE);
				},
			);
			await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
			servers.set(name, server);
		}
		plain = await startHouse({ '/story': ARTICLE });
		silent = await startRaw();
		rude = await startRaw((socket) => void socket.once('data', () => socket.destroy()));
		names = await startNameServer((_name, type) => (type === 'A' ? ['127.0.0.1'] : []));
		const ports = [...[...servers.values()].map(portOf), plain.port, silent.port, rude.port];
		env = {
			READER_DNS_SERVERS: names.at,
			READER_PRIVATE_HOSTS: ports.flatMap((port) => [`tls.page:${port}`, `www.tls.page:${port}`, `127.0.0.1:${port}`]).join(','),
			READER_CONNECT_MS: '1000',
			READER_LOG_LEVEL: 'silent',
		};
		reader = await startReaderProcess({ ...env, NODE_EXTRA_CA_CERTS: CA });
	});
	after(async () => {
		await reader.stop();
		for (const server of servers.values()) server.close();
		await Promise.all([names.stop(), plain.stop(), silent.stop(), rude.stop()]);
	});

	const port = (name: string): number => portOf(servers.get(name) as Server);

	it('trusts whom NODE_EXTRA_CA_CERTS names, says the name it means, and speaks HTTP/1.1', async () => {
		const { status, body } = await reader.article(`https://tls.page:${port('good')}/story`);
		expect(body.code).to.equal(undefined);
		expect(status).to.equal(200);
		expect(body.host).to.equal(`tls.page:${port('good')}`);
		expect(seen.at(-1)).to.deep.equal({ servername: 'tls.page', host: `tls.page:${port('good')}`, alpn: 'http/1.1' });
	});

	it('says the name without its trailing dot', async () => {
		expect((await reader.article(`https://www.tls.page.:${port('good')}/story`)).status).to.equal(200);
		expect(seen.at(-1)).to.include({ servername: 'www.tls.page', host: `www.tls.page:${port('good')}` });
	});

	it('accepts a certificate for a numeric address that the operator lists', async () => {
		expect((await reader.article(`https://127.0.0.1:${port('good')}/story`)).status).to.equal(200);
		expect(seen.at(-1)).to.include({ servername: false });
	});

	for (const name of ['expired', 'other', 'self'] as const) {
		it(`refuses a certificate that is ${name}`, async () => {
			const { status, body } = await reader.article(`https://tls.page:${port(name)}/story`);
			expect(body).to.include({ code: 'tls_failed', hop: 0, retry: 'never' });
			expect(status).to.equal(502);
		});
	}

	it('refuses a server that speaks no TLS', async () => {
		expect((await reader.article(`https://tls.page:${plain.port}/story`)).body.code).to.equal('tls_failed');
	});

	it('reads silence and a closed connection as no answer', async () => {
		expect((await reader.article(`https://tls.page:${silent.port}/story`)).body).to.include({ code: 'connect_failed', retry: 'later' });
		expect((await reader.article(`https://tls.page:${rude.port}/story`)).body.code).to.equal('connect_failed');
	});

	it('trusts no other certificate, whatever the environment says', async () => {
		const own = await startReaderProcess({ ...env, NODE_TLS_REJECT_UNAUTHORIZED: '0' });
		expect((await own.article(`https://tls.page:${port('good')}/story`)).body.code).to.equal('tls_failed');
		await own.stop();
	});

	it('reads over plain http what the operator lists, and is sent on between the two', async () => {
		plain.pages.set('/to-https', { status: 302, headers: { Location: `https://tls.page:${port('good')}/story` } });
		plain.pages.set('/to-http', { status: 302, headers: { Location: `http://tls.page:${plain.port}/story` } });
		plain.pages.set('/to-other', { status: 302, headers: { Location: `http://www.tls.page:${plain.port}/story` } });
		const own = await startReader({ ...env, READER_HTTP_HOSTS: `tls.page:${plain.port}` });
		expect((await own.article(`http://tls.page:${plain.port}/story`)).body.final_url).to.equal(`http://tls.page:${plain.port}/story`);
		expect((await own.article(`http://tls.page:${plain.port}/to-http`)).status).to.equal(200);
		expect((await own.article(`http://tls.page:${plain.port}/to-https`)).body.code, 'without the authority').to.equal('tls_failed');
		expect((await own.article(`http://tls.page:${plain.port}/to-other`)).body).to.include({ code: 'scheme_forbidden', hop: 1 });
		await own.stop();
	});
});
