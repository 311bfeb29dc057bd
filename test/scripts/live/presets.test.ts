import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { aiUrl } from '../../../domain/ai/address.ts';
import { chatRequest } from '../../../domain/ai/chat.ts';
import { TEXT_PATHS, keyHeader } from '../../../domain/ai/interfaces.ts';
import { firstTextRequest, parsePostText, sourcesOfRequest } from '../../../domain/ai/post.ts';
import { PROMPTS } from '../../../domain/ai/prompts.ts';
import { PRESETS, presetNames, type PresetName } from '../../../scripts/desk/presets.ts';
import type { Provider } from '../../../scripts/desk/provider.ts';
import { Listener } from '../../../scripts/live/listener.ts';
import { models } from '../../../scripts/live/models.ts';
import { examineKey, providerIn } from '../../../scripts/live/provider.ts';
import type { Known } from '../../../scripts/live/setupContext.ts';
import { Ended } from '../../../scripts/live/terminal.ts';
import { tryImages, tryTexts } from '../../../scripts/operator/doctor/trial.ts';
import { RunningSandbox } from '../../support/sandbox.ts';

const REQUEST = 'Write about the new tram line: 12 stops, 14 minutes end to end. It opens on 3 May.';
const KEY = 'a-key';
const MODELS = { text: 'sandbox-text', image: 'sandbox-image' };

/** What the documents of a provider say, as far as it differs from one that takes everything. */
interface Documents {
	/** No voices are written down, whatever its kind does. */
	readonly isDeaf?: true;
	readonly paths: readonly string[];
	/** Whom the key has to come with; a program on one's own machine asks for none. */
	readonly header?: 'authorization' | 'api-key';
	/** Its answer to a key that it does not know, and to a model that it does not serve. */
	readonly unknownKey?: readonly [status: number, body: unknown];
	readonly unknownModel: readonly [status: number, body: unknown];
	/** Its list is for everybody. */
	readonly openList?: true;
	/** What can be asked, where its list names other things. */
	readonly serves?: readonly string[];
	/** Parameters that are refused. */
	readonly refuses?: readonly string[];
	/** JSON Schema is taken and not held to. */
	readonly ignoresSchema?: true;
	readonly refusesSchema?: true;
	/** Pictures are JPEG. */
	readonly jpeg?: true;
	/** An answer is cut without a word. */
	readonly cuts?: true;
	/** What it lists, as it writes the names. */
	readonly models?: readonly string[];
}

const DOCUMENTS: Readonly<Record<PresetName, Documents>> = {
	openai: {
		paths: ['/v1/responses', '/v1/chat/completions', '/v1/images/generations'],
		unknownKey: [401, { error: { message: 'Incorrect API key provided: sk-wrong.', code: 'invalid_api_key' } }],
		unknownModel: [
			404,
			{ error: { message: 'The model `gone` does not exist or you do not have access to it.', code: 'model_not_found' } },
		],
		header: 'authorization',
		refuses: [],
		models: ['gpt-5.6-terra', 'gpt-image-2', 'text-embedding-3-large', 'whisper-1'],
	},
	azure: {
		paths: ['/openai/v1/responses', '/openai/v1/chat/completions', '/openai/v1/images/generations'],
		unknownKey: [401, { error: { code: '401', message: 'Access denied due to invalid subscription key or wrong API endpoint.' } }],
		unknownModel: [404, { error: { code: 'DeploymentNotFound', message: 'The API deployment for this resource does not exist.' } }],
		header: 'api-key',
		models: ['gpt-5.6-terra', 'gpt-image-2'],
	},
	openrouter: {
		paths: ['/api/v1/chat/completions', '/api/v1/responses'],
		openList: true,
		unknownKey: [401, { error: { message: 'No auth credentials found', code: 401 } }],
		unknownModel: [400, { error: { message: 'gone is not a valid model ID', code: 400 } }],
		header: 'authorization',
		models: ['anthropic/some-model', 'google/some-image-preview', 'openai/gpt-5.6-terra'],
	},
	mistral: {
		paths: ['/v1/chat/completions'],
		unknownKey: [401, { detail: 'Unauthorized' }],
		unknownModel: [400, { object: 'error', message: 'Invalid model: gone', type: 'invalid_model', code: '1500' }],
		header: 'authorization',
		refuses: ['max_completion_tokens', 'modalities', 'store'],
		models: ['codestral-latest', 'mistral-embed', 'mistral-large-latest', 'mistral-ocr-latest'],
	},
	gemini: {
		paths: ['/v1beta/openai/chat/completions', '/v1beta/openai/images/generations'],
		unknownKey: [400, [{ error: { code: 400, message: 'API key not valid. Please pass a valid API key.', status: 'INVALID_ARGUMENT' } }]],
		unknownModel: [404, [{ error: { code: 404, message: 'models/gone is not found for API version v1main.', status: 'NOT_FOUND' } }]],
		header: 'authorization',
		refuses: ['modalities'],
		jpeg: true,
		models: ['models/gemini-3-flash', 'models/gemini-embedding-001', 'models/gemini-3-image'],
	},
	ollama: {
		paths: ['/v1/chat/completions', '/v1/responses'],
		unknownModel: [404, { error: { message: 'model "gone" not found, try pulling it first', type: 'api_error' } }],
		models: ['llama-3:8b', 'nomic-embed-text'],
	},
	lmstudio: {
		paths: ['/v1/chat/completions', '/v1/responses'],
		unknownModel: [404, { error: 'Model gone not found' }],
		models: ['qwen-3-14b', 'text-embedding-nomic'],
	},
	vllm: {
		paths: ['/v1/chat/completions', '/v1/responses'],
		unknownModel: [404, { object: 'error', message: 'The model `gone` does not exist.', type: 'NotFoundError', code: 404 }],
		models: ['/models/served-at-start'],
	},
	localai: {
		paths: ['/v1/chat/completions', '/v1/images/generations'],
		unknownModel: [500, { error: { code: 500, message: 'could not load model gone', type: '' } }],
		models: ['gemma-3', 'flux.1-schnell', 'whisper-1'],
	},
};

