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
}

/** Operations that create no message. */
export const WITHOUT_MESSAGE: readonly string[] = ['answer_callback', 'unbutton', 'menu', 'unlook', 'withdraw'];

/** Empty for operations that create no message. */
export function receiptOf(operation: string, result: unknown): Receipt | Record<string, never> {
	if (WITHOUT_MESSAGE.includes(operation)) return {};
	const message = isObject(result) ? result : {};
	const video = isObject(message['video']) ? message['video'] : {};
	const sizes: unknown = message['photo'] ?? video['cover'];
	const largest: unknown = Array.isArray(sizes) ? sizes.at(-1) : undefined;
	return {
		message_id: whole(message['message_id']) ?? 0,
		message_date: whole(message['date']) ?? null,
		file_id: textOf(isObject(largest) ? largest['file_id'] : null),
		file_unique_id: visualsOf(message).at(-1) ?? null,
	};
}

const whole = (value: unknown): number | undefined => (Number.isSafeInteger(value) && Number(value) >= 0 ? Number(value) : undefined);
const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);
