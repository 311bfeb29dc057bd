import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ALLOWED_UPDATES } from '@copydesk/domain/event/allowedUpdates';
import { readCollaborationConfig } from '@copydesk/collaboration/config';
import { ConfigurationError } from '@copydesk/kit/config';
import { readReaderConfig } from '@copydesk/reader/config';
import { readRendererConfig } from '@copydesk/renderer/config';
import { readSandboxConfig } from '@copydesk/sandbox/config';
import { endCommands, runToFile } from './command.ts';

import { assignFolder } from './kind.ts';
import type { LiveConfig } from './live.ts';
import type { UpdatesMode } from '@copydesk/collaboration/version';
import { openParticipants } from '@copydesk/collaboration/operator';
import { usePrivateUmask } from '@copydesk/kit/umask';
import { prepareN8n, publishGraphs, wipeFreedPages } from './n8n.ts';
import { once } from './once.ts';
import { fillOwnN8n } from './ownN8n.ts';
import { QUIET_NODE, ROOT } from './paths.ts';
import { portsInUse, type PortName, type Ports } from './ports.ts';
import { RunFile, endLeftovers, runningDesk } from './runFiles.ts';
import { RENEWED_AT_START, RENEWED_BESIDE_OWN_N8N, ensureSecrets, type Secrets } from './secrets.ts';
import {
	SANDBOX,
	givenSecrets,
	n8nSettingOf,
	n8nSpec,
	ownServiceSpec,
	programOf,
	serviceEnvironment,
	urlsOf,
	writeOperatorEnvironment,
} from './services.ts';
import type { DeskSetting, OwnN8n, ServiceName, Urls } from './services.ts';
import { Supervised, type ServiceNews } from './supervise.ts';
import { backupBeforeUpgrade } from './upgrade.ts';

export interface Desk {
	readonly urls: Urls;
	readonly secrets: Secrets;
	readonly ports: Ports;
	readonly data: string;
	/** Sends the signal to the program alone; after its end it is started again. */
	kill(service: ServiceName, signal: NodeJS.Signals): void;
	/** Stops everything, in order. Safe to call twice. */
	stop(): Promise<void>;
	/** The services that were told to stop and still run. */
	stopping(): string[];
}

export interface StartOptions {
	readonly data: string;
	readonly ports: Ports;
	/** How messages reach it; by default it asks for them. */
	readonly way?: UpdatesMode;
	readonly live?: LiveConfig;
	readonly env?: DeskSetting['env'];
	/** An n8n that is there already; without it the desk starts its own. */
	readonly ownN8n?: OwnN8n;
	/** Where our services listen; by default on this machine alone. */
	readonly host?: string;
	readonly extraEnv?: DeskSetting['extraEnv'];
	/** Gives the start up and stops what already runs. */
	readonly signal?: AbortSignal;
	/** Told of each service's changes, and of what is done meanwhile. */
	tell?(news: ServiceNews): void;
}

/** Something about this machine that a person has to settle before the desk can start. */
export class CannotStart extends Error {}

/**
 * Checks and prepares before anything runs: no other desk uses the folder, the ports are free, the keys exist.
 * @throws CannotStart
 */
export async function settle(options: StartOptions): Promise<DeskSetting> {
	const { data, ports, live, way = 'polling', env, ownN8n, host, extraEnv, tell = () => undefined } = options;
	const already = runningDesk(data);
	if (already !== undefined)
		throw new CannotStart(
			`A desk is already running on ${data} (process ${already.starter.pid}): stop it first, or set COPYDESK_DATA_DIR to another folder.`,
		);
	mkdirSync(data, { recursive: true, mode: 0o700 });
	const notOurs = assignFolder(data, live === undefined ? 'sandbox' : 'live');
	if (notOurs !== undefined) throw new CannotStart(notOurs);
	if (live !== undefined) await demandSamePeople(data, live);
	for (const name of await endLeftovers(data)) tell({ name, state: 'stopped', text: 'was left over from an earlier start' });
	const needed: PortName[] = [
		...servicesOf(live),
		...(way === 'webhook' ? (['updates'] as const) : []),
		...(live === undefined ? (['board'] as const) : []),
		...(ownN8n === undefined ? (['n8n', 'n8nBroker'] as const) : []),
	];
	const taken = await portsInUse(ports, needed);
	if (taken.length > 0) throw new CannotStart(taken.join('\n'));
	const setting: DeskSetting = {
		...{ data, ports, way },
		secrets: ensureSecrets(join(data, 'secrets'), {
			given: givenSecrets(live),
			renewed: ownN8n === undefined ? RENEWED_AT_START : RENEWED_BESIDE_OWN_N8N,
		}),
		...(live === undefined ? {} : { live }),
		...(ownN8n === undefined ? {} : { ownN8n }),
		...(host === undefined ? {} : { host }),
		...(env === undefined ? {} : { env }),
		...(extraEnv === undefined ? {} : { extraEnv }),
	};
	demandConfigurations(setting);
	const backup = await backupBeforeUpgrade(data, Date.now());
	if (backup !== undefined) tell({ name: 'databases', state: 'starting', text: `a newer release: the copy from before it is ${backup}` });
	writeOperatorEnvironment(setting);
	await setParticipants(setting);
	return setting;
}

