/** Posts about the world on real n8n: searched, read, written from pages, and published with what they rest on known to both people. */
import { expect } from 'chai';
import { sharedDesk, type Desk } from '../support/desk.ts';
import { read, settled } from '../support/deskState.ts';
import { CHANNEL, EDITOR, OWNER, buttonOf, isPreview, peopleOf, type People, type SeenMessage } from '../support/people.ts';

/** Words of people, the language of the post, and the page that it rests on. */
const ASKED = [
	[OWNER, 'Why cats purr', 'en', 'Purr (en.wikipedia.org)'],
	[EDITOR, 'a short history of the espresso machine', 'en', 'Espresso machine (en.wikipedia.org)'],
	[OWNER, '5 советов, как пережить ноябрь', 'ru', 'Ноябрь (ru.wikipedia.org)'],
	[EDITOR, 'Warum schnurren die Katzen, und wie machen sie das?', 'de', 'Schnurren (de.wikipedia.org)'],
	[OWNER, 'لماذا تخرخر القطط', 'ar', 'خرخرة القطط (ar.wikipedia.org)'],
] as const;
const FACTS = ['opens on Saturday at 9:00', '40 stalls sell fish and bread', 'Entry is free', 'Dogs are welcome on a lead'];
const ANNOUNCEMENT = `Our harbour market ${FACTS.join('. ')}.`;

