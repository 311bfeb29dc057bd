import { expect } from 'chai';
import type { CopydeskError } from '@copydesk/domain/errors';
import { createAdmission, type Admission, type Place } from '../../../services/reader/src/fetch/admission.ts';
import { originsOf, startHouse, startReader } from '../../support/reader.ts';
import { until } from '../../support/until.ts';

/** What has come of a wait by now. */
async function state(wait: Promise<unknown>): Promise<string> {
	return Promise.race([
		wait.then(
			() => 'inside',
			(error: unknown) => (error as CopydeskError).code,
		),
		new Promise<string>((resolve) => setImmediate(() => resolve('waiting'))),
	]);
}

describe('Admission to readings', () => {
	const limits = { concurrency: 3, perHost: 2, waitMs: 60_000 };
	let admission: Admission;
	beforeEach(() => {
		admission = createAdmission(limits);
	});
	const enter = (host: string): Promise<Place> => {
		const place = admission.enter(host);
		place.catch(() => undefined);
		return place;
	};

	it('lets so many in at one time, and so many to one host', async () => {
		const a = [enter('a:443'), enter('a:443'), enter('a:443')];
		expect(await Promise.all(a.map(state))).to.deep.equal(['inside', 'inside', 'waiting']);
		const [b, c] = [enter('b:443'), enter('c:443')];
		expect([await state(b), await state(c)], 'who waits for a host keeps nobody else waiting').to.deep.equal(['inside', 'waiting']);
		expect(admission.waiting()).to.equal(2);
		(await a[0])?.leave();
		expect([await state(a[2] as Promise<Place>), await state(c)], 'in the order of arrival').to.deep.equal(['inside', 'waiting']);
		(await b).leave();
		expect(await state(c)).to.equal('inside');
	});

	it('gives up a host before the reading is over', async () => {
		const first = await enter('a:443');
		await enter('a:443');
		const third = enter('a:443');
		first.leaveHost();
		expect(await state(third), 'the third of three places').to.equal('inside');
		const fourth = enter('b:443');
		first.leaveHost();
		expect(await state(fourth)).to.equal('waiting');
		first.leave();
		first.leave();
		expect(await state(fourth)).to.equal('inside');
		expect(await state(enter('c:443')), 'leaving twice gives one place').to.equal('waiting');
	});

	it('moves a reading to another host, and does not count it at two', async () => {
		const [one, two] = [await enter('a:443'), await enter('b:443')];
		await one.moveTo('b:443', AbortSignal.timeout(1_000));
		const third = enter('b:443');
		expect(await state(third)).to.equal('waiting');
		await two.moveTo('a:443', AbortSignal.timeout(1_000));
		expect(await state(third)).to.equal('inside');
	});

	it('leaves nothing behind when a move is given up', async () => {
		const [, , one] = [await enter('b:443'), await enter('b:443'), await enter('a:443')];
		const refusal = await one.moveTo('b:443', AbortSignal.abort()).catch((error: unknown) => error as CopydeskError);
		expect(refusal).to.include({ code: 'busy' });
		expect(admission.waiting()).to.equal(0);
		one.leave();
		expect(await state(enter('a:443'))).to.equal('inside');
	});

	it('gives up after a while', async () => {
		admission = createAdmission({ ...limits, waitMs: 5 });
		await Promise.all([enter('a:443'), enter('a:443')]);
		const third = enter('a:443');
		expect(await until(async () => (await state(third)) !== 'waiting' && state(third))).to.equal('busy');
		expect(admission.waiting()).to.equal(0);
	});

	it('lets 256 wait and no more', async () => {
		const all = Array.from({ length: 260 }, () => enter('a:443'));
		expect((await Promise.all(all.slice(-3).map(state))).join(' ')).to.equal('waiting busy busy');
	});
});

