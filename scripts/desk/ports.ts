import { execFileSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { quoted } from '@copydesk/domain/text/quoted';
import { shorten } from '@copydesk/domain/text/shorten';
import { allProcesses, listeningSockets, socketsOf } from './listener.ts';

export const HOST = '127.0.0.1';

/** Who listens where by default, and the variable that moves it. */
const PORTS = {
	renderer: { variable: 'RENDERER_PORT', fallback: 8090 },
	collaboration: { variable: 'COLLAB_PORT', fallback: 8091 },
	reader: { variable: 'READER_PORT', fallback: 8092 },
	updates: { variable: 'COLLAB_UPDATES_PORT', fallback: 8093 },
	board: { variable: 'COLLAB_BOARD_PORT', fallback: 8094 },
	sandbox: { variable: 'SANDBOX_PORT', fallback: 8095 },
	n8n: { variable: 'N8N_PORT', fallback: 5678 },
	n8nBroker: { variable: 'N8N_RUNNERS_BROKER_PORT', fallback: 5679 },
} as const;

export type PortName = keyof typeof PORTS;
export type Ports = Readonly<Record<PortName, number>>;
const NAMES = Object.keys(PORTS) as PortName[];

/** @throws Error naming every malformed port variable */
export function readPorts(env: NodeJS.ProcessEnv): Ports {
	const mistakes: string[] = [];
	const ports = Object.fromEntries(
		NAMES.map((name) => {
			const { variable, fallback } = PORTS[name];
			const text = env[variable];
			if (text === undefined || text === '') return [name, fallback];
			const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
			if (!(port >= 1 && port <= 65_535)) mistakes.push(`${variable}: expected a port from 1 to 65535 but received ${quoted(text)}`);
			return [name, port];
		}),
	) as Ports;
	const twice = NAMES.filter((name) => NAMES.some((other) => other !== name && ports[other] === ports[name]));
	if (twice.length > 0 && mistakes.length === 0)
		mistakes.push(
			`${twice.map((name) => PORTS[name].variable).join(' and ')}: ` +
				`expected different ports but received ${ports[twice[0] as PortName]} for each`,
		);
	if (mistakes.length > 0) throw new Error(mistakes.join('\n'));
	return ports;
}

/** These ports as their variables. */
export const portVariables = (ports: Ports): Readonly<Record<string, string>> =>
	Object.fromEntries(NAMES.map((name) => [PORTS[name].variable, String(ports[name])]));

/** Below the ports that systems give to outgoing connections: one of those would be in the way a moment later. */
const FREE_FROM = 15_000;
const FREE_TO = 32_000;
const MAX_TRIES = 100;

/** A port for each name, all free a moment ago, drawn at random so that two who ask at once hardly get the same. */
export async function freePortsFor<Name extends string>(names: readonly Name[]): Promise<Readonly<Record<Name, number>>> {
	const servers: Awaited<ReturnType<typeof listenOn>>[] = [];
	for (let tries = 1; servers.length < names.length; tries += 1) {
		const server = await listenOn(randomInt(FREE_FROM, FREE_TO)).catch((error: NodeJS.ErrnoException) => {
			if (error.code !== 'EADDRINUSE' || tries > MAX_TRIES) throw error;
		});
		if (server !== undefined) servers.push(server);
	}
	const entries = servers.map((server, at) => [names[at] as Name, (server.address() as AddressInfo).port] as const);
	await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
	return Object.fromEntries(entries) as Record<Name, number>;
}

/** For a desk beside another one. */
export const freePorts = (): Promise<Ports> => freePortsFor(NAMES);

/**
 * @returns one sentence for each port that somebody else holds
 */
export async function portsInUse(ports: Ports, names: readonly PortName[]): Promise<string[]> {
	const sentences = await Promise.all(
		names.map(async (name) => {
			const port = ports[name];
			const error = await listenOn(port).then(
				(server) => new Promise<undefined>((resolve) => server.close(() => resolve(undefined))),
				(reason: NodeJS.ErrnoException) => reason,
			);
			if (error === undefined) return undefined;
			const { variable } = PORTS[name];
			if (error.code === 'EACCES') return `Port ${port} for ${name} is not allowed for this user: set ${variable} to one above 1023.`;
			const holder = holderOf(port);
			return (
				`Port ${port} for ${name} is in use${holder === undefined ? '' : ` by ${holder}`}: ` +
				`stop that, or set ${variable} to a free port.`
			);
		}),
	);
	return sentences.filter((sentence) => sentence !== undefined);
}

function listenOn(port: number): Promise<ReturnType<typeof createServer>> {
	return new Promise((resolve, reject) => {
		const server = createServer();
		server.once('error', reject);
		server.listen(port, HOST, () => resolve(server));
	});
}

/** Who listens on a port, as far as this user may know: `node services/x.ts (process 123)`. */
export function holderOf(port: number): string | undefined {
	try {
		const pid =
			process.platform === 'linux'
				? pidFromProc(port)
				: Number(
						execFileSync('lsof', ['-nP', '-t', `-iTCP:${port}`, '-sTCP:LISTEN'], {
							encoding: 'utf8',
							stdio: ['ignore', 'pipe', 'ignore'],
						}).split('\n')[0],
					);
		if (pid === undefined || !(pid > 0)) return undefined;
		return `${commandOf(pid)} (process ${pid})`;
	} catch {
		return undefined;
	}
}

function commandOf(pid: number): string {
	const text =
		process.platform === 'linux'
			? readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
			: execFileSync('ps', ['-o', 'args=', '-p', String(pid)], { encoding: 'utf8' });
	return shorten(text.replace(/\s+/g, ' ').trim(), 100);
}

function pidFromProc(port: number): number | undefined {
	const sockets = listeningSockets(port);
	return sockets.length === 0 ? undefined : allProcesses().find((pid) => socketsOf(pid).some((socket) => sockets.includes(socket)));
}
