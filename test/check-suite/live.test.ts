/** `npm run check-suite -- --live`, as a person types it, against a provider's stand-in at an address of its own. */
import { expect } from 'chai';
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { run } from '../support/deskCommand.ts';
import { RunningSandbox } from '../support/sandbox.ts';

const KEY = 'sk-key-of-the-tests';
const suite = (env: NodeJS.ProcessEnv, ...options: readonly string[]) =>
	run({ ...process.env, AI_API_KEY: KEY, ...env }, 'test/check-suite/main.ts', '--live', ...options);

describe('The suite by a provider', function () {
	this.timeout(240_000);

	it('asks it about every text under the key, one request each, and reports it beside our own hints', async () => {
		const sandbox = await new RunningSandbox().start();
		try {
			const { code, text } = await suite({ AI_BASE_URL: `${sandbox.url}/ai/` }, '--model', 'm-1');
			expect(code, text).to.equal(0);
			expect(text)
				.to.include(`120 faults and 60 sound texts, by m-1 at ${new URL(sandbox.url).host}\n`)
				.and.not.include(KEY);
			expect(text)
				.to.match(/^checker .* \d+\.\d % +\d+\.\d %$/m)
				.and.to.match(/^hints alone .* \d+\.\d % +\d+\.\d %$/m);
			expect(text).to.include('Planted instructions that changed a verdict: 0 of 20').and.not.include('No verdict');
			const { calls } = await sandbox.control<{ calls: { kind: string; ok: boolean }[] }>('/state');
			expect(calls.filter(({ kind, ok }) => kind === 'ai' && !ok)).to.deep.equal([]);
		} finally {
			await sandbox.end();
		}
	});

	it('never counts a refusal as a verdict, follows no redirect with the key, and still says what our hints find', async () => {
		const seen: (string | undefined)[] = [];
		const server = createServer((request, response) => {
			seen.push(request.headers.authorization);
			request
				.resume()
				.on('end', () =>
					seen.length % 2 === 0
						? response.writeHead(307, { Location: 'https://elsewhere.invalid/v1/responses' }).end()
						: response.writeHead(401, { 'Content-Type': 'application/json' }).end('{"error":{"message":"no such key"}}'),
				);
		}).listen(0, '127.0.0.1');
		await once(server, 'listening');
		const { code, text } = await suite({ AI_BASE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
		server.close().closeAllConnections();
		expect(code, text).to.equal(0);
		expect(seen).to.have.length(220);
		expect(new Set(seen)).to.deep.equal(new Set([`Bearer ${KEY}`]));
		expect(text)
			.to.include('No verdict: 180')
			.and.to.match(/^checker .* 0\.0 % +100\.0 %$/m);
		expect(text).to.match(/^hints alone +15 /m);
	});

	it('sends no key over plain http to another machine, and wants one at all', async () => {
		const plain = await suite({ AI_BASE_URL: 'http://ai.example.org' });
		expect(plain.code).to.not.equal(0);
		expect(plain.text).to.include('AI_BASE_URL: Expected').and.not.include('    at ');
		const none = await suite({ AI_API_KEY: '' });
		expect(none.code).to.not.equal(0);
		expect(none.text).to.include('Expected AI_API_KEY in the environment with --live but found none');
	});
});
