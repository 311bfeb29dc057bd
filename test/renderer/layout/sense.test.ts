import { expect } from 'chai';
import { loadTypeface } from '../../../services/renderer/src/fonts/typeface.ts';
import { fit, type FitRule } from '../../../services/renderer/src/layout/fit.ts';
import { ffSquare } from '../../../services/renderer/src/template/ffSquare.ts';
import { samples } from '../../support/coverTexts.ts';

const { title, marginPx, sizePx } = ffSquare;
const rule: FitRule = { ...title, style: { faces: loadTypeface().title, trackingEm: title.trackingEm }, widthPx: sizePx - 2 * marginPx };
const HEIGHT_PX = 290;

const set = (text: string, widthPx: number, keepsSense = true) => fit(text, { ...rule, widthPx, keepsSense }, HEIGHT_PX);

function sizeOf(text: string, keepsSense: boolean): number | undefined {
	const fitted = set(text, rule.widthPx, keepsSense);
	return 'message' in fitted ? undefined : fitted.fontPx;
}

function linesOf(text: string, widthPx: number, keepsSense = true): readonly string[] | undefined {
	const fitted = set(text, widthPx, keepsSense);
	return 'message' in fitted ? undefined : fitted.lines.map((line) => line.text);
}

/** Wherever the lines may break: each of these widths gives other ones. */
const widths = Array.from({ length: 60 }, (_, i) => sizePx - 2 * marginPx - 6 * i);

