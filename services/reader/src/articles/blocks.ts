import { MAX_ARTICLE_BLOCKS } from '@copydesk/domain/limits';
import { withoutInvisible } from '@copydesk/domain/text/visible';
import { tidy } from '../feeds/plainText.ts';

/** Never text of an article, nor are the captions of its pictures. */
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

export interface Block {
	readonly text: string;
	/** Nothing but links. */
	readonly isLinks: boolean;
}

const isElement = (node: Node): node is Element => node.nodeType === 1;
const isText = (node: Node): boolean => node.nodeType === 3;

/** A table for layout: its cells hold more than one paragraph each, or other tables. */
function isForLayout(row: Element): boolean {
	const cells = [...row.children];
	return cells.length < 2 || cells.some((cell) => cell.querySelectorAll(INNER_BLOCKS).length > 1);
}

/** The text of an article's markup in its order, one block for each paragraph, heading, list item, preformatted text and table row. */
export function blocksOf(root: Element): Block[] {
	const blocks: Block[] = [];
	let line = '';
	let breaks = 0;
	let isLinks = true;
	const add = (text: string, onlyLinks = false): void => {
		if (text !== '') blocks.push({ text, isLinks: onlyLinks });
	};
	const flush = (): void => {
		add(tidy(line), isLinks);
		line = '';
		breaks = 0;
		isLinks = true;
	};
	const walk = (node: Node, inLink: boolean): void => {
		if (isText(node)) {
			const text = node.textContent ?? '';
			if (text.trim() !== '') breaks = 0;
			if (!inLink && /[\p{L}\p{N}]/u.test(text)) isLinks = false;
			line += text;
			return;
		}
		if (!isElement(node) || SILENT.has(node.tagName.toUpperCase())) return;
		const name = node.tagName.toUpperCase();
		if (name === 'BR') {
			breaks += 1;
			line += ' ';
			// Two in a row part paragraphs where nothing else does.
			if (breaks >= 2) flush();
			return;
		}
		if (name === 'PRE') {
			flush();
			add(
				withoutInvisible(node.textContent ?? '')
					.replace(/\r\n?/g, '\n')
					.replace(/[^\P{Cc}\s]/gu, '')
					.trim(),
			);
			return;
		}
		if (name === 'TR' && !isForLayout(node)) {
			flush();
			const cells = [...node.children].map((cell) =>
				blocksOf(cell)
					.map(({ text }) => text)
					.join(' '),
			);
			if (cells.some((cell) => cell !== '')) add(tidy(cells.join(' | ')));
			return;
		}
		const isBlock = BLOCK.has(name);
		if (isBlock) flush();
		for (const child of node.childNodes) walk(child, inLink || name === 'A');
		if (isBlock) flush();
	};
	walk(root, false);
	flush();
	return blocks;
}

/** So many neighbours to a block that there are not too many; ids without gaps. */
export function numbered(texts: readonly string[]): { id: string; text: string }[] {
	const size = Math.max(1, Math.ceil(texts.length / MAX_ARTICLE_BLOCKS));
	return Array.from({ length: Math.ceil(texts.length / size) }, (_, at) => ({
		id: `b${at + 1}`,
		text: texts.slice(at * size, (at + 1) * size).join('\n'),
	}));
}
