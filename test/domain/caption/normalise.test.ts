import { expect } from 'chai';
import fc from 'fast-check';

import { cleanCharacters, normaliseCaption } from '../../../domain/caption/normalise.ts';

describe('normaliseCaption', () => {
	const table: readonly [why: string, text: string, expected: string][] = [
		['leaves a plain text as it is', 'One.\n\nTwo.', 'One.\n\nTwo.'],
		['composes an accent, so that equal texts are equal', 'Cafe\u0301', 'Café'],
		['composes an accent that a dropped character kept apart', 'e\u200b\u0301', 'é'],
		['makes CRLF and CR into LF', 'a\r\nb\rc', 'a\nb\nc'],
		['drops controls but keeps LF', 'a\u0000b\u0007c\u0085d\ne', 'abcd\ne'],
		['makes a tab into a space, so that no words grow together', 'Mon\tTue\t\t8:00', 'Mon Tue  8:00'],
		['cuts a tab at a line end, as any space', 'a\t\nb \t', 'a\nb'],
		['drops zero-width spaces and byte-order marks', '\ufeffa\u200bb', 'ab'],
		['drops bidi overrides and isolates, which could show another text than the one approved', 'a\u202eb\u2066c\u2069', 'abc'],
		[
			'drops what nobody sees, which may hold words of its own',
			'pay\u00adpal \u{E0049}\u{E0064}\u200e\u061c\u2060\u3164\u2800\u180e\u034fA',
			'paypal A',
		],
		[
			'keeps the tags of a flag that is made of them, and of no other',
			'🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}🏴\u{E0068}\u{E007F}',
			'🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}🏴',
		],
		['drops what the messenger drops, so that a lost post is known again', 'a\u2028b\u2029c\u0333d\u033f \u030a', 'abcd'],
		['keeps a ring that is part of its letter', 'A\u030a', 'Å'],
		['composes an accent that a dropped ring kept apart', 'e\u030a\u0301', 'é'],
		['keeps the joiner that emoji are made of', '👩\u200d💻', '👩\u200d💻'],
		['cuts spaces at line ends', 'a  \nb\u00a0\nc', 'a\nb\nc'],
		['keeps spaces at the beginning of a line, they may be meant', 'a\n  b', 'a\n  b'],
		['keeps at most one blank line in a row', 'a\n\n\n\nb', 'a\n\nb'],
		['sees a line of spaces as a blank line', 'a\n \n \n \nb', 'a\n\nb'],
		['trims both ends', '\n  a \n', 'a'],
		['may leave nothing', ' \n\t', ''],
	];
	for (const [why, text, expected] of table) it(why, () => expect(normaliseCaption(text)).to.equal(expected));

	it('refuses half of a surrogate pair, because no messenger would send it as it is', () => {
		expect(() => normaliseCaption('a\ud83d'))
			.to.throw('lone surrogate')
			.with.property('code', 'invalid_request');
		expect(() => normaliseCaption('\ude00a')).to.throw('lone surrogate');
	});

	it('changes nothing the second time, so a stored text stays equal to itself', () => {
		const alphabet = fc.constantFrom(
			...'ab e\u0301\u0327\u200b\ufeff\n\r\t \u00a0\u2028\u202e\u200d\u030a\u0333\u00ad😀é\u1100\u1161\u0f71\u0f72Ω\u212b',
		);
		const texts = fc.oneof(
			fc.array(alphabet, { maxLength: 30 }).map((parts) => parts.join('')),
			fc.string({ unit: 'binary' }),
		);
		fc.assert(
			fc.property(texts, (text) => {
				const once = normaliseCaption(text);
				return normaliseCaption(once) === once;
			}),
			{ numRuns: 2_000 },
		);
	});
});

describe('cleanCharacters', () => {
	it('touches no spacing, so that a quoted fragment still fits where it was quoted from', () => {
		expect(cleanCharacters(' two  words\t\r\n')).to.equal(' two  words \n');
	});
});
