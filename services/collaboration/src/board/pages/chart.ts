/** A bar chart as SVG, and the same numbers as a table below it. */
import { html, type Html } from '../html.ts';
import type { Words } from '../words/words.ts';
import { table } from './parts.ts';

export interface Bar {
	readonly label: string;
	readonly value: number;
}

const [WIDTH, HEIGHT, TOP, BOTTOM] = [560, 190, 22, 24];

/** A round number at or above the largest value, so that the axis has plain steps. */
function ceilingOf(most: number): number {
	const power = 10 ** Math.floor(Math.log10(Math.max(1, most)));
	return [1, 2, 4, 5, 10].map((step) => step * power).find((each) => each >= most) ?? 10 * power;
}

export function chart(words: Words, id: string, title: string, bars: readonly Bar[], names = ''): Html {
	const most = Math.max(0, ...bars.map(({ value }) => value));
	const ceiling = Math.max(2, ceilingOf(most));
	const step = WIDTH / Math.max(1, bars.length);
	const wide = Math.min(34, step * 0.62);
	const space = HEIGHT - TOP - BOTTOM;
	const line = (share: number) => {
		const y = TOP + space * (1 - share);
		return html`<line class="axis" x1="0" x2="${WIDTH}" y1="${y}" y2="${y}" />`;
	};
	const drawn = bars.map(({ label, value }, at) => {
		const [x, tall] = [at * step + (step - wide) / 2, (space * value) / ceiling];
		const middle = (x + wide / 2).toFixed(1);
		const text = at % 2 === (bars.length - 1) % 2 ? html`<text x="${middle}" y="${HEIGHT - 6}" text-anchor="middle">${label}</text>` : '';
		const above =
			value === 0
				? ''
				: html`<text class="value" x="${middle}" y="${(TOP + space - tall - 6).toFixed(1)}" text-anchor="middle"
						>${words.number(value)}</text
					>`;
		return html`<rect
				class="${names}"
				x="${x.toFixed(1)}"
				y="${(TOP + space - tall).toFixed(1)}"
				width="${wide.toFixed(1)}"
				height="${tall.toFixed(1)}"
				rx="3"
			/>${above}${text}`;
	});
	return html`<section class="sheet chart" aria-labelledby="${id}">
		<h2 id="${id}">${title}</h2>
		<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${title}">${[0, 0.5, 1].map(line)}${drawn}</svg>
		<details>
			<summary>${words.figures.table}</summary>
			${table(
				title,
				[words.figures.week, title],
				bars.map(({ label, value }) => [label, words.number(value)]),
				'numbers',
			)}
		</details>
	</section>`;
}
