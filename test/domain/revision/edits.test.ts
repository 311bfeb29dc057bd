import { expect } from 'chai';

import { applyEdits, changedSpan, occurrences } from '../../../domain/revision/edits.ts';

const post = {
	title: 'Night trains return',
	subtitle: 'Four lines by spring',
	body: 'Night trains are back.\n\nFour lines open, four more follow.',
};

describe('applyEdits', () => {
	it('puts a replacement in the place of its fragment, in any of the three fields', () => {
		expect(applyEdits(post, [{ fragment: 'are back', replacement: 'have returned' }])).to.deep.equal({
			ok: true,
			post: { ...post, body: 'Night trains have returned.\n\nFour lines open, four more follow.' },
			scope: [{ field: 'body', start: 13, end: 26 }],
		});
		expect(applyEdits(post, [{ fragment: 'spring', replacement: 'May' }])).to.have.nested.property('post.subtitle', 'Four lines by May');
	});

	it('places several replacements by the old text, whatever their order', () => {
		expect(
			applyEdits(post, [
				{ fragment: 'follow', replacement: 'come' },
				{ fragment: 'are back', replacement: 'return' },
			]),
		).to.deep.include({
			post: { ...post, body: 'Night trains return.\n\nFour lines open, four more come.' },
			scope: [
				{ field: 'body', start: 13, end: 19 },
				{ field: 'body', start: 49, end: 53 },
			],
		});
	});

	it('replaces a fragment in every place that has it, if it is meant everywhere', () => {
		const edited = applyEdits(post, [{ fragment: 'our', replacement: 'ive', everywhere: true }]);
		expect(edited).to.deep.include({
			ok: true,
			post: { ...post, subtitle: 'Five lines by spring', body: 'Night trains are back.\n\nFive lines open, five more follow.' },
		});
		expect(edited).to.have.property('scope').with.length(3);
		expect(
			applyEdits({ ...post, title: 'aaaa' }, [{ fragment: 'aaa', replacement: 'b', everywhere: true }]),
			'overlapping places',
		).to.have.nested.property('post.title', 'ba');
		expect(applyEdits(post, [{ fragment: 'Four', replacement: 'Four', everywhere: true }])).to.include({
			code: 'replacement_empty_change',
		});
	});

	const refused: readonly [
		why: string,
		edits: { fragment: string; replacement: string; field?: 'body' | 'title' | 'subtitle' }[],
		code: string,
	][] = [
		['a fragment that is nowhere', [{ fragment: 'day trains', replacement: 'x' }], 'fragment_not_found'],
		['an empty fragment', [{ fragment: '', replacement: 'x' }], 'fragment_not_found'],
		['a fragment that is in two fields', [{ fragment: 'Night trains', replacement: 'x' }], 'fragment_ambiguous'],
		['a fragment that is twice in one field', [{ fragment: 'our', replacement: 'x', field: 'body' }], 'fragment_ambiguous'],
		[
			'the same place twice',
			[
				{ fragment: 'are back', replacement: 'x' },
				{ fragment: 'are back', replacement: 'y' },
			],
			'replacement_duplicate',
		],
		[
			'places that overlap',
			[
				{ fragment: 'are back', replacement: 'x' },
				{ fragment: 'back.', replacement: 'y' },
			],
			'fragments_overlap',
		],
		['a change that changes nothing', [{ fragment: 'are back', replacement: 'are back' }], 'replacement_empty_change'],
	];
	for (const [why, edits, code] of refused) it(`refuses ${why}`, () => expect(applyEdits(post, edits)).to.include({ ok: false, code }));

	it('names what it touched as one stretch of each field where there are more places than are kept', () => {
		const many = { title: 'A sea', subtitle: 'no', body: `x ${'a '.repeat(200)}y` };
		const edited = applyEdits(many, [{ fragment: 'a', replacement: 'bc', everywhere: true }]);
		expect(edited).to.deep.include({
			scope: [
				{ field: 'body', start: 2, end: 601 },
				{ field: 'title', start: 4, end: 6 },
			],
		});
	});

	it('does all or nothing', () => {
		expect(
			applyEdits(post, [
				{ fragment: 'are back', replacement: 'return' },
				{ fragment: 'nowhere', replacement: 'x' },
			]),
		).to.deep.equal({
			ok: false,
			code: 'fragment_not_found',
			fragment: 'nowhere',
		});
	});

	it('looks only into the field it was given', () => {
		expect(applyEdits(post, [{ fragment: 'Night trains', replacement: 'Sleepers', field: 'title' }])).to.deep.include({
			post: { ...post, title: 'Sleepers return' },
		});
	});

	it('stays inside the area it was allowed', () => {
		const area = [{ field: 'body' as const, start: 13, end: 21 }];
		expect(applyEdits(post, [{ fragment: 'back', replacement: 'here' }], area)).to.include({ ok: true });
		expect(applyEdits(post, [{ fragment: 'are back.', replacement: 'x' }], area)).to.include({ ok: false, code: 'edit_scope_violation' });
		expect(applyEdits(post, [{ fragment: 'spring', replacement: 'May' }], area)).to.include({ ok: false, code: 'edit_scope_violation' });
	});

	it('normalises what came out, so that nothing is stored in two forms', () => {
		expect(applyEdits({ ...post, body: 'One.\n\nTwo.\n\nThree.' }, [{ fragment: 'Two.', replacement: '' }])).to.deep.include({
			post: { ...post, body: 'One.\n\nThree.' },
		});
	});

	it('finds a fragment written with another composition of the same letters', () => {
		expect(applyEdits({ ...post, body: 'Café.' }, [{ fragment: 'Cafe\u0301', replacement: 'Bar' }])).to.deep.include({
			post: { ...post, body: 'Bar.' },
		});
	});
});

describe('occurrences', () => {
	it('counts places that overlap, because each is a place where one could replace', () => {
		expect(occurrences('aaa', 'aa')).to.deep.equal([0, 1]);
		expect(occurrences('abab', 'ab')).to.deep.equal([0, 2]);
	});
});

describe('changedSpan', () => {
	it('is the stretch that differs', () => {
		expect(changedSpan('body', 'one two three', 'one 2 three')).to.deep.equal({ field: 'body', start: 4, end: 5 });
		expect(changedSpan('title', '', 'new')).to.deep.equal({ field: 'title', start: 0, end: 3 });
		expect(changedSpan('body', 'aa', 'aaa')).to.deep.equal({ field: 'body', start: 2, end: 3 });
	});
});
