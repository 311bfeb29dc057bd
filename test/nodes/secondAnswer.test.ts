import { expect } from 'chai';
import type { IDataObject } from 'n8n-workflow';
import { firstTextRequest, sourcesOfRequest } from '../../domain/ai/post.ts';
import { PROMPTS } from '../../domain/ai/prompts.ts';
import { chatRequest } from '../../domain/ai/chat.ts';
import type { TextAi } from '../../nodes/shared/provider.ts';
import { runNode, stubService, type StubAnswer } from '../support/fakeExecution.ts';
import { loadNode } from '../support/nodes.ts';

const REQUEST = 'Write about the new tram line: 12 stops.';
const written = { title: 'Trams', subtitle: 'A new line', body: 'It has 12 stops.', category: 'City', image_prompt: 'A tram' };
const settings = { ...PROMPTS, language: 'en', house_style: '', text_model: 'first-model', image_model: '' };
const question = firstTextRequest({ request: REQUEST, link: null, ...sourcesOfRequest(REQUEST) }, settings);
const FALLBACK = { model: 'other-model', interface: 'chat', schemas: 'strict' } as const;
const CHAT = '/v1/chat/completions';
const AT_FALLBACK = '/v1/fallback:/v1/chat/completions';
const chatAnswer = (content: string): IDataObject => ({ model: 'm-2', choices: [{ finish_reason: 'stop', message: { content } }] });

