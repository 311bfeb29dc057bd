import { createServer } from 'node:http';
import type { IncomingMessage, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { aiUrl } from '../../../domain/ai/address.ts';
import { chatRequest } from '../../../domain/ai/chat.ts';
import { TEXT_PATHS, keyHeader } from '../../../domain/ai/interfaces.ts';
import { firstTextRequest, parsePostText, sourcesOfRequest } from '../../../domain/ai/post.ts';
import { PROMPTS } from '../../../domain/ai/prompts.ts';
import { PRESETS, presetNames } from '../../../scripts/desk/presets.ts';
import type { PresetName } from '../../../scripts/desk/presets.ts';
import type { Provider } from '../../../scripts/desk/provider.ts';
import { tryImages, tryTexts } from '../../../scripts/operator/doctor/trial.ts';
import { RunningSandbox } from '../../support/sandbox.ts';

const REQUEST = 'Write about the new tram line: 12 stops, 14 minutes end to end. It opens on 3 May.';
const MODELS = { text: 'sandbox-text', image: 'sandbox-image' };

/** What the documents of a provider say, as far as it differs from one that takes everything. */
interface Documents {
	readonly paths: readonly string[];
	/** Whom the key has to come with; a program on one's own machine asks for none. */
	readonly header?: 'authorization' | 'api-key';
	/** Parameters that are refused. */
	readonly refuses?: readonly string[];
	/** JSON Schema is taken and not held to. */
	readonly ignoresSchema?: true;
	readonly refusesSchema?: true;
	/** Pictures are JPEG. */
	readonly jpeg?: true;
}

const DOCUMENTS: Readonly<Record<PresetName, Documents>> = {
	openai: { paths: ['/v1/responses', '/v1/chat/completions', '/v1/images/generations'], header: 'authorization', refuses: [] },
	azure: { paths: ['/openai/v1/responses', '/openai/v1/chat/completions', '/openai/v1/images/generations'], header: 'api-key' },
	openrouter: { paths: ['/api/v1/chat/completions', '/api/v1/responses'], header: 'authorization' },
	mistral: { paths: ['/v1/chat/completions'], header: 'authorization', refuses: ['max_completion_tokens', 'modalities', 'store'] },
	gemini: {
		paths: ['/v1beta/openai/chat/completions', '/v1beta/openai/images/generations'],
		header: 'authorization',
		refuses: ['modalities'],
		jpeg: true,
	},
	ollama: { paths: ['/v1/chat/completions', '/v1/responses'] },
	lmstudio: { paths: ['/v1/chat/completions', '/v1/responses'] },
	vllm: { paths: ['/v1/chat/completions', '/v1/responses'] },
	localai: { paths: ['/v1/chat/completions', '/v1/images/generations'] },
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
				const body = await bodyOf(request);
				if (!documents.paths.includes(request.url ?? '')) return answer(404, { error: { message: 'Not Found', code: 404 } });
				if (documents.header !== undefined && request.headers[documents.header] === undefined)
					return answer(401, { error: { message: 'Access denied' } });
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
				if (path.endsWith('generations') && documents.jpeg)
					return answer(200, { data: [{ b64_json: Buffer.alloc(100, 0xff).toString('base64') }] });
				response.writeHead(given.status, { 'Content-Type': 'application/json' }).end(text);
			})();
		});
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		servers.push(server);
		const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${pathOf(name)}`;
		const { text, schemas, images, header } = PRESETS[name];
		return { textUrl: url, textKey: 'a-key', imageUrl: url, imageKey: 'a-key', by: { text, schemas, images, header } };
	};

	/** A post as the graphs ask for it and read it. */
	const post = async ({ textUrl, textKey, by }: Provider) => {
		const settings = { ...PROMPTS, language: 'en', house_style: '', text_model: MODELS.text, image_model: MODELS.image };
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

	it('is told when it takes no schema but JSON objects, and a text comes out all the same', async () => {
		const ai = await standIn('vllm', { paths: ['/v1/chat/completions'], refusesSchema: true });
		const { findings, by } = await tryTexts(ai, MODELS);
		expect(findings.map(({ code }) => code)).to.deep.equal(['ai.other_interface', 'ai.ok']);
		expect(by).to.include({ text: 'chat', schemas: 'object' });
		expect(await post({ ...ai, ...(by === undefined ? {} : { by }) })).to.include({ kind: 'written' });
	});

	it('is found by the interface that it has, whatever its kind has', async () => {
		const ai = await standIn('openai', { paths: ['/v1/chat/completions'] });
		expect((await tryTexts(ai, MODELS)).by).to.include({ text: 'chat', schemas: 'strict' });
	});

	it('is refused in one sentence where it takes a schema and ignores it, and where its pictures are of no use', async () => {
		const loose = await tryTexts(await standIn('ollama', { paths: ['/v1/chat/completions'], ignoresSchema: true }), MODELS);
		// What it ignores as a schema it may heed as words.
		expect(loose.by).to.include({ schemas: 'object' });
		const gemini = await standIn('gemini', DOCUMENTS.gemini);
		const { findings } = await tryImages({ ...gemini, by: { ...PRESETS.gemini, images: 'images' } }, MODELS);
		expect(findings.map(({ says }) => says)).to.deep.equal(['sandbox-image gives no usable picture: image_not_png']);
	});

	it('is refused at once with a key that it does not know', async () => {
		const ai = await standIn('azure', DOCUMENTS.azure);
		const { findings } = await tryTexts({ ...ai, by: { ...PRESETS.azure, header: 'Authorization' } }, MODELS);
		expect(findings.map(({ says }) => says)).to.deep.equal(['sandbox-text gave no text: 401 Access denied']);
	});
});
