import { Tokenizer } from 'htmlparser2';
import type { TokenizerCallbacks, QuoteType } from 'htmlparser2';

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

/** Runs over markup without building anything, so that its depth costs nothing. */
export function tokenize(text: string, options: { xmlMode: boolean }, callbacks: Partial<TokenizerCallbacks>): void {
	const tokenizer = new Tokenizer({ decodeEntities: true, ...options }, { ...CALLBACKS, ...callbacks });
	tokenizer.write(text);
	tokenizer.end();
}

/** White space collapsed, control characters dropped, trimmed; half of an emoji, which nothing could keep, is a replacement character. */
export function tidy(text: string): string {
	return text
		.toWellFormed()
		.replace(/[^\P{Cc}\s]/gu, '')
		.replace(/\s+/g, ' ')
		.trim();
}

/** Text content of an HTML fragment, tidied. */
export function plainText(fragment: string): string {
	if (!/[<&]/.test(fragment)) return tidy(fragment);
	const parts: string[] = [];
	tokenize(
		fragment,
		{ xmlMode: false },
		{
			ontext: (start, end) => parts.push(fragment.slice(start, end)),
			ontextentity: (codepoint) => parts.push(String.fromCodePoint(codepoint)),
		},
	);
	return tidy(parts.join(''));
}
