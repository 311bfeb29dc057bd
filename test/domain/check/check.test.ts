import { expect } from 'chai';

import { PROMPTS } from '../../../domain/ai/prompts.ts';
import { checkSources } from '../../../domain/check/sources.ts';
import { collectHints } from '../../../domain/check/hints.ts';
import type { CheckMaterial } from '../../../domain/check/material.ts';
import { beginCheck, finishCheck, takeVerdict, repairText } from '../../../domain/check/outcome.ts';
import { repair } from '../../../domain/check/repair.ts';
import { readVerdict, verdictRequest } from '../../../domain/check/verdict.ts';

const LINK = 'https://trains.example/night';

function aNewsText(changes: Partial<CheckMaterial> = {}): CheckMaterial {
	const body = changes.body ?? 'Night trains return on 14 March with 120 seats.';
	return {
		kind: 'news',
		title: 'Night trains return',
		subtitle: 'Four lines',
		body,
		link: LINK,
		item_link: LINK,
		caption: `${body}\n\nOriginal: ${LINK}`,
		facts: [{ text: 'Night trains return on 14 March 2026 with 120 seats on four lines.', source_ids: ['b1'] }],
		source_blocks: [{ id: 'b1', text: 'The railway said: "We are ready." Anna Petrova leads it.' }],
		edit_scope: null,
		...changes,
	};
}

const answer = (verdict: unknown) => ({
	status: 'completed',
	error: null,
	output: [{ type: 'message', content: [{ type: 'output_text', text: JSON.stringify(verdict) }] }],
});
const issue = (fragment: string, replacement: string, field = 'body') => ({
	field,
	fragment,
	replacement,
	reason: 'The fact says otherwise.',
});

describe('checkSources', () => {
	const table: readonly [why: string, changes: Partial<CheckMaterial>, expected: string | null][] = [
		['lets a text with its own snapshot pass', {}, null],
		[
			'accepts the source line in each of the desk languages',
			{ caption: `Night trains return on 14 March with 120 seats.\n\nИсточник: ${LINK}` },
			null,
		],
		['refuses a snapshot of another text', { caption: 'Something else.' }, 'caption_mismatch'],
		['refuses a snapshot without the source line', { caption: 'Night trains return on 14 March with 120 seats.' }, 'caption_mismatch'],
		['refuses an empty snapshot', { kind: 'post', link: null, item_link: null, body: '', caption: '' }, 'caption_mismatch'],
		['refuses a link that is not the chosen item’s', { item_link: 'https://trains.example/other' }, 'link_mismatch'],
		['refuses a link where nothing was chosen', { item_link: null }, 'link_mismatch'],
		[
			'refuses news without a link',
			{ link: null, item_link: null, caption: 'Night trains return on 14 March with 120 seats.' },
			'link_mismatch',
		],
		['refuses a text without facts', { facts: [] }, 'facts_invalid'],
		['refuses a fact over its bound', { facts: [{ text: 'x'.repeat(701), source_ids: ['b1'] }] }, 'facts_invalid'],
		['refuses a fact whose source is gone', { facts: [{ text: 'x', source_ids: ['b2'] }] }, 'source_missing'],
		['refuses an empty source block', { source_blocks: [{ id: 'b1', text: ' ' }] }, 'source_missing'],
		['refuses a source block over the guard', { source_blocks: [{ id: 'b1', text: 'x'.repeat(60_001) }] }, 'source_missing'],
	];
	for (const [why, changes, expected] of table) it(why, () => expect(checkSources(aNewsText(changes))).to.equal(expected));

	it('checks the snapshot before the link and the link before the facts', () => {
		expect(checkSources(aNewsText({ caption: 'x', item_link: null, facts: [] }))).to.equal('caption_mismatch');
		expect(checkSources(aNewsText({ item_link: null, facts: [] }))).to.equal('link_mismatch');
	});
});

