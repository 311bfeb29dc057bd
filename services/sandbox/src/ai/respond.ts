/**
 * `POST /v1/responses`: reads the request as the provider does, answers what its schema asks for.
 */
import { randomBytes } from 'node:crypto';
import { isObject } from '@copydesk/domain/isObject';
import type { Fault } from '../faults.ts';
import { briefOf } from './brief.ts';
import { checkText } from './check.ts';
import { AiError, missing, unknownParameter, wrongType, wrongValue } from './errors.ts';
import { languageOf, paragraphsOf, sentencesOf } from './language.ts';
import { shortened } from './shorten.ts';
import { checkStrictSchema, fit, type JsonSchema } from './strictSchema.ts';
import { WRONG_NUMBERS_ABOUT } from '../news/articles.ts';
import { classify } from './classify.ts';
import { writePost } from './write.ts';

const KNOWN = new Set([
	'background',
	'conversation',
	'include',
	'input',
	'instructions',
	'max_output_tokens',
	'max_tool_calls',
	'metadata',
	'model',
	'parallel_tool_calls',
	'previous_response_id',
	'prompt',
	'prompt_cache_key',
	'prompt_cache_retention',
	'reasoning',
	'safety_identifier',
	'service_tier',
	'store',
	'stream',
	'stream_options',
	'temperature',
	'text',
	'tool_choice',
	'tools',
	'top_logprobs',
	'top_p',
	'truncation',
	'user',
]);
/** Characters per token, approximately. */
const UNITS_PER_TOKEN = 3.6;
const CONTEXT_TOKENS = 400_000;

export interface Question {
	readonly model: string;
	/** The name of the schema; '' for free text. */
	readonly name: string;
	readonly schema: JsonSchema | undefined;
	readonly instructions: string;
	readonly input: string;
	readonly maxOutputTokens: number | null;
	readonly request: Record<string, unknown>;
}

function textOfInput(input: unknown): string {
	if (typeof input === 'string') return input;
	if (!Array.isArray(input)) throw wrongType('input', 'one of a string or array of input items', input);
	const parts: string[] = [];
	input.forEach((item: unknown, index) => {
		if (!isObject(item)) throw wrongType(`input[${index}]`, 'an input item', item);
		if (item['role'] !== undefined && !['user', 'assistant', 'system', 'developer'].includes(String(item['role'])))
			throw wrongValue(`input[${index}].role`, ['assistant', 'system', 'developer', 'user'], item['role']);
		const { content } = item;
		if (typeof content === 'string') parts.push(content);
		else if (Array.isArray(content)) {
			content.forEach((part: unknown, at) => {
				const type = isObject(part) ? part['type'] : undefined;
				if (!['input_text', 'output_text', 'input_image', 'input_file', 'refusal', 'summary_text'].includes(String(type))) {
					throw wrongValue(
						`input[${index}].content[${at}].type`,
						['input_text', 'input_image', 'output_text', 'refusal', 'input_file', 'summary_text'],
						type,
					);
				}
				if (isObject(part) && typeof part['text'] === 'string') parts.push(part['text']);
			});
		} else if (content === undefined && item['type'] === undefined) throw missing(`input[${index}].content`);
	});
	return parts.join('\n');
}

