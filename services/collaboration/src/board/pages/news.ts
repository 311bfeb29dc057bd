/** The feeds, what each gave, and what became of what was offered. */
import { listFeeds } from '../../news/feeds.ts';
import { html, safeAddress, type Html } from '../html.ts';
import { ITEM_STATES, itemsBefore, itemsSince } from '../reads/news.ts';
import { hostOf, nameOf, type Page, type View } from '../view.ts';
import { linkWith, moment, section, since, table } from './parts.ts';

const DAYS = 30;
const PER_PAGE = 30;
const MAX_HOSTS = 30;
/** One round ends that many offers at once, and a page still holds all of them. */
const MAX_AT_ONCE = 200;

type Item = Awaited<ReturnType<typeof itemsBefore>>[number];

export async function newsPage(view: View): Promise<Page> {
	const { db, words, query } = view;
	const before = /^\d{1,15}$/.test(query.get('before') ?? '') ? Number(query.get('before')) : Number.MAX_SAFE_INTEGER;
	const found = await itemsBefore(db, before, PER_PAGE + MAX_AT_ONCE);
	const last = found[PER_PAGE - 1];
	// Cards of one moment stay on one page: the next one begins below it.
	const items = last === undefined ? found : found.filter(({ changed_at_ms }) => changed_at_ms >= last.changed_at_ms);
	const older = found.length > items.length && last !== undefined ? linkWith('/news', query, { before: String(last.changed_at_ms) }) : null;
	const back = query.has('before') ? html`<a class="button" href="/news">${words.newest}</a>` : '';
	const on = older === null ? '' : html`<a class="button" rel="next" href="${older}">${words.older}</a>`;
	return {
		title: words.views.news,
		view: 'news',
		body: html`${await feedsPart(view)}${await becamePart(view)}${offersPart(view, items)}
			<div class="bar">${back}${on}</div>`,
	};
}

async function feedsPart(view: View): Promise<Html> {
	const { words, db } = view;
	const { news } = words;
	const feeds = await listFeeds(db);
	if (feeds.length === 0) return section('feeds', news.feeds, 0, null, html`<p class="empty">${news.noFeeds}</p>`);
	const rows = feeds.map(({ feed_url, title, items, read_at_ms, code }) => [
		html`<b>${title ?? hostOf(feed_url) ?? ''}</b><br /><span class="note">${hostOf(feed_url) ?? ''}</span>`,
		items === null ? '–' : words.number(items),
		read_at_ms === null ? '–' : since(view, read_at_ms),
		code === null ? html`<span class="chip ok"><i></i>${news.ok}</span>` : html`<span class="chip failed"><i></i>${code}</span>`,
	]);
	return section('feeds', news.feeds, feeds.length, null, table(news.feeds, [news.feed, news.gave, news.read, news.result], rows));
}

/** For each site: how many of its offers were taken, skipped, or expired. */
async function becamePart({ db, words, nowMs }: View): Promise<Html> {
	const { news } = words;
	const hosts = new Map<string, Record<string, number>>();
	for (const { host, state } of await itemsSince(db, nowMs - DAYS * 86_400_000)) {
		const counts = hosts.get(host) ?? {};
		counts[state] = (counts[state] ?? 0) + 1;
		hosts.set(host, counts);
	}
	if (hosts.size === 0) return html``;
	const sum = (counts: Record<string, number>) => Object.values(counts).reduce((all, n) => all + n, 0);
	const most = [...hosts].sort(([, one], [, other]) => sum(other) - sum(one)).slice(0, MAX_HOSTS);
	const rows = most.map(([host, counts]) => [host, ...ITEM_STATES.map((state) => words.number(counts[state] ?? 0))]);
	const title = news.became(DAYS);
	return section(
		'became',
		title,
		null,
		null,
		table(title, [news.host, ...ITEM_STATES.map((state) => news.states[state])], rows, 'numbers'),
	);
}

function offersPart(view: View, items: readonly Item[]): Html {
	const { news } = view.words;
	const list =
		items.length === 0
			? html`<p class="empty">${news.noOffers}</p>`
			: html`<ul class="rows">
					${items.map((item) => row(view, item))}
				</ul>`;
	return section('offers', news.offers, null, null, list);
}

function row(view: View, { title, link, state, host, decided_by_user_id: by, changed_at_ms, number }: Item): Html {
	const { words } = view;
	const safe = safeAddress(link);
	const named =
		safe === undefined
			? html`<span class="title">${title}</span>`
			: html`<a class="title" href="${safe}" rel="noreferrer nofollow" target="_blank">${title}</a>`;
	const chip = html`<span class="chip ${state}"><i></i>${words.news.states[state as (typeof ITEM_STATES)[number]]}</span>`;
	const who = by === null ? '' : html`<span>${nameOf(view, by)}</span>`;
	const draft = number === null ? '' : html`<a class="button" href="/posts/${number}">${words.draft(number)}</a>`;
	const about = html`<p>${chip}<span>${host}</span>${who}<span class="since">${moment(view, changed_at_ms)}</span></p>`;
	return html`<li class="row">
		<div class="what">${named}${about}</div>
		${draft}
	</li>`;
}
