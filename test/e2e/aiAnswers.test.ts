/**
 * Every answer that an AI can give, at each place where it is asked, on real n8n: what the person reads, what the draft's row says,
 * and what was paid for. Nobody is asked a second time by himself.
 */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect } from 'chai';
import { loginToN8n } from '../../scripts/desk/n8n.ts';
import { ensureSecrets } from '../../scripts/desk/secrets.ts';
import { readGraphs } from '../../scripts/workflows/files.ts';
import type { Graph } from '../../scripts/workflows/graph.ts';
import { sharedDesk, type Desk } from '../support/desk.ts';
import { putNewsAway, read as readOf, settled as settledOf } from '../support/deskState.ts';
import { OWNER, buttonOf, isPreview, peopleOf, type People, type SeenMessage } from '../support/people.ts';

/** An answer that is asked for at the sandbox: one of its faults, or these very words. */
type Said = { readonly kind: string; readonly latency_ms?: number; readonly retry_after?: number } | { readonly says: unknown };
/** What comes, what the person reads of it, the code in the row, and whether the same may be tried again. */
type Case = readonly [what: string, said: Said, reads: RegExp, code: string];

const says = (answer: unknown): Said => ({ says: answer });
/** Longer than the graphs of the last test wait. */
const TIMEOUT_MS = 4_000;
const TOO_LATE: Said = { kind: 'latency', latency_ms: TIMEOUT_MS + 1_000 };

const UNAVAILABLE = /The AI provider did not answer/;
const unusable: readonly Case[] = [
	['nothing but an error', { kind: '5xx' }, UNAVAILABLE, 'ai_unavailable'],
	['an answer that breaks off', { kind: 'incomplete' }, /The answer of the AI broke off/, 'ai_incomplete'],
	['an answer that is no JSON', { kind: 'malformed' }, /I could not read the answer of the AI/, 'ai_malformed'],
	['an empty refusal', says(''), /The AI refused this request/, 'ai_refused'],
	['a refusal', { kind: 'refusal' }, /The AI refused this request/, 'ai_refused'],
];

const POST = {
	title: 'The clinic opens on Saturdays',
	subtitle: 'From May on',
	body: 'The clinic opens on Saturdays. The clinic opens at 9:00 and closes at 14:00.',
	category: 'News',
	image_prompt: 'A clinic in the morning',
};
const sentences = (count: number): string => Array.from({ length: count }, (_, index) => `The clinic has room number ${index}.`).join(' ');
const TOO_LONG = { ...POST, body: sentences(40) };

const texts: readonly Case[] = [
	...unusable,
	['a key that is refused', { kind: 'key_refused' }, /refuses the desk’s key/, 'ai_key_refused'],
	['no credit', { kind: 'no_credit' }, /no credit left/, 'ai_no_credit'],
	['a model that is not served', { kind: 'model_gone' }, /does not serve this model/, 'ai_model_unknown'],
	['an organisation that is not verified', { kind: 'not_verified' }, /verified organisations only/, 'ai_not_verified'],
	['too many requests', { kind: '429', retry_after: 1 }, /asks me to wait 1 s\./, 'ai_busy'],
	['a title of two lines', says({ ...POST, title: 'The clinic\nopens' }), /The title has more than one line/, 'title_line_break'],
	['no text', says({ ...POST, body: ' ' }), /Nothing would be left of the text/, 'body_empty'],
	['a category over its bound', says({ ...POST, category: 'c'.repeat(46) }), /The category is longer than 45/, 'category_too_long'],
];
const shortenings: readonly Case[] = [
	...unusable,
	['a text that is no shorter', says({ body: sentences(40) }), /longer than 1024 characters/, 'text_too_long'],
	['no text', says({ body: '' }), /Nothing would be left of the text/, 'body_empty'],
];
/** Within its limit, and wider than any cover. */
const WIDE_TITLE = 'The clinic opens on Saturdays WWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWW';
const LONG_TITLE = 'The clinic opens on Saturdays from May on, and then it opens at 9:00 and closes at 14:00';

