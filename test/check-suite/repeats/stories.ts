/**
 * Posts of a channel, each with five texts that come later, in a file for each set. A post begins with `== <language> <its name>`,
 * then its title and its body. Behind it: `=` the same in other words, `~` the same story of another house, `x` the same in the
 * other language, `>` what happened next, `!` something else that looks alike.
 */
import { readFileSync } from 'node:fs';

export const kindsOfLater = {
	'=': 'in other words',
	'~': 'another house',
	x: 'other language',
	'>': 'follow-up',
	'!': 'near miss',
} as const;
export type Mark = keyof typeof kindsOfLater;

/** Each was written before the rules were held against it; what the first look found is in `docs/measured.md`. */
export const repeatSets = ['first', 'second'] as const;
export type RepeatSet = (typeof repeatSets)[number];

export interface Story {
	readonly set: RepeatSet;
	readonly key: string;
	readonly language: 'en' | 'ru';
	readonly title: string;
	readonly body: string;
}

export interface Later {
	readonly story: Story;
	readonly mark: Mark;
	readonly text: string;
}

export const isRepeat = ({ mark }: Later): boolean => mark === '=' || mark === '~' || mark === 'x';

export function storiesIn(set: RepeatSet): { readonly stories: readonly Story[]; readonly later: readonly Later[] } {
	const [, ...parts] = readFileSync(new URL(`${set}.txt`, import.meta.url), 'utf8').split(/^== /m);
	const read = parts.map((part) => {
		const [head = '', title = '', body = '', ...lines] = part.split('\n');
		const [language, key = ''] = head.split(' ');
		const story: Story = { set, key, language: language === 'ru' ? 'ru' : 'en', title, body };
		const later = lines.flatMap((line): Later[] => {
			const [, mark, text = ''] = /^([=~x>!]) (.+)$/.exec(line) ?? [];
			return mark === undefined ? [] : [{ story, mark: mark as Mark, text }];
		});
		return { story, later };
	});
	return { stories: read.map(({ story }) => story), later: read.flatMap(({ later }) => later) };
}
