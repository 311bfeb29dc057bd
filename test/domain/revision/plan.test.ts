import { expect } from 'chai';

import { planRevision } from '../../../domain/revision/plan.ts';

const post = { kind: 'post' as const, link: null, title: 'Night trains return', subtitle: 'By spring', body: 'They are back.' };
const news = { ...post, kind: 'news' as const, link: 'https://a.example/1' };
const replace = (fragment: string, replacement: string) => ({ kind: 'replace' as const, edits: [{ fragment, replacement }], leftover: '' });

describe('planRevision', () => {
	it('reuses everything when only the body changes by exact words', () => {
		expect(planRevision(post, replace('back', 'here'))).to.deep.equal({
			kind: 'revise',
			text: { kind: 'fixed', post: { title: 'Night trains return', subtitle: 'By spring', body: 'They are here.' } },
			illustration: 'reuse',
			cover: 'reuse',
			check: false,
			scope: [{ field: 'body', start: 9, end: 13 }],
		});
	});

	it('checks the meaning of news even after exact words, within what was edited', () => {
		expect(planRevision(news, replace('back', 'here'))).to.deep.include({
			cover: 'reuse',
			check: true,
			scope: [{ field: 'body', start: 9, end: 13 }],
		});
	});

	it('renders the cover again when its words change, and keeps the illustration', () => {
		expect(planRevision(post, replace('spring', 'May'))).to.include({ cover: 'render', illustration: 'reuse' });
		expect(planRevision(post, { kind: 'set', title: 'New', leftover: '' })).to.deep.include({
			cover: 'render',
			illustration: 'reuse',
			text: { kind: 'fixed', post: { title: 'New', subtitle: 'By spring', body: 'They are back.' } },
			scope: [{ field: 'title', start: 0, end: 3 }],
		});
		expect(planRevision(post, { kind: 'set', subtitle: '', leftover: '' })).to.include({ kind: 'revise', cover: 'render' });
	});

	it('checks a title that the AI gave to choose from, because no person worded it', () => {
		const chosen = planRevision(
			{ ...post, other_titles: ['Sleepers are back'] },
			{ kind: 'set', title: 'Sleepers are back', leftover: '' },
		);
		expect(chosen).to.deep.include({ check: true, illustration: 'reuse', scope: [{ field: 'title', start: 0, end: 17 }] });
	});

	it('takes the picture before and draws the cover again', () => {
		expect(planRevision(post, { kind: 'picture_before' })).to.include({ illustration: 'before', cover: 'render', check: false });
	});

	it('pays for an illustration only when one was asked for', () => {
		expect(planRevision(post, { kind: 'illustration', wish: 'new picture' })).to.include({
			illustration: 'new',
			cover: 'render',
			check: false,
		});
		expect(planRevision(post, { kind: 'text', wish: 'shorter' })).to.deep.include({
			text: { kind: 'request', wish: 'shorter' },
			illustration: 'reuse',
			cover: 'render',
			check: true,
		});
	});

	it('asks for another picture with the stored context and the latest wish alone, or the same one would come', () => {
		const drawn = { ...post, image_prompt: 'A train at night.' };
		const first = planRevision(drawn, { kind: 'illustration', wish: 'new picture, by day' });
		expect(first).to.include({ image_prompt: 'A train at night.\n\nAsked for now: new picture, by day' });
		expect(
			planRevision(
				{ ...drawn, image_prompt: 'A train at night.\n\nAsked for now: new picture, by day' },
				{ kind: 'illustration', wish: 'another image' },
			),
		).to.include({
			image_prompt: 'A train at night.\n\nAsked for now: another image',
		});
		expect(planRevision(drawn, { kind: 'illustration', wish: `new picture ${'x'.repeat(1_800)}` })).to.include({
			kind: 'refuse',
			code: 'image_prompt_too_long',
		});
	});

	it('asks for another picture of news with what their source says, and not with what the old one shows', () => {
		const long = 'x'.repeat(1_655);
		const facts = ['The train left at 23:40.', long, 'It never fits.', 'y'];
		const drawn = { ...post, kind: 'news', image_prompt: 'A train at night.', facts } as const;
		const context = 'One illustration, without any lettering in it, for this news: Night trains return\nThe train left at 23:40.';
		expect(planRevision(drawn, { kind: 'illustration', wish: 'new picture' })).to.include({
			illustration: 'new',
			image_prompt: `${context}\n${long}\n\nAsked for now: new picture`,
		});
		expect(planRevision({ ...drawn, facts: facts.slice(0, 1) }, { kind: 'illustration', wish: 'another image' })).to.include({
			image_prompt: `${context}\n\nAsked for now: another image`,
		});
		expect(planRevision({ ...drawn, facts: [] }, { kind: 'illustration', wish: 'another image' })).to.include({
			image_prompt: 'A train at night.\n\nAsked for now: another image',
		});
		expect(planRevision(drawn, { kind: 'illustration', wish: `new picture ${'x'.repeat(1_800)}` })).to.include({
			code: 'image_prompt_too_long',
		});
	});

	it('refuses what cannot be done and changes nothing', () => {
		expect(planRevision(post, replace('nowhere', 'x'))).to.deep.equal({ kind: 'refuse', code: 'fragment_not_found', detail: 'nowhere' });
		expect(planRevision(post, { kind: 'set', title: 'x'.repeat(71), leftover: '' })).to.deep.equal({
			kind: 'refuse',
			code: 'title_too_long',
			detail: 'title: allowed 70, received 71',
		});
		expect(planRevision(post, { kind: 'set', title: 'See t.me/trains', leftover: '' })).to.deep.equal({
			kind: 'refuse',
			code: 'cover_address',
			detail: 't[.]me/trains',
		});
		expect(planRevision(post, replace('back', 'x'.repeat(1020)))).to.include({ kind: 'refuse', code: 'text_too_long' });
		expect(planRevision(post, replace('spring', 'a\nb'))).to.include({ kind: 'refuse', code: 'subtitle_line_break' });
		expect(planRevision(post, { kind: 'set', title: 'Night trains return', leftover: '' })).to.include({
			kind: 'refuse',
			code: 'replacement_empty_change',
		});
	});

	it('passes a cancellation on', () => expect(planRevision(post, { kind: 'cancel' })).to.deep.equal({ kind: 'cancel' }));

	it('refuses what breaks off, without asking the AI', () =>
		expect(planRevision(post, { kind: 'unclear', code: 'edit_unfinished' })).to.deep.equal({
			kind: 'refuse',
			code: 'edit_unfinished',
			detail: '',
		}));

	it('writes again from what a person says while there is no text to change', () => {
		const textless = { ...post, title: '', subtitle: '', body: '' };
		const wish = 'title: Roses';
		expect(planRevision(textless, { kind: 'set', title: 'Roses', leftover: '' }, 'en', wish)).to.deep.equal({
			kind: 'revise',
			text: { kind: 'request', wish },
			illustration: 'new',
			cover: 'render',
			check: true,
			scope: null,
		});
		expect(planRevision(textless, { kind: 'cancel' })).to.deep.equal({ kind: 'cancel' });
	});

	it('makes another illustration beside a new title or a new text when both are wished for', () => {
		const picture = 'new picture';
		const drawn = { illustration: 'new', cover: 'render', image_prompt: 'Night trains return\n\nAsked for now: new picture' };
		expect(planRevision(post, { kind: 'set', title: 'Roses', picture, leftover: '' })).to.deep.include({
			...drawn,
			text: { kind: 'fixed', post: { title: 'Roses', subtitle: 'By spring', body: 'They are back.' } },
			check: false,
		});
		expect(planRevision(post, { ...replace('back', 'here'), picture })).to.deep.include(drawn);
		expect(planRevision(post, { kind: 'text', wish: 'shorter', picture })).to.deep.include({
			...drawn,
			text: { kind: 'request', wish: 'shorter' },
			check: true,
		});
	});
});
