/** Messages that are put together from others, the same way in every language. */
import { titledFault } from '../settings/form.ts';
import type { LogoProblem } from '../cover/logoGround.ts';
import { hasOwnPicture } from '../cover/photo.ts';
import type { PhotoProblem } from '../cover/photo.ts';
import type { Spend } from '../ai/prices.ts';
import type { Buttons } from '../chat/callback.ts';
import { commandNames, commandsFor, helpTasks } from '../chat/commands.ts';
import type { CommandName, UsageName } from '../chat/commands.ts';
import { MAX_MESSAGE_UNITS, MAX_SENT_IMAGE_BYTES, NEWS_FALLBACK_WINDOW_DAYS } from '../limits.ts';
import { tooLongIn } from '../cover/tooLong.ts';
import type { TooLong } from '../cover/tooLong.ts';
import { shorten } from '../text/shorten.ts';
import type { MaterialState } from '../material/machine.ts';
import type { KeptVerdict, Material } from '../material/material.ts';
import { pagesRestedOn, restingOf, sentenceOn } from '../material/pages.ts';
import { issuesOf } from '../material/vouch.ts';
import { UNFOUNDED, claimKind, groupOfWork, inGroups, workGroups } from '../material/recoveryActions.ts';
import type { OpenDraft } from '../material/recoveryActions.ts';
import { isInWork } from '../material/work.ts';
import { problemOfReader } from '../news/article.ts';
import { leftOutReasons } from '../news/choose.ts';
import type { LeftOutCounts } from '../news/choose.ts';
import type { PageLeftOutReason } from '../news/page.ts';
import type { When } from '../schedule/when.ts';
import type { WallDay, WallTime } from '../schedule/zone.ts';
import type { Change } from '../material/change.ts';
import { languages } from '../language.ts';
import { messagesIn } from './catalogue.ts';
import type { Messages, ProblemCode, PublicationFault, QuotingCode } from './messages.ts';

const MINUTE_MS = 60_000;
/** Up to here a wait is told in seconds. */
const SOON_MS = 2 * MINUTE_MS;

/** A message, and what can be pressed below it. */
export interface Saying {
	readonly text: string;
	readonly buttons: Buttons | null;
}

/** What a draft is called by. */
export interface Called {
	readonly number: number;
	readonly title: string | null;
	readonly request: string | null;
	/** What the AI understood of its message, which may ask for several posts. */
	readonly brief?: { readonly subject: string } | null;
}

/** Longest beginning of a request that a draft without a title is called by. */
const MAX_FIRST_WORDS_UNITS = 48;

/** The title of a draft, else its subject or the first words of its request; null if it has none. */
export function wordsOf({ title, brief, request }: Omit<Called, 'number'>): string | null {
	const words = [title, brief?.subject, request?.trim().split('\n')[0]].find((each) => (each ?? '').trim() !== '')?.trim();
	if (words === undefined || words === title?.trim()) return words ?? null;
	return wholeWords(words, MAX_FIRST_WORDS_UNITS);
}

/** The beginning of a text, cut between two words where there are any. */
function wholeWords(text: string, maxUnits: number): string {
	const whole = text.toWellFormed();
	if (whole.length <= maxUnits) return whole;
	const end = whole.lastIndexOf(' ', maxUnits - 1);
	return end * 2 > maxUnits ? `${whole.slice(0, end).replace(/[,;:.]$/, '')}…` : shorten(whole, maxUnits);
}

/** A draft as people call it: by its words and its number. */
export function draftName(messages: Messages, draft: Called): string {
	return messages.called({ number: draft.number, words: wordsOf(draft) });
}

/** Longest label of a button that fills a row: a phone clips more. */
const MAX_LABEL_UNITS = 34;

/** A draft on a button of its own. @param action what the button does, if that is more than to show the draft */
export function draftLabel(draft: Called, action: string | null): string {
	const words = wordsOf(draft);
	const label = [action, words === null ? String(draft.number) : `${draft.number} ${words}`].filter((part) => part !== null).join(': ');
	return wholeWords(label, MAX_LABEL_UNITS);
}

