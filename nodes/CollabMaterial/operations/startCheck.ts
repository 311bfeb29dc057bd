import { materialOf, travelling } from '../../shared/fields.ts';
import { checkInputsOf, setBefore } from '../../shared/material.ts';
import type { Operation } from '../../shared/operation.ts';
import { hasStopped, keepReason } from '../stopped.ts';

/**
 * What follows the writing of a text: its check, or its cover at once. The inputs of the check are laid out here, so that no expression is
 * needed. Where there is no text, its problem is kept with the draft.
 */
export const startCheck: Operation = {
	option: {
		name: 'Start Check',
		value: 'startCheck',
		description: 'Say whether a written text is checked or goes straight to its cover; store why there is none',
		action: 'Start the check of a text',
	},
	fields: [],
	ways: ['cover', 'check', 'stopped'],
	wayOf({ next, needs }) {
		if (next === 'stopped') return 'stopped';
		return needs === 'cover' ? 'cover' : 'check';
	},
	async run(context, itemIndex) {
		const item = travelling(context, itemIndex);
		if (hasStopped(item)) return { json: await keepReason(context, itemIndex) };
		if (item['needs'] === 'cover') return { json: item };
		const { previous, settings } = item;
		const material = materialOf(context, itemIndex);
		const as_set = setBefore(material, previous, settings).filter((line) => material[line] === previous?.[line]);
		return { json: { ...item, ...checkInputsOf(material), ...(as_set.length === 0 ? {} : { as_set: [...as_set] }) } };
	},
};
