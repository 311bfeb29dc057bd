import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import type { Buttons } from '../../../domain/chat/callback.ts';
import { isOfEntry } from '../../../domain/desk/route.ts';
import { stepsAhead } from '../../../domain/material/work.ts';
import { buttonsOf } from '../../../domain/material/recoveryActions.ts';
import type { Messages } from '../../../domain/messages/messages.ts';
import { explain, publicationFault, standingText, stoppedText, videoText } from '../../../domain/messages/sentences.ts';
import { badInput } from '../../shared/faults.ts';
import { eventOf, messagesOf, requiredText, travelling } from '../../shared/fields.ts';
import type { Operation } from '../../shared/operation.ts';
import { planOf } from '../../shared/plan.ts';
import type { Travelling } from '../../shared/item.ts';
import { nameOf } from '../../shared/called.ts';
import { send } from '../send.ts';
import type { Delivery } from '../send.ts';

/** A text to the initiator of the operation, in the desk's own words or in yours. */
export const status: Operation = {
	option: { name: 'Send Status', value: 'status', description: 'Tell the initiator of the operation how it goes', action: 'Send a status' },
	fields: [
		{
			displayName: 'Message',
			name: 'message',
			type: 'options',
			default: 'textOfItem',
			description: 'What to say; the desk knows these in the languages it speaks',
			options: [
				{ name: 'Draft Not Found', value: 'draft_missing' },
				{ name: 'Feedback Closed', value: 'feedback_cancelled' },
				{ name: 'Publication Failed', value: 'publish_failed' },
				{ name: 'Publication Unconfirmed', value: 'publish_unknown' },
				{ name: 'Refused', value: 'refused' },
				{
					name: 'Search Started',
					value: 'search_started',
					description: 'That news are being looked for; for a service entry, which nobody waits for, nothing is said',
				},
				{ name: 'State of the Draft', value: 'draft_state' },
				{ name: 'Text of the Item', value: 'textOfItem', description: 'What the item holds in the field text' },
				{ name: 'Work Failed', value: 'work_failed' },
				{ name: 'Work Started', value: 'work_started' },
				{ name: 'Your Own Text', value: 'own' },
			],
		},
		{
			displayName: 'Text',
			name: 'text',
			type: 'string',
			typeOptions: { rows: 4 },
			default: '',
			required: true,
			description: 'The message, at most 4096 characters',
			displayOptions: { show: { message: ['own'] } },
		},
		{
			displayName: 'First Message of a Work',
			name: 'progress',
			type: 'boolean',
			default: false,
			description: 'Whether this is the progress message that may be repeated once after a confirmed 429',
		},
	],
	async run(context, itemIndex) {
		const message = context.getNodeParameter('message', itemIndex) as string;
		return await sayStatus(context, itemIndex, message, context.getNodeParameter('progress', itemIndex, false) === true);
	},
};

/** Tells the initiator, where somebody waits for it and nobody else says it. */
export async function sayStatus(
	context: IExecuteFunctions,
	itemIndex: number,
	message: string,
	isFirst = false,
): Promise<INodeExecutionData> {
	const item = travelling(context, itemIndex);
	// The owner is asked about it by the service itself, with buttons.
	if (message === 'publish_unknown' && item.event?.actor?.role === 'owner') return { json: { ...item, delivery: { status: 'skipped' } } };
	if (message === 'search_started' && isOfEntry(eventOf(context, itemIndex))) return { json: item };
	return await say(context, itemIndex, message, isFirst);
}

/** Tells the initiator. @param isFirst the message of a work that may be repeated once */
export async function say(context: IExecuteFunctions, itemIndex: number, message: string, isFirst: boolean): Promise<INodeExecutionData> {
	const item = travelling(context, itemIndex);
	const key = requiredText(context, itemIndex, 'eventKey', 'event.event_key');
	const buttons = buttonsBelow(message, item);
	const { delivery } = await send(context, itemIndex, {
		operation: 'status',
		purpose: 'status',
		entity_key: `${key}:${message}`,
		text: textOf(context, itemIndex, message),
		...(buttons === null ? {} : { buttons }),
		...(isFirst ? { progress: true } : {}),
	});
	return { json: { ...item, delivery } };
}

