/** Documents that are small to send and large to parse. */
const MIB = 1_048_576;
const TEXT = `<p>${'Some text of an article that is long enough to be read by anybody, with commas, and so on. '.repeat(3)}</p>`;
const filled = (unit: string | ((at: number) => string), most: number = MIB, bytes = MIB - 2_000): string => {
	const parts: string[] = [];
	for (let at = 0, size = 0; at < most && size < bytes; at += 1) {
		const part = typeof unit === 'string' ? unit : unit(at);
		parts.push(part);
		size += part.length;
	}
	return parts.join('');
};
const page = (body: string, head = ''): string => `<!doctype html><html><head>${head}</head><body>${body}</body></html>`;

/** None of these may take longer than its cap, hurt the process, or stop anybody else. */
export const pageBombs: Readonly<Record<string, string>> = {
	'a wall of <': filled('<'),
	'attributes without end': page(`<div ${filled((at) => `a${at}=1 `)}>x</div>`),
	'a class of half a million words': page(`<div class="${'x '.repeat(500_000)}">${TEXT}</div>`),
	'open divs': filled('<div>'),
	'open paragraphs': filled('<p>'),
	'open tables': filled('<table><tr><td>'),
	'divs in divs': `${'<div>'.repeat(50_000)}${'</div>'.repeat(50_000)}`,
	'scripts of data': page(TEXT, filled('<script type="application/ld+json">{"@type":"NewsArticle"}</script>')),
	'nested data': page(TEXT, `<script type="application/ld+json">${'{"@graph":['.repeat(80_000)}${']}'.repeat(80_000)}</script>`),
	metas: page(
		TEXT,
		filled((at) => `<meta name="m${at}" content="c">`, 19_000),
	),
	links: page(`<p>${filled('<a href=#>w</a> ', 19_000)}</p>`),
	'a title of a million': page(TEXT, `<title>${'a | '.repeat(250_000)}</title>`),
	entities: page(`${TEXT}<p>${filled('&amp;')}</p>`),
	comments: page(`${TEXT}${filled('<!---->')}`),
	times: page(`${filled((at) => `<time>Jan ${at % 30}</time>`, 19_000)}${TEXT}`),
	'twenty thousand and one': page(filled('<i></i>', 20_001)),
};

const rss = (items: string): string => `<rss version="2.0"><channel><title>T</title>${items}</channel></rss>`;
const RDF = 'xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"';
const letter = (at: number): string => String.fromCharCode(97 + at);
const laughs = Array.from({ length: 20 }, (_, at) => `<!ENTITY ${letter(at + 1)} "${`&${letter(at)};`.repeat(10)}">`).join('');
export const feedBombs: Readonly<Record<string, string>> = {
	'attributes without end': rss(`<item ${filled((at) => `a${at}="1" `)}><title>x</title></item>`),
	'nested without end': rss('<d>'.repeat(100_000)),
	'many items': rss(filled((at) => `<item><title>t${at}</title><link>/${at}</link></item>`)),
	laughs: `<!DOCTYPE rss [${laughs}]>${rss('<item><title>&u;</title></item>')}`,
	'a deep description': rss(`<item><title>x</title><link>/1</link><description>${filled('&lt;b&gt;')}</description></item>`),
	'deep JSON': `{"version":"https://jsonfeed.org/version/1.1","title":"T","items":${'['.repeat(300_000)}${']'.repeat(300_000)}}`,
	'RDF that looks up every item': `<rdf:RDF ${RDF}><channel><title>T</title><items><rdf:Seq>${filled(
		(at) => `<rdf:li rdf:resource="https://a.page/${at}"/>`,
		9_000,
	)}</rdf:Seq></items></channel>${filled(
		(at) => `<item rdf:about="https://a.page/${at}"><title>t</title><link>https://a.page/${at}</link></item>`,
		9_000,
	)}</rdf:RDF>`,
};
