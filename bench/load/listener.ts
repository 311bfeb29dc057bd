// The listener of the collaboration service alone, without n8n: posts side by side, and beside it a bare server that stores nothing.

import { fork } from 'node:child_process';
import { Agent, createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { openDatabase } from '@copydesk/kit/database/open';
import { freePorts } from '../../scripts/desk/ports.ts';
import { prepareRoles } from '../../test/faults/stage.ts';
import { startFakeMessenger } from '../../test/support/messenger.ts';
import { postgresBin, startPostgres } from '../../test/support/postgresServer.ts';
import { OWNER, addPeople, people, startProcess } from '../collaboration/process.ts';
import { timingOf } from '../report.ts';

/** As many as the messenger opens by default. */
const CONNECTIONS = 40;
const ROUNDS = 10;
const WARM_UP_ROUNDS = 5;
const SECRET = 'the-secret-of-the-listener-of-the-bench-01234';

export interface Listened {
	readonly what: string;
	readonly tookMs: readonly number[];
	/** Its 99th percentile, divided by the bare server's. */
	readonly ratio: number;
}

/** In turns, so that a machine that slows down slows each. */
export async function measureListeners(posts: number): Promise<readonly Listened[]> {
	const directory = mkdtempSync(join(tmpdir(), 'copydesk-listener-'));
	const messenger = await startFakeMessenger();
	const ends: (() => Promise<void>)[] = [async () => messenger.close()];
	try {
		const bare = fork(import.meta.filename, { execArgv: process.execArgv });
		ends.push(async () => void bare.kill());
		const bareUrl = await new Promise<string>((resolve) => bare.once('message', resolve));
		const servers = [{ what: 'a bare server that stores nothing', url: bareUrl }];
		const serve = async (what: string, url: string, participantsUrl: string): Promise<void> => {
			const { updates: port } = await freePorts();
			const service = await startProcess(directory, url, participantsUrl, messenger.urlFor('bench'), {
				COLLAB_UPDATES: 'webhook',
				COLLAB_UPDATES_SECRET: SECRET,
				COLLAB_UPDATES_PORT: String(port),
				// It takes what is handed on, and nothing comes of it.
				MAIN_WEBHOOK_URL: bareUrl,
				MAIN_WEBHOOK_SECRET: SECRET.toUpperCase(),
			});
			ends.push(() => service.stop());
			servers.push({ what, url: `http://127.0.0.1:${port}/updates` });
		};
		const participantsUrl = `sqlite:${join(directory, 'participants.sqlite')}`;
		await people(participantsUrl);
		await serve('the desk on SQLite', `sqlite:${join(directory, 'collaboration.sqlite')}`, participantsUrl);
		if (postgresBin() === undefined) console.warn('!! SKIPPED: PostgreSQL is not installed');
		else {
			const server = await startPostgres({ durable: true });
			ends.push(() => server.stop());
			await prepareRoles(server);
			const owner = await openDatabase(server.urlOf('copydesk', 'copydesk_owner'));
			await addPeople(owner);
			await owner.close();
			const url = server.urlOf('copydesk', 'copydesk_service');
			await serve('the desk on PostgreSQL', url, url);
		}
		const all = servers.map(({ what, url }) => ({ what, url, tookMs: [] as number[] }));
		for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round += 1) {
			for (const { url, tookMs } of all) {
				const took = await postAll(url, posts);
				if (round >= 0) tookMs.push(...took);
				await pause(300);
			}
		}
		const p99 = all.map(({ tookMs }) => timingOf(tookMs, 1).p99Ms);
		return all.map(({ what, tookMs }, index) => ({ what, tookMs, ratio: (p99[index] ?? 0) / (p99[0] ?? 1) }));
	} finally {
		for (const end of ends.toReversed()) await end();
		rmSync(directory, { recursive: true, force: true });
	}
}

let updates = 0;
function newUpdate(): Buffer {
	updates += 1;
	const from = { id: OWNER + (updates % 2), is_bot: false, first_name: 'Olga' };
	const message = {
		message_id: updates,
		date: 1,
		from,
		chat: { id: from.id, type: 'private' },
		text: 'A post about our Saturday hours, please',
	};
	return Buffer.from(JSON.stringify({ update_id: updates, message }));
}

async function postAll(url: string, posts: number): Promise<readonly number[]> {
	const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
	try {
		return await Promise.all(Array.from({ length: posts }, newUpdate).map((update) => postOne(url, agent, update)));
	} finally {
		agent.destroy();
	}
}

/** @returns milliseconds from handing it to the connection to the answer's end */
function postOne(url: string, agent: Agent, update: Buffer): Promise<number> {
	return new Promise((resolve, reject) => {
		let sentMs = 0;
		const headers = {
			'content-type': 'application/json',
			'content-length': update.length,
			'x-telegram-bot-api-secret-token': SECRET,
		};
		const request = httpRequest(url, { method: 'POST', agent, headers }, (response) => {
			response.resume().once('end', () => {
				if (response.statusCode === 200) resolve(performance.now() - sentMs);
				else reject(new Error(`The listener answered ${response.statusCode}`));
			});
		});
		// Until it has a connection it waits in the client, unseen.
		request.once('socket', () => (sentMs = performance.now()));
		request.once('error', reject);
		request.end(update);
	});
}

/** As a process of its own, the bare server. */
if (process.send !== undefined) {
	const server = createServer((request, response) => {
		request.resume().once('end', () => response.writeHead(200, { 'Content-Length': 0 }).end());
	}).listen(0, '127.0.0.1', () => process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}/updates`));
}
