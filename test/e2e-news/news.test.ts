/**
 * News on real n8n, as two people have them: a topic, cards, one of them written, checked, changed and published with its source.
 */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { loginToN8n } from '../../scripts/desk/n8n.ts';
import { ensureSecrets } from '../../scripts/desk/secrets.ts';
import { readGraphs } from '../../scripts/workflows/files.ts';
import type { Graph } from '../../scripts/workflows/graph.ts';
import type { Desk } from '../support/desk.ts';
import { Lookout, newsDesk, putNewsAway, read as readOf, settled as settledOf } from '../support/deskState.ts';
import { CHANNEL, EDITOR, OWNER, buttonOf, isPreview, type People, type SeenMessage } from '../support/people.ts';
import { until } from '../support/until.ts';

const isCard = (message: SeenMessage): boolean => message.text?.includes('.example/') === true && message.text.includes(' · last ');

describe('News on real n8n', function () {
	this.timeout(300_000);
	let desk: Desk;
	let people: People;
	let fromMs: number;
	const lookout = new Lookout();

	before(async function () {
		({ desk, people } = await newsDesk(this));
	});
	after(() => putNewsAway(desk, people));
	beforeEach(async () => {
		await settled();
		fromMs = Date.now();
		await lookout.lookAround(people);
	});
	afterEach(() => people.clearFaults());

	const newTo = (chat: number, what: string, fits: (message: SeenMessage) => boolean) => lookout.newTo(people, chat, what, fits);
	const says = (pattern: RegExp) => (message: SeenMessage) => pattern.test(message.text ?? '');
	const cardOf = (chat: number, path: string) =>
		newTo(chat, `a card of ${path}`, (message) => isCard(message) && message.text?.includes(path) === true);
	const draftKeyOf = (preview: SeenMessage): string => (buttonOf(preview, 'publish') ?? '').split('|')[2] ?? '';

	const read = (sql: string) => readOf(desk, sql);
	const settled = () => settledOf(desk, people);

	/** Everything that was paid for since the test began, by purpose. */
	const paid = async (): Promise<Record<string, unknown>> => {
		const rows = await read(`select purpose, count(*) as times from admission where paid = 1 and at_ms >= ${fromMs} group by purpose`);
		return Object.fromEntries(rows.map((row) => [row['purpose'], row['times']]));
	};

	it('goes from a topic to the channel: chosen by one, mended, changed to the letter by the other, published with its source', async () => {
		await people.send(EDITOR, '/news Lantern Pier');
		await newTo(EDITOR, 'the first word of the search', says(/Looking for news about “Lantern Pier”…/));
		const card = await cardOf(EDITOR, '/lantern-pier');
		expect(card.text).to.match(/^.+\n.+\n\nCoast Wire · \d{1,2} \w{3} \d{4} · last 7 days\nhttps:\/\/coast-wire\.example\/lantern-pier$/);
		await settled();
		const ofOwner = (await people.messages(OWNER)).filter((message) => lookout.isNew(OWNER, message) && isCard(message));
		expect(ofOwner, 'a batch is whose search it is').to.deep.equal([]);

		await people.take(EDITOR, card);
		await newTo(EDITOR, 'the first word of the work', says(/read the article, take the facts from it, write the text/));
		const [owner, editor] = [await newTo(OWNER, 'a preview', isPreview), await newTo(EDITOR, 'a preview', isPreview)];
		expect(editor.caption).to.equal(owner.caption);
		expect(owner.caption).to.match(/\n\nOriginal: https:\/\/coast-wire\.example\/lantern-pier$/);
		await settled();
		expect(await paid()).to.deep.equal({
			classification: 1,
			facts_extract: 1,
			text_generate: 1,
			caption_check: 1,
			caption_recheck: 1,
			illustration: 1,
		});

		const body = (owner.caption ?? '').split('\n\nOriginal: ')[0] ?? '';
		expect(body, 'the planted number is mended').to.include('120');
		fromMs = Date.now();
		await people.press(OWNER, owner, 'feedback');
		const question = await newTo(OWNER, 'the question', says(/What should change in/));
		const word = onceIn(body);
		await people.send(OWNER, `replace "${word}" with "${word},"`, question.message_id);
		const isSecond = (message: SeenMessage) => isPreview(message) && message.message_id > question.message_id;
		const changed = await newTo(OWNER, 'the second preview', isSecond);
		const shown = await newTo(EDITOR, 'the second preview', (message) => isPreview(message) && message.caption === changed.caption);
		expect(changed.caption).to.equal((owner.caption ?? '').replace(word, `${word},`));
		expect(changed.photo?.at(-1)?.file_unique_id, 'the cover is kept').to.equal(owner.photo?.at(-1)?.file_unique_id);
		await settled();
		expect(await paid(), 'only the meaning is checked').to.deep.equal({ caption_check: 1 });

		await people.press(EDITOR, shown, 'publish');
		const post = await newTo(CHANNEL, 'the post', (message) => message.caption === changed.caption);
		expect(post.caption).to.match(/\n\nOriginal: https:\/\/coast-wire\.example\/lantern-pier$/);
		await settled();
		expect(await read(`select state from material where draft_key = '${draftKeyOf(owner)}' order by version`)).to.deep.equal([
			{ state: 'superseded' },
			{ state: 'published' },
		]);

		await people.send(EDITOR, '/news Lantern Pier');
		await newTo(EDITOR, 'the word that there is no other', says(/already published/));
	});

	it('is written once, though its card is pressed twice, and the card leads nowhere afterwards', async () => {
		await people.send(OWNER, '/news ferry');
		const card = await cardOf(OWNER, '/night-ferry');
		await Promise.all([people.take(OWNER, card), people.take(OWNER, card)]);
		const preview = await newTo(OWNER, 'a preview', isPreview);
		await settled();
		expect(await paid()).to.include({ facts_extract: 1, text_generate: 1, illustration: 1 });
		expect(await read(`select state from news_item where canonical_url like '%night-ferry' order by batch_key desc limit 1`)).to.deep.equal(
			[{ state: 'taken' }],
		);
		await people.press(OWNER, preview, 'reject');
		await newTo(EDITOR, 'the word of the rejection', says(/rejected/));
		await settled();
		fromMs = Date.now();
		// The messenger shows the buttons of a card for a moment longer than they are good for.
		await people.take(OWNER, card);
		await settled();
		expect(await paid()).to.deep.equal({});
		expect(await read(`select count(*) as n from material where draft_key = '${draftKeyOf(preview)}'`)).to.deep.equal([{ n: 1 }]);
	});

	it('is skipped, and nothing is written', async () => {
		await people.send(OWNER, '/news market');
		const card = await cardOf(OWNER, '/evening-market');
		await people.press(OWNER, card, 'skip');
		await settled();
		expect(
			await read(`select state from news_item where canonical_url like '%evening-market' order by batch_key desc limit 1`),
		).to.deep.equal([{ state: 'dismissed' }]);
		expect(await paid()).to.deep.equal({ classification: 1 });
	});

	it('ends when its article is refused for good: given up, with what to do instead, and nothing more is paid for', async () => {
		await people.send(EDITOR, '/news chronicle');
		const card = await cardOf(EDITOR, '/chronicle');
		await people.take(EDITOR, card);
		await newTo(
			EDITOR,
			'why it is given up',
			says(/given up on .+\. The article is longer than 22,000 characters\. Choose another one\.$/),
		);
		await settled();
		expect(await paid()).to.deep.equal({ classification: 1 });
		expect(
			await read("select state, error_code, error_stage from material where kind = 'news' order by created_at_ms desc limit 1"),
		).to.deep.equal([{ state: 'rejected', error_code: 'article_too_long', error_stage: 'source' }]);
	});

	it('waits when sources cannot be read just now, and goes on for another person who asks for it', async () => {
		await people.send(EDITOR, '/news school garden');
		const card = await cardOf(EDITOR, '/school-garden');
		await people.setFault({ target: 'news', kind: '5xx', endpoint: '/school-garden' });
		await people.take(EDITOR, card);
		const stopped = await newTo(EDITOR, 'why it stopped', (message) => buttonOf(message, 'retry') !== undefined);
		await settled();
		expect(await paid()).to.deep.equal({ classification: 1 });
		const [, , draftKey] = (buttonOf(stopped, 'retry') ?? '').split('|');
		await people.send(OWNER, `/resume ${draftKey}`);
		await newTo(OWNER, 'the first word of the work', says(/read the article, take the facts from it/));
		await newTo(EDITOR, 'a preview', isPreview);
		await settled();
		expect(await paid()).to.include({ facts_extract: 1, text_generate: 1, illustration: 1 });
	});

	/** What comes of a link, and that nothing was paid for. */
	const answered = async (links: readonly (readonly [link: string, said: RegExp])[]): Promise<void> => {
		for (const [link] of links) await people.send(OWNER, link);
		for (const [link, said] of links) await newTo(OWNER, `a word about ${link}`, says(said));
		await settled();
		expect(await paid()).to.deep.equal({});
	};

	it('comes from a link that somebody sends, by the rules of every card', async () => {
		const link = 'https://gull-island.example/goats';
		await people.send(OWNER, `${link}?utm_source=chat`);
		await newTo(OWNER, 'the first word', says(/Reading the page/));
		const card = await cardOf(OWNER, '/goats');
		expect(card.text).to.match(
			/^.+\n.+\n\nGull Island Gazette · \d{1,2} \w{3} \d{4} · last 7 days\nhttps:\/\/gull-island\.example\/goats$/,
		);
		await settled();
		expect(await paid()).to.deep.equal({ classification: 1 });

		fromMs = Date.now();
		await answered([
			[link, /already has a card/],
			['http://gull-island.example/herring', /I read https addresses only/],
			['https://127.0.0.1/goats', /not on the public Internet/],
			['https://me:secret@gull-island.example/goats', /a name or a password/],
			['https://gull-island.example/old-slipway', /not there any more/],
			['https://coast-wire.example/tide-tables', /consent or sign-in page/],
			['https://coast-wire.example/lighthouse', /older than 30 days/],
			['/news https://north-light.example/about', /has no date/],
			['https://harbour-post.example/in-brief', /I found no article there/],
		]);

		await people.take(OWNER, card);
		const preview = await newTo(OWNER, 'a preview', isPreview);
		expect(preview.caption).to.match(/\n\nOriginal: https:\/\/gull-island\.example\/goats$/);
		await settled();
		// By its number.
		const draft = String.raw`/draft \d+`;
		fromMs = Date.now();
		await answered([[link, new RegExp(`in progress already: ${draft}\\.$`)]]);
		await people.press(OWNER, preview, 'publish');
		await newTo(CHANNEL, 'the post', (message) => message.caption === preview.caption);
		await settled();
		await people.send(OWNER, `${link}#twelve`);
		const isQuestion = says(/^We had that: .+ was published on .+\.\nhttps:.+\n\nWrite it anyway\?$/);
		const question = await newTo(OWNER, 'the question', isQuestion);

		// The card is old by now, and may still be on a screen.
		await people.take(OWNER, card);
		await people.press(OWNER, card, 'skip');
		await settled();
		expect(await paid()).to.deep.equal({});
		expect(await read(`select state from material where canonical_url = '${link}' order by created_at_ms desc limit 1`)).to.deep.equal([
			{ state: 'published' },
		]);
		expect((await people.messages(CHANNEL)).filter(({ caption }) => caption?.includes(link))).to.have.length(1);

		await people.press(OWNER, question, 'read_anyway');
		const again = await newTo(OWNER, 'a card', (message) => isCard(message) && message.message_id > question.message_id);
		expect(again.text, 'asked once').to.not.include('We had that');
		await settled();
		expect(await paid()).to.deep.equal({ classification: 1 });
		await people.press(OWNER, again, 'take_anyway');
		const second = await newTo(OWNER, 'a second draft', (message) => isPreview(message) && message.message_id > again.message_id);
		expect(draftKeyOf(second)).not.to.equal(draftKeyOf(preview));
		await settled();
		expect(await paid()).to.include({ text_generate: 1, facts_extract: 1 });
		await people.press(OWNER, second, 'reject');
		await newTo(EDITOR, 'the word of the rejection', says(/rejected/));
	});

	it('is written from the article as it is when it is taken, and given up when that is gone', async () => {
		await people.send(OWNER, 'https://north-light.example/night-school');
		const card = await cardOf(OWNER, '/night-school');
		await people.setFault({ target: 'news', kind: 'rewritten', endpoint: 'north-light.example/night-school' });
		await people.take(OWNER, card);
		const preview = await newTo(OWNER, 'a preview', isPreview);
		await settled();
		const [row] = await read(`select facts, body from material where draft_key = '${draftKeyOf(preview)}'`);
		expect(row?.['facts']).to.include('21:31').and.not.include('20:30');
		expect(preview.caption).to.not.include('20:30');

		await people.send(OWNER, 'https://river-herald.example/shlyuz');
		const other = await cardOf(OWNER, '/shlyuz');
		await settled();
		fromMs = Date.now();
		await people.setFault({ target: 'news', kind: 'gone', endpoint: 'river-herald.example/shlyuz' });
		await people.take(OWNER, other);
		await newTo(OWNER, 'why it is given up', says(/given up on .+\. The article is not there any more/));
		await settled();
		expect(await paid()).to.deep.equal({});
		await people.send(OWNER, 'https://river-herald.example/shlyuz');
		const isAnother = (message: SeenMessage) =>
			isCard(message) && message.message_id > other.message_id && /shlyuz/.test(message.text ?? '');
		await newTo(OWNER, 'a card of the address, which is free again', isAnother);
	});

	it('is offered to both once a day, across a restart at that very minute, and taken by one of both who press', async () => {
		const api = await loginToN8n(desk.ports, ensureSecrets(join(desk.dataDir, 'secrets')));
		const main = (await readGraphs()).find(({ graph }) => graph.id === 'cd-main')?.graph as Graph;
		const goLive = async (graph: Graph): Promise<void> => {
			const { versionId } = await api.update(graph);
			await api.publish(graph.id, versionId);
			await api.waitUntilLive(graph.id, versionId, 60_000);
		};
		await goLive(offeringNow(main));
		try {
			// The service learns the hour of the settings node with any message.
			await people.send(OWNER, '/help');
			// Cards are on their way at that moment, and the hour goes on afterwards.
			await until(async () => (await read("select 1 from delivery where purpose = 'card' and entity_key like 'd2%'")).length > 0, 20);
			await desk.kill('n8n', 'SIGKILL');
			await desk.whole();
			await sleep(5_000);
		} finally {
			await goLive(main);
			await desk.idle();
		}
		// The service posts the event again when its lease ends.
		await settled();
		expect((await paid())['classification']).to.equal(1);
		const sent = await read(`select entity_key, recipient_user_id, count(*) as times from delivery
			where purpose = 'card' and entity_key like 'd2%' and state = 'sent' group by entity_key, recipient_user_id`);
		const items = await read("select item from news_item where batch_key like 'd2%'");
		expect(items).to.not.deep.equal([]);
		expect(sent.map(({ times }) => times)).to.deep.equal(items.flatMap(() => [1, 1]));

		const [ofOwner, ofEditor] = [await newTo(OWNER, 'a card', isCard), await newTo(EDITOR, 'a card', isCard)];
		expect(ofEditor.text).to.equal(ofOwner.text);
		await Promise.all([people.take(OWNER, ofOwner), people.take(EDITOR, ofEditor)]);
		const word = says(/(Olga|Egor) took “.+”\.$/);
		await Promise.race([newTo(OWNER, 'who took it', word), newTo(EDITOR, 'who took it', word)]);
		await settled();
		expect(await paid()).to.include({ facts_extract: 1 });
	});
});

/** The settings node with the offer on at the present hour, which is that of the desk: it keeps UTC. */
function offeringNow(main: Graph): Graph {
	const settings: Readonly<Record<string, unknown>> = { daily_offer: true, daily_hour: '={{ new Date().getUTCHours() }}' };
	const nodes = main.nodes.map((node) =>
		node.name === 'House style, language and models' ? { ...node, parameters: { ...node.parameters, ...settings } } : node,
	);
	return { ...main, nodes };
}

/** A word that a text has once, so that it can be replaced. */
function onceIn(text: string): string {
	const words = text.match(/(?<=\s)[a-z]{6,}(?= )/g) ?? [];
	const word = words.find((one) => text.indexOf(one) === text.lastIndexOf(one));
	if (word === undefined) throw new Error(`No word occurs exactly once in: ${text}`);
	return word;
}
