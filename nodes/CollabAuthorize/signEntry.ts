import type { IExecuteFunctions } from 'n8n-workflow';

import type { InternalRequest, ScheduledContext } from '../../domain/api/collaboration.ts';
import { routeOfEntry } from '../../domain/desk/route.ts';
import { BIND_TIMEOUT_MS } from '../../domain/limits.ts';
import { executionIdOf } from '../shared/execution.ts';
import { travelling } from '../shared/fields.ts';
import type { Travelling } from '../shared/item.ts';
import { offerHourOf, settingsFor } from '../shared/settings.ts';
import { askOrThrow } from '../shared/transport.ts';

type Entry = Pick<Extract<InternalRequest, { readonly action: 'context' }>, 'entry' | 'day' | 'handed_on'>;

/** Asks for a context of the owner for an entry of the service itself. @returns the item of the entry, which stops where its day is done */
export async function signEntry(context: IExecuteFunctions, itemIndex: number, asked: Entry): Promise<Travelling> {
	const item = travelling(context, itemIndex);
	const execution_id = executionIdOf(context);
	const request = { action: 'context', ...asked, execution_id, ...(asked.handed_on === true ? offerHourOf(item.settings) : {}) } as const;
	const {
		_svc,
		is_done,
		settings: chosen,
		...event
	} = (await askOrThrow(context, itemIndex, '/internal', request, BIND_TIMEOUT_MS)) as ScheduledContext;
	return {
		// What the webhook got besides goes no further.
		...(asked.handed_on === true ? {} : item),
		settings: settingsFor({ settings: item.settings, chosen, language: event.language }),
		_svc,
		execution_id,
		event,
		...(asked.day === undefined ? {} : { day: asked.day }),
		...routeOfEntry(asked.entry, is_done),
	};
}
