/** How much the desk makes, how long it takes and what it costs. */
import { moneyName } from '@copydesk/domain/messages/sentences';
import { SPEND_DAYS } from '@copydesk/domain/limits';
import { daysLater, momentAtOrAfter, wallTimeAt, weekdayOf } from '@copydesk/domain/schedule/zone';
import { MONTH_MS, spendSince } from '../../admissions/spend.ts';
import { meanReactions } from '../../posts/reactions.ts';
import { html, type Html } from '../html.ts';
import { countPaidBetween, countRejected, countRepairs, decisionsSince, previewsSince, publishedSince } from '../reads/figures.ts';
import { timeIn, type Page, type View } from '../view.ts';
import { chart } from './chart.ts';

const WEEKS = 12;

export async function figuresPage(view: View): Promise<Page> {
	const { db, words, nowMs, prices } = view;
	const { figures } = words;
	const weeks = weeksBefore(view);
	const start = weeks[0]?.fromMs ?? nowMs;
	const published = await publishedSince(db, start);
	const monthAgo = nowMs - MONTH_MS;
	const recent = published.filter(({ at_ms }) => at_ms >= monthAgo);
	const rejected = await countRejected(db, monthAgo);
	const decided = recent.length + rejected;
	const times = await timesSince(view, monthAgo);
	const mean = await meanReactions(db, monthAgo);
	const spend = await spendSince(db, monthAgo, prices);
	const paid = await Promise.all(weeks.map(({ fromMs, toMs }) => countPaidBetween(db, fromMs, toMs)));
	const revisions = recent.length === 0 ? null : recent.reduce((sum, { version }) => sum + version - 1, 0) / recent.length;
	const decimal = (value: number) => new Intl.NumberFormat(words.locale, { maximumFractionDigits: 1 }).format(value);
	const money = (amount: number | null) =>
		amount === null || spend.currency === null ? '–' : moneyName(view.messages, amount, spend.currency);
	const costNote = spend.cost === null ? figures.noPrices : spend.unknown > 0 ? figures.unknownCost(spend.unknown) : '';
	return {
		title: words.views.figures,
		view: 'figures',
		note: figures.window(WEEKS),
		body: html`<div class="tiles">
				${tile(figures.share, decided === 0 ? '–' : `${Math.round((100 * recent.length) / decided)} %`, figures.shareNote)}${tile(
					figures.toPreview,
					durationOf(view, times.toPreview),
					figures.median,
				)}${tile(figures.toDecision, durationOf(view, times.toDecision), figures.median)}${tile(
					figures.revisions,
					revisions === null ? '–' : decimal(revisions),
					'',
				)}${tile(figures.repairs, words.number(await countRepairs(db, monthAgo)), figures.repairsNote)}${tile(
					figures.cost(SPEND_DAYS),
					money(spend.cost),
					costNote,
				)}${tile(figures.reactions, mean === null ? '–' : decimal(mean), figures.reactionsNote)}${tile(
					figures.costPerPost,
					spend.cost === null || recent.length === 0 ? '–' : money(spend.cost / recent.length),
					'',
				)}
			</div>
			<div class="charts">
				${chart(
					words,
					'per-week',
					figures.perWeek,
					weeks.map(({ label, fromMs, toMs }) => ({
						label,
						value: published.filter(({ at_ms }) => at_ms >= fromMs && at_ms < toMs).length,
					})),
				)}${chart(
					words,
					'paid',
					figures.paid,
					weeks.map(({ label }, at) => ({ label, value: paid[at] ?? 0 })),
					'second',
				)}
			</div>
			<p class="note">${figures.views}</p>`,
	};
}

const tile = (label: string, value: string, note: string): Html =>
	html`<div class="tile small"><b>${value}</b><span>${label}${note === '' ? '' : html`<br /><small>${note}</small>`}</span></div>`;

/** Calendar weeks of the desk's zone, the present one last. */
function weeksBefore(view: View) {
	const { nowMs, timeZone } = view;
	const today = wallTimeAt(nowMs, timeZone);
	const monday = daysLater(today, 1 - weekdayOf(today));
	const at = (weeks: number): number => momentAtOrAfter({ ...daysLater(monday, 7 * weeks), hour: 0, minute: 0 }, timeZone) ?? nowMs;
	return Array.from({ length: WEEKS }, (_, index) => {
		const [fromMs, toMs] = [at(index - WEEKS + 1), at(index - WEEKS + 2)];
		return { fromMs, toMs, label: timeIn(view, fromMs, { day: 'numeric', month: 'short' }) };
	});
}

async function timesSince({ db }: View, sinceMs: number) {
	const previews = await previewsSince(db, sinceMs);
	const shownAt = new Map(previews.map(({ draft_key, version, at_ms }) => [`${draft_key}:${version}`, at_ms]));
	const firstDecision = new Map<string, number>();
	for (const { draft_key, version, at_ms } of await decisionsSince(db, sinceMs)) {
		const key = `${draft_key}:${version}`;
		firstDecision.set(key, Math.min(at_ms, firstDecision.get(key) ?? at_ms));
	}
	const toDecision = [...firstDecision].flatMap(([key, atMs]) => {
		const shown = shownAt.get(key);
		return shown === undefined ? [] : [atMs - shown];
	});
	return { toPreview: medianOf(previews.map(({ at_ms, created_at_ms }) => at_ms - created_at_ms)), toDecision: medianOf(toDecision) };
}

function medianOf(values: readonly number[]): number | null {
	const sorted = [...values].sort((one, other) => one - other);
	const middle = Math.floor(sorted.length / 2);
	if (sorted.length === 0) return null;
	return sorted.length % 2 === 1 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
}

function durationOf({ words: { figures } }: View, ms: number | null): string {
	if (ms === null) return '–';
	if (ms < 120_000) return figures.seconds(Math.round(ms / 1_000));
	return ms < 7_200_000 ? figures.minutes(Math.round(ms / 60_000)) : figures.hours(Math.round(ms / 3_600_000));
}
