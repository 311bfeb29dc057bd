import { expect } from 'chai';
import { coverRequest } from '@copydesk/domain/cover/cover';
import { missingCover } from '@copydesk/domain/material/work';
import { readFeedback, readsAsWish } from '@copydesk/domain/revision/intent';
import { planRevision } from '@copydesk/domain/revision/plan';

describe('another look of the cover for one post', () => {
	it('is asked for by the name of a template beside the word, in both languages', () => {
		for (const [reply, template] of [
			['use the frame template', 'frame'],
			['Template: news', 'news'],
			['Please switch to the “words” layout', 'words'],
			['classic template', 'ff-square-0.1'],
			['шаблон frame', 'frame'],
			['Шаблон «рамка», пожалуйста', 'frame'],
			['сделай обложку в шаблоне новости', 'news'],
			['шаблон во весь кадр', 'full'],
		] as const) {
			expect(readFeedback(reply), reply).to.deep.equal({ kind: 'template', template });
			expect(readsAsWish(reply), reply).to.equal(true);
		}
	});

	it('is not read from a text that only has such words', () => {
		for (const reply of ['write about picture frames', 'mention the news', 'use fewer words'])
			expect(readFeedback(reply).kind, reply).to.equal('text');
	});

	it('comes with whatever else the reply asks for', () => {
		expect(readFeedback('make it shorter, panel template')).to.include({ kind: 'text', template: 'panel' });
		expect(readFeedback('use the full template. New picture: a harbour')).to.include({ kind: 'illustration', template: 'full' });
		expect(readFeedback('use the news template\nTitle: Rain')).to.include({ kind: 'set', template: 'news', title: 'Rain' });
	});

	it('is never read from exact words', () => {
		expect(readFeedback('replace "the frame template" with "the news template"')).to.not.have.property('template');
		expect(readFeedback('Title: The panel template')).to.include({ title: 'The panel template' }).and.not.have.property('template');
	});

	const post = { title: 'Rain', subtitle: '', body: 'It rains.', kind: 'post', link: null, template: 'panel' } as const;

	it('renders the cover again and pays for nothing', () => {
		expect(planRevision(post, readFeedback('frame template'))).to.deep.equal({
			kind: 'revise',
			text: { kind: 'fixed', post: { title: 'Rain', subtitle: '', body: 'It rains.' } },
			illustration: 'reuse',
			cover: 'render',
			check: false,
			scope: null,
			template: 'frame',
		});
		expect(planRevision(post, readFeedback('replace "rains" with "pours" in the frame template'))).to.include({
			cover: 'render',
			template: 'frame',
		});
	});

	it('is refused where the cover looks like that already', () => {
		expect(planRevision(post, readFeedback('panel template'))).to.include({ kind: 'refuse', code: 'replacement_empty_change' });
	});

	it('needs no picture where the template shows none', () => {
		const nothing = { source_image_id: null, cover_asset_id: null, kept_admission_id: null };
		expect(missingCover({ ...nothing, cover_template: 'words' })).to.equal('render');
		expect(missingCover({ ...nothing, cover_template: `words@${'a'.repeat(64)}` })).to.equal('render');
		for (const cover_template of [null, undefined, 'panel', 'ff-square-0.1'])
			expect(missingCover({ ...nothing, cover_template: cover_template ?? null })).to.equal('draw');
	});

	it('is what the renderer is asked for, with source and date in the template for news', () => {
		const subject = {
			draft_key: 'p1',
			version: 2,
			title: 'Rain',
			subtitle: null,
			category: 'Weather',
			source_image_id: null,
			link: 'https://www.harbour.example/rain',
			created_at: Date.UTC(2026, 10, 23, 21),
		};
		expect(coverRequest({ ...subject, cover_template: 'words' })).to.include({
			template_version: 'words',
			category: 'Weather',
			image_id: 'consultation-v1',
		});
		expect(coverRequest({ ...subject, cover_template: 'news' })).to.include({ category: 'Weather · harbour.example · 2026-11-23' });
		expect(coverRequest({ ...subject, cover_template: 'news', category: 'A label that leaves no room for' })).to.include({
			category: 'A label that leaves no room for · 2026-11-23',
		});
		expect(coverRequest(subject)).to.include({ template_version: 'ff-square-0.1', category: 'Weather', image_id: '' });
	});
});