describe('Many at once', function () {
	this.timeout(60_000);
	const feed = '<rss version="2.0"><channel><title>T</title></channel></rss>';

	it('asks at most so many, and so many of one house, and everybody is answered', async () => {
		const house = await startHouse();
		const names = Array.from({ length: 6 }, (_, at) => `n${at}.page`);
		const open = new Map<string, number>();
		const most = new Map<string, number>();
		let all = 0;
		let mostOfAll = 0;
		const slow = (host: string) => {
			open.set(host, (open.get(host) ?? 0) + 1);
			most.set(host, Math.max(most.get(host) ?? 0, open.get(host) ?? 0));
			mostOfAll = Math.max(mostOfAll, (all += 1));
			return () => {
				open.set(host, (open.get(host) ?? 0) - 1);
				all -= 1;
			};
		};
		for (let at = 0; at < 60; at += 1)
			house.pages.set(`/${at}`, (request, response) => {
				const done = slow(String(request.headers.host));
				void until(() => mostOfAll >= 5).then(() =>
					setTimeout(() => {
						done();
						response.writeHead(200, { 'Content-Type': 'application/xml' }).end(feed);
					}, 30),
				);
			});
		const reader = await startReader({ READER_ORIGINS: originsOf(house, names), READER_CONCURRENCY: '5', READER_LOG_LEVEL: 'silent' });
		const urls = Array.from({ length: 60 }, (_, at) => `https://${names[at % 6]}/${at}`);
		const bodies = await Promise.all([0, 20, 40].map((from) => reader.feeds(urls.slice(from, from + 20))));
		expect(bodies.flatMap(({ feeds }) => feeds).every(({ ok }: { ok: boolean }) => ok)).to.equal(true);
		expect([...most.values()].every((count) => count <= 2)).to.equal(true);
		expect(mostOfAll).to.equal(5);
		await reader.stop();
		await house.stop();
	});

	it('keeps to so many of one house also where others lead to it', async () => {
		const house = await startHouse();
		let now = 0;
		let most = 0;
		house.pages.set('/end', (_request, response) => {
			most = Math.max(most, (now += 1));
			void until(() => most >= 2).then(() =>
				setTimeout(() => {
					now -= 1;
					response.writeHead(200, { 'Content-Type': 'application/xml' }).end(feed);
				}, 40),
			);
		});
		house.pages.set('/go', { status: 302, headers: { Location: 'https://end.page/end' } });
		const names = Array.from({ length: 8 }, (_, at) => `n${at}.page`);
		const reader = await startReader({ READER_ORIGINS: originsOf(house, [...names, 'end.page']), READER_LOG_LEVEL: 'silent' });
		const { feeds } = await reader.feeds(names.map((name) => `https://${name}/go`));
		expect(feeds.every(({ ok, final_url: url }: { ok: boolean; final_url: string }) => ok && url === 'https://end.page/end')).to.equal(
			true,
		);
		expect(most).to.equal(2);
		await reader.stop();
		await house.stop();
	});

	it('says busy to who waited as long as a reading may take, and tells how many wait', async () => {
		const silent = (): void => undefined;
		const house = await startHouse({ '/slow': silent, '/slow?2': silent, '/slow?3': silent });
		const reader = await startReader({
			READER_ORIGINS: originsOf(house, ['slow.page', 'other.page']),
			READER_CONCURRENCY: '2',
			READER_FETCH_MS: '2500',
			READER_LOG_LEVEL: 'silent',
		});
		const first = reader.feeds(['https://slow.page/slow', 'https://slow.page/slow?2']);
		await reader.measured('reader_waiting 0', () => house.seen.length === 2);
		const late = [reader.article('https://other.page/x'), reader.feed('https://slow.page/slow?3')] as const;
		await reader.measured('reader_waiting 2');
		expect((await first).feeds.map(({ code }: { code: string }) => code)).to.deep.equal(['upstream_timeout', 'upstream_timeout']);
		const [article, lateFeed] = await Promise.all(late);
		// Its turn came, or it was told to come again; it is never left without an answer.
		expect(article.body.code).to.be.oneOf(['busy', 'upstream_gone']);
		if (article.body.code === 'busy') expect([article.status, article.headers.get('retry-after')]).to.deep.equal([503, '1']);
		expect(lateFeed.code).to.be.oneOf(['busy', 'upstream_timeout']);
		await reader.stop();
		await house.stop();
	});
});
