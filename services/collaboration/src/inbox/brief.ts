/**
 * Takes the brief of a message. It is stored with its event before anything follows, so a crash pays for nothing twice: the event is posted
 * again with what followed. A brief creates no right (`domain/brief/follow.ts`).
 */
import type { VerifiedEvent } from '@copydesk/domain/api/collaboration';
import { heldAgainst, type Brief, type RawBrief } from '@copydesk/domain/brief/brief';
import { consequenceOf, type Consequence, type KnownDraft } from '@copydesk/domain/brief/follow';
import type { Buttons } from '@copydesk/domain/chat/callback';
import type { Intent } from '@copydesk/domain/desk/intentTypes';
import { answered, answerTopic, type DeskQueries } from '@copydesk/domain/desk/intent';
import { storedIntent } from '@copydesk/domain/desk/storedIntent';
import { CopydeskError } from '@copydesk/domain/errors';
import { readStored, type Incoming } from '@copydesk/domain/event/update';
import { draftKeyOf } from '@copydesk/domain/ids';
import { draftName, explain } from '@copydesk/domain/messages/sentences';
import type { Messages } from '@copydesk/domain/messages/messages';
import type { Role } from '@copydesk/domain/role';
import { asksForPlan } from '@copydesk/domain/schedule/week';
import type { Database } from '@copydesk/kit/database/types';
import { faultPoint } from '@copydesk/kit/faultPoints';
import type { Budget } from '../admissions/budget.ts';
import { providerWaitsUntil } from '../admissions/spend.ts';
import { holdChain, type Audit, type Note } from '../audit/audit.ts';
import type { StoredBrief } from '../events/briefs.ts';
import { beginWait } from '../events/waits.ts';
import { settlePaid } from '../events/lease.ts';
import { findMaterial, openSessions } from '../materials/read.ts';
import type { Actor } from '../participants/actors.ts';
import type { Participant } from '../participants/participants.ts';
import type { Planning } from '../plans/planning.ts';
import { proposeWeek } from '../plans/week.ts';
import { postsNamed } from '../posts/history.ts';
import { tables } from '../tables.ts';
import { admittedAnswer, type AnswerOptions } from './answer.ts';
import { briefGround, draftsKnown, todayAt, type BriefFacts } from './briefInput.ts';
import { over, type Ending } from './ending.ts';
import { settledBy } from './storeEvent.ts';
import { waitForLimit } from './limits.ts';
import { askAboutConcurrentDuplicate } from './concurrentDuplicates.ts';
import { askWhichItem } from './pictures.ts';
import { languageOfText } from './postLanguage.ts';
import { askAboutRepeat } from './repeated.ts';
import { setIntent } from './setIntent.ts';
import type { Settled } from './settle.ts';
import { hasToWait } from './waiting.ts';

/** What the graphs read from the AI's answer: the brief as it is, or why there is none. */
export interface GivenBrief {
	readonly brief: RawBrief | null;
	readonly fault?: string | undefined;
}

export interface Briefs {
	/** Stores a brief and decides what follows. Of an event that is decided already, what followed. @throws CopydeskError event_not_found */
	take(actor: Actor, given: GivenBrief, canEnd?: boolean): Promise<VerifiedEvent>;
}

interface BriefsOptions extends AnswerOptions, BriefFacts {
	readonly audit: Audit;
	readonly queries: (role: Role) => DeskQueries;
	readonly channelId: number;
	readonly atOnce: number;
	readonly budget: Budget | undefined;
	readonly planning: Pick<Planning, 'canPlan'>;
	readonly ending: Pick<Ending, 'end'>;
}

type Week = Extract<Consequence, { readonly kind: 'week' }>;

/** Faults that pass by themselves: the message waits for the provider. */
export const PASSES: readonly string[] = ['ai_unavailable', 'ai_busy'];
/** The first pause, doubled each time. */
const PAUSE_MS = 60_000;
const MOST_PAUSES = 6;
/** A second friendly line within this time would only be noise. */
const QUIET_MS = 600_000;