/** @throws AiError in the provider's words */
export function readQuestion(body: unknown): Question {
	if (!isObject(body)) throw new AiError(400, 'We could not parse the JSON body of your request. The API expects a JSON object.');
	for (const key of Object.keys(body)) if (!KNOWN.has(key)) throw unknownParameter(key);
	const { model, input, text, max_output_tokens: max, truncation, stream, instructions } = body;
	if (model === undefined || model === '') throw missing('model');
	if (typeof model !== 'string') throw wrongType('model', 'a string', model);
	if (input === undefined) throw missing('input');
	if (stream === true) throw new AiError(400, 'This stand-in does not stream.', { param: 'stream', code: 'unsupported_parameter' });
	if (instructions !== undefined && instructions !== null && typeof instructions !== 'string')
		throw wrongType('instructions', 'a string', instructions);
	if (max !== undefined && max !== null) {
		if (typeof max !== 'number' || !Number.isInteger(max)) throw wrongType('max_output_tokens', 'an integer', max);
		if (max < 16)
			throw new AiError(400, `Invalid 'max_output_tokens': integer below minimum value. Expected a value >= 16, but got ${max} instead.`, {
				param: 'max_output_tokens',
				code: 'integer_below_min_value',
			});
	}
	if (truncation !== undefined && truncation !== null && truncation !== 'auto' && truncation !== 'disabled')
		throw wrongValue('truncation', ['auto', 'disabled'], truncation);
	const given = textOfInput(input);
	if (given.length / UNITS_PER_TOKEN > CONTEXT_TOKENS && truncation !== 'auto') {
		throw new AiError(400, 'Your input exceeds the context window of this model. Please adjust your input and try again.', {
			param: 'input',
			code: 'context_length_exceeded',
		});
	}
	let name = '';
	let schema: JsonSchema | undefined;
	if (text !== undefined && text !== null) {
		if (!isObject(text)) throw wrongType('text', 'an object', text);
		const { format } = text;
		if (format !== undefined && format !== null) {
			if (!isObject(format)) throw wrongType('text.format', 'an object', format);
			if (format['type'] === undefined) throw missing('text.format.type');
			if (!['text', 'json_object', 'json_schema'].includes(String(format['type'])))
				throw wrongValue('text.format.type', ['json_object', 'json_schema', 'text'], format['type']);
			if (format['type'] === 'json_schema') {
				if (format['name'] === undefined) throw missing('text.format.name');
				if (typeof format['name'] !== 'string' || !/^[A-Za-z0-9_-]{1,64}$/.test(format['name'])) {
					throw new AiError(
						400,
						"Invalid 'text.format.name': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.",
						{ param: 'text.format.name', code: 'invalid_value' },
					);
				}
				if (format['schema'] === undefined) throw missing('text.format.schema');
				if (format['strict'] === true) checkStrictSchema(format['name'], format['schema']);
				name = format['name'];
				schema = format['schema'] as JsonSchema;
			}
		}
	}
	return {
		model,
		name,
		schema,
		instructions: typeof instructions === 'string' ? instructions : '',
		input: given,
		maxOutputTokens: typeof max === 'number' ? max : null,
		request: body,
	};
}

function documentOf(question: Question): Record<string, unknown> {
	try {
		const value: unknown = JSON.parse(question.input);
		if (isObject(value)) return value;
	} catch {
		// Not a document, so it is the request itself.
	}
	return { request: question.input };
}

/** A few facts cut from the source blocks, each with its block. */
function factsOf(document: Record<string, unknown>): unknown {
	const given = document['blocks'] ?? document['source_blocks'];
	const blocks = Array.isArray(given) ? (given as { id?: unknown; text?: unknown }[]) : [];
	const facts: { text: string; source_ids: string[] }[] = [];
	for (const block of blocks) {
		// Beside pages, one sentence of a message only says what the post is about.
		const isOrder = block.id === 'request' && blocks.length > 1 && sentencesOf(String(block.text ?? '')).length === 1;
		if (isOrder) continue;
		for (const sentence of paragraphsOf(String(block.text ?? '')).flatMap(sentencesOf)) {
			if (facts.length < 6 && sentence.length <= 700 && sentence.length >= 20 && !/^https?:/u.test(sentence))
				facts.push({ text: sentence, source_ids: [String(block.id ?? '')] });
		}
	}
	return { facts };
}

/** Answers by the name of the schema. */
function answerFor(question: Question): unknown {
	const document = documentOf(question);
	switch (question.name) {
		case 'copydesk_brief':
			return briefOf(document);
		case 'copydesk_post':
			return writePost(document);
		case 'copydesk_shorten':
			return shortened(document);
		case 'copydesk_verdict':
			return checkText(document);
		case 'copydesk_facts':
			return factsOf(document);
		case 'copydesk_news_classification':
			return classify(document, question.instructions);
		default:
			return {};
	}
}

