/** What the libraries extract as a page's article. Each library works on a copy of the page and answers for blocks of the page itself. */
import { Readability } from '@mozilla/readability';
import Defuddle from 'defuddle';
import { parseHTML } from 'linkedom';
import { blocksOf, squeezed, type Block } from './blocks.ts';

/** Whether a block belongs to the article. */
export type Extractor = (block: Block) => boolean;

/** Shorter texts occur in many places, so only a block with exactly this text counts. */
const MIN_SURE_LETTERS = 16;
/** A block that a library shortened is recognised by pieces of this length. */
const PIECE_LETTERS = 24;
const MIN_PIECED_LETTERS = 60;
const PIECES = [0, 0.25, 0.5, 0.75];
const MIN_PIECES = 3;

function extractorOf(content: string): Extractor {
	const texts = blocksOf(parseHTML(`<html><body>${content}</body></html>`).document.body).map(({ text }) => squeezed(text));
	const whole = texts.join('');
	const lines = new Set(texts);
	return ({ text }) => {
		const letters = squeezed(text);
		if (letters.length < MIN_SURE_LETTERS) return letters !== '' && lines.has(letters);
		if (whole.includes(letters)) return true;
		if (letters.length < MIN_PIECED_LETTERS) return false;
		const pieces = PIECES.map((share) => Math.floor(share * (letters.length - PIECE_LETTERS))).filter((at) =>
			whole.includes(letters.slice(at, at + PIECE_LETTERS)),
		);
		return pieces.length >= MIN_PIECES;
	};
}

const copyOf = (document: Document): Document => document.cloneNode(true) as Document;

export function readabilityExtractor(document: Document): Extractor {
	return extractorOf(new Readability(copyOf(document)).parse()?.content ?? '');
}

export function defuddleExtractor(document: Document, url: string): Extractor {
	const { content } = new Defuddle(copyOf(document), {
		url,
		useAsync: false,
		includeReplies: false,
		removeImages: true,
		fetch: () => Promise.reject(new Error('no network here')),
	}).parse();
	return extractorOf(content);
}
