import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect } from 'chai';
import { readRendererConfig } from '../../../services/renderer/src/config.ts';

const KEY = 'k'.repeat(32);
const mistakesOf = (env: Record<string, string>): readonly string[] => {
	try {
		readRendererConfig(env);
		return [];
	} catch (error) {
		return (error as { mistakes: readonly string[] }).mistakes;
	}
};

describe('The configuration of the renderer', () => {
	it('needs nothing but a key, and then stays on this machine', () => {
		const config = readRendererConfig({ RENDERER_API_KEY: KEY });
		expect(config).to.include({
			host: '127.0.0.1',
			port: 8090,
			apiKey: KEY,
			dataDir: resolve('.data/renderer'),
			databaseUrl: `sqlite:${resolve('.data/renderer/journal.sqlite')}`,
		});
		expect(config.store).to.deep.equal({ kind: 'file', directory: resolve('.data/renderer/assets') });
		expect(config.concurrency).to.be.greaterThan(0);
	});

	it('counts the characters of the key: 32 are enough, 31 are not', () => {
		expect(mistakesOf({ RENDERER_API_KEY: 'k'.repeat(32) })).to.deep.equal([]);
		expect(mistakesOf({ RENDERER_API_KEY: 'k'.repeat(31) })).to.have.length(1);
		expect(mistakesOf({ RENDERER_API_KEY: '' })).to.have.length(1);
	});

	it('reads the key from a file instead, never from both', () => {
		const directory = mkdtempSync(join(tmpdir(), 'copydesk-config-'));
		try {
			const file = join(directory, 'key');
			writeFileSync(file, `${KEY}\n`, { mode: 0o600 });
			expect(readRendererConfig({ RENDERER_API_KEY_FILE: file }).apiKey).to.equal(KEY);
			expect(mistakesOf({ RENDERER_API_KEY_FILE: file, RENDERER_API_KEY: KEY })).to.have.length(1);
			const database = join(directory, 'database');
			writeFileSync(database, 'postgres://renderer:secret@db.example/desk\n');
			expect(readRendererConfig({ RENDERER_API_KEY: KEY, RENDERER_DATABASE_URL_FILE: database }).databaseUrl).to.equal(
				'postgres://renderer:secret@db.example/desk',
			);
			expect(mistakesOf({ RENDERER_API_KEY_FILE: join(directory, 'none') })).to.have.length(1);
		} finally {
			rmSync(directory, { recursive: true });
		}
	});

	it('names every mistake at once, by its variable', () => {
		const mistakes = mistakesOf({
			RENDERER_HOST: 'not a host',
			RENDERER_PORT: '65536',
			RENDERER_DATABASE_URL: 'mysql://x',
			RENDERER_STORE: 'http://x',
			RENDERER_CONCURRENCY: '1.5',
		});
		expect(mistakes.map((mistake) => mistake.split(':')[0])).to.have.members([
			'RENDERER_HOST',
			'RENDERER_PORT',
			'RENDERER_API_KEY',
			'RENDERER_DATABASE_URL',
			'RENDERER_STORE',
			'RENDERER_CONCURRENCY',
		]);
	});

	it('accepts a folder or a bucket as the store, and asks for what a bucket needs', () => {
		const storeOf = (address: string, more: Record<string, string> = {}) =>
			readRendererConfig({ RENDERER_API_KEY: KEY, RENDERER_STORE: address, ...more }).store;
		expect(storeOf('file:')).to.deep.equal({ kind: 'file', directory: resolve('.data/renderer/assets') });
		expect(storeOf('file:/srv/assets')).to.deep.equal({ kind: 'file', directory: '/srv/assets' });
		expect(storeOf('file:///srv/assets')).to.deep.equal({ kind: 'file', directory: '/srv/assets' });
		expect(storeOf('file:assets')).to.deep.equal({ kind: 'file', directory: resolve('assets') });
		const bucket = {
			RENDERER_S3_ENDPOINT: 'https://s3.example.test/',
			RENDERER_S3_ACCESS_KEY_ID: 'id1',
			RENDERER_S3_SECRET_ACCESS_KEY: 'secret',
		};
		expect(storeOf('s3://covers/desk/one/', bucket)).to.deep.equal({
			kind: 's3',
			endpoint: 'https://s3.example.test',
			region: 'us-east-1',
			bucket: 'covers',
			prefix: 'desk/one',
			accessKeyId: 'id1',
			secretAccessKey: 'secret',
		});
		expect(storeOf('s3://covers', bucket)).to.include({ bucket: 'covers', prefix: '' });
		expect(mistakesOf({ RENDERER_API_KEY: KEY, RENDERER_STORE: 's3://covers/desk' })).to.have.length(3);
		for (const wrong of ['s3://', 's3://UPPER/x', 's3://x', 's3://covers//x', 's3://covers/../x', 'file://host/x', 'assets', '/srv']) {
			expect(mistakesOf({ RENDERER_API_KEY: KEY, RENDERER_STORE: wrong, ...bucket }), wrong).to.have.length(1);
		}
	});
});
