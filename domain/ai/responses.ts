import { isObject } from '../isObject.ts';
import { asResponse, isChatAnswer } from './chat.ts';
import { askedToWait, providerFault } from './faults.ts';
import type { ProviderFault } from './faults.ts';
import { mismatch } from './schema.ts';
import type { Schema } from './schema.ts';

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
 * Reads an answer of `/v1/responses` or `/v1/chat/completions`, or what is left of a failed call (`{error}`).
 * Only `completed`, without a refusal, with exactly one JSON text that fits the schema, is an answer. Where messages have a phase,
 * those of `final_answer` count alone.
 * `detail` is for a log or an operator; it never holds the text of the answer.
 */
export function readAnswer(answer: unknown, schema: Schema): Answer {
	if (!isObject(answer)) return fault('ai_unavailable', 'no answer from the AI provider');
	if (answer['error'] !== undefined && answer['error'] !== null) return faultOf(answer['error']);
	if (isChatAnswer(answer)) return readAnswer(asResponse(answer), schema);
	if (answer['status'] === 'incomplete') {
		const details = answer['incomplete_details'];
		const reason = isObject(details) && typeof details['reason'] === 'string' ? details['reason'] : 'no reason given';
		return fault(reason === 'content_filter' ? 'ai_refused' : 'ai_incomplete', reason);
	}
	if (answer['status'] !== 'completed')
		return fault('ai_unavailable', `status is ${JSON.stringify(answer['status'] ?? null)}, expected "completed"`);

	const output = Array.isArray(answer['output']) ? (answer['output'] as unknown[]) : [];
	const messages = output.filter(isObject).filter((item) => item['type'] === 'message');
	// Newer models say what they do before they answer.
	const finals = messages.filter((item) => item['phase'] === 'final_answer');
	const parts = (finals.length > 0 ? finals : messages)
		.flatMap((item) => (Array.isArray(item['content']) ? (item['content'] as unknown[]) : []))
		.filter(isObject);
	if (parts.some((part) => part['type'] === 'refusal')) return fault('ai_refused', 'the provider refused');
	const texts = parts
		.filter((part) => part['type'] === 'output_text')
		.map((part) => (typeof part['text'] === 'string' ? part['text'] : ''));
	if (texts.every((text) => text.trim() === '')) return fault('ai_refused', 'the answer is empty');
	if (texts.length > 1) return fault('ai_malformed', `expected one text but received ${texts.length}`);

	let value: unknown;
	try {
		value = JSON.parse(texts[0] ?? '');
	} catch {
		return fault('ai_malformed', 'the answer is not JSON');
	}
	const found = mismatch(schema, value);
	return found === null ? { ok: true, value } : fault('ai_malformed', found);
}
