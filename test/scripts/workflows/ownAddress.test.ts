/** An n8n behind https with a certificate of one's own, below a path, as a reverse proxy shows it. */
import { expect } from 'chai';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from '../../support/deskCommand.ts';

const TLS = 'test/fixtures/reader/tls';

describe("An n8n with a certificate of one's own, below a path", function () {
	this.timeout(60_000);
	let folder: string;
	let server: Server;
	let url: string;
	const asked: { path: string; key: unknown }[] = [];

	before(async () => {
		folder = mkdtempSync(join(tmpdir(), 'copydesk-tls-'));
		const [cert, key] = [readFileSync(`${TLS}/good.pem`), readFileSync(`${TLS}/good.key`)];
		server = createServer({ cert, key }, (request, response) => {
			asked.push({ path: request.url ?? '', key: request.headers['x-n8n-api-key'] });
			response.writeHead(404, { 'Content-Type': 'application/json' }).end('{"message":"Not Found"}');
		}).listen(0, '127.0.0.1');
		await once(server, 'listening');
		url = `https://127.0.0.1:${(server.address() as AddressInfo).port}/n8n/`;
	});
	after(() => {
		server.close().closeAllConnections();
		rmSync(folder, { recursive: true, force: true });
	});

	const verify = (...words: readonly string[]) => {
		const env = { ...process.env, N8N_API_KEY: 'a-key-of-the-test', COPYDESK_DATA_DIR: folder, COPYDESK_ENV_FILE: join(folder, 'none') };
		delete (env as NodeJS.ProcessEnv)['NODE_EXTRA_CA_CERTS'];
		return run(env, 'scripts/workflows/main.ts', 'verify', '--at', url, ...words);
	};

	it('is refused with the option that names the authority, and nothing is sent to it', async () => {
		const { code, text } = await verify();
		expect(code).to.equal(1);
		expect(text).to.match(/its certificate is not valid \(.+\)\. If an authority of your own signed it.*--n8n-ca <file>/);
		expect(asked).to.deep.equal([]);
	});

	it('is asked below its path, once the authority is named', async () => {
		const { text } = await verify('--n8n-ca', `${TLS}/ca.pem`);
		expect(text).to.include('✗ Copydesk · Main: not in n8n');
		expect(asked).to.deep.include({ path: '/n8n/api/v1/workflows/cd-main', key: 'a-key-of-the-test' });
	});

	it('says what a file is expected to be that holds no certificate', async () => {
		const { code, text } = await verify('--n8n-ca', 'package.json');
		expect(code).to.equal(2);
		expect(text).to.match(/Expected the certificate of an authority in .*package\.json \(--n8n-ca\), as PEM/);
	});
});
