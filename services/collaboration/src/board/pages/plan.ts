/** A week or a month in the desk's zone: what is planned, what was published, which slots are free. */
import { freeSlots, parseSlots } from '@copydesk/domain/schedule/slots';
import { dayAt, daysLater, momentAtOrAfter, wallTimeAt, weekdayOf, type WallDay } from '@copydesk/domain/schedule/zone';
import type { MaterialState } from '@copydesk/domain/material/machine';
import { readSchedule } from '../../plans/schedule.ts';
import { html, type Html } from '../html.ts';
import { plannedBetween, proposedBetween, publishedBetween } from '../reads/plan.ts';
import { clock, startLink, timeIn, type Page, type View } from '../view.ts';
import { thumbnail, titleOf } from './parts.ts';

const MOST_SLOTS = 60;
const PER_MONTH_DAY = 4;
const IN_HAND: readonly MaterialState[] = ['text_generating', 'text_preparing', 'ready', 'awaiting_feedback'];

interface Entry {
	readonly atMs: number;
	readonly kind: 'planned' | 'published' | 'missed' | 'proposed' | 'free';
	/** Of a proposal that is no draft yet. */
	readonly subject?: string;
	readonly post?: {
		readonly number: number;
		readonly version: number;
		readonly title: string | null;
		readonly request: string | null;
		readonly cover_asset_id: string | null;
	};
}

