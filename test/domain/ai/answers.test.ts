import { expect } from 'chai';
import { hasPicture, pictureOf, withheldIn } from '../../../domain/ai/image.ts';
import { providerFault } from '../../../domain/ai/faults.ts';
import { readAnswer } from '../../../domain/ai/responses.ts';
import { strictObject } from '../../../domain/ai/schema.ts';
import { MAX_ANSWER_ENTRIES, MAX_ANSWER_TEXT_UNITS, MAX_ANSWER_UNITS } from '../../../domain/limits.ts';

const schema = strictObject({ title: { type: 'string' }, words: { type: 'array', items: { type: 'string' } } });
const VALUE = { title: 'A {ferry}', words: ['new'] };
const JSON_TEXT = JSON.stringify(VALUE);
const chat = (message: unknown, finish_reason = 'stop') => ({ choices: [{ message, finish_reason }] });
const saying = (content: unknown) => chat({ role: 'assistant', content });

describe('An answer of a model', () => {
	const read: readonly (readonly [form: string, answer: unknown])[] = [
		['a text in parts', saying([{ type: 'text', text: JSON_TEXT }])],
		[
			'a text that is cut into parts',
			saying([
				{ type: 'output_text', text: JSON_TEXT.slice(0, 9) },
				{ type: 'text', text: JSON_TEXT.slice(9) },
			]),
		],
		[
			'thinking as a part before the text',
			saying([
				{ type: 'thinking', thinking: [{ text: 'hm' }] },
				{ type: 'text', text: JSON_TEXT },
			]),
		],
		['thinking beside the text', chat({ content: JSON_TEXT, reasoning_content: 'Let me see.' })],
		['a text that a server takes for thinking', chat({ content: null, reasoning_content: JSON_TEXT })],
		['the same under another name', chat({ content: '', reasoning: JSON_TEXT })],
		['the call of a tool', chat({ content: null, tool_calls: [{ function: { name: 'json', arguments: JSON_TEXT } }] }, 'tool_calls')],
		['the call of a tool that was read', chat({ tool_calls: [{ function: { name: 'json', arguments: VALUE } }] }, 'tool_calls')],
		['thinking in marks', saying(`<think>First {a} title, then "words".</think>\n${JSON_TEXT}`)],
		['thinking whose first mark is missing', saying(`Well. {"title":"no"}</thinking>${JSON_TEXT}`)],
		['a sentence before and behind', saying(`Here is the post {as asked}:\n${JSON_TEXT}\nAnything else?`)],
		['marks of a code block', saying(`Sure!\n\`\`\`JSON\r\n${JSON_TEXT}\n\`\`\``)],
		['marks without a name', saying(`~~~\n${JSON_TEXT}\n~~~`)],
		['JSON in a text', saying(JSON.stringify(JSON_TEXT))],
		['a list of one', saying(`[${JSON_TEXT}]`)],
		['marks of a model around it', saying(`<|channel|>final<|message|>${JSON_TEXT}<|im_end|>`)],
		['the same value twice', saying(`${JSON_TEXT}\n${JSON_TEXT}`)],
		[
			'Gemini',
			{ candidates: [{ content: { parts: [{ text: 'hm', thought: true }, { text: JSON_TEXT }], role: 'model' }, finishReason: 'STOP' }] },
		],
		["n8n's Basic LLM Chain", { text: JSON_TEXT }],
		["n8n's Basic LLM Chain with a parser", { output: VALUE }],
		["n8n's AI Agent", { output: `Here it is: ${JSON_TEXT}` }],
		['an older chain', { response: { text: JSON_TEXT } }],
		["n8n's OpenAI node for chats", { index: 0, message: { role: 'assistant', content: JSON_TEXT }, finish_reason: 'stop' }],
		["n8n's OpenAI node for chats, with JSON read", { message: { role: 'assistant', content: VALUE }, finish_reason: 'stop' }],
		[
			"n8n's OpenAI node for responses",
			{ output: [{ type: 'message', status: 'completed', content: [{ type: 'output_text', text: JSON_TEXT }] }] },
		],
		["n8n's Anthropic node", { content: [{ type: 'text', text: JSON_TEXT }], stop_reason: 'end_turn' }],
		["n8n's Gemini node", { content: { parts: [{ text: JSON_TEXT }], role: 'model' }, finishReason: 'STOP' }],
		["n8n's Ollama node", { content: JSON_TEXT }],
		['an item that is the value', VALUE],
	];
	for (const [form, answer] of read)
		it(`is read as ${form}`, () => expect(readAnswer(answer, schema)).to.deep.equal({ ok: true, value: VALUE }));

	it('is read with line breaks in its texts, which stay', () => {
		for (const around of ['', 'Here it is: '])
			expect(readAnswer(saying(`${around}{"title": "A\n\tferry",\n"words": ["new\r\none"]}`), schema)).to.deep.equal({
				ok: true,
				value: { title: 'A\n\tferry', words: ['new\r\none'] },
			});
	});

	const faults: readonly (readonly [why: string, answer: unknown, code: string, detail?: string])[] = [
		['a list of two', saying(`[${JSON_TEXT}, ${JSON_TEXT}]`), 'ai_malformed'],
		['a text that breaks off at a line break', saying('{"title": "A\nferry'), 'ai_malformed'],
		['a prompt that Gemini blocks', { promptFeedback: { blockReason: 'PROHIBITED_CONTENT' } }, 'ai_refused'],
		[
			'an upstream limit with 200',
			{ error: { message: 'Provider returned error', code: 429, metadata: { raw: 'busy upstream' } } },
			'ai_busy',
		],
		[
			'an upstream bound in its raw words',
			{ error: { code: 400, metadata: { raw: '{"error":{"message":"maximum context length"}}' } } },
			'ai_context_too_long',
		],
		['no choices at all', { choices: [], usage: {} }, 'ai_malformed', 'the answer has no choice'],
		['thinking alone', chat({ content: '', reasoning: 'Let me see …' }), 'ai_malformed'],
		['no message', { choices: [{ finish_reason: 'stop' }] }, 'ai_malformed', 'the answer has no message'],
		['a choice with an error', { choices: [{ error: { code: 502, message: 'Upstream' }, finish_reason: 'error' }] }, 'ai_unavailable'],
		['a choice with a limit', { choices: [{ error: { code: 429, message: 'rate limited, try again in 7s' } }] }, 'ai_busy', '7'],
		['a choice that broke off', { choices: [{ message: { content: '{"ti' }, finish_reason: 'error' }] }, 'ai_unavailable'],
		['an error with 200', { object: 'error', message: 'The model `m` does not exist.', code: 404 }, 'ai_model_unknown'],
		['a word of a gateway with 200', { detail: 'Rate limit exceeded' }, 'ai_busy'],
		['a list of errors with 200', { success: false, errors: [{ code: 7003, message: 'No such model' }] }, 'ai_model_unknown'],
		['a cut answer of another interface', { content: [{ type: 'text', text: '{"ti' }], stop_reason: 'max_tokens' }, 'ai_incomplete'],
		['a filter of another interface', { candidates: [{ finishReason: 'SAFETY' }] }, 'ai_refused'],
		['a refusal in parts', saying([{ type: 'refusal', refusal: 'No.' }]), 'ai_refused'],
		['two different values', saying(`${JSON_TEXT}\n${JSON.stringify({ ...VALUE, title: 'B' })}`), 'ai_malformed'],
		['another node', { id: 7, name: 'Row' }, 'ai_malformed', 'expected an answer of a model but received an item with "id", "name"'],
		['an empty item', {}, 'ai_malformed', 'expected an answer of a model but received an empty item'],
		['a text that never ends', saying(JSON.stringify({ ...VALUE, title: 't.me/'.repeat(12_800) })), 'ai_malformed'],
		['a list that never ends', { ...VALUE, words: Array<string>(MAX_ANSWER_ENTRIES + 1).fill('') }, 'ai_malformed'],
		['brackets that never end', saying('{'.repeat(MAX_ANSWER_UNITS)), 'ai_malformed', 'the answer is not JSON'],
		[
			'more than any question wants',
			saying('x'.repeat(MAX_ANSWER_UNITS + 1)),
			'ai_malformed',
			'expected at most 200000 units but received 200001',
		],
	];
	for (const [why, answer, code, detail] of faults)
		it(`with ${why} is ${code}`, () => {
			const found = readAnswer(answer, schema);
			expect(found).to.include({ ok: false, code });
			if (detail !== undefined) expect(found).to.include({ detail });
		});

	it('has texts as long as the longest one that could be shortened', () =>
		expect(readAnswer({ ...VALUE, title: 'x'.repeat(MAX_ANSWER_TEXT_UNITS) }, schema)).to.include({ ok: true }));
});