describe('A second request for a text', () => {
	/** Reads an answer, with a service that admits and a provider that answers. */
	async function read(
		answer: IDataObject,
		ai: Partial<TextAi>,
		answers: Readonly<Record<string, StubAnswer>> = { [AT_FALLBACK]: { body: chatAnswer(JSON.stringify(written)) } },
		services: readonly string[] = ['copydeskCollaborationApi', 'copydeskAiApi'],
	) {
		const all: TextAi = { model: 'first-model', image_model: null, url: CHAT, interface: 'responses', schemas: 'strict', ...ai };
		const asked = {
			ai: all,
			request: all.interface === 'chat' ? chatRequest(question, all.schemas) : question,
			...(all.interface === 'chat' ? { original: question } : {}),
			...{ _svc: 's.v.c', admission: { purpose: 'text_generate', admission_id: 'a_1', role: 'owner' } },
			material: { draft_key: 'p1', version: 1, state: 'text_generating', kind: 'post', request: REQUEST, facts: [], source_blocks: [] },
			settings: { language: 'en' },
		};
		const service = await stubService({
			'/authorize': { body: { allowed: true, admission_id: 'a_2', role: 'owner' } },
			'/materials/advance': { body: { material: {} } },
			'/admissions/note': { body: {} },
			...answers,
		});
		try {
			const [item] = await runNode(await loadNode('PostDraft'), {
				parameters: { operation: 'parseText', asked: JSON.stringify(asked) },
				items: [answer],
				services: Object.fromEntries(services.map((name) => [name, service.url])),
			});
			const paths = service.calls.map(({ path }) => path);
			const bodies = service.calls.map(({ body }) => body as Record<string, unknown>);
			return { json: item?.json ?? {}, paths, bodies, notes: service.notes.map(({ body }) => body as Record<string, unknown>) };
		} finally {
			await service.close();
		}
	}
	const refused = { error: { httpCode: 'ECONNREFUSED', message: 'refused' } };

	it('names the bound as the model wants it, where its name was refused', async () => {
		const words = "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.";
		const error = { message: words, status: 400, code: 'unsupported_parameter' };
		const answers = { [CHAT]: { body: chatAnswer(JSON.stringify(written)) } };
		const { json, bodies } = await read({ error }, { interface: 'chat' }, answers);
		expect(json).to.have.property('next', 'keep');
		const sent = bodies.find((body) => 'messages' in body);
		expect(sent).to.include({ max_completion_tokens: 8_000 }).and.not.to.have.property('max_tokens');
	});

	it('is named so from the first for models that are known to want it', () => {
		const boundOf = (model: string) => Object.keys(chatRequest({ ...question, model }, 'strict')).find((name) => name.startsWith('max_'));
		expect(['gpt-4o', 'o3-mini', 'gpt-5.6-terra', 'openai/gpt-6-luna', 'llama-3'].map(boundOf)).to.deep.equal([
			'max_tokens',
			'max_completion_tokens',
			'max_completion_tokens',
			'max_completion_tokens',
			'max_tokens',
		]);
	});

	it('goes to the fallback provider where the first did nothing, under an admission of its own', async () => {
		const { json, paths, bodies, notes } = await read(refused, { fallback: FALLBACK });
		expect(json).to.have.property('next', 'keep');
		expect(json).to.not.have.any.keys('original', 'request');
		expect(paths).to.deep.equal(['/authorize', AT_FALLBACK, '/materials/advance']);
		expect(bodies[0]).to.deep.include({ purpose: 'text_generate', _svc: 's.v.c' });
		expect(bodies[1]).to.deep.include({ model: 'other-model' });
		expect(JSON.stringify(bodies[2])).to.include('"admission_id":"a_2"');
		expect(notes.map((note) => [note['admission_id'], note['model']])).to.deep.equal([
			['a_1', 'first-model'],
			['a_2', 'm-2'],
		]);
	});

	for (const [what, answer] of [
		['a gateway waited in vain', { error: { httpCode: '504' } }],
		['the connection broke', { error: { httpCode: 'ECONNRESET' } }],
		['no answer came in time', { error: 'timeout of 180000ms exceeded' }],
		['a refusal came', { status: 'incomplete', incomplete_details: { reason: 'content_filter' } }],
	] as const)
		it(`is never made where an answer may have been paid for: ${what}`, async () => {
			const { json, paths } = await read(answer, { fallback: FALLBACK });
			expect([json['next'], paths]).to.deep.equal(['failed', []]);
		});

	it('is not made without a fallback provider', async () => {
		expect((await read(refused, {})).paths).to.deep.equal([]);
	});

	it('is not made without an admission, and the first failure stays', async () => {
		const { json, paths } = await read(refused, { fallback: FALLBACK }, { '/authorize': { status: 429, body: { code: 'budget_spent' } } });
		expect(paths).to.deep.equal(['/authorize']);
		expect(json).to.have.nested.property('problem.detail', 'refused');
	});

	it('is not made by graphs of earlier releases, which give the credential to no node that reads', async () => {
		const { paths } = await read(refused, { fallback: FALLBACK }, {}, ['copydeskCollaborationApi']);
		expect(paths).to.deep.equal([]);
	});

	it('leaves a failure where the fallback provider fails too, and asks no third time', async () => {
		const { json, paths } = await read(
			refused,
			{ fallback: FALLBACK },
			{ [AT_FALLBACK]: { status: 503, body: { error: { message: 'busy' } } } },
		);
		expect(paths).to.deep.equal(['/authorize', AT_FALLBACK]);
		expect(json).to.have.nested.property('problem.detail', 'busy');
	});

	it('says for how long a provider asks to wait, with what it took, and to the person', async () => {
		const busy = { error: { httpCode: '429', message: 'Rate limit reached. Please try again in 20s.' } };
		const { json, notes } = await read(busy, {});
		expect(notes.map((note) => note['retry_after_seconds'])).to.deep.equal([20]);
		expect(json).to.deep.nested.include({ 'problem.code': 'ai_busy', 'problem.detail': '20' });
		const passed = await read(busy, { fallback: FALLBACK }, { [AT_FALLBACK]: { status: 429, body: { error: { message: 'x' } } } });
		expect(passed.notes.map((note) => note['retry_after_seconds'])).to.deep.equal([undefined, undefined]);
	});

	const loose = { interface: 'chat', schemas: 'object' } as const;

	it('mends an answer that is no JSON of ours once, where the provider promises no more', async () => {
		const { json, paths, bodies, notes } = await read(chatAnswer('Sure! Here it is: {'), loose, {
			[CHAT]: { body: chatAnswer(JSON.stringify(written)) },
		});
		expect(json).to.have.property('next', 'keep');
		expect(paths).to.deep.equal(['/authorize', CHAT, '/materials/advance']);
		expect(JSON.stringify(bodies[1])).to.include('Sure! Here it is').and.to.include('the answer is not JSON');
		expect(notes.map((note) => note['admission_id'])).to.deep.equal(['a_1', 'a_2']);
	});

	it('mends once only, and nothing of a strict provider', async () => {
		const still = await read(chatAnswer('no'), loose, { [CHAT]: { body: chatAnswer('no') } });
		expect(still.paths).to.deep.equal(['/authorize', CHAT]);
		expect(still.json).to.have.nested.property('problem.code', 'ai_malformed');
		expect((await read(chatAnswer('no'), { interface: 'chat', schemas: 'strict' })).paths).to.deep.equal([]);
	});
});
