import { Tokenizer, type TokenizerCallbacks, type QuoteType } from 'htmlparser2';
import { withoutInvisible } from '@copydesk/domain/text/visible';

const nothing = (): void => undefined;
const CALLBACKS: TokenizerCallbacks = {
	onattribdata: nothing,
	onattribend: (_quote: QuoteType) => undefined,
	onattribentity: nothing,
	onattribname: nothing,
	oncdata: nothing,
	onclosetag: nothing,
	oncomment: nothing,
	ondeclaration: nothing,
	onend: nothing,
	onopentagend: nothing,
	onopentagname: nothing,
	onprocessinginstruction: nothing,
	onselfclosingtag: nothing,
	ontext: nothing,
	ontextentity: nothing,
};

/** Reads markup without building a tree, so that its depth costs nothing. */
export function tokenize(text: string, options: { xmlMode: boolean }, callbacks: Partial<TokenizerCallbacks>): void {
	const tokenizer = new Tokenizer({ decodeEntities: true, ...options }, { ...CALLBACKS, ...callbacks });
	tokenizer.write(text);
	tokenizer.end();
}

/**
 * Collapses white space, drops control and invisible characters, and trims. Half of an emoji, which no database can store, becomes a
 * replacement character.
 */
export function tidy(text: string): string {
	return withoutInvisible(text.toWellFormed())
		.replace(/[^\P{Cc}\s]/gu, '')
		.replace(/\s+/g, ' ')
		.trim();
}

/** Elements that begin and end a line, so that words do not run together. */
const OWN_LINE =
	/^(?:address|article|aside|blockquote|br|d[dlt]|div|fig(?:caption|ure)|footer|h[1-6r]|header|li|[ou]l|p|pre|section|t(?:able|[dhr]))$/i;
const NO_TEXT = /^(?:noscript|script|style|template)$/i;

/** The text of an HTML fragment as a reader sees it, tidied. */
export function plainText(fragment: string): string {
	if (!/[<&]/.test(fragment)) return tidy(fragment);
	const parts: string[] = [];
	// Where such an element began. One that is never closed is text in a title: `The <template> tag explained`.
	let noText: { readonly name: string; readonly from: number } | undefined;
	tokenize(
		fragment,
		{ xmlMode: false },
		{
			ontext: (start, end) => parts.push(fragment.slice(start, end)),
			ontextentity: (codepoint) => parts.push(String.fromCodePoint(codepoint)),
			onopentagname(start, end) {
				const name = fragment.slice(start, end).toLowerCase();
				if (OWN_LINE.test(name)) parts.push(' ');
				if (NO_TEXT.test(name)) noText ??= { name, from: parts.length };
			},
			onclosetag(start, end) {
				const name = fragment.slice(start, end).trim().toLowerCase();
				if (OWN_LINE.test(name)) parts.push(' ');
				if (name !== noText?.name) return;
				parts.length = noText.from;
				noText = undefined;
			},
		},
	);
	return tidy(parts.join(''));
}

/** The lines of a text that may be markup. */
export const linesOf = (text: string): string[] =>
	text
		.split(/\r\n?|\n|<\/(?:p|div|li|h[1-6]|blockquote|tr)>|<br *\/?>/i)
		.map(plainText)
		.filter((line) => line !== '');