describe('A picture of a model', () => {
	const BASE64 = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ';
	const DATA = `data:image/png;base64,${BASE64}`;
	const taken: readonly (readonly [form: string, answer: unknown])[] = [
		['its bytes', { data: [{ b64_json: BASE64 }] }],
		['a data address where bytes are wanted', { data: [{ b64_json: DATA }] }],
		['a data address as an address', { data: [{ url: DATA }] }],
		['a picture beside the message', chat({ content: '', images: [{ type: 'image_url', image_url: { url: DATA } }] })],
		['a picture beside the message, as a text', chat({ content: 'Here.', images: [{ image_url: DATA }] })],
		[
			'a part of the content',
			saying([
				{ type: 'text', text: 'Here.' },
				{ type: 'image_url', image_url: { url: DATA } },
			]),
		],
		['a part with bytes', saying([{ type: 'image', source: { type: 'base64', media_type: 'image/png', data: BASE64 } }])],
		['a part of Gemini', saying([{ inline_data: { mime_type: 'image/png', data: BASE64 } }])],
		['a mark in the text', saying(`Here it is: ![A harbour](${DATA})`)],
		['a part of the response', { output: [{ type: 'image_generation_call', result: BASE64 }] }],
		['an element in the text', saying(`<p>Here it is:</p><img alt="A harbour" src="${DATA}">`)],
		['a part of Gemini’s own answer', { candidates: [{ content: { parts: [{ text: 'Here.' }, { inlineData: { data: BASE64 } }] } }] }],
		['a prediction', { predictions: [{ mimeType: 'image/png', bytesBase64Encoded: BASE64 }] }],
		['an artifact', { artifacts: [{ base64: BASE64, finishReason: 'SUCCESS' }] }],
		['a result', { success: true, result: { image: BASE64 } }],
		['another picture format', { data: [{ url: `data:image/jpeg;base64,${BASE64}` }] }],
	];
	for (const [form, answer] of taken) it(`is taken as ${form}`, () => expect(pictureOf(answer)).to.deep.equal({ base64: BASE64 }));

	const refused: readonly (readonly [form: string, answer: unknown, fault: string])[] = [
		['an address', { data: [{ url: 'https://pictures.example/1.png' }] }, 'image_as_address'],
		['an address in a part', saying([{ type: 'image_url', image_url: 'https://pictures.example/1.png' }]), 'image_as_address'],
		['an address in the text', saying('![A harbour](https://pictures.example/1.png)'), 'image_as_address'],
		['an address in words', saying('It is at https://pictures.example/1.webp now.'), 'image_as_address'],
		['an address of one picture', { image: { url: 'https://pictures.example/1' } }, 'image_as_address'],
		['a drawing in words', { data: [{ url: 'data:image/svg+xml;utf8,<svg/>' }] }, 'image_not_png'],
		['an address of a page', saying('Read https://pictures.example/terms first.'), 'image_none'],
		['words', saying('I cannot draw.'), 'image_none'],
		['no bytes', { data: [{ b64_json: '' }] }, 'image_empty'],
		['nothing', {}, 'image_none'],
	];
	for (const [form, answer, fault] of refused)
		it(`is refused by its form: ${form}`, () => expect(pictureOf(answer)).to.deep.equal({ base64: '', fault }));

	const withheld: readonly (readonly [form: string, answer: unknown, fault: string])[] = [
		['a picture that is flagged', { data: [{ b64_json: '', respect_moderation: false }] }, 'ai_refused'],
		['an artifact that is filtered', { artifacts: [{ base64: '', finishReason: 'CONTENT_FILTERED' }] }, 'ai_refused'],
		['a candidate that is filtered', { candidates: [{ finishReason: 'IMAGE_SAFETY' }] }, 'ai_refused'],
		['a prompt that is blocked', { promptFeedback: { blockReason: 'OTHER' } }, 'ai_refused'],
		['a refusal in chat', chat({ content: null, refusal: 'No.' }), 'ai_refused'],
		['an error with 200', { error: { code: 429, message: 'Rate limit exceeded' } }, 'ai_busy'],
		['the limit of a key with 200', { error: { code: 403, message: 'Key limit exceeded (total limit).' } }, 'ai_spending_limit'],
	];
	for (const [form, answer, fault] of withheld)
		it(`says why there is none: ${form}`, () => expect(providerFault(withheldIn(answer))).to.equal(fault));
	for (const answer of [{ data: [{ b64_json: '' }] }, saying('I cannot draw.'), {}, null])
		it(`says nothing of it: ${JSON.stringify(answer)}`, () => expect(withheldIn(answer)).to.equal(null));

	it('was paid for as an address too', () => {
		expect(hasPicture(pictureOf({ data: [{ url: 'https://pictures.example/1.png' }] }))).to.equal(true);
		expect(hasPicture(pictureOf({ data: [{ b64_json: '' }] }))).to.equal(false);
	});
});
