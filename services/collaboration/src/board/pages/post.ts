/** One post: as it reads, who did what, what it rests on, every version, its deliveries and its cost. */
import { moneyName } from '@copydesk/domain/messages/sentences';
import type { Material } from '@copydesk/domain/material/material';
import { spendOfDraft } from '../../admissions/spend.ts';
import { reactionsOf, reactionsText } from '../../posts/reactions.ts';
import { factsBeside } from '../beside.ts';
import { changesBetween } from '../diff.ts';
import { html, safeAddress, type Html, type Part } from '../html.ts';
import { approvalsOf, deliveriesOf, plansOf, stepsOf, versionsOf } from '../reads/posts.ts';
import { dayTime, hostOf, nameOf, postLink, type Bytes, type Page, type View } from '../view.ts';
import { chip, icon, inChat, moment, pictureAddress, said, section, stageOf, table, titleOf, type Stage } from './parts.ts';

/** Everything that the page and the record show. */
export async function readPost(view: View, number: number) {
	const { db, prices } = view;
	const versions = await versionsOf(db, number);
	const [first, newest] = [versions[0], versions.at(-1)];
	if (first === undefined || newest === undefined) return undefined;
	const { draft_key } = first;
	return {
		...{ versions, first, newest },
		// The version that people see: the newest one that is complete, because a newer one may still be written.
		shown: [...versions].reverse().find(({ content_sha256 }) => content_sha256 !== null) ?? newest,
		steps: await stepsOf(db, draft_key),
		deliveries: await deliveriesOf(db, draft_key),
		plans: await plansOf(db, draft_key),
		approvals: await approvalsOf(db, draft_key),
		spend: await spendOfDraft(db, draft_key, prices),
		reactions: (await reactionsOf(db, [newest.published_message_id])).get(newest.published_message_id ?? 0)?.counts ?? null,
	};
}

export type PostRead = NonNullable<Awaited<ReturnType<typeof readPost>>>;

const stageNow = ({ newest, plans, deliveries }: PostRead): Stage =>
	stageOf({
		...newest,
		plan: plans.find(({ version, state }) => version === newest.version && (state === 'open' || state === 'due'))?.state ?? null,
		unconfirmed: deliveries.some(
			({ operation, version, state }) => operation === 'publish' && version === newest.version && state === 'unknown',
		),
	});

export async function postPage(view: View, number: number): Promise<Page | undefined> {
	const read = await readPost(view, number);
	if (read === undefined) return undefined;
	const { words } = view;
	const { shown, newest, first } = read;
	const title = titleOf(view, { number, title: shown.title, request: first.request });
	const link = postLink(view, newest.published_message_id ?? shown.published_message_id);
	return {
		title,
		view: 'posts',
		tools: html`<div class="bar">
			${link === null
				? ''
				: html`<a class="button" href="${link}" rel="noreferrer" target="_blank">${words.inChannel}${icon('out')}</a>`}${inChat(
				view,
				number,
			)}
		</div>`,
		body: html`<div class="bar">
				${chip(view, stageNow(read))}<span class="note">${words.draft(number)} · ${words.version(newest.version)}</span>
			</div>
			<div class="post">
				<div class="column">
					<article class="sheet as-sent" aria-label="${words.post.caption}">
						${picture(view, shown)}
						<div class="caption">${said(shown.caption ?? shown.body ?? first.request ?? '')}</div>
					</article>
					${section(
						'who',
						words.post.people,
						null,
						null,
						html`<dl class="facts-of sheet">
							${who(view, read).map(
								([term, said]) =>
									html`<dt>${term}</dt>
										<dd>${said}</dd>`,
							)}
						</dl>`,
					)}${section(
						'record',
						words.post.record,
						null,
						null,
						html`<div class="bar">
							<a class="button" href="/posts/${number}/record">${words.post.print}</a
							><a class="button" href="/posts/${number}.json">${words.post.json}</a>
						</div>`,
					)}
				</div>
				<div class="column">${rests(view, read)}${versions(view, read)}${steps(view, read)}${deliveries(view, read)}</div>
			</div>`,
	};
}

function picture({ words }: View, { number, version, cover_asset_id, title }: Material): Html {
	if (cover_asset_id === null) return html`<div class="cover none">${icon('photo')}</div>`;
	return html`<img
		class="cover"
		src="${pictureAddress(number, version, cover_asset_id, 960)}"
		width="960"
		height="960"
		alt="${words.post.cover(title ?? '')}"
	/>`;
}

