import { expect } from 'chai';
import type { ILoadOptionsFunctions } from 'n8n-workflow';
import { loadNode } from '../support/nodes.ts';

describe('The form of the settings', () => {
	const FIELDS = ['text_model', 'brief_model', 'image_model'];

	/** What the list of a form shows, and what the provider was asked. */
	const listed = async (answer: unknown) => {
		const { methods } = await loadNode('DeskSettings');
		const asked: unknown[] = [];
		const httpRequestWithAuthentication = async (...request: unknown[]) => {
			asked.push(...request);
			return answer;
		};
		const options = await methods?.loadOptions?.['getModels']?.call({
			helpers: { httpRequestWithAuthentication },
		} as unknown as ILoadOptionsFunctions);
		return { asked, options };
	};

	it('lists the models of the provider of the AI credential, and first the one of the credential', async () => {
		const { asked, options } = await listed({ data: [{ id: 'text-2' }, { id: 'draw-1' }, { id: 'text-2' }, { name: 'no id' }, 'text-3'] });
		expect(asked).to.deep.equal([
			'copydeskAiApi',
			{ method: 'GET', url: '/v1/models', json: true, timeout: 10_000, disableFollowRedirect: true },
		]);
		expect(options).to.deep.equal([
			{ name: 'The Model of the Credential', value: '' },
			{ name: 'draw-1', value: 'draw-1' },
			{ name: 'text-2', value: 'text-2' },
		]);
	});

	it('shows the model of the credential alone, where the provider lists none', async () => {
		for (const answer of [{}, { data: 'none' }, [], 'a page', null])
			expect((await listed(answer)).options, JSON.stringify(answer)).to.have.length(1);
	});

	it('keeps a model as a plain name, as it was typed before there was a list, and needs no credential to run', async () => {
		const { description } = await loadNode('DeskSettings');
		const fields = description.properties.filter(({ name }) => FIELDS.includes(name));
		expect(fields.map(({ name, type, default: value, typeOptions }) => [name, type, value, typeOptions])).to.deep.equal(
			FIELDS.map((name) => [name, 'options', '', { loadOptionsMethod: 'getModels' }]),
		);
		expect(description.credentials).to.deep.equal([{ name: 'copydeskAiApi', required: false }]);
	});
});