const issue = (fragment: string, replacement: string, field = 'body') => ({ field, fragment, replacement, reason: 'Not in the request.' });
const finds = (...issues: readonly object[]): Said => says({ pass: false, issues });
const UNREADABLE = /I could not read the answer of the fact check/;
const verdicts: readonly Case[] = [
	...unusable.map(
		([what, said, reads, code]): Case =>
			code === 'ai_malformed' ? [what, said, UNREADABLE, 'verdict_malformed'] : [what, said, reads, code],
	),
	['a contradiction', says({ pass: true, issues: [issue('9:00', '10:00')] }), /contradicts itself/, 'verdict_contradiction'],
	['a refusal without a reason', finds(), /refused the text and gave no reason/, 'verdict_empty'],
	[
		'eleven issues',
		finds(...Array.from({ length: 11 }, (_, index) => issue('9:00', `${index}:00`))),
		/more than ten problems/,
		'verdict_too_many_issues',
	],
	[
		'fragments that overlap',
		finds(issue('opens at 9:00', 'opens at 8:00'), issue('at 9:00 and', 'and')),
		/touch the same words/,
		'fragments_overlap',
	],
	['an ambiguous fragment', finds(issue('The clinic opens', 'It opens')), /in the post more than once/, 'fragment_ambiguous'],
	['a fragment that is not there', finds(issue('on Mondays', 'on Fridays')), /not in the text/, 'fragment_not_found'],
	['one place twice', finds(issue('9:00', '8:00'), issue('9:00', '10:00')), /replaced twice|touch the same words/, 'replacement_duplicate'],
	['a change that changes nothing', finds(issue('9:00', '9:00')), /This change would change nothing/, 'replacement_empty_change'],
	['a title over its bound', finds(issue('The clinic', 'T'.repeat(60), 'title')), /The title is longer than 70/, 'title_too_long'],
];

const item = (n: string, changes: object = {}) => ({ n, title: `What happened to ${n}`, angle: 'Why it matters', ...changes });
const UNUSABLE_CHOICE = /I could not use the answer of the AI/;
const choices: readonly Case[] = [
	...unusable,
	['a title over its bound', says({ items: [item('n1', { title: 't'.repeat(161) })] }), UNUSABLE_CHOICE, ''],
	['an angle over its bound', says({ items: [item('n1', { angle: 'a'.repeat(351) })] }), UNUSABLE_CHOICE, ''],
	['a title of two lines', says({ items: [item('n1', { title: 'a\nb' })] }), UNUSABLE_CHOICE, ''],
	['an item that nobody sent', says({ items: [item('n99')] }), UNUSABLE_CHOICE, ''],
	['an empty choice', says({ items: [] }), /nothing worth a post/, ''],
];

const fact = (text: string, ...source_ids: string[]) => ({ text, source_ids });
const OUT_OF_BOUNDS = /The facts of this post are missing or too long/;
/** The refusals come last: what was refused is not asked for again. */
const extractions: readonly Case[] = [
	...unusable.slice(0, -2),
	['no fact', says({ facts: [] }), OUT_OF_BOUNDS, 'facts_invalid'],
	['eleven facts', says({ facts: Array.from({ length: 11 }, () => fact('It sails.', 'b1')) }), OUT_OF_BOUNDS, 'facts_invalid'],
	['a fact over its bound', says({ facts: [fact('x'.repeat(701), 'b1')] }), OUT_OF_BOUNDS, 'facts_invalid'],
	['a source that there is not', says({ facts: [fact('It sails.', 'b99')] }), OUT_OF_BOUNDS, 'facts_invalid'],
	['one source twice', says({ facts: [fact('It sails.', 'b1', 'b1')] }), OUT_OF_BOUNDS, 'facts_invalid'],
	[
		'a number that no source has',
		says({ facts: [fact('It sails at 03:19.', 'b1')] }),
		/stated something that the article does not say/,
		'fact_unfounded',
	],
	...unusable.slice(-1),
];

