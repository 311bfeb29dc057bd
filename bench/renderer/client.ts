import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { fileURLToPath } from 'node:url';
import type { CoverTemplate } from '@copydesk/domain/cover/template';
import { TEMPLATE_VERSION } from '@copydesk/domain/limits';
import type { CoverText } from '../../services/renderer/src/render.ts';
import { BENCH_KEY } from './server.ts';
import { allocatorEnvironment } from '../../services/renderer/src/allocator.ts';

const SERVER = fileURLToPath(new URL('./server.ts', import.meta.url));

export interface Answer {
	readonly status: number;
	readonly body: Buffer;
}

export interface Server {
	post(path: string, contentType: string, body: Buffer | string): Promise<Answer>;
	get(path: string): Promise<Answer>;
	/** In `ff-square-0.1` when no template is named. */
	cover(draftId: string, text: CoverText, imageId: string, template?: CoverTemplate): Promise<Answer>;
	/** Kilobytes. */
	residentKb(): number;
	stop(): Promise<void>;
}

export async function startServer(dataDir: string, workers: number): Promise<Server> {
	const child = spawn(
		process.execPath,
		['--disable-warning=MODULE_TYPELESS_PACKAGE_JSON', '--disable-warning=ExperimentalWarning', SERVER, dataDir, String(workers)],
		{
			stdio: ['ignore', 'pipe', 'inherit'],
			env: { ...process.env, ...allocatorEnvironment },
		},
	);
	const url = await new Promise<string>((resolve, reject) => {
		let said = '';
		child.stdout.on('data', (chunk: Buffer) => {
			said += chunk.toString();
			const match = /listening on (\S+)/.exec(said);
			if (match?.[1] !== undefined) resolve(match[1]);
		});
		child.once('exit', (code) => reject(new Error(`The server ended with ${code}`)));
	});
	const agent = new Agent({ keepAlive: true, maxSockets: 2_000 });
	const send = (method: string, path: string, headers: Record<string, string | number>, body?: Buffer | string): Promise<Answer> =>
		new Promise((resolve, reject) => {
			const sent = request(url + path, { method, agent, headers: { authorization: `Bearer ${BENCH_KEY}`, ...headers } }, (response) => {
				const chunks: Buffer[] = [];
				response.on('data', (chunk: Buffer) => chunks.push(chunk));
				response.on('error', reject);
				response.on('end', () => resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks) }));
			});
			sent.on('error', reject);
			sent.end(body);
		});
	const post: Server['post'] = (path, contentType, body) =>
		send('POST', path, { 'content-type': contentType, 'content-length': Buffer.byteLength(body) }, body);
	return {
		post,
		get: (path) => send('GET', path, {}),
		async cover(draftId, { title, subtitle, category }, imageId, template = TEMPLATE_VERSION) {
			const answer = await post(
				'/v1/covers',
				'application/json',
				JSON.stringify({ draft_id: draftId, version: 1, template_version: template, title, subtitle, category, image_id: imageId }),
			);
			if (answer.status !== 201) throw new Error(`Expected 201 but received ${answer.status} ${answer.body.toString()}`);
			return answer;
		},
		residentKb: () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]),
		async stop() {
			agent.destroy();
			if (child.exitCode !== null) return;
			const ended = once(child, 'exit');
			child.kill('SIGTERM');
			await ended;
		},
	};
}
