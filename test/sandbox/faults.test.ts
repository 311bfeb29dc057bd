import { expect } from 'chai';
import { CHANNEL, EGOR, OLGA, RunningSandbox, SANDBOX_TOKEN, type Sent, type State } from '../support/sandbox.ts';

describe('faults on demand', () => {
	let sandbox: RunningSandbox;
	beforeEach(async () => {
		sandbox = await new RunningSandbox().start();
	});
	afterEach(() => sandbox.end());

	const arm = async (fault: Record<string, unknown>): Promise<void> => {
		expect(await sandbox.control('/faults', fault)).to.include({ status: 200 });
	};
	const texts = async (chat: number): Promise<string[]> =>
		(await sandbox.control<State>('/state')).chats.find(({ id }) => id === chat)?.messages.map(({ text }) => text) ?? [];
	const send = (chat_id = OLGA) => sandbox.bot<Sent>('sendMessage', { chat_id, text: 'x' });
	/** A call whose answer may not come: 'cut' when the connection broke. */
	const raw = async (text: string): Promise<string> => {
		try {
			const response = await fetch(`${sandbox.url}/bot${SANDBOX_TOKEN}/sendMessage`, {
				method: 'POST',
				headers: { 'content-type': 'application/json' },
				body: JSON.stringify({ chat_id: OLGA, text }),
			});
			return `${response.status} ${await response.text()}`;
		} catch {
			return 'cut';
		}
	};

	it('answers 429 with the time to wait, in the body and the header, and nothing has happened', async () => {
		await arm({ target: 'messenger', kind: '429', retry_after: 7 });
		expect(await send()).to.deep.include({
			status: 429,
			ok: false,
			error_code: 429,
			description: 'Too Many Requests: retry after 7',
			parameters: { retry_after: 7 },
		});
		expect(await texts(OLGA)).to.deep.equal([]);
		expect((await send()).ok, 'once means once').to.equal(true);
	});

	it('carries a call out and hangs up, so that the caller cannot know that it worked', async () => {
		await arm({ target: 'messenger', kind: 'accept_then_drop', method: 'sendMessage' });
		expect(await raw('landed')).to.equal('cut');
		expect(await texts(OLGA)).to.deep.equal(['landed']);
	});

	it('hangs up before a call is carried out, so that the caller cannot know that it failed', async () => {
		await arm({ target: 'messenger', kind: 'drop_before_accept' });
		expect(await raw('lost')).to.equal('cut');
		expect(await texts(OLGA)).to.deep.equal([]);
	});

	it('answers what is no envelope: 500 as one, 502 as a proxy’s page, a page with 200, JSON that is cut', async () => {
		await arm({ target: 'messenger', kind: '5xx' });
		expect(await raw('a')).to.equal('500 {"ok":false,"error_code":500,"description":"Internal Server Error: restart"}');
		await arm({ target: 'messenger', kind: '5xx', status: 502 });
		expect(await raw('b')).to.match(/^502 <html>/);
		await arm({ target: 'messenger', kind: 'non_json' });
		expect(await raw('c')).to.match(/^200 <html>/);
		await arm({ target: 'messenger', kind: 'cut_json' });
		const cut = await raw('d');
		expect(() => JSON.parse(cut.slice(4)) as unknown).to.throw();
		expect(await texts(OLGA), 'the last two were done').to.deep.equal(['c', 'd']);
	});

	it('says sent without an id, as the real server does when it sends later by itself', async () => {
		await arm({ target: 'messenger', kind: 'no_message_id' });
		expect((await send()).result.message_id).to.equal(0);
		expect(await texts(OLGA)).to.deep.equal(['x']);
	});

	it('meets one person, one method, a number of times, after a number of times', async () => {
		await arm({ target: 'messenger', kind: '5xx', chat_id: EGOR, method: 'sendMessage', times: 2, skip: 1 });
		expect((await send(OLGA)).status).to.equal(200);
		expect([(await send(EGOR)).status, (await send(EGOR)).status, (await send(EGOR)).status, (await send(EGOR)).status]).to.deep.equal([
			200, 500, 500, 200,
		]);
		expect((await sandbox.control<State>('/faults')).faults).to.deep.equal([]);
	});

	it('stays for ever until it is taken back', async () => {
		await arm({ target: 'messenger', kind: 'no_rights', chat_id: CHANNEL, forever: true });
		expect((await send(CHANNEL)).description).to.equal('Bad Request: need administrator rights in the channel chat');
		expect((await send(CHANNEL)).description).to.equal('Bad Request: need administrator rights in the channel chat');
		await sandbox.control('/faults', undefined, 'DELETE');
		expect((await send(CHANNEL)).ok).to.equal(true);
	});

	it('blocks the bot for one person, over a restart too, and lets it in again when cleared', async () => {
		await arm({ target: 'messenger', kind: 'blocked', chat_id: EGOR });
		expect((await send(EGOR)).description).to.equal('Forbidden: bot was blocked by the user');
		await sandbox.stop();
		await sandbox.start();
		expect((await send(EGOR)).status).to.equal(403);
		await sandbox.control('/faults', undefined, 'DELETE');
		expect((await send(EGOR)).status).to.equal(200);
	});

	it('adds the waits, and goes on waiting beside another fault', async () => {
		await arm({ target: 'messenger', kind: 'latency', latency_ms: 30 });
		await arm({ target: 'messenger', kind: '429', latency_ms: 30 });
		expect((await send()).status).to.equal(429);
		const call = (await sandbox.control<{ calls: { took_ms: number; fault: string }[] }>('/state')).calls.at(-1);
		expect(call).to.include({ fault: '429' });
		expect(call?.took_ms).to.be.at.least(59);
	});

	it('refuses a fault that cannot happen, and says which can', async () => {
		const answer = await sandbox.control<{ error: string }>('/faults', { target: 'messenger', kind: 'refusal' });
		expect(answer.status).to.equal(422);
		expect(answer.error).to.match(/^"kind" refusal cannot happen to the messenger; it can be one of blocked, /);
		expect((await sandbox.control('/faults', { target: 'ai', kind: 'nonsense' })).status).to.equal(422);
		expect((await sandbox.control('/faults', { target: 'messenger', kind: 'blocked' })).status).to.equal(422);
	});
});