export function createBriefs(options: BriefsOptions): Briefs {
	const { db, audit, nowMs } = options;
	return {
		async take({ participant: sender, context }, given, canEnd = false) {
			const { event_key: eventKey, execution_id: executionId } = context;
			const event = await tables(db).selectFrom('event').selectAll().where('event_key', '=', eventKey).executeTakeFirst();
			if (event === undefined) throw new CopydeskError('event_not_found', eventKey);
			const incoming = readStored(event);
			const can = { wait: true, brief: true, end: canEnd };
			const asIs = (intent: Intent, waits = false, settled?: Settled) =>
				admittedAnswer(
					{ eventKey, executionId, incoming, intent },
					sender,
					{ replay: event.replays > 0 || settled?.refused === null, waits, underWay: null, can },
					options,
				);
			const ending = (said: VerifiedEvent, settled?: Settled) => (canEnd ? options.ending.end(said, settled) : said);
			const answer = async (intent: Intent, waits = false, settled?: Settled) => ending(await asIs(intent, waits, settled), settled);
			const intent = storedIntent(event.intent);
			const asked = await asIs(intent);
			// Nothing may be done under an event that has ended.
			if (event.state !== 'stored') return canEnd ? over(asked) : asked;
			if ((asked.brief ?? null) === null) return ending(asked);
			const words = asked.brief?.message ?? '';
			const messages = await options.languages.messagesFor(sender);
			const deciding: Deciding = { eventKey, executionId, intent, incoming, words, sender, messages };
			if (given.brief === null && PASSES.includes(given.fault ?? '')) {
				const waits = await audit.within((tx, note) => waitForProvider(tx, note, deciding, event.wait_count, nowMs()));
				if (waits) return answer(intent, true);
			}
			const fallback = await languageOfText(words, await options.languages.of(sender));
			const brief =
				given.brief === null ? null : heldAgainst(given.brief, await briefGround(isOwn(intent) ? '' : words, fallback, options));
			const next = brief === null ? await withoutBrief(deciding, options.db, given.fault) : await follow(deciding, brief, options);
			const repeated =
				next.kind === 'post_request' ? await askAboutRepeat({ asked: next, incoming, sender }, messages, options) : undefined;
			const stored: StoredBrief = { brief, today: todayAt(nowMs(), options.timeZone) };
			faultPoint('brief.before_store');
			const keeping = { deciding, next: repeated?.question ?? next, wish: repeated?.wish, stored, settles: canEnd };
			const kept = await audit.within((tx, note) => keep(tx, note, keeping, options));
			faultPoint('brief.stored');
			return kept === undefined ? answer(storedIntent(await intentNow(db, eventKey))) : answer(kept.intent, kept.waits, kept.settled);
		},
	};
}

interface Deciding {
	readonly eventKey: string;
	readonly executionId: string;
	readonly intent: Intent;
	readonly incoming: Incoming;
	readonly words: string;
	readonly sender: Participant;
	readonly messages: Messages;
}

export async function intentNow(db: Database, eventKey: string): Promise<string> {
	const { intent } = await tables(db).selectFrom('event').select('intent').where('event_key', '=', eventKey).executeTakeFirstOrThrow();
	return intent;
}

/** Lets the event wait until the provider may answer again, with growing pauses. @returns whether it does */
export async function waitForProvider(
	tx: Database,
	note: Note,
	{ eventKey, executionId, sender }: Pick<Deciding, 'eventKey' | 'executionId' | 'sender'>,
	pauses: number,
	atMs: number,
): Promise<boolean> {
	if (pauses >= MOST_PAUSES) return false;
	await settlePaid(tx, eventKey, atMs);
	const asked = await providerWaitsUntil(tx, 'text', atMs);
	const untilMs = Math.max(asked ?? 0, atMs + PAUSE_MS * 2 ** pauses);
	return beginWait(tx, note, { event_key: eventKey, user_id: sender.userId, executionId }, { why: 'provider', untilMs }, atMs);
}

