import { expect } from 'chai';
import type { ConfigurationError } from '@copydesk/kit/config';
import { readReaderConfig, variables } from '../../services/reader/src/config.ts';

const KEY = 'k'.repeat(32);
const read = (env: Record<string, string> = {}) => readReaderConfig({ READER_API_KEY: KEY, ...env });
const mistakes = (env: Record<string, string>): readonly string[] => {
	try {
		readReaderConfig(env);
		return [];
	} catch (error) {
		return (error as ConfigurationError).mistakes;
	}
};

describe('The configuration of the reader', () => {
	it('has the defaults of its contract', () => {
		expect(read()).to.deep.include({
			host: '127.0.0.1',
			port: 8092,
			connectMs: 5_000,
			fetchMs: 15_000,
			feedBytes: 2_097_152,
			extractMs: 8_000,
			workerMb: 192,
			concurrency: 16,
			perHost: 2,
			freshSeconds: 300,
			userAgent: 'Copydesk-Reader/1.0 (+https://github.com/copydesk/n8n-nodes-copydesk)',
			logLevel: 'info',
			dnsServers: [],
		});
		expect([...read().httpHosts, ...read().privateHosts, ...read().origins]).to.deep.equal([]);
		expect(read().workers).to.be.within(1, 4);
	});

	it('searches Wikipedia unless told otherwise, and names a wrong engine, address, key or contact', () => {
		expect([read().search, read().searchKey]).to.deep.equal([{ engine: 'wikipedia' }, '']);
		expect(read({ READER_SEARCH: 'searxng:http://127.0.0.1:8888/' }).search).to.deep.equal({
			engine: 'searxng',
			address: 'http://127.0.0.1:8888',
		});
		const named = { READER_SEARCH: 'searxng:http://searxng:8080', COPYDESK_HTTP_HOSTS: 'searxng' };
		expect(read(named).search).to.deep.equal({ engine: 'searxng', address: 'http://searxng:8080' });
		expect(read({ READER_SEARCH: 'brave', READER_SEARCH_KEY: 'b' }).searchKey).to.equal('b');
		for (const wrong of [
			{ READER_SEARCH: 'google' },
			{ READER_SEARCH: 'searxng' },
			{ READER_SEARCH: 'searxng:http://searxng:8080' },
			{ READER_SEARCH: 'brave' },
			{ READER_SEARCH: 'tavily' },
			{ READER_CONTACT: 'me' },
			{ READER_CONTACT: 'https://t.me/a (b)' },
		])
			expect(mistakes({ READER_API_KEY: KEY, ...wrong }), JSON.stringify(wrong)).to.have.length(1);
	});

	it('names the operator to Wikimedia alone, and never the project', () => {
		const { agentFor } = read({ READER_CONTACT: 'quay@desk.org' });
		expect(['de.wikipedia.org', 'wikipedia.org.evil.com'].map(agentFor)).to.deep.equal([
			'Copydesk-Reader/1.0 (quay@desk.org)',
			'Copydesk-Reader/1.0 (+https://github.com/copydesk/n8n-nodes-copydesk)',
		]);
		expect(read().agentFor('en.wikipedia.org')).to.equal('Copydesk-Reader/1.0');
		expect(read({ READER_USER_AGENT: 'Quay/2' }).agentFor('en.wikipedia.org')).to.equal('Quay/2');
	});

	it('does not start without a key, nor with a short one', () => {
		expect(mistakes({})[0]).to.match(/^READER_API_KEY: Expected .*but it is not set/);
		expect(mistakes({ READER_API_KEY: 'k'.repeat(31) })[0]).to.match(/at least 32 characters, but received 31$/);
	});

	it('keeps the bounds of every number', () => {
		const bounds: Record<string, readonly [number, number]> = {
			READER_CONNECT_MS: [100, 60_000],
			READER_FETCH_MS: [500, 120_000],
			READER_FEED_BYTES: [1_024, 16_777_216],
			READER_EXTRACT_MS: [200, 60_000],
			READER_WORKER_MB: [64, 1_024],
			READER_WORKERS: [1, 16],
			READER_CONCURRENCY: [1, 128],
			READER_PER_HOST: [1, 16],
			READER_FRESH_SECONDS: [0, 3_600],
		};
		for (const [name, [min, max]] of Object.entries(bounds)) {
			for (const good of [min, max]) expect(mistakes({ READER_API_KEY: KEY, [name]: String(good) }), `${name}=${good}`).to.deep.equal([]);
			for (const bad of [min - 1, max + 1, 'soon', '1.5'])
				expect(mistakes({ READER_API_KEY: KEY, [name]: String(bad) }), `${name}=${bad}`).to.have.length(1);
		}
	});

	it('names all mistakes at once', () => {
		expect(mistakes({ READER_PORT: 'x', READER_ORIGINS: 'y', READER_HTTP_HOSTS: 'http://z' })).to.have.length(4);
	});

	it('reads lists of hosts in the spelling that addresses are compared in', () => {
		const { httpHosts, privateHosts } = read({
			READER_HTTP_HOSTS: 'Plain.Page, other.page:8080 ,[::1]:81,127.0.0.1:80',
			READER_PRIVATE_HOSTS: 'intern.page.,box:8443,[FD00:0::1],0x7f.1:9',
		});
		expect([...httpHosts]).to.deep.equal(['plain.page:80', 'other.page:8080', '[::1]:81', '127.0.0.1:80']);
		expect([...privateHosts]).to.deep.equal(['intern.page:443', 'box:8443', '[fd00::1]:443', '127.0.0.1:9']);
	});

	for (const bad of [
		'http://a.page',
		'a.page/x',
		'a.page:0',
		'a.page:65536',
		'a.page:x',
		'u@a.page',
		'::1',
		'a b.page',
		'a.page?x',
		'a.page#x',
		'a.page\\x',
	]) {
		it(`refuses ${JSON.stringify(bad)} in a list of hosts`, () => {
			expect(mistakes({ READER_API_KEY: KEY, READER_PRIVATE_HOSTS: bad })).to.have.length(1);
		});
	}

	it('reads where names are read instead', () => {
		const { origins } = read({ READER_ORIGINS: 'https://News.page=http://127.0.0.1:8095, https://b.page:8443=http://[::1]:9' });
		expect([...origins]).to.deep.equal([
			['news.page:443', { address: '127.0.0.1', port: 8_095 }],
			['b.page:8443', { address: '::1', port: 9 }],
		]);
	});

	for (const bad of [
		'http://a.page=http://127.0.0.1:1',
		'https://a.page=https://127.0.0.1:1',
		'https://a.page=http://localhost:1',
		'https://a.page=http://127.0.0.1',
		'https://a.page=http://127.0.0.1:0',
		'https://a.page=http://127.0.0.1:65536',
		'https://a.page/x=http://127.0.0.1:1',
		'https://u@a.page=http://127.0.0.1:1',
		'https://a.page=http://127.0.0.1:1/x',
		'a.page=http://127.0.0.1:1',
		'https://a.page=http://127.0.0.1:1,https://A.page:443=http://127.0.0.1:2',
	]) {
		it(`refuses ${JSON.stringify(bad)} as an origin`, () => {
			expect(mistakes({ READER_API_KEY: KEY, READER_ORIGINS: bad })).to.have.length(1);
		});
	}

	it('takes name servers with and without a port', () => {
		expect(read({ READER_DNS_SERVERS: '127.0.0.1, 10.0.0.1:5353,[::1]:54,fd00::1' }).dnsServers).to.deep.equal([
			'127.0.0.1:53',
			'10.0.0.1:5353',
			'[::1]:54',
			'[fd00::1]:53',
		]);
		for (const bad of ['dns.page', '127.0.0.1:x', '127.0.0.1:0', '[::1', '1.2.3'])
			expect(mistakes({ READER_API_KEY: KEY, READER_DNS_SERVERS: bad }), bad).to.have.length(1);
	});

	it('takes a user agent of printable ASCII only', () => {
		expect(read({ READER_USER_AGENT: 'x'.repeat(200) }).userAgent).to.have.length(200);
		for (const bad of ['x'.repeat(201), 'Ридер', 'a\r\nX: b'])
			expect(mistakes({ READER_API_KEY: KEY, READER_USER_AGENT: bad }), bad).to.have.length(1);
	});

	it('says what each variable means', () => {
		for (const [name, variable] of Object.entries(variables)) expect(variable.about, name).to.have.length.greaterThan(10);
	});
});
