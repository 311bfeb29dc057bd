/** What a person or the operator can do about a draft that is still open: the proof that nobody is left without a way. */
import { contentHash } from '@copydesk/collaboration/materials/row';
import type { MediaItem } from '@copydesk/domain/caption/media';
import type { Approval } from '@copydesk/domain/material/approval';
import type { Database } from '@copydesk/kit/database/types';
import { isAlbumRow, isBelowAlbum, listOf, mediaOf, shownAt, shownIn, versionShown } from './albums.ts';
import { POST, type Press } from './invariants.ts';
import type { StoppedPress } from './stopped.ts';
import type { Act } from './schedule.ts';
import type { FakeMessenger } from '../support/messenger.ts';
import { CHANNEL, EDITOR, OWNER, videoOf, withButton, type Clock, type Update, type updatesOf } from './world.ts';

/** The content hash of a post without any unusual look. @param shown as in `Shown` */
export function hashShown(text: string, shown: string): string {
	return contentHash({ text, entities: [], ...seenAs(shown), silent: false, spoiler: false, caption_above: false, buttons: [] });
}

function seenAs(shown: string): { readonly picture: string | null; readonly media?: readonly MediaItem[] } {
	const [, draftKey] = /^video:video-(p.+)$/.exec(shown) ?? [];
	if (draftKey !== undefined) return { picture: null, media: [{ kind: 'video', ...videoOf(draftKey) }] };
	const media = mediaOf(shown).flatMap((item) => item ?? []);
	const [first = ''] = shown.split(' ');
	const isCover = mediaOf(first)[0] === undefined;
	return { picture: isCover ? first : null, ...(media.length === 0 ? {} : { media }) };
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
	/** A correction of an album, which may ask for more than the messenger changes. */
	readonly isFixed: boolean;
}

export async function openDrafts(db: Database): Promise<readonly OpenDraft[]> {
	const rows = await db.query(
		`select draft_key, state, corrects, media from material where state not in ('superseded', 'rejected', 'published') order by draft_key`,
	);
	return rows.map((row) => {
		const isCorrection = row['corrects'] !== null;
		return { draftKey: String(row['draft_key']), state: String(row['state']), isCorrection, isFixed: isCorrection && isAlbumRow(row) };
	});
}

/**
 * Writes a press of "publish" down as it was meant.
 * @param said the message, if the messenger says what it shows
 */
export function pressPublish(
	help: Pick<Help, 'messenger' | 'updates' | 'presses'>,
	userId: number,
	{ message, data }: Found,
	said = isBelowAlbum(message) ? message : undefined,
): Update {
	const update = help.updates.press(userId, message.messageId, data, said);
	const [, , draftKey = '', version] = data.split('|');
	const shown = shownAt(help.messenger.messages(userId), message);
	help.presses.push({ updateId: update.update_id, userId, draftKey, version: Number(version), ...shown });
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

/** Every copy that a person has. The buttons below an album say which version it is. */
const shownTo = (messenger: FakeMessenger, userId: number) => {
	const messages = messenger.messages(userId);
	return messages.flatMap((message) => {
		const { caption = '', photo = '', group, firstButtons } = message;
		const [, , named, number] = isBelowAlbum(message) ? (firstButtons[0]?.callback_data?.split('|') ?? []) : [];
		if (named !== undefined) return [{ draftKey: named, version: Number(number), ...shownAt(messages, message) }];
		const [, draftKey, version] = POST.exec(caption) ?? [];
		if (draftKey === undefined || group !== undefined) return [];
		return [{ draftKey, version: Number(version), shownCaption: caption, shownPhoto: photo }];
	});
};

/** What a person does about when a post goes out. */
export function planning(
	help: Pick<Help, 'messenger' | 'updates' | 'presses'> & { readonly clock: Clock },
	userId: number,
	{ action, inMs }: Extract<Act, { kind: 'plan' }>,
): Update | undefined {
	const { messenger, updates, clock } = help;
	const [found] = [...withButton(messenger, userId, 'publish'), ...withButton(messenger, userId, 'publish_now')]
		.filter(({ message }) => message.photo !== undefined || isBelowAlbum(message))
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
export async function helpfulAct(
	help: Help,
	{ draftKey, state, isCorrection, isFixed }: OpenDraft,
	tries: number,
): Promise<Update | undefined> {
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
	const look = async (unknown: { deliveryId: string; chatId: number; version: number }): Promise<void> =>
		help.reconcile(unknown.deliveryId, await messageThere(help, { draftKey, ...unknown }));
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
			const isAlone = (help.approval !== 'either' && acting.length < 2) || (isFixed && tries > 8);
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
			const answer = tries % 2 === 1 && acting.includes(OWNER) ? await sayWhatIsThere(help, draftKey) : undefined;
			if (answer === undefined) await look(unknown);
			return answer;
		}
		case 'awaiting_feedback':
			return updates.text(OWNER, '/cancel');
		default: {
			// /status counts what the messenger did not confirm.
			const unknown = await unknownOf('preview');
			if (unknown !== undefined) await look(unknown);
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

/** The message of a chat that shows a version; of an album the first one. */
async function messageThere(
	{ db, messenger }: Pick<Help, 'db' | 'messenger'>,
	{ draftKey, chatId, version }: { readonly draftKey: string; readonly chatId: number; readonly version: number },
): Promise<number | undefined> {
	const messages = messenger.messages(chatId);
	const rows = await db.query('select * from material where draft_key = $1 and version = $2', [draftKey, version]);
	if (!rows.some(isAlbumRow))
		return messages.find(({ caption }) => caption?.startsWith(`Post ${draftKey} version ${version}\n`))?.messageId;
	if (chatId !== CHANNEL)
		return messages.find(
			(message) =>
				isBelowAlbum(message) && message.firstButtons[0]?.callback_data?.split('|').slice(2, 4).join() === `${draftKey},${version}`,
		)?.messageId;
	return shownIn(messages).find((post) => post.isAlbum && !post.deleted && versionShown(post, rows, hashShown) !== undefined)?.messageId;
}

/**
 * The owner looks into the channel and says what is there of an album that nobody confirmed. A part of it is "not there" only where the
 * desk says that it knows the part.
 */
export async function sayWhatIsThere({ db, messenger, updates }: Pick<Help, 'db' | 'messenger' | 'updates'>, draft?: string) {
	const asked = withButton(messenger, OWNER, 'there').find(({ data }) => draft === undefined || data.split('|')[2] === draft);
	const [shape, , draftKey = '', version = ''] = asked?.data.split('|') ?? [];
	const [row] = await db.query('select * from material where draft_key = $1 and version = $2', [draftKey, Number(version)]);
	if (asked === undefined || row === undefined || !isAlbumRow(row)) return undefined;
	const there = shownIn(messenger.messages(CHANNEL)).find(
		(post) => post.isAlbum && !post.deleted && versionShown(post, [row], hashShown) !== undefined,
	);
	const [, said] = /and (\d+) of its items (?:is|are) in the channel/.exec(asked.message.text ?? '') ?? [];
	const isKnown = there !== undefined && there.messageIds.length < listOf(row).length && Number(said) === there.messageIds.length;
	const action = there === undefined || isKnown ? 'not_there' : 'there';
	return updates.press(OWNER, asked.message.messageId, [shape, action, draftKey, version].join('|'), asked.message);
}

export const everybody: readonly number[] = [OWNER, EDITOR];
