/** What waits for whom, what stopped, what nobody confirmed. */
import { explain } from '@copydesk/domain/messages/sentences';
import { waitsFor } from '@copydesk/domain/material/approval';
import { agreeingOf } from '../../materials/approvals.ts';
import { html, type Html } from '../html.ts';
import { countOpenDrafts, countPublished, openDrafts, plannedNext, unknownDeliveries, type OpenDraft } from '../reads/now.ts';
import { nameOf, timeIn, type Page, type View } from '../view.ts';
import { chip, inChat, section, since, stageOf, thumbnail, titleOf, type Stage } from './parts.ts';

const WEEK_MS = 7 * 86_400_000;
const NEXT = 5;

export async function nowPage(view: View): Promise<Page> {
	const { db, words, nowMs } = view;
	const drafts = await openDrafts(db);
	const more = (await countOpenDrafts(db)) - drafts.length;
	const unknown = await unknownDeliveries(db);
	const next = await plannedNext(db, NEXT);
	const staged = drafts.map((draft) => ({ draft, stage: stageOf(draft) }));
	const of = (...stages: readonly Stage[]) => staged.filter(({ stage, draft }) => stages.includes(stage) && draft.plan !== 'missed');
	const waiting = [...of('ready', 'awaiting_feedback'), ...staged.filter(({ draft }) => draft.plan === 'missed')];
	const [stopped, underWay] = [of('stopped'), of('text_generating', 'text_preparing', 'claimed')];
	const published = await countPublished(db, nowMs - WEEK_MS, nowMs + 1);
	const first = next[0];
	const soon = first === undefined ? '–' : timeIn(view, first.at_ms, { weekday: 'short', hour: '2-digit', minute: '2-digit' });
	const { now } = words;
	const parts = [
		html`<div class="tiles">
			${tile(now.waiting, waiting.length, waiting.length > 0 ? 'red' : '')}${tile(
				now.stopped,
				stopped.length,
				stopped.length > 0 ? 'red' : '',
			)}${tile(now.next, soon, 'small')}${tile(now.today, published, '')}
		</div>`,
		section('waiting', now.waiting, waiting.length, now.waitingNote, await rows(view, waiting, now.noWaiting, waitsText)),
		stopped.length === 0 ? '' : section('stopped', now.stopped, stopped.length, now.stoppedNote, await rows(view, stopped, '', whyText)),
		unknown.length === 0 ? '' : section('unconfirmed', now.unconfirmed, unknown.length, now.unconfirmedNote, unknownRows(view, unknown)),
		section('under-way', now.underWay, underWay.length, now.underWayNote, await rows(view, underWay, now.noUnderWay, byText)),
		section('next', now.next, null, null, nextRows(view, next)),
		more > 0 ? html`<p class="note">${now.more(more)}</p>` : '',
	];
	return {
		title: words.views.now,
		view: 'now',
		note: timeIn(view, nowMs, { weekday: 'long', day: 'numeric', month: 'long', hour: '2-digit', minute: '2-digit' }),
		body: html`<div id="live">${parts}</div>
			<p class="note live-note" hidden>${now.live}</p>`,
	};
}

function nextRows(view: View, next: Awaited<ReturnType<typeof plannedNext>>): Html {
	if (next.length === 0) return html`<p class="empty">${view.words.now.noNext}</p>`;
	const at = (atMs: number) => timeIn(view, atMs, { weekday: 'long', day: 'numeric', month: 'long', hour: '2-digit', minute: '2-digit' });
	const lines = next.map((each) => {
		const title = html`<a class="title" href="/posts/${each.number}">${titleOf(view, each)}</a>`;
		return html`<li class="row">
			${thumbnail(each)}
			<div class="what">
				${title}
				<p>${at(each.at_ms)}</p>
			</div>
			${inChat(view, each.number)}
		</li>`;
	});
	return html`<ul class="rows">
		${lines}
	</ul>`;
}

const tile = (label: string, value: string | number, names: string): Html =>
	html`<div class="tile ${names}"><b>${value}</b><span>${label}</span></div>`;

interface Staged {
	readonly draft: OpenDraft;
	readonly stage: Stage;
}

async function rows(
	view: View,
	all: readonly Staged[],
	none: string,
	about: (view: View, draft: OpenDraft) => Promise<string>,
): Promise<Html> {
	if (all.length === 0) return html`<p class="empty">${none}</p>`;
	const lines = await Promise.all(all.map(async ({ draft, stage }) => row(view, draft, stage, await about(view, draft))));
	return html`<ul class="rows">
		${lines}
	</ul>`;
}

const row = (view: View, draft: OpenDraft, stage: Stage, about: string): Html =>
	html`<li class="row">
		${thumbnail(draft)}
		<div class="what">
			<a class="title" href="/posts/${draft.number}">${titleOf(view, draft)}</a>
			<p>${chip(view, stage)}<span>${about}</span><span class="since">${since(view, draft.state_changed_at_ms)}</span></p>
		</div>
		${inChat(view, draft.number)}
	</li>`;

/** Whose word is needed. */
async function waitsText(view: View, draft: OpenDraft): Promise<string> {
	const { words, db, approval, people } = view;
	const said = (ids: readonly number[]) => words.now.waitsFor(ids.map((id) => nameOf(view, id)).join(', '));
	if (draft.state === 'awaiting_feedback') return said([draft.feedback_actor_user_id ?? 0]);
	if (approval === 'either') return words.now.waitsFor(words.now.either);
	const agreeing = await agreeingOf(db, draft, { approval, people });
	const missing = waitsFor(agreeing, { contentSha256: draft.content_sha256 ?? '', goesOutMs: null });
	return missing === null || missing.length === 0 ? words.now.waitsFor(words.now.either) : said(missing);
}

/** Why it stopped, and what to do. */
const whyText = async ({ words, messages }: View, draft: OpenDraft): Promise<string> =>
	`${explain(messages, { code: draft.error_code ?? '' })} ${words.now.resume(draft.number)}`;

const byText = async (view: View, draft: OpenDraft): Promise<string> => nameOf(view, draft.operation_actor_user_id);

function unknownRows(view: View, all: Awaited<ReturnType<typeof unknownDeliveries>>): Html {
	const { words } = view;
	const lines = all.map(({ operation, recipient_user_id: to, number, title, request, changed_at_ms }) => {
		const what = html`<span class="chip unconfirmed"><i></i>${words.now.operations[operation] ?? operation}</span>`;
		const whom = to === 0 ? words.now.to.channel : nameOf(view, to);
		const advice = operation === 'publish' ? words.now.unconfirmedPost : words.now.unconfirmedOther;
		const about = html`<p>${what}<span>${whom}</span><span>${advice}</span><span class="since">${since(view, changed_at_ms)}</span></p>`;
		const named = number === null ? '' : html`<a class="title" href="/posts/${number}">${titleOf(view, { number, title, request })}</a>`;
		return html`<li class="row">
			<div class="what">${named}${about}</div>
			${number === null ? '' : inChat(view, number)}
		</li>`;
	});
	return html`<ul class="rows">
		${lines}
	</ul>`;
}
