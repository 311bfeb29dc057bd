import { expect } from 'chai';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { en } from '../../domain/messages/en.ts';
import { ru } from '../../domain/messages/ru.ts';
import { startDesk } from '../../scripts/desk/desk.ts';
import { freePorts } from '../../scripts/desk/ports.ts';
import { SandboxClient, type Chat, type SandboxState } from '../../scripts/desk/sandboxClient.ts';
import { SANDBOX } from '../../scripts/desk/services.ts';
import { BARE_N8N, ROUGH_PICTURES, fastFolder } from '../support/environment.ts';

const { ownerId: OWNER, editorId: EDITOR } = SANDBOX;
/** What `/cancel` is answered with when nothing is open: one answer to each. */
const ANSWERED_WITHIN_MS = 60_000;

describe('The way on which messages come', function () {
	this.timeout(600_000);
	let data: string;
	before(() => {
		data = mkdtempSync(join(fastFolder(), 'copydesk-ways-'));
	});
	after(() => rmSync(data, { recursive: true, force: true, maxRetries: 5 }));

	it('may be another one at each start, and what was written at the end of one is answered after the next, once', async () => {
		const ports = await freePorts();
		let asked = 0;
		const ask = async (sandbox: SandboxClient): Promise<void> => {
			for (const person of [OWNER, EDITOR]) await sandbox.send(person, '/cancel');
			asked += 1;
		};
		/** That n8n is away, which the service says by itself, is no answer. */
		const answered = ({ messages }: Chat): number =>
			messages.filter(({ from, text = '' }) => from?.is_bot === true && !isAway(text)).length;
		const isAway = (text: string): boolean => [en, ru].some(({ away }) => text === away);
		const counts = ({ chats }: SandboxState): readonly number[] => chats.filter(({ id }) => id === OWNER || id === EDITOR).map(answered);
		for (const way of ['polling', 'webhook', 'graphs', 'polling'] as const) {
			const desk = await startDesk({
				data,
				ports,
				way,
				extraEnv: { n8n: BARE_N8N, sandbox: ROUGH_PICTURES },
			});
			try {
				const sandbox = new SandboxClient(desk.urls.sandbox);
				await ask(sandbox);
				await sandbox.until(`an answer to each by ${way}`, ANSWERED_WITHIN_MS, (state) =>
					state.updates_pending === 0 && counts(state).every((count) => count >= asked) ? true : undefined,
				);
				expect(counts(await sandbox.state()), `${way}: once each`).to.deep.equal([asked, asked]);
				// Nobody waits for these: the desk is stopped with them under way.
				if (way !== 'polling' || asked === 1) await ask(sandbox);
			} finally {
				await desk.stop();
			}
		}
	});
});
