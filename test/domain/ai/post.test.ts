import { expect } from 'chai';
import fc from 'fast-check';

import { checkFacts } from '../../../domain/caption/bounds.ts';
import { PROMPTS } from '../../../domain/ai/prompts.ts';
import { checkSourceImage, imageRequest } from '../../../domain/ai/image.ts';
import {
	firstTextRequest,
	sourcesOfBrief,
	sourcesOfRequest,
	parsePostText,
	parseShortened,
	revisionRequest,
	shortenRequest,
} from '../../../domain/ai/post.ts';
import type { Bounds } from '../../../domain/ai/post.ts';

const settings = { ...PROMPTS, language: 'en', house_style: 'Warm and exact.', text_model: 'm-1', image_model: 'i-1' };
const subject = { request: 'A post on trains.', link: null, ...sourcesOfRequest('A post on trains.') };
const written = { title: 'Trains', subtitle: '', body: 'They run.', category: 'Travel', image_prompt: 'A train at night.' };
const answer = (value: unknown) => ({
	status: 'completed',
	output: [{ type: 'message', content: [{ type: 'output_text', text: JSON.stringify(value) }] }],
});
const documentOf = (request: ReturnType<typeof firstTextRequest>) =>
	JSON.parse(request.input[0]?.content[0]?.text ?? '') as Record<string, unknown>;

describe('text requests', () => {
	it('ask for the first text from request, facts and blocks alone', () => {
		const request = firstTextRequest(subject, settings);
		expect(request).to.deep.include({ model: 'm-1', store: false, truncation: 'disabled' });
		expect(request.text.format).to.include({ name: 'copydesk_post', strict: true });
		expect(request.instructions).to.include('Warm and exact.');
		expect(documentOf(request)).to.have.all.keys('request', 'facts', 'source_blocks', 'language', 'limits');
	});

	it('keep wishes and passages apart, say once which wins, and say what a post without a source may say', () => {
		const brief = {
			subject: 'Trains',
			language: 'en',
			wishes: ['500 characters'],
			rests_on: 'given',
			queries: [],
			today: '2026-11-27, Friday',
		} as const;
		const briefed = { ...subject, brief };
		const request = firstTextRequest(briefed, settings);
		expect(documentOf(request)).to.deep.include({ subject: 'Trains', wishes: ['500 characters'], today: '2026-11-27, Friday' });
		expect(request.instructions.match(/win over everything/g)).to.have.length(1);
		expect(request.instructions).to.include('Do not pad').and.not.include('widely known');
		const unknown = { ...briefed, brief: { ...brief, rests_on: 'knowledge' as const } };
		expect(firstTextRequest(unknown, settings).instructions).to.include('widely known').and.not.include('Do not pad');
		const found = { ...unknown, source_blocks: [...unknown.source_blocks, { id: 'b1', text: 'A page.' }] };
		expect(firstTextRequest(found, settings).instructions).to.include('Do not pad');
		expect(firstTextRequest(briefed, { ...settings, language: 'ar' }).instructions).to.include('letters of Arabic');
	});

	it('name the language, and take no label in another one', () => {
		expect(firstTextRequest(subject, { ...settings, language: 'de' }).instructions).to.include('(German)');
		const german = { ...written, title: 'Züge', body: 'Sie fahren wieder.' };
		const labelled = (category: string) => parsePostText(answer({ ...german, category }), null, 'en', [], 'de');
		expect(labelled('Город')).to.deep.equal({ kind: 'refused', code: 'language_mixed', detail: 'Город' });
		expect(labelled('Verkehr').kind).to.equal('written');
	});

	it('send a revision the present text and the wish', () => {
		expect(documentOf(revisionRequest(subject, written, 'shorter', settings))).to.deep.include({
			current: { title: 'Trains', subtitle: '', body: 'They run.' },
			feedback: 'shorter',
		});
	});

	it('tell a news body how many units its link leaves', () => {
		expect(documentOf(firstTextRequest({ ...subject, link: `https://a.example/${'x'.repeat(82)}` }, settings))).to.have.nested.property(
			'limits.body_max_units',
			912,
		);
	});

	it('ask one shortening for every text that is too long, and for no other', () => {
		const asked = (bounds: Bounds) => shortenRequest(written, bounds, settings);
		expect(asked({ body: 912 }).text.format).to.include({ name: 'copydesk_shorten' });
		expect(documentOf(asked({ body: 912 }))).to.deep.equal({ body: 'They run.', max_units: 912, title: 'Trains', subtitle: '' });
		const lines = asked({ title: 70, subtitle: 40 });
		expect(documentOf(lines)).to.deep.include({ title_max_units: 70, subtitle_max_units: 40 });
		expect(lines.text.format).to.have.nested.property('schema.required').that.deep.equals(['title', 'subtitle']);
		expect(lines.instructions).to.include('Shorten "title" to at most "title_max_units"').and.not.include('"body"');
	});
});

