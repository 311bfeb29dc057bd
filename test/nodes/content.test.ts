import { createHash } from 'node:crypto';
import { expect } from 'chai';
import type { IDataObject } from 'n8n-workflow';

import { badAnswers } from '../support/answers.ts';
import { runNode, stubService, type StubAnswer, type StubService } from '../support/fakeExecution.ts';
import { loadNode } from '../support/nodes.ts';

const HEX = 'a'.repeat(64);
/** Of the bytes "a cover". */
const ASSET = '719ea93471e7a2e0794e2c5e06cafa41717775fec1da331535a677a5223c16ad';
const completed = (value: unknown) => ({
	status: 'completed',
	output: [{ type: 'message', content: [{ type: 'output_text', text: JSON.stringify(value) }] }],
});
const written = { title: 'Trains', subtitle: '', body: 'They run.', category: 'Travel', image_prompt: 'A train.' };

function png(width = 1536, height = 1024): Buffer {
	const bytes = Buffer.alloc(100);
	Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]).copy(bytes);
	bytes.writeUInt32BE(width, 16);
	bytes.writeUInt32BE(height, 20);
	return bytes;
}

/** Bad answers that a node can be given: n8n hands on objects alone. */
const unusable = badAnswers.flatMap(([why, answer, code]) =>
	typeof answer === 'object' && answer !== null ? [[why, answer as IDataObject, code] as const] : [],
);

