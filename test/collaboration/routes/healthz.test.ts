import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { MIN_FREE_BYTES } from '@copydesk/collaboration/admissions/pictureFiles';
import { openDesk, type DeskOptions } from '../../support/collaboration.ts';

describe('The health of the collaboration service', () => {
	const healthOf = async (options: DeskOptions) => {
		const desk = await openDesk(options);
		try {
			const answer = await fetch(`${desk.url}/healthz`);
			const { checks } = (await answer.json()) as { checks: object };
			return { status: answer.status, checks, logged: desk.logged.join('\n') };
		} finally {
			await desk.close();
		}
	};

	it('is well while the disk has room, and says so when it is full', async () => {
		const well = await healthOf({ freeBytes: () => MIN_FREE_BYTES });
		expect(well).to.deep.include({ status: 200, checks: { database: 'ok', participants: 'ok' } });
		const full = await healthOf({ freeBytes: () => MIN_FREE_BYTES - 1 });
		expect(full).to.deep.include({ status: 503, checks: { database: 'failed', participants: 'ok' } });
		expect(full.logged).to.include('bytes are free');
	});

	it('finds a data directory that cannot be written', async () => {
		const folder = mkdtempSync(join(tmpdir(), 'copydesk-health-'));
		try {
			const picturesDir = join(folder, 'taken');
			writeFileSync(picturesDir, '');
			expect(await healthOf({ picturesDir })).to.deep.include({ status: 503, checks: { database: 'failed', participants: 'ok' } });
		} finally {
			rmSync(folder, { recursive: true, force: true });
		}
	});
});
