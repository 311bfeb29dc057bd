import { expect } from 'chai';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { freePorts, portsInUse, readPorts } from '../../../scripts/desk/ports.ts';

describe('Ports of a desk', () => {
	it('are the documented ones unless a variable moves them', () => {
		expect(readPorts({})).to.deep.equal({
			renderer: 8090,
			collaboration: 8091,
			reader: 8092,
			updates: 8093,
			board: 8094,
			sandbox: 8095,
			n8n: 5678,
			n8nBroker: 5679,
		});
		expect(readPorts({ COLLAB_PORT: '9001' }).collaboration).to.equal(9001);
	});

	it('are complained about all at once, because one at a time is one start at a time', () => {
		expect(() => readPorts({ RENDERER_PORT: 'soon', N8N_PORT: '70000' })).to.throw(
			/RENDERER_PORT: expected a port from 1 to 65535 but received "soon"\nN8N_PORT: expected .* received "70000"/,
		);
		expect(() => readPorts({ RENDERER_PORT: '8091' })).to.throw(
			/RENDERER_PORT and COLLAB_PORT: expected different ports but received 8091/,
		);
	});

	it('that are drawn are different ones, and none that an outgoing connection could be given', async () => {
		const ports = Object.values(await freePorts());
		expect(new Set(ports).size).to.equal(ports.length);
		for (const port of ports) expect(port).to.be.within(15_000, 32_000);
	});

	it('when in use, name who has it and the variable that avoids it', async () => {
		const server = createServer().listen(0, '127.0.0.1');
		await once(server, 'listening');
		const { port } = server.address() as AddressInfo;
		const ports = { ...(await freePorts()), collaboration: port };
		const [sentence, ...others] = await portsInUse(ports, ['renderer', 'collaboration', 'n8n']);
		server.close();
		expect(others).to.deep.equal([]);
		expect(sentence).to.match(
			new RegExp(
				`^Port ${port} for collaboration is in use by .*node.* \\(process ${process.pid}\\): ` +
					`stop that, or set COLLAB_PORT to a free port\\.$`,
			),
		);
	});
});
