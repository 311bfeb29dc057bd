import { parseFacts as parse } from '../../../domain/news/facts.ts';
import { admittedItemFields, admittedItem } from '../../shared/admittedItem.ts';
import { storePaidResult } from '../../shared/paidResult.ts';
import { noteSpend } from '../../shared/noteSpend.ts';
import { answerOf } from '../../shared/secondAnswer.ts';
import { problem, subjectOf } from '../../shared/material.ts';
import type { Operation } from '../../shared/operation.ts';

/** Reads the facts and holds each against the blocks that it cites. One that they do not say is left out; the others are kept. */
export const parseFacts: Operation = {
	option: {
		name: 'Parse Facts',
		value: 'parseFacts',
		description: 'Read the facts and check that the cited blocks say them',
		action: 'Parse facts',
	},
	fields: admittedItemFields(),
	async run(context, itemIndex) {
		const { asked, answer } = await answerOf(context, itemIndex, admittedItem(context, itemIndex, 'material'));
		const { request: _request, ...item } = asked;
		const outcome = parse(answer, subjectOf(item.material).source_blocks);
		if (outcome.kind === 'refused') {
			await noteSpend(context, itemIndex, item, answer);
			return { json: { ...item, next: 'failed', problem: problem(outcome.code, 'facts', outcome.detail) } };
		}
		// They are good as they are: the row has them before anything else happens, and storing them says so once more.
		await storePaidResult(context, itemIndex, item, item.material, () => ({ facts: [...outcome.facts] }));
		await noteSpend(context, itemIndex, item, answer);
		return { json: { ...item, next: 'keep', patch: { facts: outcome.facts } } };
	},
};
