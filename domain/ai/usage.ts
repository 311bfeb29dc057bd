import { isObject } from '../isObject.ts';

/** What one paid request took. */
export interface Usage {
	/** The model that answered, as the provider calls it. */
	readonly model: string | null;
	readonly input_tokens: number;
	readonly output_tokens: number;
	readonly pictures: number;
	/** Of sound; what was noted before sounds were heard has none. */
	readonly seconds?: number;
}

const MAX_MODEL_UNITS = 200;
const MAX_COUNT = 1_000_000_000;

const count = (value: unknown): number => (Number.isInteger(value) && Number(value) >= 0 ? Math.min(Number(value), MAX_COUNT) : 0);

/**
 * Reads what an answer says of its cost, of any of the interfaces: tokens are called `input_tokens` and `output_tokens`, or
 * `prompt_tokens` and `completion_tokens`. What it does not say is 0. The answer of a model node of n8n names neither tokens nor its model:
 * it has no model then, and so no known cost.
 * @param asked the model that was asked, for answers that name none
 */
export function readUsage(answer: unknown, asked: string | null): Usage {
	const { usage, model } = isObject(answer) ? answer : {};
	const said = isObject(usage) ? usage : {};
	const name = typeof model === 'string' && model !== '' ? model : isOfNode(answer) ? null : asked;
	return {
		model: name === null ? null : name.slice(0, MAX_MODEL_UNITS),
		input_tokens: count(said['input_tokens'] ?? said['prompt_tokens']),
		output_tokens: count(said['output_tokens'] ?? said['completion_tokens']),
		pictures: isObject(answer) && Array.isArray(answer['data']) ? count(answer['data'].length) : 0,
	};
}

const PROVIDERS_FIELDS = ['usage', 'choices', 'candidates', 'data', 'error', 'errors', 'status', 'object'];

/** What n8n's Basic LLM Chain, AI Agent and the like give in place of a provider's answer. */
function isOfNode(answer: unknown): boolean {
	if (!isObject(answer) || PROVIDERS_FIELDS.some((name) => answer[name] !== undefined)) return false;
	return (
		!Array.isArray(answer['output']) && ['text', 'output', 'response', 'message', 'content'].some((name) => answer[name] !== undefined)
	);
}
