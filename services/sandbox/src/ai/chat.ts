/**
 * `POST /v1/chat/completions`: the same answers by the other interface, and pictures for models that draw.
 */
import { randomBytes } from 'node:crypto';
import { jsonIn } from '@copydesk/domain/ai/json';
import { isObject } from '@copydesk/domain/isObject';
import type { Fault } from '../faults.ts';
import { AiError, missing, wrongType, wrongValue } from './errors.ts';
import type { Paint } from './paint.ts';
import { answerText, type Answered, type Question } from './respond.ts';
import { checkStrictSchema, type JsonSchema } from './strictSchema.ts';

const ROLES = ['system', 'developer', 'user', 'assistant', 'tool'];
const FORMATS = ['text', 'json_object', 'json_schema'];

/** A question by the chat interface. A model whose `modalities` include images is asked to draw. */
export interface ChatQuestion extends Question {
	readonly draws: boolean;
	/** A tool that is offered and was not used yet: the stand-in uses the first one, once. */
	readonly tool: string | undefined;
}

function textOf(content: unknown, path: string): string {
	if (typeof content === 'string') return content;
	if (!Array.isArray(content)) throw wrongType(path, 'one of a string or array of objects', content);
	return content
		.map((part: unknown) => (isObject(part) && typeof part['text'] === 'string' ? part['text'] : ''))
		.filter((text) => text !== '')
		.join('\n');
}

/** @throws AiError in the provider's words */
export function readChatQuestion(body: unknown): ChatQuestion {
	if (!isObject(body)) throw new AiError(400, 'We could not parse the JSON body of your request. The API expects a JSON object.');
	const { model, messages, response_format: format, stream, modalities } = body;
	if (model === undefined || model === '') throw missing('model');
	if (typeof model !== 'string') throw wrongType('model', 'a string', model);
	if (!Array.isArray(messages)) throw messages === undefined ? missing('messages') : wrongType('messages', 'an array', messages);
	if (stream === true) throw new AiError(400, 'This stand-in does not stream.', { param: 'stream', code: 'unsupported_parameter' });
	const said = messages.map((message: unknown, index) => {
		const { role, content } = isObject(message) ? message : {};
		if (!ROLES.includes(String(role))) throw wrongValue(`messages[${index}].role`, ROLES, role);
		// An assistant that used a tool said nothing beside it.
		const isSilent = role === 'assistant' && (content ?? null) === null;
		return { role: String(role), text: isSilent ? '' : textOf(content, `messages[${index}].content`) };
	});
	const by = (wanted: readonly string[]): string =>
		said
			.filter(({ role }) => wanted.includes(role))
			.map(({ text }) => text)
			.join('\n');
	const instructions = by(['system', 'developer']);
	const max = body['max_completion_tokens'] ?? body['max_tokens'];
	return {
		model,
		...formatOf(format, said.map(({ text }) => text).join('\n'), instructions),
		instructions,
		input: said.find(({ role }) => role === 'user')?.text ?? '',
		maxOutputTokens: typeof max === 'number' ? max : null,
		request: body,
		draws: Array.isArray(modalities) && modalities.includes('image'),
		tool: said.some(({ role }) => role === 'tool') ? undefined : firstTool(body['tools']),
	};
}

function firstTool(tools: unknown): string | undefined {
	const [first] = Array.isArray(tools) ? (tools as unknown[]) : [];
	const described = isObject(first) ? first['function'] : undefined;
	return isObject(described) && typeof described['name'] === 'string' ? described['name'] : undefined;
}

function formatOf(format: unknown, all: string, instructions: string): Pick<Question, 'name' | 'schema'> {
	if (format === undefined || format === null) return describedIn(instructions);
	const { type, json_schema: described } = isObject(format) ? format : {};
	if (!FORMATS.includes(String(type))) throw wrongValue('response_format.type', FORMATS, type);
	if (type === 'json_object') {
		if (!/json/i.test(all))
			throw new AiError(400, "'messages' must contain the word 'json' in some form, to use 'response_format' of type 'json_object'.", {
				param: 'messages',
			});
		return describedIn(instructions);
	}
	if (type === 'text') return { name: '', schema: undefined };
	const { name, schema, strict } = isObject(described) ? described : {};
	if (typeof name !== 'string') throw missing('response_format.json_schema.name');
	if (schema === undefined) throw missing('response_format.json_schema.schema');
	if (strict === true) checkStrictSchema(name, schema);
	return { name, schema: schema as JsonSchema };
}