describe('the content nodes', () => {
	const services: StubService[] = [];
	afterEach(async () => {
		for (const service of services.splice(0)) await service.close();
	});

	async function run(
		node: string,
		parameters: Record<string, unknown>,
		item: IDataObject,
		answers: Readonly<Record<string, StubAnswer | ((call: { body: unknown }) => StubAnswer)>> = {},
	) {
		const service = await stubService(answers);
		services.push(service);
		const urls = { copydeskRendererApi: service.url, copydeskAiApi: `${service.url}/ai`, copydeskCollaborationApi: service.url };
		const items = await runNode(await loadNode(node), { parameters, items: [item], services: urls });
		return { json: items[0]?.json as IDataObject, calls: service.calls, notes: service.notes, url: service.url };
	}

	const post = (changes: IDataObject = {}): IDataObject => ({
		settings: { language: 'en', text_model: 'm-1' },
		material: {
			draft_key: 'p1',
			version: 1,
			kind: 'post',
			state: 'text_generating',
			request: 'Trains run.',
			facts: [{ text: 'Trains run.', source_ids: ['request'] }],
			source_blocks: [{ id: 'request', text: 'Trains run.' }],
			...changes,
		},
	});

	describe('Post Draft: Build Text Request', () => {
		it('asks for a first text at the address of the credential', async () => {
			const { json, url } = await run('PostDraft', { operation: 'textRequest' }, post());
			expect(json).to.include({ next: 'write', purpose: 'text_generate', ai_url: `${url}/ai/v1/responses` });
			expect(json).to.have.nested.property('request.text.format.name', 'copydesk_post');
		});

		it('uses the address of the settings when they name one', async () => {
			const item = { ...post(), settings: { ai_base_url: 'http://127.0.0.1:1234/v1gateway/' } };
			expect((await run('PostDraft', { operation: 'textRequest' }, item)).json['ai_url']).to.equal(
				'http://127.0.0.1:1234/v1gateway/v1/responses',
			);
		});

		it('asks for a revision with the version before and the wish', async () => {
			const { json } = await run(
				'PostDraft',
				{ operation: 'textRequest' },
				{ ...post({ version: 2, request: 'shorter' }), previous: { title: 'Old', subtitle: '', body: 'Old body.' } },
			);
			expect(json).to.include({ next: 'write', purpose: 'text_revise' });
			const sent = (json['request'] as { input: { content: { text: string }[] }[] }).input[0]?.content[0]?.text ?? '';
			expect(JSON.parse(sent)).to.deep.include({ current: { title: 'Old', subtitle: '', body: 'Old body.' }, feedback: 'shorter' });
		});

		it('asks for nothing when the text is a person’s own, and builds its caption', async () => {
			const { json } = await run(
				'PostDraft',
				{ operation: 'textRequest' },
				post({ state: 'text_preparing', title: 'T', subtitle: '', body: 'B.', caption: null }),
			);
			expect(json).to.deep.include({ next: 'keep', patch: { caption: 'B.' } });
		});

		for (const state of ['ready', 'claimed', 'published', 'awaiting_feedback', 'superseded', 'rejected']) {
			it(`asks for nothing in state ${state}`, async () =>
				expect((await run('PostDraft', { operation: 'textRequest' }, post({ state }))).json).to.include({ next: 'ready' }));
		}
	});

	describe('Post Draft: Parse Text', () => {
		const parse = (answer: IDataObject) =>
			run('PostDraft', { operation: 'parseText', asked: { ...post(), request: { secret: 1 } } }, answer);

		it('keeps what fits, with its caption, and drops the request', async () => {
			const { json } = await parse(completed(written) as unknown as IDataObject);
			expect(json).to.deep.include({ next: 'keep', patch: { ...written, caption: 'They run.' } });
			expect(json).to.not.have.property('request');
		});

		it('keeps a title that a person set in another language, whatever the AI makes of it, and has it checked so', async () => {
			const previous = { title: 'Night trains are back for the summer', subtitle: '', body: 'Поезда ходят ночью.', error_code: null };
			const russian = { ...written, title: 'Ночные поезда вернулись', body: 'Поезда ходят.', category: '' };
			const asked: IDataObject = { ...post({ version: 2, request: 'короче' }), previous, settings: { language: 'ru' } };
			const { json } = await run('PostDraft', { operation: 'parseText', asked }, completed(russian) as unknown as IDataObject);
			expect(json).to.have.nested.include({ next: 'keep', 'patch.title': previous.title, 'patch.body': russian.body });
			const material = { ...(asked['material'] as object), ...(json['patch'] as object), state: 'text_preparing' };
			const started = await run('CollabMaterial', { operation: 'startCheck' }, { ...json, material, needs: 'check', next: 'kept' });
			expect(started.json).to.deep.include({ as_set: ['title'] });
		});

		it('asks for the one shortening of what is too long', async () => {
			const long = { ...written, title: 'x'.repeat(71), body: 'x'.repeat(1_025) };
			expect((await parse(completed(long) as unknown as IDataObject)).json).to.deep.include({
				next: 'shorten',
				max_units: { title: 70, body: 1_024 },
			});
		});

		it('names the failure of a call that left only its error', async () => {
			expect((await parse({ error: 'timeout of 180000ms exceeded' })).json).to.deep.include({
				next: 'failed',
				problem: { code: 'ai_unavailable', stage: 'text', detail: 'timeout of 180000ms exceeded' },
			});
		});

		for (const [why, answer, code] of unusable) {
			it(`keeps nothing after ${why}, nor of a shortening`, async () => {
				const { json } = await parse(answer);
				expect(json).to.have.property('next', 'failed');
				expect(json['problem']).to.deep.include({ code, stage: 'text' });
				const asked = { ...post(), written, max_units: { body: 700 }, request: { secret: 1 } };
				const { json: shortened } = await run('PostDraft', { operation: 'parseShortened', asked }, answer);
				expect(shortened['problem']).to.deep.include({ code, stage: 'text' });
				for (const item of [json, shortened]) expect(item).to.not.have.any.keys('patch', 'request');
			});
		}

		it('keeps nothing of a shortening that is as long as before', async () => {
			const asked = { ...post(), written, max_units: { body: 700 } };
			const answer = completed({ body: 'x'.repeat(1_025) });
			const { json } = await run('PostDraft', { operation: 'parseShortened', asked }, answer);
			expect(json).to.have.nested.property('problem.code', 'text_too_long');
		});
	});

	describe('a repaired text that is longer than its link leaves room for', () => {
		const material = { ...(post()['material'] as IDataObject), state: 'text_preparing', category: 'Travel', image_prompt: 'A train.' };
		const tooLong = {
			outcome: 'diagnostic',
			ground_error: 'shorten_required',
			shorten_to_units: 900,
			repaired_text: { title: 'Trains', subtitle: '', body: 'They run again.' },
			preview_issues: [],
		};
		const keep = (asked: IDataObject) => run('CollabMaterial', { operation: 'keepVerdict', asked: JSON.stringify(asked) }, tooLong);

		it('is shortened once, stored and checked again, where it was edited', async () => {
			const plan = { kind: 'revise', scope: [{ field: 'body', start: 0, end: 4 }], check: true };
			const { json: kept } = await keep({ ...post(), material: { ...material, body: 'They run.', edit_scope: plan.scope }, plan });
			expect(kept).to.deep.include({
				next: 'shorten',
				shortening: { written: { ...tooLong.repaired_text, category: 'Travel', image_prompt: 'A train.' }, max_units: { body: 900 } },
				plan,
			});
			const { json: asked } = await run('PostDraft', { operation: 'textRequest' }, kept);
			expect(asked).to.include({ next: 'write', purpose: 'text_shorten', needs: 'check' });
			expect(asked).to.have.nested.property('request.text.format.name', 'copydesk_shorten');
			const { json: short } = await run(
				'PostDraft',
				{ operation: 'parseText', asked: JSON.stringify(asked) },
				completed({ body: 'They run.' }),
			);
			expect(short).to.deep.include({ next: 'keep', edit_scope: [{ field: 'body', start: 0, end: 4 }] });
			expect(short['patch']).to.include({ title: 'Trains', body: 'They run.', caption: 'They run.' });
			expect((await keep(short)).json, 'a second time').to.deep.include({
				next: 'failed',
				problem: { code: 'shorten_required', stage: 'check' },
			});
		});

		it('stays with its error when the shortened one is too long as well', async () => {
			const { json: asked } = await run('PostDraft', { operation: 'textRequest' }, (await keep({ ...post(), material })).json);
			const still = completed({ body: 'x'.repeat(1_025) });
			const { json } = await run('PostDraft', { operation: 'parseText', asked: JSON.stringify(asked) }, still);
			expect(json).to.have.property('next', 'failed');
			expect(json).to.have.nested.property('problem.code', 'text_too_long');
		});
	});

	describe('Post Draft: a text that is paid for and not stored', () => {
		const admission_id = 'a_7';
		const asked: IDataObject = { ...post(), _svc: 's.v.c', admission: { admission_id } };
		const long = { ...written, body: 'They run. '.repeat(110).trim() };
		const took = { '/materials/advance': { body: { material: {} } } };
		const parse = (answer: unknown, answers: Parameters<typeof run>[3] = took) =>
			run('PostDraft', { operation: 'parseText', asked }, answer as IDataObject, answers);
		const goOn = (kept: IDataObject | null, changes: IDataObject = {}, answers: Parameters<typeof run>[3] = {}) =>
			run(
				'PostDraft',
				{ operation: 'textRequest' },
				post({ kept_text: kept === null ? null : { ...kept, admission_id }, ...changes }),
				answers,
			);
		const keptIn = (calls: StubService['calls']) => calls.filter(({ path }) => path === '/materials/advance');
		const misfit = (errors: readonly object[]) => ({
			'/v1/covers/check': { status: 422, body: { code: 'layout_overflow', detail: 'x', errors } },
		});
		const noRoom = misfit([
			{ path: 'title', message: 'needs 4 lines, 3 allowed' },
			{ path: 'subtitle', message: 'has a word wider than the line, 936 px, at the smallest size, 22 px' },
		]);

		for (const [why, text, next] of [
			['one that fits', written, 'keep'],
			['one that is too long', long, 'shorten'],
		] as const)
			it(`is kept under its admission before anything is made of it: ${why}`, async () => {
				const { json, calls } = await parse(completed(text));
				expect(keptIn(calls).map(({ path, body }) => [path, body])).to.deep.equal([
					[
						'/materials/advance',
						{
							...{ _svc: 's.v.c', draft_key: 'p1', version: 1, from: 'text_generating', to: 'text_generating' },
							patch: { kept_text: { ...text, admission_id } },
						},
					],
				]);
				expect(json).to.have.property('next', next);
			});

		it('is noted with what it took, also an answer of no use', async () => {
			const usage = { input_tokens: 900, output_tokens: 400, total_tokens: 1_300 };
			const note = { _svc: 's.v.c', admission_id, input_tokens: 900, output_tokens: 400, pictures: 0 };
			for (const text of [written, 'not a post']) {
				const { notes } = await parse({ ...completed(text), model: 'm-1-2026', usage });
				expect(notes.map(({ body }) => body)).to.deep.equal([{ ...note, model: 'm-1-2026' }]);
			}
		});

		it('is handed over again until the service is back', async () => {
			const left = [503, 502];
			const answer = () => ({ status: left.shift() ?? 200, body: { material: {} } });
			expect(keptIn((await parse(completed(written), { '/materials/advance': answer })).calls)).to.have.length(3);
		}).timeout(20_000);

		it('goes on when it is refused: storing it comes next', async () => {
			const { json, calls } = await parse(completed(written), { '/materials/advance': { status: 409, body: { code: 'state_conflict' } } });
			expect(keptIn(calls)).to.have.length(1);
			expect(json).to.have.property('next', 'keep');
		});

		it('is kept after its shortening too, and an answer of no use is not', async () => {
			const shortening = { written: long, max_units: { body: 1_024 } };
			for (const operation of ['parseText', 'parseShortened']) {
				const item = { ...asked, shortening, ...shortening };
				const { calls } = await run('PostDraft', { operation, asked: item }, completed({ body: 'They run.' }) as IDataObject, took);
				expect(calls[0]?.body)
					.to.have.nested.property('patch.kept_text')
					.that.deep.equals({ ...written, shortened: true, admission_id });
			}
			expect((await parse({ error: 'timeout of 180000ms exceeded' })).calls).to.deep.equal([]);
		});

		it('is taken by the next execution, which asks for nothing', async () => {
			const { json } = await goOn(written, { edit_scope: [{ field: 'body', start: 0, end: 4 }] });
			expect(json).to.deep.include({ next: 'keep', needs: 'check', patch: { ...written, caption: 'They run.' } });
			expect(json['edit_scope'], 'nothing beside the body').to.deep.equal([{ field: 'body', start: 0, end: 9 }]);
			expect(json).to.not.have.property('request');
		});

		it('leaves the picture as it was asked for beside other words', async () => {
			const image_prompt = 'One illustration for this news: Trains\n\nAsked for now: a night train';
			const patchAfter = async (row: IDataObject) => (await goOn(written, { image_prompt, ...row })).json['patch'] as IDataObject;
			expect(await patchAfter({ source_image_id: null })).to.not.have.property('image_prompt');
			expect(await patchAfter({ source_image_id: 'sha256:1' }), 'drawn long ago').to.include({ image_prompt: written.image_prompt });
			expect(await patchAfter({ source_image_id: null, image_prompt: 'A train.' })).to.include({ image_prompt: written.image_prompt });
		});

		it('is only shortened by the next execution when it is too long, and its repair may be shortened too', async () => {
			const { json } = await goOn(long);
			expect(json).to.include({ next: 'write', purpose: 'text_shorten' });
			expect(json).to.have.nested.property('request.text.format.name', 'copydesk_shorten');
			const short = await run('PostDraft', { operation: 'parseText', asked: json }, completed({ body: 'They run.' }) as IDataObject);
			expect(short.json).to.deep.include({ next: 'keep', shortening: null, patch: { ...written, caption: 'They run.' } });
		});

		it('is shortened when its cover has no room for its title, within its limit as it is', async () => {
			const wide = { ...written, title: 'Trains and no trams', subtitle: 'In a word too wide' };
			const bounds = { title: 14, subtitle: 12 };
			const { json } = await parse(completed(wide), { ...took, ...noRoom });
			expect(json).to.deep.include({ next: 'shorten', max_units: bounds, written: wide });
			const long = await parse(completed({ ...wide, body: 'x'.repeat(1_025) }), { ...took, ...noRoom });
			expect(long.json, 'all in one request').to.deep.include({ max_units: { ...bounds, body: 1_024 } });
			const again = await goOn(wide, {}, noRoom);
			expect(again.json, 'after a crash').to.deep.include({ purpose: 'text_shorten', shortening: { written: wide, max_units: bounds } });
			const short = await run(
				'PostDraft',
				{ operation: 'parseText', asked: again.json },
				completed({ title: 'Trains', subtitle: '' }) as IDataObject,
				{ ...took, ...noRoom },
			);
			expect(short.json, 'once').to.deep.include({ next: 'keep', patch: { ...written, caption: 'They run.' } });
		});

		it('is not shortened again after a crash, nor when the cover says something else or nothing', async () => {
			const { json, calls } = await goOn({ ...written, shortened: true }, {}, noRoom);
			expect(json).to.deep.include({ next: 'keep', patch: { ...written, caption: 'They run.' } });
			expect(calls).to.deep.equal([]);
			const others = [
				misfit([{ path: 'category', message: 'needs 2 lines, 1 allowed' }]),
				{ '/v1/covers/check': { status: 422, body: { code: 'unsupported_character', errors: [{ path: 'title', message: 'x' }] } } },
				{ '/v1/covers/check': { status: 503, body: { code: 'busy' } } },
			];
			for (const answers of others) expect((await goOn(written, {}, answers)).json).to.have.property('next', 'keep');
		});

		it('is asked for again when nothing is kept, or what no bound admits', async () => {
			expect((await goOn(null)).json).to.include({ next: 'write', purpose: 'text_generate' });
			expect((await goOn({ ...written, title: '' })).json).to.include({ next: 'write', purpose: 'text_generate' });
			expect((await goOn(written, { state: 'ready' })).json).to.include({ next: 'ready' });
		});
	});

	describe('Post Draft: Plan Revision', () => {
		const ready = (text: string, more: IDataObject = {}) => ({
			...post({ state: 'awaiting_feedback', version: 3, title: 'T', subtitle: '', body: 'They cost 29 euros.', ...more }),
			event: { intent: { kind: 'feedback_reply', text } },
		});

		it('plans another video without words, and a cover on it or none, as the version does not have it', async () => {
			const media = [{ kind: 'video', file_id: 'v', file_unique_id: 'u', width: null, height: null, duration: null, file_size: null }];
			const plan = async (text: string, sent: object, more: IDataObject) => {
				const item = ready(text, { cover_template: 'words', ...more });
				const event = { intent: { ...item.event.intent, ...sent } };
				return (await run('PostDraft', { operation: 'planRevision' }, { ...item, event })).json;
			};
			const kept = { text: { kind: 'fixed', post: { title: 'T', subtitle: '', body: 'They cost 29 euros.' } }, illustration: 'reuse' };
			expect((await plan('', { media }, { media }))['plan']).to.deep.include({ ...kept, cover: 'reuse' });
			expect((await plan('with a cover', {}, { media }))['plan']).to.deep.include({ ...kept, template: 'cover' });
			expect(await plan('without a cover', {}, { media })).to.include({ next: 'refuse' });
			expect((await plan('without a cover', {}, { media, shown_as: { cover: true } }))['plan']).to.deep.include({ template: 'photo' });
		});

		it('plans exact words without a request, and changes the sources with them', async () => {
			const { json } = await run('PostDraft', { operation: 'planRevision' }, ready('replace "29" with "35"'));
			expect(json).to.include({ next: 'revise' });
			expect(json['plan']).to.deep.include({
				cover: 'reuse',
				illustration: 'reuse',
				text: { kind: 'fixed', post: { title: 'T', subtitle: '', body: 'They cost 35 euros.' } },
			});
			expect(json).to.have.nested.property('plan.sources.source_blocks[1].id', 'reply-3');
		});

		it('revises the paid text that was too long: the first request stays, and the wish is a wish', async () => {
			const kept_text = {
				admission_id: 'a_1',
				title: 'Trains',
				subtitle: '',
				body: 'They run. '.repeat(200),
				category: '',
				image_prompt: 'A train',
			};
			const source = { source_blocks: [{ id: 'request', text: 'Trains run.' }], facts: [{ text: 'Trains run.', source_ids: ['request'] }] };
			const stopped = { version: 1, state: 'text_generating', title: '', body: null, kept_text, ...source };
			const { json } = await run('PostDraft', { operation: 'planRevision' }, ready('Please make it short.', stopped));
			expect(json).to.have.nested.property('plan.illustration', 'reuse');
			expect(json).to.have.nested.property('plan.text.wish', 'Please make it short.');
			expect(json).to.have.nested.property('plan.sources.source_blocks[0].text', 'Trains run.');
			const asked = {
				...post({ version: 2, state: 'text_generating', request: 'Please make it short.' }),
				previous: { ...stopped, draft_key: 'p1' },
			};
			const { json: requested } = await run('PostDraft', { operation: 'textRequest' }, asked);
			expect(requested).to.include({ next: 'write', purpose: 'text_revise' });
			expect(JSON.stringify(requested['request'])).to.contain('They run. They run.');
		});

		it('refuses what it cannot do, with the words it was about', async () => {
			expect((await run('PostDraft', { operation: 'planRevision' }, ready('replace "nowhere" with "x"'))).json).to.deep.include({
				next: 'refuse',
				problem: { code: 'fragment_not_found', stage: 'feedback', detail: 'nowhere' },
			});
		});

		it('offers to replace words everywhere that occur in several places, and does so once that is pressed', async () => {
			const twice = (reply: string, intent: IDataObject = {}) => {
				const item = ready(reply, { title: 'Trains for 29', body: 'They cost 29 euros.' });
				return { ...item, event: { ...item.event, intent: { ...item.event.intent, ...intent } } };
			};
			const asked = await run('PostDraft', { operation: 'planRevision' }, twice('replace "29" with "35"'));
			expect(asked.json).to.deep.include({ next: 'refuse', buttons: [[{ action: 'everywhere', draft_key: 'p1', version: 3 }]] });
			const tooMuch = await run('PostDraft', { operation: 'planRevision' }, twice(`replace "29" with "${'9'.repeat(80)}"`));
			expect(tooMuch.json, 'what would not fit even so').to.deep.include({ next: 'refuse', buttons: null });
			const pressed = await run(
				'PostDraft',
				{ operation: 'planRevision' },
				twice('replace "29" with "35"', { kind: 'callback', action: 'everywhere' }),
			);
			expect(pressed.json).to.include({ next: 'revise' });
			expect(pressed.json['plan']).to.deep.include({
				text: { kind: 'fixed', post: { title: 'Trains for 35', subtitle: '', body: 'They cost 35 euros.' } },
			});
		});

		it('takes what the fact check found for a wish, whatever it quotes, and never for a fact', async () => {
			const wish = 'Write the text again without these places:\n- title: “29” with “35”';
			const { json } = await run(
				'PostDraft',
				{ operation: 'planRevision' },
				{
					...ready('', { state: 'text_preparing', error_code: 'semantic_fail' }),
					event: { intent: { kind: 'callback', action: 'write_anew', text: wish } },
				},
			);
			expect(json).to.deep.include({ next: 'revise' });
			expect(json['plan']).to.deep.include({ text: { kind: 'request', wish }, check: true, sources: null });
		});

		it('knows a cancellation', async () =>
			expect((await run('PostDraft', { operation: 'planRevision' }, ready('cancel'))).json).to.include({ next: 'cancel' }));
	});

	describe('parts of the prompts', () => {
		const asked = (settings: IDataObject) =>
			run(
				'PostDraft',
				{ operation: 'textRequest' },
				{ ...post({ state: 'text_generating', title: null, body: null, caption: null }), settings },
			);
		const instructionsOf = (json: IDataObject) => (json['request'] as { instructions: string }).instructions;

		it('are sent word for word as the settings have them', async () => {
			const { json } = await asked({ prompt_write: 'You write for sailors.', prompt_illustration: '"image_prompt" is an etching.' });
			expect(instructionsOf(json)).to.match(/^You write for sailors\. The input is one JSON document/);
			expect(instructionsOf(json)).to.include('\n"image_prompt" is an etching.\n');
		});

		it('say what they always said where the settings of an earlier graph have none', async () => {
			const { json } = await asked({ language: 'en' });
			expect(instructionsOf(json)).to.match(/^You write for an illustrated messenger channel\. The input is one JSON document/);
		});

		it('are refused by name before anything is asked for, when one says nothing or too much', async () => {
			const { json, calls } = await asked({ prompt_shorten: ' \n' });
			expect(json).to.deep.include({ next: 'failed', problem: { code: 'settings_invalid', stage: 'text', detail: 'prompt_shorten: ""' } });
			expect(json).to.not.have.property('request');
			expect(calls).to.deep.equal([]);
			expect((await asked({ house_style: 'x'.repeat(4001) })).json).to.have.nested.property('problem.detail', 'house_style: 4001 > 4000');
			const nowhere = { ai_base_url: 'ai.example/v1' };
			expect((await asked(nowhere)).json).to.have.nested.property('problem.detail', 'ai_base_url: ai.example/v1');
		});
	});

	describe('Post Draft: what follows a text', () => {
		const needs = async (item: IDataObject) => (await run('PostDraft', { operation: 'textRequest' }, item)).json;

		it('goes by what the row says, with or without a plan: a passed text is not checked again', async () => {
			const scope = [{ field: 'body', start: 0, end: 4 }];
			const row = (more: IDataObject) => post({ state: 'text_preparing', cover_asset_id: null, caption: 'B.', ...more });
			expect(await needs(row({ text_check: 'passed' }))).to.include({ needs: 'cover' });
			expect(await needs(row({ text_check: 'none' }))).to.include({ needs: 'cover' });
			expect(await needs(row({ text_check: 'needed', edit_scope: scope }))).to.deep.include({ needs: 'check', edit_scope: scope });
			expect(await needs(row({ text_check: 'needed', cover_asset_id: HEX })), 'exact words in news').to.include({ needs: 'check' });
			expect(await needs({ ...row({ text_check: 'needed' }), plan: { kind: 'revise', check: false } })).to.include({ needs: 'check' });
		});

		it('writes a first text also for what went on by an operator’s proof, which is past the first state without one', async () => {
			const { json } = await run('PostDraft', { operation: 'textRequest' }, post({ state: 'text_preparing', body: null, title: null }));
			expect(json).to.include({ next: 'write', purpose: 'text_generate' });
		});

		it('fails as a local parse failure on an item that it cannot read, which is what an operator’s proof asks for', async () => {
			const failed = run('PostDraft', { operation: 'shortenRequest' }, {});
			expect(
				await failed.then(
					() => 'nothing',
					(error: Error) => error.name,
				),
			).to.equal('LocalParseError');
		});

		it('checks a text that has no cover yet', async () => expect(await needs(post())).to.include({ needs: 'check', edit_scope: null }));
		it('goes straight to the cover when the plan needs no check', async () =>
			expect(await needs({ ...post({ state: 'text_preparing' }), plan: { kind: 'revise', check: false } })).to.include({ needs: 'cover' }));
		it('goes straight to the cover of a text that was checked before, when work is resumed', async () =>
			expect(await needs(post({ state: 'text_preparing', cover_asset_id: HEX, caption: 'B.' }))).to.include({ needs: 'cover' }));
		it('checks exact words in news although the cover is reused, as far as they reach', async () => {
			const item = { ...post({ state: 'text_preparing', cover_asset_id: HEX }), plan: { kind: 'revise', check: true, scope: ['body'] } };
			expect(await needs(item)).to.deep.include({ needs: 'check', edit_scope: ['body'] });
		});
	});

	describe('Post Draft: Apply Verdict, for earlier graphs', () => {
		const apply = async (result: IDataObject) => (await run('PostDraft', { operation: 'applyVerdict', asked: post() }, result)).json;

		it('hands the verified text on as what to store', async () => {
			const text = { title: 'T', subtitle: '', body: 'B.', caption: 'B.' };
			expect(await apply({ outcome: 'verified', ...text })).to.deep.include({ next: 'keep', patch: { ...text, text_check: 'passed' } });
		});
		it('says why a text may not go on', async () =>
			expect(await apply({ outcome: 'semantic_fail', preview_issues: [{ fragment: '150' }] })).to.deep.include({
				next: 'failed',
				problem: { code: 'semantic_fail', stage: 'check', detail: '150' },
			}));
	});

	describe('Post Draft: Choose Step, for earlier graphs', () => {
		const choose = async (question: string, item: IDataObject) =>
			(await run('PostDraft', { operation: 'chooseStep', question }, item)).json['next'];

		it('checks a text that has no cover yet', async () =>
			expect(await choose('check', post({ state: 'text_preparing' }))).to.equal('check'));
		it('goes straight to the cover when the plan needs no check', async () =>
			expect(await choose('check', { ...post({ state: 'text_preparing' }), plan: { kind: 'revise', check: false } })).to.equal('cover'));
		it('checks exact words in news although the cover is reused', async () =>
			expect(
				await choose('check', {
					...post({ state: 'text_preparing', cover_asset_id: HEX }),
					plan: { kind: 'revise', check: true, scope: [] },
				}),
			).to.equal('check'));
		it('leaves a draft alone that people decide about', async () =>
			expect(await choose('check', post({ state: 'awaiting_feedback' }))).to.equal('done'));
		it('stops where something failed', async () => expect(await choose('check', { ...post(), problem: { code: 'x' } })).to.equal('failed'));
		it('resumes what is in work, shows what is ready, tells the rest', async () => {
			expect(await choose('work', post())).to.equal('work');
			expect(await choose('work', { ...post(), route: 'draft' })).to.equal('tell');
			expect(await choose('work', post({ state: 'ready' }))).to.equal('show');
			expect(await choose('work', post({ state: 'published' }))).to.equal('tell');
		});
	});

	describe('Caption Check', () => {
		const flat = (changes: IDataObject = {}): IDataObject => ({
			_svc: 'signed',
			created_by_user_id: 1001,
			draft_key: 'p1',
			version: 1,
			kind: 'post',
			title: 'Trains',
			subtitle: '',
			body: 'They have 150 seats.',
			caption: 'They have 150 seats.',
			facts: [{ text: 'Trains have 120 seats.', source_ids: ['request'] }],
			source_blocks: [{ id: 'request', text: 'Trains have 120 seats.' }],
			settings: { text_model: 'm-1' },
			...changes,
		});
		const step = async (operation: string, item: IDataObject, asked?: IDataObject) =>
			(await run('CaptionCheck', { operation, ...(asked === undefined ? {} : { asked }) }, item)).json;
		const refusal = completed({
			pass: false,
			issues: [{ field: 'body', fragment: '150', replacement: '120', reason: 'The fact says 120.' }],
		}) as unknown as IDataObject;
		const pass = completed({ pass: true, issues: [] }) as unknown as IDataObject;

		for (const [why, answer, code] of unusable) {
			it(`ends with a diagnostic after ${why}, and asks no second time`, async () => {
				const judged = await step('parseVerdict', answer, await step('buildRequest', flat()));
				expect(judged).to.have.property('next', 'end');
				expect(await step('finish', judged)).to.include({
					outcome: 'diagnostic',
					ground_error: code === 'ai_malformed' ? 'verdict_malformed' : code,
					checks: 1,
					body: 'They have 150 seats.',
				});
			});
		}

		it('asks no AI about news without a card, and uses no draft as its own source', async () => {
			const link = 'https://trains.example/120';
			const news = flat({ kind: 'news', link, caption: `They have 150 seats.\n\nOriginal: ${link}` });
			expect(await step('finish', await step('buildRequest', news))).to.include({ ground_error: 'link_mismatch', checks: 0 });
			expect(await step('buildRequest', { ...news, item_link: link })).to.have.property('next', 'ask');
		});

		const issue = (fragment: string, replacement: string) => ({ field: 'body', fragment, replacement, reason: 'Not so.' });
		const unsound: readonly [why: string, pass: boolean, issues: readonly object[], code: string][] = [
			['a contradiction', true, [issue('150', '120')], 'verdict_contradiction'],
			['a refusal without a reason', false, [], 'verdict_empty'],
			['eleven issues', false, Array.from({ length: 11 }, () => issue('150', '120')), 'verdict_too_many_issues'],
			['fragments that overlap', false, [issue('have 150', 'have 120'), issue('150 seats', '120 seats')], 'fragments_overlap'],
			['an ambiguous fragment', false, [issue('e', 'o')], 'fragment_ambiguous'],
			['a fragment that is not there', false, [issue('160', '120')], 'fragment_not_found'],
			['a change that changes nothing', false, [issue('150', '150')], 'replacement_empty_change'],
			['a repair that is over its bound', false, [issue('150', '1'.repeat(1_020))], 'text_too_long'],
		];
		for (const [why, pass, issues, code] of unsound) {
			it(`ends with ${code} after ${why}, with the text as it was`, async () => {
				const judged = await step(
					'parseVerdict',
					completed({ pass, issues }) as unknown as IDataObject,
					await step('buildRequest', flat()),
				);
				const ended = judged['next'] === 'repair' ? await step('repair', judged) : judged;
				expect(ended).to.have.property('next', 'end');
				expect(await step('finish', ended)).to.include({ outcome: 'diagnostic', ground_error: code, body: 'They have 150 seats.' });
			});
		}

		it('takes the fields that the graph declares, and what a repair made of them', async () => {
			const begun = await step('buildRequest', flat());
			const judged = await step('parseVerdict', refusal, begun);
			const mended = await step('repair', judged);
			expect(mended).to.include({ next: 'ask', body: 'They have 120 seats.' });
			const found = await step('finish', await step('parseVerdict', pass, mended));
			expect(found).to.include({
				outcome: 'verified',
				body: 'They have 120 seats.',
				draft_key: 'p1',
				version: 1,
				created_by_user_id: 1001,
			});
			expect(found).not.to.have.any.keys('request', 'settings');
		});

		it('lets a text have the address that the person asked for, and no other', async () => {
			const body = 'They have 150 seats. Book at https://trains.example/book.';
			const found = (wish: string) => step('buildRequest', flat({ body, caption: body, wish }));
			expect(await found('Say that people book at https://trains.example/book')).to.have.property('next', 'ask');
			expect(await found('Say how many seats there are')).to.have.nested.property('check.ground_error', 'foreign_contact');
		});

		it('asks no AI when the settings do not say what to look for, and names the setting', async () => {
			const begun = await step('buildRequest', flat({ settings: { prompt_check: '' } }));
			expect(begun).to.include({ next: 'end' }).and.not.to.have.property('request');
			const told = await run('CollabMaterial', { operation: 'keepVerdict', asked: post() }, await step('finish', begun));
			expect(told.json['problem']).to.deep.equal({ code: 'settings_invalid', stage: 'check', detail: 'prompt_check: ""' });
		});

		describe('verdicts that were paid for', () => {
			const admission_id = 'a_7';
			const failed = { pass: false, issues: [{ field: 'body', fragment: '150', replacement: '120', reason: 'The fact says 120.' }] };
			const passed = { pass: true, issues: [] };
			const goOn = (...verdicts: object[]) =>
				step('buildRequest', flat({ kept_verdicts: verdicts.map((verdict) => ({ ...verdict, admission_id })) }));

			it('are kept under their admission before anything is made of them; an answer of no use is not', async () => {
				const asked = { ...(await step('buildRequest', flat())), admission: { admission_id } };
				const parse = (answer: object) =>
					run('CaptionCheck', { operation: 'parseVerdict', asked }, answer as IDataObject, { '/materials/advance': { body: {} } });
				expect((await parse(refusal)).calls.map(({ path, body }) => [path, body])).to.deep.equal([
					[
						'/materials/advance',
						{
							...{ _svc: 'signed', draft_key: 'p1', version: 1, from: 'text_preparing', to: 'text_preparing' },
							patch: { kept_verdict: { ...failed, admission_id } },
						},
					],
				]);
				expect((await parse({ error: 'timeout of 180000ms exceeded' })).calls).to.deep.equal([]);
			});

			it('are taken by the next execution: a passed text is verified, and no AI is asked', async () => {
				const begun = await goOn(passed);
				expect(begun).to.include({ next: 'end' }).and.not.to.have.property('request');
				expect(await step('finish', begun)).to.include({ outcome: 'verified', checks: 1 });
			});

			it('are repaired by the person who goes on, who asks for the second one alone', async () => {
				const begun = await goOn(failed);
				expect(begun).to.include({
					next: 'ask',
					purpose: 'caption_recheck',
					body: 'They have 120 seats.',
					caption: 'They have 120 seats.',
				});
				const second = await step('parseVerdict', pass, begun);
				expect(await step('finish', second)).to.include({ outcome: 'verified', checks: 2, body: 'They have 120 seats.' });
				const refused = { pass: false, issues: [{ ...failed.issues[0], fragment: '120', replacement: '12' }] };
				expect(await step('finish', await goOn(failed, refused))).to.include({ outcome: 'semantic_fail', checks: 2 });
			});

			it('are asked for again where no repair could follow, so that trying again can help', async () => {
				const nowhere = { pass: false, issues: [{ ...failed.issues[0], fragment: '160' }] };
				expect(await goOn(nowhere)).to.include({ next: 'ask', purpose: 'caption_check', body: 'They have 150 seats.' });
				expect(await goOn(nowhere, passed)).to.include({ next: 'end' });
			});
		});

		it('goes the nine steps: refused once, repaired once, verified', async () => {
			const asked = await step('buildRequest', flat());
			expect(asked).to.include({ next: 'ask' });
			const first = await step('parseVerdict', refusal, asked);
			expect(first).to.include({ next: 'repair' });
			const repaired = await step('repair', first);
			expect(repaired).to.include({ next: 'ask', body: 'They have 120 seats.', caption: 'They have 120 seats.' });
			const second = await step('parseVerdict', pass, repaired);
			expect(second).to.include({ next: 'end' });
			expect(await step('finish', second)).to.deep.equal({
				_svc: 'signed',
				created_by_user_id: 1001,
				draft_key: 'p1',
				batch_key: null,
				version: 1,
				outcome: 'verified',
				ground_error: null,
				ground_detail: null,
				shorten_to_units: null,
				repaired_text: null,
				preview_issues: [],
				checks: 2,
				title: 'Trains',
				subtitle: '',
				body: 'They have 120 seats.',
				caption: 'They have 120 seats.',
			});
		});

		it('ends as semantic_fail after the second refusal and never repairs again', async () => {
			const repaired = await step('repair', await step('parseVerdict', refusal, await step('buildRequest', flat())));
			const second = await step(
				'parseVerdict',
				completed({ pass: false, issues: [{ field: 'body', fragment: '120', replacement: '100', reason: 'x' }] }) as unknown as IDataObject,
				repaired,
			);
			expect(second).to.include({ next: 'end' });
			expect(await step('finish', second)).to.include({ outcome: 'semantic_fail', checks: 2 });
		});

		it('asks no AI when the stored caption is another one', async () => {
			const begun = await step('buildRequest', flat({ caption: 'Something else.' }));
			expect(begun).to.include({ next: 'end' });
			expect(begun).to.not.have.property('request');
			expect(await step('finish', begun)).to.include({ outcome: 'diagnostic', ground_error: 'caption_mismatch', checks: 0 });
		});

		it('says what is missing when it is not given the item that was asked about', async () => {
			const failure = await step('parseVerdict', pass, {}).catch((error: unknown) => error);
			expect(failure).to.be.an('error').with.property('message', 'Expected the item that was asked about but found none');
		});
	});

	describe('Cover Render: Generate Illustration', () => {
		const subject: IDataObject = {
			settings: { image_model: 'i-1' },
			material: { draft_key: 'p1', version: 1, image_prompt: 'A train at night.' },
		};
		const image = (bytes: Buffer): StubAnswer => ({ body: { data: [{ b64_json: bytes.toString('base64') }], usage: { total_tokens: 9 } } });
		const imported: StubAnswer = {
			status: 201,
			body: { image_id: `sha256:${HEX}`, mime_type: 'image/png', bytes: 100, width: 1536, height: 1024 },
		};
		const draw = (answers: Parameters<typeof run>[3]) => run('CoverRender', { operation: 'generateIllustration' }, subject, answers);

		it('pays for one picture and hands its bytes to the renderer; none of them are in the item', async () => {
			const { json, calls } = await draw({ '/ai/v1/images/generations': image(png()), '/v1/images': imported });
			expect(calls.map(({ path }) => path)).to.deep.equal(['/ai/v1/images/generations', '/v1/images']);
			expect(calls[0]?.body).to.deep.equal({
				model: 'i-1',
				prompt: 'A train at night.',
				size: '1536x1024',
				quality: 'medium',
				output_format: 'png',
				n: 1,
			});
			expect(calls[1]?.headers['content-type']).to.equal('image/png');
			expect(Buffer.compare(calls[1]?.body as Buffer, png())).to.equal(0);
			expect(json).to.deep.include({ next: 'drawn', patch: { source_image_id: `sha256:${HEX}` } });
			expect(JSON.stringify(json)).to.not.include(png().toString('base64').slice(0, 40));
		});

		const failures: readonly [why: string, answer: StubAnswer, code: string][] = [
			['the provider fails', { status: 500, body: { error: { message: 'x', code: 'server_error' } } }, 'image_unavailable'],
			[
				'it asks to wait',
				{ status: 429, body: { error: { message: 'Please try again in 20s.', code: 'rate_limit_exceeded' } } },
				'ai_busy',
			],
			['the account has no credit', { status: 429, body: { error: { message: 'x', code: 'insufficient_quota' } } }, 'ai_no_credit'],
			['the key is refused', { status: 401, body: { error: { message: 'x', code: null } } }, 'ai_key_refused'],
			['the provider refuses', { status: 400, body: { error: { message: 'x', code: 'moderation_blocked' } } }, 'image_refused'],
			['nothing comes', { body: { data: [] } }, 'image_none'],
			['a limit comes with 200', { body: { error: { code: 429, message: 'Please try again in 20s.' } } }, 'ai_busy'],
			['a flagged picture comes', { body: { data: [{ b64_json: '', respect_moderation: false }] } }, 'image_refused'],
			['the key is at its limit', { status: 403, body: { error: { message: 'Key limit exceeded (total limit).' } } }, 'ai_spending_limit'],
			['it is another size', image(png(1024, 1024)), 'image_wrong_size'],
			['it is no PNG', image(Buffer.alloc(100, 7)), 'image_not_png'],
		];
		it('makes a cover of words where no pictures are asked for, and pays for none', async () => {
			const service = await stubService({});
			services.push(service);
			const credentials = { copydeskAiApi: { imageInterface: 'none' } };
			const urls = { copydeskAiApi: `${service.url}/ai`, copydeskRendererApi: service.url, copydeskCollaborationApi: service.url };
			const run = { parameters: { operation: 'generateIllustration' }, items: [subject], services: urls, credentials };
			const [item] = await runNode(await loadNode('CoverRender'), run);
			expect(item?.json).to.deep.include({ next: 'drawn', patch: { source_image_id: 'consultation-v1', cover_template: 'words' } });
			expect(service.calls).to.deep.equal([]);
		});

		it('says which model is gone, so that no other text is paid for meanwhile', async () => {
			const gone = { status: 404, body: { error: { message: 'The model does not exist', code: 'model_not_found' } } };
			const item = { ...subject, _svc: 's.v.c', admission: { admission_id: 'a_1' } };
			const { json, notes } = await run('CoverRender', { operation: 'generateIllustration' }, item, { '/ai/v1/images/generations': gone });
			expect(json).to.deep.include({ next: 'failed', problem: { code: 'image_model_gone', stage: 'illustration', detail: 'i-1' } });
			expect(notes.map(({ body }) => body)).to.deep.equal([
				{
					...{ _svc: 's.v.c', admission_id: 'a_1', model: 'i-1', fault: 'model_not_found' },
					...{ input_tokens: 0, output_tokens: 0, pictures: 0 },
				},
			]);
		});

		for (const [why, answer, code] of failures) {
			it(`asks once and sends nothing on when ${why}`, async () => {
				const { json, calls } = await draw({ '/ai/v1/images/generations': answer });
				expect(json).to.deep.include({
					next: 'failed',
					problem: { code, stage: 'illustration', ...(code === 'ai_busy' ? { detail: '20' } : {}) },
				});
				expect(calls).to.have.length(1);
			});
		}

		describe('while the renderer takes nothing', () => {
			const admission_id = 'a_7';
			const item = { ...subject, _svc: 's.v.c', admission: { purpose: 'illustration', admission_id } };
			const KEPT = `/admissions/${admission_id}/result`;
			const admitted = { body: { allowed: true, admission_id: 'a_8', role: 'editor' } };
			const drawn = {
				'/ai/v1/images/generations': image(png()),
				'/authorize': admitted,
				'/v1/images': { status: 503, body: { code: 'unavailable', detail: 'x' } },
			};
			const generate = (answers: Parameters<typeof run>[3]) => run('CoverRender', { operation: 'generateIllustration' }, item, answers);

			it('hands the paid picture to the collaboration service under its admission', async () => {
				const { json, calls } = await generate({ ...drawn, [KEPT]: { status: 201, body: {} } });
				expect(calls.map(({ method, path }) => `${method} ${path}`)).to.deep.equal([
					'POST /ai/v1/images/generations',
					`PUT ${KEPT}`,
					'POST /authorize',
					'POST /v1/images',
				]);
				expect(calls[1]?.headers).to.include({ 'content-type': 'image/png', 'x-copydesk-context': 's.v.c' });
				expect(Buffer.compare(calls[1]?.body as Buffer, png())).to.equal(0);
				expect(json).to.deep.include({ next: 'failed', problem: { code: 'renderer_unavailable', stage: 'illustration' } });
			});

			it('keeps it before the renderer is asked, so that a death between the two pays for nothing again', async () => {
				const { json, calls } = await generate({ ...drawn, '/v1/images': imported, [KEPT]: { status: 201, body: {} } });
				expect(calls.map(({ path }) => path)).to.deep.equal(['/ai/v1/images/generations', KEPT, '/authorize', '/v1/images']);
				expect(calls[2]?.body).to.deep.equal({ _svc: 's.v.c', purpose: 'image_import', target: '/v1/images' });
				expect(json).to.deep.include({ next: 'drawn', patch: { source_image_id: `sha256:${HEX}` } });
			});

			it('keeps it and imports nothing when the person was disabled while it was drawn', async () => {
				const service = await stubService({
					...drawn,
					...{ '/v1/images': imported, [KEPT]: { status: 201, body: {} } },
					'/authorize': { status: 403, body: { code: 'participant_inactive', detail: 'user 1002' } },
				});
				services.push(service);
				const urls = { copydeskAiApi: `${service.url}/ai`, copydeskRendererApi: service.url, copydeskCollaborationApi: service.url };
				const asked = { parameters: { operation: 'generateIllustration' }, items: [item], services: urls };
				const failure = await runNode(await loadNode('CoverRender'), asked).catch((error: unknown) => error);
				expect(failure).to.be.an('error').with.property('message').that.contains('participant_inactive');
				const paths = service.calls.map(({ path }) => path).filter((path) => path !== '/admissions/note');
				expect(paths).to.deep.equal(['/ai/v1/images/generations', KEPT, '/authorize']);
			});

			it('goes on with what the renderer took when the collaboration service could not keep it', async () => {
				const { json } = await generate({ ...drawn, '/v1/images': imported, [KEPT]: { status: 503, body: { code: 'busy' } } });
				expect(json).to.deep.include({ next: 'drawn', patch: { source_image_id: `sha256:${HEX}` } });
			});

			it('fails as it would without that service when it is kept nowhere', async () => {
				const failure = await generate({ ...drawn, [KEPT]: { status: 503, body: { code: 'busy' } } }).catch((error: unknown) => error);
				expect(failure).to.be.an('error').with.property('message', 'The cover renderer refused: unavailable');
			});

			const goOn = (answers: Parameters<typeof run>[3]) =>
				run(
					'CoverRender',
					{ operation: 'importKept' },
					{ ...item, material: { draft_key: 'p1', kept_admission_id: admission_id } },
					answers,
				);
			const kept: StubAnswer = { body: png() };

			it('asks for the kept picture first and stores it, and pays nothing', async () => {
				const { json, calls } = await goOn({ [KEPT]: kept, '/v1/images': imported });
				expect(calls.map(({ method, path }) => `${method} ${path}`)).to.deep.equal([`GET ${KEPT}`, 'POST /v1/images']);
				expect(Buffer.compare(calls[1]?.body as Buffer, png())).to.equal(0);
				expect(json).to.deep.include({ next: 'drawn', patch: { source_image_id: `sha256:${HEX}` } });
			});

			it('says again that nothing is taken when the renderer is still away', async () => {
				const { json } = await goOn({ [KEPT]: kept, '/v1/images': { status: 503, body: { code: 'unavailable' } } });
				expect(json).to.deep.include({ next: 'failed', problem: { code: 'renderer_unavailable', stage: 'illustration' } });
			});

			it('draws again only what is gone, or is no picture to the renderer', async () => {
				expect((await goOn({ [KEPT]: { status: 404, body: { code: 'result_not_found' } } })).json).to.include({ next: 'draw' });
				const broken = { status: 422, body: { code: 'invalid_image', errors: [] } };
				expect((await goOn({ [KEPT]: kept, '/v1/images': broken })).json).to.include({ next: 'draw' });
				const away = await goOn({ [KEPT]: { status: 503, body: { code: 'unavailable' } } }).catch((error: unknown) => error);
				expect(away, 'not for a service that is away').to.be.an('error');
			});
		});

		it('takes a picture that is the whole answer', async () => {
			const { json, calls } = await draw({ '/ai/v1/images/generations': { body: png() }, '/v1/images': imported });
			expect(Buffer.compare(calls[1]?.body as Buffer, png())).to.equal(0);
			expect(json).to.deep.include({ next: 'drawn', patch: { source_image_id: `sha256:${HEX}` } });
		});

		describe('in another format than it was asked for', () => {
			const KEPT = '/admissions/a_7/result';
			const item = { ...subject, _svc: 's.v.c', admission: { purpose: 'illustration', admission_id: 'a_7' } };
			const jpeg = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(200, 1)]);
			const webp = Buffer.concat([Buffer.from('RIFF\x40\0\0\0WEBPVP8 '), Buffer.alloc(200, 1)]);
			const generate = (picture: StubAnswer, answers: Readonly<Record<string, StubAnswer>>) =>
				run('CoverRender', { operation: 'generateIllustration' }, item, { '/ai/v1/images/generations': picture, ...answers });
			const kept = { [`PUT ${KEPT}`]: { status: 201, body: {} }, [`GET ${KEPT}`]: { body: png(900, 700) } };
			const taken = { ...kept, '/authorize': { body: { allowed: true } }, '/v1/images': imported };
			const asData = { body: { data: [{ url: `data:image/png;base64,${jpeg.toString('base64')}` }] } };

			for (const [what, picture, bytes, type] of [
				['a JPEG', image(jpeg), jpeg, 'image/jpeg'],
				['a WebP', image(webp), webp, 'image/webp'],
				['a JPEG in a data address that says PNG', asData, jpeg, 'image/jpeg'],
			] as const)
				it(`is turned into a PNG by the collaboration service: ${what}`, async () => {
					const { json, calls } = await generate(picture, taken);
					expect(calls.map(({ method, path }) => `${method} ${path}`)).to.deep.equal([
						'POST /ai/v1/images/generations',
						`PUT ${KEPT}`,
						`GET ${KEPT}`,
						'POST /authorize',
						'POST /v1/images',
					]);
					expect(calls[1]?.headers).to.include({ 'content-type': type, 'x-copydesk-context': 's.v.c' });
					expect(Buffer.compare(calls[1]?.body as Buffer, bytes)).to.equal(0);
					expect(Buffer.compare(calls[4]?.body as Buffer, png(900, 700))).to.equal(0);
					expect(json).to.deep.include({ next: 'drawn', patch: { source_image_id: `sha256:${HEX}` } });
				});

			const broken = (path: string) => ({ [KEPT]: { status: 422, body: { code: 'invalid_image', errors: [{ path, message: 'x' }] } } });
			for (const [what, answers, problem] of [
				['it breaks off', broken('unreadable'), { code: 'invalid_image', detail: 'unreadable' }],
				['it is too small', broken('image_wrong_size'), { code: 'image_wrong_size', detail: 'jpeg' }],
				[
					'the service is of an earlier release',
					{ [KEPT]: { status: 415, body: { code: 'unsupported_media_type' } } },
					{ code: 'image_not_png', detail: 'jpeg' },
				],
			] as const)
				it(`says what is wrong with it where ${what}`, async () => {
					const { json, calls } = await generate(image(jpeg), answers);
					expect(json).to.deep.include({ next: 'failed', problem: { stage: 'illustration', ...problem } });
					expect(calls.map(({ path }) => path)).to.deep.equal(['/ai/v1/images/generations', KEPT]);
				});

			it('is refused by its form in graphs without an admission, and fails with a service that is away', async () => {
				const { json } = await draw({ '/ai/v1/images/generations': image(jpeg) });
				expect(json).to.deep.include({ next: 'failed', problem: { code: 'image_not_png', stage: 'illustration', detail: 'jpeg' } });
				const away = await generate(image(jpeg), { [KEPT]: { status: 503, body: { code: 'busy' } } }).catch((error: unknown) => error);
				expect(away).to.be.an('error').with.property('message', 'The collaboration service refused: busy');
			});
		});

		it('names the check that a broken picture failed at the renderer', async () => {
			const { json } = await draw({
				'/ai/v1/images/generations': image(png()),
				'/v1/images': { status: 422, body: { code: 'invalid_image', detail: 'x', errors: [{ path: 'crc', message: 'x' }] } },
			});
			expect(json).to.deep.include({ next: 'failed', problem: { code: 'invalid_image', stage: 'illustration', detail: 'crc' } });
		});
	});

	describe('Cover Render: Render Cover', () => {
		const subject: IDataObject = {
			material: { draft_key: 'p1', version: 2, title: 'T', subtitle: '', category: 'C', source_image_id: `sha256:${HEX}` },
		};
		const cover = {
			draft_id: 'p1',
			version: 2,
			template_version: 'ff-square-0.1',
			image_id: `sha256:${HEX}`,
			width: 1080,
			height: 1080,
			mime_type: 'image/png',
			asset_id: ASSET,
			request_sha256: HEX,
			template_fingerprint: HEX,
			asset_path: `/v1/assets/${ASSET}.png`,
		};
		const render = (answer: StubAnswer, file: StubAnswer = { body: Buffer.from('a cover') }) =>
			run('CoverRender', { operation: 'renderCover' }, subject, { '/v1/covers': answer, [`/v1/assets/${ASSET}.png`]: file });

		it('sends exactly the seven keys and keeps what was checked', async () => {
			const { json, calls } = await render({ status: 201, body: cover });
			expect(calls[0]?.body).to.deep.equal({
				draft_id: 'p1',
				version: 2,
				template_version: 'ff-square-0.1',
				title: 'T',
				subtitle: '',
				category: 'C',
				image_id: `sha256:${HEX}`,
			});
			expect(json).to.deep.include({ next: 'rendered', patch: { cover_asset_id: ASSET, cover_origin_version: 2 } });
		});

		it('treats an answer with one wrong field as a failed render', async () => {
			expect((await render({ body: { ...cover, width: 1081 } })).json).to.deep.include({
				next: 'failed',
				problem: { code: 'cover_mismatch', stage: 'cover', detail: 'width' },
			});
		});

		it('counts as failed when the file is another one, or is not there: the next try renders', async () => {
			for (const file of [{ body: Buffer.from('another cover') }, { status: 503, body: { code: 'integrity_violation' } }])
				expect((await render({ status: 201, body: cover }, file)).json).to.deep.include({
					next: 'failed',
					problem: { code: 'cover_mismatch', stage: 'cover', detail: 'asset_id' },
				});
		});

		describe('of a version without a cover', () => {
			const BYTES = Buffer.from('a picture');
			const ID = createHash('sha256').update(BYTES).digest('hex');
			const show = (file: StubAnswer) =>
				run(
					'CoverRender',
					{ operation: 'renderCover' },
					{ material: { draft_key: 'p1', version: 2, title: '🌹', source_image_id: `sha256:${ID}`, cover_template: 'photo' } },
					{ [`/v1/assets/${ID}.png`]: file },
				);

			it('takes the file of its picture as it is, whatever its title has', async () => {
				const { json, calls } = await show({ body: BYTES });
				expect(calls.map(({ path }) => path)).to.deep.equal([`/v1/assets/${ID}.png`]);
				expect(json).to.deep.include({ next: 'rendered', patch: { cover_asset_id: ID, cover_origin_version: 2 } });
			});

			it('says what is wrong with the file', async () => {
				const failed = async (file: StubAnswer) => (await show(file)).json['problem'];
				expect(await failed({ body: Buffer.from('another') })).to.deep.include({ code: 'cover_mismatch' });
				expect(await failed({ status: 404, body: { code: 'asset_not_found' } })).to.deep.include({ code: 'image_not_found' });
				expect(await failed({ status: 503, body: { code: 'busy' } })).to.deep.include({ code: 'covers_busy' });
			});
		});

		it('tells a person what does not fit', async () => {
			const { json } = await render({
				status: 422,
				body: { code: 'layout_overflow', detail: 'x', errors: [{ path: 'title', message: 'needs 4 lines, 3 allowed' }] },
			});
			expect(json).to.deep.include({
				next: 'failed',
				problem: { code: 'layout_overflow', stage: 'cover', detail: 'title: needs 4 lines, 3 allowed' },
			});
		});

		it('names the characters that no cover has', async () => {
			const message = (path: string) => ({ path, message: "the cover's fonts have no letter for 🌹 U+1F339, U+E000" });
			const { json } = await render({
				status: 422,
				body: { code: 'unsupported_character', detail: 'x', errors: [message('title'), message('subtitle')] },
			});
			expect(json).to.deep.include({ problem: { code: 'unsupported_character', stage: 'cover', detail: '🌹 U+E000' } });
		});

		describe('before a version gives way', () => {
			const plan = (changes: IDataObject = {}) => ({
				kind: 'revise',
				text: { kind: 'fixed', post: { title: 'Roses 🌹', subtitle: 'S', body: 'B' } },
				illustration: 'reuse',
				cover: 'render',
				...changes,
			});
			const check = (item: IDataObject, answer: StubAnswer = { body: { fits: true } }) =>
				run('CoverRender', { operation: 'checkCover' }, { ...subject, ...item }, { '/v1/covers/check': answer });

			it('asks whether the planned words fit, and refuses what no cover can show', async () => {
				const fits = await check({ plan: plan() });
				expect(fits.calls[0]?.body, 'without its emoji').to.deep.include({
					title: 'Roses',
					subtitle: 'S',
					category: 'C',
					image_id: `sha256:${HEX}`,
				});
				expect(fits.json).to.include({ next: 'fits' });
				const errors = [{ path: 'title', message: "the cover's fonts have no letter for 🌹 U+1F339" }];
				const refused = await check({ plan: plan() }, { status: 422, body: { code: 'unsupported_character', detail: 'x', errors } });
				expect(refused.json).to.deep.include({
					next: 'refuse',
					problem: { code: 'unsupported_character', stage: 'feedback', detail: '🌹' },
				});
			});

			it('tries words on the built-in illustration where another one is still to be drawn', async () => {
				expect((await check({ plan: plan({ illustration: 'new' }) })).calls[0]?.body).to.include({ image_id: 'consultation-v1' });
			});

			it('tries words beside a picture that comes with them, where the cover had words alone', async () => {
				const material = { ...(subject['material'] as IDataObject), cover_template: 'words' };
				const intent = { kind: 'feedback_reply', text: '', draft_key: 'd', version: 1, picture: { image_id: `sha256:${HEX}` } };
				const tried = async (item: IDataObject) => (await check({ plan: plan(), material, ...item })).calls[0]?.body;
				expect(await tried({})).to.include({ template_version: 'words' });
				expect(await tried({ event: { intent } })).to.include({ template_version: 'panel' });
			});

			it('asks nothing where the cover stays or the text is still to be written', async () => {
				for (const changes of [{ cover: 'reuse' }, { text: { kind: 'request', wish: 'shorter' } }]) {
					const { calls, json } = await check({ plan: plan(changes) });
					expect(calls).to.deep.equal([]);
					expect(json).to.include({ next: 'fits' });
				}
			});

			it('tries what the AI wrote, so that no check and no picture is paid for which no cover can show', async () => {
				const own = (answer: StubAnswer, item = subject) =>
					run('CoverRender', { operation: 'checkCover', coverOf: 'material' }, item, { '/v1/covers/check': answer });
				const fits = await own({ body: { fits: true } });
				expect(fits.calls[0]?.body).to.deep.include({ title: 'T', category: 'C' });
				expect(fits.json).to.include({ next: 'fits' });
				const errors = [{ path: 'category', message: "the cover's fonts have no letter for 🌹 U+1F339" }];
				const refused = await own({ status: 422, body: { code: 'unsupported_character', detail: 'x', errors } });
				expect(refused.json).to.deep.include({ next: 'failed', problem: { code: 'unsupported_character', stage: 'cover', detail: '🌹' } });
				expect((await own({ status: 503, body: { code: 'unavailable', detail: 'x' } })).json, 'away').to.include({ next: 'fits' });
				const finished = { material: { ...(subject['material'] as IDataObject), cover_asset_id: HEX } };
				const same = await own({ body: { fits: true } }, finished);
				expect([same.json['next'], same.calls], 'a finished cover').to.deep.equal(['fits', []]);
			});
		});

		it('stops the graph when the renderer is not there, because no person can decide about that', async () => {
			const failure = await runNode(await loadNode('CoverRender'), {
				parameters: { operation: 'renderCover' },
				items: [subject],
				services: { copydeskRendererApi: 'http://127.0.0.1:1' },
			}).catch((error: unknown) => error);
			expect(failure).to.be.an('error').with.property('message', 'The cover renderer did not answer');
		});
	});
});
