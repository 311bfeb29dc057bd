/** When an AI provider is asked a second time about one step, and how. Each such request is admitted and counted like the first. */
import { isObject } from '../isObject.ts';
import { isChatAnswer, type ChatRequest } from './chat.ts';

/** No connection came about: the name is not known, or nothing listens there. */
const NO_CONNECTION = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']);
/** Gateway time-outs are missing on purpose: behind them the answer may have been written and charged. */
const REFUSED = new Set(['429', '500', '501', '502', '503', '529']);

/**
 * Whether a request that failed definitely did nothing, so that another provider may be asked. Silence after the connection, a broken
 * connection and a time-out may have been paid for.
 * @param answer `{error}`, as n8n's HTTP Request node leaves it
 */
export function didNothing(answer: unknown): boolean {
	const error = isObject(answer) ? answer['error'] : undefined;
	if (!isObject(error)) return false;
	const cause = isObject(error['cause']) ? error['cause'] : {};
	const said = [error['httpCode'], error['statusCode'], error['status'], error['code'], cause['code']];
	const word = said.find((each) => each !== undefined && each !== null && each !== '');
	return NO_CONNECTION.has(String(word)) || REFUSED.has(String(word));
}

/** Longest answer that is sent back to be mended. */
const MAX_ANSWER_UNITS = 20_000;

/** The same question, with the answer that could not be read and what is wrong with it. */
export function repairRequest(request: ChatRequest, answer: unknown, fault: string): ChatRequest {
	const wish = `This answer cannot be read: ${fault}. Answer again with one whole JSON object that fits the schema, and nothing else.`;
	return {
		...request,
		messages: [...request.messages, { role: 'assistant', content: contentOf(answer) }, { role: 'user', content: wish }],
	};
}

function contentOf(answer: unknown): string {
	if (!isObject(answer) || !isChatAnswer(answer)) return '';
	const [choice] = answer['choices'] as unknown[];
	const message = isObject(choice) ? choice['message'] : undefined;
	const content = isObject(message) ? message['content'] : undefined;
	return typeof content === 'string' ? content.slice(0, MAX_ANSWER_UNITS) : '';
}