function textOf(context: IExecuteFunctions, itemIndex: number, message: string): string {
	if (message === 'own') return context.getNodeParameter('text', itemIndex) as string;
	if (message === 'textOfItem') return requiredText(context, itemIndex, 'textField', 'text');
	if (!isSayable(message)) throw badInput(context, itemIndex, `There is no message "${message}"`, 'Choose the message again.');
	return sayable[message](messagesOf(context, itemIndex), travelling(context, itemIndex));
}

/** The ways out of a draft that stopped, or what the item brings. */
function buttonsBelow(message: string, { material, buttons = null }: Travelling): Buttons | null {
	if (message === 'textOfItem' || message === 'refused') return buttons;
	return message === 'work_failed' && material !== undefined ? buttonsOf(material) : null;
}

/** What a draft has before it is made. */
const NOTHING_YET = { kind: 'post', source_blocks: null, facts: null, body: null, source_image_id: null, cover_asset_id: null } as const;

/** Each message from what the item knows. */
const sayable = {
	draft_missing: (messages, item) => messages.draftMissing(subjectOf(item)),
	draft_state: (messages, item) =>
		item.material === undefined ? messages.draftMissing(subjectOf(item)) : standingText(messages, item.material),
	feedback_cancelled: (messages, item) => messages.feedbackClosed({ draft: nameOf(messages, item) }),
	publish_failed: (messages, item) =>
		messages.publicationRefused({
			...{ draft: nameOf(messages, item), cause: publicationFault(codeOf(item)) },
			seconds: (item.delivery as Partial<Delivery> | undefined)?.retry_after_seconds ?? null,
		}),
	publish_unknown: (messages, item) => messages.publicationUnconfirmed({ draft: nameOf(messages, item) }),
	search_started({ news }, { topic, link }) {
		if (typeof link === 'string' && link !== '') return news.readingPage;
		return news.searching({ topic: typeof topic === 'string' && topic !== '' ? topic : null });
	},
	refused: (messages, item) => item.problem?.text ?? messages.refused({ problem: problemOf(messages, item) }),
	work_failed(messages, item) {
		const about = { draft: nameOf(messages, item), problem: problemOf(messages, item) };
		if (item.material === undefined) return messages.workFailed({ ...about, kept: null });
		return item.material.state === 'rejected' ? messages.givenUp(about) : stoppedText(messages, item.material, item.problem);
	},
	work_started(messages, item) {
		const words = item.plan?.leftover;
		const steps = stepsAhead(item.material ?? NOTHING_YET, planOf(item).check);
		const started = messages.workStarted({ draft: nameOf(messages, item), steps });
		const leftOut = words !== undefined && words !== '' ? messages.leftOut({ words }) : null;
		return [started, leftOut, videoText(messages, mediaOf(item))].filter((part) => part !== null).join('\n\n');
	},
} as const satisfies Record<string, (messages: Messages, item: Travelling) => string>;

function isSayable(message: string): message is keyof typeof sayable {
	return Object.hasOwn(sayable, message);
}

const subjectOf = ({ subject }: Travelling) => ({ draft: subject?.draft_key ?? '', version: subject?.version ?? null });

/** What is sent beside the cover: of the draft, or of the request that is to become one. */
function mediaOf({ material, event }: Travelling) {
	const intent = event?.intent;
	const isBringing = intent?.kind === 'post_request' || intent?.kind === 'feedback_reply';
	return (isBringing ? intent.media : undefined) ?? material?.media;
}

/** What the messenger, or the way to it, said of the delivery before. */
const codeOf = ({ delivery }: Travelling): string | null => (delivery as Partial<Delivery> | undefined)?.error_code ?? null;

/** What stopped the work, else what is written on the draft. */
function problemOf(messages: Messages, { problem, material }: Travelling): string {
	return explain(messages, problem ?? { code: material?.error_code ?? 'unknown' });
}
