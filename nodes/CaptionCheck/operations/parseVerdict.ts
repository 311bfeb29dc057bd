import { takeVerdict } from '../../../domain/check/outcome.ts';
import { readVerdict } from '../../../domain/check/verdict.ts';
import { admittedItemFields, admittedItem } from '../../shared/admittedItem.ts';
import { storePaidResult } from '../../shared/paidResult.ts';
import { noteSpend } from '../../shared/noteSpend.ts';
import { answerOf } from '../../shared/secondAnswer.ts';
import type { Operation } from '../../shared/operation.ts';
import { nextOf, progressOf, rowOf } from '../check.ts';

/** Steps 5 and 8: reads a strict verdict, or the name of what is wrong with it. */
export const parseVerdict: Operation = {
	option: {
		name: 'Parse Verdict',
		value: 'parseVerdict',
		description: 'Read the answer of the AI strictly',
		action: 'Parse the verdict of a caption check',
	},
	fields: admittedItemFields(),
	ways: ['repair', 'end'],
	wayOf: ({ next }) => (next === 'repair' ? 'repair' : 'end'),
	async run(context, itemIndex) {
		const { asked, answer } = await answerOf(context, itemIndex, admittedItem(context, itemIndex, 'check'));
		const reading = readVerdict(answer);
		if (reading.ok) {
			const { verdict } = reading;
			await storePaidResult(context, itemIndex, asked, rowOf(asked), (admission_id) => ({ kept_verdict: { ...verdict, admission_id } }));
		}
		await noteSpend(context, itemIndex, asked, answer);
		const progress = takeVerdict(progressOf(asked), answer);
		return { json: { ...asked, check: progress, next: nextOf(progress) } };
	},
};
