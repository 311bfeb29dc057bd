// A desk that one demo has for itself: in a folder that is removed afterwards, on ports that nothing else has.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { tables } from '@copydesk/collaboration/operator';
import { openDatabase } from '@copydesk/kit/database/open';
import { startDesk, type Desk, type StartOptions } from '../desk/desk.ts';
import { freePorts } from '../desk/ports.ts';
import { SandboxClient } from '../desk/sandboxClient.ts';
import { SANDBOX } from '../desk/services.ts';
import { showNews } from '../desk/show.ts';
import { Play } from './play.ts';

const QUIET_WITHIN_MS = 60_000;

/** @throws Error that says what did not come */
export async function onOwnDesk(
	name: string,
	signal: AbortSignal,
	work: (play: Play, sandbox: SandboxClient, desk: Desk) => Promise<void>,
	extraEnv: StartOptions['extraEnv'] = {},
): Promise<void> {
	const data = await mkdtemp(join(tmpdir(), `copydesk-${name}-`));
	let desk: Desk | undefined;
	let play: Play | undefined;
	try {
		desk = await startDesk({ data, ports: await freePorts(), tell: showNews, signal, extraEnv });
		const sandbox = new SandboxClient(desk.urls.sandbox);
		await sandbox.setLanguage(SANDBOX.editorId, 'en');
		play = new Play(sandbox);
		await Promise.race([work(play, sandbox, desk), abortOf(signal)]);
	} catch (error) {
		throw new Error(`${play?.step ?? 'bringing the desk up'}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
	} finally {
		await desk?.stop();
		await rm(data, { recursive: true, force: true, maxRetries: 5 });
	}
}

/** Waits until no event is being worked on. */
export async function untilQuiet({ data }: Pick<Desk, 'data'>): Promise<void> {
	const db = await openDatabase(`sqlite:${join(data, 'collaboration', 'collaboration.sqlite')}`, { readOnly: true });
	try {
		for (const untilMs = Date.now() + QUIET_WITHIN_MS; ; await sleep(100)) {
			const open = await tables(db).selectFrom('event').select('event_key').where('state', '=', 'stored').execute();
			if (open.length === 0) return;
			if (Date.now() > untilMs) throw new Error(`${open.length} events are still open`);
		}
	} finally {
		await db.close();
	}
}

/** Ctrl-C ends what a play waits for. */
const abortOf = (signal: AbortSignal): Promise<never> =>
	new Promise((_resolve, reject) => {
		const stop = (): void => reject(new Error('stopped by hand'));
		if (signal.aborted) stop();
		else signal.addEventListener('abort', stop, { once: true });
	});
