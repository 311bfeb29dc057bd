import { domainToUnicode } from 'node:url';
import { tlds } from '@hapi/tlds';
import { expect } from 'chai';
import { addressesIn, unknownContacts } from '../../../domain/text/contacts.ts';
import { isTopLevel } from '../../../domain/text/topLevel.ts';

describe('Contacts that a text adds', () => {
	const found: readonly [why: string, text: string, found: readonly string[], known?: string][] = [
		['an address with what belongs to it', 'See https://evil.example/a?b=1#c.', ['https://evil.example/a?b=1#c']],
		['an address of the messenger itself', 'Press tg://resolve?domain=x now', ['tg://resolve?domain=x']],
		['a bare domain', 'Visit (evil.com), now', ['evil.com']],
		['an account of the messenger', 't.me/scam and @some_handle', ['t.me/scam', '@some_handle']],
		['a mail address', 'Write to win@evil.org!', ['win@evil.org']],
		['a number of a host', 'http://1.2.3.4/x and 10.0.0.1', ['http://1.2.3.4/x', '10.0.0.1']],
		['a domain in Cyrillic', 'Сайт минздрав.рф', ['минздрав.рф']],
		['a domain with letters of another script', 'Go to t.mе/scam', ['t.mе/scam']],
		['a look-alike of a known domain', 'Go to exаmple.com', ['exаmple.com'], 'example.com'],
		['full-width letters and dots', 'Go to ｅｖｉｌ．ｃｏｍ', ['evil.com']],
		['a dot of another script', 'Go to evil。com', ['evil。com']],
		['a domain with invisible characters in it', 'Go to ev\u00adil.c\u2060om', ['evil.com']],
		['a domain before a sentence without a space', 'Go to evil.com.And then', ['evil.com']],
		['a domain right before a known address', 'evil.com/https://a.example/x', ['evil.com/'], 'https://a.example/x'],
		['a domain that a scheme seems to go on', 'evil.com+https://a.example/x', ['evil.com'], 'https://a.example/x'],
		['a path in another case', 'See https://example.com/Abc', ['https://example.com/Abc'], 'https://example.com/aBC'],
		['another page of a known host', 'See example.com/b', ['example.com/b'], 'https://example.com/a'],
		[
			'telephone numbers',
			'+7 (999) 123-45-67, 020 7946 0958, 89991234567, 555-35-35',
			['+7 (999) 123-45-67', '020 7946 0958', '89991234567', '555-35-35'],
		],
		['a handle behind any sign', 'Write: .@x_bot,/@x_bot (@x_bot) №@a_bot ×@b_bot', ['@x_bot', '@x_bot', '@x_bot', '@a_bot', '@b_bot']],
		['a handle behind what no reader sees', 'Write to you\u200b@x_bot', ['@x_bot']],
		['a command that names its bot', 'Send /start@x_bot', ['/start@x_bot']],
		['a handle beside a page that is known', 'youtube.com/@known, @other_one', ['@other_one'], 'https://youtube.com/@known'],
		['a domain with a dot and letters of other scripts', 'Смотри сайт。рф и сайтꓸрф', ['сайт。рф', 'сайтꓸрф']],
		['each of many in one word', 'a.com,b.com,t.me/c', ['a.com', 'b.com', 't.me/c'], 'd.com'],
		['one address that repeats itself', 't.me/t.me/t.me/', ['t.me/t.me/t.me/']],
		[
			'telephone numbers with other signs between their digits',
			'8/900/123/45/67, 8·900·123·45·67, +7/900/123-45-67',
			['8/900/123/45/67', '8·900·123·45·67', '+7/900/123-45-67'],
		],
		[
			'bank cards',
			'4111 1111 1111 1111 12/28, 2200-7001-2345-6781, 5555555555554444, 3782 822463 10005',
			['4111 1111 1111 1111', '2200-7001-2345-6781', '5555555555554444', '3782 822463 10005'],
		],
		['a tag of an account', '#sale@evil_channel $TON@evil_channel', ['@evil_channel', '@evil_channel']],
		[
			'what is behind a numero sign',
			'№89001234567, карта №4111 1111 1111 1111, №DE89370400440532013000',
			['89001234567', '4111 1111 1111 1111', 'DE89370400440532013000'],
		],
		['a number right behind its abbreviation', 'тел.89001234567 Тел.8 900 123 45 67', ['89001234567', '8 900 123 45 67']],
		[
			'telephone numbers with minus signs and other strokes',
			'8−900−123−45−67, 8⁄900⁄123⁄45⁄67, 8∕900∕123∕45∕67',
			['8−900−123−45−67', '8⁄900⁄123⁄45⁄67', '8∕900∕123∕45∕67'],
		],
		['digits of keys and Arabic digits', '8️⃣9️⃣0️⃣0️⃣1️⃣2️⃣3️⃣4️⃣5️⃣6️⃣7️⃣, ٨٩٠٠١٢٣٤٥٦٧', ['89001234567', '89001234567']],
		[
			'bank cards with wide gaps, and short ones',
			'4111   1111   1111   1111; 4111 - 1111 - 1111 - 1111; 4222222222222; 3056 930902 5904',
			['4111   1111   1111   1111', '4111 - 1111 - 1111 - 1111', '4222222222222', '3056 930902 5904'],
		],
		...['.', '/', '_', '·', '  '].map((sign): [string, string, string[]] => {
			const account = ['DE89', '3704', '0044', '0532', '0130', '00'].join(sign);
			return [`a bank account with “${sign}” in it`, `IBAN: ${account}`, [account]];
		}),
		['a bank account with a blank behind its country', 'IBAN: DE 89 3704 0044 0532 0130 00', ['DE 89 3704 0044 0532 0130 00']],
		...[
			'addr1qx2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzer3n0d3vllmyqwsx5wktcd8cc3sq835lu7drv2xwl2wywfgse35a3x',
			'GAAZI4TCR3TY5OJHCTJC2A4QSY6CJWJH5IAJTGKIN2ER7LBNVKOCCWN7',
			'nano_1natrium1o3z5519ifou7xii8crpxpk8y65qmkih8e8bpsjri651oza8imdd',
			'cosmos1hsk6jryyqjfhp5dhc55tc9jtckygx0eph6dd02',
			'bitcoincash:qpm2qsznhks23z7629mms6s5cwef74vcwvy22gdx6a',
			'zs1z7rejlpsa98s2rrrfkwmaxu53e4ue0ulcrw0h4x5g8jl04tak0d3mm47vdtahatqrlkngh9slya',
			'vitalik.eth',
			'foundation.ton',
		].map((wallet): [string, string, string[]] => [`the wallet ${wallet.slice(0, 14)}`, `Send it to ${wallet} now`, [wallet]]),
		['a bank card that the sources do not have', 'Card 5555 5555 5555 4444', ['5555 5555 5555 4444'], 'Card 4111 1111 1111 1111'],
		[
			'bank accounts',
			'DE89 3704 0044 0532 0130 00 is mine, GB82WEST12345698765432; de89370400440532013000',
			['DE89 3704 0044 0532 0130 00', 'GB82WEST12345698765432', 'de89370400440532013000'],
		],
		[
			'wallets',
			'0x52908400098527886E0F7030069857D2E4169EE7 bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq 1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa ' +
				'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8 EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N',
			[
				...['0x52908400098527886E0F7030069857D2E4169EE7', 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'],
				...['EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'],
				...['TJRabPrwbZy45sbavfcjinPJC18kjpRTv8'],
			],
		],
	];
	for (const [why, text, expected, known = ''] of found)
		it(`finds ${why}`, () => expect(unknownContacts(text, [known])).to.deep.equal(expected));

	const passes: readonly [why: string, text: string, known?: string][] = [
		['abbreviations', 'At 9 a.m., e.g. in the U.S., т.е. и т.д., И.И.Иванов, г.Москва, ул.Ленина, Node.js'],
		['dates, times and years', '12.11.2026, 2026-11-23 10, 10.30-18.00, 2024-2026, 23.11.2026 10.30'],
		['amounts', '1 200 000 rubles, 10 000-25 000, 1,200.50, 12.5%, 1400000000 people, 12 345 678 901'],
		[
			'scores, ratios, ISO dates and tables',
			'3:2, 2:1, 21:19, 6:4 7:5; 16:9; 2026-11-27T18:30:00Z, 2026-11-27/2026-12-01; 1|2|3|4|5|6|7|8|9|10|11; 1’200’000; 2+2=4',
		],
		['rows of temperatures and prices', '−12 −15 −8 −20 −14 °C, 45 50 55 60 65 70 75, 4 990 - 5 490 - 6 990, 1 200,50 1 300,50'],
		['sentences that begin like a bank account', 'At 20 the doors open and 16 people came; BE 16 or 26, NO 15 of 2026; is 26 it'],
		['barcodes and words of currencies', '4600051000057, 4006381333931; ETH/TON, 3 ETH. Ton by ton, methane.ether, №5, № 12, п.1234567'],
		['names of drafts', 'p123456789 · v2: /draft p123456789'],
		['what is known in another case and without www', 'Booking.com', 'https://www.booking.com/hotels'],
		['a known account by its handle', '@known_one and t.me/other_one', 'T.me/Known_one @other_one'],
		['a known number in another spelling', '8-800-555-35-35', 'Tel. +7 (800) 555 35 35'],
		['a known address as a link spells it', new URL('https://Пример.рф:443/x/../Порт').href, 'https://пример.рф/Порт'],
		['a known page with port and detour', 'https://example.com/b', 'http://example.com:80/a/../b'],
		['a known page with its letters as bytes', 'https://example.com/Порт', 'https://www.Example.com/%d0%9f%D0%BE%D1%80%D1%82/'],
		['numbers of books', 'ISBN 978-5-17-118366-0, 978-3-16-148410-0, ISBN 0-306-40615-2'],
		['dates, ranges and lists with strokes', '12/11/2026, 01/02/2026 10:30, 2025/26 and 2026/27, 24/7/365, 10/20/30/40/50, 0/1/2/3/4/5'],
		['long numbers', 'Order 1234567890123456, 4111 1111 1111 1112, IMEI 356938035643809, barcode 4600051000057, 4 000 000 000 000 002'],
		[
			'what looks like an account',
			'DE89 3704 0044 0532 0130 01, commit 9fceb02d0ae598e95dc970b74767f19372d61af8, AB12 and the others went',
		],
		['an at sign between words and in prices', 'b@c, 10 @ 5, @ home, a/b@c'],
		[
			'a known account and a known card',
			'iban de89370400440532013000, 4111-1111-1111-1111',
			'DE89 3704 0044 0532 0130 00 4111 1111 1111 1111',
		],
		['a known page of an account', 'See youtube.com/@known', 'https://youtube.com/@known'],
		['a known Cyrillic domain', 'минздрав.рф', 'На Минздрав.рф!'],
	];
	for (const [why, text, known = ''] of passes) it(`passes ${why}`, () => expect(unknownContacts(text, [known])).to.deep.equal([]));

	const addresses: readonly [line: string, found: readonly string[]][] = [
		['Read https://example.com/a', ['https://example.com/a']],
		['Подробности: t.me/novosti', ['t.me/novosti']],
		['A shop opens at example.com', ['example.com']],
		['Сайт пример.рф заработал', ['пример.рф']],
		['Новости www.Booking.com', ['www.Booking.com']],
		['Booking.com/hotels', ['Booking.com/hotels']],
		['News on Shop.example.com', ['Shop.example.com']],
		['ALL ON EXAMPLE.COM', ['EXAMPLE.COM']],
		['Write to Anna@example.org', ['Anna@example.org']],
		['Go to ｅｖｉｌ．ｃｏｍ', ['evil.com']],
	];
	for (const [line, expected] of addresses) it(`takes for an address: ${line}`, () => expect(addressesIn(line)).to.deep.equal(expected));

	const names = [
		'Booking.com, Amazon.co.uk и eBay.com спорят с Mail.ru',
		'Node.js 24, Next.js, socket.js, ASP.NET and .NET',
		'README.md и В.И.Ленин, ул.Ленина, г.Москва, 12.11.2026',
		'An interview with @durov',
	];
	for (const line of names) it(`takes for names: ${line}`, () => expect(addressesIn(line)).to.deep.equal([]));

	it('knows the top-level domains that exist', () => {
		const missing = [...tlds].map((name) => domainToUnicode(name)).filter((name) => !isTopLevel(name));
		expect(missing, 'add these to domain/text/topLevel.ts').to.deep.equal([]);
	});
});
