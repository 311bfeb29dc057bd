import { carried, fits, formTypes, linkAddress, looksSame, normaliseFormatted, takenFrom, tidyForm } from '@copydesk/domain/caption/form';
import type { FormEntity, FormType } from '@copydesk/domain/caption/form';
import { SETTING_MARKS, readMarks, writeMarks } from '@copydesk/domain/caption/marks';
import { normaliseCaption } from '@copydesk/domain/caption/normalise';
import { expect } from 'chai';
import fc from 'fast-check';

const on = (text: string, words: string, type: FormType = 'bold', url?: string): FormEntity => ({
	type,
	offset: text.indexOf(words),
	length: words.length,
	...(url === undefined ? {} : { url }),
});
/** The words of each entity, with its type. */
const shown = (text: string, entities: readonly FormEntity[]) =>
	entities.map(({ type, offset, length, url }) =>
		[type, text.slice(offset, offset + length), ...(url === undefined ? [] : [url])].join(' '),
	);

describe('The form of a caption', () => {
	it('is moved along when the text is normalised', () => {
		const text = '\r\n  Our\u200b  tour \t\r\n\r\n\r\n\r\nbegins at the cafe\u0301 👩‍👩‍👧 tomorrow  ';
		const given = [on(text, 'tour'), on(text, 'cafe\u0301 👩‍👩‍👧', 'italic'), on(text, 'tomorrow  ', 'spoiler')];
		const normal = normaliseFormatted({ text, entities: given });
		expect(normal.text).to.equal('Our  tour\n\nbegins at the café 👩‍👩‍👧 tomorrow');
		expect(shown(normal.text, normal.entities)).to.deep.equal(['bold tour', 'italic café 👩‍👩‍👧', 'spoiler tomorrow']);
	});

	it('has one spelling: merged, without white space at its ends, links and quotations apart', () => {
		const text = 'one two three four';
		const url = 'https://quay.example/';
		const crossed = [
			{ type: 'bold', offset: 4, length: 4 },
			{ type: 'bold', offset: 0, length: 4 },
			{ type: 'blockquote', offset: 8, length: 5 },
			{ type: 'text_link', offset: 4, length: 9, url: 'https://QUAY.example' },
			{ type: 'text_link', offset: 6, length: 3, url: 'https://other.example/' },
			{ type: 'italic', offset: 13, length: 1 },
			{ type: 'spoiler', offset: 14, length: 400 },
		] as const;
		const tidy = tidyForm(text, crossed);
		expect(shown(text, tidy)).to.deep.equal([
			...['bold one two', `text_link two ${url}`, 'blockquote three', `text_link three ${url}`, 'spoiler four'],
		]);
		expect(tidyForm(text, tidy)).to.deep.equal(tidy);
		expect(looksSame(text, crossed, tidy)).to.equal(true);
		expect(looksSame(text, tidy.slice(1), tidy)).to.equal(false);
	});

	it('never cuts a character of two units, and keeps no more than the messenger does', () => {
		expect(tidyForm('a😀b', [{ type: 'bold', offset: 2, length: 1 }])).to.deep.equal([{ type: 'bold', offset: 1, length: 2 }]);
		expect(fits('a😀b', { type: 'bold', offset: 0, length: 2 })).to.equal(false);
		const words = 'word '.repeat(150).trim();
		const each = Array.from({ length: 150 }, (_, at): FormEntity => ({ type: 'bold', offset: at * 5, length: 4 }));
		expect(tidyForm(words, each)).to.have.length(100);
		const long = each.map(
			(entity, at): FormEntity => ({ ...entity, type: 'text_link', url: `https://quay.example/${at}/${'x'.repeat(500)}` }),
		);
		expect(tidyForm(words, long), 'their addresses are shown in one message').to.have.length(3);
	});

	it('takes https addresses of public shape alone', () => {
		expect(linkAddress('https://Quay.Example/a b')).to.equal(null);
		const refused = [
			...['http://quay.example', 'https://localhost', 'https://me@quay.example', 'https://quay.example:0', 'javascript:1'],
			...['tg://a.b'],
		];
		expect(refused.map(linkAddress)).to.deep.equal(refused.map(() => null));
		expect(linkAddress('https://Quay.Example')).to.equal('https://quay.example/');
	});

	describe('stays with words that stay', () => {
		const text = 'The old market opens on Saturday. Come early and bring a bag.';
		const url = 'https://quay.example/';
		const form = [on(text, 'old market', 'text_link', url), on(text, 'Saturday'), on(text, 'Come early and bring a bag.', 'italic')];
		const after = (next: string) => shown(next, carried({ text, entities: form }, next));

		it('when others come and go', () => {
			expect(after('From May on, the old market is open every Saturday. Come early and bring two bags.')).to.deep.equal([
				`text_link old market ${url}`,
				'bold Saturday',
				'italic Come early and bring two bags.',
			]);
		});

		it('and goes to what takes the place of all of them', () => {
			expect(after('The old market opens on Sunday. Come early and bring a bag.')).to.include('bold Sunday');
		});

		it('and goes with them', () => {
			expect(after('Nothing of it is true: the hall is closed for ever, and a bag is of no use.')).to.deep.equal([]);
		});
	});

	it('of what a person wrote goes to the words that are new, where they are said once', () => {
		const said = 'replace “Saturday” with “Sunday at nine”';
		const entities = [on(said, 'Sunday at nine'), on(said, 'Saturday', 'italic')];
		expect(shown('Open Sunday at nine.', takenFrom({ text: said, entities }, 'Open Sunday at nine.', 'Open Saturday.'))).to.deep.equal([
			'bold Sunday at nine',
		]);
		expect(takenFrom({ text: said, entities }, 'Open Sunday at nine.', 'Open Sunday at nine.')).to.deep.equal([]);
	});

	it('is read of an AI strictly: anything else is text', () => {
		const { text, entities } = readMarks(
			'**Open [on Sunday](https://quay.example) now.** Not ** this **, not [that](http://a.example), 2**3**4.',
		);
		expect(text).to.equal('Open on Sunday now. Not ** this **, not [that](http://a.example), 2**3**4.');
		expect(shown(text, entities)).to.deep.equal(['bold Open on Sunday now.', 'text_link on Sunday https://quay.example/']);
		for (const plain of ['**', '****', '**a', 'a**', '[](https://a.example)', '[a](https://a b)', '**a\nb**', '[a] (https://a.example)'])
			expect(readMarks(plain), plain).to.deep.equal({ text: plain, entities: [] });
	});

	it('becomes marks in a setting, and is read from them again as far as they can say it', () => {
		const text = 'Ours, at the old quay: tides';
		const entities = [
			{ ...on(text, 'at the old quay', 'text_link'), url: 'https://quay.example/' },
			on(text, 'old', 'bold'),
			on(text, 'Ours', 'italic'),
			on(text, 'tides', 'spoiler'),
		];
		const written = writeMarks({ text, entities: [...entities, on(text, 'ay', 'bold')] });
		expect(written).to.equal('__Ours__, [at the **old** quay](https://quay.example/): ||tides||');
		expect(readMarks(written, SETTING_MARKS)).to.deep.equal({ text, entities: tidyForm(text, entities) });
		expect(readMarks('__a__ ||b||').entities, 'not of an AI').to.deep.equal([]);
	});

	it('never changes the words by its marks', () => {
		const words = fc
			.array(fc.constantFrom('**', '_', '__', '|', '[', ']', '](https://a.example/)', ' ', 'a', 'É', '.', '\n'))
			.map((parts) => parts.join(''));
		const some = fc.array(fc.tuple(fc.constantFrom(...formTypes), fc.nat(12), fc.nat(9)), { maxLength: 4 });
		fc.assert(
			fc.property(words, some, (said, cut) => {
				const text = normaliseCaption(said);
				const entities = cut.map(([type, offset, length]) => ({
					type,
					offset,
					length,
					...(type === 'text_link' ? { url: 'https://a.example/' } : {}),
				}));
				const plain = readMarks(text, SETTING_MARKS).text === text;
				const read = readMarks(normaliseCaption(writeMarks({ text, entities })), SETTING_MARKS);
				return !plain || read.text === text;
			}),
		);
	});
});
