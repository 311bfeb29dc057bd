import { describeProblem, checkPost } from '../../../domain/caption/bounds.ts';
import { buildCaption } from '../../../domain/caption/caption.ts';
import { localeOfItem, materialOf, travelling } from '../../shared/fields.ts';
import { linkOf, postOf, unitsBelowOf } from '../../shared/material.ts';
import type { Operation } from '../../shared/operation.ts';

/** The caption as it would be published, its length, and the first bound that it breaks. */
export const caption: Operation = {
	option: {
		name: 'Build Caption',
		value: 'caption',
		description: 'Build the caption of a draft and check every bound',
		action: 'Build a caption',
	},
	fields: [],
	async run(context, itemIndex) {
		const material = materialOf(context, itemIndex);
		const locale = localeOfItem(context, itemIndex);
		const post = postOf(material);
		const text = buildCaption(post.body, linkOf(material), locale);
		const found = checkPost(post, linkOf(material), locale, unitsBelowOf(material));
		return {
			json: {
				...travelling(context, itemIndex),
				caption: text,
				caption_units: text.length,
				bound: found === null ? null : describeProblem(found),
			},
		};
	},
};