interface Keeping {
	readonly deciding: Deciding;
	readonly next: Intent | Week;
	readonly wish: NonNullable<Awaited<ReturnType<typeof askAboutRepeat>>>['wish'] | undefined;
	readonly stored: StoredBrief;
	readonly settles: boolean;
}

/** The brief, what follows from it and that its request is settled, in one transaction. @returns undefined if somebody else was first */
async function keep(
	tx: Database,
	note: Note,
	{ deciding, next, wish, stored, settles }: Keeping,
	options: BriefsOptions,
): Promise<{ readonly intent: Intent; readonly waits: boolean; readonly settled?: Settled | undefined } | undefined> {
	const { eventKey, executionId, intent, incoming, sender, messages } = deciding;
	const { channelId, timeZone, participants, budget, atOnce } = options;
	const atMs = options.nowMs();
	const follows = next.kind;
	const mine = await tables(tx)
		.updateTable('event')
		.set({ brief: JSON.stringify(stored) })
		.where(({ and }) => and({ event_key: eventKey, state: 'stored', brief: null, execution_id: executionId }))
		.returning('event_key')
		.executeTakeFirst();
	if (mine === undefined) return undefined;
	await settlePaid(tx, eventKey, atMs);
	const kind = stored.brief?.kind ?? null;
	note({
		actorUserId: sender.userId,
		action: 'event.understood',
		entity: `event:${eventKey}`,
		outcome: 'ok',
		executionId,
		detail: { brief: kind, posts: stored.brief?.posts.length ?? 0, follows },
	});
	if (intent.kind === 'callback') return { intent, waits: false };
	const following = next.kind === 'week' ? await weekOffered(tx, note, next, deciding, options) : next;
	await setIntent(tx, eventKey, following);
	const people = await participants.all();
	const wished = await askAboutConcurrentDuplicate(
		tx,
		{ eventKey, userId: sender.userId, intent: following },
		{ wish, messages, people, channelId, timeZone },
	);
	const decided = await waitForLimit(
		tx,
		note,
		{ eventKey, userId: sender.userId, intent: wished, atMs },
		{ budget, channelId, timeZone, messages },
	);
	if (decided === 'waits') return { intent: wished, waits: true };
	const settled = await settledBy(tx, note, { intent: decided, incoming, sender, eventKey, executionId, atMs }, { settles });
	return { intent: decided, settled, waits: await hasToWait(tx, eventKey, decided, atOnce, atMs) };
}

const draftKeyOfWords = ({ intent, incoming }: Deciding): string =>
	intent.kind === 'words' ? intent.draft_key : draftKeyOf(incoming.updateId);

const asking = (text: string, draft_key: string, ways: readonly Buttons[number][number]['action'][]): Intent => ({
	kind: 'usage',
	text,
	buttons: [ways.map((action) => ({ action, draft_key, version: 1 }))],
});

/** The AI gave nothing that can be read: what can be done without it is offered. */
async function withoutBrief(deciding: Deciding, db: Database, fault = 'ai_malformed'): Promise<Intent> {
	const { intent, messages } = deciding;
	if (intent.kind !== 'words') return intent;
	if (intent.open !== undefined) return replied(deciding, intent.open, db);
	if (intent.insists === true) return requested(deciding);
	if (isOwn(intent)) return { kind: 'usage', text: explain(messages, { code: fault }) };
	const problem = explain(messages, { code: fault });
	return asking(messages.brief.unread({ problem }), intent.draft_key, ['make_post', 'no_post']);
}

const requested = ({ intent, incoming, words }: Deciding, brief?: Brief['posts'][number] | null): Intent => ({
	kind: 'post_request',
	text: words,
	// A press is about an earlier message.
	...(intent.kind !== 'words' || intent.draft_key === draftKeyOf(incoming.updateId) ? {} : { draft_key: intent.draft_key }),
	...(brief === null || brief === undefined ? {} : { brief }),
	...broughtBy(intent),
});

