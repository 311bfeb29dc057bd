import { isObject } from '../isObject.ts';
import { MAX_ANSWER_UNITS } from '../limits.ts';
import { askedToWait, providerFault, type ProviderFault } from './faults.ts';
import { jsonIn } from './json.ts';
import { errorIn, saidIn } from './said.ts';
import { mismatch, type Schema } from './schema.ts';

/** Body of `POST /v1/responses`: one strict JSON answer, nothing stored, nothing cut on the way in. */
export interface ResponsesRequest {
	readonly model: string;
	readonly instructions: string;
	readonly input: readonly { readonly role: 'user'; readonly content: readonly { readonly type: 'input_text'; readonly text: string }[] }[];
	readonly text: {
		readonly format: { readonly type: 'json_schema'; readonly name: string; readonly schema: Schema; readonly strict: true };
	};
	readonly store: false;
	readonly max_output_tokens: number;
	readonly truncation: 'disabled';
}

export interface Question {
	readonly model: string;
	/** Name of the schema; it names the task too. */
	readonly name: string;
	readonly schema: Schema;
	readonly instructions: string;
	/** What the task is about, sent as one JSON document, so that text inside it cannot pass for an instruction. */
	readonly document: Readonly<Record<string, unknown>>;
	/** Reasoning tokens count too: a tight bound cuts the JSON. */
	readonly maxOutputTokens: number;
}

export function responsesRequest(question: Question): ResponsesRequest {
	return {
		model: question.model,
		instructions: question.instructions,
		input: [{ role: 'user', content: [{ type: 'input_text', text: JSON.stringify(question.document) }] }],
		text: { format: { type: 'json_schema', name: question.name, schema: question.schema, strict: true } },
		store: false,
		max_output_tokens: question.maxOutputTokens,
		truncation: 'disabled',
	};
}

/** Why there is no usable answer. */
export type AnswerFault = ProviderFault | 'ai_incomplete' | 'ai_refused' | 'ai_malformed';

export type Answer =
	| { readonly ok: true; readonly value: unknown }
	| { readonly ok: false; readonly code: AnswerFault; readonly detail: string };

const fault = (code: AnswerFault, detail: string): Answer => ({ ok: false, code, detail });

const messageOf = (error: unknown): string => {
	if (typeof error === 'string') return error;
	return isObject(error) && typeof error['message'] === 'string' ? error['message'] : 'no answer from the AI provider';
};

/** A provider that asks to wait says for how many seconds: people are told. */
function faultOf(error: unknown): Answer {
	const code = providerFault(error);
	const seconds = code === 'ai_busy' ? askedToWait(error) : null;
	return fault(code, seconds === null ? messageOf(error) : String(seconds));
}

/**
 * Reads an answer of `/v1/responses` or `/v1/chat/completions`, what n8n's own nodes for models make of one, or what is left of a failed
 * call (`{error}`). Only a whole answer, without a refusal, with exactly one JSON value that fits the schema, is an answer.
 * `detail` is for a log or an operator; it never holds the text of the answer.
 */
export function readAnswer(answer: unknown, schema: Schema): Answer {
	if (!isObject(answer)) return fault('ai_unavailable', 'no answer from the AI provider');
	if (mismatch(schema, answer) === null) return { ok: true, value: answer };
	const error = errorIn(answer);
	if (error !== null) return faultOf(error);
	const { status, incomplete_details: details } = answer;
	if (status === 'incomplete') {
		const reason = isObject(details) && typeof details['reason'] === 'string' ? details['reason'] : 'no reason given';
		return fault(reason === 'content_filter' ? 'ai_refused' : 'ai_incomplete', reason);
	}
	if (typeof status === 'string' && status !== 'completed')
		return fault('ai_unavailable', `status is ${JSON.stringify(status)}, expected "completed"`);
	const said = saidIn(answer);
	switch (said.kind) {
		case 'cut':
			return fault('ai_incomplete', 'max_output_tokens');
		case 'filtered':
			return fault('ai_refused', 'content_filter');
		case 'refused':
			return fault('ai_refused', 'the provider refused');
		case 'empty':
			return fault('ai_refused', 'the answer is empty');
		case 'failed':
			return faultOf(said.error);
		case 'strange':
			return fault('ai_malformed', said.detail);
		case 'value':
			return said.texts.length > 0 && mismatch(schema, said.value) !== null ? readTexts(said.texts, schema) : held(said.value, schema);
		case 'texts':
			return readTexts(said.texts, schema);
	}
}

function held(value: unknown, schema: Schema): Answer {
	const found = mismatch(schema, value);
	return found === null ? { ok: true, value } : fault('ai_malformed', found);
}

function readTexts(texts: readonly string[], schema: Schema): Answer {
	const units = texts.reduce((sum, text) => sum + text.length, 0);
	if (units > MAX_ANSWER_UNITS) return fault('ai_malformed', `expected at most ${MAX_ANSWER_UNITS} units but received ${units}`);
	if (texts.length > 1) return fault('ai_malformed', `expected one text but received ${texts.length}`);
	const values = jsonIn(texts[0] ?? '');
	const fitting = values.filter((value) => mismatch(schema, value) === null);
	const different = new Set(fitting.map((value) => JSON.stringify(value)));
	if (different.size > 1) return fault('ai_malformed', `expected one answer but received ${different.size}`);
	const [value = values[0]] = fitting;
	return value === undefined ? fault('ai_malformed', 'the answer is not JSON') : held(value, schema);
}
