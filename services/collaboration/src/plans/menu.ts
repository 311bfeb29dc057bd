/** Presses about a time that decide nothing: they show times to choose from, the earlier buttons, or a question. */
import type { Intent } from '@copydesk/domain/desk/intentTypes';
import { draftName, timeName } from '@copydesk/domain/messages/sentences';
import type { Cause } from '../deliveries/journal.ts';
import { calledOf, copiesOf } from '../materials/read.ts';
import { timesKeyboard } from '../messenger/buttons.ts';
import { question } from '../messenger/requests.ts';
import type { Participant } from '../participants/participants.ts';
import { QUESTION } from './question.ts';
import { nextSlots, type Schedule } from './schedule.ts';
import { changeButtons, type ShowOptions } from './show.ts';

export interface MenuOptions extends ShowOptions {
	readonly schedule: () => Promise<Schedule>;
	readonly nowMs: () => number;
}

export interface PressedMenu {
	readonly intent: Intent & { readonly kind: 'callback' };
	readonly sender: Participant;
	readonly messageId: number;
	readonly cause: Cause;
}

/** How many times are offered. */
const OFFERED = 3;

export async function answerMenu(pressed: PressedMenu, options: MenuOptions): Promise<void> {
	const { intent, sender, messageId, cause } = pressed;
	const { db, timeZone, nowMs } = options;
	const copy = (await copiesOf(db, intent)).filter(({ userId, messageId: id }) => userId === sender.userId && id === messageId);
	const key = `menu:${cause.event_key ?? ''}`;
	switch (intent.action) {
		case 'later': {
			const times = await nextSlots(db, await options.schedule(), intent, { nowMs: nowMs(), zone: timeZone, count: OFFERED });
			await changeButtons(
				options,
				copy,
				key,
				(messages) =>
					timesKeyboard(
						messages,
						intent,
						times.map((atMs) => ({ atMs, name: timeName(messages, timeZone, atMs) })),
					),
				cause,
			);
			return;
		}
		case 'not_later': {
			const keyboard = await options.copyButtons(intent);
			if (keyboard !== undefined) await changeButtons(options, copy, key, keyboard, cause);
			return;
		}
		case 'other_time':
			return askTime(pressed, options);
		default:
	}
}

async function askTime({ intent, sender, cause }: PressedMenu, { db, trySend, actors, languages }: MenuOptions): Promise<void> {
	const { draft_key, version } = intent;
	const { userId, chatId } = sender;
	await trySend(
		{
			...cause,
			purpose: QUESTION,
			entity_key: cause.event_key ?? `${draft_key}:${version}`,
			operation: 'prompt',
			recipient_user_id: userId,
			chat_id: chatId,
			draft_key,
			version,
		},
		{
			async build() {
				const messages = await languages.messagesFor(sender);
				const draft = draftName(messages, await calledOf(db, { draft_key, version }));
				return question(chatId, messages.plans.question({ draft }), messages.placeholders.time);
			},
			allowed: async () => (await actors.active(userId)) !== undefined,
		},
	);
}
