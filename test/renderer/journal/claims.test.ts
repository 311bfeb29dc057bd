import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import type { Database } from '@copydesk/kit/database/types';
import { holderText, thisHolder } from '../../../services/renderer/src/identity.ts';
import { LEASE_MS, openClaims, openClaimsDatabase } from '../../../services/renderer/src/journal/claims.ts';
import type { Claims } from '../../../services/renderer/src/journal/claims.ts';
import { sharedPostgres } from '../../support/postgres.ts';

const key = { draftId: 'draft', version: 1 };

for (const engine of ['sqlite', 'postgres'] as const) {
	describe(`Claims on versions, on ${engine}`, () => {
		let url: string;
		let directory: string;
		const opened: Database[] = [];
		let nowMs = 1_000_000;
		let claims: Claims;

		const open = async (holder = thisHolder()): Promise<Claims> => {
			const db = await openClaimsDatabase(url);
			opened.push(db);
			return openClaims(db, holder, () => nowMs);
		};
		beforeEach(async function () {
			directory = mkdtempSync(join(tmpdir(), 'copydesk-claims-'));
			url = engine === 'sqlite' ? `sqlite:${join(directory, 'journal.sqlite')}` : await (await sharedPostgres(this)).createDatabase();
			nowMs = 1_000_000;
			claims = await open();
		});
		afterEach(async () => {
			for (const db of opened.splice(0)) await db.close().catch(() => undefined);
			rmSync(directory, { recursive: true, force: true });
		});

		it('let one of many render, and the next one after it was given back', async () => {
			const others = [claims, await open(), await open()];
			const asked = await Promise.all(Array.from({ length: 30 }, (_, index) => others[index % 3]!.take(key)));
			expect(asked.filter(({ kind }) => kind === 'ours')).to.have.length(1);
			expect((await claims.take({ ...key, version: 2 })).kind, 'another version is free').to.equal('ours');
			const winner = others[asked.findIndex(({ kind }) => kind === 'ours') % 3]!;
			const loser = others.find((other) => other !== winner)!;
			await loser.release(key);
			expect((await loser.take(key)).kind, 'only the holder gives it back').to.equal('held');
			await winner.release(key);
			expect((await loser.take(key)).kind).to.equal('ours');
		});

		it('end with their lease when nobody can tell what became of the holder', async () => {
			const elsewhere = await open({ host: 'elsewhere', pid: 1, nonce: '000000000000' });
			expect((await elsewhere.take(key)).kind).to.equal('ours');
			expect(await claims.take(key)).to.deep.equal({ kind: 'held', holder: 'elsewhere~1~000000000000' });
			expect(await claims.takeFrom(key, 'elsewhere~1~000000000000')).to.equal(false);
			nowMs += LEASE_MS;
			expect((await claims.take(key)).kind).to.equal('held');
			nowMs += 1;
			expect((await claims.take(key)).kind).to.equal('ours');
			await elsewhere.release(key);
			expect((await elsewhere.take(key)).kind, 'what it no longer holds, it cannot give back').to.equal('held');
		});

		it('of a dead process of this machine are free at once: when met, and at the start of another', async () => {
			const dead = { ...thisHolder(), pid: 2 ** 22 + 1 };
			const deadClaims = await open(dead);
			await deadClaims.take(key);
			expect(await claims.take(key)).to.deep.equal({ kind: 'held', holder: holderText(dead) });
			expect(await claims.takeFrom(key, holderText(dead))).to.equal(true);
			expect((await claims.take(key)).kind).to.equal('ours');

			const other = { ...key, version: 7 };
			await deadClaims.take(other);
			const started = await open();
			expect((await started.take(other)).kind).to.equal('ours');
			expect((await started.take(key)).kind, 'the living keep theirs').to.equal('held');
		});
	});
}
