import { expect } from 'chai';
import { changeOf } from '@copydesk/domain/material/change';

const version = {
	...{ title: 'Open on Saturdays', subtitle: 'From May', body: 'We open at nine. Come in.' },
	...{ request: 'x', source_image_id: 'i', cover_template: null },
};

describe('What a revision changes', () => {
	it('is the words that differ and nothing around them', () => {
		expect(changeOf(version, { ...version, subtitle: 'From June' })).to.deep.equal({ kind: 'words', from: 'May', to: 'June' });
		expect(changeOf(version, { ...version, body: 'We open at ten sharp. Come in.' })).to.deep.equal({
			kind: 'words',
			from: 'nine.',
			to: 'ten sharp.',
		});
	});

	it('has the word before it where something is only added or taken away', () => {
		expect(changeOf(version, { ...version, body: 'We open at nine. Please come in.' })).to.deep.equal({
			kind: 'words',
			from: 'Come',
			to: 'Please come',
		});
		expect(changeOf(version, { ...version, subtitle: 'From early May' })).to.deep.equal({ kind: 'words', from: 'From', to: 'From early' });
		expect(changeOf(version, { ...version, body: 'We at nine. Come in.' })).to.deep.equal({ kind: 'words', from: 'We open', to: 'We' });
	});

	it('is the whole of a new title', () =>
		expect(changeOf(version, { ...version, title: 'Open on Sundays' })).to.deep.equal({ kind: 'title', to: 'Open on Sundays' }));

	it('is the wish where a text is rewritten, else the picture, else the template, else nothing', () => {
		expect(changeOf(version, { ...version, title: null, body: null, request: 'shorter' })).to.deep.equal({
			kind: 'wish',
			words: 'shorter',
		});
		expect(changeOf(version, { ...version, source_image_id: null })).to.deep.equal({ kind: 'picture' });
		expect(changeOf(version, { ...version, source_image_id: 'sha256:other' })).to.deep.equal({ kind: 'picture' });
		expect(changeOf(version, { ...version, cover_template: 'panel' })).to.deep.equal({ kind: 'look', look: 'panel' });
		expect(changeOf(version, version)).to.equal(null);
	});
});