/** A person as they are called; somebody who was given no name by their role. */
export function personName(messages: Messages, person: { readonly displayName: string; readonly role: 'owner' | 'editor' }): string {
	// The stored name of somebody without one is the English word for their role.
	return person.displayName === messagesIn('en').roles[person.role] ? messages.roles[person.role] : person.displayName;
}

/** The day of a post, e.g. 20 November. */
export const dayName = ({ locale }: Pick<Messages, 'locale'>, timeZone: string, ms: number): string =>
	new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', timeZone }).format(ms);

/** A day with its year, e.g. 21 Nov 2026. */
export const dateName = ({ locale }: Pick<Messages, 'locale'>, ms: number, timeZone = 'UTC'): string =>
	new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', year: 'numeric', timeZone }).format(ms);

const OF_TIME = { weekday: 'short', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' } as const;

/** A moment of these weeks in the time zone of the desk, e.g. Fri 1 Jan, 09:00. */
export const timeName = ({ locale }: Pick<Messages, 'locale'>, timeZone: string, ms: number): string =>
	new Intl.DateTimeFormat(locale, { ...OF_TIME, timeZone }).format(ms);

/** The same with its zone, where somebody may live by another one. */
export const zonedName = ({ locale }: Pick<Messages, 'locale'>, timeZone: string, ms: number): string =>
	new Intl.DateTimeFormat(locale, { ...OF_TIME, timeZone, timeZoneName: 'short' }).format(ms);

/** The same with its year, of a time that cannot be. */
const yearName = ({ locale }: Messages, timeZone: string, ms: number): string =>
	new Intl.DateTimeFormat(locale, { ...OF_TIME, year: 'numeric', timeZone }).format(ms);

/** What the clock shows at a time that was named, whether or not there is such a time. */
const wallName = ({ locale }: Messages, { year, month, day, hour, minute }: WallDay & Partial<WallTime>): string =>
	new Intl.DateTimeFormat(locale, {
		day: 'numeric',
		month: 'long',
		year: 'numeric',
		timeZone: 'UTC',
		...(hour === undefined ? {} : { hour: '2-digit', minute: '2-digit' }),
	}).format(Date.UTC(year, month - 1, day, hour ?? 0, minute ?? 0));

/** What is said to a time that was named for a version: that it is kept, or what was understood. */
export function momentText(messages: Messages, timeZone: string, draft: Called, when: When): string {
	const { plans } = messages;
	switch (when.kind) {
		case 'at':
			return plans.kept({ draft: draftName(messages, draft), at: zonedName(messages, timeZone, when.atMs) });
		case 'past':
		case 'too_far':
			return plans.notKept[when.kind]({ at: yearName(messages, timeZone, when.atMs) });
		case 'skipped':
			return plans.notKept.skipped({ at: wallName(messages, when.wall) });
		case 'no_such_day':
			return plans.notKept.no_such_day({ at: `${when.day.day}.${when.day.month}.${when.day.year}` });
		case 'not_understood':
			return plans.notKept.not_understood;
	}
}

/** Somebody asks for work that is under way. `by`: whose it is; null is the reader, or somebody who is not known. */
export function underWayText(
	messages: Messages,
	timeZone: string,
	work: Called & { readonly since: number; readonly until: number },
	by: { readonly displayName: string; readonly role: 'owner' | 'editor' } | null,
): string {
	return messages.underWay({
		draft: draftName(messages, work),
		number: work.number,
		by: by === null ? null : personName(messages, by),
		since: timeName(messages, timeZone, work.since),
		until: timeName(messages, timeZone, work.until),
	});
}

interface BudgetSpent {
	readonly whose: 'person' | 'desk' | 'money';
	readonly limit: number;
	readonly currency?: string;
	readonly until: number;
}

/** An amount as it is read in this language; a small one with as many digits as say something. */
export function moneyName(messages: Messages, amount: number, currency: string): string {
	const digits = amount !== 0 && amount < 0.01 ? 4 : 2;
	return new Intl.NumberFormat(messages.locale, {
		style: 'currency',
		currency,
		minimumFractionDigits: 2,
		maximumFractionDigits: digits,
	}).format(amount);
}

/** What was paid for a draft; null when nothing was. */
export function spendText(messages: Messages, { requests, unknown, cost, currency }: Spend): string | null {
	if (requests === 0) return null;
	const money = cost === null || currency === null || unknown === requests ? null : moneyName(messages, cost, currency);
	return messages.spend({ requests, money, unknown: money === null || unknown === 0 ? null : unknown });
}

/** Somebody wants to drop work that is under way. `by`: whose it is; null is the reader, or somebody who is not known. */
export function dropUnderWayText(
	messages: Messages,
	work: Called,
	by: { readonly displayName: string; readonly role: 'owner' | 'editor' } | null,
): string {
	return messages.dropUnderWay({ draft: draftName(messages, work), by: by === null ? null : personName(messages, by) });
}

/** The limit for paid requests is reached. `work`: the draft that waits for it, if there is one. */
export function budgetSpentText(
	messages: Messages,
	timeZone: string,
	{ whose, limit, currency, until }: BudgetSpent,
	work: Called | null,
): string {
	// A minute that has begun is not over, so the next one is said.
	const at = timeName(messages, timeZone, Math.ceil(until / MINUTE_MS) * MINUTE_MS);
	const number = work?.number ?? null;
	if (whose === 'money') return messages.moneySpent({ limit: moneyName(messages, limit, currency ?? ''), at, number });
	return messages.budgetSpent[whose]({ limit, at, number });
}

const dayKey = (timeZone: string, ms: number): string => new Intl.DateTimeFormat('en-CA', { timeZone }).format(ms);

/** When something goes on: in seconds if it is soon, the time alone if it is today. */
export function goesOnName(messages: Messages, timeZone: string, untilMs: number, nowMs: number): string {
	if (untilMs - nowMs <= SOON_MS) return messages.waits.soon({ seconds: Math.max(1, Math.ceil((untilMs - nowMs) / 1_000)) });
	// A minute that has begun is not over, so the next one is said.
	const ms = Math.ceil(untilMs / MINUTE_MS) * MINUTE_MS;
	if (dayKey(timeZone, ms) !== dayKey(timeZone, nowMs)) return messages.waits.at.later({ at: timeName(messages, timeZone, ms) });
	const at = new Intl.DateTimeFormat(messages.locale, { hour: '2-digit', minute: '2-digit', timeZone }).format(ms);
	return messages.waits.at.today({ at });
}

/** The beginning of a request, as it is quoted. */
export const firstWords = (text: string): string => wholeWords(text.trim().split('\n')[0] ?? '', MAX_FIRST_WORDS_UNITS);

const isProblem = (messages: Messages, code: string): code is ProblemCode => Object.hasOwn(messages.problems, code);
const isQuoting = (messages: Messages, code: ProblemCode): code is QuotingCode => typeof messages.problems[code] === 'function';

/** What went wrong; `state`: the one that a step found instead of the one that it expected. */
interface Cause {
	readonly code: string;
	readonly detail?: string | null;
	readonly state?: string | null;
}

/** What is said of a version that a step found in another state. */
const FOUND: Readonly<Record<string, ProblemCode>> = {
	text_generating: 'in_preparation',
	text_preparing: 'in_preparation',
	claimed: 'being_published',
	awaiting_feedback: 'session_held',
	published: 'is_published',
	rejected: 'is_rejected',
	superseded: 'is_replaced',
};

function tooLongText(messages: Messages, found: TooLong): string {
	const text = messages.coverFields[found.field];
	switch (found.unit) {
		case 'characters':
			return messages.tooLong.characters({ text, ...found });
		case 'lines':
			return messages.tooLong.lines({ text, ...found });
		case 'percent':
			return messages.tooLong.percent({ text, ...found });
		case 'word':
			return messages.tooLong.word({ text });
	}
}

/** Problems whose detail says which text is too long and by how much. */
const MEASURED: ReadonlySet<string> = new Set([
	'title_too_long',
	'subtitle_too_long',
	'category_too_long',
	'layout_overflow',
] satisfies ProblemCode[]);

/** A provider that names no seconds says why it is busy in words of its own. */
const isForLogs = (code: ProblemCode, detail: string | null): boolean => code === 'ai_busy' && !/^\d+$/.test(detail ?? '');

/** The cause of a problem, and what can be done. Its detail is shown only where it is words of the post itself, or a length. */
export function explain(messages: Messages, { code: named, detail = null, state = null }: Cause): string {
	const code = named === 'state_conflict' ? (FOUND[state ?? ''] ?? named) : named;
	if (!isProblem(messages, code)) return messages.unknownProblem;
	if (isQuoting(messages, code)) {
		if (code === 'link_unread')
			return messages.problems[code]({ words: detail === null || detail === '' ? null : explain(messages, { code: detail }) });
		const words = detail !== null && code === 'settings_invalid' ? titledFault(detail) : detail;
		return messages.problems[code]({ words: words === '' || isForLogs(code, detail) ? null : words });
	}
	const tooLong = MEASURED.has(code) ? tooLongIn(detail ?? '') : [];
	if (tooLong.length > 0) return [...tooLong.map((text) => tooLongText(messages, text)), messages.makeShorter].join(' ');
	return messages.problems[code];
}

/** Why nothing reached the channel, by the code of its delivery. */
export function publicationFault(code: string | null): PublicationFault {
	switch (code) {
		case 'no_rights':
		case 'forbidden':
			return 'rights';
		case 'rate_limited':
			return 'busy';
		case 'message_gone':
			return 'gone';
		case 'album_fixed':
			return 'album';
		case 'name_not_resolved':
		case 'connection_refused':
		case 'connect_timeout':
		case 'connect_failed':
		case 'tls_failed':
			return 'away';
		default:
			return 'refused';
	}
}

/** A look of the cover as people call it. */
export const lookName = ({ settings: { values } }: Pick<Messages, 'settings'>, look: string): string =>
	values[`template:${look}`] ?? values[look] ?? look;

/** What is different about a new version; null when nothing is. */
export function changeText({ changes, settings }: Messages, change: Change | null): string | null {
	if (change === null) return null;
	if (change.kind === 'look') return changes.look({ name: lookName({ settings }, change.look) });
	if (change.kind === 'title') return changes.title(change);
	return change.kind === 'picture' ? changes.picture : change.kind === 'wish' ? changes.wish(change) : changes.words(change);
}

/** What is said of a new version, with what its cover says and its text does not. */
export function withContradictions(messages: Messages, text: string, words: readonly string[]): string {
	return words.length === 0 ? text : `${text}\n\n${messages.coverContradicts({ words: words.slice(0, MAX_CONTRADICTIONS) })}`;
}

/** More would bury what they are about. */
const MAX_CONTRADICTIONS = 4;

export function helpText(messages: Messages): string {
	const line = (name: CommandName) => {
		const { parameters, description } = messages.commands[name];
		return `/${name}${parameters === '' ? '' : ` ${parameters}`} — ${description}`;
	};
	const parts = helpTasks.map((task) => [messages.helpTasks[task], ...commandsFor(task).map(line)].join('\n'));
	return messages.help({ commands: parts.join('\n\n') });
}

/** What the messenger offers where a command is typed. */
export function menuOf(messages: Messages): readonly { readonly command: string; readonly description: string }[] {
	return commandNames.map((command) => ({ command, description: messages.commands[command].description }));
}

export function startText(messages: Messages): string {
	return messages.start({ help: helpText(messages) });
}

/** Which language is spoken, with a button for each. */
export function languageSaying(messages: Messages): Saying {
	const buttons = languages.map((language) => ({ action: 'speak' as const, draft_key: language, version: 1 }));
	return { text: messages.languageNow, buttons: buttons.flatMap((_, at) => (at % 2 === 0 ? [buttons.slice(at, at + 2)] : [])) };
}

export function usageText(messages: Messages, about: UsageName): string {
	switch (about) {
		case 'help':
			return helpText(messages);
		case 'language':
			return messages.languageNow;
		default:
			return messages.usages[about];
	}
}

/** A draft as far as people are told what state it is in. */
export interface Standing extends Called {
	readonly state: MaterialState;
	readonly error_code: string | null;
	/** When its post was taken down. */
	readonly withdrawn_at?: number | null;
}

/** @param more who took its post down (null: nobody did through the desk), the zone of its day, and what it is claimed for */
export function standingText(
	messages: Messages,
	{ state, error_code, withdrawn_at = null, ...draft }: Standing,
	{ by = null, zone, claim }: { readonly by?: string | null; readonly zone?: string | undefined; readonly claim?: string } = {},
): string {
	return messages.draftState({
		draft: draftName(messages, draft),
		number: draft.number,
		state:
			withdrawn_at === null
				? (claim ?? messages.states[state])
				: messages.posts.withdrawn({ by, at: dateName(messages, withdrawn_at, zone) }),
		problem: error_code === null || isOver(state, error_code) ? null : explain(messages, { code: error_code }),
	});
}

/** Whose video a version has, and that nobody but people can look at it; null without one. */
export function videoText({ photos }: Messages, media: Material['media'] | undefined): string | null {
	const videos = media?.filter(({ kind }) => kind !== 'photo') ?? [];
	if (videos.length === 0) return null;
	const isLarge = videos.some(({ file_size }) => file_size !== null && file_size > MAX_SENT_IMAGE_BYTES);
	return isLarge ? `${photos.video} ${photos.large}` : photos.video;
}

/** Whose picture a version has; null as long as it has none. */
export function pictureText(
	messages: Messages,
	version: {
		readonly source_image_id: string | null;
		readonly own_image_id?: string | null;
		readonly media?: Material['media'];
		readonly shown_as?: { readonly cover?: true } | null;
	},
): string | null {
	const { photos } = messages;
	const video = videoText(messages, version.media);
	if (video !== null && version.shown_as?.cover !== true) return video;
	if (version.source_image_id === null) return null;
	return hasOwnPicture(version) ? photos.sent : photos.drawn;
}

/** Only work stops for these reasons. A version past it keeps one until its next press if an operator's proof resumed it. */
const isOver = (state: MaterialState, errorCode: string): boolean =>
	!isInWork(state) && (errorCode === 'execution_failed' || errorCode === 'interrupted');

/** Longest text that is shown of a draft that stopped, so that the message holds it. */
const MAX_KEPT_UNITS = 3_000;

/** A draft that stopped: why, and what is written so far. */
export function stoppedText(
	messages: Messages,
	stopped: Called & {
		readonly error_code: string | null;
		readonly subtitle: string | null;
		readonly body: string | null;
		readonly kept_verdicts?: readonly KeptVerdict[] | null;
	},
	problem: { readonly code: string; readonly detail?: string | null } | null = null,
): string {
	const { title, subtitle, body, error_code } = stopped;
	const heading = [title, subtitle].filter((line) => (line ?? '') !== '').join('\n');
	const kept = [heading, body].filter((part) => (part ?? '') !== '').join('\n\n');
	const cause = problem ?? { code: error_code ?? 'unknown' };
	const unfounded = cause.code === UNFOUNDED ? unfoundedIn(stopped) : [];
	return messages.workFailed({
		draft: draftName(messages, stopped),
		// Each place, in place of the first one alone.
		problem: unfounded.length === 0 ? explain(messages, cause) : [explain(messages, { code: cause.code }), ...unfounded].join('\n'),
		kept: kept === '' ? null : shorten(kept, unfounded.length === 0 ? MAX_KEPT_UNITS : MAX_KEPT_BESIDE_ISSUES),
	});
}

/** Ten places with their reasons leave this much of a message. */
const MAX_KEPT_BESIDE_ISSUES = 1_500;
const MAX_ISSUE_UNITS = 110;

/** What the fact check holds against a text, a line each. */
const unfoundedIn = (stopped: Parameters<typeof issuesOf>[0]): readonly string[] =>
	issuesOf(stopped).map(({ fragment, reason }) => {
		const why = reason.trim() === '' ? '' : ` (${shorten(oneLine(reason), MAX_ISSUE_UNITS)})`;
		return `– ${shorten(oneLine(fragment), MAX_ISSUE_UNITS)}${why}`;
	});

const oneLine = (text: string): string => text.replace(/\s+/gu, ' ').trim();

type ListedDraft = Standing & OpenDraft;

function listedText(messages: Messages, timeZone: string, draft: ListedDraft): string {
	const { state, plan, goes_out_at = null } = draft;
	if (state !== 'claimed' || plan === undefined) return standingText(messages, draft);
	const claim = messages.claims[claimKind(draft)];
	if (typeof claim === 'string') return standingText(messages, draft, { claim });
	return standingText(messages, draft, { claim: claim({ at: timeName(messages, timeZone, goes_out_at ?? 0) }) });
}

/**
 * Open work in one message: drafts that do not fit are counted, notes are always there.
 * @param open how many drafts there are, shown or not
 */
export function openWorkText(
	messages: Messages,
	timeZone: string,
	drafts: readonly ListedDraft[],
	open: number,
	notes: readonly string[] = [],
): string {
	const listed = inGroups(drafts);
	const textOf = (shown: number): string =>
		[messages.openWork({ groups: groupsOf(messages, timeZone, listed.slice(0, shown)), more: open - shown }), ...notes].join('\n\n');
	let shown = listed.length;
	while (shown > 0 && textOf(shown).length > MAX_MESSAGE_UNITS) shown -= 1;
	return textOf(shown);
}

function groupsOf(messages: Messages, timeZone: string, drafts: readonly ListedDraft[]): readonly string[] {
	return workGroups.flatMap((group) => {
		const lines = drafts.filter((each) => groupOfWork(each) === group).map((each) => `• ${listedText(messages, timeZone, each)}`);
		return lines.length === 0 ? [] : [[messages.workGroups[group], ...lines].join('\n')];
	});
}

/** Why no news can be offered: how many items were left out for what, in the order in which they are judged. */
export function nothingNewText({ news }: Messages, leftOut: LeftOutCounts): string {
	const reasons = leftOutReasons.flatMap((reason) => {
		const count = leftOut[reason] ?? 0;
		return count === 0 ? [] : [news.leftOut[reason]({ count })];
	});
	return reasons.length === 0 ? news.nothingAtAll : news.nothingNew({ reasons: reasons.join(', ') });
}

/** Why a page that somebody sent is not offered. @param number of the draft that it has, if it has one */
export function pageLeftOutText(messages: Messages, leftOut: LeftOutCounts, number: number | null): string {
	const { pageLeftOut } = messages.news;
	const reason = leftOutReasons.find((each) => (leftOut[each] ?? 0) > 0) ?? 'undated';
	return isOfPage(pageLeftOut, reason) ? pageLeftOut[reason]({ number }) : explain(messages, { code: reason });
}

const isOfPage = (sentences: Messages['news']['pageLeftOut'], reason: string): reason is PageLeftOutReason =>
	Object.hasOwn(sentences, reason);

/** Feeds in one message; an address may hold somebody's key, so that only its host is shown. */
const MAX_FEEDS_SHOWN = 5;

/** That no feed could be read, and why. */
export function feedsUnreadableText(messages: Messages, feeds: readonly { readonly feed_url: string; readonly code: string }[]): string {
	return messages.news.feedsUnreadable(linesOf(messages, feeds));
}

/** For the owner: which feeds cannot be read, and why. */
export function feedsBrokenText(messages: Messages, feeds: readonly { readonly feed_url: string; readonly code: string | null }[]): string {
	return messages.news.feedsBroken(linesOf(messages, feeds));
}

function linesOf(messages: Messages, feeds: readonly { readonly feed_url: string; readonly code: string | null }[]) {
	const lines = feeds.slice(0, MAX_FEEDS_SHOWN).map((feed) => `• ${hostShown(feed.feed_url)}: ${explainFeed(messages, feed.code)}`);
	return { feeds: lines.join('\n'), more: feeds.length - lines.length };
}

const hostShown = (feedUrl: string): string => (URL.canParse(feedUrl) ? new URL(feedUrl).host : '?');
/** The sentence for a missing article does not fit a feed, so a missing feed has its own. */
const explainFeed = (messages: Messages, code: string | null): string =>
	explain(messages, { code: code === 'upstream_gone' ? 'not_a_feed' : problemOfReader(code ?? 'internal') });

/** A feed as people are told what state it is in. */
interface FeedStanding {
	readonly feed_url: string;
	readonly title: string | null;
	/** How many items it gave when it was last read. */
	readonly items: number | null;
	/** Why it could not be read when it was last asked; null: it could. */
	readonly code: string | null;
	readonly asked_at: number | null;
	readonly read_at: number | null;
}

const MAX_FEED_TITLE_UNITS = 60;

/** The desk's feeds in one message; those that do not fit are counted. */
export function sourcesText(messages: Messages, timeZone: string, feeds: readonly FeedStanding[]): string {
	const { news } = messages;
	if (feeds.length === 0) return news.noSources;
	const paragraphs = feeds.map((feed, index) => `${index + 1}. ${feedName(feed)}: ${feedStanding(messages, timeZone, feed)}`);
	const textOf = (shown: number): string => news.sources({ feeds: paragraphs.slice(0, shown), more: feeds.length - shown });
	let shown = paragraphs.length;
	while (shown > 0 && textOf(shown).length > MAX_MESSAGE_UNITS) shown -= 1;
	return textOf(shown);
}

function feedName({ title, feed_url }: FeedStanding): string {
	const host = hostShown(feed_url);
	return title === null || title === '' ? host : `${shorten(title, MAX_FEED_TITLE_UNITS)} (${host})`;
}

function feedStanding(messages: Messages, timeZone: string, { items, code, asked_at, read_at }: FeedStanding): string {
	const { news } = messages;
	if (asked_at === null) return news.feedNotAsked;
	const at = timeName(messages, timeZone, asked_at);
	if (code === null) return news.feedRead({ at, count: items ?? 0, days: NEWS_FALLBACK_WINDOW_DAYS });
	return news.feedRefused({
		at,
		problem: explainFeed(messages, code),
		readAt: read_at === null ? null : timeName(messages, timeZone, read_at),
	});
}

/** The most units of a fact or a sentence in a list of them. */
const MAX_LISTED_FACT_UNITS = 240;
const MAX_LISTED_TITLE_UNITS = 80;

/** The pages that a post rests on, and each fact of them with the sentence that says it; null for a post that rests on none. */
export function restsOnText(
	messages: Messages,
	{ facts, source_blocks, body }: Pick<Material, 'facts' | 'source_blocks' | 'body'>,
): string | null {
	const pages = pagesRestedOn(facts, source_blocks);
	if (pages.length === 0) return null;
	const named = pages.map(({ title, url }) => `${shorten(title, MAX_LISTED_TITLE_UNITS)} (${new URL(url).host})`);
	const all = (facts ?? []).map(({ text }) => text.trim());
	const lines = restingOf(facts, source_blocks).flatMap((resting) => {
		if (resting.pages.length === 0) return [];
		const fact = resting.fact.trim();
		const sentence = sentenceOn(fact, body ?? '')?.trim() ?? fact;
		// A sentence that is another fact does not say this one: the text left it out.
		if (sentence !== fact && all.includes(sentence)) return [];
		// What the post says in the words of its source is read once, and so is the name of an only page.
		const said = sentence === fact ? '' : `${shorten(sentence, MAX_LISTED_FACT_UNITS)} ← `;
		const titles = resting.pages.map(({ title }) => shorten(title, MAX_LISTED_TITLE_UNITS)).join(', ');
		return [`• ${said}${shorten(fact, MAX_LISTED_FACT_UNITS)}${pages.length === 1 ? '' : ` (${titles})`}`];
	});
	return [messages.restsOn({ pages: named }), ...lines].join('\n');
}

/** Why no covers are drawn with a logo. */
export function logoFaultText({ logo, photos }: Messages, problem: PhotoProblem | LogoProblem): string {
	switch (problem.kind) {
		case 'too_small':
			return logo.tooSmall(problem);
		case 'empty':
		case 'busy':
		case 'format':
		case 'away':
			return logo.faults[problem.kind];
		default:
			return photos.faults[problem.kind];
	}
}
