import { request as httpRequest } from 'node:http';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import sharp from 'sharp';
import { CHANNEL, EGOR, OLGA, RunningSandbox, SANDBOX_TOKEN, type Sent, type State } from '../support/sandbox.ts';
import { until } from '../support/until.ts';

describe('the control API', () => {
	let sandbox: RunningSandbox;
	before(async () => {
		sandbox = await new RunningSandbox().start();
	});
	after(() => sandbox.end());

	/** A request with headers that fetch would not let through. */
	const withHeaders = (path: string, headers: Record<string, string>, method = 'GET', body = ''): Promise<number> =>
		new Promise((resolve, reject) => {
			const { hostname, port } = new URL(sandbox.url);
			const request = httpRequest({ hostname, port, path, method, headers }, (response) => {
				response.resume();
				resolve(response.statusCode ?? 0);
			});
			request.once('error', reject);
			request.end(body);
		});

	it('refuses another host and another origin, because no web page may play the owner', async () => {
		const body = JSON.stringify({ from: OLGA, text: 'forged' });
		const json = { 'Content-Type': 'application/json' };
		expect(await withHeaders('/control/state', { Host: 'evil.example' })).to.equal(403);
		expect(await withHeaders('/', { Host: 'evil.example:8095' })).to.equal(403);
		expect(await withHeaders('/control/send', { ...json, Origin: 'https://evil.example' }, 'POST', body)).to.equal(403);
		expect(await withHeaders('/control/send', { ...json, Origin: 'null' }, 'POST', body)).to.equal(403);
		expect(await withHeaders('/control/send', { 'Content-Type': 'text/plain' }, 'POST', body)).to.equal(415);
		expect(await withHeaders('/control/state', { Host: 'localhost' })).to.equal(200);
		expect((await sandbox.control<State>('/state')).chats.flatMap(({ messages }) => messages)).to.deep.equal([]);
	});

	it('gives no leave to other pages to read', async () => {
		const response = await fetch(`${sandbox.url}/control/state`);
		expect(response.headers.get('access-control-allow-origin')).to.equal(null);
		expect((await fetch(sandbox.url)).headers.get('content-security-policy'))
			.to.contain("default-src 'none'")
			.and.contain("frame-ancestors 'none'");
	});

	it('has the two people and the channel from the start', async () => {
		const { chats, webhook, updates_pending: pending } = await sandbox.control<State>('/state');
		expect(chats.map(({ id, type, title }) => [id, type, title])).to.deep.equal([
			[OLGA, 'private', 'Olga Owner'],
			[EGOR, 'private', 'Egor Editor'],
			[CHANNEL, 'channel', 'Copydesk sandbox channel'],
		]);
		expect([webhook, pending]).to.deep.equal([null, 0]);
	});

	it('makes a stranger by letting them write, because strangers write too', async () => {
		await sandbox.control('/send', { from: 777, text: '/start' });
		const { result } =
			await sandbox.bot<{ message: { from: { id: number }; chat: { id: number; type: string }; entities: unknown } }[]>('getUpdates');
		expect(result[0]?.message).to.deep.include({ entities: [{ type: 'bot_command', offset: 0, length: 6 }] });
		expect(result[0]?.message.chat).to.include({ id: 777, type: 'private' });
	});

	it('sets the clock of the desk ahead, never back, and keeps it in a file that the desk reads', async () => {
		expect((await sandbox.control<{ clock_ahead_ms: number }>('/state')).clock_ahead_ms).to.equal(0);
		for (const by_ms of [3_600_000, 60_000]) await sandbox.control('/clock', { by_ms });
		expect((await sandbox.control<{ clock_ahead_ms: number }>('/state')).clock_ahead_ms).to.equal(3_660_000);
		expect(readFileSync(join(sandbox.dataDir, 'clock'), 'utf8')).to.equal('3660000');
		for (const by_ms of [-1, 0, 1.5, 67 * 86_400_000]) expect((await sandbox.control('/clock', { by_ms })).status).to.equal(422);
		expect((await sandbox.control<{ clock_ahead_ms: number }>('/state')).clock_ahead_ms).to.equal(3_660_000);
	});

	it('lets several people write at once, and names what is wrong with a message', async () => {
		const { result: before } = await sandbox.bot<{ update_id: number }[]>('getUpdates');
		const offset = (before.at(-1)?.update_id ?? 0) + 1;
		const typed = [OLGA, EGOR, OLGA].map((from, index) => ({ from, text: `Line ${index}` }));
		const sent = await sandbox.control('/send', typed);
		expect(sent.status).to.equal(200);
		const { result } = await sandbox.bot<{ message: { from: { id: number }; text: string } }[]>('getUpdates', { offset });
		expect(result.map(({ message }) => ({ from: message.from.id, text: message.text }))).to.deep.equal(typed);
		for (const wrong of [{ from: OLGA }, [{ from: OLGA, text: 'x' }, { from: OLGA }]])
			expect((await sandbox.control<{ error: string }>('/send', wrong)).error).to.match(/at least one of \[text/);
	});

	it('says with each message and press what the messenger of that person is set to, and lets them set it', async () => {
		const languages = async () =>
			(await sandbox.control<{ chats: { language_code?: string }[] }>('/state')).chats.map(({ language_code: code }) => code).slice(0, 2);
		expect(await languages()).to.deep.equal(['en', 'ru']);
		const { result: before } = await sandbox.bot<{ update_id: number }[]>('getUpdates');
		await sandbox.control('/send', { from: EGOR, text: '/start' });
		expect(await sandbox.control('/language', { from: EGOR, language_code: 'pt-BR' })).to.include({ status: 200, language_code: 'pt-BR' });
		await sandbox.control('/send', { from: EGOR, text: '/start' });
		const { result } = await sandbox.bot<{ message: { from: { language_code: string } } }[]>('getUpdates', {
			offset: (before.at(-1)?.update_id ?? 0) + 1,
		});
		expect(result.map(({ message }) => message.from.language_code)).to.deep.equal(['ru', 'pt-BR']);
		expect(await languages()).to.deep.equal(['en', 'pt-BR']);
		expect((await sandbox.control('/language', { from: EGOR, language_code: 'Russian, please' })).status).to.equal(422);
		expect((await sandbox.control('/language', { from: CHANNEL, language_code: 'ru' })).status).to.equal(422);
		await sandbox.control('/language', { from: EGOR, language_code: 'ru' });
	});

	it('lets a hostile client press what no button carries, and says so', async () => {
		const { message_id } = (
			await sandbox.bot<Sent>('sendMessage', {
				chat_id: OLGA,
				text: 'x',
				reply_markup: { inline_keyboard: [[{ text: 'a', callback_data: 'a' }]] },
			})
		).result;
		expect(await sandbox.control('/press', { from: OLGA, message_id, callback_data: 'a' })).to.include({ status: 200, button_found: true });
		expect(await sandbox.control('/press', { from: OLGA, message_id, callback_data: 'forged' })).to.include({
			status: 200,
			button_found: false,
		});
		expect((await sandbox.control('/press', { from: EGOR, message_id, callback_data: 'a' })).status, 'it is not in that chat').to.equal(
			404,
		);
		expect((await sandbox.control('/press', { from: OLGA, message_id, callback_data: 'я'.repeat(33) })).status).to.equal(422);
	});

	it('refuses what it does not know, field by field', async () => {
		expect((await sandbox.control('/send', { from: OLGA })).status).to.equal(422);
		expect((await sandbox.control('/send', { from: OLGA, text: 'x', extra: 1 })).status).to.equal(422);
		expect((await sandbox.control('/send', { from: '1001', text: 'x' })).status).to.equal(422);
		expect((await sandbox.control('/send', { from: OLGA, text: '  ' })).status).to.equal(422);
		expect((await sandbox.control('/send', { from: OLGA, text: 'x', reply_to_message_id: 99_999 })).status).to.equal(404);
		expect((await sandbox.control('/nothing')).status).to.equal(404);
		expect((await sandbox.control('/photo/..%2fstate.json')).status).to.equal(404);
	});

	/** What comes of this address, until it is no longer listened to. */
	const listen = async (path: string): Promise<{ events(): string[]; data<T>(event: string): T[]; stop(): Promise<void> }> => {
		const reader = ((await fetch(`${sandbox.url}/control${path}`)).body as ReadableStream<Uint8Array>).getReader();
		let heard = '';
		const listening = (async () => {
			for (;;) {
				const { value, done } = await reader.read().catch(() => ({ value: undefined, done: true }));
				if (done) return;
				heard += Buffer.from(value as Uint8Array).toString();
			}
		})();
		const events = (): string[] => [...heard.matchAll(/^event: (\w+)$/gm)].map((match) => match[1] as string);
		await until(() => events().includes('hello'));
		return {
			events,
			data: <T>(event: string): T[] =>
				[...heard.matchAll(/^event: (\w+)\ndata: (.*)\n\n/gm)]
					.filter((match) => match[1] === event)
					.map((match) => JSON.parse(match[2] as string) as T),
			async stop() {
				await reader.cancel();
				await listening;
			},
		};
	};

	it('tells live what happens, all of it or only what was asked for', async () => {
		const [live, few] = [await listen('/events'), await listen('/events?only=edit,fault')];
		const { message_id } = (
			await sandbox.bot<Sent>('sendMessage', {
				chat_id: OLGA,
				text: 'live',
				reply_markup: { inline_keyboard: [[{ text: 'a', callback_data: 'a' }]] },
			})
		).result;
		const press = await sandbox.control<{ callback_query_id: string }>('/press', { from: OLGA, message_id, callback_data: 'a' });
		await sandbox.bot('answerCallbackQuery', { callback_query_id: press.callback_query_id, text: 'Noted' });
		await sandbox.bot('editMessageText', { chat_id: OLGA, message_id, text: 'edited' });
		await sandbox.bot('deleteMessage', { chat_id: OLGA, message_id });
		await sandbox.control('/faults', { target: 'ai', kind: 'refusal' });
		await until(() => live.events().includes('fault') && few.events().includes('fault'));
		expect(live.events()).to.include.members(['hello', 'state', 'message', 'call', 'callback_answer', 'edit', 'delete', 'fault']);
		expect(few.events()).to.deep.equal(['hello', 'edit', 'fault']);
		await live.stop();
		await few.stop();
	});

	it('tells the state between what it has and what comes after it, and the whole state when a chat changed as a whole', async () => {
		const texts = Array.from({ length: 40 }, (_, at) => `in a flurry ${at}`);
		const sending = (async () => {
			for (const text of texts) await sandbox.bot('sendMessage', { chat_id: OLGA, text });
		})();
		const listeners = await Promise.all(Array.from({ length: 5 }, () => listen('/events')));
		await sending;
		for (const live of listeners) {
			const messages = (): string[] => live.data<{ message: { text: string } }>('message').map(({ message }) => message.text);
			const [first] = live.data<State>('state');
			const before = (): string[] => (first?.chats.find(({ id }) => id === OLGA)?.messages ?? []).map(({ text }) => text ?? '');
			await until(() => [...before(), ...messages()].includes(texts.at(-1) as string));
			expect([...before(), ...messages()].filter((text) => texts.includes(text))).to.deep.equal(texts);
		}
		await sandbox.control('/language', { from: EGOR, language_code: 'de' });
		const languages = (): (string | undefined)[] | undefined =>
			listeners[0]?.data<State>('state').map(({ chats }) => chats.find(({ id }) => id === EGOR)?.language_code);
		await until(() => languages()?.includes('de') ?? false);
		expect(languages()).to.deep.equal(['ru', 'de']);
		await sandbox.control('/language', { from: EGOR, language_code: 'ru' });
		for (const live of listeners) await live.stop();
	});

	it('tells of one chat, and of the updates that wait, as it tells of all there is', async () => {
		await sandbox.control('/send', { from: EGOR, text: '/start' });
		const { chats, updates_pending: pending } = await sandbox.control<State>('/state');
		expect(await sandbox.control(`/chats/${EGOR}`)).to.deep.equal({ status: 200, ...chats.find(({ id }) => id === EGOR) });
		expect(pending).to.be.greaterThan(0);
		expect(await sandbox.control('/updates')).to.deep.equal({ status: 200, pending });
		expect((await sandbox.control('/chats/778')).status).to.equal(404);
	});

	it('delivers a forged or repeated update as it is told, because the desk has to withstand both', async () => {
		await sandbox.bot('getUpdates', { offset: -1 });
		const forged = {
			update_id: 900_000_000,
			message: {
				message_id: 1,
				from: { id: EGOR, is_bot: false, first_name: 'Egor' },
				chat: { id: OLGA, type: 'private' },
				date: 1,
				text: 'not mine',
			},
		};
		await sandbox.control('/update', forged);
		await sandbox.control('/update', forged);
		const { result } = await sandbox.bot<{ update_id: number }[]>('getUpdates');
		expect(result.filter((update) => update.update_id === 900_000_000)).to.deep.equal([forged, forged]);
	});

	it('starts afresh without repeating ids, because the bot remembers the old ones', async () => {
		const before = (await sandbox.bot<Sent>('sendMessage', { chat_id: OLGA, text: 'x' })).result.message_id;
		await sandbox.control('/reset', {});
		const state = await sandbox.control<State>('/state');
		expect(state.chats.flatMap(({ messages }) => messages)).to.deep.equal([]);
		expect(state.faults).to.deep.equal([]);
		expect((await sandbox.bot<Sent>('sendMessage', { chat_id: OLGA, text: 'x' })).result.message_id).to.be.greaterThan(before);
	});

	it('sends photos, files and stickers of a person, which the bot fetches, and what they changed later', async () => {
		const jpeg = await sharp({ create: { width: 900, height: 700, channels: 3, background: '#336' } })
			.jpeg()
			.toBuffer();
		const bytes = jpeg.toString('base64');
		await sandbox.control('/send', [
			{ from: OLGA, photo: bytes, text: 'Our *harbour*', media_group_id: '77' },
			{ from: OLGA, file: { name: 'a.jpg', type: 'image/jpeg', bytes }, text: 'As a file', forwarded: true },
			{ from: OLGA, sticker: '👍' },
		]);
		type Given = { update_id: number; message: Record<string, unknown> & { message_id: number } };
		const { result = [] } = await sandbox.bot<Given[]>('getUpdates');
		const [photo, file, sticker] = result.slice(-3).map(({ message }) => message);
		expect(photo).to.include({ caption: 'Our *harbour*', media_group_id: '77' });
		expect(file).to.include({ caption: 'As a file' }).and.have.property('forward_origin');
		expect(sticker).to.have.property('sticker');
		const fetched = async (file_id: string) => {
			const { result: found } = await sandbox.bot<{ file_path: string }>('getFile', { file_id });
			const response = await fetch(`${sandbox.url}/file/bot${SANDBOX_TOKEN}/${found?.file_path}`);
			return Buffer.from(await response.arrayBuffer());
		};
		expect(await fetched((file?.['document'] as { file_id: string }).file_id), 'as it was sent').to.deep.equal(jpeg);
		const sizes = photo?.['photo'] as { file_id: string }[];
		expect((await sharp(await fetched(sizes.at(-1)?.file_id ?? '')).metadata()).width).to.equal(900);
		await sandbox.control('/edit', { from: OLGA, message_id: photo?.message_id, text: 'Our quay' });
		const { result: later = [] } = await sandbox.bot<Record<string, { caption?: string }>[]>('getUpdates');
		expect(later.at(-1)?.['edited_message']).to.include({ caption: 'Our quay' });
		const spoilt = await fetch(`${sandbox.url}/control/send`, {
			method: 'POST',
			headers: { 'Content-Type': 'application/json' },
			body: JSON.stringify({ from: OLGA, photo: 'aGVsbG8=' }),
		});
		expect(spoilt.status).to.equal(422);
	});
});