/** Who asked, checked, approved and published, each with the time. */
function who(
	view: View,
	{ first, shown, steps, approvals, plans, spend, newest, reactions }: PostRead,
): readonly (readonly [string, Part])[] {
	const { words } = view;
	const by = (userId: number | null, atMs: number) => html`${nameOf(view, userId)}<br /><span class="note">${moment(view, atMs)}</span>`;
	const claimed = [...steps].reverse().find(({ to_state }) => to_state === 'claimed');
	const published = [...steps].reverse().find(({ to_state }) => to_state === 'published');
	const agreed = approvals.filter(({ version }) => version === claimed?.version);
	const plan = plans.at(-1);
	const source = safeAddress(shown.link);
	return [
		[words.post.asked, by(first.created_by_user_id, first.created_at_ms)],
		[words.post.checked, words.post.checkedBy[shown.text_check ?? 'passed']],
		...(claimed === undefined
			? []
			: [
					[
						words.post.approved,
						agreed.length > 0
							? agreed.map((each) => html`${by(each.user_id, each.made_at_ms)}<br />`)
							: by(claimed.actor_user_id, claimed.at_ms),
					] as const,
				]),
		...(plan === undefined ? [] : [[words.post.planned, moment(view, plan.at_ms)] as const]),
		...(published === undefined ? [] : [[words.post.published, moment(view, published.at_ms)] as const]),
		...(newest.withdrawn_at_ms === null ? [] : [[words.post.withdrawn, by(newest.withdrawn_by_user_id, newest.withdrawn_at_ms)] as const]),
		...(source === undefined
			? []
			: [[words.post.source, html`<a href="${source}" rel="noreferrer nofollow" target="_blank">${hostOf(shown.link)}</a>`] as const]),
		...(published === undefined
			? []
			: [[words.post.reactions, reactions === null ? words.post.noReactions : reactionsText(reactions)] as const]),
		[words.post.cost, costText(view, spend)],
	];
}

function costText(view: View, { requests, unknown, cost, currency }: PostRead['spend']): string {
	const { words } = view;
	const money = cost === null || currency === null ? '' : `${moneyName(view.messages, cost, currency)} · `;
	return `${money}${words.post.costOf(requests)}${cost !== null && unknown > 0 ? `, ${words.post.costUnknown(unknown)}` : ''}`;
}

function rests(view: View, { shown, first }: PostRead): Html {
	const { words } = view;
	const text = shown.body ?? shown.caption ?? '';
	const request = html`<h3>${words.post.request}</h3>
		<p class="quoted sheet">${said(first.request ?? '')}</p>`;
	if (shown.facts === null || shown.facts.length === 0)
		return section('rests', words.post.facts, null, words.post.noFacts, first.request === null ? '' : request);
	const { sentences, unused } = factsBeside(text, shown.facts);
	const rows = sentences.map(
		({ sentence, facts }) =>
			html`<div class="beside">
				<p>${sentence}</p>
				${facts.length === 0
					? html`<p class="note">${words.post.noFact}</p>`
					: html`<ul>
							${facts.map((fact) => html`<li>${fact.text}</li>`)}
						</ul>`}
			</div>`,
	);
	const others =
		unused.length === 0
			? ''
			: html`<div class="other-facts">
					<h3>${words.post.otherFacts}</h3>
					<ul>
						${unused.map((fact) => html`<li>${fact.text}</li>`)}
					</ul>
				</div>`;
	return section(
		'rests',
		words.post.facts,
		shown.facts.length,
		words.post.factsNote,
		html`<div class="sheet">${rows}${others}</div>
			${first.request === null ? '' : request}`,
	);
}

function versions(view: View, { versions: all }: PostRead): Html {
	const { words } = view;
	const textOf = (version: Material): string =>
		[version.title, version.subtitle, version.caption ?? version.body].filter((part) => part !== null).join('\n\n');
	const shown = [...all].reverse().map((version) => {
		const before = all.filter((each) => each.version < version.version && textOf(each) !== '').at(-1);
		const text = textOf(version);
		const isSame = before !== undefined && textOf(before) === text;
		const heading = before === undefined ? words.post.first : isSame ? words.post.same : words.post.changed(before.version);
		const changed =
			before === undefined || text === ''
				? html`${text}`
				: html`${changesBetween(textOf(before), text).map(({ kind, text: piece }) =>
						kind === 'same' ? html`${piece}` : kind === 'added' ? html`<ins>${piece}</ins>` : html`<del>${piece}</del>`,
					)}`;
		const wish = version.version > 1 && version.request !== null ? html`<p class="note">“${version.request}”</p>` : '';
		return html`<div class="version">
			<h3>
				${words.version(version.version)} ${chip(view, stageOf(version))}<span class="note"
					>${nameOf(view, version.operation_actor_user_id)} · ${moment(view, version.created_at_ms)}</span
				>
			</h3>
			${version.corrects === null ? '' : html`<p class="note">${words.post.corrects(version.corrects)}</p>`}${wish}
			<p class="note">${heading}</p>
			${isSame ? '' : html`<div class="words">${said(changed)}</div>`}
		</div>`;
	});
	return section('versions', words.post.versions, all.length, null, html`<div class="sheet">${shown}</div>`);
}

function steps(view: View, { steps: all }: PostRead): Html {
	const { words } = view;
	return section(
		'steps',
		words.post.steps,
		null,
		null,
		html`<ol class="steps sheet">
			${all.map(
				(step) =>
					html`<li>
						<b>${words.states[step.to_state as Stage]}</b><span>${words.version(step.version)}</span
						><span>${nameOf(view, step.actor_user_id)}</span><span>${moment(view, step.at_ms)}</span>
					</li>`,
			)}
		</ol>`,
	);
}

