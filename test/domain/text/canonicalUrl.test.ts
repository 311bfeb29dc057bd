import { expect } from 'chai';
import { canonicalUrl, hostOf } from '../../../domain/text/canonicalUrl.ts';

const cases: readonly (readonly [why: string, given: string, canonical: string])[] = [
	['the host in lower case', 'https://News.PAGE/Path/A', 'https://news.page/Path/A'],
	['no trailing dot', 'https://news.page./a', 'https://news.page/a'],
	['no default port', 'https://news.page:443/a', 'https://news.page/a'],
	['another port stays', 'https://news.page:8443/a', 'https://news.page:8443/a'],
	['no fragment', 'https://news.page/a#comments', 'https://news.page/a'],
	['no empty query', 'https://news.page/a?', 'https://news.page/a'],
	['no tracking', 'https://news.page/a?utm_source=x&utm_medium=y', 'https://news.page/a'],
	['tracking in any case of letters', 'https://news.page/a?UTM_Campaign=x&FBCLID=1', 'https://news.page/a'],
	['tracking under its percent-encoded name', 'https://news.page/a?%75tm_source=x', 'https://news.page/a'],
	['the others keep order and spelling', 'https://news.page/a?b=%7E&gclid=1&a=%7e+x&a=2', 'https://news.page/a?b=%7E&a=%7e+x&a=2'],
	['a name that only contains one', 'https://news.page/a?my_utm_source=1&refs=2', 'https://news.page/a?my_utm_source=1&refs=2'],
	['a parameter without a value', 'https://news.page/a?print&utm_id', 'https://news.page/a?print'],
	['a query that begins with a question mark of its own', 'https://news.page/a?utm_x=1&?b=2', 'https://news.page/a??b=2'],
	['empty parameters are no reason to touch it', 'https://news.page/a?x=1&&y=2&', 'https://news.page/a?x=1&&y=2&'],
	['the path is not touched', 'https://news.page//a/./b/../c/index.html', 'https://news.page//a/c/index.html'],
	['a name in another script', 'https://новости.page/а', 'https://xn--b1amnebsh.page/%D0%B0'],
];

describe('the canonical address of an article', () => {
	for (const [why, given, canonical] of cases) it(why, () => expect(canonicalUrl(given)).to.equal(canonical));

	it('drops each name of the list', () => {
		const names =
			'fbclid gclid dclid gbraid wbraid msclkid yclid ysclid twclid ttclid igshid igsh mc_cid mc_eid _openstat mkt_tok _hsenc _hsmi ' +
			'vero_id oly_anon_id oly_enc_id wickedid s_cid cmpid at_medium at_campaign ref_src utm_source utm_anything';
		const query = names
			.split(' ')
			.map((name) => `${name}=1`)
			.join('&');
		expect(canonicalUrl(`https://news.page/a?${query}&id=7`)).to.equal('https://news.page/a?id=7');
	});

	it('is its own canonical address', () => {
		for (const [, given] of cases) expect(canonicalUrl(canonicalUrl(given))).to.equal(canonicalUrl(given));
	});

	it('shows a port only where it is not the usual one', () => {
		expect([hostOf('https://news.page/a'), hostOf('https://news.page:8443/a'), hostOf('http://news.page:80/')]).to.deep.equal([
			'news.page',
			'news.page:8443',
			'news.page',
		]);
	});
});