const FREE_TEXT = {
	en: 'This is the stand-in for the AI provider. It answers what its schemas ask for.',
	ru: 'Это подмена провайдера ИИ. Она отвечает на то, что просят её схемы.',
};

/** Puts a number that no source has into the answer. */
function plantWrongNumber(value: unknown, input: string): unknown {
	if (!isObject(value) || typeof value['body'] !== 'string') return value;
	const body = value['body'];
	const match = /\d+/u.exec(body);
	let planted = 47;
	if (match !== null) planted = Number(match[0]) + 7;
	while (new RegExp(`(?<!\\d)${planted}(?!\\d)`, 'u').test(input)) planted += 11;
	if (match !== null) return { ...value, body: body.slice(0, match.index) + String(planted) + body.slice(match.index + match[0].length) };
	const russian = languageOf(body) === 'ru';
	const [first, ...rest] = body.split('\n\n');
	return {
		...value,
		body: [`${first ?? ''} ${russian ? `Это заняло ${planted} недель.` : `It took ${planted} weeks.`}`, ...rest].join('\n\n'),
	};
}

/** Adds frames until the body is longer than any caption. */
function tooLong(value: unknown): unknown {
	if (!isObject(value) || typeof value['body'] !== 'string') return value;
	const body = value['body'];
	const filler =
		languageOf(body) === 'ru'
			? 'И ещё немного о том же, чтобы текст точно не поместился в подпись.'
			: 'And a little more of the same, so that the text is sure not to fit a caption.';
	let longer = body;
	while (longer.length <= 1_060) longer += `\n\n${filler}`;
	return { ...value, body: longer };
}

/** Reports faults in any text. */
function neverSatisfied(document: Record<string, unknown>): { pass: boolean; issues: unknown[] } {
	const body = String(document['body'] ?? '');
	const fragment = sentencesOf(paragraphsOf(body)[0] ?? '')[0] ?? body;
	return {
		pass: false,
		issues: [
			{
				field: 'body',
				fragment,
				replacement: fragment.replace(/([.!?…]?)$/u, ' indeed$1'),
				reason: 'The statement is stronger than its source.',
			},
		],
	};
}

export interface Answered {
	readonly status: number;
	readonly body: unknown;
	readonly summary: string;
}

const idOf = (prefix: string): string => `${prefix}_${randomBytes(24).toString('hex')}`;
const tokens = (text: string): number => Math.max(1, Math.ceil(text.length / UNITS_PER_TOKEN));

const textPart = (text: string) => ({ type: 'output_text', text, annotations: [], logprobs: [] });

function messageOf(phase: 'commentary' | 'final_answer', status: string, content: readonly unknown[]) {
	return { id: idOf('msg'), type: 'message', status, role: 'assistant', phase, content };
}

/** The answer, independent of the interface. */
interface Text {
	readonly text: string;
	/** How it ends: normally, refused, or broken off with a reason. */
	readonly ending: 'stop' | 'refusal' | 'max_output_tokens' | 'content_filter';
	readonly inputTokens: number;
	readonly outputTokens: number;
	readonly summary: string;
}

/** The text of an answer, with the fault that was requested. */
export function answerText(question: Question, fault: Fault | undefined): Text {
	const value = valueOf(question, fault);
	let text = value === undefined ? FREE_TEXT[languageOf(question.input)] : JSON.stringify(value);
	if (fault?.kind === 'answer') text = typeof fault.answer === 'string' ? fault.answer : JSON.stringify(fault.answer);
	if (fault?.kind === 'malformed') text = text.slice(0, Math.max(1, text.length - 12));
	// A provider without schema support: a sentence, the marks of a code block, and an extra field.
	if (fault?.kind === 'loose') text = `Here you are:\n\n${text.replace(/^\{/, '{"note":"as you wished",')}\n`;
	const outputTokens = tokens(text);
	const isOver = question.maxOutputTokens !== null && outputTokens > question.maxOutputTokens;
	const ending =
		fault?.kind === 'refusal'
			? 'refusal'
			: fault?.kind === 'content_filter'
				? 'content_filter'
				: fault?.kind === 'incomplete' || isOver
					? 'max_output_tokens'
					: 'stop';
	const isCut = ending === 'content_filter' || ending === 'max_output_tokens' || fault?.kind === 'silent_cut';
	if (isCut) text = text.slice(0, Math.floor(Math.min(text.length / 2, (question.maxOutputTokens ?? 1_000_000) * UNITS_PER_TOKEN)));
	return {
		text,
		ending: fault?.kind === 'silent_cut' ? 'stop' : ending,
		inputTokens: tokens(question.instructions + question.input),
		outputTokens: Math.min(outputTokens, question.maxOutputTokens ?? outputTokens),
		summary: summaryOf(question.name, value, ending === 'refusal'),
	};
}

