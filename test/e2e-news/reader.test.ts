/**
 * The reader in a desk that runs: what it gave is listed, and when it is killed with -9 in the middle of a reading people are told so in
 * clear words, nothing is lost and nothing happens twice.
 */
import { expect } from 'chai';
import type { Desk } from '../support/desk.ts';
import { Lookout, newsDesk, putNewsAway, read as readOf, settled as settledOf } from '../support/deskState.ts';
import { EDITOR, isPreview, takingOf, type People, type SeenMessage } from '../support/people.ts';
import { until } from '../support/until.ts';

const says = (pattern: RegExp) => (message: SeenMessage) => message.from?.is_bot === true && pattern.test(message.text ?? '');

describe('The reader of a desk that runs', function () {
	this.timeout(300_000);
	let desk: Desk;
	let people: People;
	const lookout = new Lookout();

	before(async function () {
		({ desk, people } = await newsDesk(this));
	});
	after(() => putNewsAway(desk, people));
	beforeEach(async () => {
		await settled();
		await lookout.lookAround(people);
	});
	afterEach(async () => {
		await people.clearFaults();
		await desk.whole();
	});

	const read = (sql: string) => readOf(desk, sql);
	const settled = () => settledOf(desk, people);
	const seen = (what: string, fits: (message: SeenMessage) => boolean) => lookout.newTo(people, EDITOR, what, fits);
	/** The next page of a newspaper takes so long that the reader is killed meanwhile; it is started again by the desk. */
	const killWhileItReads = async (act: () => Promise<void>): Promise<void> => {
		await people.setFault({ target: 'news', kind: 'latency', latency_ms: 60_000, times: 1 });
		await act();
		await until(async () => (await people.faults()).length === 0, 50);
		await desk.kill('reader', 'SIGKILL');
	};
	const restarted = async (): Promise<void> => {
		await desk.kill('reader', 'SIGKILL');
		await desk.whole();
	};
	const paid = async (fromMs: number): Promise<unknown> =>
		Object.fromEntries(
			(await read(`select purpose, count(*) as times from admission where paid = 1 and at_ms >= ${fromMs} group by purpose`)).map(
				({ purpose, times }) => [purpose, times],
			),
		);

	it('is killed while it reads feeds: the person who asked is told so, nothing is paid for, and the next search finds them', async () => {
		// What it read before is in its memory.
		await restarted();
		const fromMs = Date.now();
		await killWhileItReads(() => people.send(EDITOR, '/news evening market'));
		await seen('the word that sources cannot be read', says(/I cannot read sources just now/));
		await settled();
		expect(await paid(fromMs)).to.deep.equal({});
		await desk.whole();
		await lookout.lookAround(people);
		await people.send(EDITOR, '/news evening market');
		await seen('a card', (message) => takingOf(message) !== undefined && /evening-market/.test(message.text ?? ''));
		await people.send(EDITOR, '/sources');
		const { text = '' } = await seen('the feeds', says(/I look for news in these feeds/));
		for (const host of ['coast-wire.example', 'harbour-post.example', 'old-quay.example'])
			expect(text).to.match(new RegExp(`\\d\\. .*\\(${host.replace('.', '\\.')}\\): read .*: \\d+ items? of the last 30 days\\.`));
		expect(text).to.not.include('.xml');
	});

	it('is killed while it reads the article of a card: the draft stops with clear words, and goes on where it was', async () => {
		await people.send(EDITOR, '/news school garden');
		const isCard = (message: SeenMessage): boolean => takingOf(message) !== undefined && /school-garden/.test(message.text ?? '');
		const card = await seen('a card', isCard);
		await settled();
		const fromMs = Date.now();
		await killWhileItReads(() => people.take(EDITOR, card));
		await seen('the word that it stopped', says(/I cannot read sources just now/));
		await settled();
		expect(await paid(fromMs)).to.deep.equal({});
		const [stopped] = await read(
			"select draft_key, state, error_code from material where kind = 'news' order by created_at_ms desc limit 1",
		);
		expect(stopped).to.include({ state: 'text_generating', error_code: 'reader_unavailable' });
		await desk.whole();
		await people.send(EDITOR, `/resume ${String(stopped?.['draft_key'])}`);
		await seen('a preview', isPreview);
		await settled();
		const drafts = await read(`select count(*) as n from material where draft_key = '${String(stopped?.['draft_key'])}'`);
		expect(drafts).to.deep.equal([{ n: 1 }]);
		expect(await paid(fromMs)).to.include({ facts_extract: 1, text_generate: 1, illustration: 1 });
		expect((await people.messages(EDITOR)).filter((message) => lookout.isNew(EDITOR, message) && isPreview(message))).to.have.length(1);
	});
});
