import { expect } from 'chai';
import { asksForPages, pagesRestedOn, restingOf, withPages } from '@copydesk/domain/material/pages';
import { isDue } from '@copydesk/domain/material/due';
import { missingSource } from '@copydesk/domain/material/work';
import { messagesIn } from '@copydesk/domain/messages/catalogue';
import { restsOnText } from '@copydesk/domain/messages/sentences';

const OWN = [{ id: 'request', text: 'Write about why cats purr' }];
const PAGES = [
	{ title: 'Purr', url: 'https://en.wikipedia.org/wiki/Purr', blocks: [{ id: 'b1', text: 'Cats purr when they breathe.' }] },
	{ title: 'Cat', url: 'https://en.wikipedia.org/wiki/Cat', blocks: [{ id: 'b1', text: 'Cats live with people.' }] },
];
const brief = {
	subject: 'Why cats purr',
	language: 'en',
	wishes: [],
	rests_on: 'knowledge',
	queries: ['cats purr'],
	today: 'Friday',
} as const;

describe('Pages that a post rests on', () => {
	it('stand behind what was said, each under its own name, so that a fact says which page has it', () => {
		const blocks = withPages(OWN, PAGES);
		expect(blocks.map(({ id }) => id)).to.deep.equal(['request', 'p1', 'p1.b1', 'p2', 'p2.b1']);
		const facts = [
			{ text: 'Cats purr while breathing.', source_ids: ['p1.b1'] },
			{ text: 'The readers have cats.', source_ids: ['request'] },
		];
		expect(restingOf(facts, blocks)).to.deep.equal([
			{ fact: 'Cats purr while breathing.', pages: [{ title: 'Purr', url: PAGES[0]?.url }], says: 'Cats purr when they breathe.' },
			{ fact: 'The readers have cats.', pages: [], says: 'Write about why cats purr' },
		]);
		expect(pagesRestedOn(facts, blocks)).to.deep.equal([{ title: 'Purr', url: PAGES[0]?.url }]);
		expect(pagesRestedOn(null, OWN)).to.deep.equal([]);
	});

	it('are named to people, with each fact of theirs and the sentence that says it', () => {
		const facts = [
			{ text: 'Cats purr while they breathe in and out.', source_ids: ['p1.b1'] },
			{ text: 'Katzen leben seit langem bei Menschen.', source_ids: ['p2'] },
			{ text: 'Why cats purr', source_ids: ['request'] },
		];
		const body = 'A small engine on the sofa.\n\nYour cat purrs while it breathes in, and while it breathes out too.';
		expect(restsOnText(messagesIn('en'), { facts, source_blocks: withPages(OWN, PAGES), body })).to.equal(
			[
				'📚 Sources: Purr (en.wikipedia.org), Cat (en.wikipedia.org)',
				'• Your cat purrs while it breathes in, and while it breathes out too. ← Cats purr while they breathe in and out. (Purr)',
				'• Katzen leben seit langem bei Menschen. (Cat)',
			].join('\n'),
		);
		expect(restsOnText(messagesIn('en'), { facts, source_blocks: OWN, body })).to.equal(null);
		const said = { facts: facts.slice(0, 1), source_blocks: withPages(OWN, PAGES), body: 'Cats purr while they breathe in and out.' };
		expect(restsOnText(messagesIn('en'), said), 'the same words twice, of an only page').to.equal(
			'📚 Sources: Purr (en.wikipedia.org)\n• Cats purr while they breathe in and out.',
		);
		const left = { ...said, facts: [...facts.slice(0, 1), { text: 'Cats purr when they breathe calmly.', source_ids: ['p1.b1'] }] };
		expect(restsOnText(messagesIn('en'), left), 'a fact that the text left out').to.equal(restsOnText(messagesIn('en'), said));
	});

	it('are looked for once, before the facts, and never for a new version or where somebody decided without', () => {
		const draft = { kind: 'post', body: null, facts: null, source_blocks: OWN, brief, version: 1 } as const;
		expect(missingSource(draft)).to.equal('pages');
		expect(missingSource({ ...draft, brief: { ...brief, rests_on: 'news' } })).to.equal('pages');
		expect(missingSource({ ...draft, source_blocks: withPages(OWN, PAGES) })).to.equal('facts');
		const fact = { text: 'Why cats purr', source_ids: ['request'] };
		expect(missingSource({ ...draft, facts: [fact] }), 'from general knowledge').to.equal('nothing');
		for (const other of [{ version: 2 }, { brief: null }, { brief: { ...brief, rests_on: 'given' as const } }, { body: 'A text.' }])
			expect(missingSource({ ...draft, ...other })).to.equal('nothing');
		expect(asksForPages({ ...draft, version: 2 })).to.equal(false);
	});

	it('have to be there before anybody is paid to take facts from them', () => {
		const made = { state: 'text_generating', kind: 'post', facts: null, cover_asset_id: null } as const;
		expect(isDue('facts_extract', { ...made, source_blocks: OWN })).to.equal(false);
		expect(isDue('facts_extract', { ...made, source_blocks: withPages(OWN, PAGES) })).to.equal(true);
	});
});
