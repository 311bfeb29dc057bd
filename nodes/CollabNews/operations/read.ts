import type { DeskEvent } from '../../../domain/desk/event.ts';
import { contextOf, eventOf, textField, travelling, valueOf } from '../../shared/fields.ts';
import type { Operation } from '../../shared/operation.ts';
import { askOrThrow } from '../../shared/transport.ts';
import { dayField, dayOf } from '../../shared/day.ts';

/** Reads a batch: the one of a draft, of a day, or of this event. */
export const read: Operation = {
	option: { name: 'Read', value: 'read', description: 'Read a batch of news with its items', action: 'Read a batch of news' },
	fields: [
		textField('batchKey', 'Batch Key', 'material.batch_key', 'Key of the batch; that of this event or day if that is empty too'),
		dayField,
	],
	async run(context, itemIndex) {
		const batchKey = valueOf(context, itemIndex, 'batchKey', 'material.batch_key') ?? pressedBatch(eventOf(context, itemIndex));
		const isNamed = typeof batchKey === 'string' && batchKey !== '';
		const { batch, items } = await askOrThrow(context, itemIndex, '/news/read', {
			_svc: contextOf(context, itemIndex),
			...(isNamed ? { batch_key: batchKey } : dayOf(context, itemIndex)),
		});
		return { json: { ...travelling(context, itemIndex), batch, items, next: batch === null ? 'none' : 'found' } };
	},
};

/** The batch whose cards somebody presses to get. */
function pressedBatch({ intent }: Partial<DeskEvent>): string | undefined {
	return intent?.kind === 'callback' && intent.item !== undefined ? intent.draft_key : undefined;
}
