/** Pieces that several pages share. */
import type { MaterialState } from '@copydesk/domain/material/machine';
import { html, type Html, type Part } from '../html.ts';
import { agoIn, chatLink, dayTime, type View } from '../view.ts';

/** A drawing of 16 pixels in the colour of its text. */
export const icon = (name: keyof typeof DRAWINGS): Html =>
	html`<svg class="icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" focusable="false">${DRAWINGS[name]}</svg>`;

const DRAWINGS = {
	now: html`<circle cx="8" cy="8" r="6.25" /><path d="M8 4.5V8l2.5 1.5" />`,
	plan: html`<rect x="2" y="3" width="12" height="11" rx="2" /><path d="M2 6.5h12M5.5 1.5V4M10.5 1.5V4" />`,
	posts: html`<rect x="2" y="2" width="5" height="5" rx="1" /><rect x="9" y="2" width="5" height="5" rx="1" /><rect
			x="2"
			y="9"
			width="5"
			height="5"
			rx="1"
		/><rect x="9" y="9" width="5" height="5" rx="1" />`,
	news: html`<path d="M2 3h9v10H3.5A1.5 1.5 0 0 1 2 11.5zM11 6h3v5.5A1.5 1.5 0 0 1 12.5 13H11M4.5 6h4M4.5 8.5h4" />`,
	figures: html`<path d="M2 14h12M4 14V9M8 14V3M12 14V6.5" />`,
	audit: html`<path d="M8 1.5 13.5 4v4c0 3-2.3 5.4-5.5 6.5C4.8 13.4 2.5 11 2.5 8V4z" /><path d="m5.5 8 1.8 1.8L10.7 6.3" />`,
	health: html`<path d="M1.5 8h3l1.5-4 3 8 1.5-4h4" />`,
	out: html`<path d="M6 3H3v10h10v-3M9 2.500h4.500V7M13 3 7.5 8.5" />`,
	leave: html`<path d="M6 2.500H3v11h3M10.5 5l3 3-3 3M13 8H6" />`,
	search: html`<circle cx="7" cy="7" r="4.5" /><path d="m10.5 10.5 3.5 3.5" />`,
	photo: html`<rect x="2" y="3" width="12" height="10" rx="1.5" /><path d="m2.5 12 3.5-4 2.5 2.500L10.5 8l3 3.5" />`,
} as const;

/** What a draft is at for a reader: its state, its plan and what went wrong in one word. */
export type Stage = MaterialState | 'planned' | 'stopped' | 'unconfirmed' | 'withdrawn';

export function stageOf(draft: {
	readonly state: MaterialState;
	readonly error_code: string | null;
	readonly plan?: string | null;
	readonly unconfirmed?: boolean;
	readonly withdrawn_at_ms?: number | null;
}): Stage {
	if (draft.unconfirmed === true) return 'unconfirmed';
	if (draft.withdrawn_at_ms !== null && draft.withdrawn_at_ms !== undefined) return 'withdrawn';
	if (draft.error_code !== null && (draft.state === 'text_generating' || draft.state === 'text_preparing')) return 'stopped';
	if (draft.plan !== null && draft.plan !== undefined && draft.state === 'claimed') return 'planned';
	return draft.state;
}

export const chip = ({ words }: View, stage: Stage): Html => html`<span class="chip ${stage}"><i></i>${words.states[stage]}</span>`;

/** The title of a draft, else the first words of its request. */
export const titleOf = (
	{ words }: View,
	draft: { readonly number: number; readonly title: string | null; readonly request: string | null },
): string =>
	draft.title ?? (draft.request === null ? words.draft(draft.number) : (draft.request.trim().split('\n')[0] ?? '').slice(0, 140));

/** A cover of 320 pixels, loaded when it comes into view; a drawing while there is none. */
export function thumbnail(
	draft: { readonly number: number; readonly version: number; readonly cover_asset_id: string | null },
	alt = '',
): Html {
	const { number, version, cover_asset_id: asset } = draft;
	if (asset === null) return html`<span class="cover none">${icon('photo')}</span>`;
	return html`<img
		class="cover"
		src="${pictureAddress(number, version, asset, 320)}"
		width="320"
		height="320"
		loading="lazy"
		decoding="async"
		alt="${alt}"
	/>`;
}

export const pictureAddress = (number: number, version: number, asset: string, width: 320 | 960): string =>
	`/pictures/${number}-${version}-${asset.slice(0, 16)}-${width}.webp`;

export const inChat = (view: View, number: number, label = view.words.openChat): Html => {
	const link = chatLink(view, number);
	return link === null ? html`` : html`<a class="button" href="${link}" rel="noreferrer" target="_blank">${label}${icon('out')}</a>`;
};

/** How long ago; the exact time for the pointer and for screen readers. */
export const since = (view: View, atMs: number): Html =>
	html`<time datetime="${new Date(atMs).toISOString()}" title="${dayTime(view, atMs)}">${agoIn(view, atMs)}</time>`;

export const moment = (view: View, atMs: number): Html =>
	html`<time datetime="${new Date(atMs).toISOString()}">${dayTime(view, atMs)}</time>`;

export const section = (id: string, title: string, count: number | null, note: string | null, body: Part): Html =>
	html`<section class="group" aria-labelledby="${id}">
		<h2 id="${id}">${title}${count === null ? '' : html` <b class="count">${count}</b>`}</h2>
		${note === null ? '' : html`<p class="note">${note}</p>`}${body}
	</section>`;

export const table = (caption: string, heads: readonly Part[], rows: readonly (readonly Part[])[], names = ''): Html =>
	html`<div class="scroller" role="group" aria-label="${caption}" tabindex="0">
		<table class="${names}">
			<caption class="hidden">
				${caption}
			</caption>
			<thead>
				<tr>
					${heads.map((head) => html`<th scope="col">${head}</th>`)}
				</tr>
			</thead>
			<tbody>
				${rows.map(
					(row) =>
						html`<tr>
							${row.map((cell) => html`<td>${cell}</td>`)}
						</tr>`,
				)}
			</tbody>
		</table>
	</div>`;

/** A link to this page with other parameters; an empty value leaves one out. */
export function linkWith(path: string, query: URLSearchParams, changed: Readonly<Record<string, string>>): string {
	const next = new URLSearchParams(query);
	for (const [name, value] of Object.entries(changed))
		if (value === '') next.delete(name);
		else next.set(name, value);
	const text = next.toString();
	return text === '' ? path : `${path}?${text}`;
}

export const select = (name: string, label: string, chosen: string, options: readonly (readonly [value: string, label: string])[]): Html =>
	html`<label class="field"
		><span>${label}</span
		><select name="${name}">
			${options.map(([value, text]) => html`<option value="${value}" ${value === chosen ? html` selected` : ''}>${text}</option>`)}
		</select></label
	>`;

/** Words of a person or a post, with their lines. */
export const said = (words: Part): Html => html`<span class="said">${words}</span>`;
