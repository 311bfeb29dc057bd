import { expect } from 'chai';
import { chmodSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RENEWED_AT_START, ensureSecrets } from '../../../scripts/desk/secrets.ts';

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

	it('are renewed at a start where executions keep them, so that what an old backup of n8n holds opens nothing', () => {
		const before = ensureSecrets(folder);
		const after = ensureSecrets(folder, { renewed: RENEWED_AT_START });
		expect(RENEWED_AT_START).to.have.members(['webhook-secret', 'context-keys', 'updates-secret']);
		for (const name of RENEWED_AT_START) {
			expect(after.value(name), name).to.not.equal(before.value(name));
			expect(ensureSecrets(folder).value(name), `${name} for a caller who asks later`).to.equal(after.value(name));
		}
		expect(after.value('n8n-encryption-key')).to.equal(before.value('n8n-encryption-key'));
	});

	it('that come from a person replace what was made, in files as protected as the others', () => {
		ensureSecrets(folder);
		chmodSync(join(folder, 'bot-token'), 0o644);
		const given = ensureSecrets(folder, { given: { 'bot-token': '123456789:from-BotFather' } });
		expect(given.value('bot-token')).to.equal('123456789:from-BotFather');
		expect(readFileSync(given.file('bot-token'), 'utf8')).to.equal('123456789:from-BotFather');
		expect(modeOf(given.file('bot-token'))).to.equal('600');
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
