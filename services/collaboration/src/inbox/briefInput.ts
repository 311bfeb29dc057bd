/** What an AI is asked about a message, and what its answer is held against. */
import type { BriefGround } from '@copydesk/domain/brief/brief';
import type { KnownDraft } from '@copydesk/domain/brief/follow';
import type { BriefInput } from '@copydesk/domain/brief/request';
import { makesRequest } from '@copydesk/domain/chat/callback';
import { linksIn } from '@copydesk/domain/chat/links';
import { faultOfRequest } from '@copydesk/domain/chat/request';
import type { Intent } from '@copydesk/domain/desk/intentTypes';
import type { Incoming } from '@copydesk/domain/event/update';
import { MAX_BRIEF_DRAFTS } from '@copydesk/domain/limits';
import { dayAt, wallTimeAt } from '@copydesk/domain/schedule/zone';
import { AUTO } from '@copydesk/domain/settings/settings';
import type { Database } from '@copydesk/kit/database/types';
import { briefOfEvent, briefOfMessage } from '../events/briefs.ts';
import { findMaterial } from '../materials/read.ts';
import { readSettings } from '../settings/settings.ts';
import { tables } from '../tables.ts';

/** The words of an event that an AI is asked about before anything follows; null if nothing is to be asked, or was asked already. */
export async function wordsToAsk(db: Database, eventKey: string, intent: Intent): Promise<string | null> {
	if ((await briefOfEvent(db, eventKey)) !== undefined) return null;
	if (intent.kind === 'words') return intent.text;
	if (intent.kind !== 'callback' || !makesRequest(intent.action) || intent.text === undefined) return null;
	const isKnown = ((await briefOfMessage(db, intent.draft_key))?.brief?.posts.length ?? 0) > 0;
	return isKnown || faultOfRequest(intent.text) !== null ? null : intent.text;
}

/** The newest drafts and posts, one version each. */
export async function draftsKnown(db: Database): Promise<readonly (KnownDraft & { readonly title: string })[]> {
	const rows = await tables(db)
		.selectFrom('material as m')
		.select(['m.number', 'm.draft_key', 'm.version', 'm.state', 'm.title', 'm.request'])
		.where('m.state', 'not in', ['superseded', 'rejected'])
		.where(({ not, exists, selectFrom }) =>
			not(
				exists(
					selectFrom('material as later')
						.select('later.version')
						.whereRef('later.draft_key', '=', 'm.draft_key')
						.whereRef('later.version', '>', 'm.version')
						.where('later.state', 'not in', ['superseded', 'rejected']),
				),
			),
		)
		.orderBy('m.created_at_ms', 'desc')
		.limit(MAX_BRIEF_DRAFTS)
		.execute();
	return rows.map(({ title, request, ...draft }) => ({ ...draft, title: title ?? (request ?? '').slice(0, 80) }));
}

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** `2026-11-27, Friday`. */
export function todayAt(atMs: number, zone: string): string {
	const day = dayAt(atMs, zone);
	return `${day}, ${WEEKDAYS[new Date(`${day}T12:00:00Z`).getUTCDay()] ?? ''}`;
}

export interface BriefFacts {
	readonly db: Database;
	readonly nowMs: () => number;
	readonly timeZone: string;
	/** What the channel is about, where the owner did not say. */
	readonly channelAbout: () => Promise<string>;
}

/** @param spoken the language that the person speaks with the desk */
export async function briefInput(
	{
		words,
		intent,
		incoming,
		spoken,
	}: { readonly words: string; readonly intent: Intent; readonly incoming: Incoming; readonly spoken: string },
	{ db, nowMs, timeZone, channelAbout }: BriefFacts,
): Promise<BriefInput> {
	const { chosen } = await readSettings(db);
	const { hour, minute } = wallTimeAt(nowMs(), timeZone);
	const clock = [hour, minute].map((part) => String(part).padStart(2, '0')).join(':');
	const open =
		intent.kind === 'words' && intent.open !== undefined ? await findMaterial(db, intent.open.draft_key, intent.open.version) : undefined;
	return {
		message: words,
		today: `${todayAt(nowMs(), timeZone)}, ${clock}`,
		about: chosen.channel_about ?? (await channelAbout()),
		language: spoken,
		post_language: chosen.language === undefined || chosen.language === AUTO ? '' : chosen.language,
		open: open === undefined ? null : { draft: open.number, title: open.title ?? '', asked: 'What should change in this draft?' },
		drafts: (await draftsKnown(db)).map(({ number, title, state }) => ({ number, title, state })),
		links: incoming.kind === 'message' ? linksIn(words, incoming.links).length : 0,
		picture:
			(incoming.kind === 'message' && incoming.picture !== null) ||
			(intent.kind === 'words' && (intent.picture ?? intent.media) !== undefined),
	};
}

/** What the answer is held against. */
export async function briefGround(words: string, fallback: string, { db, nowMs, timeZone }: BriefFacts): Promise<BriefGround> {
	const drafts = (await draftsKnown(db)).map(({ number }) => number);
	return { message: words, drafts, nowMs: nowMs(), zone: timeZone, language: fallback };
}
