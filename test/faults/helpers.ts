/** What a person or the operator can do about a draft that is still open: the proof that nobody is left without a way. */
import { contentHash } from '@copydesk/collaboration/materials/row';
import type { Approval } from '@copydesk/domain/material/approval';
import type { Database } from '@copydesk/kit/database/types';
import { POST, type Press } from './invariants.ts';
import type { StoppedPress } from './stopped.ts';
import type { Act } from './schedule.ts';
import type { FakeMessenger } from '../support/messenger.ts';
import { EDITOR, OWNER, videoOf, withButton, type Clock, type Update, type updatesOf } from './world.ts';

/** The content hash of a post without any unusual look. */
export function hashShown(text: string, shown: string): string {
	const [, draftKey] = /^video:video-(.+)$/.exec(shown) ?? [];
	const seen = draftKey === undefined ? { picture: shown } : { picture: null, media: [{ kind: 'video' as const, ...videoOf(draftKey) }] };
	return contentHash({ text, entities: [], ...seen, silent: false, spoiler: false, caption_above: false, buttons: [] });
}

export interface Help {
	readonly db: Database;
	readonly messenger: FakeMessenger;
	readonly updates: ReturnType<typeof updatesOf>;
	/** Presses of "publish" are written down here. */
	readonly presses: Press[];
	/** And those about drafts that stopped. */
	readonly ofStopped: StoppedPress[];
	/** Who may act. */
	readonly acting: readonly number[];
	readonly approval: Approval;
	/** Settles an unknown publication: the message that is in the channel, or undefined when none is. */
	reconcile(deliveryId: string, messageId: number | undefined): void;
	complain(sentence: string): void;
}

export interface OpenDraft {
	readonly draftKey: string;
	readonly state: string;
	readonly isCorrection: boolean;
}

export async function openDrafts(db: Database): Promise<readonly OpenDraft[]> {
	const rows = await db.query(
		`select draft_key, state, corrects from material where state not in ('superseded', 'rejected', 'published') order by draft_key`,
	);
	return rows.map((row) => ({ draftKey: String(row['draft_key']), state: String(row['state']), isCorrection: row['corrects'] !== null }));
}

/**
 * Writes a press of "publish" down as it was meant.
 * @param said the message, if the messenger says what it shows
 */
export function pressPublish(help: Pick<Help, 'updates' | 'presses'>, userId: number, found: Found, said?: Found['message']): Update {
	const update = help.updates.press(userId, found.message.messageId, found.data, said);
	const [, , draftKey = '', version] = found.data.split('|');
	help.presses.push({
		updateId: update.update_id,
		userId,
		draftKey,
		version: Number(version),
		shownCaption: found.message.caption ?? '',
		shownPhoto: found.message.photo ?? '',
	});
	return update;
}

type Found = ReturnType<typeof withButton>[number];

/** A press that approves what the person's own copy shows, wherever its button is. */
export function approve(
	help: Pick<Help, 'messenger' | 'updates' | 'presses'>,
	userId: number,
	{ message, data }: Found,
	action: string,
	minute?: number,
): Update {
	const [shape, , draftKey = '', version = ''] = data.split('|');
	const pressed = [shape, action, draftKey, version, ...(minute === undefined ? [] : [minute])].join('|');
	const update = help.updates.press(userId, message.messageId, pressed);
	for (const shown of shownTo(help.messenger, userId))
		if (shown.draftKey === draftKey && shown.version === Number(version))
			help.presses.push({ ...shown, updateId: update.update_id, userId });
	return update;
}

/** Every copy that a person has. */
const shownTo = (messenger: FakeMessenger, userId: number) =>
	messenger.messages(userId).flatMap(({ caption = '', photo = '' }) => {
		const [, draftKey, version] = POST.exec(caption) ?? [];
		return draftKey === undefined ? [] : [{ draftKey, version: Number(version), shownCaption: caption, shownPhoto: photo }];
	});

/** What a person does about when a post goes out. */
export function planning(
	help: Pick<Help, 'messenger' | 'updates' | 'presses'> & { readonly clock: Clock },
	userId: number,
	{ action, inMs }: Extract<Act, { kind: 'plan' }>,
): Update | undefined {
	const { messenger, updates, clock } = help;
	const [found] = [...withButton(messenger, userId, 'publish'), ...withButton(messenger, userId, 'publish_now')]
		.filter(({ message }) => message.photo !== undefined)
		.toSorted((a, b) => b.message.messageId - a.message.messageId);
	if (action === 'answer') {
		const question = [...messenger.messages(userId)]
			.reverse()
			.find(({ forceReply, text }) => forceReply && text?.startsWith('When') === true);
		if (question === undefined) return undefined;
		const update = updates.text(userId, 'in 10 minutes', question.messageId);
		// A time in words approves what its person has before them, as a press does.
		help.presses.push(...shownTo(messenger, userId).map((shown) => ({ ...shown, updateId: update.update_id, userId })));
		return update;
	}
	if (found === undefined) return undefined;
	if (action === 'at') return approve(help, userId, found, action, Math.ceil((clock.nowMs + inMs) / MINUTE));
	if (action === 'publish_now' || action === 'next_slot') return approve(help, userId, found, action);
	const [shape, , draftKey, version] = found.data.split('|');
	return updates.press(userId, found.message.messageId, [shape, action, draftKey, version].join('|'));
}

