/** Pages that a post rests on, as its source blocks hold them: one block names a page, and those after it are its text. */
import type { Fact, SourceBlock } from '../caption/facts.ts';
import { MAX_BRIEF_QUERIES, MAX_PAGES_OF_A_POST } from '../limits.ts';

export interface RestPage {
	readonly title: string;
	readonly url: string;
}

interface ReadText extends RestPage {
	readonly blocks: readonly SourceBlock[];
}

/** With more blocks each, three pages would not fit a draft. */
const MAX_BLOCKS_OF_A_PAGE = 60;
const NAMED = /^p[1-9]$/;

/** The blocks of pages, behind those that the draft has. */
export function withPages(own: readonly SourceBlock[], pages: readonly ReadText[]): readonly SourceBlock[] {
	return [
		...own,
		...pages
			.slice(0, MAX_PAGES_OF_A_POST)
			.flatMap(({ title, url, blocks }, at) => [
				{ id: `p${at + 1}`, text: `${title.replaceAll('\n', ' ')}\n${url}` },
				...blocks.slice(0, MAX_BLOCKS_OF_A_PAGE).map(({ id, text }) => ({ id: `p${at + 1}.${id}`, text })),
			]),
	];
}

/** The page that a block belongs to; undefined for what people of the desk said. */
function pageOf(id: string, blocks: readonly SourceBlock[]): RestPage | undefined {
	const named = blocks.find((block) => NAMED.test(block.id) && (id === block.id || id.startsWith(`${block.id}.`)));
	const [title, url] = named?.text.split('\n') ?? [];
	return title === undefined || url === undefined ? undefined : { title, url };
}

export const hasPages = (blocks: readonly SourceBlock[] | null | undefined): boolean => (blocks ?? []).some(({ id }) => NAMED.test(id));

/** A fact with the pages that say it, and the first words of theirs that do. */
export interface Resting {
	readonly fact: string;
	readonly pages: readonly RestPage[];
	readonly says: string | null;
}

/** What each fact rests on. */
export function restingOf(facts: readonly Fact[] | null, blocks: readonly SourceBlock[] | null): readonly Resting[] {
	const all = blocks ?? [];
	return (facts ?? []).map(({ text, source_ids }) => {
		const pages = source_ids.flatMap((id) => pageOf(id, all) ?? []);
		const said = all.find(({ id }) => source_ids.includes(id) && !NAMED.test(id));
		return {
			fact: text,
			pages: pages.filter(({ url }, at) => pages.findIndex((other) => other.url === url) === at),
			says: said?.text ?? null,
		};
	});
}

/** The pages that the facts rest on, each once; without facts, all that were read. */
export function pagesRestedOn(facts: readonly Fact[] | null, blocks: readonly SourceBlock[] | null): readonly RestPage[] {
	const all = blocks ?? [];
	const used =
		(facts ?? []).length > 0 ? restingOf(facts, blocks).flatMap(({ pages }) => pages) : all.flatMap(({ id }) => pageOf(id, all) ?? []);
	return used.filter(({ url }, at) => used.findIndex((other) => other.url === url) === at);
}

const stemsOf = (text: string): ReadonlySet<string> =>
	new Set((text.toLowerCase().match(/[\p{L}\p{N}]{4,}|\p{N}+/gu) ?? []).map((word) => word.slice(0, 6)));

/** From this share of its words on, a fact counts as said by a sentence. */
const LEAST_SHARED = 1 / 3;

/** The sentence of a text that says a fact, as far as its words show it; null for a text in another language. */
export function sentenceOn(fact: string, body: string): string | null {
	const wanted = stemsOf(fact);
	const judged = body.split(/(?<=[.!?…。])\s+|\n+/u).map((sentence) => {
		const has = stemsOf(sentence);
		return { sentence: sentence.trim(), shared: [...wanted].filter((stem) => has.has(stem)).length };
	});
	const [best] = judged.sort((one, other) => other.shared - one.shared);
	return best !== undefined && best.shared > 0 && best.shared >= wanted.size * LEAST_SHARED ? best.sentence : null;
}

/** What of a brief says whether pages are needed, and what to look for. */
export interface Understood {
	readonly rests_on: string;
	readonly subject: string;
	readonly queries: readonly string[];
}

interface Asked {
	readonly brief?: Understood | null;
	readonly version?: number;
	readonly source_blocks?: readonly SourceBlock[] | null;
}

/** Whether a draft was asked for that rests on pages, and none was found for it. A new version keeps what the one before rests on. */
export const asksForPages = ({ brief = null, version = 1, source_blocks }: Asked): boolean =>
	brief !== null && (brief.rests_on === 'knowledge' || brief.rests_on === 'news') && version === 1 && !hasPages(source_blocks);

/** What to search for. */
export const queriesOf = ({ subject, queries }: Understood): readonly string[] =>
	(queries.length === 0 ? [subject] : queries).slice(0, MAX_BRIEF_QUERIES);
