/**
 * What n8n keeps: whoever gets hold of its folder, a backup for instance, finds no key in its bytes, and nothing of what
 * they find opens anything.
 */
import { expect } from 'chai';
import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureSecrets } from '../../scripts/desk/secrets.ts';
import type { SecretName } from '../../scripts/desk/secrets.ts';
import { startDesk } from '../support/desk.ts';
import type { Desk } from '../support/desk.ts';
import { CHANNEL, OWNER, buttonOf, peopleOf } from '../support/people.ts';

/** Everything but n8n's own encryption key, which its settings file holds by design, and the bcrypt'ed password. */
const NAMES: readonly SecretName[] = [
	'collaboration-key',
	'context-keys',
	'renderer-key',
	'bot-token',
	'webhook-secret',
	'ai-key',
	'ai-image-key',
];
/** A signed context: three parts, the first of which begins `{"alg"` or `{"kid"`. */
const CONTEXT = /eyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{40,}\.[A-Za-z0-9_-]{43}/g;

describe('What n8n keeps', function () {
	this.timeout(300_000);
	let data: string;
	let desk: Desk | undefined;
	before(() => {
		data = mkdtempSync(join(tmpdir(), 'copydesk-kept-'));
	});
	after(async () => {
		await desk?.stop();
		rmSync(data, { recursive: true, force: true, maxRetries: 5 });
	});

	const files = (): string[] =>
		readdirSync(join(data, 'n8n'), { recursive: true, encoding: 'utf8' })
			.filter((name) => !name.includes('node_modules'))
			.map((name) => join(data, 'n8n', name))
			.filter((path) => statSync(path).isFile());
	const valuesOf = (names: readonly SecretName[]): [SecretName, string][] => {
		const secrets = ensureSecrets(join(data, 'secrets'));
		// Of the context keys only the key itself is secret, not its name.
		return names.map((name) => [name, secrets.value(name).split(':').at(-1) as string]);
	};
	const found = (secrets: readonly [SecretName, string][]): string[] =>
		files().flatMap((path) => {
			const bytes = readFileSync(path);
			return secrets.filter(([, value]) => bytes.includes(value)).map(([name]) => `${name} in ${path.slice(data.length)}`);
		});
	const contexts = (): Set<string> => new Set(files().flatMap((path) => readFileSync(path, 'latin1').match(CONTEXT) ?? []));

	async function publishAPost(): Promise<void> {
		const people = peopleOf((desk as Desk).urls.sandbox);
		await people.send(OWNER, '/post The new bridge opens on Monday at 9:00 and is 120 metres long.');
		const preview = await people.see(OWNER, 'a preview', (message) => buttonOf(message, 'publish') !== undefined, 120_000);
		await people.press(OWNER, preview, 'publish');
		await people.see(CHANNEL, 'the post', (message) => message.photo !== undefined);
		await people.see(OWNER, 'the notice', (message) => /published/i.test(message.text ?? ''));
	}

	it('holds no key in any byte after an evening, in rows or in what deleted rows left', async () => {
		desk = await startDesk({ dataDir: data });
		await publishAPost();
		const inForce = valuesOf(NAMES);
		await desk.stop();
		expect(found(inForce)).to.deep.equal([]);
	});

	it('keeps contexts that nobody takes any more after the next start, even with the service key', async () => {
		const kept = [...contexts()];
		expect(kept.length, 'or this test looks for the wrong thing').to.be.greaterThan(0);
		desk = await startDesk({ dataDir: data });
		expect(found(valuesOf(NAMES))).to.deep.equal([]);
		const answers = await Promise.all(
			kept.slice(0, 20).map(async (_svc) => {
				const answer = await fetch(`${(desk as Desk).urls.collaboration}/materials/list`, {
					method: 'POST',
					headers: { 'Content-Type': 'application/json', 'X-Copydesk-Key': (desk as Desk).secrets.collaborationKey },
					body: JSON.stringify({ _svc }),
				});
				return [answer.status, ((await answer.json()) as { code: string }).code];
			}),
		);
		expect(answers).to.deep.equal(answers.map(() => [401, 'context_invalid']));
	});

	it('goes on working after the secrets were renewed: the messenger, n8n and the service agree', async () => {
		await publishAPost();
	});

	it('lets no program but its own see a key: n8n and the renderer know neither the bot token nor the AI key', () => {
		const { services } = JSON.parse(readFileSync(join(data, 'run', 'desk.json'), 'utf8')) as { services: Record<string, { pid: number }> };
		const secrets = ensureSecrets(join(data, 'secrets'));
		const seen = Object.entries(services).flatMap(([name, { pid }]) => {
			const environment = readFileSync(`/proc/${pid}/environ`, 'latin1');
			const keys: SecretName[] = [...NAMES, 'n8n-encryption-key', 'n8n-owner-password'];
			return keys.filter((key) => environment.includes(secrets.value(key))).map((key) => `${name} sees ${key}`);
		});
		expect(Object.keys(services)).to.have.members(['sandbox', 'renderer', 'collaboration', 'n8n']);
		expect(seen).to.deep.equal([]);
	});

	it('refuses what is larger than an update, and lets not even its owner make a key for its public interface', async () => {
		const { n8n } = (desk as Desk).urls;
		const large = await fetch(`${n8n}/webhook/copydesk`, {
			method: 'POST',
			headers: { 'Content-Type': 'application/json', 'X-Telegram-Bot-Api-Secret-Token': (desk as Desk).secrets.webhookSecret },
			body: JSON.stringify({ update_id: 1, filler: 'x'.repeat(1_200_000) }),
		});
		expect(large.status).to.be.within(400, 500);
		const login = await fetch(`${n8n}/rest/login`, {
			method: 'POST',
			headers: { 'Content-Type': 'application/json' },
			body: JSON.stringify({ emailOrLdapLoginId: 'owner@copydesk.local', password: (desk as Desk).secrets.n8nOwnerPassword }),
		});
		const [cookie = ''] = login.headers.getSetCookie();
		expect(cookie).to.match(/SameSite=Strict/i);
		const made = await fetch(`${n8n}/rest/api-keys`, {
			method: 'POST',
			headers: { 'Content-Type': 'application/json', Cookie: cookie.split(';')[0] as string },
			body: JSON.stringify({ label: 'test', expiresAt: null, scopes: ['workflow:list', 'workflow:read'] }),
		});
		expect(made.status).to.equal(404);
	});
});
