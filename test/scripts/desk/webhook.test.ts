import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { waitForWebhook } from '../../../scripts/desk/n8n.ts';

describe('Waiting for the webhook of an n8n that has just started', () => {
	it('goes on after a connection that broke and an answer that is not yet the right one', async () => {
		const answers: string[] = [];
		const server = createServer((request, response) => {
			request.resume();
			answers.push(request.url ?? '');
			if (answers.length === 1) request.socket.destroy();
			else response.writeHead(answers.length === 2 ? 404 : 403).end();
		}).listen(0, '127.0.0.1');
		await once(server, 'listening');
		try {
			await waitForWebhook(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
		} finally {
			server.close();
		}
		expect(answers).to.deep.equal(Array(3).fill('/webhook/copydesk'));
	});
});
