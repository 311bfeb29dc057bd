import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { CHANNEL, EDITOR, OWNER } from '../support/collaboration.ts';
import { claimedPost, newSetup, operator, startService, type Setup, type ServiceProcess } from '../support/collaborationProcess.ts';
import { startFakeMessenger, type FakeMessenger } from '../support/messenger.ts';
import { openDatabase } from '@copydesk/kit/database/open';

describe('The collaboration service as a process', function () {
	this.timeout(60_000);
	let messenger: FakeMessenger;
	let setup: Setup;
	beforeEach(async () => {
		messenger = await startFakeMessenger();
		setup = newSetup(messenger.url);
		await operator(setup.env, 'participants', 'set', '--owner', String(OWNER), '--editor', String(EDITOR), '--yes');
	});
	afterEach(async () => {
		await messenger.close();
		setup.remove();
	});

	it('does not start with mistakes, and names all of them without a secret', async () => {
		const refused = await startService({ ...setup.env, COLLAB_SERVICE_KEY: 'short', COLLAB_CONTRACT: '9' }).catch(
			(error: Error) => error.message,
		);
		expect(refused).to.include('COLLAB_SERVICE_KEY').and.to.include('COLLAB_CONTRACT').and.not.to.include('AAHtest');
	});

	it('says which variable names a database that does not answer', async () => {
		const refused = await startService({ ...setup.env, COLLAB_DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }).catch(
			(error: Error) => error.message,
		);
		expect(refused).to.include('did not start. COLLAB_DATABASE_URL: ');
	});

	it('stops cleanly and leaves no instance behind', async () => {
		const service = await startService(setup.env);
		expect(await service.stop()).to.equal(0);
		const db = await openDatabase(setup.env['COLLAB_DATABASE_URL'] as string);
		expect(await db.query('select * from instance')).to.deep.equal([]);
		await db.close();
	});

	describe('told to stop while the messenger is slow with a publication', () => {
		let letThrough: () => void;
		let atMessenger: Promise<void>;

		/** Every later request waits inside the messenger until it is let through. */
		function slowDown(): void {
			const gate = new Promise<void>((resolve) => (letThrough = resolve));
			atMessenger = new Promise((resolve) => {
				messenger.reset({
					async arrived({ method }) {
						if (method === 'sendPhoto') resolve();
						await gate;
						return true;
					},
				});
			});
			messenger.knowFile('file-9');
		}

		const outcome = async (): Promise<unknown> => {
			const db = await openDatabase(setup.env['COLLAB_DATABASE_URL'] as string);
			const rows = await db.query("select state from delivery where operation = 'publish'");
			await db.close();
			return rows;
		};

		it('publishes and answers, however often Ctrl-C reaches it: from the terminal, and once more from each program above', async () => {
			const service = await startService(setup.env, { detached: true });
			const at = await claimedPost(service, setup, messenger);
			slowDown();
			const answer = publish(service, at);
			await atMessenger;
			for (const signal of ['SIGINT', 'SIGINT', 'SIGTERM', 'SIGHUP', 'SIGINT'] as const) {
				process.kill(-(service.child.pid as number), signal);
				await sleep(70);
			}
			letThrough();
			expect((await answer).body.delivery).to.include({ status: 'sent' });
			expect(await service.ended).to.equal(0);
			expect(await outcome()).to.deep.equal([{ state: 'sent' }]);
		});

		it('writes the outcome down even when the caller has gone, because n8n is stopped first', async () => {
			const service = await startService(setup.env, { detached: true });
			const at = await claimedPost(service, setup, messenger);
			slowDown();
			const leaving = new AbortController();
			const answer = publish(service, at, leaving.signal).catch(() => 'left');
			await atMessenger;
			leaving.abort();
			expect(await answer).to.equal('left');
			process.kill(-(service.child.pid as number), 'SIGINT');
			// A service that does not wait has ended by then.
			await sleep(500);
			letThrough();
			expect(await service.ended).to.equal(0);
			expect(await outcome()).to.deep.equal([{ state: 'sent' }]);
		});
	});

	const publish = (service: ServiceProcess, { _svc, draft_key }: { _svc: string; draft_key: string }, signal?: AbortSignal) =>
		service.post('/messenger', { _svc, operation: 'publish', purpose: 'publish', entity_key: 'x', draft_key, version: 1 }, signal);

	// The first delivery is the preview, the second the publication.
	const deaths: readonly [string, number][] = [
		['delivery.sending_committed#3', 0],
		['delivery.before_request#3', 0],
		['messenger.connected#3', 0],
		['delivery.answered#3', 1],
	];
	for (const [point, posts] of deaths) {
		it(`killed at ${point} leaves a publication that nobody knows about, and never sends it again`, async () => {
			const dying = await startService({ ...setup.env, COPYDESK_FAULT_POINT: point });
			const at = await claimedPost(dying, setup, messenger);
			await publish(dying, at).catch(() => undefined);
			expect(await dying.ended).to.equal('SIGKILL');
			const next = await startService(setup.env);
			try {
				const answer = await publish(next, at);
				expect(answer.body.delivery).to.include({ status: 'unknown', error_code: 'process_died', repeated: true });
				expect(messenger.accepted.filter(({ fields }) => Number(fields['chat_id']) === CHANNEL)).to.have.length(posts);
			} finally {
				await next.stop();
			}
		});
	}

	it('killed after the outcome was written has lost nothing: published, once', async () => {
		const dying = await startService({ ...setup.env, COPYDESK_FAULT_POINT: 'delivery.settled#3' });
		const at = await claimedPost(dying, setup, messenger);
		await publish(dying, at).catch(() => undefined);
		expect(await dying.ended).to.equal('SIGKILL');
		const next = await startService(setup.env);
		try {
			expect((await publish(next, at)).body.delivery).to.include({ status: 'sent', repeated: true });
			expect((await next.post('/materials/read', { _svc: at._svc, draft_key: at.draft_key })).body.material).to.include({
				state: 'published',
			});
			expect(messenger.accepted.filter(({ fields }) => Number(fields['chat_id']) === CHANNEL)).to.have.length(1);
		} finally {
			await next.stop();
		}
	});
});
