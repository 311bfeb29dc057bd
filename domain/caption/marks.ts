/** The form that an AI may write, read strictly: `**words**` and `[words](https://…)`. Anything else is text. */
import { linkAddress, tidyForm } from './form.ts';
import type { FormEntity, Formatted } from './form.ts';
import { normaliseCaption } from './normalise.ts';

/** Around whole words: `2**3**4` is a sum. */
const BOLD = /(?<![^\s("'«“„[—–-])\*\*(?![\s*\p{M}.,;:!?)»”])((?:(?!\*\*)[^\n])*[^\s*])\*\*(?![\p{L}\p{N}\p{M}*])/u;
const LINK = /\[(?=[^\s\p{M}])([^[\]\n]*[^\s[\]])\]\((https:\/\/[^\s()]+)\)/u;

/** @param text normalised */
export function readMarks(text: string): Formatted {
	const read = readIn(text);
	// Where taking the marks out leaves a text that would have to be normalised again, they are text.
	return normaliseCaption(read.text) === read.text
		? { text: read.text, entities: tidyForm(read.text, read.entities) }
		: { text, entities: [] };
}

function readIn(text: string): Formatted {
	let rest = text;
	let read = '';
	const entities: FormEntity[] = [];
	const take = (units: number): void => {
		read += rest.slice(0, units);
		rest = rest.slice(units);
	};
	for (;;) {
		const [bold, link] = [BOLD.exec(rest), LINK.exec(rest)];
		const first = bold !== null && (link === null || bold.index < link.index) ? bold : link;
		if (first === null) break;
		take(first.index);
		const [whole, words = '', url] = first;
		const address = url === undefined ? undefined : linkAddress(url);
		if (address === null) {
			take(whole.length);
			continue;
		}
		const inner = readIn(words);
		const own: FormEntity = { type: 'bold', offset: read.length, length: inner.text.length };
		entities.push(address === undefined ? own : { ...own, type: 'text_link', url: address });
		entities.push(...inner.entities.map((each) => ({ ...each, offset: each.offset + read.length })));
		read += inner.text;
		rest = rest.slice(whole.length);
	}
	return { text: read + rest, entities };
}
