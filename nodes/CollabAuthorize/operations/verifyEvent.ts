import type { IExecuteFunctions } from 'n8n-workflow';

import type { ConfirmedPost, DeskClock, TakeEventRequest } from '../../../domain/api/collaboration.ts';
import { arrivalOf, confirmedIn, offerIn, proofIn } from '../../../domain/desk/arrival.ts';
import { nowhere, routeOf } from '../../../domain/desk/route.ts';
import { isObject } from '../../../domain/isObject.ts';
import { BIND_TIMEOUT_MS } from '../../../domain/limits.ts';
import { COLLABORATION, badInput, refusalError } from '../../shared/faults.ts';
import type { Travelling } from '../../shared/item.ts';
import { travelling } from '../../shared/fields.ts';
import { executionIdOf } from '../../shared/execution.ts';
import type { Operation } from '../../shared/operation.ts';
import { offerHourOf, settingsFor } from '../../shared/settings.ts';
import { ask, askOrThrow } from '../../shared/transport.ts';
import { redeem } from '../redeem.ts';
import { signEntry } from '../signEntry.ts';

/** An update is refused for its form each time that it comes: the messenger is told that it was taken, and nothing follows. */
const FOR_EVER = ['body_too_large', 'malformed_json', 'invalid_request'];

/**
 * Stores a real update, verifies its sender and decides where it goes. An operator's proof or the day of an offer may come in its place:
 * the proof is spent here, the offer is signed. In a graph of an earlier release, the item of n8n's clock goes on at the hour of the offer.
 */
export const verifyEvent: Operation = {
	option: {
		name: 'Verify Event',
		value: 'verifyEvent',
		description: 'Store a messenger update, verify its sender and sign a context; or spend a proof, or begin the daily offer',
		action: 'Verify a messenger event',
	},
	fields: [
		{
			displayName: 'Read Free Words',
			name: 'read_words',
			type: 'boolean',
			default: false,
			description: 'Whether the graph asks an AI what free words mean before it goes on (Brief). If not, they are a request.',
		},
		{
			displayName: 'Desk Speaks',
			name: 'deskSpeaks',
			type: 'boolean',
			default: false,
			description:
				'Whether the collaboration service answers presses and says by itself what is only said: such an event ends here. ' +
				'Off: the graph says it.',
		},
	],
	ways: ['goes on', 'ends', 'failed', 'offer'],
	wayOf(item) {
		if (item['route'] !== undefined) return item['route'] === 'stop' ? 'ends' : 'goes on';
		return arrivalOf(item) === 'due' ? 'offer' : null;
	},
	async run(context, itemIndex) {
		const item = travelling(context, itemIndex);
		const arrival = arrivalOf(item);
		if (arrival === 'due' || arrival === 'idle') return { json: await onDeskTime(context, itemIndex, item) };
		if (arrival === 'confirmed') return { json: await confirmed(context, itemIndex, item) };
		if (arrival === 'offer')
			return { json: await signEntry(context, itemIndex, { entry: 'daily_offer', day: String(offerIn(item['body'])), handed_on: true }) };
		if (arrival === 'proof') return { json: await redeem(context, itemIndex, String(proofIn(item['body']))) };
		const update = item['body'] ?? item['update'];
		if (!isObject(update)) {
			throw badInput(
				context,
				itemIndex,
				'Expected a messenger update in body of the item but found none',
				'Put this node after the webhook that the messenger calls.',
			);
		}
		const executionId = executionIdOf(context);
		// A graph of an earlier release, also one that a person keeps, has no way for a message that the AI has to read first.
		const can_brief = context.getNodeParameter('read_words', itemIndex, false) === true;
		const leavesWords = context.getNodeParameter('deskSpeaks', itemIndex, false) === true;
		const reply = await ask(
			context,
			itemIndex,
			'collaboration',
			'/event',
			// What else is in it, the service reads; without its number it is no update, and the service says so.
			{
				update: update as TakeEventRequest['update'],
				execution_id: executionId,
				can_wait: true,
				can_brief,
				...(leavesWords ? { can_end: true } : {}),
				...offerHourOf(item.settings),
			},
			BIND_TIMEOUT_MS,
		);
		const settings = item.settings ?? {};
		if (!reply.ok && FOR_EVER.includes(reply.refusal.code))
			return { json: { settings, _svc: '', execution_id: executionId, ...nowhere, problem: reply.refusal.code } };
		if (!reply.ok) throw refusalError(context, itemIndex, COLLABORATION, reply.refusal);
		const { _svc, settings: chosen, post_language, rejected = null, ...event } = reply.body;
		const way = routeOf(event);
		return {
			json: {
				settings: settingsFor({ settings, chosen, post_language, language: event.language }),
				event,
				_svc: _svc ?? '',
				execution_id: executionId,
				...way,
				...(rejected === null ? {} : { material: rejected, decision: 'reject', next: 'advanced' }),
			},
		};
	},
};

/** n8n's clock says only that an hour began: which one it is for the desk, and whether that is the hour of the offer, the service knows. */
async function onDeskTime(context: IExecuteFunctions, itemIndex: number, item: Travelling): Promise<Travelling> {
	const answer = await askOrThrow(context, itemIndex, '/internal', { action: 'clock' }, BIND_TIMEOUT_MS);
	const { day, hour, settings } = answer as DeskClock;
	return { ...item, settings: { ...item.settings, ...settings }, timestamp: day, Hour: hour };
}

/** A post that was confirmed later: nothing of ours follows, only a person's own steps. What is not so in the service is nothing. */
async function confirmed(context: IExecuteFunctions, itemIndex: number, { settings = {}, body }: Travelling): Promise<Travelling> {
	const about = confirmedIn(body);
	const { draft_key = '', version = 0 } = (isObject(about) ? about : {}) as { draft_key?: string; version?: number };
	const end = { settings, _svc: '', execution_id: executionIdOf(context), ...nowhere };
	const request = { action: 'confirmed', draft_key: String(draft_key), version: Number(version) } as const;
	const reply = await ask(context, itemIndex, 'collaboration', '/internal', request, BIND_TIMEOUT_MS);
	if (!reply.ok && ![...FOR_EVER, 'not_found'].includes(reply.refusal.code))
		throw refusalError(context, itemIndex, COLLABORATION, reply.refusal);
	if (!reply.ok) return end;
	const { material, message_id, actor } = reply.body as ConfirmedPost;
	const event = actor === null ? {} : { actor };
	return { ...end, event, material, decision: 'publish', next: 'published', delivery: { status: 'sent', message_id } };
}
