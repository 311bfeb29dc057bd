import { providerFault } from './faults.ts';
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
	/** Every provider of this interface knows this name of the bound; newer models of the first one refuse it. */
	readonly max_tokens?: number;
	readonly max_completion_tokens?: number;
}

/** Models that think first: what they think counts, so the bound has another name. */
const REASONING = /^(?:openai\/)?(?:o[1-9]|gpt-(?:[5-9]|\d\d))\b/i;

/** The same request with the other name of the bound, if its name is what was refused; undefined otherwise. */
export function withOtherBound({ max_tokens, max_completion_tokens, ...rest }: ChatRequest, error: unknown): ChatRequest | undefined {
	const words = JSON.stringify(error ?? null).slice(0, MAX_WORDS_UNITS);
	if (max_tokens !== undefined && /max_completion_tokens/.test(words)) return { ...rest, max_completion_tokens: max_tokens };
	const isOld = max_completion_tokens !== undefined && /max_completion_tokens/.test(words) && providerFault(error) === 'ai_request_refused';
	return isOld ? { ...rest, max_tokens: max_completion_tokens } : undefined;
}
const MAX_WORDS_UNITS = 4_000;

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
		...(REASONING.test(model) ? { max_completion_tokens: bound } : { max_tokens: bound }),
	};
}

export const asWords = (schema: Schema): string =>
	`Answer with one JSON object and nothing else. It has to fit this JSON schema: ${JSON.stringify(schema)}`;

/** An answer of `/v1/chat/completions`. */
export function isChatAnswer(answer: Readonly<Record<string, unknown>>): boolean {
	return Array.isArray(answer['choices']);
}
