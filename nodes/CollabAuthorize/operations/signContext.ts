import type { ScheduledContext } from '../../../domain/api/collaboration.ts';
import { wayOfEntry } from '../../../domain/desk/route.ts';
import { BIND_TIMEOUT_MS } from '../../../domain/limits.ts';
import { dayField, dayOf } from '../../shared/day.ts';
import { executionIdOf } from '../../shared/execution.ts';
import type { Operation } from '../../shared/operation.ts';
import { travelling } from '../../shared/fields.ts';
import { settingsFor } from '../../shared/settings.ts';
import { askOrThrow } from '../../shared/transport.ts';

/** Signs a context for an entry of the service itself, in the owner's name. Not reachable by any message. */
export const signContext: Operation = {
	option: {
		name: 'Sign Context',
		value: 'signContext',
		description: 'Sign a context for a permitted entry of the service itself',
		action: 'Sign a context for the owner',
	},
	fields: [
		{ displayName: 'Entry', name: 'entry', type: 'string', default: '', required: true, description: 'Name of the permitted entry' },
		dayField,
	],
	async run(context, itemIndex) {
		const entry = context.getNodeParameter('entry', itemIndex) as string;
		const execution_id = executionIdOf(context);
		const day = dayOf(context, itemIndex);
		const answer = await askOrThrow(context, itemIndex, '/internal', { action: 'context', entry, execution_id, ...day }, BIND_TIMEOUT_MS);
		const { _svc, is_done, settings: chosen, ...event } = answer as ScheduledContext;
		const way = wayOfEntry(entry, is_done);
		const item = travelling(context, itemIndex);
		return {
			json: {
				...item,
				settings: settingsFor({ settings: item.settings, chosen, language: event.language }),
				_svc,
				execution_id,
				event,
				...day,
				...way,
			},
		};
	},
};
