import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { HOST, freePorts } from '../../scripts/desk/ports.ts';
import { startTogether } from '../../scripts/desk/together.ts';
import { bareEnvironment, fastFolder } from '../support/environment.ts';

const MAIN = fileURLToPath(new URL('../../scripts/operator/main.ts', import.meta.url));

describe('The operator’s way into the board', function () {
	this.timeout(120_000);

	it('prints a link that works once, and its session ends when the person is disabled', async () => {
		const data = mkdtempSync(join(fastFolder(), 'copydesk-board-'));
		const ports = await freePorts();
		const extraEnv = { collaboration: { COLLAB_LOG_LEVEL: 'silent', COLLAB_MENU: 'off' } };
		const desk = await startTogether({ data, ports, way: 'graphs', ownN8n: { url: `http://${HOST}:${ports.n8n}` }, extraEnv });
		try {
			const env = { ...bareEnvironment(), COPYDESK_DATA_DIR: data };
			const operator = async (...words: readonly string[]): Promise<string> =>
				(await promisify(execFile)(process.execPath, [MAIN, ...words], { env, timeout: 60_000 })).stdout.trim();
			const link = new URL(await operator('board', 'editor'));
			expect(link.origin).to.equal(`http://${HOST}:${ports.board}`);
			const enter = () =>
				fetch(`${link.origin}/enter`, {
					...{ method: 'POST', redirect: 'manual', headers: { origin: link.origin } },
					body: new URLSearchParams({ link: link.pathname.replace('/enter/', '') }),
				});
			const first = await enter();
			expect(first.status).to.equal(303);
			expect((await enter()).status).to.equal(403);
			const cookie = first.headers.getSetCookie()[0]?.split(';')[0] ?? '';
			const look = async (): Promise<number> => (await fetch(link.origin, { headers: { cookie } })).status;
			expect(await look()).to.equal(200);
			await operator('disable', 'editor', '--yes');
			expect(await look()).to.equal(401);
			await operator('enable', 'editor', '--yes');
			expect(await look(), 'a stolen cookie stays worthless').to.equal(401);
			expect(await operator('audit')).to.include('operator.board');
		} finally {
			await desk.stop();
			rmSync(data, { recursive: true, force: true });
		}
	});
});
