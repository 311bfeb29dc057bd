import { expect } from 'chai';
import { costOf, readPrices, type Prices } from '../../../domain/ai/prices.ts';
import { readUsage } from '../../../domain/ai/usage.ts';

const prices = readPrices('EUR gpt-5.6-terra=2/12, flux-2=0/0/0.04') as Prices;
const took = (model: string | null) => ({ model, input_tokens: 1_000_000, output_tokens: 500_000, pictures: 2 });

describe('The list of prices', () => {
	it('prices tokens by the million, and pictures one by one', () => {
		expect(costOf(took('gpt-5.6-terra'), prices)).to.equal(8);
		expect(costOf(took('flux-2'), prices)).to.equal(0.08);
	});

	it('knows a model by its snapshot and behind its maker, and no other', () => {
		expect(costOf(took('gpt-5.6-terra-2026-07-01'), prices)).to.equal(8);
		expect(costOf(took('openai/gpt-5.6-terra'), prices)).to.equal(8);
		for (const model of ['gpt-5.6-terra-pro', 'gpt-5.6', null]) expect(costOf(took(model), prices), String(model)).to.equal(null);
	});

	for (const [text, mistake] of [
		['gpt-5.6-terra=2/12', /a currency of three capital letters first/],
		['EUR', /at least one model/],
		['EUR a=1', /<model>=<in>\/<out>/],
		['EUR a=-1/2', /<model>=<in>\/<out>/],
		['EUR a=1/2 a=1/2', /found a twice/],
	] as const) {
		it(`says what is wrong with ${text}`, () => expect(readPrices(text)).to.have.property('mistake').that.matches(mistake));
	}
});

describe('What an answer says of its cost', () => {
	it('is read of both interfaces, and nothing is made up', () => {
		expect(readUsage({ model: 'm', usage: { input_tokens: 3, output_tokens: 4 } }, 'asked')).to.deep.equal({
			...{ model: 'm', input_tokens: 3, output_tokens: 4, pictures: 0 },
		});
		expect(readUsage({ usage: { prompt_tokens: 3, completion_tokens: 4 }, data: [{}] }, 'asked')).to.deep.equal({
			...{ model: 'asked', input_tokens: 3, output_tokens: 4, pictures: 1 },
		});
		const nonsense = readUsage({ usage: { input_tokens: -1, output_tokens: 'x' } }, null);
		expect(nonsense).to.deep.equal({ model: null, input_tokens: 0, output_tokens: 0, pictures: 0 });
	});

	it("is not known of n8n's own model nodes, however cheap our own model is", () => {
		for (const answer of [{ text: '{}' }, { output: '{}' }, { response: { text: '{}' } }, { message: { content: '{}' } }])
			expect(readUsage(answer, 'asked'), JSON.stringify(answer)).to.include({ model: null, input_tokens: 0 });
		for (const answer of [{ output: [{ type: 'message' }] }, { choices: [], text: 'x' }, { error: 'no', message: 'no' }])
			expect(readUsage(answer, 'asked'), JSON.stringify(answer)).to.include({ model: 'asked' });
	});
});
