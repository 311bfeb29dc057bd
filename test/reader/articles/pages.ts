/** Pages of houses that do not exist, and what the reader makes of them. */
import { parsePage } from '../../../services/reader/src/articles/parsePage.ts';

export const ADDRESS = 'https://harbour.page/2026/ferry';
export const HEADLINE = 'The last ferry of Harbour Town';

export const STORY = [
	'The ferry that has crossed the bay for forty years makes its last trip on 31 March, its owner said on Monday.',
	'It was built in 1986 and carried 90,000 people in its best year. Last year there were fewer than 12,000 of them.',
	'The town looks for somebody who takes the ship over, but nobody has come forward by now.',
];

export const OTHERS = [
	[
		'Ice closes the northern lock',
		'The lock has been closed since Sunday, because the river froze over in a single night and no barge can pass.',
	],
	['School gets a new roof', 'The primary school on Mill Lane gets a new roof in summer, and lessons move to the town hall for six weeks.'],
	[
		'Herring prices fall again',
		'A box of herring costs a third less than a year ago, and the fishermen of the bay ask for help from the county.',
	],
	[
		'Choir sings in the dry dock',
		'Two hundred singers stood on the floor of the dry dock on Saturday and sang until the tide had to be let in.',
	],
	['Museum opens at night', 'The harbour museum opens until midnight on the first Friday of each month, and the old crane is lit for it.'],
	['Bakers strike for a day', 'The bakers of the town do not work on Thursday; two of three shops stay closed, the guild announced.'],
] as const;

export const paragraphs = (texts: readonly string[]): string => texts.map((text) => `<p>${text}</p>`).join('\n');

export interface PageParts {
	readonly headline?: string;
	readonly description?: string;
	readonly articleBody?: string;
	readonly head?: string;
}

export function page(body: string, { headline = HEADLINE, description, articleBody, head = '' }: PageParts = {}): string {
	const meta = description === undefined ? '' : `<meta property="og:description" content="${description}">`;
	const told =
		articleBody === undefined
			? ''
			: `<script type="application/ld+json">${JSON.stringify({ '@type': 'NewsArticle', headline, articleBody })}</script>`;
	return `<!doctype html><html lang="en"><head><title>${headline}</title>${meta}${told}${head}</head><body>${body}</body></html>`;
}

/** The blocks' texts of a page that is read, or the code by which it is refused. */
export function reading(html: string): string[] | string {
	const outcome = parsePage(html, ADDRESS);
	return 'article' in outcome ? outcome.article.blocks.map(({ text }) => text) : outcome.code;
}
