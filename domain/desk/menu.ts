/** The question what should change, by buttons: each says what a person might write. */
import type { Buttons, ChoiceAction, MenuAction } from '../chat/callback.ts';
import { PHOTO, isPhoto, lookSeen } from '../cover/template.ts';
import type { Look } from '../cover/template.ts';
import { TEMPLATE_VERSION } from '../limits.ts';
import type { Messages } from '../messages/messages.ts';
import { lookName } from '../messages/sentences.ts';
import { readFeedback } from '../revision/intent.ts';

interface Version {
	readonly draft_key: string;
	readonly version: number;
}

const rowsOf = (rows: readonly (readonly Buttons[number][number]['action'][])[], { draft_key, version }: Version): Buttons =>
	rows.map((row) => row.map((action) => ({ action, draft_key, version })));

/** Whether one title is wanted or three, of which one is chosen. */
export const titlesFor = (version: Version): Buttons => rowsOf([['one_title', 'three_titles']], version);

/** Which picture is wanted instead. @param hasBefore whether an earlier version had another one */
export const picturesFor = (version: Version, hasBefore: boolean): Buttons =>
	rowsOf([['draw_new', 'send_one'], ...(hasBefore ? [['picture_before'] as const] : [])], version);

/** What a version has beside what it shows: other titles, and the picture of an earlier one. */
export const choicesFor = (version: Version, titles: readonly string[], hasBefore: boolean): Buttons =>
	rowsOf([...TITLES.slice(0, titles.length).map((action) => [action]), ...(hasBefore ? [['picture_before'] as const] : [])], version);

const TITLES = ['title_1', 'title_2', 'title_3'] as const;

/** Below the question what should change. */
export const menuOf = (version: Version): Buttons =>
	rowsOf(
		[
			['other_picture', 'other_title'],
			['shorter', 'other_template'],
			['own_words', 'close'],
		],
		version,
	);

type Shown = Exclude<Look, 'cover'>;
type LookAction = `look_${'classic' | Exclude<Shown, typeof TEMPLATE_VERSION>}`;

const LOOKS: Readonly<Record<LookAction, Shown>> = {
	look_classic: TEMPLATE_VERSION,
	look_panel: 'panel',
	look_full: 'full',
	look_frame: 'frame',
	look_words: 'words',
	look_news: 'news',
	look_photo: PHOTO,
};
const lookActions = Object.keys(LOOKS) as LookAction[];

/** What a version does not show: the other templates and the picture as it is, two in a row. */
export function looksFor(version: Version & Parameters<typeof lookSeen>[0]): Buttons {
	const others = lookActions.filter((action) => LOOKS[action] !== lookSeen(version));
	const rows = Array.from({ length: Math.ceil(others.length / 2) }, (_, at) => others.slice(2 * at, 2 * at + 2));
	return rowsOf(rows, version);
}

/** What a choice stands for, as its person might have written it; null: the version does not have it. */
export function wordsOfChoice({ menu }: Messages, action: ChoiceAction, titles: readonly string[]): string | null {
	if (action === 'picture_before') return menu.says.before;
	const title = titles[TITLES.indexOf(action)];
	return title === undefined ? null : `${menu.says.named}: ${title}`;
}

/** What a button says, as its person might have written it; null: it asks something back. */
export function wordsOfMenu({ menu, settings }: Messages, action: MenuAction): string | null {
	switch (action) {
		case 'draw_new':
			return menu.says.picture;
		case 'one_title':
			return menu.says.title;
		case 'three_titles':
			return menu.says.titles;
		case 'shorter':
			return menu.says.shorter;
		case 'other_picture':
		case 'other_title':
		case 'other_template':
		case 'own_words':
			return null;
		default: {
			const template = LOOKS[action];
			if (isPhoto(template)) return menu.says.photo;
			const said = menu.says.template({ name: lookName({ settings }, template) });
			// Patterns read the names of some languages only, and each template by its own.
			return readFeedback(said).kind === 'template' ? said : menu.says.template({ name: template });
		}
	}
}