describe('collectHints', () => {
	const hintsOf = (body: string) =>
		collectHints(aNewsText({ body }))
			.filter((hint) => hint.field === 'body')
			.map((hint) => `${hint.kind}:${hint.text}`);

	const table: readonly [why: string, body: string, expected: string[]][] = [
		['finds nothing in a text that keeps to its sources', 'They return on 14 March with 120 seats.', []],
		['finds a number that the sources do not have', 'They have 150 seats.', ['number:150']],
		['knows one number in two spellings', 'They have 120.0 or 1,200 seats.', ['number:1,200']],
		['finds another day', 'They return on 15 March.', ['date:15 March']],
		['knows a date in another form', 'They return on 2026-03-14 or 14.03.2026 or March 14.', []],
		['finds another year', 'They return on 14 March 2027.', ['date:14 March 2027']],
		['finds a quotation nobody said', 'They said “We are late”.', ['quote:We are late']],
		['knows a quotation by its words', 'They said «We are ready.»', []],
		['finds a name that is nowhere', 'It is led by Boris Ivanov now.', ['name:Boris Ivanov']],
		['knows a name of the sources', 'It is led by Anna Petrova.', []],
		['knows a name in another case and in other letters', 'Так решили у Петровой.', []],
		['does not take the first word of a sentence for a name', 'Trains return. Seats too.', []],
	];
	for (const [why, body, expected] of table) it(why, () => expect(hintsOf(body)).to.deep.equal(expected));

	it('knows a Russian name by its stem', () => {
		const material = aNewsText({ body: 'Так решили у Петровой.', source_blocks: [{ id: 'b1', text: 'Анна Петрова руководит.' }] });
		expect(collectHints(material).map((hint) => hint.text)).to.not.include('Петровой');
	});

	it('finds a number that the sources have of something else, and names both', () => {
		const source_blocks = [{ id: 'b1', text: 'The harbour opened 14 new berths, six cranes and 1,200 metres of pier in 2026. It paid 9.' }];
		const facts = [{ text: 'A harbour opened.', source_ids: ['b1'] }];
		const found = (body: string) =>
			collectHints(aNewsText({ title: 'T', subtitle: '', body, facts, source_blocks })).map(({ kind, text }) => `${kind}:${text}`);
		expect(found('It has 14 cranes.')).to.deep.equal(['thing:14 cranes']);
		expect(found('It has 6 berths and 1200 feet of pier.')).to.deep.equal(['number:1200 feet', 'thing:6 berths']);
		expect(found('A pier of 1,200 feet.')).to.deep.equal(['number:1,200 feet']);
		expect(found('It has 14 berths, 6 cranes, 1200 metres.')).to.deep.equal([]);
		// A year counts nothing; a number alone may be of anything, and so may one after which nothing follows.
		expect(found('In 2026 boats came. It paid 9 euros for 14.')).to.deep.equal([]);
	});
});