/** What came with the words. */
const broughtBy = (intent: Intent) =>
	intent.kind !== 'words'
		? {}
		: {
				...(intent.picture === undefined ? {} : { picture: intent.picture }),
				...(intent.media === undefined ? {} : { media: intent.media }),
			};

/** The answer that the words are. A picture alone does not take the place of an album. */
async function replied(
	{ intent, words: text, messages }: Deciding,
	{ draft_key, version }: { readonly draft_key: string; readonly version: number },
	db: Database,
): Promise<Intent> {
	const brought = broughtBy(intent);
	const which = Object.keys(brought).length === 0 ? undefined : await askWhichItem(db, { draft_key, version }, messages);
	return which ?? { kind: 'feedback_reply', draft_key, version, text, ...brought };
}

async function follow(deciding: Deciding, brief: Brief, options: BriefsOptions): Promise<Intent | Week> {
	const { intent, sender } = deciding;
	if (intent.kind !== 'words') return intent;
	const drafts = await draftsKnown(options.db);
	const open = intent.open === undefined ? null : await openDraft(options.db, sender, intent.open);
	const isWeek = intent.week !== undefined || (brief.posts.length > 1 && asksForPlan(deciding.words));
	const next = consequenceOf(brief, { open, drafts, isInsisted: intent.insists === true, isWeek });
	if (next.kind !== 'week') return intentOf(deciding, next, options);
	// Without a webhook nothing hands on what is accepted.
	return options.budget !== undefined && (await options.planning.canPlan()) ? next : withoutWeek(deciding, next, options);
}

/** Whether the desk asked for the posts in its own words: they say nothing of any subject. */
const isOwn = (intent: Intent): boolean => intent.kind === 'words' && intent.week === 'any';

/** The week with a time for each post, or as many posts without one. */
async function weekOffered(
	tx: Database,
	note: Note,
	{ posts, aboutMs }: Week,
	deciding: Deciding,
	options: BriefsOptions,
): Promise<Intent> {
	await holdChain(tx);
	const { eventKey, executionId, sender, words, messages } = deciding;
	const by = { eventKey, executionId, sender, words, posts, aboutMs, atMs: options.nowMs(), zone: options.timeZone };
	const { text, buttons } = (await proposeWeek(tx, note, by, messages)) ?? {};
	if (text === undefined) return withoutWeek(deciding, { posts }, options);
	return { kind: 'usage', text, ...(buttons === null || buttons === undefined ? {} : { buttons }) };
}

function withoutWeek(deciding: Deciding, { posts }: Pick<Week, 'posts'>, { budget }: BriefsOptions): Intent {
	const subjects = posts.map(({ subject }) => subject);
	return posts.length === 1
		? requested(deciding, posts[0])
		: severalOffered(subjects, draftKeyOfWords(deciding), deciding.messages, budget !== undefined);
}

/** The draft of this person's question, if it is still open. */
async function openDraft(db: Database, { userId }: Participant, about: { draft_key: string; version: number }): Promise<KnownDraft | null> {
	const session = (await openSessions(db, userId)).find(
		({ draft_key, version }) => draft_key === about.draft_key && version === about.version,
	);
	return session ?? null;
}