const servicesOf = (live: LiveConfig | undefined): readonly Exclude<ServiceName, 'n8n'>[] =>
	live === undefined ? ['sandbox', 'renderer', 'reader', 'collaboration'] : ['renderer', 'reader', 'collaboration'];

const READERS = {
	sandbox: readSandboxConfig,
	renderer: readRendererConfig,
	reader: readReaderConfig,
	collaboration: readCollaborationConfig,
} as const;

/** Each service judges its own variables before any of them runs. @throws ConfigurationError with the mistakes of all */
function demandConfigurations(setting: DeskSetting): void {
	const mistakes = servicesOf(setting.live).flatMap((name) => {
		try {
			READERS[name](serviceEnvironment(setting, name));
			return [];
		} catch (error) {
			if (!(error instanceof ConfigurationError)) throw error;
			return error.mistakes;
		}
	});
	if (mistakes.length > 0) throw new ConfigurationError(mistakes);
}

/**
 * Brings the whole desk up and returns once it takes work.
 * @throws CannotStart before anything is started, ServiceDidNotStart after everything was stopped again
 */
export async function startDesk(options: StartOptions): Promise<Desk> {
	const { data, ports, live, way = 'polling', ownN8n, tell = () => undefined } = options;
	// n8n and every service inherit it.
	usePrivateUmask();
	const setting = await settle(options);
	const runFile = new RunFile(data, ports);
	const running = new Map<ServiceName, Supervised>();
	const spawned = (name: string, pid: number): void => runFile.service(name, pid);
	const stop = once(async () => {
		// First what gives work, then what does it, last what all of them talk to.
		for (const name of ['n8n', 'collaboration', 'renderer', 'reader', 'sandbox'] as const) await running.get(name)?.stop();
		if (ownN8n === undefined) wipe(data, tell);
		runFile.remove();
	});
	let givenUp = false;
	const launch = async (name: ServiceName, supervised: Supervised): Promise<void> => {
		if (givenUp) return;
		running.set(name, supervised);
		await supervised.start();
	};

	try {
		const own = servicesOf(live).map((name) => {
			const program = programOf(ROOT, name);
			if (program === undefined) throw new CannotStart(`The service ${name} is not in this checkout.`);
			return launch(name, new Supervised(ownServiceSpec(setting, name, program), tell, spawned));
		});
		const n8n = async (): Promise<void> => {
			const told = ownN8n === undefined ? await prepareN8n(n8nSettingOf(setting)) : await fillOwnN8n(ownN8n, n8nSettingOf(setting));
			if (told.length > 0) tell({ name: 'n8n', state: 'starting', text: told.join(', ') });
			if (ownN8n !== undefined) return;
			await launch(
				'n8n',
				new Supervised(
					n8nSpec(setting, (demandOurs) => publish(setting, tell, demandOurs)),
					tell,
					spawned,
				),
			);
		};
		const all = [...own, n8n()];
		await Promise.race([Promise.all(all), aborted(options.signal)]).catch(async (error: unknown) => {
			givenUp = true;
			endCommands();
			for (const service of running.values()) await service.stop();
			await Promise.allSettled(all);
			throw error;
		});
		// The two other ways are the service's own.
		if (way === 'graphs') await setWebhook(setting);
		runFile.ready();
	} catch (error) {
		await stop();
		throw error;
	}
	return {
		urls: urlsOf(setting),
		secrets: setting.secrets,
		ports,
		data,
		kill: (name, signal) => running.get(name)?.kill(signal),
		stop,
		stopping: () => [...running.values()].filter(({ state }) => state === 'stopping').map(({ spec }) => spec.name),
	};
}

