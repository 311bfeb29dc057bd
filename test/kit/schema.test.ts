import { expect } from 'chai';
import Joi from 'joi';
import { checkOf, object, variants } from '@copydesk/kit/schema';

describe('A schema of the kit', () => {
	const check = checkOf(
		object({
			name: Joi.string().max(3).pattern(/^x/, 'an x first'),
			count: Joi.number().integer().min(1),
			kind: Joi.valid('news', 'post'),
			list: Joi.array().items(Joi.string()).max(2).unique(),
			note: Joi.string().optional(),
		}),
	);
	const good = { name: 'xy', count: 1, kind: 'news', list: [] };

	it('asks for every field but the optional ones, and for no other', () => {
		expect(check(good)).to.deep.equal([]);
		expect(check({ ...good, note: 'n' })).to.deep.equal([]);
		expect(check({}).map(({ path }) => path)).to.deep.equal(['name', 'count', 'kind', 'list']);
		expect(check({ ...good, extra: 1 })).to.deep.equal([{ path: 'extra', message: 'Expected no such key' }]);
	});

	it('says of each fault what was expected and what came, and converts nothing', () => {
		expect(check({ name: 'abcd', count: '1', kind: 'story', list: ['a', 'b', 5], note: '' })).to.deep.equal([
			{ path: 'name', message: 'Expected at most 3 UTF-16 units but received 4' },
			{ path: 'name', message: 'Expected an x first but received "abcd"' },
			{ path: 'count', message: 'Expected a number but received "1"' },
			{ path: 'kind', message: 'Expected one of "news", "post" but received "story"' },
			{ path: 'list.2', message: 'Expected text but received 5' },
			{ path: 'list', message: 'Expected at most 2 entries but received 3' },
			{ path: 'note', message: 'Expected something to read but received empty text' },
		]);
		expect(check({ ...good, list: ['a', 'a'] })).to.deep.equal([{ path: 'list.1', message: 'Expected each entry once but received "a"' }]);
		expect(check('x')).to.deep.equal([{ path: '', message: 'Expected an object but received "x"' }]);
		expect(check({ ...good, name: { a: 1 } })[0]?.message).to.equal('Expected text but received an object');
	});

	it('repeats neither a long text nor a long key', () => {
		const [name] = check({ ...good, name: `x${'y'.repeat(5_000)}` });
		expect(name?.message).to.equal('Expected at most 3 UTF-16 units but received 5001');
		expect(check({ ...good, kind: 'k'.repeat(5_000) })[0]?.message).to.equal('Expected one of "news", "post" but received 5000 units');
		expect(check({ ...good, ['k'.repeat(5_000)]: 1 })[0]?.path).to.have.length(80);
	});

	it('names the first fault of a large body alone, because wording all of them would take seconds', () => {
		expect(check({ ...good, count: 0, list: Array(40).fill(5) })).to.have.length.above(10);
		expect(check({ ...good, count: 0, list: Array(1_000).fill(5) })).to.have.length(1);
		expect(check({ ...good, count: 0, list: [[Array(1_000).fill(5)]] })).to.have.length(1);
	});

	it('tells variants apart by a word, and refuses another word by its name', () => {
		const either = checkOf(variants('operation', { send: { text: Joi.string() }, stop: {} }));
		expect(either({ operation: 'send', text: 'x' })).to.deep.equal([]);
		expect(either({ operation: 'stop' })).to.deep.equal([]);
		expect(either({ operation: 'stop', text: 'x' })).to.deep.equal([{ path: 'text', message: 'Expected no such key' }]);
		expect(either({ operation: 'send' })).to.deep.equal([{ path: 'text', message: 'Expected this key but it is missing' }]);
		expect(either({ operation: 'burn', other: 1 })).to.deep.equal([
			{ path: 'operation', message: 'Expected one of "send", "stop" but received "burn"' },
		]);
		expect(either({})).to.deep.equal([{ path: 'operation', message: 'Expected this key but it is missing' }]);
	});
});
