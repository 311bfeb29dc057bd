/** The people, the clock, chance and what everybody did: everything of a schedule that is not the service. */
import type { Participant, Participants } from '@copydesk/collaboration/participants/participants';
import type { FakeMessenger, Kept } from '../support/messenger.ts';
import { itemCalled, type SentAlbum } from './albums.ts';
import type { MediaItem } from '@copydesk/domain/caption/media';
import type { AlbumAct } from './schedule.ts';
import { ProcessDied, type Turns } from './turns.ts';

export const OWNER = 1001;
export const EDITOR = 1002;
export const STRANGER = 666;
export const CHANNEL = -1_001_000_000_001;

export interface Clock {
	nowMs: number;
}

/** What one request to the service has read and written so far. */
export interface RequestTrail {
	activeWhenRead: readonly number[];
	transactionsSince: number;
}

export interface People extends Participants {
	setActive(userId: number, active: boolean): void;
	isActive(userId: number): boolean;
}

/** The two of them, as the operator's table holds them. */
export function twoPeople(turns: () => Turns, trail: () => RequestTrail | undefined): People {
	const active = new Map([
		[OWNER, true],
		[EDITOR, true],
	]);
	const all = (): readonly Participant[] =>
		(
			[
				{ userId: OWNER, chatId: OWNER, role: 'owner', displayName: 'Olga Owner' },
				{ userId: EDITOR, chatId: EDITOR, role: 'editor', displayName: 'Egor Editor' },
			] as const
		).map((person) => ({ ...person, active: active.get(person.userId) ?? false }));
	return {
		async all() {
			const owner = turns().ownerNow();
			if (owner?.diedAt !== undefined) throw new ProcessDied(owner.diedAt);
			await turns().gate('participants');
			const people = all();
			const request = trail();
			if (request !== undefined) {
				request.activeWhenRead = people.filter((person) => person.active).map((person) => person.userId);
				request.transactionsSince = 0;
			}
			return people;
		},
		health: async () => 'ok',
		close: async () => undefined,
		setActive: (userId, value) => void active.set(userId, value),
		isActive: (userId) => active.get(userId) ?? false,
	};
}

/** A person's own messages with a button of this action, newest first. */
export function withButton(
	messenger: FakeMessenger,
	chatId: number,
	action: string,
): readonly { readonly message: Kept; readonly data: string }[] {
	return [...messenger.messages(chatId)]
		.filter((message) => !message.deleted)
		.reverse()
		.flatMap((message) => {
			const data = message.buttons.find((button) => button.callback_data?.split('|')[1] === action)?.callback_data;
			return data === undefined ? [] : [{ message, data }];
		});
}

/** A photo or a video as the messenger tells of it. */
function shownAs({ kind, duration, ...file }: MediaItem): object {
	return kind === 'video' ? { video: { ...file, duration } } : { photo: [file] };
}

export interface Update {
	readonly update_id: number;
	readonly [field: string]: unknown;
}

/** The video that a draft is begun with. */
export const videoOf = (draftKey: string) => ({
	...{ file_id: `video-${draftKey}`, file_unique_id: `video-${draftKey}-u` },
	...{ width: 1_280, height: 720, duration: 34, file_size: 52_428_800 },
});

/** Writes updates as the messenger does, numbered in the order in which people did things. */
export function updatesOf(clock: Clock): {
	text(userId: number, text: string, replyTo?: number): Update;
	/** Words below a video. */
	video(userId: number, words: string): Update;
	/** A recording. */
	voice(userId: number): Update;
	/** A photo with words below it, in answer to a message. */
	photo(userId: number, words: string, replyTo: number): Update;
	/** Photos and videos that are sent together, the words below one of them or nowhere. */
	album(
		userId: number,
		words: string,
		how: Pick<AlbumAct, 'count' | 'wordsAt' | 'videos'>,
	): SentAlbum & { readonly updates: readonly Update[] };
	/** @param shown what the message shows; without it, the messenger does not say */
	press(userId: number, messageId: number, data: string, shown?: Pick<Kept, 'text' | 'caption'>): Update;
	/** The same, made up by somebody else under a number that the messenger gives later, if at all. */
	made(by: number, update: () => Update): Update;
	/** How often each person asked to see something again. */
	readonly askedAgain: ReadonlyMap<number, number>;
} {
	const askedAgain = new Map<number, number>();
	let last = 0;
	const from = (id: number) => ({ id, is_bot: false, first_name: 'Somebody' });
	const chat = (id: number) => ({ id, type: 'private' });
	return {
		askedAgain,
		made(by, update) {
			const before = last;
			last += by - 1;
			const made = update();
			last = before;
			return made;
		},
		text: (userId, text, replyTo) => {
			if (/^\/(draft|cancel)/.test(text)) askedAgain.set(userId, (askedAgain.get(userId) ?? 0) + 1);
			return textUpdate(userId, text, replyTo);
		},
		video: (userId, caption) => {
			const { text: _text, ...message } = textUpdate(userId, caption)['message'] as Record<string, unknown>;
			return { update_id: last, message: { ...message, caption, video: videoOf(`p${last}`) } };
		},
		voice: (userId) => {
			const { text: _text, ...message } = textUpdate(userId, '')['message'] as Record<string, unknown>;
			const voice = { file_id: `voice-${last}`, file_unique_id: `voice-${last}-u`, duration: 12, file_size: 40_000 };
			return { update_id: last, message: { ...message, voice } };
		},
		photo: (userId, caption, replyTo) => {
			const { text: _text, ...message } = textUpdate(userId, caption, replyTo)['message'] as Record<string, unknown>;
			return { update_id: last, message: { ...message, caption, ...shownAs(itemCalled(`r${last}`, 'photo')) } };
		},
		album: (userId, words, { count, wordsAt, videos }) => {
			const group = String(last + 1);
			const items = Array.from({ length: count }, (_, index) =>
				itemCalled(`${group}-${index}`, videos.includes(index) ? 'video' : 'photo'),
			);
			const sent = items.map((item, index): Update => {
				const { text: caption, ...message } = textUpdate(userId, words)['message'] as Record<string, unknown>;
				const own = { media_group_id: group, ...shownAs(item), ...(index === wordsAt ? { caption } : {}) };
				return { update_id: last, message: { ...message, ...own } };
			});
			return { group, items, updateIds: sent.map(({ update_id }) => update_id), updates: sent };
		},
		press: (userId, messageId, data, shown) => ({
			update_id: (last += 1),
			callback_query: {
				id: `q${last}`,
				from: from(userId),
				message: {
					message_id: messageId,
					chat: chat(userId),
					date: 1,
					...(shown === undefined ? {} : { text: shown.text, caption: shown.caption }),
				},
				chat_instance: '1',
				data,
			},
		}),
	};
	function textUpdate(userId: number, text: string, replyTo?: number): Update {
		return {
			update_id: (last += 1),
			message: {
				message_id: 50_000 + last,
				from: from(userId),
				chat: chat(userId),
				date: Math.floor(clock.nowMs / 1_000),
				text,
				...(replyTo === undefined ? {} : { reply_to_message: { message_id: replyTo, chat: chat(userId), date: 1 } }),
			},
		};
	}
}
