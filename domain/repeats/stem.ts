/** A word without its endings, and its consonants, by which a name is known in another alphabet. */
import { soundOf } from '../check/values/names.ts';

export interface Stemmed {
	readonly stem: string;
	readonly sound: string;
	readonly isCyrillic: boolean;
}

/** Letters that a stem has at most: endings are behind them. */
const STEM = { cyrillic: 5, latin: 6 } as const;

/** @param word folded */
export function stemmed(word: string): Stemmed {
	const isCyrillic = /^\p{Script=Cyrillic}/u.test(word);
	const bare = isCyrillic ? russianStem(word) : englishStem(word);
	const stem = bare.slice(0, isCyrillic ? STEM.cyrillic : STEM.latin);
	// `Vilnius` ends as a plural does.
	return { stem, sound: consonantsOf(isCyrillic ? bare : word.replace(/'s?$/, '')), isCyrillic };
}

const RUSSIAN_ENDINGS =
	'иями ями ами ского ский ская ские ских скую ской ским ском ого его ому ему ыми ими ия ие ии ию ий ый ой ая яя ое ее ые их ых ую юю ' +
	'ом ем ам ям ах ях ов ев ей ою ью а я о е у ю ы и ь й';
const RUSSIAN_ENDING = new RegExp(`(?:${RUSSIAN_ENDINGS.replaceAll(' ', '|')})$`, 'u');
const russianStem = (word: string): string => (word.length > 3 ? word.replace(RUSSIAN_ENDING, '') : word);

const englishStem = (word: string): string => {
	const bare = word.replace(/'s?$/, '');
	return bare.length > 4 ? bare.replace(/(?:ies|ing|ed|es|s|y|e)$/, '') : bare.replace(/(?<=..)s$/, '');
};

/** For `Ozola` and «Озола» the same ones; a first vowel is kept as one sign. */
function consonantsOf(word: string): string {
	const bare = word.replace(/[ьъй]/gu, '');
	const first = /^[aeiouyjаеиоуыэюя]/u.test(bare) ? 'a' : '';
	return (
		first +
		soundOf(bare)
			.replace(/[jьъ]/gu, '')
			.replace(/(.)\1+/g, '$1')
	);
}
