/** The audit: its rows by key, the chain of those shown, and an export. */
import { hashOf } from '../../audit/audit.ts';
import { html, type Html } from '../html.ts';
import { auditHead, auditRows, type AuditFilter } from '../reads/audit.ts';
import { nameOf, timeIn, type Bytes, type Page, type View } from '../view.ts';
import { linkWith, select, table } from './parts.ts';

const PER_PAGE = 50;
/** Rows that one page looks through for those that match. */
const LOOK = 3_000;
const CSV_ROWS = 10_000;
const OUTCOMES = ['ok', 'refused', 'failed'] as const;

type Row = Awaited<ReturnType<typeof auditRows>>[number];

function filterIn({ query }: View): AuditFilter {
	const given = (name: string) => (query.get(name) ?? '').trim().slice(0, 120);
	return {
		entity: given('entity'),
		action: given('action'),
		person: /^\d{1,16}$/.test(given('person')) ? Number(given('person')) : null,
		outcome: OUTCOMES.find((each) => each === given('outcome')) ?? null,
	};
}

async function rowsOf(view: View, look: number, limit: number) {
	const { db, query } = view;
	const filter = filterIn(view);
	const head = await auditHead(db);
	const given = query.get('before') ?? '';
	const before = /^\d{1,15}$/.test(given) ? Math.min(Number(given), head.seq + 1) : head.seq + 1;
	const rows = await auditRows(db, filter, { before, look, limit });
	const isAll = filter.action === '' && filter.person === null && filter.outcome === null && filter.entity === '';
	return { filter, head, before, rows, isAll };
}

export async function auditPage(view: View): Promise<Page> {
	const { words, query } = view;
	const { audit } = words;
	const { filter, head, before, rows: found, isAll } = await rowsOf(view, LOOK, PER_PAGE + 1);
	const rows = found.slice(0, PER_PAGE);
	const next = found.length > PER_PAGE ? rows.at(-1)?.seq : filter.entity === '' && before - LOOK > 1 ? before - LOOK : undefined;
	const broken = firstBroken(rows, isAll, before === head.seq + 1 ? head.hash : null);
	const line = ({ seq, at_ms, actor_user_id, action, entity, outcome, code }: Row) => [
		seq,
		html`<time datetime="${new Date(at_ms).toISOString()}"
			>${timeIn(view, at_ms, { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', second: '2-digit' })}</time
		>`,
		nameOf(view, actor_user_id),
		html`<code>${action}</code>`,
		html`<a href="${linkWith('/audit', new URLSearchParams(), { entity })}"><code>${entity}</code></a>`,
		html`<span class="chip ${outcome}"><i></i>${audit.outcomes[outcome]}</span>${code === null ? '' : html` <code>${code}</code>`}`,
	];
	return {
		title: words.views.audit,
		view: 'audit',
		note: audit.rows(head.seq),
		tools: html`<a class="button" href="${linkWith('/audit.csv', query, {})}" download>${audit.csv}</a>`,
		body: html`${filters(view, filter)}
			<p class="note">
				${broken === undefined
					? html`<span class="chip ok"><i></i>${audit.outcomes.ok}</span> ${rows.length > 0 && isAll ? audit.holds : ''}`
					: html`<span class="chip failed"><i></i>${audit.outcomes.failed}</span> ${audit.broken(broken)}`}
				${audit.whole}
			</p>
			${rows.length === 0
				? html`<p class="empty">${audit.empty}</p>`
				: table(words.views.audit, ['#', audit.when, audit.who, audit.action, audit.entity, audit.outcome], rows.map(line))}
			<div class="bar">
				${query.has('before')
					? html`<a class="button" href="${linkWith('/audit', query, { before: '' })}">${words.newest}</a>`
					: ''}${next === undefined
					? ''
					: html`<a class="button" rel="next" href="${linkWith('/audit', query, { before: String(next) })}"
							>${found.length > PER_PAGE ? words.older : audit.onwards}</a
						>`}
			</div>`,
	};
}

/**
 * The first row whose hash is wrong, or that does not follow the next one.
 * @param newest the hash of the chain's end, if the first row is it
 */
function firstBroken(rows: readonly Row[], isAll: boolean, newest: string | null): number | undefined {
	const isWrong = (row: Row, at: number): boolean => {
		if (hashOf(row.prev_hash, row) !== row.hash) return true;
		const later = rows[at - 1];
		if (!isAll) return false;
		return later === undefined ? newest !== null && row.hash !== newest : later.seq !== row.seq + 1 || later.prev_hash !== row.hash;
	};
	return rows.find(isWrong)?.seq;
}

function filters(view: View, filter: AuditFilter): Html {
	const { words, people } = view;
	const { audit, wall } = words;
	const input = (name: string, label: string, value: string, hint: string) =>
		html`<label class="field"
			><span>${label}</span><input name="${name}" value="${value}" placeholder="${hint}" maxlength="120" autocomplete="off"
		/></label>`;
	return html`<form class="filters" action="/audit">
		${input('entity', audit.entity, filter.entity, audit.entityHint)}${input(
			'action',
			audit.action,
			filter.action,
			audit.actionHint,
		)}${select('person', audit.person, String(filter.person ?? ''), [
			['', wall.any],
			...people.map(({ userId, displayName }) => [String(userId), displayName] as const),
		])}${select('outcome', audit.outcome, filter.outcome ?? '', [
			['', wall.any],
			...OUTCOMES.map((each) => [each, audit.outcomes[each]] as const),
		])}<button class="primary">${wall.apply}</button>
	</form>`;
}

/** A field as spreadsheets read it; nothing in it becomes a formula. */
function field(value: string | number | null): string {
	const text = value === null ? '' : String(value);
	return `"${(/^[=+\-@\t\r]/.test(text) && typeof value !== 'number' ? `'${text}` : text).replaceAll('"', '""')}"`;
}

export async function auditCsv(view: View): Promise<Bytes> {
	const { rows } = await rowsOf(view, CSV_ROWS, CSV_ROWS);
	const names = ['seq', 'at', 'actor_user_id', 'action', 'entity', 'outcome', 'code', 'execution_id', 'detail', 'prev_hash', 'hash'];
	const lines = rows.map((row) =>
		[
			row.seq,
			new Date(row.at_ms).toISOString(),
			row.actor_user_id,
			row.action,
			row.entity,
			row.outcome,
			row.code,
			row.execution_id,
			row.detail,
			row.prev_hash,
			row.hash,
		]
			.map(field)
			.join(','),
	);
	return { type: 'text/csv; charset=utf-8', bytes: Buffer.from(`${[names.join(','), ...lines].join('\r\n')}\r\n`), fileName: 'audit.csv' };
}
