import { expect } from 'chai';
import { missingCover, missingSource, stepsAhead } from '../../../domain/material/work.ts';
import { messagesIn } from '../../../domain/messages/catalogue.ts';

const image = 'a'.repeat(64);
const made = { kind: 'post', source_blocks: [], facts: [], body: null, source_image_id: null, cover_asset_id: null } as const;

describe('What is said when work begins', () => {
	it('names what will really be done, and nothing else', () => {
		const said = (material: Partial<Parameters<typeof stepsAhead>[0]>, check: boolean | null) => {
			const steps = stepsAhead({ ...made, ...material }, check);
			return (['en', 'ru'] as const).map((language) => messagesIn(language).workStarted({ draft: 'p1 · v2', steps }));
		};
		expect(said({ body: null, source_image_id: null, cover_asset_id: null }, null), 'a first version').to.deep.equal([
			'p1 · v2: I’m on it. I write the text, check it and draw the illustration. The preview follows.',
			'p1 · v2: берусь. Сначала пишу текст, проверяю его и рисую иллюстрацию, потом пришлю, что получилось.',
		]);
		expect(said({ body: null, source_image_id: image, cover_asset_id: null }, true)[0], 'other words').to.equal(
			'p1 · v2: I’m on it. I write the text, check it and make the cover. The preview follows.',
		);
		expect(said({ body: 'Text', source_image_id: image, cover_asset_id: null }, false)[0], 'another title').to.equal(
			'p1 · v2: I’m on it. I make the cover. The preview follows.',
		);
		expect(said({ body: 'Text', source_image_id: image, cover_asset_id: image }, true), 'an exact replacement').to.deep.equal([
			'p1 · v2: I’m on it. I check the text. The preview follows.',
			'p1 · v2: берусь. Сначала проверяю текст, потом пришлю, что получилось.',
		]);
		expect(said({ body: 'Text', source_image_id: null, cover_asset_id: null }, false)[0], 'another picture').to.equal(
			'p1 · v2: I’m on it. I draw the illustration. The preview follows.',
		);
		expect(said({ body: 'Text', source_image_id: image, cover_asset_id: image }, null), 'a version brought back').to.deep.equal([
			'p1 · v2: I’m on it. The preview follows.',
			'p1 · v2: берусь. Сейчас пришлю, что получилось.',
		]);
		const brief = { rests_on: 'knowledge', subject: 'Why cats purr', queries: [] };
		expect(said({ brief, facts: null }, null)[0], 'a post about the world').to.equal(
			'p1 · v2: I’m on it. I search for sources and read them, write the text, check it and draw the illustration. The preview follows.',
		);
		const article = { kind: 'news', source_blocks: null, facts: null } as const;
		expect(said(article, null), 'news').to.deep.equal([
			'p1 · v2: I’m on it. I read the article, take the facts from it, write the text, check it and draw the illustration. ' +
				'The preview follows.',
			'p1 · v2: берусь. Сначала читаю статью, беру из неё факты, пишу текст, проверяю его и рисую иллюстрацию, потом ' +
				'пришлю, что получилось.',
		]);
		expect(said({ ...article, source_blocks: [{ id: 'b1', text: 'A clinic opened.' }] }, null)[0], 'news whose article was read').to.equal(
			'p1 · v2: I’m on it. I take the facts from the article, write the text, check it and draw the illustration. ' +
				'The preview follows.',
		);
	});
});

describe('What a version lacks', () => {
	it('of its cover is known by what is stored, so that nothing is paid for twice', () => {
		expect(missingCover({ source_image_id: null, cover_asset_id: null })).to.equal('draw');
		const kept_admission_id = 'a_7';
		expect(missingCover({ source_image_id: null, cover_asset_id: null, kept_admission_id })).to.equal('fetch');
		expect(missingCover({ source_image_id: `sha256:${image}`, cover_asset_id: null, kept_admission_id })).to.equal('render');
		expect(missingCover({ source_image_id: `sha256:${image}`, cover_asset_id: null })).to.equal('render');
		expect(missingCover({ source_image_id: `sha256:${image}`, cover_asset_id: image })).to.equal('ready');
		expect(missingCover({ source_image_id: null, cover_asset_id: image })).to.equal('ready');
	});

	it('of its sources is asked only of news that have no text yet', () => {
		const block = { id: 'b1', text: 'A clinic opened.' };
		const fact = { text: 'A clinic opened.', source_ids: ['b1'] };
		expect(missingSource({ kind: 'news' }), 'a service that says nothing of sources').to.equal('article');
		expect(missingSource({ kind: 'news', source_blocks: [], facts: [fact] })).to.equal('article');
		expect(missingSource({ kind: 'news', source_blocks: [block], facts: [] })).to.equal('facts');
		expect(missingSource({ kind: 'news', source_blocks: [block], facts: [fact] })).to.equal('nothing');
		expect(missingSource({ kind: 'news', source_blocks: null, facts: null, body: 'Text' })).to.equal('nothing');
		expect(missingSource({ kind: 'post', source_blocks: null, facts: null })).to.equal('nothing');
	});
});
