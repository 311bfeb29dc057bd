/** What every page is given: who looks, at what, in which language and zone. */
import type { Prices } from '@copydesk/domain/ai/prices';
import type { Approval } from '@copydesk/domain/material/approval';
import type { Messages } from '@copydesk/domain/messages/messages';
import type { Database } from '@copydesk/kit/database/types';
import type { Audit } from '../audit/audit.ts';
import type { Covers } from '../messenger/covers.ts';
import { linkTo } from '../notices/links.ts';
import type { Languages } from '../participants/languages.ts';
import type { Participant, Participants } from '../participants/participants.ts';
import type { Contract, UpdatesCheck } from '../version.ts';
import { safeAddress, type Html } from './html.ts';
import type { Words } from './words/words.ts';

export const viewNames = ['now', 'plan', 'posts', 'news', 'figures', 'audit', 'health'] as const;
export type ViewName = (typeof viewNames)[number];

/** What the board uses of the service. */
export interface BoardParts {
	readonly db: Database;
	readonly participants: Participants;
	readonly audit: Audit;
	readonly languages: Languages;
	readonly covers: Pick<Covers, 'fetch'>;
	readonly timeZone: string;
	readonly contract: { now(): Promise<Contract> };
	readonly updates: { check?: () => UpdatesCheck };
	readonly nowMs: () => number;
}

export interface View {
	readonly db: Database;
	readonly parts: BoardParts;
	readonly person: Participant;
	readonly people: readonly Participant[];
	readonly words: Words;
	/** The language that `words` is in. */
	readonly language: string;
	/** What the chat says of states and problems, in the language of `words`. */
	readonly messages: Messages;
	readonly timeZone: string;
	readonly nowMs: number;
	/** The bot's name, without @; null while the messenger does not say. */
	readonly bot: string | null;
	readonly channelId: number;
	readonly prices: Prices | undefined;
	readonly approval: Approval;
	readonly query: URLSearchParams;
}

export interface Page {
	readonly title: string;
	readonly view: ViewName | null;
	readonly body: Html;
	/** Below the title. */
	readonly note?: string | undefined;
	/** Beside the title. */
	readonly tools?: Html;
	/** A page without the menu, for the printer. */
	readonly bare?: boolean;
}

/** Anything else that is answered. */
export interface Bytes {
	readonly type: string;
	readonly bytes: Buffer;
	readonly fileName: string;
}

export const nameOf = ({ people, words }: Pick<View, 'people' | 'words'>, userId: number | null): string =>
	userId === null ? words.nobody : (people.find((each) => each.userId === userId)?.displayName ?? words.someone(userId));

/** Shows the draft in the chat. */
export const chatLink = (view: Pick<View, 'bot'>, number: number): string | null => startLink(view, String(number));

/** Opens the chat; the bot answers what the link names. */
export const startLink = ({ bot }: Pick<View, 'bot'>, about: string): string | null =>
	bot === null ? null : `https://t.me/${bot}?start=${about}`;

/** A post in the channel; null while its number is not known. */
export const postLink = ({ channelId }: Pick<View, 'channelId'>, messageId: number | null): string | null =>
	messageId === null || messageId <= 0 ? null : linkTo(channelId, messageId);

export const hostOf = (address: string | null): string | null => {
	const safe = safeAddress(address);
	return safe === undefined ? null : new URL(safe).hostname.replace(/^www\./, '');
};

const formats = new Map<string, Intl.DateTimeFormat>();

/** A moment in the desk's zone. */
export function timeIn({ words, timeZone }: Pick<View, 'words' | 'timeZone'>, atMs: number, options: Intl.DateTimeFormatOptions): string {
	const key = JSON.stringify([words.locale, timeZone, options]);
	const format = formats.get(key) ?? new Intl.DateTimeFormat(words.locale, { ...options, timeZone });
	formats.set(key, format);
	return format.format(atMs);
}

export const dayTime = (view: Pick<View, 'words' | 'timeZone'>, atMs: number): string =>
	timeIn(view, atMs, { day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit' });

export const clock = (view: Pick<View, 'words' | 'timeZone'>, atMs: number): string =>
	timeIn(view, atMs, { hour: '2-digit', minute: '2-digit' });

/** How long ago, in one unit. */
export function agoIn({ words: { ago }, nowMs }: Pick<View, 'words' | 'nowMs'>, atMs: number): string {
	const minutes = Math.floor((nowMs - atMs) / 60_000);
	if (minutes < 1) return ago.now;
	if (minutes < 60) return ago.minutes(minutes);
	return minutes < 48 * 60 ? ago.hours(Math.floor(minutes / 60)) : ago.days(Math.floor(minutes / 1_440));
}