describe('parsePostText', () => {
	it('keeps no text with an address that its sources do not have', () => {
		const leading = answer({ ...written, subtitle: 'Ask @helper_bot', body: 'Call +7 999 123-45-67.' });
		const parsed = (known: readonly string[]) => parsePostText(leading, null, 'en', known);
		expect(parsed(['Our bot is t.me/helper_bot'])).to.deep.include({
			kind: 'refused',
			code: 'foreign_contact',
			detail: '+7 999…',
		});
		expect(parsed(['Our bot is t.me/helper_bot', 'Tel. 8 (999) 123 45 67'])).to.include({ kind: 'written' });
		expect(parseShortened(answer({ body: 'See evil.com' }), { ...written, image_prompt: 'x' }, { body: 1_024 }, null, 'en')).to.include({
			code: 'foreign_contact',
		});
	});

	it('keeps a text within every bound, normalised', () => {
		expect(parsePostText(answer({ ...written, title: ' Trains ', body: 'They run. \r\n\r\n\r\nStill.' }), null, 'en', [])).to.deep.equal({
			kind: 'written',
			post: { ...written, body: 'They run.\n\nStill.' },
		});
	});

	it('drops no hashtag of the answer, though it has more than the owner set', () => {
		const body = 'They run.\n\n#one #two #three';
		expect(parsePostText(answer({ ...written, body }), null, 'en', [], null, { ai_hashtags: 2 })).to.deep.include({
			post: { ...written, body },
		});
	});

	const refused: readonly [why: string, changes: object, code: string][] = [
		['a title over its bound beside what no shortening mends', { title: 'x'.repeat(71), category: 'x\ny' }, 'category_line_break'],
		['a title of two lines', { title: 'a\nb' }, 'title_line_break'],
		['an address on the cover', { title: 'Trains on t.me/trains' }, 'cover_address'],
		['a category over its bound', { category: 'x'.repeat(46) }, 'category_too_long'],
		['an image prompt over its bound', { image_prompt: 'x'.repeat(1801) }, 'image_prompt_too_long'],
		['an empty body', { body: ' ' }, 'body_empty'],
		['an extra key', { link: 'x' }, 'ai_malformed'],
	];
	for (const [why, changes, code] of refused)
		it(`refuses ${why}`, () =>
			expect(parsePostText(answer({ ...written, ...changes }), null, 'en', ['t.me/trains'])).to.include({ kind: 'refused', code }));

	it('keeps the titles that a person asked to choose from, if a cover can have them', () => {
		const given = ['Trains', 'By day', ' By night ', 'All on shop.com/trains', 'x'.repeat(71), 'Sleepers', 'A fourth'];
		const three = answer({ ...written, other_titles: given });
		const read = parsePostText(three, null, 'en', ['They run.', 'By day'], null, null, 'Rails');
		expect(read).to.have.nested.property('post.other_titles').that.deep.equals(['Trains', 'By night', 'Sleepers']);
		expect(read, 'the present one stays until somebody chooses').to.have.nested.property('post.title', 'Rails');
		const none = parsePostText(answer({ ...written, title: 'Rails', other_titles: [] }), null, 'en', [], null, null, 'Rails');
		expect(none).to.have.nested.property('post.title', 'Rails');
		expect(none).to.not.have.nested.property('post.other_titles');
		expect(parsePostText(three, null, 'en', []), 'nobody asked').to.include({ kind: 'refused' });
		const request = revisionRequest(subject, written, 'три заголовка', settings, true);
		expect(request.text.format.schema).to.have.nested.property('properties.other_titles');
		expect(revisionRequest(subject, written, 'another title', settings).text.format.schema).to.not.have.nested.property(
			'properties.other_titles',
		);
	});

	it('leaves out a subtitle and a label with an address, which the text keeps', () => {
		const told = { ...written, subtitle: 'See example.com', body: 'See example.com', category: 'example.com' };
		expect(parsePostText(answer(told), null, 'en', ['example.com'])).to.deep.equal({
			kind: 'written',
			post: { ...told, subtitle: '', category: '' },
		});
	});

	const long = { ...written, title: 'x'.repeat(71), body: 'x'.repeat(1025) };

	it('asks for one shortening of all that is too long, and says to what', () => {
		const outcome = (changes: object) => parsePostText(answer({ ...written, ...changes }), null, 'en', []);
		expect(outcome(long)).to.deep.equal({ kind: 'too_long', post: long, bounds: { title: 70, body: 1024 } });
		expect(outcome({ subtitle: 'x'.repeat(111) })).to.deep.include({ kind: 'too_long', bounds: { subtitle: 110 } });
	});

	it('accepts one shortening and refuses a text that is still too long, with the excess', () => {
		const short = (said: unknown, bounds: Bounds = { title: 70, body: 1024 }) =>
			parseShortened(typeof said === 'object' && said !== null ? answer(said) : said, long, bounds, null, 'en');
		expect(short({ title: ' Trains ', body: 'Short.' })).to.deep.equal({
			kind: 'written',
			post: { ...long, title: 'Trains', body: 'Short.' },
		});
		expect(short({ title: 'Trains', body: long.body })).to.include({ kind: 'refused', code: 'text_too_long' });
		const still = { kind: 'refused', code: 'title_too_long', detail: 'title: allowed 70, received 80' };
		expect(short({ title: 'x'.repeat(80), body: 'Short.' })).to.include(still);
		expect(short({ title: 'Trains on evil.com', body: 'Short.' })).to.include({ code: 'foreign_contact' });
		expect(short({ title: 'Trains' })).to.include({ code: 'ai_malformed' });
		expect(parseShortened({ error: 'timeout' }, long, { body: 1024 }, null, 'en')).to.include({ kind: 'refused', code: 'ai_unavailable' });
	});
});

