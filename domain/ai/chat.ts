import { isObject } from '../isObject.ts';
import type { SchemaMode } from './interfaces.ts';
import type { ResponsesRequest } from './responses.ts';
import type { Schema } from './schema.ts';

interface Message {
	readonly role: 'system' | 'user' | 'assistant';
	readonly content: string;
}

/** Body of `POST /v1/chat/completions`. */
export interface ChatRequest {
	readonly model: string;
	readonly messages: readonly Message[];
	readonly response_format:
		| { readonly type: 'json_schema'; readonly json_schema: { readonly name: string; readonly schema: Schema; readonly strict: true } }
		| { readonly type: 'json_object' };
	/** Every provider of this interface knows this name of the bound. */
	readonly max_tokens: number;
}

/** The same question for the other interface. Where only JSON is promised, the schema is in the instructions. */
export function chatRequest(request: ResponsesRequest, mode: SchemaMode): ChatRequest {
	const { model, instructions, input, text, max_output_tokens: bound } = request;
	const { name, schema } = text.format;
	const user = input.flatMap(({ content }) => content.map((part) => part.text)).join('\n');
	return {
		model,
		messages: [
			{ role: 'system', content: mode === 'strict' ? instructions : `${instructions}\n${asWords(schema)}` },
			{ role: 'user', content: user },
		],
		response_format: mode === 'strict' ? { type: 'json_schema', json_schema: { name, schema, strict: true } } : { type: 'json_object' },
		max_tokens: bound,
	};
}

export const asWords = (schema: Schema): string =>
	`Answer with one JSON object and nothing else. It has to fit this JSON schema: ${JSON.stringify(schema)}`;

/** An answer of `/v1/chat/completions`. */
export function isChatAnswer(answer: Readonly<Record<string, unknown>>): boolean {
	return Array.isArray(answer['choices']);
}

/**
 * The same answer in the form of `/v1/responses`: `length` is a cut, `content_filter` and a `refusal` are refusals. JSON between the
 * marks of a code block is taken out of them, because providers that promise JSON only write it so.
 */
export function asResponse(answer: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
	const [choice] = answer['choices'] as unknown[];
	const { finish_reason: reason, message } = isObject(choice) ? choice : {};
	const { content, refusal } = isObject(message) ? message : {};
	if (reason === 'length') return { status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } };
	if (reason === 'content_filter') return { status: 'incomplete', incomplete_details: { reason: 'content_filter' } };
	const part =
		typeof refusal === 'string' && refusal !== ''
			? { type: 'refusal', refusal }
			: { type: 'output_text', text: withoutFence(typeof content === 'string' ? content : '') };
	return { status: 'completed', output: [{ type: 'message', content: [part] }] };
}

function withoutFence(text: string): string {
	const trimmed = text.trim();
	const begin = /^```(?:json)?\n/i.exec(trimmed);
	return begin !== null && trimmed.endsWith('```') ? trimmed.slice(begin[0].length, -3) : text;
}
