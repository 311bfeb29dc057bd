import type { IDataObject } from 'n8n-workflow';

import { badInput } from '../../shared/faults.ts';
import { askedField, askedItem } from '../../shared/asked.ts';
import { travelling } from '../../shared/fields.ts';
import { problem } from '../../shared/material.ts';
import type { Operation } from '../../shared/operation.ts';

/** Takes the result of a check over into the draft: the text as verified, or the reason why it may not go on. */
export const applyVerdict: Operation = {
	option: {
		name: 'Apply Verdict',
		value: 'applyVerdict',
		description: 'Take the result of a caption check over into the draft',
		action: 'Apply the verdict of a caption check',
	},
	fields: [askedField()],
	async run(context, itemIndex) {
		const item = askedItem(context, itemIndex, 'material');
		const result = travelling(context, itemIndex);
		const check: IDataObject = {
			outcome: result['outcome'],
			ground_error: result['ground_error'],
			checks: result['checks'],
			preview_issues: result['preview_issues'],
		};
		switch (result['outcome']) {
			case 'verified': {
				const { title, subtitle, body, caption } = result;
				return { json: { ...item, check, patch: { title, subtitle, body, caption }, next: 'keep' } };
			}
			case 'semantic_fail':
				return { json: { ...item, check, problem: problem('semantic_fail', 'check', reasonOf(result)), next: 'failed' } };
			case 'diagnostic':
				return { json: { ...item, check, problem: problem(String(result['ground_error']), 'check', reasonOf(result)), next: 'failed' } };
			default:
				throw badInput(
					context,
					itemIndex,
					`Expected the result of a caption check but received outcome ${JSON.stringify(result['outcome'] ?? null)}`,
					'Put this node after the check graph.',
				);
		}
	},
};

/** What the check found first, for a person. */
function reasonOf(result: IDataObject): string | null {
	const issues = Array.isArray(result['preview_issues']) ? (result['preview_issues'] as IDataObject[]) : [];
	const fragment = issues[0]?.['fragment'];
	return typeof fragment === 'string' ? fragment : null;
}
