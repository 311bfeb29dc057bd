import { expect } from 'chai';
import { chmodSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureSecrets } from '../../../scripts/desk/secrets.ts';

describe('Secrets of a desk', () => {
	let folder: string;
	beforeEach(() => {
		folder = join(mkdtempSync(join(tmpdir(), 'copydesk-secrets-')), 'secrets');
	});
	afterEach(() => rmSync(join(folder, '..'), { recursive: true, force: true }));
	const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8);

	it('are readable by their owner only, also after somebody opened them up', () => {
		ensureSecrets(folder);
		chmodSync(folder, 0o755);
		chmodSync(join(folder, 'bot-token'), 0o644);
		ensureSecrets(folder);
		expect(modeOf(folder)).to.equal('700');
		expect(new Set(readdirSync(folder).map((name) => modeOf(join(folder, name))))).to.deep.equal(new Set(['600']));
	});

	it('stay the same from start to start and differ from desk to desk', () => {
		const [first, again, other] = [ensureSecrets(folder), ensureSecrets(folder), ensureSecrets(`${folder}-of-another`)];
		const names = [
			'collaboration-key',
			'context-keys',
			'renderer-key',
			'bot-token',
			'webhook-secret',
			'n8n-encryption-key',
			'n8n-owner-password',
		] as const;
		for (const name of names) {
			expect(again.value(name), name).to.equal(first.value(name));
			expect(other.value(name), name).to.not.equal(first.value(name));
			expect(readFileSync(first.file(name), 'utf8').trim(), name).to.equal(first.value(name));
		}
	});

	it('have the shapes that their readers demand', () => {
		const { value } = ensureSecrets(folder);
		expect(value('collaboration-key').length).to.be.at.least(32);
		expect(value('renderer-key').length).to.be.at.least(32);
		expect(value('bot-token')).to.match(/^7000001:[A-Za-z0-9_-]{30,}$/);
		expect(value('webhook-secret')).to.match(/^[A-Za-z0-9_-]{32,256}$/);
		const [kid, key] = value('context-keys').split(':') as [string, string];
		expect(kid).to.match(/^[A-Za-z0-9]+$/);
		expect(Buffer.from(key, 'base64url').length).to.equal(32);
	});
});
