/**
 * Messages that the desk sends on its own: decisions, failures, interruptions and unconfirmed publications. Each has a key of its own in
 * the journal, so it is sent once. None of them changes a decision.
 */
import type { DeliveryAnswer, TellDecisionAnswer, TellDecisionRequest } from '@copydesk/domain/api/collaboration';
import type { Material } from '@copydesk/domain/material/material';
import type { Messages } from '@copydesk/domain/messages/messages';
import { changeText, draftName, personName, spendText, withContradictions } from '@copydesk/domain/messages/sentences';
import { changeOf } from '@copydesk/domain/material/change';
import { menuOf } from '@copydesk/domain/desk/menu';
import { cardKey } from '@copydesk/domain/news/batch';
import type { Item, ItemRef } from '@copydesk/domain/news/item';
import type { Database } from '@copydesk/kit/database/types';
import { calledOf, copiesUpTo, findMaterial } from '../materials/read.ts';
import type { VersionRef } from '../materials/read.ts';
import { cardsOf } from '../news/cards.ts';
import { keyboardOf } from '../messenger/buttons.ts';
import type { Participant } from '../participants/participants.ts';
import { clearAnswered, postKeyboard, takeButtonsOff } from './buttons.ts';
import { contradictionsOf, createHeadings } from './headings.ts';
import type { Headings } from './headings.ts';
import { createEnded } from './ended.ts';
import type { Ended } from './ended.ts';
import { FEEDBACK_MENU, placesOf, questionKey } from './places.ts';
import { createClosings } from './reopened.ts';
import type { Closings } from './reopened.ts';
import { messageUnder } from '../deliveries/journal.ts';
import type { Cause, Delivery } from '../deliveries/journal.ts';
import { postLink } from './links.ts';
import { correctionOf } from './posts.ts';
import { createUnconfirmedNotices } from './unconfirmed.ts';
import type { UnconfirmedNotices, NoticesOptions } from './unconfirmed.ts';
import type { Notice, Tell } from '../deliveries/tell.ts';
import { createNotReached } from './notReached.ts';
import type { NotReached } from './notReached.ts';

export type Decision = Exclude<TellDecisionRequest['decision'], 'prepared' | 'taken' | 'dismissed'>;

export interface Notices extends UnconfirmedNotices, Headings, Closings {
	/** Sends a message to one person, once per key, in their language; never rejects. */
	readonly tell: Tell;
	decision(material: Material, decision: Decision, by: Participant, cause: Cause): Promise<TellDecisionAnswer['notified']>;
	/** Tells the others, once per draft, that the messenger refuses a person, who therefore does not get this draft. */
	previewNotReached(preview: Delivery): Promise<readonly DeliveryAnswer['status'][]>;
	/** Tells both people about a preview that the messenger did not take, or a question for feedback that did not arrive. */
	readonly notReached: NotReached;
	/** Tells the others that a stopped draft was dropped or given up. */
	readonly ended: Ended;
	/** Removes the buttons from every copy of this version and of older ones. */
	removeButtons(version: VersionRef, cause: Cause): Promise<TellDecisionAnswer['buttons']>;
	/** Removes the buttons of a stopped version that asked for another text, because the answer has come. */
	clearQuestions(version: VersionRef, cause: Cause): Promise<void>;
	/** Removes the buttons from every card of an item. */
	clearCards(ref: ItemRef, cause: Cause): Promise<TellDecisionAnswer['buttons']>;
	/** Tells the other people with a card of the item. */
	cardDecision(item: Item, decision: 'taken' | 'dismissed', by: Participant, cause: Cause): Promise<TellDecisionAnswer['notified']>;
}

