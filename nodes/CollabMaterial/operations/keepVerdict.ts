import { askedField } from '../../shared/asked.ts';
import type { Operation } from '../../shared/operation.ts';
import { verdictOf } from '../../shared/verdict.ts';
import { advanceTo } from '../advanceTo.ts';

/** Takes the result of a check over into the draft: the text as verified, or the reason why it may not go on. */
export const keepVerdict: Operation = {
	option: {
		name: 'Keep Verdict',
		value: 'keepVerdict',
		description: 'Store the text as a caption check verified it, or say why it may not go on',
		action: 'Keep the verdict of a caption check',
	},
	fields: [askedField()],
	async run(context, itemIndex) {
		const { item, text, problem } = verdictOf(context, itemIndex);
		if (text === undefined) return { json: { ...item, problem, next: 'failed' } };
		const { draft_key, version, state } = item.material;
		const step = { draft: { draft_key, version }, from: state, to: state, patch: text, tellsRefusal: false };
		const stored = await advanceTo(context, itemIndex, item, step);
		return { json: { ...stored, next: 'kept' } };
	},
};
