/** The question what should change, by buttons: each says what a person might write. */
import type { Buttons, MenuAction } from '../chat/callback.ts';
import { PHOTO, isPhoto, lookOf } from '../cover/template.ts';
import type { Look } from '../cover/template.ts';
import type { Messages } from '../messages/messages.ts';

interface Version {
	readonly draft_key: string;
	readonly version: number;
}

const rowsOf = (rows: readonly (readonly Buttons[number][number]['action'][])[], { draft_key, version }: Version): Buttons =>
	rows.map((row) => row.map((action) => ({ action, draft_key, version })));

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

type LookAction = Extract<MenuAction, `look_${string}`>;

const LOOKS: Readonly<Record<LookAction, Exclude<Look, 'cover'>>> = {
	look_classic: 'ff-square-0.1',
	look_panel: 'panel',
	look_full: 'full',
	look_frame: 'frame',
	look_words: 'words',
	look_news: 'news',
	look_photo: PHOTO,
};
const lookActions = Object.keys(LOOKS) as LookAction[];

/** What a version does not show: the other templates and the picture as it is, two in a row. */
export function looksFor(version: Version & { readonly cover_template: string | null }): Buttons {
	const others = lookActions.filter((action) => LOOKS[action] !== lookOf(version.cover_template));
	const rows = Array.from({ length: Math.ceil(others.length / 2) }, (_, at) => others.slice(2 * at, 2 * at + 2));
	return rowsOf(rows, version);
}

/** What a button says, as its person might have written it; null: it asks something back. */
export function wordsOfMenu({ menu, settings }: Messages, action: MenuAction): string | null {
	switch (action) {
		case 'other_picture':
		case 'draw_new':
			return menu.says.picture;
		case 'other_title':
			return menu.says.title;
		case 'shorter':
			return menu.says.shorter;
		case 'other_template':
		case 'own_words':
			return null;
		default: {
			const template = LOOKS[action];
			return isPhoto(template) ? menu.says.photo : menu.says.template({ name: settings.values[template] ?? template });
		}
	}
}
