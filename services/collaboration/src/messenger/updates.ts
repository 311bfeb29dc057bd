/** How updates are asked for, and where the messenger is told to bring them. */
import { ALLOWED_UPDATES } from '@copydesk/domain/event/allowedUpdates';
import type { MessengerRequest } from './requests.ts';

/** How long the messenger holds a question for updates open while there are none. */
const LONG_POLL_SECONDS = 25;
/** Most that the messenger gives at once. */
const MAX_UPDATES = 100;

/**
 * @param offset confirms all updates below it; without it the messenger begins with the first that is not confirmed
 * @param given how many may come at once, and whether the messenger answers at once though there are none
 */
export const updatesAfter = (
	offset: number | undefined,
	{ limit = MAX_UPDATES, isAtOnce }: { readonly limit: number | undefined; readonly isAtOnce: boolean },
): MessengerRequest => ({
	method: 'getUpdates',
	fields: {
		...(offset === undefined ? {} : { offset }),
		limit,
		timeout: isAtOnce ? 0 : LONG_POLL_SECONDS,
		allowed_updates: ALLOWED_UPDATES,
	},
	answerTimeoutMs: (LONG_POLL_SECONDS + 15) * 1_000,
	maxAnswerBytes: 67_108_864,
});

/** Updates are to be asked for. Those that wait are kept. */
export const withoutWebhook: MessengerRequest = { method: 'deleteWebhook', fields: {} };

/** Updates are to be brought to an address. Those that wait are brought there too. */
export const withWebhook = (url: string, secret_token: string): MessengerRequest => ({
	method: 'setWebhook',
	fields: { url, secret_token, allowed_updates: ALLOWED_UPDATES },
});
