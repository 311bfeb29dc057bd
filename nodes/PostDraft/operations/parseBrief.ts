import { readBrief } from '../../../domain/brief/brief.ts';
import { routeOf } from '../../../domain/desk/route.ts';
import { STORE_TIMEOUT_MS } from '../../../domain/limits.ts';
import { admittedItemFields, admittedItem } from '../../shared/admittedItem.ts';
import { noteSpend } from '../../shared/noteSpend.ts';
import { answerOf } from '../../shared/secondAnswer.ts';
import type { Operation } from '../../shared/operation.ts';
import { settingsFor } from '../../shared/settings.ts';
import { askOrThrow } from '../../shared/transport.ts';

/**
 * Reads what the AI said that a message asks for, and gives it to the service, which stores it and decides what follows. The event goes on
 * as if it had arrived so.
 */
export const parseBrief: Operation = {
	option: {
		name: 'Parse Brief',
		value: 'parseBrief',
		description: 'Read what a message asks for, and let the service decide what follows',
		action: 'Parse a brief',
	},
	fields: admittedItemFields(),
	async run(context, itemIndex) {
		const { asked, answer } = await answerOf(context, itemIndex, admittedItem(context, itemIndex, 'event'));
		const { request: _request, ai: _ai, ai_url: _url, purpose: _purpose, admission: _admission, ...item } = asked;
		const read = readBrief(answer);
		await noteSpend(context, itemIndex, asked, answer);
		const given = read.ok ? { brief: read.raw } : { fault: read.code };
		// As the main graph said when the event came.
		const can_end = typeof (asked.event?.ended ?? null) === 'boolean';
		const request = { _svc: asked._svc ?? '', ...given, ...(can_end ? { can_end } : {}) };
		const reply = await askOrThrow(context, itemIndex, '/brief', request, STORE_TIMEOUT_MS);
		const { _svc, settings: chosen, post_language, ...event } = reply;
		const way = routeOf(event);
		return {
			json: {
				...item,
				settings: settingsFor({ settings: item.settings ?? {}, chosen, post_language, language: event.language }),
				event,
				_svc: _svc ?? asked._svc ?? '',
				...way,
				// The service hands it on when there is room, or the AI is back.
				route: way.route === 'stop' ? 'wait' : way.route,
			},
		};
	},
};
