import { COLLABORATION, badInput, refusalError } from '../../shared/faults.ts';
import { contextOf, draftOf, travelling } from '../../shared/fields.ts';
import { problem } from '../../shared/material.ts';
import type { Operation } from '../../shared/operation.ts';
import { ask } from '../../shared/transport.ts';

/** Stores the blocks of the article with its draft. That the article belongs to another draft by now ends this one. */
export const keepSource: Operation = {
	option: {
		name: 'Keep Source',
		value: 'keepSource',
		description: 'Store the article that was read with its draft',
		action: 'Keep a source',
	},
	fields: [],
	async run(context, itemIndex) {
		const { source, ...item } = travelling(context, itemIndex);
		if (source === undefined)
			throw badInput(
				context,
				itemIndex,
				'Expected an article in source of the item but found none',
				'Put this node after News Desk: Read Article.',
			);
		const request = { _svc: contextOf(context, itemIndex), ...draftOf(context, itemIndex), ...source };
		const reply = await ask(context, itemIndex, 'collaboration', '/news/source', request);
		if (reply.ok) return { json: { ...item, material: reply.body.material, next: 'kept' } };
		if (reply.refusal.code !== 'source_taken') throw refusalError(context, itemIndex, COLLABORATION, reply.refusal);
		return { json: { ...item, next: 'reject', problem: { ...problem('source_taken', 'source'), retry: 'never' } } };
	},
};