describe('A title', () => {
	// Each with what must not be on two lines.
	const together: readonly [string, readonly string[]][] = [
		['Bakers bake 34 loaves before dawn on 20 June 2026', ['34 loaves', '20 June']],
		['The night market by the river opens on June 20, and stays', ['June 20']],
		['Ночной рынок у реки откроется 20 июня и останется', ['20 июня']],
		['Am Fluss öffnet am 20. Juni der Markt der Stadt', ['20. Juni']],
		['Le marché du fleuve ouvre le 20 juin pour tout un été', ['20 juin']],
		['Chợ đêm bên sông mở cửa ngày 20 tháng 6 năm nay', ['ngày 20', '20 tháng', 'tháng 6']],
		['Η αγορά δίπλα στο ποτάμι ανοίγει στις 20 Ιουνίου φέτος', ['20 Ιουνίου']],
		['Řeka zaplavila trh 20. června po dlouhém dešti', ['20. června']],
		['Nehir kıyısındaki pazar 20 Haziran günü açılıyor', ['20 Haziran']],
		['The new track is 12 km long and costs 30 % less', ['12 km', '30 %']],
		['Жители дома № 5 собрали за неделю 1 500 ₽ на сад', ['№ 5', '500 ₽']],
		['A ticket for € 30, a coat for $ 1,200: what lasts', ['€ 30', '$ 1,200']],
		['J. R. R. Tolkien and C. S. Lewis: a friendship in letters', ['C. S. Lewis', 'J. R. R. Tolkien']],
		['Dr. Smith will see you now in St. Petersburg', ['Dr. Smith', 'St. Petersburg']],
		['Письма Л. Н. Толстого к жене: что осталось за кадром', ['Л. Н. Толстого']],
		['Улица им. Ю. А. Гагарина станет пешеходной', ['Ю. А. Гагарина']],
		['Как живёт г. Мышкин: музей, мыши и туристы', ['г. Мышкин']],
	];
	for (const [text, pairs] of together) {
		it(`keeps ${pairs.join(', ')} together: ${text}`, () => {
			for (const widthPx of widths) {
				const lines = linesOf(text, widthPx);
				for (const pair of pairs)
					expect(lines?.some((line) => line.includes(pair)) ?? true, `${widthPx} px: ${lines?.join(' | ')}`).to.equal(true);
			}
		});
	}

	const capitals: readonly (readonly [string, RegExp])[] = [
		['Life in The Hague in winter', /\bThe$/],
		['Life above La Paz in winter', /\bLa$/],
		['Slow life under El Paso in winter', /\bEl$/],
		['Жизнь над Ла Пасом зимой', / Ла$/],
	];
	for (const [text, atEnd] of capitals) {
		it(`ends no line on a short capital word: ${text}`, () => {
			for (const widthPx of widths) for (const line of linesOf(text, widthPx) ?? []) expect(line, `${widthPx} px`).not.to.match(atEnd);
		});
	}

	it('keeps the groups of a number together in the templates that join digits', () => {
		for (const widthPx of widths) {
			const fitted = fit('Отпуск на 15 000 рублей дороже', { ...rule, widthPx, joinsDigits: true }, HEIGHT_PX);
			if ('message' in fitted) throw new Error(fitted.message);
			expect(
				fitted.lines.some(({ text }) => text.includes('15 000')),
				`${widthPx} px`,
			).to.equal(true);
		}
	});

	it('loses no more sizes for its sense than its template allows', () => {
		const sizes = [undefined, 2, 0].map((mostStepsForSense) => {
			const fitted = fit(
				'100 000 000 000 000 €',
				{ ...rule, joinsDigits: true, ...(mostStepsForSense === undefined ? {} : { mostStepsForSense }) },
				HEIGHT_PX,
			);
			return 'message' in fitted ? fitted.message : fitted.fontPx;
		});
		expect(sizes).to.deep.equal([88, 140, 140]);
	});

	it('of the gallery is set as large as before where nothing is parted', () => {
		for (const { title: text } of samples) expect(sizeOf(text, true), text).to.equal(sizeOf(text, false));
	});

	it('of the gallery leaves no word of one letter at the end of a line', () => {
		for (const { title: text } of samples) for (const line of linesOf(text, rule.widthPx) ?? []) expect(line).not.to.match(/\s\p{L}$/u);
	});

	const letters: readonly string[] = [
		'Žluťoučký kůň a ďábelské ódy nad řekou',
		'Spacer w lesie i cisza o świcie',
		'Как снег лёг в горах и у реки',
		'Ліс у тумані, їжак і тиша',
		'A walk in a wood',
	];
	for (const text of letters) {
		it(`loses at most two sizes so that no word of one letter hangs: ${text}`, () => {
			const { ladderPx } = rule;
			for (const widthPx of widths) {
				const [kept, free] = [set(text, widthPx), set(text, widthPx, false)];
				if (!('message' in kept) && !('message' in free))
					expect(ladderPx.indexOf(kept.fontPx) - ladderPx.indexOf(free.fontPx), `${widthPx} px`).to.be.within(0, 2);
			}
		});
	}

	const hanging: readonly (readonly [string, readonly string[]])[] = [
		[
			'Три истории людей, которые переехали из мегаполиса в деревню',
			['Три истории людей,', 'которые переехали', 'из мегаполиса в деревню'],
		],
		['Чай или кофе? Врачи ответили на главный вопрос утра', ['Чай или кофе? Врачи', 'ответили на главный', 'вопрос утра']],
		['Як підготувати дім до зими і не збанкрутувати на опаленні', ['Як підготувати дім до зими', 'і не збанкрутувати', 'на опаленні']],
	];
	for (const [text, lines] of hanging) {
		it(`is set smaller rather than leave a preposition at the end of a line: ${text}`, () => {
			expect(linesOf(text, rule.widthPx)).to.deep.equal(lines);
		});
	}

	it('is set smaller rather than begin a line with a dash', () => {
		const lines = linesOf('«Мы не знали, что это — навсегда»: история одной семьи из Твери', rule.widthPx)!;
		for (const line of lines) expect(line).not.to.match(/^—/u);
	});

	it('takes another line of the same size rather than leave a word of one letter at the end of one', () => {
		expect(linesOf('Žluťoučký kůň a ďábelské ódy nad řekou', rule.widthPx)).to.deep.equal(['Žluťoučký', 'kůň a ďábelské', 'ódy nad řekou']);
	});

	it('is set as it can be where there is no other way: a rule of taste refuses nothing', () => {
		for (const text of ['A The In Of Up At By No So To We Us '.repeat(2).trim(), '34 loaves '.repeat(9).trim(), `20 ${'W'.repeat(19)}`])
			expect(linesOf(text, rule.widthPx), text).to.have.length.at.least(1);
	});

	it('that ends a sentence with a year may begin the next one on a new line', () => {
		expect(linesOf('They left the valley in 2026. Who came back?', 800)).to.deep.equal([
			'They left the',
			'valley in 2026.',
			'Who came back?',
		]);
	});
});
