/** An encyclopedia in the form of MediaWiki: its search and its pages, one edition for each language. */
import { stem, words } from '../ai/language.ts';
import { entries, type Entry } from './entries.ts';

/** Editions without articles find nothing, and keep a desk with the sandbox from asking the Internet. */
const EDITIONS = 'en ru de ar fr es it pt uk pl tr nl sv no da fi cs sk hu ro bg sr el he fa hi th zh ja ko id vi'.split(' ');

const hostOf = (edition: string): string => `${edition}.wikipedia.org`;

/** Host names of the editions, for `READER_ORIGINS`. */
export const encyclopediaHosts: readonly string[] = EDITIONS.map(hostOf);

/** The edition at a host; undefined for any other host. */
export const editionAt = (host: string): string | undefined => EDITIONS.find((edition) => hostOf(edition) === host);

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const pathOf = (title: string): string => `/wiki/${encodeURIComponent(title.replaceAll(' ', '_'))}`;
const proseOf = ({ text }: Entry): readonly string[] => text.filter((paragraph) => !paragraph.startsWith('## '));

/** Words that a question has and an article does not. */
const QUESTION = new Set(
	(
		'a an the of in on at to for and or how why what who when do does did is are about short history tips post facts with from by ' +
		'как что кто где когда почему зачем про об для или это не пост факты советы пережить ' +
		'der die das und wie warum was wer wann über für ein eine von im ' +
		'عن في من ما لماذا كيف هل على إلى'
	).split(' '),
);
const stemsOf = (text: string): string[] => [
	...new Set(
		words(text)
			.filter((word) => word.length > 1 && !QUESTION.has(word.toLowerCase()))
			.map(stem),
	),
];

/** The articles for a query, best first: most of its words must be there. */
function found(edition: string, query: string): Entry[] {
	const wanted = stemsOf(query);
	const judged = (entries[edition] ?? []).map((entry) => {
		const [title, text] = [stemsOf(entry.title), stemsOf(entry.text.join(' '))];
		const has = (list: readonly string[], one: string): boolean =>
			list.some((other) => other === one || (one.length > 3 && other.startsWith(one)));
		const hits = wanted.filter((one) => has(title, one) || has(text, one));
		return { entry, hits: hits.length, worth: hits.length + 3 * wanted.filter((one) => has(title, one)).length };
	});
	return judged
		.filter(({ hits }) => wanted.length > 0 && hits * 2 >= wanted.length && hits > 0)
		.sort((one, other) => other.worth - one.worth)
		.map(({ entry }) => entry);
}

function searchAnswer(edition: string, query: Readonly<Record<string, unknown>>): object {
	const limit = Number(query['gsrlimit'] ?? 10);
	const pages = found(edition, String(query['gsrsearch'] ?? '')).slice(0, limit);
	if (pages.length === 0) return { batchcomplete: true };
	return {
		batchcomplete: true,
		query: {
			pages: pages.map((entry, at) => ({
				pageid: (entries[edition] ?? []).indexOf(entry) + 1,
				ns: 0,
				title: entry.title,
				index: at + 1,
				contentmodel: 'wikitext',
				pagelanguage: edition,
				length: entry.text.join('\n').length,
				fullurl: `https://${hostOf(edition)}${pathOf(entry.title)}`,
				...(entry.isDisambiguation === true ? { pageprops: { disambiguation: '' } } : {}),
				extract: proseOf(entry)[0],
			})),
		},
	};
}

function htmlOf(edition: string, entry: Entry): string {
	const parts = entry.text.map((paragraph) =>
		paragraph.startsWith('## ')
			? `<div class="mw-heading"><h2>${escaped(paragraph.slice(3))}</h2><span class="mw-editsection">[<a href="#">edit</a>]</span></div>`
			: entry.isDisambiguation === true
				? `<li>${escaped(paragraph)}</li>`
				: `<p>${escaped(paragraph)}<sup class="reference"><a href="#1">[1]</a></sup></p>`,
	);
	const mark = entry.isDisambiguation === true ? '<div id="disambigbox"></div>' : '';
	const direction = ['ar', 'he', 'fa'].includes(edition) ? 'rtl' : 'ltr';
	const title = escaped(entry.title);
	return `<!doctype html>
<html lang="${edition}" dir="${direction}"><head><meta charset="utf-8"><title>${title}</title>
<meta name="generator" content="MediaWiki 1.46.0"><link rel="canonical" href="https://${hostOf(edition)}${pathOf(entry.title)}"></head>
<body><main><h1 id="firstHeading">${title}</h1><div class="mw-content-${direction} mw-parser-output">${mark}
<table class="infobox"><tr><th>${title}</th></tr></table>
${parts.join('\n')}
<div class="mw-heading mw-heading2"><h2>1</h2></div><div class="reflist"><ol class="references"><li>A book</li></ol></div>
<div class="navbox"><a href="/wiki/1">1</a></div></div></main></body></html>
`;
}

/** @returns the type and the text of a page; undefined if there is none */
export function encyclopediaPage(
	edition: string,
	path: string,
	query: Readonly<Record<string, unknown>>,
): { readonly type: string; readonly text: string } | undefined {
	if (path === '/w/api.php') return { type: 'application/json', text: JSON.stringify(searchAnswer(edition, query)) };
	const entry = (entries[edition] ?? []).find(({ title }) => pathOf(title) === path || `/wiki/${title.replaceAll(' ', '_')}` === path);
	return entry === undefined ? undefined : { type: 'text/html', text: htmlOf(edition, entry) };
}
