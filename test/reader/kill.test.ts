/** A reader that is killed with -9: its callers get no answer rather than half of one, and the next start knows nothing of it. */
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import { expect } from 'chai';
import { ARTICLE, TEXT, originsOf, pageOf, startHouse, type House } from '../support/reader.ts';
import { startReaderProcess, type ReaderProcess } from '../support/readerProcess.ts';
import { until } from '../support/until.ts';

const feed = (items: number): string =>
	`<rss version="2.0"><channel><title>News</title>${Array.from(
		{ length: items },
		(_, at) => `<item><title>Item ${at}</title><link>https://a.page/${at}</link></item>`,
	).join('')}</channel></rss>`;

async function freePort(): Promise<string> {
	const server = createServer().listen(0, '127.0.0.1');
	await once(server, 'listening');
	const { port } = server.address() as AddressInfo;
	await new Promise((resolve) => server.close(resolve));
	return String(port);
}

describe('A reader that is killed', function () {
	this.timeout(60_000);
	let house: House;
	let env: Record<string, string>;
	const started: ReaderProcess[] = [];
	const start = async (more: Record<string, string> = {}): Promise<ReaderProcess> => {
		const reader = await startReaderProcess({ ...env, ...more });
		started.push(reader);
		return reader;
	};

	beforeEach(async () => {
		house = await startHouse();
		env = { READER_ORIGINS: originsOf(house, ['a.page', 'b.page']), READER_PORT: await freePort(), READER_LOG_LEVEL: 'silent' };
	});
	afterEach(async () => {
		for (const { child, ended } of started.splice(0)) {
			child.kill('SIGKILL');
			await ended;
		}
		await house.stop();
	});

	/** How far the house has come with each of the two when the reader dies. */
	const moments: Readonly<Record<string, (response: ServerResponse, body: string) => void>> = {
		'before the house has answered': () => undefined,
		'after the head of the answer': (response) => void response.writeHead(200, { 'Content-Type': 'text/html' }).flushHeaders(),
		'in the middle of the body': (response, body) => {
			response.writeHead(200, { 'Content-Type': 'text/html', 'Content-Length': body.length });
			response.write(body.slice(0, body.length / 2));
		},
		'while it takes in and parses what came': (response, body) => void response.end(body),
	};
	for (const [moment, answer] of Object.entries(moments)) {
		it(`${moment} asks no second time by itself, answers nothing, and reads all of it when it is there again`, async () => {
			const bodies: Readonly<Record<string, string>> = { '/feed': feed(4_000), '/story': ARTICLE };
			let asked = 0;
			for (const [path, body] of Object.entries(bodies))
				house.pages.set(path, (_request, response) => {
					asked += 1;
					answer(response, body);
				});
			const reader = await start();
			const lost = [reader.feeds(['https://a.page/feed']), reader.article('https://b.page/story')].map((reading) =>
				reading.then(
					() => 'answered',
					() => 'lost',
				),
			);
			await until(() => asked === 2);
			reader.child.kill('SIGKILL');
			expect(await reader.ended).to.equal('SIGKILL');
			const answers = await Promise.all(lost);
			// What is small may be read before the blow; never is it read in part.
			if (moment !== 'while it takes in and parses what came') expect(answers).to.deep.equal(['lost', 'lost']);

			for (const [path, body] of Object.entries(bodies)) house.pages.set(path, body);
			const before = house.seen.length;
			const again = await start();
			const { ok, items_total, from } = await again.feed('https://a.page/feed');
			expect([ok, items_total, from]).to.deep.equal([true, 4_000, 'network']);
			expect((await again.article('https://b.page/story')).body.blocks).to.deep.equal([{ id: 'b1', text: TEXT }]);
			expect(before, 'nobody was asked twice').to.equal(2);
			expect(house.seen).to.have.length(4);
		});
	}

	it('is not killed by a feed that hangs: the others are read, and this one is refused, to be tried later', async () => {
		house.pages.set('a.page/hangs', (_request, response) => void response.writeHead(200, { 'Content-Type': 'text/xml' }).write('<rss'));
		house.pages.set('b.page/feed', feed(3));
		const reader = await start({ READER_FETCH_MS: '800' });
		const { feeds } = await reader.feeds(['https://a.page/hangs', 'https://b.page/feed']);
		expect(
			feeds.map(({ code, retry, items_total }: { code?: string; retry?: string; items_total?: number }) => [code, retry, items_total]),
		).to.deep.equal([
			['upstream_timeout', 'later', undefined],
			[undefined, undefined, 3],
		]);
	});

	it('reads an article as it is now, however often it was read before', async () => {
		house.pages.set('/story', ARTICLE);
		const reader = await start();
		expect((await reader.article('https://a.page/story')).body.blocks[0].text).to.equal(TEXT);
		house.pages.set('/story', pageOf(TEXT.replace('Monday', 'Friday')));
		expect((await reader.article('https://a.page/story')).body.blocks[0].text).to.include('from Friday');
		house.pages.set('/story', { status: 410 });
		expect((await reader.article('https://a.page/story')).body.code).to.equal('upstream_gone');
	});
});
