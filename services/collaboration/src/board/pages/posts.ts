/** All posts as a wall of covers, newest first; searched and filtered by the index. */
import { dayAt } from '@copydesk/domain/schedule/zone';
import { reactionsOf, reactionsText } from '../../posts/reactions.ts';
import { html, type Html } from '../html.ts';
import { firstDraftMs, wallOf, wallPage, type WallPost } from '../reads/posts.ts';
import { findDrafts, isWholeIndex, sourcesFound, termsOf, type Search } from '../search.ts';
import { timeIn, type Page, type View } from '../view.ts';
import { chip, icon, linkWith, select, stageOf, thumbnail, titleOf } from './parts.ts';

const PER_PAGE = 24;
const MAX_MONTHS = 60;

function searchIn({ query }: View): Search {
	const given = (name: string) => (query.get(name) ?? '').slice(0, 200);
	return { words: given('q').trim(), state: given('state'), person: given('person'), source: given('source'), month: given('month') };
}

export async function postsPage(view: View): Promise<Page> {
	const { db, words, query } = view;
	const search = searchIn(view);
	const before = /^\d{1,9}$/.test(query.get('before') ?? '') ? Number(query.get('before')) : Number.MAX_SAFE_INTEGER;
	const found = await postsFound(view, search, before);
	const shown = found.slice(0, PER_PAGE);
	const last = shown.at(-1);
	const isSearch = Object.values(search).some((each) => each !== '');
	const older = found.length > PER_PAGE && last !== undefined ? linkWith('/posts', query, { before: String(last.number) }) : null;
	const isWhole = !isSearch || (await isWholeIndex(db));
	const reactions = await reactionsOf(
		view.db,
		shown.map(({ published_message_id }) => published_message_id),
	);
	return {
		title: words.views.posts,
		view: 'posts',
		body: html`${await filters(view, search, isSearch)}${isWhole ? '' : html`<p class="note">${words.wall.indexing}</p>`}${shown.length ===
			0
				? html`<p class="empty">${isSearch ? html`<b>${words.wall.empty}</b> ${words.wall.emptyText}` : words.wall.noPosts}</p>`
				: html`<ul class="wall">
						${shown.map((post) => card(view, post, reactions.get(post.published_message_id ?? 0)?.counts))}
					</ul>`}
			<div class="bar">
				${query.has('before')
					? html`<a class="button" href="${linkWith('/posts', query, { before: '' })}">${words.newest}</a>`
					: ''}${older === null ? '' : html`<a class="button" rel="next" href="${older}">${words.older}</a>`}
			</div>`,
	};
}

/** One more than a page shows. */
async function postsFound({ db }: View, search: Search, before: number): Promise<readonly WallPost[]> {
	const terms = termsOf(search);
	const number = /^[1-9]\d{0,8}$/.test(search.words) ? await wallOf(db, [Number(search.words)]) : [];
	if (terms.length === 0) return wallPage(db, before, PER_PAGE + 1);
	const rest = await wallOf(db, await findDrafts(db, terms, before, PER_PAGE + 1));
	return [...number, ...rest.filter((post) => !number.some((each) => each.number === post.number))];
}

function card(view: View, post: WallPost, reactions = '[]'): Html {
	const title = titleOf(view, post);
	const atMs = post.state === 'published' ? post.state_changed_at_ms : post.created_at_ms;
	const day = timeIn(view, atMs, { day: 'numeric', month: 'short', year: 'numeric' });
	return html`<li class="card">
		${thumbnail(post)}<a class="title" href="/posts/${post.number}">${title}</a>
		<p>${chip(view, stageOf(post))}<span>${post.number} · ${day}</span><span>${reactionsText(reactions)}</span></p>
	</li>`;
}

async function filters(view: View, search: Search, isSearch: boolean): Promise<Html> {
	const { words, people } = view;
	const { wall, states } = words;
	const any = ['', wall.any] as const;
	const sources = (await sourcesFound(view.db)).map((host) => [host, host] as const);
	return html`<form class="filters" action="/posts" role="search">
		<label class="field wide"
			><span>${wall.search}</span
			><input type="search" name="q" value="${search.words}" placeholder="${wall.searchHint}" maxlength="200" /></label
		>${select('state', wall.state, search.state, [
			any,
			['open', words.now.underWay],
			['published', states.published],
			['rejected', states.rejected],
			['withdrawn', states.withdrawn],
		])}${select('person', wall.person, search.person, [
			any,
			...people.map(({ userId, displayName }) => [String(userId), displayName] as const),
		])}${select('source', wall.source, search.source, [
			any,
			['request', wall.sources.request],
			['news', wall.sources.news],
			...sources,
		])}${select('month', wall.month, search.month, [any, ...(await months(view))])}<button class="primary">
			${icon('search')}${wall.apply}</button
		>${isSearch ? html`<a class="button" href="/posts">${wall.clear}</a>` : ''}
	</form>`;
}

/** From this month back to the first one that has a draft. */
async function months(view: View): Promise<readonly (readonly [string, string])[]> {
	const first = await firstDraftMs(view.db);
	if (first === null) return [];
	const [from, to] = [dayAt(first, view.timeZone).slice(0, 7), dayAt(view.nowMs, view.timeZone).slice(0, 7)];
	const all: (readonly [string, string])[] = [];
	let [year = 0, month = 0] = to.split('-').map(Number);
	for (let key = to; key >= from && all.length < MAX_MONTHS; ) {
		all.push([key, timeIn({ ...view, timeZone: 'UTC' }, Date.UTC(year, month - 1, 15), { month: 'long', year: 'numeric' })]);
		[year, month] = month === 1 ? [year - 1, 12] : [year, month - 1];
		key = `${year}-${String(month).padStart(2, '0')}`;
	}
	return all;
}
