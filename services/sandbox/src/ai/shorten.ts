import { apart, tagged } from './hashtags.ts';
import { joined, paragraphsOf, sentencesOf } from './language.ts';

/** How important a sentence is: the first most, then those with numbers and names, frames least. */
function weight(sentence: string, paragraph: number, index: number): number {
	if (paragraph === 0 && index === 0) return 1_000;
	return (
		(/\d/u.test(sentence) ? 20 : 0) +
		(/(?<=\s)\p{Lu}\p{Ll}+/u.test(sentence) ? 6 : 0) +
		(/["«“]/u.test(sentence) ? 4 : 0) +
		(index === 0 ? 3 : 0) -
		paragraph -
		sentence.length / 200
	);
}

/** Drops whole sentences, the least important first, until the body fits. Keeps its hashtags and adds nothing. */
export function shorten(body: string, maxUnits: number): string {
	const { text, tags } = apart(body);
	const units = tagged('', tags, Infinity).length;
	return tagged(shortenText(text, units < maxUnits / 2 ? maxUnits - units : maxUnits), tags, maxUnits);
}

function shortenText(body: string, maxUnits: number): string {
	const paragraphs = paragraphsOf(body).map(sentencesOf);
	while (joined(paragraphs).length > maxUnits) {
		const all = paragraphs.flatMap((sentences, paragraph) =>
			sentences.map((sentence, index) => ({ paragraph, index, weight: weight(sentence, paragraph, index) })),
		);
		if (all.length <= 1) break;
		const least = all.reduce((a, b) => (b.weight < a.weight ? b : a));
		paragraphs[least.paragraph]?.splice(least.index, 1);
	}
	const rest = joined(paragraphs);
	if (rest.length <= maxUnits) return rest;
	// One sentence that is too long: end it at a clause, else at a word.
	const head = rest.slice(0, Math.max(1, maxUnits - 1));
	const clause = head.replace(/[,;:—–]\s[^,;:—–]*$/u, '');
	const cut = clause.length >= maxUnits * 0.4 && clause !== head ? clause : head.replace(/(?<!\s)\s+\S*$/u, '');
	return `${cut.replace(/(?<![\s,;:—–-])[\s,;:—–-]+$/u, '')}.`.slice(0, maxUnits);
}

/** Drops the last words of a line, and any word that would then be incomplete. */
export function shortenLine(line: string, maxUnits: number): string {
	const words = line.split(/\s+/u).filter((word) => word !== '');
	while (words.length > 1 && words.join(' ').length > maxUnits) words.pop();
	while (words.length > 1 && /^\p{L}{1,3}$|^[^\p{L}\p{N}]+$/u.test(words.at(-1) ?? '')) words.pop();
	const short = words.join(' ').slice(0, maxUnits);
	return short.slice(0, short.length - (/^[\s,;:—–-]+/u.exec([...short].reverse().join(''))?.[0].length ?? 0));
}

/** `copydesk_shorten`: shortens each text to its limit. */
export function shortened(document: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> {
	const of = (field: string, bound: string, by: (text: string, maxUnits: number) => string) => {
		const text = String(document[field] ?? '');
		const max = Number(document[bound]);
		return { [field]: by(text, max > 0 ? max : text.length) };
	};
	return {
		...of('body', 'max_units', shorten),
		...of('title', 'title_max_units', shortenLine),
		...of('subtitle', 'subtitle_max_units', shortenLine),
	};
}
