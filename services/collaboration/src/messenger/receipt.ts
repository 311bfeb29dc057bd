/** What an accepted request says about the new message. */
interface Receipt {
	/** 0: the messenger did not say. */
	readonly message_id: number;
	/** Seconds since 1970. */
	readonly message_date: number | null;
	readonly file_id: string | null;
	readonly file_unique_id: string | null;
}

/** Operations that create no message. */
export const WITHOUT_MESSAGE: readonly string[] = ['answer_callback', 'unbutton', 'menu', 'unlook', 'withdraw'];

/** Empty for operations that create no message. */
export function receiptOf(operation: string, result: unknown): Receipt | Record<string, never> {
	if (WITHOUT_MESSAGE.includes(operation)) return {};
	const message = (typeof result === 'object' && result !== null ? result : {}) as {
		message_id?: unknown;
		date?: unknown;
		photo?: unknown;
	};
	const sizes = Array.isArray(message.photo) ? (message.photo as { file_id?: unknown; file_unique_id?: unknown }[]) : [];
	const largest = sizes.at(-1);
	return {
		message_id: whole(message.message_id) ?? 0,
		message_date: whole(message.date) ?? null,
		file_id: textOf(largest?.file_id),
		file_unique_id: textOf(largest?.file_unique_id),
	};
}

const whole = (value: unknown): number | undefined => (Number.isSafeInteger(value) && Number(value) >= 0 ? Number(value) : undefined);
const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);
