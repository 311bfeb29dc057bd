import type { ShownPost } from '@copydesk/domain/caption/shown';
import type { Buttons, CallbackAction } from '@copydesk/domain/chat/callback';
import { callbackData } from '@copydesk/domain/chat/callback';
import { linkShown } from '@copydesk/domain/chat/links';
import { isOfPanel } from '@copydesk/domain/chat/panel';
import { panelButtonText } from '@copydesk/domain/messages/settings';
import { draftLabel, timeName } from '@copydesk/domain/messages/sentences';
import type { Called } from '@copydesk/domain/messages/sentences';
import type { Messages } from '@copydesk/domain/messages/messages';
import { MINUTE_MS } from '@copydesk/domain/schedule/zone';
import type { ItemRef } from '@copydesk/domain/news/item';

interface Version {
	readonly draft_key: string;
	readonly version: number;
	readonly plan?: number;
}

const button = ({ buttons }: Messages, action: CallbackAction, { draft_key, version, plan }: Version) => ({
	text: buttons[action],
	callback_data: callbackData({ action, draftKey: draft_key, version, ...(plan === undefined ? {} : { plan }) }),
});

export interface Keyboard {
	readonly inline_keyboard: readonly (readonly object[])[];
}

/** The link buttons of a post in the channel; undefined if it has none. */
export const linksBelow = ({ buttons }: Pick<ShownPost, 'buttons'>): Keyboard | undefined =>
	buttons.length === 0 ? undefined : { inline_keyboard: buttons.map(({ text, url }) => [{ text, url }]) };

/**
 * @param canPlan whether a time can be chosen
 * @param label the text of the Publish button, if one press is not enough
 */
export function previewKeyboard(messages: Messages, version: Version, canPlan: boolean, label = messages.buttons.publish): Keyboard {
	const publish = { ...button(messages, 'publish', version), text: label };
	return {
		inline_keyboard: [
			canPlan ? [publish, button(messages, 'later', version)] : [publish],
			[button(messages, 'feedback', version), button(messages, 'reject', version)],
		],
	};
}

/** Buttons below a copy of a planned version. @param goesOut the time, in words */
export function plannedKeyboard(messages: Messages, version: Version, goesOut: string): Keyboard {
	return {
		inline_keyboard: [
			[{ ...button(messages, 'later', version), text: `🕒 ${goesOut}` }],
			[button(messages, 'publish_now', version)],
			[{ ...button(messages, 'later', version), text: messages.plans.otherTime }, button(messages, 'take_off', version)],
		],
	};
}

/** Buttons below a copy that was not published at its time. */
export function missedKeyboard(messages: Messages, version: Version): Keyboard {
	return {
		inline_keyboard: [
			[button(messages, 'publish_now', version)],
			[button(messages, 'next_slot', version), button(messages, 'take_off', version)],
		],
	};
}

/** A button that agrees to publish, at a time that somebody else named. @param goesOutMs null: at once */
export function agreeKeyboardRow(
	{ draft_key, version }: Version,
	text: string,
	goesOutMs: number | null,
	isPlanned: boolean,
): readonly object[] {
	const about = { draftKey: draft_key, version };
	const data =
		goesOutMs === null
			? callbackData({ action: isPlanned ? 'publish_now' : 'publish', ...about })
			: callbackData({ action: 'at', ...about, minute: Math.floor(goesOutMs / MINUTE_MS) });
	return [{ text, callback_data: data }];
}

/** The time that a person named for a post. */
export const planKeyboardRow = (messages: Messages, { draft_key, version }: Version, atMs: number, timeZone: string): readonly object[] => [
	{
		text: messages.plans.planFor({ at: timeName(messages, timeZone, atMs) }),
		callback_data: callbackData({ action: 'at', draftKey: draft_key, version, minute: Math.floor(atMs / MINUTE_MS) }),
	},
];

