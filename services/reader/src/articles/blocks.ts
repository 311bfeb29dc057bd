import { MAX_ARTICLE_BLOCKS } from '@copydesk/domain/limits';
import { withoutInvisible } from '@copydesk/domain/text/visible';
import { tidy } from '../feeds/plainText.ts';

/** Elements that never contain an article's text; captions of its pictures are among them. */
const SILENT = new Set(
	(
		'SCRIPT STYLE TEMPLATE NOSCRIPT IFRAME FRAME FRAMESET OBJECT EMBED APPLET SVG CANVAS AUDIO VIDEO ' +
		'PICTURE IMG MAP BUTTON INPUT SELECT TEXTAREA FIGCAPTION HEAD TITLE'
	).split(' '),
);
const BLOCK = new Set(
	(
		'ADDRESS ARTICLE ASIDE BLOCKQUOTE BODY CENTER DD DETAILS DIALOG DIR DIV DL DT FIELDSET FIGURE FOOTER FORM H1 H2 H3 H4 H5 H6 HEADER ' +
		'HGROUP HR LI MAIN MENU NAV OL P SECTION SUMMARY TABLE CAPTION TBODY THEAD TFOOT TD TH TR UL'
	).split(' '),
);
const INNER_BLOCKS = 'p, div, ul, ol, h1, h2, h3, h4, h5, h6, blockquote, pre, table';

/** A paragraph, heading, list item, preformatted text or table row of a page. */
export interface Block {
	readonly text: string;
	readonly letters: number;
	/** How many of its letters are in links. */
	readonly linkLetters: number;
	/** Whether its text begins with a link. */
	readonly beginsWithLink: boolean;
	/** The elements from the root to the one with this text. */
	readonly path: readonly Element[];
	readonly element: Element;
}

export const isHeading = ({ element }: Block): boolean => /^H[1-6]$/i.test(element.tagName);

const isElement = (node: Node): node is Element => node.nodeType === 1;
const isText = (node: Node): boolean => node.nodeType === 3;

const LETTERS = /[\p{L}\p{N}]/gu;
const lettersIn = (text: string): number => text.match(LETTERS)?.length ?? 0;

/** Letters and digits alone, in lower case: compares texts without regard to markup and spacing. */
export const squeezed = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** Whether a table row is used for layout: its cells have several paragraphs each, or other tables. */
function isForLayout(row: Element): boolean {
	const cells = [...row.children];
	return cells.length < 2 || cells.some((cell) => cell.querySelectorAll(INNER_BLOCKS).length > 1);
}

interface Line {
	text: string;
	linkLetters: number;
	beginsWithLink: boolean;
	breaks: number;
	path: readonly Element[];
}

const newLine = (): Line => ({ text: '', linkLetters: 0, beginsWithLink: false, breaks: 0, path: [] });

/** Walks over a page in order and cuts its text into blocks. */
class Cutter {
	readonly blocks: Block[] = [];
	#line = newLine();

	#add(text: string, line: Omit<Line, 'text' | 'breaks'>): void {
		const element = line.path.at(-1);
		if (text === '' || element === undefined) return;
		this.blocks.push({
			text,
			letters: lettersIn(text),
			linkLetters: line.linkLetters,
			beginsWithLink: line.beginsWithLink,
			path: line.path,
			element,
		});
	}

	flush(): void {
		const line = this.#line;
		this.#line = newLine();
		this.#add(tidy(line.text), line);
	}

	#takeText(text: string, path: readonly Element[], inLink: boolean): void {
		const line = this.#line;
		if (text.trim() !== '') {
			line.breaks = 0;
			if (line.path.length === 0) {
				line.path = path;
				line.beginsWithLink = inLink;
			}
			if (inLink) line.linkLetters += lettersIn(text);
		}
		line.text += text;
	}

	#takeRow(row: Element, path: readonly Element[], inLink: boolean): void {
		this.flush();
		const cells = [...row.children].map((cell) => {
			const cutter = new Cutter();
			cutter.walk(cell, path, path, inLink);
			cutter.flush();
			return cutter.blocks;
		});
		const texts = cells.map((blocks) => blocks.map(({ text }) => text).join(' '));
		const linkLetters = cells.flat().reduce((sum, block) => sum + block.linkLetters, 0);
		if (texts.some((text) => text !== '')) this.#add(tidy(texts.join(' | ')), { path, linkLetters, beginsWithLink: false });
	}

	/**
	 * @param path from the root to the node's parent
	 * @param block the path of the block that holds the node
	 */
	walk(node: Node, path: readonly Element[], block: readonly Element[], inLink: boolean): void {
		if (isText(node)) {
			this.#takeText(node.textContent ?? '', block, inLink);
			return;
		}
		const name = isElement(node) ? node.tagName.toUpperCase() : '';
		if (!isElement(node) || SILENT.has(name)) return;
		if (name === 'BR') {
			this.#line.breaks += 1;
			this.#line.text += ' ';
			// Two in a row separate paragraphs if nothing else does.
			if (this.#line.breaks >= 2) this.flush();
			return;
		}
		const inside = [...path, node];
		if (name === 'PRE') {
			this.flush();
			const text = withoutInvisible(node.textContent ?? '')
				.replace(/\r\n?/g, '\n')
				.replace(/[^\P{Cc}\s]/gu, '')
				.trim();
			this.#add(text, { path: inside, linkLetters: 0, beginsWithLink: false });
			return;
		}
		if (name === 'TR' && !isForLayout(node)) {
			this.#takeRow(node, inside, inLink);
			return;
		}
		const isBlock = BLOCK.has(name);
		if (isBlock) this.flush();
		for (const child of node.childNodes) this.walk(child, inside, isBlock ? inside : block, inLink || name === 'A');
		if (isBlock) this.flush();
	}
}

/** The text blocks of an element, in order. */
export function blocksOf(root: Element): Block[] {
	const cutter = new Cutter();
	for (const child of root.childNodes) cutter.walk(child, [root], [root], false);
	cutter.flush();
	return cutter.blocks;
}

/** Joins neighbouring blocks until their number is within the limit; numbers their ids without gaps. */
export function numbered(texts: readonly string[]): { id: string; text: string }[] {
	const size = Math.max(1, Math.ceil(texts.length / MAX_ARTICLE_BLOCKS));
	return Array.from({ length: Math.ceil(texts.length / size) }, (_, at) => ({
		id: `b${at + 1}`,
		text: texts.slice(at * size, (at + 1) * size).join('\n'),
	}));
}
