/** What an answer says, in the form of whichever interface or node it came from. */
import { isObject } from '../isObject.ts';

type Fields = Readonly<Record<string, unknown>>;

export type Said =
	/** Texts, the likeliest to be the answer first. */
	| { readonly kind: 'texts'; readonly texts: readonly string[] }
	/** Read already, by a node that parses; or an object that holds the text. */
	| { readonly kind: 'value'; readonly value: unknown; readonly texts: readonly string[] }
	| { readonly kind: 'cut' | 'filtered' | 'refused' | 'empty' }
	| { readonly kind: 'failed'; readonly error: unknown }
	/** None of the forms: `detail` names its fields. */
	| { readonly kind: 'strange'; readonly detail: string };

const MOST_NAMED = 8;
const MAX_NAME_UNITS = 40;

/** What a provider says in place of an answer, with whatever status. */
export function errorIn(answer: Fields): unknown {
	const { error, object, status, type, message, detail, errors, success } = answer;
	if (error !== undefined && error !== null && error !== false && error !== '') return error;
	const isOne = [object, status, type].includes('error') || success === false || Array.isArray(errors);
	const isAlone = ['choices', 'output', 'text', 'response', 'content'].every((field) => answer[field] === undefined);
	const isWords = typeof detail === 'string' || (typeof message === 'string' && isAlone);
	return isOne || (isWords && isAlone) ? answer : null;
}

export function saidIn(answer: Fields): Said {
	if (Array.isArray(answer['choices'])) return ofChoice(answer['choices'][0]);
	if (Array.isArray(answer['output'])) return ofOutput(answer['output']);
	if (Array.isArray(answer['candidates'])) return ofChoice(answer['candidates'][0]);
	const { promptFeedback: feedback } = answer;
	if (isObject(feedback) && isText(feedback['blockReason'])) return { kind: 'filtered' };
	const ended = endOf(answer);
	if (ended !== null) return ended;
	// What n8n's own nodes for models give.
	for (const name of ['message', 'content', 'text', 'output', 'response', 'data']) {
		const value = answer[name];
		if (value === undefined || value === null) continue;
		if (name === 'message' && isObject(value)) return ofChoice(answer);
		const texts = textsOf(value);
		if (texts.length > 0) return { kind: 'texts', texts };
		if (isObject(value)) return { kind: 'value', value, texts: textsWithin(value) };
		if (value === '') return { kind: 'empty' };
	}
	return { kind: 'strange', detail: `expected an answer of a model but received ${named(answer)}` };
}

function textsWithin(value: Fields): readonly string[] {
	const inner = ['content', 'text', 'output', 'parts'].find((name) => value[name] !== undefined);
	return inner === undefined ? [] : textsOf(value[inner]);
}

const named = (answer: Fields): string => {
	const names = Object.keys(answer)
		.slice(0, MOST_NAMED)
		.map((name) => JSON.stringify(name.slice(0, MAX_NAME_UNITS)));
	return names.length === 0 ? 'an empty item' : `an item with ${names.join(', ')}`;
};

const CUT = /^(?:length|max_tokens|max_output_tokens|model_context_window_exceeded)$/i;
const FILTERED = /^(?:content_filter|safety|prohibited_content|blocklist|recitation|spii|image_safety)$/i;

/** How an answer ended that is no whole one. */
function endOf(fields: Fields): Said | null {
	const reason = fields['finish_reason'] ?? fields['finishReason'] ?? fields['stop_reason'] ?? fields['done_reason'];
	if (typeof reason !== 'string') return null;
	if (CUT.test(reason)) return { kind: 'cut' };
	if (FILTERED.test(reason)) return { kind: 'filtered' };
	return reason === 'refusal' ? { kind: 'refused' } : null;
}

function ofChoice(choice: unknown): Said {
	if (!isObject(choice)) return { kind: 'strange', detail: 'the answer has no choice' };
	const { error, finish_reason: reason } = choice;
	if (isObject(error)) return { kind: 'failed', error };
	if (reason === 'error') return { kind: 'failed', error: 'the provider broke the answer off' };
	const ended = endOf(choice);
	if (ended !== null) return ended;
	const message = choice['message'] ?? choice['content'] ?? choice['text'];
	if (!isObject(message)) {
		const texts = textsOf(message);
		return texts.length > 0 ? { kind: 'texts', texts } : { kind: 'strange', detail: 'the answer has no message' };
	}
	const { content, refusal, parts } = message;
	if (isText(refusal) || isRefusal(content)) return { kind: 'refused' };
	const texts = textsOf(content ?? parts);
	if (texts.length > 0) return { kind: 'texts', texts };
	if (isObject(content)) return { kind: 'value', value: content, texts: [] };
	// A server that takes the answer for its thinking, or for the call of a tool, says it there.
	const elsewhere = [...callsOf(message['tool_calls']), message['reasoning_content'], message['reasoning'], message['thinking']].filter(
		isText,
	);
	return elsewhere.length > 0 ? { kind: 'texts', texts: elsewhere } : { kind: 'empty' };
}

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';

function callsOf(calls: unknown): readonly unknown[] {
	if (!Array.isArray(calls)) return [];
	return calls.filter(isObject).map((call) => {
		const said = isObject(call['function']) ? call['function']['arguments'] : call['arguments'];
		return isObject(said) ? JSON.stringify(said) : said;
	});
}

const isRefusal = (content: unknown): boolean =>
	Array.isArray(content) && content.some((part) => isObject(part) && part['type'] === 'refusal');

/** A text, or the parts of one; parts of another type are thinking, and no part of it. */
function textsOf(content: unknown): readonly string[] {
	if (isText(content)) return [content];
	if (isObject(content) && Array.isArray(content['parts'])) return textsOf(content['parts']);
	if (!Array.isArray(content)) return [];
	const texts = content
		.filter(
			(part) => typeof part === 'string' || (isObject(part) && [undefined, 'text', 'output_text'].includes(part['type'] as undefined)),
		)
		.map((part) => (typeof part === 'string' ? part : isObject(part) && part['thought'] !== true ? part['text'] : ''));
	const whole = texts.filter((text) => typeof text === 'string').join('');
	return whole.trim() === '' ? [] : [whole];
}

/** `/v1/responses`. Where messages have a phase, those of `final_answer` count alone: newer models say what they do before they answer. */
function ofOutput(output: readonly unknown[]): Said {
	const messages = output.filter(isObject).filter((item) => item['type'] === 'message');
	const finals = messages.filter((item) => item['phase'] === 'final_answer');
	const contents = (finals.length > 0 ? finals : messages).map((item) => item['content']);
	if (contents.some(isRefusal)) return { kind: 'refused' };
	const texts = contents.flatMap((content) =>
		(Array.isArray(content) ? (content as unknown[]) : [content])
			.map((part) => (isObject(part) && part['type'] === 'output_text' ? part['text'] : part))
			.filter(isText),
	);
	return texts.length === 0 ? { kind: 'empty' } : { kind: 'texts', texts };
}