describe('sourcesOfRequest', () => {
	it('cuts the request into its sentences, each backed by the request', () => {
		expect(sourcesOfRequest('Trains return. They run at night!\nFour lines.')).to.deep.equal({
			facts: ['Trains return.', 'They run at night!', 'Four lines.'].map((text) => ({ text, source_ids: ['request'] })),
			source_blocks: [{ id: 'request', text: 'Trains return. They run at night!\nFour lines.' }],
		});
	});

	it('takes the passages of a brief for the facts, and no abbreviation for an end', () => {
		const given = ['geschlossen vom 24.12. bis 6.1.', 'Notfälle: 030 555 0177'];
		expect(sourcesOfBrief({ given, subject: 'x' }, 'Bitte: …').facts.map(({ text }) => text)).to.deep.equal(given);
		const many = sourcesOfBrief({ given: Array.from({ length: 12 }, (_, n) => `passage ${n}`), subject: 'x' }, 'r');
		expect(checkFacts(many.facts, many.source_blocks)).to.equal(null);
		expect(sourcesOfBrief({ given: [], subject: 'Why cats purr' }, 'Write about why cats purr')).to.deep.equal({
			facts: [{ text: 'Why cats purr', source_ids: ['request'] }],
			source_blocks: [{ id: 'request', text: 'Write about why cats purr' }],
		});
	});

	it('makes of 16,000 units facts that the service takes, from the first message to the last, and loses nothing of them', () => {
		for (const text of ['One sentence of a long text, and the next. '.repeat(372).trim(), 'x'.repeat(16_000)]) {
			const { facts, source_blocks } = sourcesOfRequest(`${text} The end.`);
			expect(checkFacts(facts, source_blocks)).to.equal(null);
			expect(source_blocks).to.deep.equal([{ id: 'request', text: `${text} The end.` }]);
			expect(facts.every((fact) => `${text} The end.`.includes(fact.text))).to.equal(true);
			expect(facts.map((fact) => text.indexOf(fact.text.slice(0, 40)) >= 0)).to.deep.equal(Array(6).fill(true));
		}
	});

	it('joins the shortest neighbours when there are more than six', () => {
		expect(
			sourcesOfRequest('One is long enough. A. B. Two is long enough. Three is long. Four is long. Five is long.').facts.map(
				(fact) => fact.text,
			),
		).to.deep.equal(['One is long enough.', 'A. B.', 'Two is long enough.', 'Three is long.', 'Four is long.', 'Five is long.']);
	});

	it('gives valid facts for every message that the messenger lets through', () => {
		const words = fc.array(fc.oneof(fc.stringMatching(/^[a-z]{1,900}$/), fc.constantFrom('😀', 'a.', 'b!', '\n')), {
			minLength: 1,
			maxLength: 200,
		});
		fc.assert(
			fc.property(words, (parts) => {
				const text = `x ${parts.join(' ')}`.slice(0, 4096).toWellFormed();
				const sources = sourcesOfRequest(text);
				return checkFacts(sources.facts, sources.source_blocks) === null;
			}),
			{ numRuns: 300 },
		);
	});
});

