import { promptFault } from '../../../domain/ai/prompts.ts';
import { factsRequest as build } from '../../../domain/news/facts.ts';
import { missingSource } from '../../../domain/material/work.ts';
import { badInput } from '../../shared/faults.ts';
import { materialOf, settingsOf, travelling } from '../../shared/fields.ts';
import { problem, subjectOf } from '../../shared/material.ts';
import type { Operation } from '../../shared/operation.ts';
import { askingText, sentTo } from '../../shared/provider.ts';

/** The one question about an article. A draft that has its facts is passed on: nothing is paid for twice. */
export const factsRequest: Operation = {
	option: {
		name: 'Build Facts Request',
		value: 'factsRequest',
		description: 'Prepare the one request that takes facts from the source blocks',
		action: 'Build a facts request',
	},
	fields: [],
	async run(context, itemIndex) {
		const item = travelling(context, itemIndex);
		const material = materialOf(context, itemIndex);
		const lacks = missingSource(material);
		if (lacks === 'nothing') return { json: { ...item, next: 'ready' } };
		if (lacks === 'article' || lacks === 'pages')
			throw badInput(
				context,
				itemIndex,
				'Expected source blocks in material of the item but found none',
				'Put this node after the article was read and stored.',
			);
		const { request, source_blocks } = subjectOf(material);
		const fault = promptFault(settingsOf(context, itemIndex), ['prompt_facts']);
		if (fault !== null) return { json: { ...item, next: 'failed', problem: problem('settings_invalid', 'facts', fault) } };
		const { settings, ai } = await askingText(context, itemIndex);
		return {
			json: {
				...item,
				...sentTo(ai, build(request, source_blocks, settings, material['error_code'] === 'fact_unfounded')),
				purpose: 'facts_extract',
				next: 'ask',
			},
		};
	},
};