function valueOf(question: Question, fault: Fault | undefined): unknown {
	const value: unknown = question.schema === undefined ? undefined : fit(question.schema, answerFor(question));
	const isToldWrong = question.name === 'copydesk_post' && question.input.includes(WRONG_NUMBERS_ABOUT);
	if (fault?.kind === 'wrong_number' || isToldWrong) return plantWrongNumber(value, question.input);
	if (fault?.kind === 'too_long') return tooLong(value);
	if (question.name !== 'copydesk_verdict') return value;
	if (fault?.kind === 'unsatisfied') return neverSatisfied(documentOf(question));
	if (fault?.kind === 'contradiction') return { pass: true, issues: neverSatisfied(documentOf(question)).issues };
	return value;
}

/** The whole answer, with the fault that was requested. */
export function respond(question: Question, fault: Fault | undefined, nowMs: number): Answered {
	const { text, ending, inputTokens, outputTokens: used, summary } = answerText(question, fault);
	const isCut = ending === 'content_filter' || ending === 'max_output_tokens';
	const status = isCut ? 'incomplete' : 'completed';
	const content =
		ending === 'refusal' ? [{ type: 'refusal', refusal: "I'm sorry, but I can't help with that request." }] : [textPart(text)];
	const { request } = question;
	const body = {
		id: idOf('resp'),
		access_programs: null,
		object: 'response',
		created_at: Math.floor(nowMs / 1_000),
		status,
		background: false,
		error: null,
		incomplete_details: isCut ? { reason: ending } : null,
		instructions: question.instructions === '' ? null : question.instructions,
		max_output_tokens: question.maxOutputTokens,
		model: question.model,
		output: [
			...(fault?.kind === 'commentary' ? [messageOf('commentary', 'completed', [textPart('I keep to the schema.')])] : []),
			messageOf('final_answer', status, content),
		],
		parallel_tool_calls: true,
		previous_response_id: null,
		reasoning: { effort: null, summary: null },
		store: request['store'] ?? true,
		temperature: 1,
		text: request['text'] ?? { format: { type: 'text' } },
		tool_choice: 'auto',
		tools: [],
		top_p: 1,
		truncation: request['truncation'] ?? 'disabled',
		usage: {
			input_tokens: inputTokens,
			input_tokens_details: { cached_tokens: 0, cache_write_tokens: 0 },
			output_tokens: used,
			output_tokens_details: { reasoning_tokens: 0 },
			total_tokens: inputTokens + used,
		},
		metadata: {},
	};
	return { status: 200, body, summary };
}

function summaryOf(name: string, value: unknown, refused: boolean): string {
	if (refused) return 'refused';
	if (!isObject(value)) return name || 'text';
	if (typeof value['kind'] === 'string') return value['kind'];
	if (Array.isArray(value['items'])) return `${value['items'].length} chosen`;
	if (Array.isArray(value['facts'])) return `${value['facts'].length} facts`;
	if (typeof value['title'] === 'string') return `“${value['title']}”`;
	if (Array.isArray(value['issues'])) return value['pass'] === true ? 'passed' : `${value['issues'].length} found`;
	if (typeof value['body'] === 'string') return `${value['body'].length} units`;
	return name;
}
