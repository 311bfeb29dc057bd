/* eslint-disable max-len -- prose, one paragraph a line */
// Fills a desk with drafts of some time, as rows: for the board's pictures and for its tests of speed.
import { createHash } from 'node:crypto';
import { createAudit, indexBoard, tables, type Tables } from '@copydesk/collaboration/operator';
import type { Database } from '@copydesk/kit/database/types';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
/** Rows of one statement, so that SQLite's bound of parameters holds. */
const AT_ONCE = 100;

/** Three lines a story: title, subtitle, category and source; body; facts. */
const TOLD = `
The tram runs at night from Friday | Every 20 minutes until 4 in the morning | Harbour | https://harbour.example/news/night-tram
From Friday the harbour tram runs all night at weekends. Trams leave every 20 minutes until 4 in the morning. A ticket costs 2.80 euros, as in the daytime. The city tries it until March.
Night trams start on Friday and run at weekends. / They leave every 20 minutes until 4:00. / A ticket costs 2.80 euros. / The trial ends in March. / The line has 14 stops.
Free skating on the frozen canal | The ice is 14 centimetres thick | Winter |
The canal is open for skating. The ice is 14 centimetres thick, and the city measures it each morning. Skates can be borrowed at the boathouse for free. Lamps are lit until 22:00.
The ice on the canal is 14 cm thick. / Skates are lent for free at the boathouse. / The lamps are lit until 22:00.
Our bakery opens at six | Fresh rye bread before the first ferry | Town |
From Monday the bakery on Quay Street opens at 6:00. The first rye bread is ready before the first ferry leaves at 6:35. Coffee is one euro until 8:00.
The bakery on Quay Street opens at 6:00 from Monday. / The first ferry leaves at 6:35. / Coffee costs one euro until 8:00.
Forty lanterns for the old bridge | Volunteers light them on Sunday | Culture | https://courier.example/culture/lanterns
Forty paper lanterns will hang on the old bridge. Volunteers light them on Sunday at 18:30. Everybody can write a wish on one. The lanterns stay until the first snow.
Forty lanterns hang on the old bridge. / They are lit on Sunday at 18:30. / Visitors can write wishes on them.
The library lends telescopes | Twelve of them, for a week each | Library |
The city library lends telescopes now. There are twelve, and each can be kept for a week. A card of the library is enough. On Thursdays at 19:00 an astronomer shows how to use them.
The library lends twelve telescopes. / Each loan lasts one week. / An astronomer helps on Thursdays at 19:00.
Seals are back at the north pier | Nine were counted on Tuesday | Nature | https://harbour.example/news/seals
Nine seals rest at the north pier this week. The harbour office counted them on Tuesday. Please keep 50 metres away and leave dogs on the lead. A camera of the aquarium shows them day and night.
The harbour office counted nine seals on Tuesday. / Visitors should keep 50 metres away. / The aquarium runs a camera at the pier.
A new roof for the market hall | Stalls move to the square until May | Town | https://courier.example/town/market-hall
The market hall gets a new roof. Until May the 62 stalls stand on the square in front of it. The market keeps its hours: Tuesday to Saturday from 7:00 to 14:00.
The market hall gets a new roof until May. / 62 stalls move to the square. / The market is open Tuesday to Saturday, 7:00 to 14:00.
Swim in the harbour pool for one euro | On the first Sunday of each month | Sport |
On the first Sunday of each month the harbour pool costs one euro. The doors open at 9:00. Towels can be borrowed. The sauna is open until 21:00.
The pool costs one euro on the first Sunday of a month. / Doors open at 9:00. / The sauna closes at 21:00.
The lighthouse can be climbed again | 184 steps and a view to the islands | Harbour |
After two years of work the lighthouse is open. It has 184 steps, and on clear days the islands can be seen. Groups of ten go up every half hour. Children under six come in for free.
The lighthouse was closed for two years. / It has 184 steps. / Ten people at a time go up every half hour.
Choir of 200 sings at the shipyard | Tickets are free, chairs are few | Culture | https://courier.example/culture/choir
On Saturday a choir of 200 sings in hall 3 of the old shipyard. It starts at 20:00. Tickets are free. Bring a cushion: there are only 300 chairs.
A choir of 200 sings on Saturday at 20:00. / It is in hall 3 of the shipyard. / There are 300 chairs.
Bicycles stay dry at the station | Room for 480 under the new roof | Town |
The station has a garage for 480 bicycles. The first day is free, and a month costs six euros. The garage is lit and watched around the clock. Lockers charge batteries.
The garage holds 480 bicycles. / The first day is free, a month costs six euros. / Lockers can charge batteries.
Storm warning for Wednesday night | Ferries may stop after 18:00 | Weather | https://weather.example/warnings/12
A storm reaches the coast on Wednesday night. The weather service expects gusts of 95 kilometres an hour. Ferries may stop after 18:00. The quay below the fish market will be closed.
Gusts of 95 km/h are expected on Wednesday night. / Ferries may stop after 18:00. / The quay below the fish market will be closed.
`;

