import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { ConfigurationError, oneOf, readConfig, readProtectedFile, secret, urlOf, wholeNumber } from '@copydesk/kit/config';

const shape = {
	PORT: wholeNumber('port', { min: 1, max: 65_535, fallback: 8090 }),
	MODE: oneOf('mode', ['quick', 'slow'], 'slow'),
	BASE_URL: urlOf('base address'),
	KEY: secret('key', { minLength: 32 }),
};
const good = { BASE_URL: 'http://127.0.0.1:1/', KEY: 'k'.repeat(32) };

describe('readConfig', () => {
	let directory = '';
	beforeEach(() => (directory = mkdtempSync(join(tmpdir(), 'copydesk-config-'))));
	afterEach(() => rmSync(directory, { recursive: true }));

	it('reads, falls back and drops the trailing slash of an address', () => {
		expect(readConfig({ ...good, MODE: 'quick' }, shape)).to.deep.equal({
			PORT: 8090,
			MODE: 'quick',
			BASE_URL: 'http://127.0.0.1:1',
			KEY: good.KEY,
		});
	});

	it('reports all mistakes at once, so that one start finds them all', () => {
		const read = () => readConfig({ PORT: 'soon', MODE: 'fast', BASE_URL: 'ftp://x', KEY: 'short' }, shape);
		expect(read).to.throw(ConfigurationError).with.property('mistakes').that.has.length(4);
		expect(read).to.throw('Expected port, a whole number from 1 to 65535, but received "soon"');
	});

	it('never prints a secret that it refuses', () => {
		const mistakes = [{ KEY: 'hunter2' }, { BASE_URL: 'https://me:hunter2@desk.example' }, { BASE_URL: 'https://me:hunt@hunter2@:x' }];
		for (const mistake of mistakes) expect(() => readConfig({ ...good, ...mistake }, shape)).to.throw(/^(?!.*hunter2)/s);
	});

	it('wants https where others could read along: plain http is for this machine and for hosts that are named', () => {
		const read = (BASE_URL: string, COPYDESK_HTTP_HOSTS = '') => readConfig({ ...good, BASE_URL, COPYDESK_HTTP_HOSTS }, shape).BASE_URL;
		for (const url of ['http://localhost:1', 'http://127.0.0.1:1', 'http://127.8.9.1', 'http://[::1]:1', 'https://api.example'])
			expect(read(url), url).to.equal(url);
		for (const url of [
			'http://api.example',
			'http://10.0.0.7:8090',
			'http://renderer:8090',
			'http://localhost.api.example',
			'http://127.0.0.1.api.example',
			'http://[::2]',
		])
			expect(() => read(url), url).to.throw(ConfigurationError, /^[\s\S]*https:.*name .* in COPYDESK_HTTP_HOSTS/);
		expect(read('http://renderer:8090', 'bot-api, Renderer')).to.equal('http://renderer:8090');
		expect(() => read('http://renderer.example', 'bot-api,renderer')).to.throw('COPYDESK_HTTP_HOSTS');
	});

	it('reads a secret from a file, also one that a container mounts readable by all inside', () => {
		const file = join(directory, 'key');
		writeFileSync(file, `${good.KEY}\n`, { mode: 0o444 });
		expect(readConfig({ BASE_URL: good.BASE_URL, KEY_FILE: file }, shape).KEY).to.equal(good.KEY);
		expect(() => readConfig({ ...good, KEY_FILE: file }, shape)).to.throw('either KEY or KEY_FILE, not both');
		expect(() => readConfig({ BASE_URL: good.BASE_URL, KEY_FILE: join(directory, 'nowhere') }, shape)).to.throw('ENOENT');
	});

	it('refuses one secret under two names, and shows it under neither: a thief of one must not have two', () => {
		const two = { ...shape, OTHER_KEY: secret('other key', { optional: true }) };
		const mistake = 'OTHER_KEY: Expected a secret of its own but it is the same as KEY';
		expect(() => readConfig({ ...good, OTHER_KEY: good.KEY }, two))
			.to.throw(ConfigurationError, /^(?!.*kkk)/s)
			.with.property('mistakes')
			.that.deep.equals([mistake]);
		const file = join(directory, 'key');
		writeFileSync(file, `${good.KEY}\n`);
		expect(() => readConfig({ ...good, OTHER_KEY_FILE: file }, two), 'from a file').to.throw(mistake);
		expect(() => readConfig({ ...good, PORT: 'soon', OTHER_KEY: good.KEY }, two), 'among others').to.throw(/PORT: [\s\S]*OTHER_KEY: /);
		expect(readConfig({ ...good, OTHER_KEY: '' }, two).OTHER_KEY, 'not set').to.equal('');
		const shared = { ...shape, OTHER_KEY: { ...secret('other key'), mayEqual: 'KEY' } };
		expect(readConfig({ ...good, OTHER_KEY: good.KEY }, shared).OTHER_KEY, 'of one account').to.equal(good.KEY);
	});

	it('refuses a protected file that others can read', () => {
		const file = join(directory, 'token');
		writeFileSync(file, 'the token\n', { mode: 0o600 });
		expect(readProtectedFile(file)).to.equal('the token');
		chmodSync(file, 0o644);
		expect(() => readProtectedFile(file)).to.throw('readable by others');
	});

	it('accepts group access as systemd sets it, in the secrets folder alone', () => {
		const file = join(directory, 'given');
		const read = (folder: string) => readProtectedFile(file, { CREDENTIALS_DIRECTORY: folder });
		writeFileSync(file, 'the token\n');
		chmodSync(file, 0o440);
		expect(read(directory)).to.equal('the token');
		for (const elsewhere of ['', join(directory, 'elsewhere')]) expect(() => read(elsewhere)).to.throw('readable by others');
		chmodSync(file, 0o444);
		expect(() => read(directory)).to.throw('readable by others');
	});

	it('checks relations between variables', () => {
		expect(() => readConfig(good, shape, (config) => (config.PORT > 80 ? ['PORT: expected a port below 80'] : []))).to.throw('below 80');
	});
});
