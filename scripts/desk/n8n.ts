import { existsSync, readFileSync } from 'node:fs';
import { chmod, copyFile, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { n8nRuntimeFolder, n8nVersion } from '../setup/n8nRuntime.mjs';
import { VERSION, type Contract } from '@copydesk/collaboration/version';
import { fill } from '../workflows/fill.ts';
import type { Graph } from '../workflows/graph.ts';
import { arePutIn, importedOf, readImported, writeImported } from '../workflows/imported.ts';
import { backUpGraphs } from '../workflows/backup.ts';
import { N8nApi } from '../workflows/n8nApi.ts';
import { N8nCommand, type CredentialToImport } from '../workflows/n8nCommand.ts';
import { readGraphSet } from '../workflows/sets.ts';
import { basesOf, decide, isOtherContract, replace } from '../workflows/theirs.ts';
import { runToFile } from './command.ts';
import { programEnvironment } from './environment.ts';
import { WEBHOOK_PATH, webhookPath } from './live.ts';
import { builtPackage } from './package.ts';
import { ROOT } from './paths.ts';
import { HOST, type Ports } from './ports.ts';
import { readOrMake, type Secrets } from './secrets.ts';
import { backupBeforeOtherN8n } from './upgrade.ts';

export const OWNER_EMAIL = 'owner@copydesk.local';
const UNPACK_TIMEOUT_MS = 60_000;
const LIVE_TIMEOUT_MS = 60_000;
const TABLES_TIMEOUT_MS = 180_000;
/** What the package was tried with. */
export const N8N_VERSION = n8nVersion(ROOT);
const PACKAGE = 'n8n-nodes-copydesk';
/**
 * In MiB. With this bound n8n held 719 MiB in all under 300 requests at once; without one V8 keeps some 300 MiB of what n8n's start
 * leaves behind. What a person says in NODE_OPTIONS comes after it and wins.
 */
export const N8N_HEAP = '--max-old-space-size=768 --max-semi-space-size=8';

export interface N8nSetting {
	/** The desk's data folder. */
	readonly data: string;
	readonly ports: Ports;
	readonly secrets: Secrets;
	readonly credentials: readonly CredentialToImport[];
	/** Which graphs it holds: those for the contract that the desk serves. */
	readonly contract: () => Promise<Contract>;
	/** The desk's, in which its clock goes off; an IANA name. */
	readonly timeZone: string;
	/** Where people reach it, if that is not this machine: for links and webhook addresses in the editor. */
	readonly publicUrl?: string;
	/** How the addresses of its webhooks begin, if not with `webhook`. */
	readonly webhookEndpoint?: string;
	/** Where several processes share the work: how each finds the others' database and queue. */
	readonly queue?: NodeJS.ProcessEnv;
}

const runtime = (): string => n8nRuntimeFolder(ROOT);
const versionThatRuns = (): string =>
	(JSON.parse(readFileSync(join(runtime(), 'node_modules', 'n8n', 'package.json'), 'utf8')) as { version: string }).version;
export const n8nProgram = (): string => join(runtime(), 'node_modules', 'n8n', 'bin', 'n8n');
/** What n8n is compiled to is kept beside it, for every checkout that runs it: a start takes a third more without. */
export const n8nCompiled = (): string => join(runtime(), 'compiled');
/** The unused database of an n8n of this release. */
const emptyDatabase = (): string => join(runtime(), 'empty.sqlite');
export const n8nUrl = (ports: Ports): string => `http://${HOST}:${ports.n8n}`;
const home = (data: string): string => join(data, 'n8n');
/** Beside n8n's database, so that it is removed together with it. */
export const importedFile = (data: string): string => join(home(data), '.n8n', 'copydesk-imported.json');

/** What n8n is started with; each variable is there for a reason given in the documentation of n8n or beside it. */
export function n8nEnvironment({
	data,
	ports,
	secrets,
	timeZone,
	publicUrl,
	webhookEndpoint,
	queue,
}: Omit<N8nSetting, 'contract'>): NodeJS.ProcessEnv {
	const url = publicUrl ?? n8nUrl(ports);
	const own = {
		// Error answers carry stack traces otherwise.
		NODE_ENV: 'production',
		NODE_OPTIONS: `${N8N_HEAP} ${process.env.NODE_OPTIONS ?? ''}`.trim(),
		NODE_COMPILE_CACHE: n8nCompiled(),
		N8N_USER_FOLDER: home(data),
		N8N_ENCRYPTION_KEY_FILE: secrets.file('n8n-encryption-key'),
		N8N_HOST: HOST,
		N8N_LISTEN_ADDRESS: HOST,
		N8N_PORT: String(ports.n8n),
		N8N_RUNNERS_BROKER_PORT: String(ports.n8nBroker),
		N8N_RUNNERS_BROKER_LISTEN_ADDRESS: HOST,
		N8N_WEBHOOK_URL: `${url}/`,
		N8N_EDITOR_BASE_URL: url,
		// The hour and the day of the daily offer are those of the desk; without this, n8n uses New York's.
		GENERIC_TIMEZONE: timeZone,
		// The editor is reached by http on this machine.
		N8N_SECURE_COOKIE: 'false',
		N8N_SAMESITE_COOKIE: 'strict',
		// An update of the messenger is a few kilobytes; pictures never pass through n8n's webhook.
		N8N_PAYLOAD_SIZE_MAX: '1',
		N8N_FORMDATA_FILE_SIZE_MAX: '1',
		...(webhookEndpoint === undefined ? {} : { N8N_ENDPOINT_WEBHOOK: webhookEndpoint }),
		// Nothing here needs it.
		N8N_PUBLIC_API_DISABLED: 'true',
		// Two people cannot have so many posts under way; a flood waits instead of taking all memory. Children do not count.
		N8N_CONCURRENCY_PRODUCTION_LIMIT: '20',
		N8N_INSTANCE_OWNER_MANAGED_BY_ENV: 'true',
		N8N_INSTANCE_OWNER_EMAIL: OWNER_EMAIL,
		N8N_INSTANCE_OWNER_FIRST_NAME: 'Copydesk',
		N8N_INSTANCE_OWNER_LAST_NAME: 'Owner',
		N8N_INSTANCE_OWNER_PASSWORD_HASH_FILE: ownerPasswordHashFile(secrets),
		// The desk unpacks the package; the editor must not install another one.
		N8N_UNVERIFIED_PACKAGES_ENABLED: 'false',
		N8N_VERIFIED_PACKAGES_ENABLED: 'false',
		// Nothing calls home, and nothing tries to on a machine without network.
		N8N_DIAGNOSTICS_ENABLED: 'false',
		N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
		N8N_TEMPLATES_ENABLED: 'false',
		N8N_PERSONALIZATION_ENABLED: 'false',
		N8N_HIRING_BANNER_ENABLED: 'false',
		N8N_DISABLED_MODULES: 'mcp-registry,instance-ai,chat-hub,insights',
		// An isolate is taken only where an expression is evaluated: a step to a child graph then costs a quarter.
		N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE: 'true',
		// What an isolate begins with is compiled once and not for each; the next ones are made beside the work, not in its way.
		N8N_EXPRESSION_ENGINE_COMPILE_CACHE: 'true',
		N8N_EXPRESSION_ENGINE_POOL_SIZE: '3',
		N8N_EXPRESSION_ENGINE_OBSERVABILITY_ENABLED: 'false',
		N8N_BLOCK_ENV_ACCESS_IN_NODE: 'true',
		// Executions hold temporary context; failed ones are kept a day for looking into.
		EXECUTIONS_DATA_MAX_AGE: '24',
		// n8n only marks a run as gone at first. Main's runs have the webhook's secret in them: a minute, not an hour.
		EXECUTIONS_DATA_HARD_DELETE_BUFFER: '0',
		EXECUTIONS_DATA_PRUNE_HARD_DELETE_INTERVAL: '1',
		EXTERNAL_HOOK_FILES: join(ROOT, 'scripts', 'desk', 'n8nHooks.cjs'),
		N8N_GRACEFUL_SHUTDOWN_TIMEOUT: '10',
		N8N_PYTHON_ENABLED: 'false',
		...queue,
	};
	return programEnvironment(own, ['N8N_', 'EXECUTIONS_', 'DB_SQLITE_', 'GENERIC_']);
}

/** n8n takes the owner's password as a bcrypt hash; its own library makes it, once. */
function ownerPasswordHashFile(secrets: Secrets): string {
	const file = `${secrets.file('n8n-owner-password')}-hash`;
	readOrMake(file, () => {
		const { hashSync } = createRequire(join(runtime(), 'package.json'))('bcryptjs') as { hashSync(text: string, rounds: number): string };
		return hashSync(secrets.value('n8n-owner-password'), 10);
	});
	return file;
}

/**
 * Removes what n8n deleted from the bytes of its database: runs that it only marked as gone so far, and pages whose rows
 * are gone. Only while n8n does not run.
 */
export function wipeFreedPages(data: string): void {
	const file = join(home(data), '.n8n', 'database.sqlite');
	if (!existsSync(file)) return;
	const db = new DatabaseSync(file);
	try {
		const marks = db.prepare("select 1 from pragma_table_info('execution_entity') where name = 'deletedAt'").get() !== undefined;
		if (marks) db.exec('pragma foreign_keys = on; delete from execution_entity where deletedAt is not null');
		db.exec('pragma secure_delete = on; vacuum; pragma wal_checkpoint(truncate)');
	} finally {
		db.close();
	}
}

/**
 * Puts into an n8n that is not running what has to be there before it runs: the package, credentials that it does not have yet,
 * which only its command line stores under an id of ours, and other graphs than those it would run. All else is cheaper once
 * it runs (`publishGraphs`), because each start of its command line takes seconds.
 * @returns what was done, for people
 */
export async function prepareN8n(setting: N8nSetting): Promise<string[]> {
	const done: string[] = [];
	await mkdir(home(setting.data), { recursive: true, mode: 0o700 });
	await chmod(home(setting.data), 0o700);
	await forgetCrash(setting.data);
	wipeFreedPages(setting.data);
	if (setting.queue === undefined) {
		const copy = backupBeforeOtherN8n(setting.data, versionThatRuns(), Date.now());
		if (copy !== undefined) done.push(`before n8n ${versionThatRuns()}, its database was copied to ${copy}`);
	}
	if (await installPackage(setting.data)) done.push('package installed');
	if (setting.queue === undefined) await bringTables(setting.data);
	const contract = await setting.contract();
	const graphs = await graphsOfCheckout(contract);
	const n8n = commandLineOf(setting);
	const file = importedFile(setting.data);
	const { credentials, graphs: wanted } = importedOf(setting.credentials, graphs);
	const before = await readImported(file);
	const deleted = setting.queue === undefined ? await deletedCredentials(setting.data, setting.credentials) : [];
	const unknown = setting.credentials.filter(({ id }) => before.credentials?.[id] === undefined || deleted.includes(id));
	let known = before;
	if (unknown.length > 0) {
		await n8n.importCredentials(unknown);
		known = { ...before, credentials: { ...before.credentials, ...pick(credentials, unknown) } };
		await writeImported(file, known);
		done.push(named(before.credentials === undefined ? 'imported' : 'that were missing are back', unknown));
	}
	// In an n8n that was never filled, nothing runs before main, which comes last.
	if (before.credentials !== undefined && !arePutIn(before, graphs)) {
		const held = await n8n.stored();
		const bases = basesOf(before, graphs, held);
		const isOther = isOtherContract(before, contract);
		const decisions = graphs.map((graph) =>
			isOther ? replace(graph, held.get(graph.id)) : decide(graph, held.get(graph.id), bases, before.putting),
		);
		const coming = decisions.filter((each) => each.what === 'put' && (each.isReplaced || each.held === undefined)).map(({ ours }) => ours);
		if (coming.length === 0) return done;
		const kept = await backUpGraphs(
			join(setting.data, 'workflows'),
			coming.flatMap(({ id }) => held.get(id) ?? []),
		);
		await n8n.importGraphs(coming);
		const prints = Object.fromEntries(coming.map(({ id }) => [id, wanted[id] as string]));
		await writeImported(file, { ...known, graphs: { ...bases.prints, ...prints }, settings: bases.settings });
		done.push(`${coming.length} graphs imported; what n8n held in their places is kept in ${kept}`);
	}
	return done;
}

/** Ids that n8n does not have any more. */
async function deletedCredentials(data: string, wanted: readonly CredentialToImport[]): Promise<readonly string[]> {
	const file = join(home(data), '.n8n', 'database.sqlite');
	if (!existsSync(file)) return [];
	const db = new DatabaseSync(file, { readOnly: true });
	try {
		const there = new Set(
			db
				.prepare('select id from credentials_entity')
				.all()
				.map(({ id }) => id),
		);
		return wanted.map(({ id }) => id).filter((id) => !there.has(id));
	} finally {
		db.close();
	}
}

/** Puts credentials into an n8n that runs, by its command line: its editor's interface takes no id. */
export async function putCredentials(setting: Omit<N8nSetting, 'contract'>, credentials: readonly CredentialToImport[]): Promise<void> {
	await commandLineOf(setting).importCredentials(credentials);
}

/**
 * A new n8n makes its tables as all its releases did, one after the other, which takes seconds: where somebody made them before, they
 * are copied.
 */
async function bringTables(data: string): Promise<void> {
	const folder = join(home(data), '.n8n');
	const target = join(folder, 'database.sqlite');
	if (existsSync(target) || !existsSync(emptyDatabase())) return;
	await mkdir(folder, { recursive: true });
	await copyFile(emptyDatabase(), `${target}.new`);
	await rename(`${target}.new`, target);
}

/** Makes the tables of this release once, without key and content, for the person who starts many new desks on this machine. */
export async function makeTables(): Promise<void> {
	const target = emptyDatabase();
	if (existsSync(target)) return;
	const folder = await mkdtemp(join(tmpdir(), 'copydesk-tables-'));
	try {
		const own = { NODE_ENV: 'production', NODE_COMPILE_CACHE: n8nCompiled(), N8N_USER_FOLDER: folder, N8N_DIAGNOSTICS_ENABLED: 'false' };
		const made = await runToFile(process.execPath, [n8nProgram(), 'list:workflow'], {
			cwd: runtime(),
			env: programEnvironment(own, []),
			timeoutMs: TABLES_TIMEOUT_MS,
		});
		if (made.code !== 0) throw new Error(`n8n could not make its tables:\n${made.output.trim()}`);
		const whole = `${target}.${process.pid}`;
		await rm(whole, { force: true });
		const db = new DatabaseSync(join(folder, '.n8n', 'database.sqlite'));
		// With what is still in the log beside it.
		db.prepare('vacuum into ?').run(whole);
		db.close();
		await rename(whole, target);
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

const named = (what: string, credentials: readonly CredentialToImport[]): string =>
	`credentials ${what}: ${credentials.map(({ name }) => name).join(', ')}`;

function pick(hashes: Readonly<Record<string, string>>, of: readonly CredentialToImport[]): Record<string, string> {
	return Object.fromEntries(of.map(({ id }) => [id, hashes[id] as string]));
}

export async function graphsOfCheckout(contract: Contract = VERSION): Promise<readonly Graph[]> {
	return (await readGraphSet(contract)).graphs;
}

/**
 * As n8n itself installs a package: its tarball unpacked into its folder of community packages. A link would make the
 * package load a second copy of n8n's own code.
 */
export async function installPackage(data: string): Promise<boolean> {
	const built = await builtPackage();
	const packages = join(home(data), '.n8n', 'nodes', 'node_modules');
	const target = join(packages, PACKAGE);
	const marker = join(target, '.copydesk-source');
	if ((await readFile(marker, 'utf8').catch(() => '')) === built.sourceHash) return false;
	await mkdir(packages, { recursive: true });
	const fresh = join(home(data), '.n8n', 'nodes', `unpacking-${process.pid}`);
	await rm(fresh, { recursive: true, force: true });
	await mkdir(fresh, { recursive: true });
	const unpacked = await runToFile('tar', ['-xzf', built.tarball, '-C', fresh, '--strip-components=1'], {
		cwd: ROOT,
		env: process.env,
		timeoutMs: UNPACK_TIMEOUT_MS,
	});
	if (unpacked.code !== 0) throw new Error(`The package could not be unpacked: ${unpacked.output.trim()}`);
	await writeFile(join(fresh, '.copydesk-source'), built.sourceHash);
	await rm(target, { recursive: true, force: true });
	await rename(fresh, target);
	return true;
}

function commandLineOf(setting: Omit<N8nSetting, 'contract'>): N8nCommand {
	return new N8nCommand({
		command: [process.execPath, n8nProgram()],
		cwd: runtime(),
		env: n8nEnvironment(setting),
		scratch: join(home(setting.data), 'importing'),
	});
}

/** n8n sleeps ten seconds after a crash so as not to crash in a loop; our supervisor pauses already. */
export async function forgetCrash(data: string): Promise<void> {
	await rm(join(home(data), '.n8n', 'crash.journal'), { force: true });
}

export async function isN8nUp(ports: Ports): Promise<boolean> {
	const answer = await fetch(`${n8nUrl(ports)}/healthz/readiness`, { signal: AbortSignal.timeout(2_000) });
	await answer.body?.cancel();
	return answer.ok;
}

/**
 * @param guard called before each request; throws where n8n's port is not n8n's
 * @param sinceMs when this n8n started, where that is known
 */
export function loginToN8n(ports: Ports, secrets: Secrets, guard?: () => void, sinceMs?: number): Promise<N8nApi> {
	const password = secrets.value('n8n-owner-password');
	return N8nApi.open(n8nUrl(ports), OWNER_EMAIL, password, {
		sessionFile: `${secrets.file('n8n-owner-password')}-session`,
		guard,
		sinceMs,
	});
}

/**
 * Gives an n8n that runs what changed since it ran last, and publishes what is not.
 * @returns what was done and what somebody should know, for people
 * @param guard called before each request; throws where n8n's port is not n8n's
 * @throws Error if a graph does not go live
 */
export async function publishGraphs(
	{ data, ports, secrets, credentials, contract, webhookEndpoint }: N8nSetting,
	guard?: () => void,
): Promise<string[]> {
	const file = importedFile(data);
	const told = await fill({
		n8n: await loginToN8n(ports, secrets, guard),
		set: await readGraphSet(await contract()),
		credentials,
		before: await readImported(file),
		note: (imported) => writeImported(file, imported),
		keep: (held) => backUpGraphs(join(data, 'workflows'), held),
		diff: 'npm run workflows -- diff',
	});
	await waitForWebhook(n8nUrl(ports), webhookPath(webhookEndpoint));
	return told;
}

/** Tells the next start that what n8n holds is what the checkout holds, so that it imports nothing. An n8n elsewhere is told nothing. */
export async function noteImported(data: string, graphs: readonly Graph[], contract: Contract): Promise<void> {
	const file = importedFile(data);
	if (!existsSync(dirname(file))) return;
	const { graphs: prints, settings } = importedOf([], graphs);
	await writeImported(file, { ...(await readImported(file)), graphs: prints, settings, contract });
}

/** n8n says it is ready a moment before its webhooks are: 403 for a wrong key means this one is there. */
export async function waitForWebhook(url: string, path = WEBHOOK_PATH): Promise<void> {
	const deadlineMs = Date.now() + LIVE_TIMEOUT_MS;
	for (;;) {
		const answered = await fetch(`${url}${path}`, {
			method: 'POST',
			headers: { 'X-Telegram-Bot-Api-Secret-Token': 'not-the-secret', 'Content-Type': 'application/json' },
			body: '{}',
			signal: AbortSignal.timeout(5_000),
		})
			.then(async ({ status, body }) => {
				await body?.cancel();
				return `${status}`;
			})
			// An n8n that has much to do after its start is late, not wrong.
			.catch((error: Error) => error.message);
		if (answered === '403') return;
		if (Date.now() > deadlineMs) throw new Error(`n8n's webhook answers ${answered} instead of refusing a wrong key with 403`);
		await sleep(100);
	}
}