export const STORIES = TOLD.trim()
	.split('\n')
	.flatMap((line, at, lines) => {
		if (at % 3 > 0) return [];
		const [title = '', subtitle = '', category = '', source = ''] = line.split('|').map((part) => part.trim());
		const [body = '', facts = ''] = lines.slice(at + 1);
		return [{ title, subtitle, category, body, facts: facts.split(' / '), source: source === '' ? undefined : source }];
	});

type Story = (typeof STORIES)[number];

export interface Fill {
	readonly drafts: number;
	readonly days: number;
	readonly nowMs: number;
	readonly owner: number;
	readonly editor: number;
	readonly channelId: number;
	/** The cover of a story; the same for all without it. */
	readonly covers?: readonly string[];
	/** Rows of the audit for each draft. */
	readonly auditRows?: number;
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

type Rows = { [Table in keyof Tables]?: Record<string, string | number | null>[] };

/** What drafts near the end are at, newest first; all others are published, or rejected now and then. */
const OPEN = ['writing', 'ready', 'planned', 'feedback', 'ready', 'stopped', 'planned', 'planned', 'unknown', 'planned'] as const;
type Fate = (typeof OPEN)[number] | 'published' | 'rejected' | 'withdrawn';

/** Writes drafts with their journals, deliveries, paid requests and audit. */
export async function fillDesk(db: Database, fill: Fill): Promise<void> {
	const { drafts, days, nowMs } = fill;
	const audit = createAudit(db, () => nowMs);
	for (let from = 0; from < drafts; from += 500) {
		const rows: Rows = {};
		const count = Math.min(500, drafts - from);
		for (let at = from; at < from + count; at += 1) {
			const left = drafts - 1 - at;
			const fate: Fate = OPEN[left] ?? (at % 11 === 5 ? 'rejected' : at % 37 === 20 ? 'withdrawn' : 'published');
			// Working hours, spread over the days; what is open is of the last hours.
			const day = nowMs - ((drafts - at) / drafts) * days * DAY_MS;
			const beganMs = left < OPEN.length ? nowMs - (left + 1) * 47 * MINUTE_MS : Math.round(day - (day % MINUTE_MS));
			draftRows(rows, at + 1, beganMs, fate, fill);
		}
		await db.atomically(async (tx) => {
			for (const [table, all] of Object.entries(rows)) await insert(tx, table as keyof Tables, all);
			await tables(tx)
				.updateTable('draft_count')
				.set({ number: from + count })
				.execute();
		});
		await audit.within(async (_tx, note) => {
			for (let at = from; at < from + count; at += 1)
				for (const action of ['material.begun', 'material.ready', 'material.claimed', 'delivery.sent'].slice(0, fill.auditRows ?? 4))
					note({
						actorUserId: at % 2 === 0 ? fill.owner : fill.editor,
						action,
						entity: `material:p${at + 1}:1`,
						outcome: at % 29 === 3 && action === 'material.claimed' ? 'refused' : 'ok',
						code: at % 29 === 3 && action === 'material.claimed' ? 'state_conflict' : null,
						detail: { version: 1 },
					});
		});
	}
	await newsRows(db, fill);
	await weekRows(db, fill);
	// As the service's own rounds do it.
	for (let done = 0; done < drafts + 100; done += 100) await indexBoard(db, 'UTC', nowMs);
}

async function insert<Table extends keyof Tables>(
	tx: Database,
	table: Table,
	rows: readonly Record<string, string | number | null>[],
): Promise<void> {
	// What a row does not name is null.
	const nothing = Object.fromEntries(rows.flatMap((row) => Object.keys(row).map((column) => [column, null])));
	const whole = rows.map((row) => ({ ...nothing, ...row }));
	for (let from = 0; from < rows.length; from += AT_ONCE)
		await tables(tx)
			.insertInto(table)
			.values(whole.slice(from, from + AT_ONCE) as never)
			.execute();
}

function draftRows(rows: Rows, number: number, beganMs: number, fate: Fate, fill: Fill): void {
	const story = STORIES[number % STORIES.length] as Story;
	const [asked, decides] = number % 3 === 0 ? [fill.editor, fill.owner] : [fill.owner, fill.editor];
	const key = `p${number}`;
	const revisions = number % 4 === 0 ? 2 : number % 9 === 0 ? 3 : 1;
	const hasVersions = fate === 'writing' || fate === 'stopped' ? 1 : revisions;
	for (let version = 1; version <= hasVersions; version += 1) {
		const isLast = version === hasVersions;
		const startMs = beganMs + (version - 1) * 26 * MINUTE_MS;
		const steps = stepsOf(isLast ? fate : 'superseded', startMs, asked, decides, version);
		const last = steps.at(-1) as Step;
		const body = version === 1 && hasVersions > 1 ? story.body.split('. ').slice(0, -1).join('. ') + '.' : story.body;
		const isWritten = fate !== 'writing' && fate !== 'stopped';
		const isPublished = isLast && (fate === 'published' || fate === 'withdrawn');
		const isClaimed = last.to === 'claimed' || isPublished;
		const hash = isWritten ? sha256(`${key}:${version}`) : null;
		const ownCover = fill.covers?.[number % STORIES.length] ?? sha256(`cover ${number % STORIES.length}`);
		push(rows, 'material', {
			...{ draft_key: key, version, number, kind: story.source === undefined ? 'post' : 'news', state: last.to, seq: steps.length },
			...{ owner_chat_id: fill.owner, created_by_user_id: asked },
			...{ operation_actor_user_id: version === 1 ? asked : decides, operation_actor_chat_id: version === 1 ? asked : decides },
			feedback_actor_user_id: last.to === 'awaiting_feedback' ? decides : null,
			feedback_actor_chat_id: last.to === 'awaiting_feedback' ? decides : null,
			feedback_prompt_message_id: last.to === 'awaiting_feedback' ? number + 7 : null,
			approval_message_id: isWritten ? number * 10 + version : null,
			...{ text_check: isWritten ? 'passed' : null },
			title: fate === 'writing' ? null : story.title,
			subtitle: story.subtitle,
			body: fate === 'writing' ? null : body,
			category: story.category,
			link: story.source ?? null,
			caption: isWritten ? `${body}${story.source === undefined ? '' : '\n\nSource: ' + new URL(story.source).hostname}` : null,
			facts: JSON.stringify(story.facts.map((text) => ({ text, source_ids: ['s1'] }))),
			source_blocks: JSON.stringify([{ id: 's1', text: story.facts.join(' ') }]),
			...{ cover_asset_id: isWritten ? ownCover : null, content_sha256: hash },
			withdrawn_at_ms: isLast && fate === 'withdrawn' ? last.atMs + 3 * HOUR_MS : null,
			withdrawn_by_user_id: isLast && fate === 'withdrawn' ? decides : null,
			request:
				version === 1
					? `Write about this: ${story.facts[0] ?? ''} ${story.facts[1] ?? ''}`
					: 'Say until when it lasts, and make the beginning shorter.',
			...{ error_code: fate === 'stopped' ? 'semantic_fail' : null, error_stage: fate === 'stopped' ? 'caption_check' : null },
			event_key: `u:${number * 10 + version}`,
			claimed_by_user_id: isClaimed ? decides : null,
			claim_event_key: isClaimed ? `u:${number * 10 + 5}` : null,
			...{ published_message_id: isPublished ? number : null, created_at_ms: startMs, state_changed_at_ms: last.atMs },
		});
		for (const [at, step] of steps.entries())
			push(rows, 'material_event', {
				draft_key: key,
				version,
				seq: at + 1,
				prev_seq: at === 0 ? null : at,
				from_state: steps[at - 1]?.to ?? 'none',
				to_state: step.to,
				...{ at_ms: step.atMs, actor_user_id: step.by, event_key: `u:${number * 10 + version}`, detail: '{}' },
			});
		paidRows(rows, { number, version, key, asked, startMs });
		const readyMs = steps.find(({ to }) => to === 'ready')?.atMs;
		if (readyMs !== undefined && hash !== null)
			deliveryRows(rows, { number, version, key, hash, readyMs, decides, fate: isLast ? fate : 'ready', lastMs: last.atMs }, fill);
		if (isLast && fate === 'planned') planRow(rows, { number, version, key, hash: hash ?? '', decides }, fill);
	}
}

interface Step {
	readonly to: string;
	readonly atMs: number;
	readonly by: number;
}

function stepsOf(fate: Fate | 'superseded', startMs: number, asked: number, decides: number, version: number): readonly Step[] {
	const wait = (1 + ((startMs / MINUTE_MS) % 7)) * 9 * MINUTE_MS;
	const first = version === 1 ? [{ to: 'text_generating', atMs: startMs, by: asked }] : [];
	const preparing = { to: 'text_preparing', atMs: startMs + 22_000, by: asked };
	const ready = { to: 'ready', atMs: startMs + 58_000 + ((startMs / MINUTE_MS) % 30) * 1_000, by: asked };
	const then = (to: string, later = wait) => ({ to, atMs: ready.atMs + later, by: decides });
	switch (fate) {
		case 'writing':
			return first;
		case 'stopped':
			return [...first, preparing];
		case 'ready':
			return [...first, preparing, ready];
		case 'feedback':
			return [...first, preparing, ready, then('awaiting_feedback', 4 * MINUTE_MS)];
		case 'superseded':
			return [...first, preparing, ready, then('superseded', 12 * MINUTE_MS)];
		case 'rejected':
			return [...first, preparing, ready, then('rejected')];
		case 'planned':
		case 'unknown':
			return [...first, preparing, ready, then('claimed', 6 * MINUTE_MS)];
		default:
			return [...first, preparing, ready, then('claimed'), then('published', wait + 3_000)];
	}
}

function push(rows: Rows, table: keyof Tables, row: Record<string, string | number | null>): void {
	(rows[table] ??= []).push(row);
}

function paidRows(
	rows: Rows,
	{ number, version, key, asked, startMs }: { number: number; version: number; key: string; asked: number; startMs: number },
): void {
	const asks = [
		'text_generate',
		'caption_check',
		...(number % 5 === 0 ? ['caption_recheck'] : []),
		...(version === 1 ? ['illustration'] : []),
	];
	for (const [at, purpose] of asks.entries())
		push(rows, 'admission', {
			admission_id: `a_${number}_${version}_${at}`,
			event_key: `u:${number * 10 + version}`,
			actor_user_id: asked,
			purpose,
			target: 'ai',
			paid: 1,
			...{ at_ms: startMs + at * 9_000, settled_at_ms: startMs + at * 9_000 + 6_000, draft_key: key, version },
			...{ noted_at_ms: startMs + at * 9_000 + 6_000, model: purpose === 'illustration' ? 'gpt-image-2' : 'gpt-5.6-terra' },
			input_tokens: purpose === 'illustration' ? 90 : 1_400,
			output_tokens: purpose === 'illustration' ? 0 : 420,
			pictures: purpose === 'illustration' ? 1 : 0,
		});
}

interface Sent {
	readonly number: number;
	readonly version: number;
	readonly key: string;
	readonly hash: string;
	readonly readyMs: number;
	readonly lastMs: number;
	readonly decides: number;
	readonly fate: Fate;
}

function deliveryRows(
	rows: Rows,
	{ number, version, key, hash, readyMs, lastMs, decides, fate }: Sent,
	{ owner, editor, channelId }: Fill,
): void {
	const sent = (id: string, operation: string, to: number, atMs: number, state: string, messageId: number | null) => {
		push(rows, 'delivery', {
			delivery_id: id,
			purpose: operation,
			entity_key: `${key}:${version}`,
			recipient_user_id: operation === 'publish' ? 0 : to,
			operation,
			actor_user_id: decides,
			actor_chat_id: decides,
			event_key: `u:${number * 10 + version}`,
			chat_id: to,
			draft_key: key,
			version,
			content_sha256: hash,
			state,
			seq: 2,
			attempts: 1,
			instance_id: 'i_demo',
			message_id: messageId,
			created_at_ms: atMs,
			changed_at_ms: atMs + 900,
		});
		const event = { delivery_id: id, detail: '{}' };
		push(rows, 'delivery_event', { ...event, seq: 1, from_state: 'none', to_state: 'sending', at_ms: atMs });
		push(rows, 'delivery_event', { ...event, seq: 2, prev_seq: 1, from_state: 'sending', to_state: state, at_ms: atMs + 900 });
	};
	for (const [at, person] of [owner, editor].entries())
		sent(`d_${number}_${version}_${at}`, 'preview', person, readyMs - 1_000, 'sent', number * 10 + version);
	if (fate === 'published' || fate === 'withdrawn') sent(`d_${number}_${version}_p`, 'publish', channelId, lastMs - 1_000, 'sent', number);
	if (fate === 'unknown') sent(`d_${number}_${version}_p`, 'publish', channelId, lastMs + 2_000, 'unknown', null);
}

function planRow(
	rows: Rows,
	{ number, version, key, hash, decides }: { number: number; version: number; key: string; hash: string; decides: number },
	{ nowMs, drafts }: Fill,
): void {
	const nth = (drafts - number) % 10;
	const hours = [0, 0, 5, 0, 0, 0, 26, 50, 0, 71][nth] ?? 30;
	const atMs = nowMs - (nowMs % HOUR_MS) + hours * HOUR_MS;
	push(rows, 'plan', {
		plan_key: `plan_${key}`,
		draft_key: key,
		version,
		event_key: `u:${number * 10 + 5}`,
		content_sha256: hash,
		at_ms: atMs,
		by_hand: 0,
		user_id: decides,
		chat_id: decides,
		message_id: number,
		state: 'open',
		changed_by: decides,
		seq: 1,
		shown: 1,
		tries: 0,
		...{ look_at_ms: atMs, made_at_ms: nowMs - HOUR_MS, changed_at_ms: nowMs - HOUR_MS },
	});
}

/** A week that was proposed, of which one post became a draft, and what readers thought of published ones. */
async function weekRows(db: Database, { nowMs, drafts }: Fill): Promise<void> {
	const rows: Rows = {};
	const subjects = ['Autumn on the river', 'Why leaves turn red', 'Soup at the old mill', 'Fog over the harbour'];
	for (const [at, subject] of subjects.entries())
		push(rows, 'proposal', {
			...{ draft_key: at === 0 ? `p${drafts - 1}` : `p9${at}`, event_key: 'u:9', place: at + 1, subject },
			...{ at_ms: nowMs - (nowMs % DAY_MS) + (at + 1) * DAY_MS + 9 * HOUR_MS, state: at === 0 ? 'accepted' : 'open' },
			...{ made_at_ms: nowMs - HOUR_MS, changed_at_ms: nowMs - HOUR_MS },
		});
	for (let post = 1; post <= drafts; post += 2) {
		const counts = [
			{ reaction: '👍', count: 3 + (post % 40) },
			{ reaction: '❤', count: 1 + (post % 7) },
		];
		const total = counts.reduce((sum, { count }) => sum + count, 0);
		push(rows, 'reaction', { message_id: post, counts: JSON.stringify(counts), total, at_s: Math.floor(nowMs / 1_000) });
	}
	await db.atomically(async (tx) => {
		for (const [table, all] of Object.entries(rows)) await insert(tx, table as keyof Tables, all);
	});
}

/** Feeds, and an offer of three cards on each of the last thirty days. */
async function newsRows(db: Database, { nowMs, owner }: Fill): Promise<void> {
	const feeds = [
		'https://harbour.example/feed.xml',
		'https://courier.example/rss',
		'https://weather.example/atom.xml',
		'https://ferries.example/feed',
	];
	const rows: Rows = {};
	for (const [at, feed_url] of feeds.entries())
		push(rows, 'feed', {
			feed_url,
			place: at + 1,
			named_at_ms: nowMs - HOUR_MS,
			title: ['Harbour News', 'The Courier', 'Weather Service', 'Ferries'][at] ?? null,
			...{ items: at === 3 ? null : 12 + at * 7, code: at === 3 ? 'feed_unreadable' : null, asked_at_ms: nowMs - HOUR_MS },
			...{ read_at_ms: at === 3 ? null : nowMs - HOUR_MS },
		});
	for (let day = 0; day < 30; day += 1) {
		const [atMs, batch_key] = [nowMs - day * DAY_MS - 5 * HOUR_MS, `n_${day}`];
		push(rows, 'news_batch', {
			batch_key,
			event_key: `u:news:${day}`,
			window_days: 7,
			created_by_user_id: owner,
			created_at_ms: atMs,
			expires_at_ms: atMs + 2 * DAY_MS,
		});
		for (let item = 1; item <= 3; item += 1) {
			const story = STORIES.filter(({ source }) => source !== undefined)[(day * 3 + item) % 5] as Story;
			const state = day === 0 ? 'offered' : (['taken', 'dismissed', 'expired'] as const)[(day + item) % 3];
			const isDecided = state === 'taken' || state === 'dismissed';
			const link = `${story.source ?? ''}-${day}-${item}`;
			const changed_at_ms = atMs + item * MINUTE_MS;
			push(rows, 'news_item', {
				batch_key,
				item,
				state: state ?? 'offered',
				seq: day === 0 ? 1 : 2,
				canonical_url: link,
				link,
				url: link,
				host: new URL(link).hostname,
				...{ title: story.title, angle: story.subtitle, published_at_ms: atMs - HOUR_MS, changed_at_ms },
				primary_message_id: isDecided ? 1 : null,
				decided_by_user_id: isDecided ? owner : null,
				decision_event_key: isDecided ? `u:n${day}${item}` : null,
				draft_key: state === 'taken' ? `p${day * 3 + item}` : null,
			});
			const event = { batch_key, item, detail: '{}' };
			push(rows, 'news_item_event', { ...event, seq: 1, from_state: 'none', to_state: 'offered', at_ms: atMs });
			if (day > 0)
				push(rows, 'news_item_event', {
					...{ ...event, seq: 2, prev_seq: 1, from_state: 'offered', to_state: state ?? 'taken', at_ms: changed_at_ms },
				});
		}
	}
	await db.atomically(async (tx) => {
		for (const [table, all] of Object.entries(rows)) await insert(tx, table as keyof Tables, all);
	});
}