export function createNotices(options: NoticesOptions): Notices {
	const { db, trySend, tell, actors, channelId, spendOf } = options;
	const tellEverybody = async (noticeFor: (person: Participant) => Notice, isMeant: (person: Participant) => boolean = () => true) => {
		const people = (await actors.everyone()).filter(isMeant);
		return Promise.all(people.map(async (person) => ({ user_id: person.userId, status: (await tell(person, noticeFor(person))).status })));
	};

	return {
		tell,
		removeButtons: async (version, cause) => takeButtonsOff(db, trySend, await copiesUpTo(db, version), cause),
		clearCards: async (ref, cause) => takeButtonsOff(db, trySend, await cardsOf(db, ref), cause),
		clearQuestions: (version, cause) => clearAnswered(db, trySend, version, cause),

		async previewNotReached({ recipient_user_id, draft_key, version }) {
			const absent = await actors.known(recipient_user_id);
			if (absent === undefined || draft_key === null) return [];
			const called = await calledOf(db, { draft_key, ...(version === null ? {} : { version }) });
			const told = await tellEverybody(
				() => ({
					purpose: 'preview_not_reached',
					entity_key: `${draft_key}:${recipient_user_id}`,
					text: (messages) => messages.previewNotReached({ name: personName(messages, absent), draft: draftName(messages, called) }),
				}),
				({ userId }) => userId !== recipient_user_id,
			);
			return told.map(({ status }) => status);
		},

		async cardDecision(item, decision, by, cause) {
			const holders = new Set((await cardsOf(db, item)).map(({ userId }) => userId));
			const notice: Notice = {
				purpose: `decision.${decision}`,
				entity_key: cardKey(item),
				text: (messages) => messages.news[decision]({ by: personName(messages, by), title: item.title }),
				cause,
			};
			const isHolder = ({ userId }: Participant) => userId !== by.userId && holders.has(userId);
			return tellEverybody(() => notice, isHolder);
		},

		async decision(material, decision, by, cause) {
			const link = await postLink(db, channelId, material.published_message_id);
			const version = { draft_key: material.draft_key, version: material.version };
			const { change, contradictions } = await newIn(db, material, decision);
			const post = await correctionOf(db, options, material);
			const spend = decision === 'published' ? await spendOf?.(material.draft_key) : undefined;
			const places = await placesOf(db, await actors.everyone(), material, { decision, by });
			const isAsked = decision === 'awaiting_feedback' && (await isAskedUnder(db, by.userId, version, cause));
			const noticeFor = (person: Participant): Notice => ({
				inPlaceOf: places.get(person.userId)?.messageId ?? null,
				purpose: `decision.${decision}`,
				entity_key: decisionKey(material, decision, cause),
				text(messages) {
					const name = person.userId === by.userId ? null : personName(messages, by);
					const about = { draft: draftName(messages, material), by: name };
					const told =
						decision === 'published' && post !== undefined
							? messages.posts.corrected({ ...about, ...post(messages) })
							: messages.decisions[decision]({ ...about, link, change: changeText(messages, change) });
					const money = spend === undefined ? null : spendText(messages, spend);
					return withContradictions(messages, money === null ? told : `${told}\n\n${money}`, contradictions);
				},
				...(decision === 'published' ? postKeyboard(material) : {}),
				...(decision === 'rejected' ? { keyboard: (messages: Messages) => keyboardOf(messages, [[{ action: 'undo', ...version }]]) } : {}),
				cause,
			});
			// The question itself tells the person who was asked.
			const told = await tellEverybody(noticeFor, ({ userId }) => !isAsked || userId !== by.userId);
			if (isAsked) await tell(by, menuUnder(version, noticeFor(by)));
			return isAsked ? [...told, { user_id: by.userId, status: 'sent' }] : told;
		},

		...createUnconfirmedNotices(options),
		...createHeadings(options),
		...createClosings(options),
		ended: createEnded(options),
		notReached: createNotReached(options),
	};
}

/** The changes in the next version, and what its cover says and its text does not. */
async function newIn(db: Database, material: Material, decision: Decision) {
	const next = decision === 'superseded' ? await findMaterial(db, material.draft_key, material.version + 1) : undefined;
	if (next === undefined) return { change: null, contradictions: [] };
	return { change: changeOf(material, next), contradictions: contradictionsOf(material, next) };
}

/** The same question by buttons, for the person who was asked. */
const menuUnder = (version: VersionRef, { entity_key, cause }: Notice): Notice => ({
	purpose: FEEDBACK_MENU,
	entity_key,
	text: ({ menu }) => menu.orPress,
	keyboard: (messages) => keyboardOf({ ...messages, buttons: { ...messages.buttons, close: messages.menu.cancel } }, menuOf(version)),
	...(cause === undefined ? {} : { cause }),
});

/** Whether the question for feedback reached this person. */
async function isAskedUnder(db: Database, recipient_user_id: number, version: VersionRef, { event_key }: Pick<Cause, 'event_key'>) {
	return event_key !== null && (await messageUnder(db, { purpose: 'prompt', recipient_user_id }, questionKey(version, event_key))) !== null;
}

/** Feedback can be asked for several times on a version; every other decision is made once. */
function decisionKey({ draft_key, version }: VersionRef, decision: Decision, { event_key }: Pick<Cause, 'event_key'>): string {
	return decision === 'awaiting_feedback' ? questionKey({ draft_key, version }, event_key ?? '') : `${draft_key}:${version}`;
}
