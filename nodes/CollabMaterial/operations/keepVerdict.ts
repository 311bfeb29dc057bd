import type { TooLong } from '../../../domain/check/repair.ts';
import { admittedItemFields } from '../../shared/admittedItem.ts';
import type { Operation } from '../../shared/operation.ts';
import type { Travelling } from '../../shared/item.ts';
import { verdictOf, type CheckedText } from '../../shared/verdict.ts';
import { advanceTo } from '../advanceTo.ts';
import { keepReason } from '../stopped.ts';

/**
 * Takes the result of a check over into the draft: the text as verified, or the reason why it may not go on. A repaired text that
 * is longer than its link leaves room for goes to `shorten`, once.
 */
export const keepVerdict: Operation = {
	option: {
		name: 'Keep Verdict',
		value: 'keepVerdict',
		description: 'Store the text as a caption check verified it, or say why it may not go on',
		action: 'Keep the verdict of a caption check',
	},
	fields: [
		...admittedItemFields(),
		{
			displayName: 'Store the Problem',
			name: 'storeProblem',
			type: 'boolean',
			default: false,
			description: 'Whether the reason why the text may not go on is stored with the draft here. Off: the next node stores it.',
		},
	],
	ways: ['kept', 'shorten', 'failed'],
	wayOf: ({ next }) => (next === 'stopped' ? 'failed' : String(next)),
	async run(context, itemIndex) {
		const { item, text, problem, tooLong } = verdictOf(context, itemIndex);
		const isFirst = (item.shortening ?? null) === null;
		if (tooLong !== undefined && isFirst) return { json: { ...item, ...toShorten(item, tooLong), next: 'shorten' } };
		if (text === undefined) {
			const stores = context.getNodeParameter('storeProblem', itemIndex, false) === true;
			return { json: stores ? await keepReason(context, itemIndex, { ...item, problem }) : { ...item, problem, next: 'failed' } };
		}
		const { draft_key, version, state } = item.material;
		const step = { draft: { draft_key, version }, from: state, to: state, patch: text, tellsRefusal: false };
		const stored = await advanceTo(context, itemIndex, item, step);
		return { json: { ...stored, next: 'kept' } };
	},
};

/** What the one shortening starts from. Its text is checked again, also where the plan did not ask for a check. */
function toShorten({ material, plan }: CheckedText['item'], { maxUnits, ...text }: TooLong): Partial<Travelling> {
	const written = { ...text, category: material.category ?? '', image_prompt: material.image_prompt ?? '' };
	return {
		shortening: { written, max_units: { body: maxUnits } },
		...(plan?.kind === 'revise' ? { plan: { ...plan, check: true } } : {}),
	};
}
