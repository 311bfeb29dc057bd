/** Whether everything works, and what to do where it does not. */
import { readStatus } from '../../desk/status.ts';
import { listFeeds } from '../../news/feeds.ts';
import { VERSION } from '../../version.ts';
import { html, type Html } from '../html.ts';
import type { Page, View } from '../view.ts';

interface Check {
	readonly name: string;
	/** Null: nothing to judge. */
	readonly isWell: boolean | null;
	readonly says: string;
}

export async function healthPage(view: View): Promise<Page> {
	const { words } = view;
	const { health } = words;
	const checks = await checksOf(view);
	const isWell = checks.every((check) => check.isWell !== false);
	return {
		title: words.views.health,
		view: 'health',
		note: isWell ? health.all : health.some,
		body: html`<ul class="rows checks">
				${checks.map((check) => row(view, check))}
			</ul>
			<p class="note">${health.doctor}</p>`,
	};
}

async function checksOf({ db, parts, channelId, nowMs, words, prices }: View): Promise<readonly Check[]> {
	const { health } = words;
	const { participants, channel, events, unconfirmed, paid_last_day, strangers } = await readStatus(
		db,
		parts.participants,
		channelId,
		nowMs,
		prices,
	);
	const broken = (await listFeeds(db)).filter(({ code }) => code !== null).length;
	const people = participants.flatMap(({ display_name: name, active, reachable, untold }) => [
		...(active ? [] : [{ text: health.disabled(name), isWell: true }]),
		...(reachable === 'kicked' ? [{ text: health.blocked(name), isWell: false }] : []),
		...(untold > 0 ? [{ text: health.untold(name, untold), isWell: false }] : []),
	]);
	const hasRights = channel.reachable === null || channel.reachable === 'administrator';
	const updates = parts.updates.check?.();
	const gaveUp = events.interrupted + events.abandoned;
	return [
		{ name: health.service, isWell: true, says: `${VERSION} · ${await parts.contract.now()}` },
		{ name: health.database, isWell: true, says: db.engine === 'sqlite' ? 'SQLite' : 'PostgreSQL' },
		{ name: health.updates, isWell: updates === undefined || updates === 'ok', says: updates ?? health.ways.graphs },
		{ name: health.people, isWell: people.every(({ isWell }) => isWell), says: people.map(({ text }) => text).join('; ') || health.ok },
		{ name: health.channel, isWell: hasRights, says: hasRights ? health.ok : health.noRights },
		{ name: health.unconfirmed, isWell: unconfirmed === 0, says: words.number(unconfirmed) },
		{ name: health.feeds, isWell: broken === 0, says: broken === 0 ? health.ok : health.feedsBroken(broken) },
		{
			name: health.upkeep,
			isWell: events.failed + gaveUp === 0,
			says: `${health.failures(events.failed, gaveUp)}, ${health.waits(events.waiting)}`,
		},
		{ name: health.paidDay, isWell: null, says: words.number(paid_last_day) },
		{ name: health.strangers, isWell: null, says: words.number(strangers.people) },
	];
}

const row = ({ words: { health } }: View, { name, isWell, says }: Check): Html =>
	html`<li class="row">
		<b>${name}</b><span class="says">${says}</span>${isWell === null
			? ''
			: html`<span class="chip ${isWell ? 'ok' : 'failed'}"><i></i>${isWell ? health.ok : health.failed}</span>`}
	</li>`;
