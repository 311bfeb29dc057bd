import { expect } from 'chai';
import { parsePage } from '../../../services/reader/src/articles/parsePage.ts';

const LEAD =
	'The weather vane is a pivoted plate on a roof that turns until its narrow side meets the wind and so shows where the wind comes from.';
const HISTORY =
	'Bronze tritons stood on towers two thousand years ago, and sailors read the sky by them long before there were maps of the weather.';
const FORMS = 'Cockerels are the commonest form in the north, while ships and fishes are put on roofs along the coast.';

/* eslint-disable max-len -- the markup is read as it is sent */
/** A page as MediaWiki gives it, with what its templates add around the prose. */
const pageOf = (more = ''): string => `<!doctype html><html lang="en" class="client-nojs"><head><title>Weather vane - Wikipedia</title>
<meta name="generator" content="MediaWiki 1.46.0-wmf.5"><link rel="canonical" href="https://en.wikipedia.org/wiki/Weather_vane">
<script type="application/ld+json">{"@type":"Article","name":"Weather vane","datePublished":"2003-05-01T10:00:00Z","dateModified":"2026-10-02T08:00:00Z"}</script></head>
<body><header><nav id="vector-main-menu"><ul><li><a href="/wiki/Main_Page">Main page</a></li></ul></nav></header>
<main id="content"><h1 id="firstHeading" class="firstHeading"><span class="mw-page-title-main">Weather vane</span></h1>
<div id="bodyContent"><div id="siteSub" class="noprint">From Wikipedia, the free encyclopedia</div>
<div id="mw-content-text"><div class="mw-content-ltr mw-parser-output" lang="en" dir="ltr">${more}
<div class="shortdescription nomobile noexcerpt noprint searchaux" style="display:none">Instrument that shows the wind</div>
<div role="note" class="hatnote navigation-not-searchable">For other uses, see <a href="/wiki/Vane">Vane</a>.</div>
<table class="infobox"><tbody><tr><th>Invented</th><td>48 BC</td></tr><tr><th>Used for</th><td>showing the direction of the wind</td></tr></tbody></table>
<figure typeof="mw:File/Thumb"><a href="/wiki/File:Vane.jpg"><img src="//upload.example.org/v.jpg"></a><figcaption>A gilded cockerel on the church of a village by the sea</figcaption></figure>
<p class="mw-empty-elt"></p>
<p>The <b>weather vane</b> is a pivoted plate on a <a href="/wiki/Roof">roof</a> that turns until its narrow side meets the wind and so shows where the wind comes from.<sup id="cite_ref-1" class="reference"><a href="#cite_note-1"><span class="cite-bracket">[</span>1<span class="cite-bracket">]</span></a></sup></p>
<div id="toc" class="toc" role="navigation"><h2>Contents</h2><ul><li><a href="#History">1 History</a></li><li><a href="#Forms">2 Forms</a></li></ul></div>
<meta property="mw:PageProp/toc">
<div class="mw-heading mw-heading2"><h2 id="History">History</h2><span class="mw-editsection"><span class="mw-editsection-bracket">[</span><a href="/w/index.php?action=edit">edit</a><span class="mw-editsection-bracket">]</span></span></div>
<p>${HISTORY}<sup class="noprint Inline-Template Template-Fact">[<i>citation needed</i>]</sup></p>
<div class="mw-heading mw-heading3"><h3 id="Forms">Forms</h3></div>
<ul><li>${FORMS}</li></ul>
<table class="wikitable"><tbody><tr><th>Town</th><th>Height</th></tr><tr><td>Harbour</td><td>12 m</td></tr></tbody></table>
<div class="mw-heading mw-heading2"><h2 id="See_also">See also</h2></div>
<ul><li><a href="/wiki/Anemometer">Anemometer</a>, another instrument</li><li><a href="/wiki/Windsock">Windsock</a></li></ul>
<div class="mw-heading mw-heading2"><h2 id="References">References</h2></div>
<div class="reflist"><ol class="references"><li id="cite_note-1"><cite class="citation book">A book on roofs, 1999</cite></li></ol></div>
<div class="mw-heading mw-heading2"><h2 id="Further_reading">Further reading</h2></div>
<ul><li><cite class="citation book">Another Author: The second book on roofs and what stands on them, 2004</cite></li></ul>
<div class="mw-heading mw-heading2"><h2 id="External_links">External links</h2></div>
<ul><li><a rel="nofollow" class="external text" href="https://vanes.example.org">Vanes</a>, a collection of several thousand pictures from all countries</li></ul>
<div class="navbox-styles"></div><div role="navigation" class="navbox"><table><tbody><tr><td><a href="/wiki/Barometer">Barometer</a></td></tr></tbody></table></div>
</div></div>
<div id="catlinks" class="catlinks"><a href="/wiki/Category:Wind">Wind</a></div></div></main>
<footer>This page was last edited on 2 October 2026.</footer></body></html>`;

/* eslint-enable max-len */
const read = (html: string, mostUnits?: number) => {
	const outcome = parsePage(html, 'https://en.wikipedia.org/wiki/Weather_vane', mostUnits);
	return 'article' in outcome ? outcome.article : outcome;
};

describe('An article of an encyclopedia', () => {
	it('is its prose, without tables, notes, pictures, contents, references and lists of links', () => {
		const article = read(pageOf());
		expect(article).to.deep.include({
			title: 'Weather vane',
			canonicalUrl: 'https://en.wikipedia.org/wiki/Weather_vane',
			language: 'en',
			blocks: [LEAD, 'History', HISTORY, 'Forms', FORMS].map((text, at) => ({ id: `b${at + 1}`, text })),
			leftOutUnits: 0,
		});
	});

	it('is no article if it only lists what a word can mean', () => {
		for (const mark of ['<meta property="mw:PageProp/disambiguation" id="mwAg">', '<div id="disambigbox"></div>'])
			expect(read(pageOf(mark))).to.deep.equal({ code: 'text_too_short', textUnits: 0 });
	});

	it('is given from its beginning in whole paragraphs if a caller asks for so much, and else never in part', () => {
		const long = pageOf().replace(`<li>${FORMS}</li>`, `<li>${FORMS}</li>`.repeat(300));
		expect(read(long)).to.include({ code: 'text_too_long' });
		const asked = read(long, LEAD.length + 'History'.length + HISTORY.length + 'Forms'.length + 5);
		expect(asked).to.deep.include({ blocks: [LEAD, 'History', HISTORY].map((text, at) => ({ id: `b${at + 1}`, text })) });
		expect(read(long, 90)).to.include({ code: 'text_too_long' });
	});
});
