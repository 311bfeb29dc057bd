import { promptFault } from '../../../domain/ai/prompts.ts';
import { beginCheck } from '../../../domain/check/outcome.ts';
import { verdictRequest } from '../../../domain/check/verdict.ts';
import { settingsOf, travelling } from '../../shared/fields.ts';
import type { Operation } from '../../shared/operation.ts';
import { textUrl } from '../../shared/transport.ts';
import { checkMaterialOf, nextOf } from '../check.ts';

/** Step 2: holds the stored snapshot against the text, and prepares the question. With a ground error nobody is asked. */
export const buildRequest: Operation = {
	option: {
		name: 'Build Request',
		value: 'buildRequest',
		description: 'Compare the snapshot and prepare the question of the check',
		action: 'Build the request of a caption check',
	},
	fields: [],
	async run(context, itemIndex) {
		const item = travelling(context, itemIndex);
		const material = checkMaterialOf(item);
		const settings = settingsOf(context, itemIndex);
		const progress = beginCheck(material, promptFault(settings, ['prompt_check']));
		const next = nextOf(progress);
		if (next !== 'ask') return { json: { ...item, check: progress, next } };
		const request = verdictRequest(material, settings);
		const ai_url = await textUrl(context, itemIndex, item.settings?.['ai_base_url']);
		return { json: { ...item, ai_url, check: progress, request: request, next } };
	},
};
