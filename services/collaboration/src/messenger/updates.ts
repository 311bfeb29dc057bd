/** Requests that poll for updates, and that set or remove the webhook. */
import { ALLOWED_UPDATES } from '@copydesk/domain/event/allowedUpdates';
import type { MessengerRequest } from './requests.ts';

/** How long the messenger holds a poll open while there are no updates. */
const LONG_POLL_SECONDS = 25;
/** The most updates that the messenger returns at once. */
const MAX_UPDATES = 100;

/**
 * @param offset confirms all updates below it; without it the messenger begins with the first unconfirmed one
 * @param given how many updates to return at most, and whether to answer at once even without updates
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

/** Switches the messenger to polling. Updates that wait are kept. */
export const withoutWebhook: MessengerRequest = { method: 'deleteWebhook', fields: {} };

/** Switches the messenger to a webhook. Updates that wait are delivered there too. */
export const withWebhook = (url: string, secret_token: string): MessengerRequest => ({
	method: 'setWebhook',
	fields: { url, secret_token, allowed_updates: ALLOWED_UPDATES },
});