/** The path of a preset's address, with another host before it. */
const pathOf = (name: PresetName): string => PRESETS[name].base.replace(/^https?:\/\/[^/]+/, '');

async function bodyOf(request: IncomingMessage): Promise<Record<string, unknown>> {
	const chunks: Buffer[] = [];
	for await (const chunk of request) chunks.push(chunk as Buffer);
	return JSON.parse(Buffer.concat(chunks).toString('utf8')) as Record<string, unknown>;
}

describe('Each kind of provider, as its documents say it behaves', function () {
	this.timeout(60_000);
	let sandbox: RunningSandbox;
	const servers: Server[] = [];
	before(async () => {
		sandbox = await new RunningSandbox().start();
	});
	after(async () => {
		for (const server of servers) server.close();
		await sandbox.end();
	});

	/** The sandbox behind the door of such a provider. */
	const standIn = async (name: PresetName, documents: Documents): Promise<Provider> => {
		const server = createServer((request, response) => {
			void (async () => {
				const answer = (status: number, body: unknown): void => {
					response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
				};
				const { unknownKey = [401, { error: { message: 'Access denied' } }] } = documents;
				const said = documents.header === undefined ? KEY : String(request.headers[documents.header]);
				const isKnown = said === KEY || said === `Bearer ${KEY}`;
				if (request.method === 'GET') {
					if (!isKnown && documents.openList !== true) return answer(...unknownKey);
					return answer(200, { object: 'list', data: (documents.models ?? []).map((id) => ({ id, object: 'model' })) });
				}
				if (request.url?.endsWith('/audio/transcriptions') === true) {
					const isForm = String(request.headers['content-type']).startsWith('multipart/form-data');
					request.resume();
					if (!isKnown) return answer(...unknownKey);
					return (PRESETS[name].audio === 'multipart') === isForm && documents.isDeaf !== true
						? answer(200, { text: '' })
						: answer(404, { error: { message: 'Not Found', code: 404 } });
				}
				const body = await bodyOf(request);
				if (!documents.paths.includes(request.url ?? '')) return answer(404, { error: { message: 'Not Found', code: 404 } });
				if (!isKnown) return answer(...unknownKey);
				const isServed = documents.serves?.includes(String(body['model'])) ?? body['model'] !== 'gone';
				if (!isServed) return answer(...documents.unknownModel);
				const refused = documents.refuses?.find((each) => each in body);
				if (refused !== undefined) return answer(422, { error: { message: `extra_forbidden: ${refused}` } });
				const { response_format: format } = body as { response_format?: { type: string } };
				const isSchema = format?.type === 'json_schema' || 'text' in body;
				if (isSchema && documents.refusesSchema) return answer(400, { error: { message: 'response_format.type: expected json_object' } });
				const path = (request.url ?? '').replace(/^.*?\/(?=responses|chat\/|images\/)/, '/ai/v1/');
				const given = await fetch(`${sandbox.url}${path}`, {
					method: 'POST',
					headers: { 'Content-Type': 'application/json', Authorization: 'Bearer sandbox-key' },
					body: JSON.stringify(body),
				});
				const text = await given.text();
				if (isSchema && documents.ignoresSchema)
					return answer(200, { choices: [{ finish_reason: 'stop', message: { role: 'assistant', content: 'Grass is green.' } }] });
				if (documents.cuts && path.endsWith('completions')) {
					const { choices } = JSON.parse(text) as { choices: { message: { content: string } }[] };
					for (const { message } of choices) message.content = message.content.slice(0, 20);
					return answer(200, { choices: choices.map((choice) => ({ ...choice, finish_reason: 'stop' })) });
				}
				if (path.endsWith('generations') && documents.jpeg)
					return answer(200, { data: [{ b64_json: Buffer.alloc(100, 0xff).toString('base64') }] });
				response.writeHead(given.status, { 'Content-Type': 'application/json' }).end(text);
			})();
		});
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		servers.push(server);
		const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${pathOf(name)}`;
		const { text, schemas, images, header } = PRESETS[name];
		return { textUrl: url, textKey: KEY, imageUrl: url, imageKey: KEY, by: { text, schemas, images, header } };
	};

	/** A post as the graphs ask for it and read it. */
	const post = async ({ textUrl, textKey, by }: Provider, text_model: string = MODELS.text) => {
		const settings = { ...PROMPTS, language: 'en', house_style: '', text_model, image_model: MODELS.image };
		const request = firstTextRequest({ request: REQUEST, link: null, ...sourcesOfRequest(REQUEST) }, settings);
		const { text = 'responses', schemas = 'strict', header = 'Authorization' } = by ?? {};
		const answer = await fetch(aiUrl(textUrl, TEXT_PATHS[text]), {
			method: 'POST',
			headers: { 'Content-Type': 'application/json', ...keyHeader(header, textKey) },
			body: JSON.stringify(text === 'chat' ? chatRequest(request, schemas) : request),
		});
		return parsePostText(await answer.json(), null, 'en', [REQUEST]);
	};

	for (const name of presetNames) {
		const { title, images } = PRESETS[name];
		it(`${title}: a text comes out${images === 'none' ? '' : ', and a picture'}`, async () => {
			const ai = await standIn(name, DOCUMENTS[name]);
			const texts = await tryTexts(ai, MODELS);
			expect(texts.findings.map(({ verdict, says }) => [verdict, says])).to.deep.equal([['ok', 'sandbox-text keeps to a strict schema']]);
			expect(await post(ai)).to.include({ kind: 'written' });
			if (images === 'none') return;
			const [picture] = (await tryImages(ai, MODELS)).findings;
			expect(picture?.verdict, picture?.says).to.equal('ok');
		});
	}

	/** What set-up keeps of a provider, by its own offer; what it said is the other half. */
	const setUp = async (name: PresetName, documents: Documents, ...answers: string[]): Promise<{ known: Known; said: string }> => {
		const { textUrl } = await standIn(name, documents);
		const known: Known = { AI_PROVIDER: name, AI_BASE_URL: textUrl, AI_API_KEY: KEY };
		const said: string[] = [];
		const terminal = {
			say: (text: string) => void said.push(text),
			ask(prompt: string) {
				said.push(prompt);
				const answer = answers.shift() ?? (prompt.includes('[') ? '' : undefined);
				return answer === undefined ? Promise.reject(new Ended()) : Promise.resolve(answer);
			},
		};
		const room = { terminal, listener: new Listener(terminal, () => known), data: '', known: () => known };
		const kept = await models.ask(room).catch((error: unknown) => {
			if (!(error instanceof Ended)) throw error;
			return undefined;
		});
		return { known: kept === undefined ? {} : { ...known, ...kept }, said: said.join('\n') };
	};

	const OFFERED: Readonly<Record<PresetName, readonly [text: string, image: string | undefined]>> = {
		openai: ['gpt-5.6-terra', 'gpt-image-2'],
		azure: ['gpt-5.6-terra', 'gpt-image-2'],
		openrouter: ['openai/gpt-5.6-terra', 'google/some-image-preview'],
		mistral: ['mistral-large-latest', undefined],
		gemini: ['gemini-3-flash', undefined],
		ollama: ['llama-3:8b', undefined],
		lmstudio: ['qwen-3-14b', undefined],
		vllm: ['/models/served-at-start', undefined],
		localai: ['gemma-3', 'flux.1-schnell'],
	};

	for (const name of presetNames)
		it(`${PRESETS[name].title}: set-up offers a model of its list that works, and a post comes out by what it keeps`, async () => {
			const { known, said } = await setUp(name, DOCUMENTS[name]);
			expect([known['AI_TEXT_MODEL'], known['AI_IMAGE_MODEL']], said).to.deep.equal(OFFERED[name]);
			expect(await post(providerIn(known), known['AI_TEXT_MODEL'])).to.include({ kind: 'written' });
			expect(known['AI_AUDIO_API'], 'as its kind').to.equal('');
			expect(said.includes('writes down voice messages'), 'tried').to.equal(PRESETS[name].audio !== 'none');
		});

	it('that writes down no voices is kept without, and that is said', async () => {
		const { known, said } = await setUp('openai', { ...DOCUMENTS.openai, isDeaf: true });
		expect(said).to.include('! gpt-transcribe wrote down no sound: 404 Not Found');
		expect(providerIn(known).by.audio).to.equal('none');
	});

	it('is refused by set-up in one sentence where it cuts without a word, ignores every schema, or knows no model', async () => {
		const chat = ['/v1/chat/completions'];
		const cut = await setUp('vllm', { ...DOCUMENTS.vllm, paths: chat, cuts: true, models: ['m'] });
		expect(cut.said).to.include('m does not keep to a strict schema: the answer is not JSON');
		expect(cut.known).to.deep.equal({});
		const gone = await setUp('mistral', { ...DOCUMENTS.mistral, paths: [] });
		expect(gone.said).to.include('mistral-large-latest gave no text: 404 Not Found');
		expect(gone.known).to.deep.equal({});
	});

	it('is told when it takes no schema but JSON objects, and a text comes out all the same', async () => {
		const ai = await standIn('vllm', { ...DOCUMENTS.vllm, paths: ['/v1/chat/completions'], refusesSchema: true });
		const { findings, by } = await tryTexts(ai, MODELS);
		expect(findings.map(({ code }) => code)).to.deep.equal(['ai.other_interface', 'ai.ok']);
		expect(by).to.include({ text: 'chat', schemas: 'object' });
		expect(await post({ ...ai, ...(by === undefined ? {} : { by }) })).to.include({ kind: 'written' });
	});

	it('is found by the interface that it has, whatever its kind has', async () => {
		const ai = await standIn('openai', { ...DOCUMENTS.openai, paths: ['/v1/chat/completions'] });
		expect((await tryTexts(ai, MODELS)).by).to.include({ text: 'chat', schemas: 'strict' });
	});

	it('is refused in one sentence where it takes a schema and ignores it, and where its pictures are of no use', async () => {
		const loose = await tryTexts(
			await standIn('ollama', { ...DOCUMENTS.ollama, paths: ['/v1/chat/completions'], ignoresSchema: true }),
			MODELS,
		);
		// What it ignores as a schema it may heed as words.
		expect(loose.by).to.include({ schemas: 'object' });
		const gemini = await standIn('gemini', DOCUMENTS.gemini);
		const { findings } = await tryImages({ ...gemini, by: { ...PRESETS.gemini, images: 'images' } }, MODELS);
		expect(findings.map(({ says }) => says)).to.deep.equal(['sandbox-image gives no usable picture: image_not_png']);
	});

	it('is asked for the name of a deployment, where the list names what could be deployed', async () => {
		const { known, said } = await setUp('azure', { ...DOCUMENTS.azure, serves: ['our-texts'] }, 'our-texts none');
		expect(said).to.include('gpt-5.6-terra gave no text: 404 The API deployment for this resource does not exist.');
		expect(known).to.include({ AI_TEXT_MODEL: 'our-texts', AI_IMAGE_API: 'none' });
	});

	for (const name of presetNames) {
		const { unknownKey, unknownModel } = DOCUMENTS[name];
		const words = (body: unknown): string => /"(?:message|detail|error)":"((?:[^"\\]|\\.)*)"/.exec(JSON.stringify(body))?.[1] ?? '?';
		const what = `a model that it does not serve${unknownKey === undefined ? '' : ', and of a wrong key,'}`;
		it(`${PRESETS[name].title}: what it says of ${what} is told`, async () => {
			const ai = await standIn(name, DOCUMENTS[name]);
			const { findings } = await tryTexts(ai, { ...MODELS, text: 'gone' });
			expect(findings.map(({ says }) => JSON.stringify(says).slice(1, -1))).to.deep.equal([
				`gone gave no text: ${unknownModel[0]} ${words(unknownModel[1])}`,
			]);
			if (unknownKey === undefined) return;
			const known: Known = { AI_PROVIDER: name, AI_BASE_URL: ai.textUrl, AI_TEXT_MODEL: OFFERED[name][0], AI_API_KEY: 'sk-wrong' };
			expect((await examineKey(known, 'ai')).map(({ code, says }) => [code, says])).to.deep.equal([
				['ai.key_refused', `${ai.textUrl} does not accept the key: ${words(unknownKey[1])}`],
			]);
			expect((await examineKey({ ...known, AI_API_KEY: KEY }, 'ai')).filter(({ verdict }) => verdict === 'wrong')).to.deep.equal([]);
		});
	}

	it('is refused at once with a key that it does not know', async () => {
		const ai = await standIn('azure', DOCUMENTS.azure);
		const { findings } = await tryTexts({ ...ai, by: { ...PRESETS.azure, header: 'Authorization' } }, MODELS);
		expect(findings.map(({ says }) => says)).to.deep.equal([
			'sandbox-text gave no text: 401 Access denied due to invalid subscription key or wrong API endpoint.',
		]);
	});
});
