/**
 * Everything outside the desk, in one process: the messenger, the AI provider, newspapers, and a page on which a visitor plays both
 * people.
 */
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { baseStyle } from '@copydesk/kit/style';
import express from 'express';
import type { Express, NextFunction, Request, Response } from 'express';
import type { Log } from '@copydesk/kit/log';
import { aiApi } from './ai/routes.ts';
import { painters } from './ai/paint.ts';
import type { SandboxConfig } from './config.ts';
import { Clock } from './clock.ts';
import { controlApi, onlyThisMachine } from './control.ts';
import { Faults } from './faults.ts';
import { Hub } from './hub.ts';
import { Messenger, type MessengerState } from './messenger/messenger.ts';
import { Photos, type StoredPhoto } from './messenger/photos.ts';
import { botApi, recordDelivered, runWebhookAnswer, type BotApiParts } from './messenger/routes.ts';
import { Updates, type UpdatesState } from './messenger/updates.ts';
import { newspaperApi } from './news/newspapers.ts';
import { createRecorder } from './recorder.ts';
import { Store } from './store.ts';

const SANDBOX_VERSION = '1.0.1';

interface Snapshot {
	readonly messenger: MessengerState;
	readonly updates: UpdatesState;
	readonly photos: readonly StoredPhoto[];
}

interface SandboxOptions {
	readonly token: string;
	/** The folder of the state; created if missing. */
	readonly dataDir: string;
	readonly log: Log;
	/** How pictures are painted; by default finely. */
	readonly pictures?: SandboxConfig['SANDBOX_PICTURES'];
	/** Unix milliseconds; tests pass their own clock. */
	readonly now?: () => number;
	/** Whether a webhook may be on this machine, as for a Bot API server of one's own; else https only, as for the real one. */
	readonly loopbackWebhooks?: boolean;
	/** Receives everything that is said over both interfaces. */
	readonly recordFile?: string;
	/** The length of a second of pause between delivery attempts, in milliseconds. */
	readonly secondMs?: number;
}

export interface Sandbox {
	readonly app: Express;
	readonly messenger: Messenger;
	readonly updates: Updates;
	readonly faults: Faults;
	readonly hub: Hub;
	/** Continues the deliveries that were pending at the last stop. */
	resume(): void;
	/** Writes the state and ends background work. */
	close(): void;
}

/** The token in the data folder; created at first use, readable only by its owner. */
export function ownToken(dataDir: string, botId: number): string {
	const path = join(dataDir, 'bot-token');
	if (existsSync(path)) return readFileSync(path, 'utf8').trim();
	mkdirSync(dataDir, { recursive: true });
	const token = `${botId}:${randomBytes(26).toString('base64url')}`;
	writeFileSync(path, `${token}\n`, { mode: 0o600 });
	return token;
}

/** The page may load nothing from other hosts, and no page may frame it. */
const PAGE_POLICY =
	"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; " +
	"connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

export function createSandbox(options: SandboxOptions): Sandbox {
	const { token, dataDir, log, now = Date.now } = options;
	const statePath = join(dataDir, 'state.json');
	const stored = Store.read<Snapshot>(statePath);
	const hub = new Hub();
	const said = createRecorder(options.recordFile);
	const faults = new Faults((list) => hub.tell('fault', { faults: list }));
	const photos = new Photos(join(dataDir, 'photos'), stored?.photos);
	const store = new Store<Snapshot>(statePath, () => ({ messenger: messenger.state, updates: updates.state, photos: photos.stored }));
	const changed = (): void => store.touch();
	const updates: Updates = new Updates(
		{
			now,
			changed,
			delivered: (outcome) => {
				recordDelivered(outcome, hub, updates.pendingCount);
				said({ name: 'update', answer: outcome.update });
				if (outcome.ok) void runWebhookAnswer(outcome, bot);
			},
			...(options.secondMs === undefined ? {} : { secondMs: options.secondMs }),
		},
		stored?.updates,
	);
	const botUser = { id: Number(token.split(':')[0]), is_bot: true, first_name: 'Copydesk', username: 'copydesk_sandbox_bot' };
	const messenger: Messenger = new Messenger({ bot: botUser, now, updates, photos, hub, changed }, stored?.messenger);
	for (const { chat, blocked } of messenger.state.chats)
		if (blocked) faults.set({ target: 'messenger', kind: 'blocked', chat_id: chat.id, forever: true });
	const settle = (): void => store.settle();
	const { loopbackWebhooks = false } = options;
	const bot: BotApiParts = { token, messenger, updates, faults, hub, log, loopbackWebhooks, settle, said };

	const app = express();
	app.disable('x-powered-by');
	app.disable('etag');
	app.use((_request, response, next) => {
		response.setHeader('X-Content-Type-Options', 'nosniff');
		next();
	});
	app.use(newspaperApi({ faults, hub, now }));
	app.get('/healthz', (_request, response) => {
		response.json({ status: 'ok', service: 'sandbox', version: SANDBOX_VERSION });
	});
	app.use(botApi(bot));
	app.use('/ai', aiApi({ faults, hub, paint: painters[options.pictures ?? 'fine'], log, said }));
	app.use('/control', controlApi({ messenger, updates, faults, hub, clock: new Clock(join(dataDir, 'clock')), settle }));
	app.use(onlyThisMachine, (_request, response, next) => {
		response.setHeader('Content-Security-Policy', PAGE_POLICY);
		response.setHeader('Referrer-Policy', 'no-referrer');
		next();
	});
	app.get('/base.css', (_request, response) => void response.type('css').end(baseStyle));
	app.use(express.static(join(import.meta.dirname, 'page'), { cacheControl: false, etag: false, lastModified: false }));
	app.use((_request, response) => {
		response.status(404).json({ error: 'There is nothing at this address' });
	});
	app.use((error: unknown, _request: Request, response: Response, _next: NextFunction) => {
		if (error instanceof URIError) {
			response.status(404).json({ error: 'There is nothing at this address' });
			return;
		}
		log.error({ err: error }, 'unexpected');
		if (response.headersSent) response.destroy();
		else response.status(500).json({ error: 'The sandbox met something it did not expect' });
	});

	return {
		app,
		messenger,
		updates,
		faults,
		hub,
		resume: () => updates.pump(),
		close: () => {
			updates.stop();
			store.flush();
		},
	};
}