describe('Posts about the world on real n8n', function () {
	this.timeout(600_000);
	let desk: Desk;
	let people: People;
	let known: ReadonlySet<string>;
	const keyOf = (message: SeenMessage): string => (buttonOf(message, 'publish') ?? '').split('|')[2] ?? '';

	before(async function () {
		desk = await sharedDesk(this);
		people = peopleOf(desk.urls.sandbox);
	});
	beforeEach(async () => {
		known = new Set((await people.messages(OWNER)).map(({ message_id }) => String(message_id)));
	});

	const isNew = ({ message_id }: SeenMessage): boolean => !known.has(String(message_id));
	const rowOf = async (request: string) => {
		const rows = await read(
			desk,
			`select draft_key, version, request, body, link, facts, source_blocks, brief from material order by created_at_ms`,
		);
		const row = rows.findLast((each) => String(each['request']).includes(request));
		if (row === undefined) throw new Error(`no draft of “${request}”`);
		return row as Record<'draft_key' | 'body' | 'facts' | 'source_blocks' | 'brief', string> & { readonly link: string | null };
	};
	/** Both have the same preview of this draft; it is published, once. */
	const toChannel = async (draftKey: string): Promise<SeenMessage> => {
		const isOf = (message: SeenMessage) => isPreview(message) && keyOf(message) === draftKey;
		const owner = await people.see(OWNER, `the preview of ${draftKey}`, isOf, 240_000);
		const editor = await people.see(EDITOR, `the preview of ${draftKey}`, isOf, 240_000);
		expect(editor.caption).to.equal(owner.caption);
		await people.press(EDITOR, editor, 'publish');
		const post = await people.see(CHANNEL, 'the post', ({ caption }) => caption === owner.caption, 120_000);
		return post;
	};
	const begun = async (request: string): Promise<string> => {
		for (let tries = 0; ; tries += 1) {
			try {
				return (await rowOf(request)).draft_key;
			} catch (error) {
				if (tries > 240) throw error;
				await new Promise((resolve) => setTimeout(resolve, 500));
			}
		}
	};

	it('go from a message in four languages to the channel, and both people see which page they rest on', async () => {
		for (const [person, words] of ASKED) await people.send(person, words);
		for (const [, words, language, page] of ASKED) {
			const key = await begun(words);
			const post = await toChannel(key);
			const row = await rowOf(words);
			expect(JSON.parse(row.brief), words).to.include({ language, rests_on: 'knowledge' });
			const ids = (JSON.parse(row.facts) as { source_ids: string[] }[]).flatMap(({ source_ids }) => source_ids);
			expect(ids, words).to.not.be.empty.and.not.include('request');
			expect(row.link, 'a knowledge post shows no source in the channel').to.equal(null);
			expect(post.caption).to.equal(row.body);
			for (const reader of [OWNER, EDITOR])
				await people.see(reader, `what “${words}” rests on`, ({ text = '' }) => text.includes(page), 60_000);
		}
		await settled(desk, people);
	});

	it('say what a message gives, and nothing else', async () => {
		await people.send(EDITOR, ANNOUNCEMENT);
		const post = await toChannel(await begun('Our harbour market'));
		for (const fact of FACTS) expect(post.caption).to.include(fact);
		expect(JSON.parse((await rowOf('Our harbour market')).source_blocks)).to.have.length(1);
		await settled(desk, people);
	});

	it('wait where nothing was found: written from general knowledge by a press, or from a link that was asked for', async () => {
		await people.send(OWNER, 'the ferry strike this week');
		const stopped = await people.see(
			OWNER,
			'that nothing was found',
			(message) => isNew(message) && buttonOf(message, 'from_memory') !== undefined,
			240_000,
		);
		for (const action of ['from_memory', 'send_link', 'drop']) expect(buttonOf(stopped, action), action).to.be.a('string');
		await people.press(OWNER, stopped, 'from_memory');
		await toChannel(await begun('the ferry strike this week'));
		await people.see(EDITOR, 'that it has no source', ({ text = '' }) => /no source/i.test(text));

		await people.send(EDITOR, 'why do zeppelins hum at night');
		const other = await people.see(
			EDITOR,
			'that nothing was found',
			(message) => isNew(message) && buttonOf(message, 'send_link') !== undefined,
			240_000,
		);
		const answer = async (below: SeenMessage, link: string): Promise<void> => {
			await people.press(EDITOR, below, 'send_link');
			const isQuestion = (message: SeenMessage) => isNew(message) && /Which page should .*zeppelins/u.test(message.text ?? '');
			const question = await people.see(EDITOR, 'the question for a link', isQuestion);
			known = new Set([...known, String(question.message_id)]);
			await people.send(EDITOR, link, question.message_id);
		};
		await answer(other, 'https://en.wikipedia.org/wiki/No_such_page_of_ours');
		const unread = await people.see(
			EDITOR,
			'why the page cannot be read',
			({ text = '' }) => /could not read the page that you sent\. The article is not there any more/u.test(text),
			240_000,
		);
		await answer(unread, 'https://en.wikipedia.org/wiki/Lighthouse');
		await toChannel(await begun('why do zeppelins hum'));
		await people.see(OWNER, 'what it rests on', ({ text = '' }) => text.includes('Lighthouse (en.wikipedia.org)'));
		await settled(desk, people);
	});

	it('are three where three are asked for, each named before it is paid for', async () => {
		await people.send(OWNER, 'write 3 posts about coffee');
		const asked = await people.see(
			OWNER,
			'the three posts',
			(message) => isNew(message) && buttonOf(message, 'write_all') !== undefined,
			120_000,
		);
		expect(asked.text).to.match(/1\. .*coffee.*\n2\. .*coffee.*\n3\. .*coffee/u);
		expect(await read(desk, `select draft_key from material where request = 'write 3 posts about coffee'`)).to.deep.equal([]);
		await people.press(OWNER, asked, 'write_all');
		const previews = new Set<string>();
		while (previews.size < 3)
			previews.add(
				keyOf(
					await people.see(
						OWNER,
						'another preview',
						(message) => isNew(message) && isPreview(message) && !previews.has(keyOf(message)),
						240_000,
					),
				),
			);
		for (const key of previews) await toChannel(key);
		await settled(desk, people);
	});

	it('are a week of proposals first: what is accepted becomes a draft, and its proposed time a button', async () => {
		await people.send(OWNER, 'plan next week: three posts about autumn on the river');
		const isWeek = (message: SeenMessage) => isNew(message) && buttonOf(message, 'week_all') !== undefined;
		const week = await people.see(OWNER, 'the week', isWeek, 120_000);
		expect(week.text).to.match(/1\. .*autumn on the river.*\n2\. .*autumn on the river.*\n3\. .*autumn on the river/u);
		await people.press(OWNER, week, 'week_one');
		const isTimed = (message: SeenMessage) => isNew(message) && isPreview(message) && buttonOf(message, 'at') !== undefined;
		await toChannel(keyOf(await people.see(OWNER, 'the preview with its time', isTimed, 240_000)));
		const drafts = await read(desk, `select distinct draft_key from material where request like 'plan next week%'`);
		expect(drafts).to.have.length(1);
		await people.send(EDITOR, '/plan week');
		const again = await people.see(EDITOR, 'what is open', (message) => buttonOf(message, 'week_none') !== undefined, 120_000);
		await people.press(EDITOR, again, 'week_none');
		await settled(desk, people);
	});
});
