import { pino, type DestinationStream, type Logger } from 'pino';

export type Log = Logger;

/** Bot tokens are part of every Bot API address; none may appear in a log. */
const BOT_TOKEN = /\d{5,12}:[A-Za-z0-9_-]{20,}/g;

/** Removes bot tokens from any text. */
function withoutTokens(text: string): string {
	return text.replace(BOT_TOKEN, '<token>');
}

interface ErrorInLog {
	type: string;
	message: string;
	stack?: string;
	code?: unknown;
	cause?: ErrorInLog;
}

function serialiseError(error: unknown, depth = 0): ErrorInLog {
	if (!(error instanceof Error)) return { type: typeof error, message: String(error) };
	const code: unknown = (error as { code?: unknown }).code;
	return {
		type: error.name,
		message: error.message,
		...(error.stack === undefined ? {} : { stack: error.stack }),
		...(code === undefined ? {} : { code }),
		...(error.cause === undefined || depth > 3 ? {} : { cause: serialiseError(error.cause, depth + 1) }),
	};
}

/**
 * One JSON line per entry on standard output. Contains no message texts and no secrets.
 * @param level pino's level name; `silent` for tests
 */
export function openLog(service: string, level = 'info', destination?: DestinationStream): Log {
	const options = {
		level,
		base: { service },
		timestamp: pino.stdTimeFunctions.isoTime,
		serializers: { err: (error: unknown) => serialiseError(error) },
		// The last step before the line is written: removes tokens from every field.
		hooks: { streamWrite: withoutTokens },
		redact: { paths: ['authorization', '*.authorization', '_svc', '*._svc', 'token', '*.token'], censor: '•••' },
	};
	return destination === undefined ? pino(options) : pino(options, destination);
}