/** Times to choose from; they replace the buttons of a copy. */
export function timesKeyboard(
	messages: Messages,
	version: Version,
	times: readonly { readonly atMs: number; readonly name: string }[],
): object {
	const { draft_key: draftKey, version: number } = version;
	return {
		inline_keyboard: [
			...times.map(({ atMs, name }) => [
				{ text: name, callback_data: callbackData({ action: 'at', draftKey, version: number, minute: Math.floor(atMs / MINUTE_MS) }) },
			]),
			[button(messages, 'other_time', version), button(messages, 'not_later', version)],
		],
	};
}

/** Names of drafts, by key. */
export type CalledDrafts = ReadonlyMap<string, Called>;

/** The drafts to which the buttons of a list belong; empty if all belong to one draft. */
export function draftsListed(rows: Buttons): readonly string[] {
	const ofDrafts = rows.flat().filter(({ action }) => !isOfPanel(action));
	const keys = [...new Set(ofDrafts.map(({ draft_key }) => draft_key))];
	return keys.length > 1 ? keys : [];
}

/** If several drafts have buttons, each draft has a row: its first button names the draft, the others begin with its number. */
export function keyboardOf(
	messages: Messages,
	rows: Buttons,
	{ listed = new Map(), links = [] }: { readonly listed?: CalledDrafts; readonly links?: readonly string[] } = {},
): object {
	const buttonOf = (each: Buttons[number][number], index: number) => {
		const { action, ...version } = each;
		const plain = button(messages, action, version);
		const ofPanel = panelButtonText(messages, each);
		if (ofPanel !== null) return { ...plain, text: ofPanel };
		// Its version is the number of the draft, or the place of the post.
		if (action === 'week_one') return { ...plain, text: `${plain.text} ${version.version}` };
		if (action === 'change_it') return { ...plain, text: `${plain.text} (${version.version})` };
		const link = links.length > 1 && action === 'read_link' ? links[version.version - 1] : undefined;
		if (link !== undefined) return { ...plain, text: messages.readLink({ link: linkShown(link) }) };
		// The message already names its draft.
		if (action === 'show_it') return plain;
		const draft = listed.get(version.draft_key);
		if (draft === undefined) return plain;
		return { ...plain, text: index > 0 ? `${draft.number}: ${plain.text}` : draftLabel(draft, action === 'show' ? null : plain.text) };
	};
	return {
		inline_keyboard: rows.flatMap((row) => {
			const buttons = row.map(buttonOf);
			const isNamed = row[0] !== undefined && listed.has(row[0].draft_key);
			return isNamed && buttons.length > 1 ? [buttons.slice(0, 1), buttons.slice(1)] : [buttons];
		}),
	};
}

export function resumeKeyboard(messages: Messages, version: Version): object {
	return { inline_keyboard: [[button(messages, 'resume', version)]] };
}

export function sendAgainKeyboard(messages: Messages, message: Version): object {
	return { inline_keyboard: [[button(messages, 'send_again', message)]] };
}

/**
 * @param had the draft that told the same before
 * @param isKnown whether the reader wanted the card knowing of it, and is not asked again
 */
export function cardKeyboard(messages: Messages, { batch_key, item }: ItemRef, had?: Version, isKnown = false): Keyboard {
	const of = (action: 'take' | 'skip') => ({
		text: messages.buttons[action],
		callback_data: callbackData({ action, draftKey: batch_key, version: 1, item }),
	});
	const anyway = button(messages, 'take_anyway', { draft_key: batch_key, version: item });
	if (isKnown) return { inline_keyboard: [[{ ...anyway, text: messages.buttons.take }, of('skip')]] };
	if (had === undefined) return { inline_keyboard: [[of('take'), of('skip')]] };
	return { inline_keyboard: [[anyway], [button(messages, 'show_it', had), of('skip')]] };
}

/** A button that sends the missing cards of a batch to the person who presses it. */
export function sendCardsKeyboard({ news }: Messages, { batch_key, item }: ItemRef): object {
	const callback_data = callbackData({ action: 'absent', draftKey: batch_key, version: 1, item });
	return { inline_keyboard: [[{ text: news.sendCards, callback_data }]] };
}

export const noKeyboard = { inline_keyboard: [] } as const;
