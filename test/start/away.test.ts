import { expect } from 'chai';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { openJournal } from '../support/load/journal.ts';
import { killed, outage, warmUp } from '../support/load/scenes.ts';
import { watchSandbox } from '../support/load/watch.ts';
import { timingOf } from '../../bench/report.ts';
import { startDesk } from '../../scripts/desk/desk.ts';
import { freePorts, type Ports } from '../../scripts/desk/ports.ts';
import { SandboxClient } from '../../scripts/desk/sandboxClient.ts';
import { BARE_N8N, ROUGH_PICTURES, fastFolder } from '../support/environment.ts';

const MESSAGES = 12;
const AWAY_MS = 4_000;
/** Promised for a machine that does nothing else; a busy one may be later with some. */
const ANSWERED_WITHIN_MS = 3_000;
const BUSY_WITHIN_MS = 10_000;

describe('An n8n that is killed under messages and presses', function () {
	this.timeout(600_000);
	let data: string;
	let ports: Ports;
	before(async () => {
		ports = await freePorts();
		data = mkdtempSync(join(fastFolder(), 'copydesk-away-'));
	});
	after(() => rmSync(data, { recursive: true, force: true, maxRetries: 5 }));

	for (const [nth, way] of (['polling', 'webhook'] as const).entries())
		it(`answers the presses within 3 s, and all is carried out in order and once when n8n is back, by ${way}`, async () => {
			let readyAtMs = 0;
			const desk = await startDesk({
				data,
				ports,
				way,
				extraEnv: { n8n: BARE_N8N, sandbox: ROUGH_PICTURES },
				tell: ({ name, state }) => (readyAtMs = name === 'n8n' && state === 'ready' ? performance.now() : readyAtMs),
			});
			const [watch, journal] = [await watchSandbox(desk.urls.sandbox), openJournal(data)];
			try {
				const stage = await warmUp(new SandboxClient(desk.urls.sandbox), watch, journal, 10 + nth);
				const { answeredMs, presses, ...came } = await outage(stage, MESSAGES, () => killed(desk, AWAY_MS, () => readyAtMs));
				expect(came).to.include({ lost: 0, twice: 0, outOfOrder: 0, posts: 1 });
				expect(answeredMs).to.have.length(presses);
				expect(presses).to.be.at.least(4);
				expect(timingOf(answeredMs, 1).p50Ms).to.be.below(ANSWERED_WITHIN_MS);
				expect(Math.max(...answeredMs)).to.be.below(BUSY_WITHIN_MS);
			} finally {
				journal.close();
				watch.stop();
				await desk.stop();
			}
		});
});