describe('readVerdict', () => {
	const message = (...content: unknown[]) => ({ status: 'completed', output: [{ type: 'reasoning' }, { type: 'message', content }] });
	const refused: readonly [why: string, answer: unknown, code: string][] = [
		['a failed call', { error: 'connect ECONNREFUSED' }, 'ai_unavailable'],
		['a failed call with an object', { error: { message: 'The service returned 500', httpCode: '500' } }, 'ai_unavailable'],
		['nothing', undefined, 'ai_unavailable'],
		[
			'an answer that failed at the provider',
			{ status: 'failed', error: { code: 'server_error', message: 'x' }, output: [] },
			'ai_unavailable',
		],
		['an answer still in the queue', { status: 'queued', output: [] }, 'ai_unavailable'],
		['a cut answer', { status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' }, output: [] }, 'ai_incomplete'],
		['a refusal', message({ type: 'refusal', refusal: 'No.' }), 'ai_refused'],
		[
			'a refusal beside a text',
			message({ type: 'output_text', text: '{"pass":true,"issues":[]}' }, { type: 'refusal', refusal: 'No.' }),
			'ai_refused',
		],
		['an empty output', { status: 'completed', output: [] }, 'ai_refused'],
		['an empty text', message({ type: 'output_text', text: ' ' }), 'ai_refused'],
		['what is not JSON', message({ type: 'output_text', text: 'Sure! {"pass":true' }), 'verdict_malformed'],
		['two texts', message({ type: 'output_text', text: '{}' }, { type: 'output_text', text: '{}' }), 'verdict_malformed'],
		['a missing key', answer({ pass: true }), 'verdict_malformed'],
		['an extra key', answer({ pass: true, issues: [], note: 'x' }), 'verdict_malformed'],
		['an unknown field', answer({ pass: false, issues: [issue('a', 'b', 'category')] }), 'verdict_malformed'],
		['a number for pass', answer({ pass: 1, issues: [] }), 'verdict_malformed'],
		['half of a surrogate pair', answer({ pass: false, issues: [issue('a', '\ud83d')] }), 'verdict_malformed'],
		['a pass with issues', answer({ pass: true, issues: [issue('a', 'b')] }), 'verdict_contradiction'],
		['a refusal without an issue', answer({ pass: false, issues: [] }), 'verdict_empty'],
		['eleven issues', answer({ pass: false, issues: Array(11).fill(issue('a', 'b')) }), 'verdict_too_many_issues'],
	];
	for (const [why, given, code] of refused)
		it(`takes ${why} for no verdict`, () => expect(readVerdict(given)).to.include({ ok: false, code }));

	const waits = [
		['in words', { error: { httpCode: '429', message: 'Rate limit reached. Please try again in 20s.' } }, '20'],
		['in a header', { error: { httpCode: '429', message: 'x', response: { headers: { 'retry-after': '17' } } } }, '17'],
		['beside the answer', { error: { httpCode: '429', message: 'Too many requests', retry_after_seconds: 5 } }, '5'],
		['with 200', { error: { code: 429, message: 'Please retry in 1m1s.' } }, '61'],
	] as const;
	for (const [how, given, detail] of waits)
		it(`says for how long the provider asks to wait: ${how}`, () =>
			expect(readVerdict(given)).to.deep.equal({ ok: false, code: 'ai_busy', detail }));

	it('reads a pass and up to ten issues', () => {
		expect(readVerdict(answer({ pass: true, issues: [] }))).to.deep.equal({ ok: true, verdict: { pass: true, issues: [] } });
		expect(readVerdict(answer({ pass: false, issues: Array(10).fill(issue('a', 'b')) }))).to.include({ ok: true });
	});

	it('never repeats the text of an answer in its detail, because details go to logs', () => {
		expect(readVerdict(message({ type: 'output_text', text: 'top secret text' }))).to.have.property('detail', 'the answer is not JSON');
	});
});

describe('repair', () => {
	it('replaces every fragment in its own field', () => {
		const material = aNewsText({ body: 'Night trains return on 15 March with 150 seats.' });
		expect(repair(material, [issue('15 March', '14 March') as never, issue('150', '120') as never])).to.deep.equal({
			ok: true,
			post: { title: 'Night trains return', subtitle: 'Four lines', body: 'Night trains return on 14 March with 120 seats.' },
		});
	});

	const refused: readonly [why: string, changes: Partial<CheckMaterial>, issues: ReturnType<typeof issue>[], code: string][] = [
		['a fragment that is not there', {}, [issue('day trains', 'x')], 'fragment_not_found'],
		['a fragment that is there twice', { body: 'One and one.' }, [issue('ne', 'x')], 'fragment_ambiguous'],
		['a fragment of another field', {}, [issue('Four lines', 'Five lines')], 'fragment_not_found'],
		['overlapping fragments', {}, [issue('Night trains', 'x'), issue('trains return', 'y')], 'fragments_overlap'],
		['one fragment twice', {}, [issue('Night', 'x'), issue('Night', 'y')], 'replacement_duplicate'],
		['a replacement by itself', {}, [issue('Night', 'Night')], 'replacement_empty_change'],
		[
			'a repair beside what the owner edited',
			{ edit_scope: [{ field: 'body', start: 0, end: 5 }] },
			[issue('120', '100')],
			'edit_scope_violation',
		],
		['a title that grows over its bound', {}, [issue('Night', 'N'.repeat(70), 'title')], 'title_too_long'],
		['a title with a line break', {}, [issue('Night', 'Night\n', 'title')], 'title_line_break'],
		['a title with an address', {}, [issue('Night', 'example.com', 'title')], 'cover_address'],
		['an emptied body', { body: 'Wrong.' }, [issue('Wrong.', ' ')], 'body_empty'],
		['a post over its bound', { kind: 'post', link: null }, [issue('120', 'x'.repeat(1_020))], 'text_too_long'],
	];
	for (const [why, changes, issues, code] of refused)
		it(`refuses ${why}`, () => expect(repair(aNewsText(changes), issues as never)).to.include({ ok: false, code }));

	it('leaves out at most two sentences and a fifth of the body; what needs more stays with its issues', () => {
		const body =
			'One is here. Two is here. Three is here. Four is a longer sentence that stays where it is, with all of its words and more.';
		const without = (...fragments: string[]) => repair(aNewsText({ body }), fragments.map((each) => issue(each, '')) as never);
		expect(without(' Two is here.')).to.include({ ok: true });
		expect(without('One is here.', ' Two is here.', ' Three is here.')).to.include({ ok: false, code: 'semantic_fail' });
		const long = [issue('Four is a longer sentence that stays where it is, with all of its words and more.', 'Four.')];
		expect(repair(aNewsText({ body }), long as never)).to.include({ ok: false, code: 'semantic_fail' });
		const refused = takeVerdict(beginCheck(aNewsText({ body })), answer({ pass: false, issues: long }));
		const mended = repairText(aNewsText({ body }), refused, 'en');
		expect(finishCheck(mended.material, mended.progress)).to.deep.include({
			outcome: 'semantic_fail',
			preview_issues: long,
			ground_error: null,
		});
	});

	it('tells a news text over its budget apart and names the budget, so that one shortening can be asked for', () => {
		expect(repair(aNewsText(), [issue('120', 'x'.repeat(1_000)) as never])).to.deep.include({
			ok: false,
			code: 'shorten_required',
			tooLong: {
				title: 'Night trains return',
				subtitle: 'Four lines',
				body: `Night trains return on 14 March with ${'x'.repeat(1_000)} seats.`,
				maxUnits: 1024 - 12 - LINK.length,
			},
		});
	});

	it('repairs within what the owner edited', () => {
		expect(repair(aNewsText({ edit_scope: [{ field: 'body', start: 0, end: 31 }] }), [issue('14 March', '15 March') as never])).to.include({
			ok: true,
		});
	});
});

describe('the course of a check', () => {
	const settings = { ...PROMPTS, language: 'en', house_style: '', text_model: 'm', image_model: 'i' };
	const passed = answer({ pass: true, issues: [] });
	const failed = answer({ pass: false, issues: [issue('120', '100')] });

	it('is verified by one pass', () => {
		const material = aNewsText();
		expect(finishCheck(material, takeVerdict(beginCheck(material), passed))).to.deep.include({
			outcome: 'verified',
			checks: 1,
			ground_error: null,
			preview_issues: [],
			body: material.body,
		});
	});

	it('is verified by a pass after the one repair, with the repaired text and its caption', () => {
		const material = aNewsText();
		const mended = repairText(material, takeVerdict(beginCheck(material), failed), 'en');
		expect(mended.progress).to.include({ repaired: true, ground_error: null });
		expect(finishCheck(mended.material, takeVerdict(mended.progress, passed))).to.deep.include({
			outcome: 'verified',
			checks: 2,
			body: 'Night trains return on 14 March with 100 seats.',
			caption: `Night trains return on 14 March with 100 seats.\n\nOriginal: ${LINK}`,
		});
	});

	it('finds what is in another language by itself, and is content once a repair brought it into this one', () => {
		const english = 'Tickets are sold at the pier and on the site.';
		const russian = 'Билеты продаются в кассе и на сайте.';
		const body = `Паром снова ходит с понедельника, 14 марта. ${english}`;
		const material = {
			...aNewsText(),
			title: 'Паром вернулся',
			subtitle: '',
			body,
			language: 'ru',
			edit_scope: null,
			kind: 'post' as const,
		};
		const written = { ...material, link: null, item_link: null, caption: body };
		expect(JSON.stringify(verdictRequest(written, settings).input))
			.to.include('language')
			.and.include(english);
		const careless = finishCheck(written, takeVerdict(beginCheck(written), passed));
		expect(careless).to.deep.include({ outcome: 'diagnostic', ground_error: 'language_mixed', ground_detail: english });
		const found = answer({ pass: false, issues: [{ field: 'body', fragment: english, replacement: russian, reason: 'language' }] });
		const mended = repairText(written, takeVerdict(beginCheck(written), found), 'ru');
		expect(finishCheck(mended.material, takeVerdict(mended.progress, passed))).to.deep.include({ outcome: 'verified', checks: 2 });
		const foreign = `${english} The ferry runs again and it is free.`;
		const all = { ...written, body: foreign, caption: foreign };
		expect(beginCheck(all), 'nobody is paid to look at it').to.include({ ground_error: 'language_mixed', checks: 0 });
		const titled = { ...written, body: 'Паром снова ходит.', caption: 'Паром снова ходит.', title: 'The ferry is back for the summer' };
		expect(finishCheck(titled, takeVerdict(beginCheck(titled), passed))).to.include({ ground_error: 'language_mixed' });
		const asSet = { ...titled, as_set: ['title' as const] };
		expect(finishCheck(asSet, takeVerdict(beginCheck(asSet), passed)), 'what a person set earlier').to.include({ outcome: 'verified' });
		const { instructions, input } = verdictRequest(asSet, settings);
		expect(instructions).to.include('A person set "title" in another language');
		expect(JSON.stringify(input)).to.not.include('"kind\\":\\"language');
		const edited = { ...written, edit_scope: [] };
		expect(finishCheck(edited, takeVerdict(beginCheck(edited), passed)), 'what a person wrote is theirs').to.include({
			outcome: 'verified',
		});
	});

	it('asks no AI about a text with an address that its sources do not have', () => {
		const leading = { ...aNewsText(), subtitle: 'Buy at evil.com' };
		expect(beginCheck(leading)).to.include({ ground_error: 'foreign_contact', ground_detail: 'evil[.]com', checks: 0 });
		expect(beginCheck(leading, ['Tickets: https://evil.com']), 'what the request has').to.include({ ground_error: null });
	});

	it('takes no repair that leads where the text did not', () => {
		const material = aNewsText();
		const scam = answer({ pass: false, issues: [issue('120', 't.me/scam')] });
		const mended = repairText(material, takeVerdict(beginCheck(material), scam), 'en');
		expect(mended.progress).to.include({ ground_error: 'foreign_contact', ground_detail: 't[.]me/scam' });
		expect(mended.material).to.equal(material);
	});

	it('ends as semantic_fail after a second refusal and asks for no third check', () => {
		const material = aNewsText();
		const mended = repairText(material, takeVerdict(beginCheck(material), failed), 'en');
		const second = takeVerdict(mended.progress, answer({ pass: false, issues: [issue('100', '90')] }));
		expect(second.repair_needed).to.equal(false);
		expect(finishCheck(mended.material, second)).to.deep.include({
			outcome: 'semantic_fail',
			checks: 2,
			preview_issues: [issue('100', '90')],
		});
	});

	it('ends with a diagnostic when the repair cannot be made, and the text is as it was', () => {
		const material = aNewsText();
		const mended = repairText(material, takeVerdict(beginCheck(material), answer({ pass: false, issues: [issue('nowhere', 'x')] })), 'en');
		expect(mended.material).to.equal(material);
		expect(finishCheck(mended.material, mended.progress)).to.deep.include({
			outcome: 'diagnostic',
			ground_error: 'fragment_not_found',
			checks: 1,
			preview_issues: [issue('nowhere', 'x')],
		});
	});

	it('asks no AI when the facts or sources are not sound', () => {
		const material = aNewsText({ facts: [] });
		expect(finishCheck(material, beginCheck(material))).to.deep.include({
			outcome: 'diagnostic',
			ground_error: 'facts_invalid',
			checks: 0,
		});
	});

	it('returns nothing of the request', () => {
		const material = { ...aNewsText(), request: verdictRequest(aNewsText(), settings) };
		expect(Object.keys(finishCheck(material, takeVerdict(beginCheck(material), passed)))).to.not.include('request');
	});
});

describe('verdictRequest', () => {
	it('sends text, facts, blocks and hints as one document under a strict schema, and stores nothing at the provider', () => {
		const request = verdictRequest(aNewsText({ body: 'They have 150 seats.' }), {
			language: 'en',
			...PROMPTS,
			house_style: '',
			text_model: 'm-1',
			image_model: 'i',
		});
		expect(request).to.deep.include({ model: 'm-1', store: false, truncation: 'disabled' });
		expect(request.text.format).to.include({ type: 'json_schema', name: 'copydesk_verdict', strict: true });
		expect(JSON.parse(request.input[0]?.content[0]?.text ?? '')).to.deep.equal({
			title: 'Night trains return',
			subtitle: 'Four lines',
			body: 'They have 150 seats.',
			facts: [{ text: 'Night trains return on 14 March 2026 with 120 seats on four lines.', source_ids: ['b1'] }],
			source_blocks: [{ id: 'b1', text: 'The railway said: "We are ready." Anna Petrova leads it.' }],
			hints: [{ kind: 'number', field: 'body', text: '150' }],
		});
	});
});
