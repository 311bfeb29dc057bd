import { createHash } from 'node:crypto';
import { expect } from 'chai';
import { errors, type ErrorCode } from '@copydesk/domain/errors';
import { isPublicAddress } from '../../../services/reader/src/fetch/publicAddress.ts';
import { startHouse, startNameServer, startRaw, startReader } from '../../support/reader.ts';
import type { House, NameServer, RawServer, TestReader } from '../../support/reader.ts';
import { watchOutgoing, type Outgoing } from '../../support/outgoing.ts';
import { foreignAddresses, publicAddresses, vectors } from './vectors.ts';

/** Names that lead to one foreign address each, and what they lead to. */
const nameOf = (address: string): string => `x${createHash('sha256').update(address).digest('hex').slice(0, 12)}.attack.page`;
const addressOf = new Map(foreignAddresses.map((address) => [nameOf(address), address]));
const HOUSE = 'news.page';

describe('The guard against request forgery', function () {
	this.timeout(60_000);
	let reader: TestReader;
	let names: NameServer;
	let trap: RawServer;
	let house: House;
	let outgoing: Outgoing;

	before(async () => {
		trap = await startRaw();
		house = await startHouse();
		names = await startNameServer((name) => {
			const address = addressOf.get(name);
			return address === undefined ? 'nxdomain' : [address];
		});
		reader = await startReader({
			READER_DNS_SERVERS: names.at,
			READER_ORIGINS: `https://${HOUSE}=http://${house.at}`,
			// The trap's port is open for these names, so that nothing but their addresses keeps anybody out.
			READER_HTTP_HOSTS: [...addressOf.keys()].map((name) => `${name}:${trap.port}`).join(','),
			READER_FRESH_SECONDS: '0',
			READER_LOG_LEVEL: 'warn',
		});
		outgoing = watchOutgoing([Number(new URL(reader.url).port), house.port]);
	});
	after(async () => {
		outgoing.stop();
		await reader.stop();
		await Promise.all([names.stop(), trap.stop(), house.stop()]);
	});

	const nobodyWasAsked = (): void => {
		expect(outgoing.attempts, 'connections').to.deep.equal([]);
		expect(trap.got, 'the trap').to.deep.equal({ connections: 0, bytes: 0 });
	};

	it('is tried with three hundred vectors and more', () => {
		expect(new Set([...vectors.map(([url]) => url), ...foreignAddresses]).size).to.be.at.least(300);
	});

	for (const [url, code] of vectors) {
		it(`refuses ${JSON.stringify(url.length > 80 ? `${url.slice(0, 80)}…` : url)} as ${code}`, async () => {
			const asked = names.questions.length;
			const { status, body } = await reader.article(url);
			expect(body).to.include({ code, hop: 0, retry: 'never' });
			expect(status).to.equal(errors[code as ErrorCode].status);
			expect(await reader.feed(url)).to.include({ feed_url: url, ok: false, code, hop: 0, retry: 'never', upstream_status: null });
			expect(names.questions).to.have.length(asked);
			nobodyWasAsked();
		});
	}

	for (const [name, address] of addressOf) {
		it(`refuses a name that leads to ${address}`, async () => {
			for (const url of [`https://${name}/`, `http://${name}:${trap.port}/`, `https://${name}:${trap.port}/`]) {
				const { status, body } = await reader.article(url);
				expect(body, url).to.include({ code: 'address_forbidden', hop: 0 });
				expect(status).to.equal(422);
				expect(JSON.stringify(body), 'no answer says where a name leads').to.not.include(address.replace('::ffff:', ''));
				expect(reader.lines.at(-1), 'the log does').to.include({ level: 40, code: 'address_forbidden' }).and.to.have.property('address');
			}
			nobodyWasAsked();
		});
	}

	for (const [index, [url, code]] of vectors.entries()) {
		// A header holds no controls, no spaces at its ends, nothing that is not Unicode; and what has no scheme is resolved.
		if (/[\0-\x1f\x7f]|^ | $/.test(url) || !url.isWellFormed() || !/^[a-z][a-z0-9+.-]*:/i.test(url)) continue;
		it(`refuses to be sent on to ${JSON.stringify(url.length > 80 ? `${url.slice(0, 80)}…` : url)}`, async () => {
			house.pages.set(`/r${index}`, (_request, response) => {
				response.socket?.end(
					Buffer.concat([Buffer.from('HTTP/1.1 302 Found\r\nContent-Length: 0\r\nLocation: '), Buffer.from(url), Buffer.from('\r\n\r\n')]),
				);
			});
			const { body } = await reader.article(`https://${HOUSE}/r${index}`);
			expect(body).to.include({ code, hop: 1 });
			nobodyWasAsked();
		});
	}

	for (const [name, address] of addressOf) {
		it(`refuses to be sent on to a name that leads to ${address}`, async () => {
			house.pages.set(`/${name}`, { status: 307, headers: { Location: `http://${name}:${trap.port}/` } });
			expect((await reader.article(`https://${HOUSE}/${name}`)).body).to.include({ code: 'address_forbidden', hop: 1 });
			nobodyWasAsked();
		});
	}

	for (const location of [
		'//127.0.0.1/',
		'///127.0.0.1/',
		'//[::1]/',
		'//localhost/',
		'//2130706433/',
		'//①②⑦.0.0.1/',
		'//intern/',
		'//a.internal/',
	]) {
		it(`refuses to be sent on to ${location}, which takes the scheme of the page`, async () => {
			house.pages.set('/relative', { status: 301, headers: { Location: Buffer.from(location).toString('latin1') } });
			expect((await reader.article(`https://${HOUSE}/relative`)).body).to.include({ code: 'host_forbidden', hop: 1 });
			nobodyWasAsked();
		});
	}

	it('was tried at open doors: the trap would have taken a connection', async () => {
		const open = await startReader({ READER_HTTP_HOSTS: trap.at, READER_PRIVATE_HOSTS: trap.at, READER_FETCH_MS: '500' });
		await open.article(`http://${trap.at}/`);
		await open.stop();
		expect(trap.got.connections).to.equal(1);
		trap.got.connections = trap.got.bytes = 0;
		outgoing.attempts.length = 0;
	});
});

describe('Public addresses', () => {
	for (const address of foreignAddresses) it(`do not include ${address}`, () => expect(isPublicAddress(address)).to.equal(false));
	for (const address of publicAddresses) it(`include ${address}`, () => expect(isPublicAddress(address)).to.equal(true));
	for (const text of ['', 'localhost', '127.1', '0x7f.1', '2606:4700::1111%eth0', '8.8.8.8 ', '[::1]', '8.8.8.8/32'])
		it(`do not include ${JSON.stringify(text)}, which is no address`, () => expect(isPublicAddress(text)).to.equal(false));
});
