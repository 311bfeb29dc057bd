import type { CoverText } from '../../services/renderer/src/render.ts';

/** Words of the covers that are measured; from one short line to three long ones. */
export const TEXTS: readonly CoverText[] = [
	{ title: 'What the first visit is for', subtitle: 'Three questions to bring along', category: 'Consultation' },
	{
		title: 'Seven habits that make a small garden look twice its size',
		subtitle: 'And the one that every visitor notices first',
		category: 'Home',
	},
	{ title: 'Rates stay', subtitle: '', category: 'News' },
	{
		title: 'Как выбрать велосипед для города и не пожалеть об этом весной',
		subtitle: 'Проверяем рост, раму и тормоза до покупки',
		category: 'Советы',
	},
	{ title: 'Bánh mì, phở và những món ăn sáng được yêu thích nhất', subtitle: 'Hướng dẫn ngắn cho người mới đến', category: 'Ẩm thực' },
	{
		title: 'The quiet return of the night train',
		subtitle: 'Where it runs, what it costs, and why the old sleeping cars are back',
		category: 'Travel',
	},
];

/** Lines of at most so many characters: the peers are spared the search for the size and the breaks. */
export function linesOf(text: string, mostCharacters: number): string[] {
	const lines: string[] = [];
	for (const word of text.split(' ')) {
		const last = lines.at(-1);
		if (last !== undefined && last.length + 1 + word.length <= mostCharacters) lines[lines.length - 1] = `${last} ${word}`;
		else if (word !== '') lines.push(word);
	}
	return lines;
}
