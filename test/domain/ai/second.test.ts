import { expect } from 'chai';
import { chatRequest } from '../../../domain/ai/chat.ts';
import { responsesRequest } from '../../../domain/ai/responses.ts';
import { strictObject } from '../../../domain/ai/schema.ts';
import { didNothing, repairRequest } from '../../../domain/ai/second.ts';

describe('A second request to an AI', () => {
	for (const [what, error, isNothing] of [
		['a refused connection', { httpCode: 'ECONNREFUSED', message: 'refused' }, true],
		['a refused connection, told by its cause', { cause: { code: 'ECONNREFUSED' } }, true],
		['a name that is not known', { code: 'ENOTFOUND' }, true],
		['too many requests', { httpCode: '429' }, true],
		['an error of the server', { statusCode: 500 }, true],
		['a server that is overloaded', { httpCode: '503' }, true],
		['a gateway that waited in vain', { httpCode: '504' }, false],
		['a gateway that waited in vain, of another kind', { httpCode: '524' }, false],
		['a broken connection', { httpCode: 'ECONNRESET' }, false],
		['no answer in time', { httpCode: 'ECONNABORTED', message: 'timeout of 180000ms exceeded' }, false],
		['a connection that may have been there', { code: 'ETIMEDOUT' }, false],
		['a wrong key', { httpCode: '401' }, false],
		['a refused request', { httpCode: '400' }, false],
		['words alone', 'timeout of 180000ms exceeded', false],
	] as const)
		it(`${isNothing ? 'may go to another provider' : 'is not made'} after ${what}`, () => {
			expect(didNothing({ error })).to.equal(isNothing);
		});

	it('is not made after an answer', () => {
		expect(didNothing({ status: 'completed', output: [] })).to.equal(false);
		expect(didNothing({ status: 500 })).to.equal(false);
	});

	it('shows what was answered and what is wrong with it, after the same question', () => {
		const schema = strictObject({ body: { type: 'string' } });
		const question = responsesRequest({ model: 'm', name: 'n', schema, instructions: 'Do.', document: {}, maxOutputTokens: 9 });
		const first = chatRequest(question, 'object');
		const second = repairRequest(first, { choices: [{ message: { content: 'Sure! {' } }] }, 'the answer is not JSON');
		expect(second).to.deep.include({ model: 'm', response_format: { type: 'json_object' }, max_tokens: 9 });
		expect(second.messages.slice(0, 2)).to.deep.equal(first.messages);
		expect(second.messages[2]).to.deep.equal({ role: 'assistant', content: 'Sure! {' });
		expect(second.messages[3]?.content).to.include('the answer is not JSON');
	});
});
