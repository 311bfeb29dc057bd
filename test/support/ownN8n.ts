/** An n8n that is somebody else's: real, with an owner and keys of its public API. */
import { expect } from 'chai';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { delimiter, dirname } from 'node:path';
import { n8nCompiled, n8nProgram } from '../../scripts/desk/n8n.ts';
import type { Ports } from '../../scripts/desk/ports.ts';
import { BARE_N8N, bareEnvironment } from './environment.ts';
import { until } from './until.ts';

export interface Answer {
	readonly status: number;
	readonly headers: Headers;
	readonly body: Record<string, unknown>;
}

export interface OwnN8n {
	readonly url: string;
	call(path: string, init?: RequestInit): Promise<Answer>;
	/** The same with the cookie of its owner. */
	asOwner(path: string, body?: unknown): Promise<Answer>;
	/** @param scopes all that there are, if none are named */
	keyWith(label: string, scopes?: readonly string[]): Promise<string>;
	stop(): Promise<void>;
}

export const posted = (body: unknown, headers: Record<string, string> = {}): RequestInit => ({
	method: 'POST',
	headers: { 'Content-Type': 'application/json', ...headers },
	body: JSON.stringify(body),
});

/** What such an n8n is started with, and its command line too. */
export const ownN8nEnvironment = (folder: string, ports: Ports): NodeJS.ProcessEnv => ({
	...bareEnvironment(),
	PATH: `${dirname(process.execPath)}${delimiter}${process.env['PATH'] ?? ''}`,
	HOME: folder,
	NODE_ENV: 'production',
	NODE_COMPILE_CACHE: n8nCompiled(),
	N8N_USER_FOLDER: folder,
	N8N_RUNNERS_BROKER_PORT: String(ports.n8nBroker),
	N8N_DIAGNOSTICS_ENABLED: 'false',
	N8N_PORT: String(ports.n8n),
	N8N_LISTEN_ADDRESS: '127.0.0.1',
	N8N_DISABLED_MODULES: 'mcp-registry,instance-ai,chat-hub,insights',
	...BARE_N8N,
	N8N_PROGRAM: n8nProgram(),
});

/** Starts it, and makes its owner, or logs in where it has one. */
export async function startOwnN8n(folder: string, env: NodeJS.ProcessEnv, hasOwner = false): Promise<OwnN8n> {
	const running = spawn(n8nProgram(), ['start'], { env, cwd: folder, stdio: 'ignore' });
	const url = `http://127.0.0.1:${env['N8N_PORT']}`;
	const call = async (path: string, init: RequestInit = {}): Promise<Answer> => {
		const answer = await fetch(`${url}${path}`, init);
		return { status: answer.status, headers: answer.headers, body: (await answer.json().catch(() => ({}))) as Record<string, unknown> };
	};
	// Its interface answers while parts of it are not there yet.
	const succeeded = (...request: Parameters<typeof call>) =>
		until(async () => {
			const answer = await call(...request).catch(() => undefined);
			return answer?.status === 200 && answer;
		}, 500);
	const stop = async (): Promise<void> => {
		if (running.exitCode !== null || running.signalCode !== null) return;
		const end = once(running, 'exit');
		running.kill('SIGTERM');
		const timer = setTimeout(() => running.kill('SIGKILL'), 15_000);
		await end;
		clearTimeout(timer);
	};
	try {
		await succeeded('/healthz/readiness');
		const [email, password] = ['olga@example.com', 'A-password-of-1-owner'];
		const login = posted({ emailOrLdapLoginId: email, password });
		const setUp = posted({ email, firstName: 'Olga', lastName: 'Owner', password });
		const cookie = (await (hasOwner ? succeeded('/rest/login', login) : succeeded('/rest/owner/setup', setUp))).headers
			.getSetCookie()
			.map((each) => each.split(';')[0])
			.join('; ');
		const all = ((await call('/rest/api-keys/scopes', { headers: { cookie } })).body['data'] ?? []) as string[];
		return {
			...{ url, call, stop },
			asOwner: (path, body) => call(path, body === undefined ? { headers: { cookie } } : posted(body, { cookie })),
			async keyWith(label, scopes = all) {
				const made = await call('/rest/api-keys', posted({ label, expiresAt: null, scopes }, { cookie }));
				expect(made.status, JSON.stringify(made.body)).to.equal(200);
				return (made.body['data'] as { rawApiKey: string }).rawApiKey;
			},
		};
	} catch (error) {
		await stop();
		throw error;
	}
}