describe('the source image', () => {
	const png = (width: number, height: number, length = 100) => {
		const bytes = new Uint8Array(length);
		bytes.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]);
		const view = new DataView(bytes.buffer);
		view.setUint32(16, width);
		view.setUint32(20, height);
		return bytes;
	};

	it('is asked for as the specification has it', () => {
		expect(imageRequest('A train.', 'i-1')).to.deep.equal({
			model: 'i-1',
			prompt: 'A train.',
			size: '1536x1024',
			quality: 'medium',
			output_format: 'png',
			n: 1,
		});
	});

	it('passes with signature, header chunk and size', () => expect(checkSourceImage(png(1536, 1024))).to.equal(null));

	const refused: readonly [why: string, bytes: Uint8Array, code: string][] = [
		['nothing', new Uint8Array(0), 'image_empty'],
		['32 bytes', png(1536, 1024).slice(0, 32), 'image_too_small'],
		['a byte over 10 MiB', png(1536, 1024, 10_485_761), 'image_too_large'],
		['another signature', Uint8Array.from(png(1536, 1024), (byte, index) => (index === 1 ? 0x4a : byte)), 'image_not_png'],
		[
			'a file that begins with another chunk',
			Uint8Array.from(png(1536, 1024), (byte, index) => (index === 12 ? 0x4a : byte)),
			'image_not_png',
		],
		['a square', png(1024, 1024), 'image_wrong_size'],
	];
	for (const [why, bytes, code] of refused) it(`refuses ${why}`, () => expect(checkSourceImage(bytes)).to.equal(code));

	it('passes with exactly 33 bytes and exactly 10 MiB, the bounds themselves', () => {
		expect(checkSourceImage(png(1536, 1024, 33))).to.equal(null);
		expect(checkSourceImage(png(1536, 1024, 10_485_760))).to.equal(null);
	});
});