/** The desk's tasks, by a property that only their schemas have. */
const TASKS: Readonly<Record<string, string>> = {
	posts: 'copydesk_brief',
	image_prompt: 'copydesk_post',
	pass: 'copydesk_verdict',
	facts: 'copydesk_facts',
	items: 'copydesk_news_classification',
};

/** A request to shorten has only texts of a post. */
function taskOf(properties: readonly string[]): string {
	const named = properties.find((property) => Object.hasOwn(TASKS, property));
	if (named !== undefined) return TASKS[named] ?? 'json';
	return properties.some((property) => ['title', 'subtitle', 'body'].includes(property)) ? 'copydesk_shorten' : 'json';
}

/** Some models only promise JSON, and n8n's model nodes ask for no form at all: then the schema is in the instructions. */
function describedIn(instructions: string): Pick<Question, 'name' | 'schema'> {
	const begin = instructions.indexOf('{"type":"object"');
	if (begin < 0) return { name: '', schema: undefined };
	const [schema] = jsonIn(instructions.slice(begin)) as (JsonSchema & { readonly properties?: Record<string, unknown> })[];
	return { name: taskOf(Object.keys(schema?.properties ?? {})), schema };
}

const idOf = (): string => `chatcmpl-${randomBytes(14).toString('hex')}`;

/** The whole answer, with the fault that was requested. */
export async function complete(
	question: ChatQuestion,
	fault: Fault | undefined,
	paint: Paint,
	nowMs: number,
): Promise<Omit<Answered, 'status'>> {
	if (question.draws) return drawn(question, paint, nowMs);
	if (question.tool !== undefined) return called(question, question.tool, nowMs);
	const { text, ending, inputTokens, outputTokens, summary } = answerText(question, fault);
	const message = {
		role: 'assistant',
		content: ending === 'refusal' ? null : text,
		refusal: ending === 'refusal' ? "I'm sorry, but I can't help with that request." : null,
		annotations: [],
	};
	const reasons = { max_output_tokens: 'length', content_filter: 'content_filter' } as const;
	const reason = ending === 'max_output_tokens' || ending === 'content_filter' ? reasons[ending] : 'stop';
	return { body: completion(question, nowMs, message, reason, inputTokens, outputTokens), summary };
}

/** What it looks for with a tool is the first words of what it was asked. */
function called(question: ChatQuestion, tool: string, nowMs: number): Omit<Answered, 'status'> {
	const looked = JSON.stringify({ input: question.input.slice(0, 60) });
	const call = { id: `call_${randomBytes(12).toString('hex')}`, type: 'function', function: { name: tool, arguments: looked } };
	const message = { role: 'assistant', content: null, refusal: null, tool_calls: [call] };
	return { body: completion(question, nowMs, message, 'tool_calls', Math.ceil(question.input.length / 4), 20), summary: `uses ${tool}` };
}

async function drawn(question: ChatQuestion, paint: Paint, nowMs: number): Promise<Omit<Answered, 'status'>> {
	const [width, height] = [1248, 832];
	const png = await paint(question.input, width, height);
	const url = `data:image/png;base64,${png.toString('base64')}`;
	const message = { role: 'assistant', content: '', refusal: null, images: [{ type: 'image_url', image_url: { url } }] };
	return { body: completion(question, nowMs, message, 'stop', Math.ceil(question.input.length / 4), 1_290), summary: `${width}x${height}` };
}

function completion(
	question: Question,
	nowMs: number,
	message: object,
	reason: string,
	inputTokens: number,
	outputTokens: number,
): unknown {
	return {
		id: idOf(),
		object: 'chat.completion',
		created: Math.floor(nowMs / 1_000),
		model: question.model,
		choices: [{ index: 0, message, logprobs: null, finish_reason: reason }],
		usage: { prompt_tokens: inputTokens, completion_tokens: outputTokens, total_tokens: inputTokens + outputTokens },
		service_tier: 'default',
	};
}
