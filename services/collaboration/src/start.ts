import { MAX_SENT_IMAGE_BYTES } from '@copydesk/domain/limits';
import { openedBy } from '@copydesk/kit/config';
import type { Environment } from '@copydesk/kit/config';
import { openDatabase } from '@copydesk/kit/database/open';
import { armFaultPoint } from '@copydesk/kit/faultPoints';
import { openLog } from '@copydesk/kit/log';
import { createMetrics } from '@copydesk/kit/metrics';
import { listen } from '@copydesk/kit/server';
import type { RunningService } from '@copydesk/kit/server';
import { resolve } from 'node:path';
import { openPictureFiles } from './admissions/pictureFiles.ts';
import { createApp } from './app.ts';
import { startBoard } from './board.ts';
import { budgetOf, readCollaborationConfig } from './config.ts';
import { sandboxClock } from './clock.ts';
import { createContexts } from './contexts/contexts.ts';
import { createBranding, createCovers } from './messenger/covers.ts';
import { createMessenger } from './messenger/client.ts';
import { createFiles } from './messenger/files.ts';
import { openParticipants } from './participants/participants.ts';
import { readingLogos } from './photos/logo.ts';
import { createPrepare } from './photos/prepare.ts';
import { takingPhotos } from './photos/take.ts';
import { createService } from './service.ts';
import { startUpdates } from './updates.ts';
import { startUpkeep } from './upkeep.ts';

/** Starts the collaboration service from its environment. */
export async function start(env: Environment): Promise<RunningService> {
	const config = readCollaborationConfig(env);
	armFaultPoint(env['COPYDESK_FAULT_POINT']);
	const clockFile = env['COPYDESK_CLOCK_FILE'];
	const nowMs = clockFile === undefined ? Date.now : sandboxClock(clockFile, config.MESSENGER_API_URL);
	const log = openLog('collaboration', config.COLLAB_LOG_LEVEL);
	const metrics = createMetrics();
	const messenger = createMessenger({ apiUrl: config.MESSENGER_API_URL, token: config.MESSENGER_TOKEN_FILE });
	const files = createFiles({
		...{ apiUrl: config.MESSENGER_API_URL, token: config.MESSENGER_TOKEN_FILE, messenger },
		maxBytes: MAX_SENT_IMAGE_BYTES,
	});
	const renderer = { rendererUrl: config.RENDERER_URL, apiKey: config.RENDERER_API_KEY };
	const prepare = createPrepare();
	const service = await openedBy('COLLAB_DATABASE_URL', async () =>
		createService({
			db: await openDatabase(config.COLLAB_DATABASE_URL),
			participants: openParticipants(config.COLLAB_PARTICIPANTS_URL),
			messenger,
			covers: createCovers(renderer),
			takePhoto: takingPhotos(config, files, prepare),
			...{ files, prepare },
			logos: { readLogo: readingLogos(files), branding: createBranding(renderer) },
			pictures: openPictureFiles(resolve(config.COLLAB_DATA_DIR, 'pictures')),
			contexts: createContexts({ keys: config.COLLAB_CONTEXT_KEYS, nowMs }),
			channelId: config.MESSENGER_CHANNEL_ID,
			webhook: config.MAIN_WEBHOOK_URL === undefined ? undefined : { url: config.MAIN_WEBHOOK_URL, secret: config.MAIN_WEBHOOK_SECRET },
			updates: config.COLLAB_UPDATES,
			contract: config.COLLAB_CONTRACT,
			...{ entries: config.COLLAB_ENTRIES, offerHours: config.COLLAB_OFFER_HOURS },
			atOnce: config.COLLAB_AT_ONCE,
			budget: budgetOf(config),
			...(config.COLLAB_PRICES === undefined ? {} : { prices: config.COLLAB_PRICES }),
			language: config.COLLAB_LANGUAGE,
			postLanguage: config.COLLAB_POST_LANGUAGE,
			timeZone: config.COLLAB_TIME_ZONE,
			approval: config.COLLAB_APPROVAL,
			board: config.COLLAB_BOARD,
			...{ nowMs, log, metrics },
		}),
	);
	const running = await listen(
		createApp({ service, serviceKey: config.COLLAB_SERVICE_KEY, log, metrics }),
		config.COLLAB_HOST,
		config.COLLAB_PORT,
		log,
	);
	const upkeep = startUpkeep(config.COLLAB_MENU === 'on' ? service : { ...service, menus: async () => undefined });
	const updates = await startUpdates({
		service,
		messenger,
		way: config.COLLAB_UPDATES,
		listener: {
			host: config.COLLAB_UPDATES_HOST,
			port: config.COLLAB_UPDATES_PORT,
			secret: config.COLLAB_UPDATES_SECRET,
			url: config.COLLAB_UPDATES_URL,
		},
		log,
	});
	const board =
		config.COLLAB_BOARD === undefined
			? null
			: await startBoard({
					...{ service, messenger, log, origin: config.COLLAB_BOARD, host: config.COLLAB_BOARD_HOST, port: config.COLLAB_BOARD_PORT },
					...{ botToken: config.MESSENGER_TOKEN_FILE, channelId: config.MESSENGER_CHANNEL_ID },
					...{ prices: config.COLLAB_PRICES, approval: config.COLLAB_APPROVAL },
				});
	return {
		url: running.url,
		async stop() {
			await board?.stop(1_000);
			await updates.stop();
			await upkeep.stop();
			// A delivery may be waiting for the messenger: wait for its outcome.
			await running.stop(service.sender.isBusy() ? 95_000 : 10_000);
			await service.close();
		},
	};
}
