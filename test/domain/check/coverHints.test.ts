import { expect } from 'chai';

import { coverContradictions } from '../../../domain/check/coverHints.ts';

const before = {
	title: 'To the harbour in 18 minutes',
	subtitle: 'Line 7 opens on 20 June',
	body: 'Line 7 links the harbour with the university in 18 minutes. It opens on 20 June, says mayor Anna Holm.',
};
const found = (after: Partial<typeof before>) => coverContradictions(before, { ...before, ...after }).map(({ text }) => text);

describe('What a cover says and its text does not', () => {
	it('is found after an edit of the text: numbers and dates', () => {
		expect(found({ body: before.body.replace('18 minutes', '20 minutes') })).to.deep.equal(['18 minutes']);
		expect(found({ body: before.body.replace('20 June', '27 June') })).to.deep.equal(['20 June']);
	});

	it('is found after an edit of the cover: numbers, dates and names', () => {
		expect(found({ title: 'To the harbour in 12 minutes' })).to.deep.equal(['12 minutes']);
		expect(found({ subtitle: 'Line 7 opens on 21 June' })).to.deep.equal(['21 June']);
		expect(found({ subtitle: 'The mayor Anna Berg opens line 7' })).to.deep.equal(['Anna Berg']);
	});

	it('is found where a month has no capital but a number beside it', () => {
		expect(found({ subtitle: 'Line 7 opens on 8 march' })).to.deep.equal(['8 march']);
		expect(found({ subtitle: 'Line 7 opens on may 8' })).to.deep.equal(['may 8']);
		expect(found({ subtitle: 'Line 7 opens on 20 june' })).to.deep.equal([]);
		expect(found({ subtitle: 'Only 12 may apply' })).to.deep.equal(['12']);
	});

	it('is nothing where cover and text go together, or always differed', () => {
		expect(found({})).to.deep.equal([]);
		expect(found({ title: 'Line 7 opens', subtitle: '' })).to.deep.equal([]);
		const different = { ...before, title: 'In 5 minutes' };
		expect(coverContradictions(different, { ...different, body: `${before.body} Rides are free.` })).to.deep.equal([]);
	});

	it('is nothing where the same is said in one word', () => {
		expect(found({ body: before.body.replace('in 18 minutes', 'by an 18-minute ride') })).to.deep.equal([]);
		const russian = {
			title: 'До порта 18 минут',
			subtitle: 'Линии 30 лет',
			body: '18-минутная поездка до порта. Линия отмечает 30-летие.',
		};
		expect(coverContradictions({ ...russian, title: '', subtitle: '' }, russian)).to.deep.equal([]);
	});

	it('reads capitals as names only where not every word has one', () => {
		expect(found({ title: 'New Tram Line Opens This Summer' })).to.deep.equal([]);
	});

	it('works in Russian too', () => {
		const russian = { title: 'До порта за 18 минут', subtitle: '', body: 'Линия связала порт с университетом: 18 минут.' };
		const after = { ...russian, body: 'Линия связала порт с университетом: 20 минут.' };
		expect(coverContradictions(russian, after).map(({ text }) => text)).to.deep.equal(['18 минут']);
	});
});