/** What n8n stores with the newest execution of a graph. */
function marksIn({ dataDir }: Desk, graph: string): object {
	const db = new DatabaseSync(join(dataDir, 'n8n', '.n8n', 'database.sqlite'), { readOnly: true });
	try {
		const newest = '(select max(id) from execution_entity where workflowId = ?)';
		const marks = db.prepare(`select key, value from execution_metadata where executionId = ${newest}`).all(graph);
		return Object.fromEntries(marks.map(({ key, value }) => [key, value]));
	} finally {
		db.close();
	}
}

describe('Every answer of an AI, on real n8n', function () {
	this.timeout(300_000);
	let desk: Desk;
	let people: People;
	let fromMs: number;
	let last: number;

	before(async function () {
		desk = await sharedDesk(this);
		people = peopleOf(desk.urls.sandbox);
		await putNewsAway(desk, people);
	});
	afterEach(() => people.clearFaults());
	after(async () => {
		const stopped = (await people.messages(OWNER)).filter((message) => message.message_id > 0 && buttonOf(message, 'drop') !== undefined);
		for (const message of stopped) await people.press(OWNER, message, 'drop');
		await putNewsAway(desk, people);
	});

	const read = (sql: string) => readOf(desk, sql);
	const begin = async (): Promise<void> => {
		await settledOf(desk, people);
		fromMs = Date.now();
		last = Math.max(0, ...(await people.messages(OWNER)).map(({ message_id }) => message_id));
	};
	const seen = (what: string, fits: (message: SeenMessage) => boolean): Promise<SeenMessage> =>
		people.see(OWNER, what, (message) => message.message_id > last && message.from?.is_bot === true && fits(message), 60_000);
	/** What was paid for a post; understanding its request comes before it, once. */
	const paid = async (): Promise<unknown> =>
		Object.fromEntries(
			(
				await read(
					`select purpose, count(*) as times from admission where paid = 1 and purpose <> 'brief' and at_ms >= ${fromMs} group by purpose`,
				)
			).map(({ purpose, times }) => [purpose, times]),
		);
	const answer = (endpoint: string, said: Said): Promise<void> =>
		people.setFault({ target: 'ai', endpoint, times: 1, ...('says' in said ? { kind: 'answer', answer: said.says } : said) });
	const newest = async () =>
		(await read('select draft_key, state, error_code, error_stage from material order by created_at_ms desc, version desc limit 1'))[0];

	/** A draft stops with one answer: what is said of it, what its row keeps, and what it cost. */
	async function stops(
		[what, said, reads, code]: Case,
		endpoint: string,
		act: () => Promise<void>,
		row: object,
		cost: object,
	): Promise<SeenMessage> {
		await begin();
		await answer(endpoint, said);
		await act();
		const stopped = await seen(`the word about ${what}`, (message) => buttonOf(message, 'drop') !== undefined);
		expect(stopped.text, what).to.match(reads);
		await settledOf(desk, people);
		expect(await newest(), what).to.deep.include({ ...row, error_code: code });
		expect(await paid(), what).to.deep.equal(cost);
		expect(await people.faults(), what).to.deep.equal([]);
		return stopped;
	}
	let rooms = 20;
	// With a number of its own it is no repetition of the one before.
	const post = () => people.send(OWNER, `/post The clinic opens on Saturdays from May on, from 9:00 to 14:00, with ${(rooms += 1)} rooms.`);

	it('to the question which news are worth a card', async () => {
		for (const [what, said, reads] of choices) {
			await begin();
			await answer('copydesk_news_classification', said);
			await people.send(OWNER, '/news');
			await seen(`the word about ${what}`, ({ text = '' }) => reads.test(text));
			await settledOf(desk, people);
			expect(await paid(), what).to.deep.equal({ classification: 1 });
			expect(await read(`select count(*) as n from news_batch where created_at_ms >= ${fromMs}`), what).to.deep.equal([{ n: 0 }]);
		}
		await begin();
		// One of them twice, each with other words: the first word about it counts. And no more than may be sent.
		const named = Array.from({ length: 11 }, (_, index) => item(`n${index + 1}`));
		await answer('copydesk_news_classification', says({ items: [named[0], item('n1', { title: 'Something else' }), ...named.slice(1)] }));
		await people.send(OWNER, '/news');
		await seen('a card', (message) => buttonOf(message, 'take') !== undefined);
		await settledOf(desk, people);
		const cards = (await people.messages(OWNER)).filter((message) => message.message_id > last && buttonOf(message, 'take') !== undefined);
		expect(cards).to.have.length(5);
		expect(cards.map(({ text = '' }) => text).filter((text) => text.includes('Something else'))).to.deep.equal([]);
		expect(await paid()).to.deep.equal({ classification: 1 });
		await putNewsAway(desk, people);
	});

	it('to the question what an article says', async () => {
		await begin();
		await people.send(OWNER, 'https://north-light.example/night-school');
		const card = await seen('a card', (message) => buttonOf(message, 'take') !== undefined);
		let act = () => people.press(OWNER, card, 'take');
		for (const each of extractions) {
			const stopped = await stops(each, 'copydesk_facts', act, { state: 'text_generating', error_stage: 'facts' }, { facts_extract: 1 });
			act = () => people.press(OWNER, stopped, 'retry');
		}
	});

	it('to the request for a text', async () => {
		for (const each of texts) {
			await stops(each, 'copydesk_post', post, { state: 'text_generating', error_stage: 'text' }, { text_generate: 1 });
			const [draft] = await read('select number from material order by created_at_ms desc, version desc limit 1');
			expect(marksIn(desk, 'cd-write-post'), each[0]).to.include({ number: String(draft?.['number']), outcome: each[3] });
		}
	});

	it('that asks to wait: a press on Try again is kept, told in seconds, and carried out once', async () => {
		const busy: Case = ['too many requests', { kind: '429', retry_after: 15 }, /asks me to wait 15 s\./, 'ai_busy'];
		const stopped = await stops(busy, 'copydesk_post', post, { state: 'text_generating', error_stage: 'text' }, { text_generate: 1 });
		await people.press(OWNER, stopped, 'retry');
		const kept = /^⏳ The AI provider asks me to wait\. I’ll continue in \d+ s\./;
		await seen('that the press is kept', (message) => kept.test(message.text ?? '') && buttonOf(message, 'cancel_wait') !== undefined);
		expect(await paid(), 'nothing is asked meanwhile').to.deep.equal({ text_generate: 1 });
		await seen('the preview', isPreview);
		await settledOf(desk, people);
		expect(await paid()).to.deep.equal({ text_generate: 2, caption_check: 1, illustration: 1 });
	});

	it('to the request to shorten it', async () => {
		for (const each of shortenings) {
			const act = async (): Promise<void> => {
				await answer('copydesk_post', says(TOO_LONG));
				await post();
			};
			const row = { state: 'text_generating', error_stage: 'text' };
			await stops(each, 'copydesk_shorten', act, row, { text_generate: 1, text_shorten: 1 });
		}
	});

	it('to a title that is too long by its limit, or for its cover: it is shortened once', async () => {
		for (const title of [LONG_TITLE, WIDE_TITLE]) {
			await begin();
			await answer('copydesk_post', says({ ...POST, title }));
			await post();
			await seen(`a preview in spite of “${title}”`, isPreview);
			await settledOf(desk, people);
			expect(await paid(), title).to.deep.equal({ text_generate: 1, text_shorten: 1, caption_check: 1, illustration: 1 });
			const [draft] = await read('select title, kept_text from material order by created_at_ms desc, version desc limit 1');
			expect(draft?.['kept_text']).to.equal(null);
			expect(title.startsWith(String(draft?.['title'])) && String(draft?.['title']).length < 70, String(draft?.['title'])).to.equal(true);
		}
	});

	it('to the request to shorten a title: what is too long still is said with its excess', async () => {
		const cost = { text_generate: 1, text_shorten: 1 };
		const asked = (title: string) => async (): Promise<void> => {
			await answer('copydesk_post', says({ ...POST, title }));
			await post();
		};
		const long: Case = ['a long title', says({ title: 't'.repeat(81) }), /longer than 70 characters, by 11\./, 'title_too_long'];
		await stops(long, 'copydesk_shorten', asked(LONG_TITLE), { state: 'text_generating', error_stage: 'text' }, cost);
		const wide: Case = ['a wide title', says({ title: WIDE_TITLE }), /The title does not fit on the cover/, 'layout_overflow'];
		await stops(wide, 'copydesk_shorten', asked(WIDE_TITLE), { state: 'text_preparing', error_stage: 'cover' }, cost);
	});

	it('to the question whether a text is true', async () => {
		for (const each of verdicts) {
			const act = async (): Promise<void> => {
				await answer('copydesk_post', says(POST));
				await post();
			};
			await stops(each, 'copydesk_verdict', act, { state: 'text_preparing', error_stage: 'check' }, { text_generate: 1, caption_check: 1 });
		}
	});

	it('that comes too late, at each of these places', async () => {
		const api = await loginToN8n(desk.ports, ensureSecrets(join(desk.dataDir, 'secrets')));
		const asking = (await readGraphs()).map(({ graph }) => graph).filter(({ nodes }) => nodes.some(isAiCall));
		expect(asking.map(({ id }) => id).sort()).to.deep.equal(['cd-check-caption', 'cd-facts', 'cd-find-material', 'cd-write-post']);
		const goLive = (graphs: readonly Graph[]) =>
			Promise.all(
				graphs.map(async (graph) => {
					const { versionId } = await api.update(graph);
					await api.publish(graph.id, versionId);
					await api.waitUntilLive(graph.id, versionId, 60_000);
				}),
			);
		await begin();
		await people.send(OWNER, 'https://gull-island.example/goats');
		const card = await seen('a card', (message) => buttonOf(message, 'take') !== undefined);
		await settledOf(desk, people);
		await goLive(asking.map(withShortTimeouts));
		try {
			await begin();
			await answer('copydesk_news_classification', TOO_LATE);
			await people.send(OWNER, '/news');
			await seen('the word about the news', ({ text = '' }) => UNAVAILABLE.test(text));
			const late: Case = ['an answer that comes too late', TOO_LATE, UNAVAILABLE, 'ai_unavailable'];
			const row = (state: string, error_stage: string) => ({ state, error_stage });
			await stops(late, 'copydesk_facts', () => people.press(OWNER, card, 'take'), row('text_generating', 'facts'), { facts_extract: 1 });
			await stops(late, 'copydesk_post', post, row('text_generating', 'text'), { text_generate: 1 });
			const asked = (said: unknown) => async () => {
				await answer('copydesk_post', says(said));
				await post();
			};
			const shortened = { text_generate: 1, text_shorten: 1 };
			await stops(late, 'copydesk_shorten', asked(TOO_LONG), row('text_generating', 'text'), shortened);
			await stops(late, 'copydesk_verdict', asked(POST), row('text_preparing', 'check'), { text_generate: 1, caption_check: 1 });
		} finally {
			await goLive(asking);
			await desk.idle();
		}
	});
});

const isAiCall = ({ parameters }: Graph['nodes'][number]): boolean => parameters['operation'] === 'askAi';

/** The same graph with a patience that a test has too. */
function withShortTimeouts(graph: Graph): Graph {
	return {
		...graph,
		nodes: graph.nodes.map((node) => {
			if (!isAiCall(node)) return node;
			return { ...node, parameters: { ...node.parameters, timeoutMs: TIMEOUT_MS } };
		}),
	};
}