async function intentOf(deciding: Deciding, next: Exclude<Consequence, Week>, options: BriefsOptions): Promise<Intent> {
	const { intent, words, messages, sender } = deciding;
	if (intent.kind !== 'words') return intent;
	const draft_key = draftKeyOfWords(deciding);
	const queries = options.queries(sender.role);
	switch (next.kind) {
		case 'post':
			return requested(deciding, next.post);
		case 'several':
			return withoutWeek(deciding, next, options);
		case 'reply':
			return replied(deciding, next.to, options.db);
		case 'ask_change':
			return changeOffered(next.draft, draft_key, deciding, options.db);
		case 'ask_which':
			return asking(messages.meantAsWish, draft_key, ['make_post', 'no_post']);
		case 'withdraw':
			return intent.open === undefined ? { kind: 'usage', text: messages.brief.withdrawn } : { kind: 'command', name: 'cancel', args: {} };
		case 'answer':
			return next.topic === 'history'
				? { kind: 'usage', text: await postsNamed(options, messages, { about: next.about, words }) }
				: answerTopic(next.topic, 'question', draft_key, messages, queries);
		case 'order':
			return orderAnswered(next, draft_key, messages, queries);
		case 'chat':
			return (await chattedLately(options.db, deciding, options.nowMs()))
				? { kind: 'ignored' }
				: { kind: 'usage', text: messages.brief.hello };
		case 'unsure':
			return next.change === null
				? asking(messages.meantAsRequest, draft_key, ['make_post', 'no_post'])
				: changeOffered(next.change, draft_key, deciding, options.db);
	}
}

/** @param canWait whether the others may wait for room; without a webhook nothing hands them on */
function severalOffered(subjects: readonly string[], draft_key: string, { brief }: Messages, canWait: boolean): Intent {
	const of = (action: 'write_all' | 'first_only' | 'leave_words', version = 1) => ({ action, draft_key, version });
	return {
		kind: 'usage',
		text: brief.several({ subjects }),
		buttons: [...(canWait ? [[of('write_all', subjects.length)]] : []), [of('first_only'), of('leave_words')]],
	};
}

/** The version of the first button is the number of the draft. */
async function changeOffered(
	{ number, draft_key: key, version }: KnownDraft,
	draft_key: string,
	{ messages }: Deciding,
	db: Database,
): Promise<Intent> {
	const draft = await findMaterial(db, key, version);
	const buttons: Buttons = [
		[
			{ action: 'change_it', draft_key, version: number },
			{ action: 'new_post', draft_key, version: 1 },
		],
		[{ action: 'leave_words', draft_key, version: 1 }],
	];
	return {
		kind: 'usage',
		text: messages.meantForPost({ draft: draft === undefined ? String(number) : draftName(messages, draft) }),
		buttons,
	};
}

/** An order is never carried out: the draft comes with its buttons, or the setting with its value. */
async function orderAnswered(
	{ order, draft }: Extract<Consequence, { readonly kind: 'order' }>,
	draft_key: string,
	messages: Messages,
	queries: DeskQueries,
): Promise<Intent> {
	switch (order.do) {
		case 'publish':
		case 'plan':
		case 'take_down':
		case 'correct':
		case 'show':
			return answered(
				draft === null
					? { kind: 'command', name: 'status', args: {} }
					: { kind: 'command', name: 'draft', args: { draft_id: draft.draft_key, version: null } },
				messages,
				queries,
			);
		case 'status':
			return answered({ kind: 'command', name: 'status', args: {} }, messages, queries);
		case 'settings':
			return answered({ kind: 'command', name: 'settings', args: { setting: order.setting, value: null } }, messages, queries);
		case 'picture':
			return answerTopic('picture', 'order', draft_key, messages, queries);
		case 'people':
			return answerTopic('people', 'order', draft_key, messages, queries);
		case 'elsewhere':
		case 'unknown':
			return { kind: 'usage', text: messages.brief.unable };
	}
}

async function chattedLately(db: Database, { eventKey, sender }: Deciding, nowMs: number): Promise<boolean> {
	const before = await tables(db)
		.selectFrom('event')
		.select('event_key')
		.where(({ and }) => and({ user_id: sender.userId, intent_kind: 'usage' }))
		.where('event_key', '<>', eventKey)
		.where('received_at_ms', '>', nowMs - QUIET_MS)
		.where('brief', 'like', '{"brief":{"kind":"chat"%')
		.limit(1)
		.executeTakeFirst();
	return before !== undefined;
}
