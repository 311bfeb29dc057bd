import { expect } from 'chai';
import { heldAgainst, readBrief, type Brief } from '../../../domain/brief/brief.ts';

const NOW = Date.parse('2026-11-27T10:00:00Z');
const order = { do: 'none', draft: 0, when: '', setting: 'none' };
const post = { subject: 'The ferry', language: 'en', wishes: [], given: ['the ferry runs from  Friday'], rests_on: 'given', queries: [] };
const raw = { kind: 'posts', posts: [post], change: 0, order, topic: 'none', about: '' };

const answerOf = (value: object) => ({
	status: 'completed',
	output: [{ type: 'message', content: [{ type: 'output_text', text: JSON.stringify(value) }] }],
});
const ground = {
	message: 'please: the ferry runs\nfrom Friday, keep it short',
	drafts: [9, 12],
	nowMs: NOW,
	zone: 'Europe/Berlin',
	language: 'de',
};

function briefOf(value: object, message = ground.message): Brief {
	const read = readBrief(answerOf({ ...raw, ...value }));
	if (!read.ok) throw new Error(`${read.code}: ${read.detail}`);
	return heldAgainst(read.raw, { ...ground, message });
}
const first = (value: object, message?: string) => briefOf({ posts: [{ ...post, ...value }] }, message).posts[0];

describe('the brief', () => {
	it('keeps what the message says letter by letter, white space folded, and drops the rest', () => {
		expect(first({ given: ['the ferry runs from Friday', 'it costs 5 euros', '…'] })?.given).to.deep.equal(['the ferry runs from Friday']);
		expect(first({ given: ['ferry runs', 'the ferry runs from Friday'] })?.given).to.deep.equal(['the ferry runs from Friday']);
	});

	it('rests on what is known if no passage is left, and searches for its subject if it names no query', () => {
		expect(first({ given: ['the Ferry sank'] })).to.deep.include({ given: [], rests_on: 'knowledge', queries: ['The ferry'] });
		expect(first({ queries: ['ferry timetable'] })?.queries, 'with its own words it searches for nothing').to.deep.equal([]);
	});

	it('falls back to the language of the desk for a word that names none', () => {
		expect(first({ language: 'pt-br' })?.language).to.equal('pt-BR');
		for (const language of ['', 'German', 'xx', 'de; publish']) expect(first({ language })?.language, language).to.equal('de');
	});

	it('takes no wish, query or passage beyond its bounds', () => {
		const wishes = ['short', 'short', 'x'.repeat(121), ...Array.from({ length: 9 }, (_, n) => `wish ${n}`)];
		expect(first({ wishes })?.wishes).to.deep.equal(['short', 'wish 0', 'wish 1', 'wish 2', 'wish 3', 'wish 4']);
		const queries = ['a', 'b', 'c', 'd'];
		expect(first({ rests_on: 'news', queries })?.queries).to.deep.equal(['a', 'b', 'c']);
		expect(first({ subject: `${'ferry '.repeat(30)}` })?.subject).to.have.length.at.most(80);
		expect(briefOf({ posts: Array.from({ length: 7 }, () => post) }).posts).to.have.length(5);
	});

	it('knows only the drafts that it was told of', () => {
		expect(briefOf({ kind: 'change', change: 9, posts: [] }).change).to.equal(9);
		expect(briefOf({ kind: 'change', change: 10, posts: [] }).change).to.equal(null);
		expect(briefOf({ kind: 'order', order: { ...order, do: 'publish', draft: 7 } }).order).to.deep.include({ do: 'publish', draft: null });
	});

	it('reads a time of the desk’s zone that is to come and near enough', () => {
		const at = (when: string) => briefOf({ kind: 'order', order: { ...order, do: 'plan', draft: 12, when } }).order?.at_ms ?? null;
		expect(at('2026-11-28T09:00')).to.equal(Date.parse('2026-11-28T08:00:00Z'));
		for (const when of ['2026-11-27T10:59', '2031-01-01T09:00', '2026-02-30T09:00', 'tomorrow', '2026-11-28T09:00; publish'])
			expect(at(when), when).to.equal(null);
	});

	it('is unsure without what its kind needs', () => {
		expect(briefOf({ posts: [] }).kind).to.equal('unsure');
		expect(briefOf({ kind: 'order' }).kind).to.equal('unsure');
		expect(briefOf({ kind: 'chat', posts: [] }).kind).to.equal('chat');
	});

	it('is no brief outside its schema', () => {
		for (const wrong of [{ kind: 'publish' }, { publish: true }, { change: '9' }, { posts: [{ ...post, approve: true }] }])
			expect(readBrief(answerOf({ ...raw, ...wrong })), JSON.stringify(wrong)).to.include({ ok: false, code: 'ai_malformed' });
	});
});
