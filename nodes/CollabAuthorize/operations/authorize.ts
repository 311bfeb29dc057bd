import { admit } from '../../shared/admit.ts';
import { requiredText, textField, travelling } from '../../shared/fields.ts';
import type { Operation } from '../../shared/operation.ts';

/**
 * Asks for one admission. A revoked participant stops the graph here, before anything leaves. Where a limit is spent and the event waits,
 * the run ends here without a failure.
 */
export const authorize: Operation = {
	option: {
		name: 'Authorize Request',
		value: 'authorize',
		description: 'Re-check the role right before one external request',
		action: 'Authorize one external request',
	},
	fields: [
		{
			displayName: 'Purpose',
			name: 'purpose',
			type: 'options',
			default: 'fromItem',
			description: 'What the request is for',
			options: [
				{ name: 'Brief', value: 'brief' },
				{ name: 'Caption Check', value: 'caption_check' },
				{ name: 'Caption Recheck', value: 'caption_recheck' },
				{ name: 'Classification', value: 'classification' },
				{ name: 'Cover Render', value: 'cover_render' },
				{ name: 'Fact Extraction', value: 'facts_extract' },
				{ name: 'Illustration', value: 'illustration' },
				{ name: 'Image Import', value: 'image_import' },
				{ name: 'Purpose of the Item', value: 'fromItem' },
				{ name: 'Read Article', value: 'read_article' },
				{ name: 'Read Feed', value: 'read_feed' },
				{ name: 'Text Generation', value: 'text_generate' },
				{ name: 'Text Revision', value: 'text_revise' },
				{ name: 'Text Shortening', value: 'text_shorten' },
				{ name: 'Transcription', value: 'transcription' },
			],
		},
		textField('target', 'Target', 'target', 'Short name of what is called, for the audit'),
	],
	async run(context, itemIndex) {
		const chosen = context.getNodeParameter('purpose', itemIndex) as string;
		const purpose = chosen === 'fromItem' ? requiredText(context, itemIndex, 'purposeOfItem', 'purpose') : chosen;
		const imageModel = travelling(context, itemIndex).ai?.image_model;
		const admission = await admit(context, itemIndex, {
			purpose,
			target: requiredText(context, itemIndex, 'target', 'target'),
			...(purpose === 'text_generate' && typeof imageModel === 'string' ? { image_model: imageModel } : {}),
		});
		return admission === null ? null : { json: { ...travelling(context, itemIndex), admission } };
	},
};
