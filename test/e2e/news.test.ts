/**
 * News on real n8n, as two people have them: a topic, cards, one of them written, checked, changed and published with its source.
 */
import { join } from 'node:path';
import { expect } from 'chai';
import { openDatabase, sqlitePathOf } from '@copydesk/kit/database/open';
import { sharedDesk } from '../support/desk.ts';
import type { Desk } from '../support/desk.ts';
import { CHANNEL, EDITOR, OWNER, buttonOf, pause, peopleOf } from '../support/people.ts';
import type { People, SeenMessage } from '../support/people.ts';

const isPreview = (message: SeenMessage): boolean => message.photo !== undefined && buttonOf(message, 'publish') !== undefined;
const isCard = (message: SeenMessage): boolean => message.text?.includes('.example/') === true && message.text.includes(' · last ');

describe('News on real n8n', function () {
	this.timeout(300_000);
	let desk: Desk;
	let people: People;
	let fromMs: number;
	/** Messages that were there before a test began. */
	const known = new Map<number, number>();

	before(async function () {
		desk = await sharedDesk(this);
		people = peopleOf(desk.urls.sandbox);
	});
	beforeEach(async () => {
		await settled();
		fromMs = Date.now();
		for (const chat of [OWNER, EDITOR, CHANNEL])
			known.set(chat, Math.max(0, ...(await people.messages(chat)).map((message) => message.message_id)));
	});
	afterEach(() => people.clearFaults());

	const newTo = (chat: number, what: string, fits: (message: SeenMessage) => boolean, timeoutMs = 120_000): Promise<SeenMessage> =>
		people.see(chat, what, (message) => message.message_id > (known.get(chat) ?? 0) && fits(message), timeoutMs);
	const says = (pattern: RegExp) => (message: SeenMessage) => pattern.test(message.text ?? '');
	const cardOf = (chat: number, path: string) =>
		newTo(chat, `a card of ${path}`, (message) => isCard(message) && message.text?.includes(path) === true);
	const draftKeyOf = (preview: SeenMessage): string => (buttonOf(preview, 'publish') ?? '').split('|')[2] ?? '';

	async function read(sql: string): Promise<Record<string, unknown>[]> {
		const db = await openDatabase(`sqlite:${sqlitePathOf(join(desk.dataDir, 'collaboration', 'collaboration.sqlite'))}`, {
			readOnly: true,
		});
		try {
			return await db.query(sql);
		} finally {
			await db.close();
		}
	}

	/** Nothing is under way any more: no update waits and no event is open. */
	async function settled(): Promise<void> {
		const untilMs = Date.now() + 120_000;
		for (;;) {
			const open = await read("select event_key from event where state = 'stored'");
			if ((await people.state()).updates_pending === 0 && open.length === 0) return;
			if (Date.now() > untilMs) throw new Error(`Still open after 120 s: ${JSON.stringify(open)}`);
			await pause(300);
		}
	}

	/** Everything that was paid for since the test began, by purpose. */
	const paid = async (): Promise<Record<string, unknown>> => {
		const rows = await read(`select purpose, count(*) as times from admission where paid = 1 and at_ms >= ${fromMs} group by purpose`);
		return Object.fromEntries(rows.map((row) => [row['purpose'], row['times']]));
	};

	it('goes from a topic to the channel: chosen by one, mended, changed to the letter by the other, published with its source', async () => {
		await people.send(EDITOR, '/news Lantern Pier');
		await newTo(EDITOR, 'the first word of the search', says(/looking for news about “Lantern Pier”/));
		const card = await cardOf(EDITOR, '/lantern-pier');
		expect(card.text).to.match(/^.+\n.+\n\nCoast Wire · \d{1,2} \w{3} \d{4} · last 7 days\nhttps:\/\/coast-wire\.example\/lantern-pier$/);
		await settled();
		expect((await people.messages(OWNER)).filter(isCard), 'a batch is whose search it is').to.deep.equal([]);

		await people.press(EDITOR, card, 'take');
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
		await newTo(EDITOR, 'the word that there is no other', says(/none of it is worth a post/));
	});
});

/** A word that a text has once, so that it can be replaced. */
function onceIn(text: string): string {
	const words = text.match(/(?<=\s)[a-z]{6,}(?= )/g) ?? [];
	const word = words.find((one) => text.indexOf(one) === text.lastIndexOf(one));
	if (word === undefined) throw new Error(`No word stands once in: ${text}`);
	return word;
}
