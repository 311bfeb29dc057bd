import { expect } from 'chai';
import { originsOf, startHouse, startReader, type House, type TestReader } from '../../support/reader.ts';
import { feedBombs, pageBombs } from './bombs.ts';

describe('Documents that are small to send and large to parse', function () {
	this.timeout(120_000);
	let house: House;
	let reader: TestReader;

	before(async () => {
		house = await startHouse();
		reader = await startReader({
			READER_ORIGINS: originsOf(house, ['bomb.page']),
			READER_WORKERS: '2',
			READER_EXTRACT_MS: '1000',
			READER_WORKER_MB: '128',
			READER_FRESH_SECONDS: '0',
			READER_LOG_LEVEL: 'silent',
		});
	});
	after(async () => {
		await reader.stop();
		await house.stop();
	});

	for (const [what, html] of Object.entries(pageBombs)) {
		it(`a page of ${what} ends in an article or a word`, async () => {
			house.pages.set('/bomb', { headers: { 'Content-Type': 'text/html' }, body: html });
			const { status, body } = await reader.article('https://bomb.page/bomb');
			if (status === 200) expect(body.text_units).to.be.within(80, 22_000);
			else expect(body.code).to.be.oneOf(['too_complex', 'text_too_short', 'text_too_long']);
		});
	}

	for (const [what, text] of Object.entries(feedBombs)) {
		it(`a feed of ${what} ends in items or a word`, async () => {
			house.pages.set('/bomb.xml', { headers: { 'Content-Type': 'application/xml' }, body: text });
			const entry = await reader.feed('https://bomb.page/bomb.xml');
			if (entry.ok !== true) expect(entry.code).to.be.oneOf(['too_complex', 'feed_malformed', 'not_a_feed']);
		});
	}

	it('are told in the measurements, and the reader is well', async () => {
		const { text } = await reader.call('GET', '/metrics');
		expect(text).to.match(/reader_readings_total\{kind="article",code="too_complex"\} [1-9]/);
		expect(text).to.match(/reader_workers_ended_total\{reason="time"\} [1-9]/);
		expect((await reader.call('GET', '/healthz', { key: null })).body).to.deep.equal({
			status: 'ok',
			service: 'reader',
			version: '1.0.0',
			checks: { workers: 'ok' },
		});
	});
});
