import { expect } from 'chai';
import { coverRequest } from '@copydesk/domain/cover/cover';
import { missingCover } from '@copydesk/domain/material/work';
import { readFeedback } from '@copydesk/domain/revision/intent';
import { planRevision } from '@copydesk/domain/revision/plan';
import { lookOfRequest } from '@copydesk/domain/revision/shown';
import { feedbackPatterns } from '@copydesk/domain/chat/patterns';
import { BUILT_IN_IMAGE_ID } from '@copydesk/domain/ids';

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

	it('leaves the rest of the reply without the words that led to its name', () => {
		for (const [reply, wish] of [
			['make it shorter and use the frame template', 'make it shorter'],
			['Name the price, please use the “words” layout', 'Name the price'],
			['сделай короче и возьми шаблон рамка', 'сделай короче'],
		] as const)
			expect(readFeedback(reply), reply).to.include({ kind: 'text', wish });
	});

	it('is never read from exact words', () => {
		expect(readFeedback('replace "the frame template" with "the news template"')).to.not.have.property('template');
		expect(readFeedback('Title: The panel template')).to.include({ title: 'The panel template' }).and.not.have.property('template');
	});

	it('is the picture alone, or a cover again, by a clause of its own', () => {
		for (const [reply, template] of [
			['without a cover', 'photo'],
			['Please make it without the cover.', 'photo'],
			['Just the photo', 'photo'],
			['use the photo template', 'photo'],
			['шаблон фото', 'photo'],
			['без обложки', 'photo'],
			['Сделай без обложки, пожалуйста', 'photo'],
			['только фото', 'photo'],
			['with a cover', 'cover'],
			['с обложкой', 'cover'],
		] as const)
			expect(readFeedback(reply), reply).to.deep.equal({ kind: 'template', template });
		expect(readFeedback('shorter, without a cover')).to.deep.equal({ kind: 'text', wish: 'shorter', template: 'photo' });
		expect(readFeedback('new picture without a cover of snow')).to.not.have.property('template');
		expect(readFeedback('silently and without a cover')).to.include({ kind: 'template', template: 'photo', shown: true });
	});

	it('is read from the first or the last clause of a request, and is no part of what it says', () => {
		const read = (request: string) => lookOfRequest(request, feedbackPatterns);
		expect(read('Our tram opens. Without a cover')).to.deep.equal({ look: 'photo', rest: 'Our tram opens.' });
		expect(read('Без обложки: трамвай')).to.deep.equal({ look: null, rest: 'Без обложки: трамвай' });
		expect(read('Без обложки. Трамвай пойдёт в субботу.')).to.deep.equal({ look: 'photo', rest: 'Трамвай пойдёт в субботу.' });
		expect(read('Our tram opens, with a cover')).to.deep.equal({ look: 'cover', rest: 'Our tram opens' });
		const book = 'An old book, without a cover, was sold for 300 euros';
		expect(read(book)).to.deep.equal({ look: null, rest: book });
		expect(read('Without a cover')).to.deep.equal({ look: null, rest: 'Without a cover' });
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

	it('is refused where the post is with or without a cover already', () => {
		expect(planRevision({ ...post, template: 'photo' }, readFeedback('without a cover'))).to.include({ kind: 'refuse' });
		expect(planRevision(post, readFeedback('with a cover'))).to.include({ kind: 'refuse' });
		expect(planRevision({ ...post, template: 'photo' }, readFeedback('with a cover'))).to.include({ cover: 'render', template: 'cover' });
		expect(planRevision({ ...post, template: 'photo' }, readFeedback('classic template'))).to.include({ template: 'ff-square-0.1' });
	});

	it('draws a picture to be shown alone where there is none but the built-in one', () => {
		const bare = { cover_asset_id: null, cover_template: 'photo' };
		expect(missingCover({ ...bare, source_image_id: null })).to.equal('draw');
		expect(missingCover({ ...bare, source_image_id: BUILT_IN_IMAGE_ID })).to.equal('draw');
		expect(missingCover({ ...bare, source_image_id: `sha256:${'a'.repeat(64)}` })).to.equal('render');
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
		const asked = (more: object, zone = 'UTC') => coverRequest({ ...subject, ...more }, zone);
		expect(asked({ cover_template: 'words' })).to.include({ template_version: 'words', category: 'Weather', image_id: 'consultation-v1' });
		expect(asked({ cover_template: 'news' })).to.include({ category: 'Weather · harbour.example · 23 November 2026' });
		// In the zone of the channel it is the next day.
		expect(asked({ cover_template: 'news' }, 'Europe/Moscow')).to.include({ category: 'Weather · harbour.example · 24 November 2026' });
		const russian = { title: 'Дождь', body: 'Дождь идёт, и это надолго.', category: 'Погода', cover_template: 'news', link: null };
		expect(asked(russian)).to.include({ category: 'Погода · 23 ноября 2026' });
		expect(asked({ ...russian, title: 'Lluvia', body: 'La lluvia en el puerto y en la costa.', category: 'Tiempo' })).to.include({
			category: 'Tiempo · 23 de noviembre de 2026',
		});
		expect(asked({ cover_template: 'news', category: 'Consultation' })).to.include({
			category: 'Consultation · harbour.example · 23 Nov 2026',
		});
		expect(asked({ cover_template: 'news', category: 'Consultation by the sea' })).to.include({
			category: 'Consultation by the sea · harbour.example',
		});
		expect(asked({ cover_template: 'news', category: 'A label that leaves no room for' })).to.include({
			category: 'A label that leaves no room for · 23 Nov 2026',
		});
		expect(asked({})).to.include({ template_version: 'ff-square-0.1', category: 'Weather', image_id: '' });
	});
});
