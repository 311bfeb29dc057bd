import { expect } from 'chai';

import { coverRequest } from '../../../domain/cover/cover.ts';
import { coverWords, wordsOnCover } from '../../../domain/cover/signs.ts';

describe('the words of a cover', () => {
	const cases: readonly (readonly [text: string, onCover: string, ...leftOut: string[]])[] = [
		['Roses 🌹', 'Roses', '🌹'],
		['🎉 We open', 'We open', '🎉'],
		['Roses 🌹 bloom 🎉🎉 now', 'Roses bloom now', '🌹', '🎉', '🎉'],
		['H⚡ello', 'Hello', '⚡'],
		['Caf☕☕é', 'Café', '☕', '☕'],
		['Ро🌹зы', 'Розы', '🌹'],
		['100🌹200', '100 200', '🌹'],
		['Roses.🌹Tulips', 'Roses. Tulips', '🌹'],
		['We open 🎉!', 'We open!', '🎉'],
		['Play (🎸 only)', 'Play (only)', '🎸'],
		['By 👩🏽‍⚕️ and 🏴󠁧󠁢󠁥󠁮󠁧󠁿 to 🇫🇷', 'By and to', '👩🏽‍⚕️', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '🇫🇷'],
		['Flights ✈ from May ☎️', 'Flights from May', '✈', '☎️'],
		['5️⃣ roses ❤️', '5 roses ❤'],
		['★ №1 © 2026 — “a”', '★ №1 © 2026 — “a”'],
		['Розы 🌹 цветут', 'Розы цветут', '🌹'],
		['שלום  ♻ 🌹', 'שלום  ♻', '🌹'],
		['हिन्दी क्‍ष', 'हिन्दी क्‍ष'],
		['e🏻', 'e🏻'],
	];
	for (const [text, onCover, ...leftOut] of cases)
		it(`of "${text}" are "${onCover}"`, () => expect(coverWords(text, 'title')).to.deep.equal({ text: onCover, leftOut }));

	it('are those of the request, and the material keeps its own', () => {
		const subject = { draft_key: 'p1', version: 1, title: 'Roses 🌹', subtitle: '🎉', category: 'Garden 🌹', source_image_id: null };
		expect(coverRequest(subject, 'UTC')).to.include({ title: 'Roses', subtitle: '', category: 'Garden' });
		expect(wordsOnCover(subject).leftOut).to.deep.equal(['🌹', '🎉']);
	});

	it('stay where a title would have none left, so that it is refused, and letters stay', () => {
		const none = { title: '🌹 !', subtitle: '', category: '' };
		expect(wordsOnCover(none)).to.deep.equal({ ...none, leftOut: [] });
		expect(coverWords('سلام ሰላም', 'title').leftOut).to.deep.equal([]);
	});
});
