import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import sharp from 'sharp';

import { openDatabase } from '@copydesk/kit/database/open';
import { EDITOR, OWNER, newExecutionId, textUpdate } from '../../support/collaboration.ts';
import { newSetup, operator, startService } from '../../support/collaborationProcess.ts';
import { startFakeMessenger } from '../../support/messenger.ts';

describe('A service that is killed with -9 while it takes a photo', function () {
	this.timeout(60_000);

	it('has stored nothing of the event, and takes the same photo when the messenger brings it again', async () => {
		const messenger = await startFakeMessenger();
		messenger.serveFile(
			'f1',
			await sharp({ create: { width: 900, height: 700, channels: 3, background: '#336699' } })
				.jpeg()
				.toBuffer(),
		);
		const imported: string[] = [];
		const renderer = createServer((request, response) => {
			const hash = createHash('sha256');
			request.on('data', (chunk: Buffer) => hash.update(chunk));
			request.on('end', () => {
				const image_id = `sha256:${hash.digest('hex')}`;
				imported.push(image_id);
				response.writeHead(201, { 'Content-Type': 'application/json' }).end(JSON.stringify({ image_id }));
			});
		}).listen(0, '127.0.0.1');
		await once(renderer, 'listening');
		const setup = newSetup(messenger.url, {
			RENDERER_URL: `http://127.0.0.1:${(renderer.address() as AddressInfo).port}`,
			RENDERER_API_KEY: 'r'.repeat(32),
		});
		try {
			await operator(setup.env, 'participants', 'set', '--owner', String(OWNER), '--editor', String(EDITOR), '--yes');
			const db = await openDatabase(setup.env['COLLAB_DATABASE_URL'] as string);
			const { text: _none, ...message } = textUpdate(EDITOR, '').message;
			const photo = [{ file_id: 'f1', width: 900, height: 700 }];
			const update = { update_id: 77, message: { ...message, photo, caption: 'Our harbour tram opens on Saturday' } };
			for (const label of ['photo.downloaded', 'photo.imported', '']) {
				const service = await startService({ ...setup.env, COPYDESK_FAULT_POINT: label });
				await db.query('insert into picture_right (user_id, event_key, said_at_ms) values ($1, $2, 1) on conflict do nothing', [
					EDITOR,
					'u:1',
				]);
				const answer = service.post('/event', { update, execution_id: newExecutionId() });
				if (label !== '') {
					expect(await answer.catch(() => 'gone'), label).to.equal('gone');
					expect(await service.ended, label).to.equal('SIGKILL');
					expect(await db.query('select event_key from event', []), label).to.deep.equal([]);
					continue;
				}
				expect((await answer).body.intent.picture).to.deep.equal({ image_id: imported.at(-1) });
				await service.stop();
			}
			expect(new Set(imported), 'one and the same picture').to.have.property('size', 1);
			await db.close();
		} finally {
			setup.remove();
			renderer.close();
			await messenger.close();
		}
	});
});
