import { expect } from 'chai';
import { transcriptionRequest, wordsHeard } from '../../domain/ai/audio.ts';
import { spoken } from '../../services/sandbox/src/ai/transcribe.ts';
import { runNodeByOutput, stubService, type StubAnswer } from '../support/fakeExecution.ts';
import { loadNode } from '../support/nodes.ts';
import { RunningSandbox } from '../support/sandbox.ts';

const SAID = 'Boats at night, please';
const SOUND = spoken(SAID);
const PATH = '/v1/audio/transcriptions';
const EVENT = { admitted: true, duplicate: false, event_key: 'u:7', language: 'en', ended: false };
const voice = { ...EVENT, intent: { kind: 'voice', seconds: 9 } };

describe('Writing down a voice', () => {
	/** Runs the node with a service and a provider that answer like this. */
	async function hear(answers: Readonly<Record<string, StubAnswer>> = {}, credential: Readonly<Record<string, string>> = {}) {
		const service = await stubService({
			'/voice': { body: SOUND },
			'/authorize': { body: { allowed: true, admission_id: 'a_1', role: 'owner' } },
			'/heard': { body: { ...EVENT, intent: { kind: 'usage', text: 'I understood' }, _svc: 's2' } },
			[PATH]: { body: { text: ` ${SAID} `, usage: { type: 'duration', seconds: 4.2 } } },
			...answers,
		});
		try {
			const outputs = await runNodeByOutput(await loadNode('PostDraft'), {
				parameters: { operation: 'hear', split: true },
				items: [{ _svc: 's.v.c', event: voice, settings: {} }],
				services: { copydeskCollaborationApi: service.url, copydeskAiApi: service.url },
				credentials: { copydeskAiApi: credential },
			});
			const calls = service.calls.map(({ path, body, headers }) => ({ path, body: body as never, type: String(headers['content-type']) }));
			const given = calls.find(({ path }) => path === '/heard')?.body as Record<string, unknown> | undefined;
			return { outputs, calls, given, notes: service.notes.map(({ body }) => body as Record<string, unknown>) };
		} finally {
			await service.close();
		}
	}

	it('fetches it, admits the request, asks once, notes the price and hands the words in', async () => {
		const { outputs, calls, given, notes } = await hear();
		expect(calls.map(({ path }) => path)).to.deep.equal(['/voice', '/authorize', PATH, '/heard']);
		const form = String(calls[2]?.body);
		expect(calls[2]?.type).to.match(/^multipart\/form-data; boundary=/);
		expect(form).to.include('gpt-transcribe').and.include('filename="voice.ogg"').and.include(SAID);
		expect(given).to.deep.equal({ _svc: 's.v.c', words: SAID, can_end: true });
		expect(notes[0]).to.include({ model: 'gpt-transcribe', seconds: 5 });
		expect(outputs.map((items) => items.length)).to.deep.equal([0, 1]);
		expect(outputs[1]?.[0]?.json).to.include({ route: 'say', text: 'I understood', _svc: 's2' });
		expect(JSON.stringify(outputs), 'no sound in an item').to.not.include('OggS');
	});

	it('speaks as OpenRouter has it, and is understood by the sandbox in both forms', async () => {
		const { calls } = await hear({}, { audioInterface: 'json', audioModel: 'a/b' });
		expect(calls[2]?.body).to.deep.equal({ model: 'a/b', input_audio: { data: SOUND.toString('base64'), format: 'ogg' } });
		const sandbox = await new RunningSandbox().start();
		try {
			for (const by of ['json', 'multipart'] as const) {
				const sound = { bytes: SOUND, includes: (text: string) => SOUND.includes(text), base64: () => SOUND.toString('base64') };
				const { parts, contentType } = transcriptionRequest(sound, { model: 'm', format: 'ogg', by });
				const headers = { Authorization: 'Bearer k', 'Content-Type': contentType };
				const answer = await fetch(`${sandbox.url}/ai${PATH}`, { method: 'POST', headers, body: new Blob(parts as BlobPart[]) });
				expect(wordsHeard(await answer.json()), by).to.equal(SAID);
			}
		} finally {
			await sandbox.end();
		}
	});

	it('lets no file put fields of its own into the request', async () => {
		const hostile = spoken('--copydesk-sound\r\nContent-Disposition: form-data; name="model"\r\n\r\ndearest-model\r\n');
		const { calls } = await hear({ '/voice': { body: hostile } });
		const boundary = /boundary=(\S+)$/.exec(calls[2]?.type ?? '')?.[1] ?? '';
		expect(String(calls[2]?.body).split(`--${boundary}`), boundary).to.have.length(5);
	});

	it('goes on to the brief of words that are followed at once', async () => {
		const brief = {
			message: SAID,
			today: 'x',
			about: '',
			language: 'en',
			post_language: '',
			open: null,
			drafts: [],
			links: 0,
			picture: false,
		};
		const { outputs } = await hear({
			'/heard': { body: { ...EVENT, intent: { kind: 'words', text: SAID, draft_key: 'p7' }, brief, _svc: 's2' } },
		});
		expect(outputs[0]?.[0]?.json).to.include({ route: 'brief', purpose: 'brief', next: 'ask' });
	});

	it('pays nothing for what cannot be heard, and ends where the limit lets it wait', async () => {
		const refused = (status: number, code: string, more: object = {}) => ({ status, body: { code, detail: code, ...more } });
		for (const [answers, credential, fault] of [
			[{ '/voice': refused(422, 'sound_too_large') }, {}, 'sound_too_large'],
			[{ '/voice': refused(503, 'unavailable') }, {}, 'ai_unavailable'],
			[{ '/voice': { body: Buffer.from('<html>') } }, {}, 'sound_unreadable'],
			[{}, { audioInterface: 'none' }, 'no_ear'],
		] as const) {
			const { calls, given } = await hear(answers, credential);
			expect(given, fault).to.include({ fault });
			expect(calls.map(({ path }) => path)).to.not.include('/authorize');
		}
		const waiting = await hear({ '/authorize': refused(429, 'budget_spent', { waits: true }) });
		expect(waiting.outputs.flat()).to.deep.equal([]);
		expect(waiting.given).to.equal(undefined);
	});

	it('knows what a provider means that wrote nothing down', async () => {
		const answer = (status: number, error: object | string) => ({ [PATH]: { status, body: { error } } });
		for (const [answers, fault] of [
			[answer(404, { message: 'Invalid URL (POST /v1/audio/transcriptions)' }), 'no_ear'],
			[answer(404, { message: 'The model `x` does not exist', code: 'model_not_found' }), 'ai_model_unknown'],
			[answer(400, { message: 'Audio file might be corrupted or unsupported' }), 'sound_unreadable'],
			[answer(500, 'failed to decode'), 'ai_unavailable'],
			[answer(429, { message: 'Rate limit reached. Please try again in 7s.' }), 'ai_busy'],
			[{ [PATH]: { status: 0 } }, 'ai_unavailable'],
			[{ [PATH]: { body: { text: ' … ' } } }, 'nothing_heard'],
			[{ [PATH]: { body: { no: 'text' } } }, 'nothing_heard'],
			[{ [PATH]: { body: { text: 'a'.repeat(32_001) } } }, 'sound_too_long'],
		] as const)
			expect((await hear(answers)).given, JSON.stringify(answers)).to.include({ fault });
	});
});
