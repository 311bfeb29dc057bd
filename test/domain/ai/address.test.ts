import { expect } from 'chai';
import { aiUrl } from '../../../domain/ai/address.ts';

describe('The address of an AI request', () => {
	for (const [base, expected] of [
		['https://api.openai.com', 'https://api.openai.com/v1/responses'],
		['https://api.openai.com/v1/', 'https://api.openai.com/v1/responses'],
		['https://openrouter.ai/api/v1', 'https://openrouter.ai/api/v1/responses'],
		['https://generativelanguage.googleapis.com/v1beta/openai/', 'https://generativelanguage.googleapis.com/v1beta/openai/responses'],
		['https://desk.openai.azure.com/openai/v1', 'https://desk.openai.azure.com/openai/v1/responses'],
		[' http://127.0.0.1:8095/ai// ', 'http://127.0.0.1:8095/ai/v1/responses'],
		['https://v1.example.org', 'https://v1.example.org/v1/responses'],
	] as const) {
		it(`has the version once: ${base.trim()}`, () => {
			expect(aiUrl(base, '/v1/responses')).to.equal(expected);
		});
	}
});
