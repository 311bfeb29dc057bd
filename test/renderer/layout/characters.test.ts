import { expect } from 'chai';
import { codePointName, isSettable, unsettable } from '../../../services/renderer/src/layout/characters.ts';

describe('characters that a cover may show', () => {
	const ours: readonly (readonly [string, string])[] = [
		['English', 'The quick brown fox — “jumps” over 3½ dogs…'],
		['Czech', 'Příliš žluťoučký kůň úpěl ďábelské ódy'],
		['Turkish', 'İstanbul ışığı, ğ ş ç ö ü'],
		['Icelandic', 'Þingvellir, ð æ ö'],
		['Vietnamese', 'Tiếng Việt: ẵ ễ ỗ ự ặ'],
		['Vietnamese, decomposed', 'Tiếng Việt'.normalize('NFD')],
		['Russian', 'Съешь ещё этих мягких французских булок № 5'],
		['Ukrainian', 'Ґанок, їжак, єдність'],
		['Kazakh', 'Әдемі қала, ұлы өзен, һ'],
		['Serbian', 'Љубав и њежност, ђак, ћуприја'],
		['Greek', 'Ξεσκεπάζω την ψυχοφθόρα βδελυγμία, ΐ ΰ'],
		['Greek of old', 'ᾠδή, ἄνθρωπος, ῥόδον'],
		['money and signs', '€ £ ₽ ₴ ₸ ₺ § © ® ™ ° ± × ÷ № %'],
		['joiners that are never seen', 'co\u{AD}op\u{200B}er\u{200D}ate\u{2060}\u{FEFF}\u{200E}'],
	];
	for (const [name, text] of ours) {
		it(`take ${name}`, () => expect(unsettable(text)).to.deep.equal([]));
	}

	const others: readonly (readonly [string, number])[] = [
		['Arabic', 0x0634],
		['Arabic digits', 0x0661],
		['Hebrew', 0x05d0],
		['Syriac', 0x0710],
		['Han', 0x4e2d],
		['Han beyond the basic plane', 0x20000],
		['Hiragana', 0x3042],
		['Katakana', 0x30ab],
		['Hangul', 0xac00],
		['a Hangul filler', 0x3164],
		['Bopomofo', 0x3105],
		['Thai', 0x0e01],
		['Devanagari', 0x0915],
		['a danda, which Indic scripts share', 0x0964],
		['Armenian', 0x0531],
		['Georgian', 0x10d0],
		['a face', 0x1f600],
		['a flag letter', 0x1f1e9],
		['a skin tone', 0x1f3ff],
		['a hand that is a picture by default', 0x270b],
		['the selector of picture form', 0xfe0f],
		['a keycap', 0x20e3],
		['a circle around the letter before it', 0x20dd],
		['the millions sign around a Cyrillic letter', 0x0489],
		['private use', 0xe000],
		['private use of plane 16', 0x100000],
		['unassigned', 0x0378],
		['a noncharacter', 0xffff],
		['a lone surrogate', 0xd800],
		['the replacement character', 0xfffd],
		['an object', 0xfffc],
		['a control', 0x0007],
		['a line separator', 0x2028],
		['right-to-left override', 0x202e],
		['right-to-left mark', 0x200f],
		['a tag', 0xe0041],
	];
	for (const [name, codePoint] of others) {
		it(`refuse ${name} (${codePointName(codePoint)})`, () => expect(isSettable(codePoint)).to.equal(false));
	}

	it('are named once each, in the order they come', () => {
		expect(unsettable('да 中国 и 中東')).to.deep.equal([0x4e2d, 0x56fd, 0x6771]);
	});

	it('are written with at least four digits, as Unicode does', () => {
		expect(codePointName(0xe9)).to.equal('U+00E9');
		expect(codePointName(0x1f600)).to.equal('U+1F600');
	});
});
