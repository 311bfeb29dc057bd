import { expect } from 'chai';
import { chatRequest } from '../../domain/ai/chat.ts';
import { imageRequest } from '../../domain/ai/image.ts';
import { firstTextRequest, sourcesOfRequest } from '../../domain/ai/post.ts';
import { PROMPTS } from '../../domain/ai/prompts.ts';
import { RESPONSE, mistakesIn, type Recorded } from '../support/published.ts';
import { CHANNEL, OLGA, RunningSandbox } from '../support/sandbox.ts';

const REQUEST = 'Write about the new tram line: 12 stops, 14 minutes end to end. It opens on 3 May.';

/** The story of a post, at the sandbox: what the desk asks, and what it is answered. */
async function record(sandbox: RunningSandbox): Promise<readonly Recorded[]> {
	const settings = { ...PROMPTS, language: 'en', house_style: '', text_model: 'sandbox-text', image_model: 'sandbox-image' };
	const text = firstTextRequest({ request: REQUEST, link: null, ...sourcesOfRequest(REQUEST) }, settings);
	const chat = chatRequest(text, 'strict');
	const loose = chatRequest(text, 'object');
	const image = imageRequest('A tram in the morning.', 'sandbox-image');
	const answered = async (path: string, body: unknown): Promise<unknown> => (await sandbox.ai(path, body)).body;
	const withFault = async (kind: string, path: string, body: unknown): Promise<unknown> => {
		await sandbox.control('/faults', { target: 'ai', kind });
		return answered(path, body);
	};
	await sandbox.control('/send', { from: OLGA, text: `/post ${REQUEST}` });
	const { result: updates } = await sandbox.bot<unknown[]>('getUpdates');
	const keyboard = { inline_keyboard: [[{ text: 'Publish', callback_data: 'cd1|publish|p1|1' }]] };
	const message = { chat_id: OLGA, text: 'I’m on it.', reply_markup: keyboard };
	const { result: sent } = await sandbox.bot<{ message_id: number }>('sendMessage', message);
	await sandbox.control('/press', { from: OLGA, message_id: sent.message_id, data: 'cd1|publish|p1|1' });
	const { result: pressed } = await sandbox.bot<{ update_id: number }[]>('getUpdates', { offset: 1 });
	const models = await (await fetch(`${sandbox.url}/ai/v1/models`, { headers: { authorization: 'Bearer sandbox-key' } })).json();
	return [
		{ name: 'text request', type: 'Responses.ResponseCreateParamsNonStreaming', value: text },
		{ name: 'text answer', type: RESPONSE, value: await answered('/v1/responses', text) },
		{ name: 'text answer with a commentary', type: RESPONSE, value: await withFault('commentary', '/v1/responses', text) },
		{ name: 'refusal', type: RESPONSE, value: await withFault('refusal', '/v1/responses', text) },
		{ name: 'filtered answer', type: RESPONSE, value: await withFault('content_filter', '/v1/responses', text) },
		{ name: 'chat request', type: 'Chat.ChatCompletionCreateParamsNonStreaming', value: chat },
		{ name: 'chat request for an object', type: 'Chat.ChatCompletionCreateParamsNonStreaming', value: loose },
		{ name: 'chat answer', type: 'Chat.ChatCompletion', value: await answered('/v1/chat/completions', chat) },
		{ name: 'chat refusal', type: 'Chat.ChatCompletion', value: await withFault('refusal', '/v1/chat/completions', chat) },
		{ name: 'image request', type: 'ImageGenerateParamsNonStreaming', value: image },
		{ name: 'image answer', type: 'ImagesResponse', value: await answered('/v1/images/generations', image) },
		{ name: 'models', type: '{ object: string; data: (Model & { shutdown_date?: string | null })[] }', value: models },
		{ name: 'updates', type: 'Update[]', value: updates },
		{ name: 'press', type: 'Update[]', value: pressed },
		{ name: 'message', type: 'Message', value: sent },
		{ name: 'bot', type: 'UserFromGetMe', value: (await sandbox.bot('getMe')).result },
		{ name: 'channel', type: 'ChatFullInfo', value: (await sandbox.bot('getChat', { chat_id: CHANNEL })).result },
	];
}

describe('What the sandbox and the desk say to each other', function () {
	this.timeout(120_000);
	let records: readonly Recorded[];
	before(async () => {
		const sandbox = await new RunningSandbox().start();
		records = await record(sandbox);
		await sandbox.end();
	});

	it('is as the published types of both interfaces have it, so that the stand-ins do not drift', () => {
		expect(mistakesIn(records)).to.deep.equal([]);
	});

	it('would be found where it is not', () => {
		const wrong = records.map((each) =>
			each.name === 'message' ? { ...each, value: { ...(each.value as object), message_id: 'seven' } } : each,
		);
		expect(mistakesIn(wrong)).to.have.lengthOf(1);
	});
});
