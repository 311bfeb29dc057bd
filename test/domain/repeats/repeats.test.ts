import { expect } from 'chai';
import { likeness } from '../../../domain/repeats/compare.ts';
import { foundBy, leadOf, matterOf } from '../../../domain/repeats/matter.ts';

const alike = (now: string, before: string): boolean => likeness(leadOf([now]), matterOf([before])) >= 1;

describe('A repetition', () => {
	it('is the same wording without names and numbers too, and no other day of a regular post', () => {
		const menu = 'Menu of the day at the canteen for 12 May: soup, fish and salad';
		expect(alike(menu, menu)).to.equal(true);
		expect(alike('Our harbour tram opens on Saturday', 'Our harbour tram opens on Saturday'), 'in few words').to.equal(true);
		expect(alike('How to walk on ice without falling this winter', 'How to walk on ice without falling this winter')).to.equal(true);
		expect(alike(menu.replace('12 May', '13 May'), menu), 'another day').to.equal(false);
		const line = 'Line 12 opens on Saturday at 6:40, links harbour and university in 18 minutes and runs every 6';
		expect(alike(line.replace('12', '13'), line), 'another line').to.equal(false);
		expect(alike(line, line)).to.equal(true);
	});

	it('is the same wording with a number added, and no other town of a series', () => {
		const park = 'The park in Leipzig closes for repairs on 3 May, and its 240 trees stay';
		for (const again of [`RIGA, 27 November. ${park}`, `${park}. Tickets cost 350 dollars`, `12 posts: ${park}`])
			expect(alike(again, park), again).to.equal(true);
		expect(alike(park.replace('Leipzig', 'Basel'), park), 'another town').to.equal(false);
		expect(alike('3 May: soup, fish and salad', '4 May: soup, fish and salad'), 'another day in front').to.equal(false);
		const museum = 'The town museum shows 33 paintings from 3 March, and the tour takes 50 minutes.';
		expect(alike(museum.replace('town', 'railway').replace('33', '43'), museum), 'another house with another number').to.equal(false);
	});

	it('is the very same request, in however few words, and no text that only has these words', () => {
		for (const few of ['We are hiring a nurse', 'Free coffee on Friday', 'Клиника работает по субботам'])
			expect(likeness(leadOf([few]), matterOf(['A title', few, 'And a body.'])), few).to.be.at.least(1);
		expect(alike('Hiring a nurse', 'The clinic is hiring a nurse and a doctor')).to.equal(false);
		expect(alike('News', 'News'), 'one word').to.equal(false);
	});

	it('is a short text with hardly anything new, and no text that tells what came of it', () => {
		const [pier, ferry] = ['Storm tears the old pier of Whitby in two', 'Кипрский паром впервые пришёл в Сочи'];
		expect(alike('Old Whitby pier torn in two by the storm overnight', pier)).to.equal(true);
		expect(alike('В Сочи впервые пришёл паром с Кипра', ferry), 'in another form of the name').to.equal(true);
		expect(alike('Whitby collects money for the old pier that the storm tore', pier)).to.equal(false);
		expect(alike('Паром с Кипра застрял в порту Сочи из-за шторма', ferry)).to.equal(false);
	});

	it('is not found by a name and a place alone, or in an empty text', () => {
		expect(alike('Anna Ozola runs for mayor of Riga', 'Anna Ozola of Riga wins the chess title with 7.5 points')).to.equal(false);
		expect(alike('', '')).to.equal(false);
	});

	it('is known by a name in the other alphabet, by its first vowel too', () => {
		const sounds = (text: string) => matterOf([text]).terms.map(({ sound }) => sound);
		expect(sounds('mayor Ozola').at(-1)).to.equal(sounds('мэр Озола').at(-1));
		expect(sounds('in Zola').at(-1)).not.to.equal(sounds('мэр Озола').at(-1));
		expect(sounds('town Janis').at(-1)).to.equal(sounds('город Янис').at(-1));
	});

	it('counts less of a name that many posts have', () => {
		const [now, before] = [leadOf(['A pool opens in Riga and Ventspils on 5 May']), matterOf(['Riga, Ventspils: a new pool on 5 May'])];
		expect(likeness(now, before, new Set(foundBy(now)))).to.be.below(likeness(now, before));
	});

	it('reads a bounded part of a text, and no address', () => {
		expect(matterOf([`The pool ${'x '.repeat(1_000)} 85,000`]).values).to.deep.equal([]);
		expect(matterOf(['See https://example.org/12345/harbour now']).terms.map(({ stem }) => stem)).not.to.include('harbou');
		const long = Array.from({ length: 300 }, (_, at) => `Word${String.fromCharCode(97 + (at % 26))}${'abcdefghij'[at % 10]}`).join(' and ');
		expect(foundBy(matterOf([long])).length).to.be.at.most(48);
	});
});