function deliveries(view: View, { deliveries: all }: PostRead): Html {
	const { words } = view;
	const { post } = words;
	const rows = all.map((each) => [
		words.now.operations[each.operation] ?? each.operation,
		each.recipient_user_id === 0 ? post.channel : nameOf(view, each.recipient_user_id),
		html`<span class="chip ${each.state}"><i></i>${post.deliveryStates[each.state] ?? each.state}</span>`,
		moment(view, each.changed_at_ms),
	]);
	return section(
		'deliveries',
		post.deliveries,
		all.length,
		null,
		rows.length === 0
			? html`<p class="empty">${post.noDeliveries}</p>`
			: table(post.deliveries, [post.what, post.to, post.state, post.when], rows),
	);
}

/** The proof of editorial responsibility, for the printer. */
export async function recordPage(view: View, number: number): Promise<Page | undefined> {
	const read = await readPost(view, number);
	if (read === undefined) return undefined;
	const { words } = view;
	const { shown, newest, first } = read;
	const facts = shown.facts ?? [];
	const hash = shown.content_sha256;
	return {
		title: words.post.recordTitle(number),
		view: null,
		bare: true,
		body: html`<h1>${words.post.recordTitle(number)}</h1>
			<p class="note">${words.post.recordNote(dayTime(view, view.nowMs))}</p>
			<h2>${titleOf(view, { number, title: shown.title, request: first.request })}</h2>
			${shown.cover_asset_id === null ? '' : picture(view, shown)}
			<p class="quoted">${said(shown.caption ?? shown.body ?? '')}</p>
			<dl class="facts-of">
				${who(view, read).map(
					([term, said]) =>
						html`<dt>${term}</dt>
							<dd>${said}</dd>`,
				)}${hash === null
					? ''
					: html`<dt>${words.post.hash}</dt>
							<dd><code>${hash}</code></dd>`}${newest.published_message_id === null
					? ''
					: html`<dt>${words.post.message}</dt>
							<dd>${newest.published_message_id}</dd>`}${safeAddress(shown.link) === undefined
					? ''
					: html`<dt>${words.post.source}</dt>
							<dd>${shown.link}</dd>`}${first.request === null
					? ''
					: html`<dt>${words.post.request}</dt>
							<dd>${first.request}</dd>`}
			</dl>
			${facts.length === 0
				? html`<p class="note">${words.post.noFacts}</p>`
				: html`<h2>${words.post.facts}</h2>
						<ol class="record-facts">
							${facts.map((fact) => html`<li>${fact.text}</li>`)}
						</ol>`}${steps(view, read)}${deliveries(view, read)}`,
	};
}

/** The same for programs. */
export async function recordJson(view: View, number: number): Promise<Bytes | undefined> {
	const read = await readPost(view, number);
	if (read === undefined) return undefined;
	const { versions: all, first, shown, newest } = read;
	const iso = (atMs: number): string => new Date(atMs).toISOString();
	const person = (userId: number | null) => (userId === null ? null : { user_id: userId, name: nameOf(view, userId) });
	const record = {
		record: 'copydesk.post',
		made_at: iso(view.nowMs),
		...{ number, draft_key: first.draft_key, state: newest.state },
		asked: { by: person(first.created_by_user_id), at: iso(first.created_at_ms), request: first.request },
		sources: { link: shown.link, facts: shown.facts ?? [], blocks: (shown.source_blocks ?? []).map(({ id }) => id) },
		checked: shown.text_check,
		approved: read.approvals.map(({ version, user_id, made_at_ms }) => ({ version, by: person(user_id), at: iso(made_at_ms) })),
		published_message_id: newest.published_message_id ?? shown.published_message_id,
		withdrawn: newest.withdrawn_at_ms === null ? null : { at: iso(newest.withdrawn_at_ms), by: person(newest.withdrawn_by_user_id) },
		versions: all.map((version) => ({
			version: version.version,
			state: version.state,
			...{ title: version.title, subtitle: version.subtitle, caption: version.caption },
			...{ content_sha256: version.content_sha256, cover_asset_id: version.cover_asset_id, corrects: version.corrects },
			by: person(version.operation_actor_user_id),
			at: iso(version.created_at_ms),
		})),
		steps: read.steps.map((step) => ({
			version: step.version,
			from: step.from_state,
			to: step.to_state,
			by: person(step.actor_user_id),
			at: iso(step.at_ms),
		})),
		deliveries: read.deliveries.map((each) => ({
			...{ version: each.version, operation: each.operation, state: each.state, message_id: each.message_id },
			to: each.recipient_user_id === 0 ? 'channel' : person(each.recipient_user_id),
			at: iso(each.changed_at_ms),
		})),
		paid: read.spend,
	};
	return {
		type: 'application/json; charset=utf-8',
		bytes: Buffer.from(`${JSON.stringify(record, null, '\t')}\n`),
		fileName: `post-${number}.json`,
	};
}