const keyOf = ({ year, month, day }: WallDay): string => `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;

/** A day of the address, if the calendar has it within some years of now. */
function dayIn(text: string | null, today: WallDay): WallDay {
	const [, year = 0, month = 0, day = 0] = (/^(\d{4})-(\d{2})-(\d{2})$/.exec(text ?? '') ?? []).map(Number);
	const given = { year, month, day };
	const isDay = keyOf(daysLater({ ...given, month: Math.max(1, month) }, 0)) === keyOf(given);
	return isDay && Math.abs(year - today.year) <= 20 ? given : today;
}

export async function planPage(view: View): Promise<Page> {
	const { words, timeZone, nowMs, query } = view;
	const today = wallTimeAt(nowMs, timeZone);
	const isMonth = query.get('span') === 'month';
	const chosen = dayIn(query.get('day'), today);
	const monday = (day: WallDay): WallDay => daysLater(day, 1 - weekdayOf(day));
	const first = isMonth ? { ...chosen, day: 1 } : monday(chosen);
	const from = monday(first);
	const lastOfMonth = daysLater({ year: first.month === 12 ? first.year + 1 : first.year, month: (first.month % 12) + 1, day: 1 }, -1);
	const count = isMonth ? (weekdayOf(first) - 1 + lastOfMonth.day > 35 ? 42 : weekdayOf(first) - 1 + lastOfMonth.day > 28 ? 35 : 28) : 7;
	const days = Array.from({ length: count }, (_, at) => daysLater(from, at));
	const start = (day: WallDay): number =>
		momentAtOrAfter({ ...day, hour: 0, minute: 0 }, timeZone) ?? Date.UTC(day.year, day.month - 1, day.day);
	const entries = await entriesBetween(view, start(from), start(daysLater(from, count)));
	const [earlier, later] = isMonth ? [daysLater(first, -1), daysLater(lastOfMonth, 1)] : [daysLater(from, -7), daysLater(from, 7)];
	const span = isMonth ? 'month' : 'week';
	const to = (day: WallDay, of: string) => `/plan?span=${of}&day=${keyOf(day)}`;
	const named = (day: WallDay, options: Intl.DateTimeFormatOptions) =>
		timeIn({ ...view, timeZone: 'UTC' }, Date.UTC(day.year, day.month - 1, day.day, 12), options);
	const title = isMonth
		? named(first, { month: 'long', year: 'numeric' })
		: [named(from, { day: 'numeric', month: 'long' }), named(daysLater(from, 6), { day: 'numeric', month: 'long', year: 'numeric' })].join(
				' – ',
			);
	const isOther = (day: WallDay) => isMonth && day.month !== first.month;
	return {
		title,
		view: 'plan',
		note: words.plan.zone(timeZone),
		tools: html`<div class="bar">
			<span class="joined"
				><a class="button" href="${to(chosen, 'week')}" ${isMonth ? '' : html` aria-current="true"`}>${words.plan.week}</a
				><a class="button" href="${to(chosen, 'month')}" ${isMonth ? html` aria-current="true"` : ''}>${words.plan.month}</a></span
			><span class="joined"
				><a class="button" rel="prev" href="${to(earlier, span)}">${words.plan.earlier}</a
				><a class="button" href="/plan?span=${span}">${isMonth ? words.plan.thisMonth : words.plan.thisWeek}</a
				><a class="button" rel="next" href="${to(later, span)}">${words.plan.later}</a></span
			>
		</div>`,
		body: html`<div class="${span}">
				<ol class="days">
					${days.map((day) => {
						const own = entries.filter(({ atMs }) => dayAt(atMs, timeZone) === keyOf(day));
						const names = [
							keyOf(day) === keyOf(today) ? 'today' : '',
							isOther(day) ? 'other' : '',
							own.length === 0 ? 'bare-day' : '',
						].join(' ');
						const shown = isMonth ? own.filter(({ kind }) => kind !== 'free').slice(0, PER_MONTH_DAY) : own;
						const more = isMonth ? own.filter(({ kind }) => kind !== 'free').length - shown.length : 0;
						return html`<li class="day ${names}">
							<h2>
								<span>${named(day, { weekday: 'short' })}</span> <b>${day.day}</b>${keyOf(day) === keyOf(today) || day.day === 1
									? html` <span>${named(day, { month: 'short' })}</span>`
									: ''}
							</h2>
							${shown.map((entry) => entryOf(view, entry, isMonth))}${more > 0
								? html`<a class="note" href="${to(day, 'week')}">${words.plan.more(more)}</a>`
								: ''}
						</li>`;
					})}
				</ol>
			</div>
			<p class="legend">
				<span><i></i>${words.plan.planned}</span><span><i class="published"></i>${words.plan.published}</span
				><span><i class="proposed"></i>${words.plan.proposed}</span>${isMonth
					? ''
					: html`<span><i class="free"></i>${words.plan.free}</span><span>${words.plan.slots}</span>`}
			</p>`,
	};
}

async function entriesBetween({ db, nowMs, timeZone }: View, fromMs: number, toMs: number): Promise<readonly Entry[]> {
	const planned = (await plannedBetween(db, fromMs, toMs)).map(
		(post): Entry => ({ atMs: post.at_ms, kind: post.plan === 'missed' ? 'missed' : 'planned', post }),
	);
	const published = (await publishedBetween(db, fromMs, toMs))
		.filter(({ corrects }) => corrects === null)
		.map((post): Entry => ({ atMs: post.at_ms, kind: 'published', post }));
	// Once it is claimed, published or rejected, its own entry tells of it, or nothing does.
	const proposed = (await proposedBetween(db, Math.max(fromMs, nowMs), toMs))
		.filter(({ state }) => state === null || IN_HAND.includes(state))
		.map(({ number, version, at_ms: atMs, subject, ...post }): Entry => {
			if (number === null || version === null) return { atMs, kind: 'proposed', subject };
			return { atMs, kind: 'proposed', post: { ...post, number, version, title: post.title ?? subject } };
		});
	const posts = [...planned, ...published, ...proposed];
	const { slots, leastMinutesBetween } = await readSchedule(db);
	const read = parseSlots(slots);
	const taken = posts.map(({ atMs }) => atMs);
	const free = freeSlots('slots' in read ? read.slots : [], {
		nowMs: Math.max(nowMs, fromMs - 1),
		zone: timeZone,
		taken,
		leastMinutesBetween,
		count: MOST_SLOTS,
	})
		.filter((atMs) => atMs >= fromMs && atMs < toMs)
		.map((atMs): Entry => ({ atMs, kind: 'free' }));
	return [...posts, ...free].sort((one, other) => one.atMs - other.atMs);
}

function entryOf(view: View, { atMs, kind, post, subject }: Entry, isMonth: boolean): Html {
	const { words } = view;
	const time = html`<time datetime="${new Date(atMs).toISOString()}">${clock(view, atMs)}</time>`;
	const said = html`<span class="hidden">${words.plan[kind]}: </span>`;
	// What waits for a person is told by a word, and not by its colour alone.
	const label = kind === 'missed' || kind === 'proposed' ? html`<span class="chip ${kind}"><i></i>${words.plan[kind]}</span>` : '';
	if (post === undefined && subject !== undefined) {
		const chat = startLink(view, 'plan');
		const title = chat === null ? subject : html`<a class="title" href="${chat}" rel="noreferrer" target="_blank">${subject}</a>`;
		return isMonth
			? html`<div class="entry proposed">${time} ${said}${title}</div>`
			: html`<div class="entry proposed">
					<div>${time} ${label}</div>
					${title}
				</div>`;
	}
	if (post === undefined) return html`<p class="slot">${time} ${words.plan.free}</p>`;
	const link = html`<a class="title" href="/posts/${post.number}">${titleOf(view, post)}</a>`;
	return isMonth
		? html`<div class="entry ${kind}">${time} ${said}${link}</div>`
		: html`<div class="entry ${kind}">
				${thumbnail(post)}
				<div>${label === '' ? said : ''}${time} ${label}</div>
				${link}
			</div>`;
}
