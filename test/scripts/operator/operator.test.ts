import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { openDatabase } from '@copydesk/kit/database/open';
import { CHANNEL, EDITOR, OWNER, publish, textUpdate } from '../../support/collaboration.ts';
import { claimedPost, newSetup, operator, startService, type Setup, type ServiceProcess } from '../../support/collaborationProcess.ts';
import { startFakeMessenger, type FakeMessenger } from '../../support/messenger.ts';

describe("The operator's command", function () {
	this.timeout(60_000);
	let messenger: FakeMessenger;
	let setup: Setup;
	let service: ServiceProcess;
	const run = (...args: string[]) => operator(setup.env, ...args);

	before(async () => {
		messenger = await startFakeMessenger();
		setup = newSetup(messenger.url, { MAIN_WEBHOOK_URL: 'http://127.0.0.1:9/webhook/copydesk', MAIN_WEBHOOK_SECRET: 'the-secret' });
		service = await startService(setup.env);
	});
	after(async () => {
		await service.stop();
		await messenger.close();
		setup.remove();
	});

	const admitted = async (from: number) =>
		(await service.post('/event', { update: textUpdate(from, '/post hello'), execution_id: '1' })).body.admitted as boolean;

	it('lists what it can do, and leaves with 2 when it does not understand', async () => {
		const help = await run('help');
		expect(help.code).to.equal(0);
		for (const action of [
			'status',
			'participants set',
			'disable editor',
			'enable editor',
			'reconcile',
			'resume',
			'onboard',
			'audit verify',
			'audit [--follow]',
			'backup',
			'rollback',
			'webhook set',
			'webhook info',
			'webhook delete',
		])
			expect(help.output).to.include(action);
		expect(help.output.split('\n').filter((line) => line.length > 150)).to.deep.equal([]);
		const unknown = await run('publish');
		expect(unknown.code).to.equal(2);
		expect(unknown.complaint)
			.to.match(/^There is no action "publish"\nUsage: /)
			.and.to.include('webhook delete');
	});

	it('says of one action what belongs to it alone', async () => {
		const asked = await run('backup', '--help');
		expect(asked.code).to.equal(0);
		expect(asked.output).to.include('backup <file>').and.to.not.include('restore');
		const half = await run('webhook');
		expect(half.code).to.equal(2);
		expect(half.complaint)
			.to.match(/^There is no action "webhook"\n/)
			.and.to.include('webhook info')
			.and.to.not.include('backup');
	});

	it('names what is not there in words', async () => {
		expect((await run('resume', 'p404', '--yes')).complaint).to.include('there is no draft p404');
		const backup = await run('backup', join(setup.env['COPYDESK_DATA_DIR'] ?? '/tmp', 'no-folder', 'copy.sqlite'));
		expect(backup.code).to.equal(2);
		expect(backup.complaint).to.match(/^There is no folder .*no-folder\n$/);
	});

	it('takes people by numeric ids only, and asks before it does anything', async () => {
		for (const args of [
			['--owner', '@olga', '--editor', '1002'],
			['--owner', 'olga'],
			['--owner', '-5'],
			['--owner', '1001', '--editor', '1001'],
			['--owner', '1001', '--username', 'x'],
			[],
		]) {
			const refused = await run('participants', 'set', ...args, '--yes');
			expect(refused.code, args.join(' ')).to.equal(2);
		}
		const unasked = await run('participants', 'set', '--owner', '1001', '--editor', '1002');
		expect(unasked.code).to.equal(1);
		expect(unasked.complaint).to.include('--yes').and.to.include('Nothing was done');
		expect(await admitted(OWNER)).to.equal(false);
	});

	it('sets the two, and the running service knows them at once', async () => {
		const set = await run('participants', 'set', '--owner', '1001', '--editor', '1002', '--owner-name', 'Olga Owner', '--yes', '--json');
		expect(set.code).to.equal(0);
		expect(JSON.parse(set.output)).to.deep.equal({
			participants: [
				{ userId: 1001, chatId: 1001, role: 'owner', active: true, displayName: 'Olga Owner' },
				{ userId: 1002, chatId: 1002, role: 'editor', active: true, displayName: 'Editor' },
			],
		});
		expect(await admitted(OWNER)).to.equal(true);
	});

	it('says what is spoken with each of them, in a language that the desk has', async () => {
		const both = ['participants', 'set', '--owner', '1001', '--editor', '1002'];
		expect((await run(...both, '--language', 'fi', '--yes')).complaint).to.match(/one of en, ru, .* but received "fi"/);
		const long = await run(...both, '--owner-name', 'O'.repeat(65), '--yes');
		expect([long.code, long.complaint]).to.satisfy(
			([code, said]: [number, string]) => code === 2 && said.includes('at most 64 characters'),
		);
		const set = await run(...both, '--language', 'en', '--editor-language', 'ru', '--yes');
		expect(set.output).to.include('owner: 1001 Olga Owner, en').and.include('editor: 1002 Editor, ru');
		expect((await run(...both, '--yes')).output, 'it stays').to.include('editor: 1002 Editor, ru');
	});

	it('disables and enables the editor, at once, and never the owner', async () => {
		expect((await run('disable', 'owner', '--yes')).code).to.equal(2);
		expect((await run('disable', 'editor', '--yes')).code).to.equal(0);
		expect(await admitted(EDITOR)).to.equal(false);
		expect((await run('status')).output).to.include('editor 1002 Editor — disabled');
		expect((await run('enable', 'editor', '--yes')).code).to.equal(0);
		expect(await admitted(EDITOR)).to.equal(true);
	});

	it('rolls back to the owner alone, which keeps everything and can be taken back', async () => {
		expect((await run('rollback', 'everything', '--yes')).code).to.equal(2);
		const rolled = await run('rollback', '--yes');
		expect(rolled.code, rolled.complaint).to.equal(0);
		expect(rolled.output).to.include('1002').and.include('enable editor');
		expect([await admitted(EDITOR), await admitted(OWNER)]).to.deep.equal([false, true]);
		const again = await run('rollback', '--yes', '--json');
		expect(JSON.parse(again.output)).to.deep.include({ restored_workflows: false });
		await run('enable', 'editor', '--yes');
		expect(await admitted(EDITOR)).to.equal(true);
	});

	it('writes what it did to the audit, shows it, and verifies the chain', async () => {
		const rows = (await run('audit', '--json')).output;
		expect((JSON.parse(rows) as { rows: { action: string }[] }).rows.map(({ action }) => action)).to.include.members([
			'operator.participants_set',
			'operator.editor_disabled',
			'operator.editor_enabled',
			'operator.rollback',
		]);
		const intact = await run('audit', 'verify');
		expect([intact.code, /intact/.test(intact.output)]).to.deep.equal([0, true]);
		const db = await openDatabase(setup.env['COLLAB_DATABASE_URL'] as string);
		const [{ action } = {}] = await db.query('select action from audit where seq = 2');
		await db.runScript(`drop trigger audit_no_update; update audit set action = 'forged' where seq = 2`);
		const forged = await run('audit', 'verify', '--json');
		expect(forged.code).to.equal(1);
		expect((JSON.parse(forged.output) as { findings: unknown }).findings).to.deep.equal([
			{ seq: 2, kind: 'changed', message: 'Row 2 was changed after it was written' },
		]);
		await db.query('update audit set action = $1 where seq = 2', [action as string]);
		await db.close();
		expect((await run('audit', 'verify')).code).to.equal(0);
	});

	it('holds the audit against a head that was kept elsewhere', async () => {
		const head = /^Head: (\d+:[0-9a-f]{64})$/m.exec((await run('audit', 'verify')).output)?.[1] as string;
		const kept = await run('audit', 'verify', '--contains', head);
		expect([kept.code, kept.output.includes(`It contains row ${head.split(':')[0]} as it was kept.`)]).to.deep.equal([0, true]);
		expect((await run('audit', 'verify', '--contains', `1:${'0'.repeat(64)}`)).code).to.equal(1);
		expect((await run('audit', 'verify', '--contains', 'head')).code).to.equal(2);
	});

	it('backs up while the service runs, into files of its own, and never over another', async () => {
		const file = join(setup.directory, 'backup.sqlite');
		const done = await run('backup', file);
		expect(done.code, done.complaint).to.equal(0);
		expect(statSync(file).mode & 0o777).to.equal(0o600);
		expect((await run('backup', file)).code).to.equal(2);
		const restored = await operator(
			{ ...setup.env, COLLAB_DATABASE_URL: `sqlite:${file}`, COLLAB_PARTICIPANTS_URL: `sqlite:${file}.participants` },
			'status',
		);
		expect(restored.output).to.include('owner 1001 Olga Owner');
	});

	it('says what the messenger knows of the webhook, sets and deletes it, and keeps waiting updates', async () => {
		messenger.calls.length = 0;
		const own = (more: Record<string, string>) => operator({ ...setup.env, ...more }, 'webhook', 'set', '--yes');
		// The service finds n8n at an address of its own, which the messenger never sees: it would be deaf.
		const refusals = [
			await run('webhook', 'set', '--yes'),
			await run('webhook', 'set', '--url', 'http://desk.example/updates', '--yes'),
			await own({ COLLAB_UPDATES: 'polling', PUBLIC_WEBHOOK_URL: 'https://desk.example/updates' }),
		];
		expect(refusals.map(({ code }) => code)).to.deep.equal([2, 2, 2]);
		expect(refusals.map(({ complaint }) => /PUBLIC_WEBHOOK_URL|https address|polls for updates/.exec(complaint)?.[0])).to.deep.equal([
			'PUBLIC_WEBHOOK_URL',
			'https address',
			'polls for updates',
		]);
		expect(messenger.calls).to.deep.equal([]);
		expect((await own({ PUBLIC_WEBHOOK_URL: 'https://desk.example/webhook/copydesk' })).code).to.equal(0);
		const itself = { COLLAB_UPDATES: 'webhook', COLLAB_UPDATES_SECRET: 'S'.repeat(32), COLLAB_UPDATES_URL: 'https://desk.example/updates' };
		expect((await own(itself)).code).to.equal(0);
		expect((await run('webhook', 'set', '--url', 'https://desk.example/webhook/other', '--yes')).code).to.equal(0);
		expect((await run('webhook', 'info')).output).to.include('pending_update_count');
		expect((await run('webhook', 'delete', '--yes')).code).to.equal(0);
		const rest = {
			secret_token: 'the-secret',
			allowed_updates: ['message', 'edited_message', 'callback_query', 'my_chat_member', 'message_reaction_count'],
			max_connections: 5,
			drop_pending_updates: false,
		};
		expect(messenger.calls.map(({ method, fields }) => [method, fields])).to.deep.equal([
			['setWebhook', { url: 'https://desk.example/webhook/copydesk', ...rest }],
			['setWebhook', { url: 'https://desk.example/updates', ...rest, secret_token: 'S'.repeat(32) }],
			['setWebhook', { url: 'https://desk.example/webhook/other', ...rest }],
			['getWebhookInfo', {}],
			['deleteWebhook', { drop_pending_updates: false }],
		]);
		messenger.next({ refuse: 401, description: 'Unauthorized' });
		const refused = await run('webhook', 'info');
		expect(refused.code).to.equal(1);
		expect(refused.complaint).to.include('401 Unauthorized').and.not.to.include('AAHtest');
	});

	it('says what it needs when it is not told', async () => {
		const env = { ...setup.env };
		delete (env as Record<string, string>)['MESSENGER_TOKEN_FILE'];
		const refused = await operator(env, 'webhook', 'info');
		expect(refused.code).to.equal(1);
		expect(refused.complaint).to.include('MESSENGER_TOKEN_FILE');
		const nowhere = await operator({ ...setup.env, COLLAB_PORT: '9' }, 'onboard', '--yes');
		expect([nowhere.code, /is it running\?/.test(nowhere.complaint)]).to.deep.equal([1, true]);
	});

	it('finds its databases by file too, where their addresses hold passwords', async () => {
		const { COLLAB_DATABASE_URL, COLLAB_PARTICIPANTS_URL, ...rest } = setup.env as Record<string, string>;
		const files = { COLLAB_DATABASE_URL, COLLAB_PARTICIPANTS_URL, COLLAB_PARTICIPANTS_ADMIN_URL: COLLAB_PARTICIPANTS_URL };
		const named = Object.entries(files).map(([name, url]) => {
			const file = join(setup.directory, name);
			writeFileSync(file, `${url}\n`, { mode: 0o600 });
			return [`${name}_FILE`, file];
		});
		const found = await operator({ ...rest, ...Object.fromEntries(named) }, 'status');
		expect([found.code, found.output.includes('owner 1001 Olga Owner')], found.complaint).to.deep.equal([0, true]);
		expect((await operator({ ...rest, ...Object.fromEntries(named) }, 'enable', 'editor', '--yes')).code).to.equal(0);
	});

	it('settles an unconfirmed delivery once', async () => {
		const at = await claimedPost(service, setup, messenger);
		messenger.rule(({ fields }) => (Number(fields['chat_id']) === CHANNEL ? 'lost_after' : undefined));
		await publish(service, at._svc, at);
		messenger.rule(undefined);

		const facts = JSON.parse((await run('status', '--json')).output) as { unknown_deliveries: { delivery_id: string }[] };
		const deliveryId = facts.unknown_deliveries[0]?.delivery_id as string;
		for (const args of [
			[deliveryId],
			[deliveryId, '--sent'],
			[deliveryId, '--sent', '12', '--not-sent'],
			['--not-sent'],
			[deliveryId, '--sent', 'https://t.me/c/1/12'],
		])
			expect((await run('reconcile', ...args, '--yes')).code, args.join(' ')).to.equal(2);
		const settled = await run('reconcile', deliveryId, '--sent', '12', '--yes', '--json');
		expect(JSON.parse(settled.output)).to.deep.equal({
			delivery_id: deliveryId,
			status: 'sent',
			message_id: 12,
			material: { draft_key: at.draft_key, version: 1, state: 'published' },
		});
		const again = await run('reconcile', deliveryId, '--not-sent', '--yes');
		expect([again.code, again.complaint.trim()]).to.deep.equal([
			1,
			`state_conflict: ${deliveryId} is sent; only an unknown delivery is reconciled`,
		]);
		expect((await run('reconcile', 'd_nothing', '--not-sent', '--yes')).code).to.equal(1);
	});
});