const MINUTE = 60_000;

/** @param tries how often it was tried before, from 1: another way each time */
export async function helpfulAct(help: Help, { draftKey, state, isCorrection }: OpenDraft, tries: number): Promise<Update | undefined> {
	const { db, messenger, updates, acting } = help;
	const buttons = (action: string) =>
		acting.flatMap((userId) => {
			const found = withButton(messenger, userId, action).find(({ data }) => data.split('|')[2] === draftKey);
			return found === undefined ? [] : [{ userId, found }];
		});
	const unknownOf = async (operation: string) => {
		const [row] = await db.query(
			`select delivery_id, chat_id, version from delivery
				where operation = $2 and state = 'unknown' and draft_key = $1 order by created_at_ms desc`,
			[draftKey, operation],
		);
		return row === undefined
			? undefined
			: { deliveryId: String(row['delivery_id']), chatId: Number(row['chat_id']), version: Number(row['version']) };
	};
	/** The operator looks into the chat and says what is there. */
	const look = (unknown: { deliveryId: string; chatId: number; version: number }): void =>
		help.reconcile(
			unknown.deliveryId,
			messenger.messages(unknown.chatId).find(({ caption }) => caption?.startsWith(`Post ${draftKey} version ${unknown.version}\n`))
				?.messageId,
		);
	switch (state) {
		case 'ready': {
			// A correction whose post is gone is left, or comes as a new post.
			const gone = isCorrection ? [...buttons('leave_it'), ...buttons('publish_anew')] : [];
			const settled = gone[tries % Math.max(1, gone.length)];
			if (settled !== undefined && tries % 2 === 0) {
				const action = settled.found.data.split('|')[1] ?? '';
				return action === 'publish_anew'
					? approve(help, settled.userId, settled.found, action)
					: updates.press(settled.userId, settled.found.message.messageId, settled.found.data);
			}
			// One person alone may not publish everything.
			const isAlone = help.approval !== 'either' && acting.length < 2;
			const all = buttons(isAlone ? 'reject' : 'publish');
			const first = all[(tries - 1) % Math.max(1, all.length)];
			return first === undefined || tries % 3 === 0
				? updates.text(tries % 6 === 0 && acting.includes(EDITOR) ? EDITOR : OWNER, `/draft ${draftKey}`)
				: isAlone
					? updates.press(first.userId, first.found.message.messageId, first.found.data)
					: pressPublish(help, first.userId, first.found);
		}
		case 'claimed': {
			const unknown = await unknownOf('publish');
			// What is planned for a later day is published now, or taken off; a list shows it too where the buttons did not come.
			// The buttons do nothing for a person whose own copy is not confirmed: the next try is another person's.
			const all = buttons(tries % 4 < 2 ? 'publish_now' : 'take_off');
			const planned = all[tries % Math.max(1, all.length)];
			if (unknown === undefined && planned !== undefined && tries <= 6) {
				const { userId, found } = planned;
				return tries % 4 < 2 ? approve(help, userId, found, 'publish_now') : updates.press(userId, found.message.messageId, found.data);
			}
			if (unknown === undefined) return updates.text(OWNER, '/plan');
			const { deliveryId } = unknown;
			// A notice that the messenger did not confirm is not sent again either; /status says it too.
			const [notice] = await db.query(
				`select state from delivery where purpose = 'publication_unknown' and entity_key like $1 order by created_at_ms desc`,
				[`${deliveryId}:%`],
			);
			const inChat = withButton(messenger, OWNER, 'there').some(({ data }) => data.split('|')[2] === draftKey);
			if (!inChat && notice?.['state'] !== 'unknown' && notice?.['state'] !== 'rejected')
				help.complain(`the owner was not told of the unknown publication ${deliveryId} of ${draftKey}`);
			look(unknown);
			return undefined;
		}
		case 'awaiting_feedback':
			return updates.text(OWNER, '/cancel');
		default: {
			// /status counts what the messenger did not confirm.
			const unknown = await unknownOf('preview');
			if (unknown !== undefined) look(unknown);
			const stopped = (['vouch', 'write_anew', 'from_memory'] as const).flatMap((action) =>
				buttons(action).map((each) => ({ ...each, action })),
			);
			const offered = stopped[Math.floor(tries / 3) % Math.max(1, stopped.length)];
			if (offered !== undefined && tries % 3 === 1) {
				const update = updates.press(offered.userId, offered.found.message.messageId, offered.found.data);
				help.ofStopped.push({ action: offered.action, updateId: update.update_id, userId: offered.userId });
				return update;
			}
			const [first] = buttons('resume');
			return first === undefined || tries % 2 === 0
				? updates.text(OWNER, `/resume ${draftKey}`)
				: updates.press(first.userId, first.found.message.messageId, first.found.data);
		}
	}
}

export const everybody: readonly number[] = [OWNER, EDITOR];