/** What n8n deleted is gone from its bytes too while nothing runs. A database that cannot be wiped now is wiped by the next start. */
function wipe(data: string, tell: (news: ServiceNews) => void): void {
	try {
		wipeFreedPages(data);
	} catch (error) {
		tell({ name: 'n8n', state: 'stopped', text: `its database could not be compacted: ${(error as Error).message}` });
	}
}

/** Settles only when the start is given up. */
function aborted(signal: AbortSignal | undefined): Promise<never> {
	return new Promise((_resolve, reject) => {
		const give = (): void => reject(new CannotStart('Stopped before everything was up.'));
		if (signal?.aborted === true) give();
		signal?.addEventListener('abort', give, { once: true });
	});
}

async function publish(setting: DeskSetting, tell: (news: ServiceNews) => void, demandOurs: () => void): Promise<void> {
	for (const text of await publishGraphs(n8nSettingOf(setting), demandOurs)) tell({ name: 'n8n', state: 'starting', text });
}

export const participantsFile = (data: string): string => join(data, 'collaboration', 'participants.sqlite');

/** The stored ids decide who may publish, so a start accepts only the ids of `.env`, which a person can read. */
async function demandSamePeople(data: string, live: LiveConfig): Promise<void> {
	const participants = openParticipants(`sqlite:${participantsFile(data)}`);
	const stored = await participants.all();
	await participants.close();
	const idOf = (role: string): number | undefined => stored.find((person) => person.role === role)?.userId;
	const differing = [
		['owner', idOf('owner'), live.OWNER_USER_ID],
		['editor', idOf('editor'), live.EDITOR_USER_ID],
	].filter(([, known, wanted]) => known !== wanted);
	if (stored.length === 0 || differing.length === 0) return;
	throw new CannotStart(
		[
			...differing.map(([role, known, wanted]) => `The desk in ${data} has ${String(known ?? 'nobody')} as ${role}, .env says ${wanted}.`),
			'Put the stored ids into .env, or change who takes part, by name or by id:',
			'  npm run live:setup -- --change people',
			`  npm run operator -- --live participants set --owner ${live.OWNER_USER_ID} --editor ${live.EDITOR_USER_ID}`,
		].join('\n'),
	);
}

/** Who the people are is the operator's to say; on a new desk it is said here, by the operator's own tool. */
async function setParticipants(setting: DeskSetting): Promise<void> {
	const { data, live } = setting;
	if (existsSync(participantsFile(data))) return;
	const owner = String(live?.OWNER_USER_ID ?? SANDBOX.ownerId);
	const editor = String(live?.EDITOR_USER_ID ?? SANDBOX.editorId);
	const { OWNER_NAME: ownerName, EDITOR_NAME: editorName } =
		live ?? ({ OWNER_NAME: SANDBOX.ownerName, EDITOR_NAME: SANDBOX.editorName } as const);
	const names = [
		...(ownerName === undefined ? [] : [`--owner-name=${ownerName}`]),
		...(editorName === undefined ? [] : [`--editor-name=${editorName}`]),
	];
	mkdirSync(join(data, 'collaboration'), { recursive: true, mode: 0o700 });
	const result = await runToFile(
		process.execPath,
		[...QUIET_NODE, join('scripts', 'operator', 'main.ts'), 'participants', 'set', '--owner', owner, '--editor', editor, ...names, '--yes'],
		{
			cwd: ROOT,
			env: serviceEnvironment(setting, 'collaboration'),
			timeoutMs: 60_000,
		},
	);
	if (result.code !== 0) throw new Error(`The participants could not be set:\n${result.output.trim()}`);
}

/** Tells the messenger where to bring updates. Saying it again changes nothing. */
export async function setWebhook(setting: DeskSetting): Promise<void> {
	const { secrets } = setting;
	const urls = urlsOf(setting);
	const say = () =>
		fetch(`${urls.messenger}/bot${secrets.value('bot-token')}/setWebhook`, {
			method: 'POST',
			headers: { 'Content-Type': 'application/json' },
			body: JSON.stringify({
				url: urls.updates,
				secret_token: secrets.value('webhook-secret'),
				allowed_updates: ALLOWED_UPDATES,
			}),
			signal: AbortSignal.timeout(30_000),
		});
	let answer = await say();
	// The messenger takes one a second, and somebody may have set another just before.
	for (let left = 3; answer.status === 429 && left > 0; left -= 1) {
		await answer.body?.cancel();
		await sleep(1_100);
		answer = await say();
	}
	const text = await answer.text();
	// The address holds the token, so it is in no message.
	if (!answer.ok) throw new Error(`The messenger refused the webhook: ${answer.status} ${text.slice(0, 300)}`);
}
