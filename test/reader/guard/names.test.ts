import { expect } from 'chai';
import { ARTICLE, startHouse, startNameServer, startRaw, startReader } from '../../support/reader.ts';
import type { House, NameServer, RawServer, Said, TestReader } from '../../support/reader.ts';
import { watchOutgoing, type Outgoing } from '../../support/outgoing.ts';

/** Public by the rules, given to nobody by the registries: nobody is bothered by an attempt. */
const NOBODY = '3ffe::1';
const PUBLIC = ['3ffe::2', '3ffe::3'];

describe('Names and where they lead', function () {
	this.timeout(30_000);
	let reader: TestReader;
	let names: NameServer;
	let house: House;
	let trap: RawServer;
	let outgoing: Outgoing;
	const says = new Map<string, (type: 'A' | 'AAAA', before: number) => Said>();

	before(async () => {
		house = await startHouse({ '/story': ARTICLE, '/again': { status: 302, headers: { Location: '/story' } } });
		// The same port at another address of this machine: where a second resolution would lead.
		trap = await startRaw(undefined, '127.0.0.2', house.port);
		names = await startNameServer((name, type, before) => says.get(name)?.(type, before) ?? 'nxdomain');
		const own = `own.page:${house.port}`;
		reader = await startReader({
			READER_DNS_SERVERS: names.at,
			READER_HTTP_HOSTS: own,
			READER_PRIVATE_HOSTS: own,
			READER_CONNECT_MS: '400',
			READER_FETCH_MS: '3000',
			READER_LOG_LEVEL: 'silent',
		});
		outgoing = watchOutgoing([Number(new URL(reader.url).port)]);
	});
	beforeEach(() => {
		outgoing.attempts.length = names.questions.length = 0;
		trap.got.connections = 0;
	});
	after(async () => {
		outgoing.stop();
		await reader.stop();
		await Promise.all([names.stop(), house.stop(), trap.stop()]);
	});

	const refuses = async (name: string, code: string): Promise<void> => {
		const { body } = await reader.article(`https://${name}/story`);
		expect(body).to.include({ code, hop: 0 });
	};

	const mixed: Record<string, readonly string[]> = {
		'a foreign address after a public one': [...PUBLIC, '10.0.0.1'],
		'a foreign address before a public one': ['10.0.0.1', ...PUBLIC],
		'a foreign one of the other family': [PUBLIC[0] as string, '127.0.0.1'],
		'loopback of the other family': ['8.8.8.8', '::1'],
		'one foreign among many': [...Array.from({ length: 12 }, (_, at) => `3ffe::${at + 10}`), 'fd00::1'],
		'a mapped address beside a public one': ['8.8.8.8', '::ffff:10.0.0.1'],
		'the cloud’s own address beside a public one': ['8.8.8.8', '169.254.169.254'],
		'nothing but the unspecified address': ['0.0.0.0', '::'],
	};
	for (const [what, addresses] of Object.entries(mixed)) {
		it(`refuses ${what}, and connects to none of them`, async () => {
			says.set('mixed.page', () => addresses);
			await refuses('mixed.page', 'address_forbidden');
			expect(outgoing.attempts).to.deep.equal([]);
		});
	}

	it('follows the name server’s aliases to what they end at', async () => {
		says.set('alias.page', () => ({ cname: 'inner.page' })).set('inner.page', () => ['192.168.0.1']);
		await refuses('alias.page', 'address_forbidden');
		expect(outgoing.attempts).to.deep.equal([]);
	});

	it('asks once for a hop, for both families, and connects to that answer: a second one would lead elsewhere', async () => {
		says.set('own.page', (type, before) => (type === 'AAAA' ? [] : before === 0 ? ['127.0.0.1'] : ['127.0.0.2']));
		expect((await reader.article(`http://own.page:${house.port}/story`)).status).to.equal(200);
		expect(names.questions).to.have.members(['AAAA own.page', 'A own.page']);
		expect(outgoing.attempts).to.deep.equal([`127.0.0.1:${house.port}`]);
		expect(trap.got.connections).to.equal(0);
	});

	it('asks again for each redirect, and judges that answer', async () => {
		says.set('own.page', (type) => (type === 'AAAA' ? [] : ['127.0.0.1']));
		expect((await reader.article(`http://own.page:${house.port}/again`)).status).to.equal(200);
		expect(names.questions.toSorted()).to.deep.equal(['A own.page', 'A own.page', 'AAAA own.page', 'AAAA own.page']);
	});

	it('does not ask again when the first address is dead, though the next answer would be an inner one', async () => {
		says.set('rebind.page', (type, before) => (type === 'A' ? (before === 0 ? [] : ['127.0.0.1']) : before === 0 ? [NOBODY] : ['::1']));
		await refuses('rebind.page', 'connect_failed');
		expect(names.questions).to.have.length(2);
		expect(outgoing.attempts).to.deep.equal([`${NOBODY}:443`]);
		await refuses('rebind.page', 'address_forbidden');
		expect(outgoing.attempts).to.have.length(1);
	});

	it('takes the name as it is, without a domain of its own behind it', async () => {
		await refuses('nowhere.page', 'dns_failed');
		expect(names.questions).to.have.members(['AAAA nowhere.page', 'A nowhere.page']);
	});

	for (const said of ['nxdomain', 'servfail', 'refused', 'silence'] as const)
		it(`gives up on a name server that says ${said}`, async () => {
			says.set('bad.page', () => said);
			await refuses('bad.page', 'dns_failed');
			expect(outgoing.attempts).to.deep.equal([]);
		});

	it('gives up on a name that has no address', async () => {
		says.set('empty.page', () => []);
		await refuses('empty.page', 'dns_failed');
	});

	it('makes do with one family when the name server fails for the other', async () => {
		says.set('own.page', (type) => (type === 'AAAA' ? 'servfail' : ['127.0.0.1']));
		expect((await reader.article(`http://own.page:${house.port}/story`)).status).to.equal(200);
	});

	it('tries the next address when the first does not answer, of the other family too', async () => {
		for (const addresses of [
			['127.0.0.3', '127.0.0.1'],
			['127.0.0.3', '127.0.0.4', '127.0.0.5', '127.0.0.1'],
			['::1', '127.0.0.1'],
			['192.0.2.1', '127.0.0.1'],
		]) {
			says.set('own.page', () => addresses);
			expect((await reader.article(`http://own.page:${house.port}/story`)).status, addresses.join(' ')).to.equal(200);
		}
		says.set('own.page', () => ['127.0.0.3', '127.0.0.4']);
		expect((await reader.article(`http://own.page:${house.port}/story`)).body).to.include({ code: 'connect_failed', hop: 0 });
	});

	it('counts one dead name of twenty as one', async () => {
		says.set('own.page', () => ['127.0.0.1']);
		house.pages.set('/feed', '<rss version="2.0"><channel><title>T</title></channel></rss>');
		const urls = [`http://own.page:${house.port}/feed`, 'https://dead.page/feed', 'https://10.0.0.1/feed', 'not an address'];
		const { feeds } = await reader.feeds(urls);
		expect(feeds.map(({ feed_url: url, ok, code }: Record<string, unknown>) => [url, ok, code])).to.deep.equal([
			[urls[0], true, undefined],
			[urls[1], false, 'dns_failed'],
			[urls[2], false, 'host_forbidden'],
			[urls[3], false, 'url_invalid'],
		]);
	});
});
