import { visualsOf } from '@copydesk/domain/event/forwarded';
import { isObject } from '@copydesk/domain/isObject';

/** What an accepted request says about the new message. */
interface Receipt {
	/** 0: the messenger did not say. */
	readonly message_id: number;
	/** Seconds since 1970. */
	readonly message_date: number | null;
	/** Of the cover: the picture itself, or the one on a video. */
	readonly file_id: string | null;
	/** What the message shows (`visualsOf`). */
	readonly file_unique_id: string | null;
	/** The messages of an album, in order; null for a single message. */
	readonly message_ids: string | null;
}

/** Operations that create no message. */
export const WITHOUT_MESSAGE: readonly string[] = ['answer_callback', 'unbutton', 'menu', 'unlook', 'withdraw'];

/** Empty for operations that create no message. */
export function receiptOf(operation: string, result: unknown): Receipt | Record<string, never> {
	if (WITHOUT_MESSAGE.includes(operation)) return {};
	if (Array.isArray(result)) return albumReceiptOf(result);
	return messageReceiptOf(isObject(result) ? result : {});
}

function messageReceiptOf(message: Readonly<Record<string, unknown>>): Receipt {
	const video = isObject(message['video']) ? message['video'] : {};
	const sizes: unknown = message['photo'] ?? video['cover'];
	const largest: unknown = Array.isArray(sizes) ? sizes.at(-1) : undefined;
	return {
		message_id: whole(message['message_id']) ?? 0,
		message_date: whole(message['date']) ?? null,
		file_id: textOf(isObject(largest) ? largest['file_id'] : null),
		file_unique_id: visualsOf(message).at(-1) ?? null,
		message_ids: null,
	};
}

/** The messenger lists the messages in the order in which they were ready: without their ids it is not known which one has the cover. */
function albumReceiptOf(result: readonly unknown[]): Receipt {
	const idOf = (message: Readonly<Record<string, unknown>>): number => whole(message['message_id']) ?? 0;
	const messages = result.filter(isObject).toSorted((one, other) => idOf(one) - idOf(other));
	const [first = {}] = messages;
	const ids = messages.map(idOf);
	const seen = messages.map((message) => visualsOf(message).at(-1) ?? '').join(' ');
	const files = ids.every((id) => id > 0) ? { file_unique_id: seen } : { file_id: null, file_unique_id: null };
	return { ...messageReceiptOf(first), ...files, message_ids: JSON.stringify(ids) };
}

/**
 * How the messages of an answer are less than the album that was asked for: some are missing, or the messenger shows one apart from the
 * others.
 * @param media the items of the request
 */
export function albumFault(media: unknown, result: unknown): 'missing' | 'apart' | null {
	if (!Array.isArray(media)) return null;
	const messages = Array.isArray(result) ? result.filter(isObject) : [];
	if (messages.length < media.length) return 'missing';
	const groups = new Set(messages.map((message) => message['media_group_id']));
	return groups.size === 1 && typeof [...groups][0] === 'string' ? null : 'apart';
}

const whole = (value: unknown): number | undefined => (Number.isSafeInteger(value) && Number(value) >= 0 ? Number(value) : undefined);
const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);
