import { createApp as createKitApp } from '@copydesk/kit/server';
import type { Log } from '@copydesk/kit/log';
import type { Metrics } from '@copydesk/kit/metrics';
import type { Route } from '@copydesk/kit/route';
import type { Deps } from './deps.ts';
import { admissionsNote } from './routes/admissionsNote.ts';
import { keepResult, readResult } from './routes/admissionsResult.ts';
import { authorize } from './routes/authorize.ts';
import { brief } from './routes/brief.ts';
import { decision } from './routes/decision.ts';
import { event } from './routes/event.ts';
import { eventDone } from './routes/eventDone.ts';
import { executionContext } from './routes/executionContext.ts';
import { executionFailure } from './routes/executionFailure.ts';
import { healthz } from './routes/healthz.ts';
import { internal } from './routes/internal.ts';
import { materialsAdvance } from './routes/materialsAdvance.ts';
import { materialsCreate } from './routes/materialsCreate.ts';
import { materialsList } from './routes/materialsList.ts';
import { materialsRead } from './routes/materialsRead.ts';
import { materialsRevise } from './routes/materialsRevise.ts';
import { messenger } from './routes/messenger.ts';
import { metricsRoute } from './routes/metrics.ts';
import { newsDismiss } from './routes/newsDismiss.ts';
import { newsFeeds } from './routes/newsFeeds.ts';
import { newsKnown } from './routes/newsKnown.ts';
import { newsOffer } from './routes/newsOffer.ts';
import { newsRead } from './routes/newsRead.ts';
import { newsSource } from './routes/newsSource.ts';
import { newsTake } from './routes/newsTake.ts';
import { settle } from './routes/settle.ts';
import { heard, voice } from './routes/voice.ts';
import { onboarding } from './routes/onboarding.ts';
import type { Service } from './service.ts';

/** Header that carries the service key. */
export const SERVICE_KEY_HEADER = 'X-Copydesk-Key';

const always: readonly Route<Deps>[] = [
	healthz,
	metricsRoute,
	event,
	brief,
	voice,
	heard,
	eventDone,
	settle,
	internal,
	authorize,
	admissionsNote,
	keepResult,
	readResult,
	messenger,
	decision,
	onboarding,
	materialsCreate,
	materialsRead,
	materialsAdvance,
	materialsRevise,
	materialsList,
	newsFeeds,
	newsKnown,
	newsOffer,
	newsRead,
	newsTake,
	newsDismiss,
	newsSource,
];

/** Routes that contract 1.0.1 added; under 1.0.0, after a rollback, they answer "not found". */
const sinceBinding: readonly Route<Deps>[] = [executionContext, executionFailure].map((route) => ({
	...route,
	isThere: async ({ contract }) => (await contract.now()) !== '1.0.0',
}));

export const routes: readonly Route<Deps>[] = [...always, ...sinceBinding];

/** Builds the app from its parts; opens no file and no port. */
export function createApp(options: { service: Service; serviceKey: string; log: Log; metrics: Metrics; strict?: boolean }) {
	const { service, serviceKey, log, metrics, strict = false } = options;
	return createKitApp({
		routes,
		deps: { ...service, metrics },
		credential: { header: SERVICE_KEY_HEADER, key: serviceKey },
		log,
		metrics,
		strict,
	});
}
