/** Assembles the service from its parts. All outside dependencies enter here: databases, messenger, renderer, webhook, time, randomness. */
import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as sleepFor } from 'node:timers/promises';
import { CopydeskError } from '@copydesk/domain/errors';
import type { DeskQueries } from '@copydesk/domain/desk/intent';
import type { Language } from '@copydesk/domain/language';
import { sourcesText } from '@copydesk/domain/messages/sentences';
import { withoutContacts } from '@copydesk/domain/text/contacts';
import { trustedTexts } from './materials/trusted.ts';
import { migrate } from '@copydesk/kit/database/migrate';
import type { Database } from '@copydesk/kit/database/types';
import type { Log } from '@copydesk/kit/log';
import type { Metrics } from '@copydesk/kit/metrics';
import { createAudit } from './audit/audit.ts';
import type { Audit } from './audit/audit.ts';
import { DEFAULT_ENTRIES } from './contexts/entries.ts';
import type { Contexts, Role } from './contexts/contexts.ts';
import { createJournal } from './deliveries/journal.ts';
import type { Delivery } from './deliveries/journal.ts';
import { createDailyOffer } from './jobs/dailyOffer.ts';
import { createFindAlbumRest } from './jobs/findAlbumRest.ts';
import { createFindPublication } from './jobs/findPublication.ts';
import { createOwed, makeDue } from './jobs/owed.ts';
import { createPayers } from './jobs/payers.ts';
import { createOwedOnboarding } from './jobs/onboarding.ts';
import { createFingerprintBackfill } from './jobs/fingerprints.ts';
import { createMenus } from './jobs/menus.ts';
import { createDuplicateNotice } from './notices/duplicateNotice.ts';
import { createNotices } from './notices/notices.ts';
import type { Notices } from './notices/notices.ts';
import { createExpiredOffers } from './jobs/expiredOffers.ts';
import { removeAway, removeForwards, removeQuestions } from './jobs/removals.ts';
import { createOperations } from './deliveries/operations.ts';
import type { CopyButtons, Operations } from './deliveries/operations.ts';
import { createSender } from './deliveries/send.ts';
import type { Sender } from './deliveries/send.ts';
import { createReminders } from './jobs/reminders.ts';
import { createBrandSheets } from './jobs/brandSheets.ts';
import type { LogoParts } from './jobs/brandSheets.ts';
import { createRemoveLeftOver } from './jobs/leftOverAlbums.ts';
import { createWaitsShown } from './jobs/waits.ts';
import { sweepDeadSendings } from './deliveries/sweep.ts';
import { createEndProgress } from './deliveries/progress.ts';
import { createTell, createTry } from './deliveries/tell.ts';
import { createDeskQueries, readStatus } from './desk/status.ts';
import { forgetStrangers } from './inbox/strangerQuota.ts';
import { greetStrangers } from './inbox/strangers.ts';
import { DEFAULT_BUDGET } from './admissions/budget.ts';
import type { Budget } from './admissions/budget.ts';
import type { Prices } from '@copydesk/domain/ai/prices';
import type { Approval } from '@copydesk/domain/material/approval';
import { spendOfDraft } from './admissions/spend.ts';
import { createAdmissions } from './admissions/admissions.ts';
import type { Admissions } from './admissions/admissions.ts';
import type { PictureFiles } from './admissions/pictureFiles.ts';
import { createPictures } from './admissions/pictures.ts';
import type { Pictures } from './admissions/pictures.ts';
import { createSendBoardLink } from './board/link.ts';
import { indexDrafts } from './board/search.ts';
import { readContract } from './events/contract.ts';
import { demandMayAct } from './events/events.ts';
import { createFailures } from './inbox/failures.ts';
import type { Failures } from './inbox/failures.ts';
import { createInterrupted } from './inbox/interrupted.ts';
import { createOutages } from './events/outage.ts';
import type { Outages } from './events/outage.ts';
import { createDispatcher } from './inbox/dispatcher.ts';
import { createUpdateSource } from './inbox/updateSource.ts';
import { createBriefs } from './inbox/brief.ts';
import type { Briefs } from './inbox/brief.ts';
import { createEnding } from './inbox/ending.ts';
import { createSettledWords } from './inbox/settled.ts';
import { createVoices } from './inbox/voice.ts';
import type { Voices } from './inbox/voice.ts';
import { createInbox } from './inbox/inbox.ts';
import type { Inbox } from './inbox/inbox.ts';
import { createReplays } from './inbox/replay.ts';
import { KEPT_FOR_MS, forgetOldUpdates } from './inbox/retention.ts';
import { mayGoOnAt } from './plans/fire.ts';
import { forgetOldProposals } from './plans/week.ts';
import { DEFAULT_AT_ONCE, createWaiting } from './inbox/waiting.ts';
import { createPost } from './inbox/webhook.ts';
import type { Webhook } from './inbox/webhook.ts';
import { createAwayAnswers } from './intake/away.ts';
import { forgetQueuedUpdates } from './intake/updateQueue.ts';
import { createIntake } from './intake/intake.ts';
import type { Intake, Pace } from './intake/intake.ts';
import { createLeaderLease } from './intake/leaderLease.ts';
import type { LeaderLease } from './intake/leaderLease.ts';
import { createInstances } from './deliveries/instances.ts';
import type { Instances } from './deliveries/instances.ts';
import { createFeeds, listFeeds, publicFeed } from './news/feeds.ts';
import type { Feeds } from './news/feeds.ts';
import { createNews } from './news/news.ts';
import type { News } from './news/news.ts';
import type { Demanded } from './materials/approvals.ts';
import { createMaterials } from './materials/materials.ts';
import type { Materials } from './materials/materials.ts';
import { createProofs } from './materials/proofs.ts';
import type { Proofs } from './materials/proofs.ts';
import { createChannelAbout } from './messenger/channel.ts';
import type { Messenger } from './messenger/client.ts';
import type { Covers } from './messenger/covers.ts';
import type { Files } from './messenger/files.ts';
import { createActors } from './participants/actors.ts';
import type { Actors } from './participants/actors.ts';
import { createLanguages } from './participants/languages.ts';
import type { Languages } from './participants/languages.ts';
import type { Participants } from './participants/participants.ts';
import { createCopyButtons } from './plans/copyButtons.ts';
import { createPrepare } from './photos/prepare.ts';
import type { Prepare } from './photos/prepare.ts';
import type { TakePhoto } from './photos/take.ts';
import { createPlanning } from './plans/planning.ts';
import type { Planning } from './plans/planning.ts';
import { createPosts } from './posts/posts.ts';
import type { Posts } from './posts/posts.ts';
import { readSchedule } from './plans/schedule.ts';
import { forgetFingerprints } from './repeats/fingerprints.ts';
import { readBrand } from './settings/coverStyle.ts';
import { readSettings } from './settings/settings.ts';
import { createUpkeep } from './upkeep.ts';
import type { UpkeepStep } from './upkeep.ts';
import type { Contract, UpdatesCheck, UpdatesMode } from './version.ts';

export const MIGRATIONS = `${import.meta.dirname}/migrations`;
/** The family of the service's migrations, because other services may use the same database. */
export const FAMILY = 'collaboration';

interface ServiceOptions {
	readonly db: Database;
	readonly participants: Participants;
	readonly messenger: Messenger;
	readonly covers: Covers;
	/** Takes people's pictures to the renderer; without it pictures are refused. */
	readonly takePhoto?: TakePhoto;
	/** Fetches recordings; without it nothing is heard. */
	readonly files?: Files;
	/** Makes brands of logos that people send; without it they are refused. */
	readonly logos?: LogoParts;
	/** Turns a JPEG or WebP of an AI into a PNG. */
	readonly prepare?: Prepare;
	readonly contexts: Contexts;
	/** Where paid pictures are kept until their import is confirmed. */
	readonly pictures: PictureFiles;
	readonly channelId: number;
	readonly webhook?: Webhook | undefined;
	/** How updates reach the desk. */
	readonly updates?: UpdatesMode;
	readonly contract?: Contract;
	/** The limits for paid requests. */
	readonly budget?: Budget;
	/** The models' prices; without them no message shows costs. */
	readonly prices?: Prices;
	/** How many events are worked on before requests wait; 0: no limit. */
	readonly atOnce?: number;
	/** Names of the service entries that may get the owner's context. */
	readonly entries?: readonly string[];
	/** How many hours an offer of news is open. */
	readonly offerHours?: number;
	/** The language for people without a known one. */
	readonly language?: Language;
	/** The language of posts, a tag or `auto`, until the owner sets one in chat; without it the settings node decides. */
	readonly postLanguage?: string | undefined;
	/** Under which address people open the board; without it there is none. */
	readonly board?: string | undefined;
	/** Whose agreement a post needs. */
	readonly approval?: Approval;
	/** The time zone of times in messages; an IANA name. */
	readonly timeZone?: string;
	readonly log: Log;
	readonly metrics?: Metrics;
	/** Milliseconds since 1970. */
	readonly nowMs?: () => number;
	readonly newId?: () => string;
	readonly sleep?: (ms: number) => Promise<unknown>;
	/** For posts to the main webhook. */
	readonly fetch?: typeof fetch;
	/** Finds out which instances are alive; by default by process and heartbeat. */
	readonly instances?: Instances;
	/** When updates are committed and handed on. */
	readonly pace?: Pace;
}

/** Updates that the service receives itself. */
interface Updates {
	readonly intake: Intake;
	readonly leaderLease: LeaderLease;
	/** Tells people that n8n is away if any of their updates wait. */
	answerWaiting(): Promise<void>;
	/** The state of receiving updates; absent if the messenger calls n8n. */
	check?: () => UpdatesCheck;
}

/** What the routes use. */
export interface Service {
	readonly db: Database;
	readonly participants: Participants;
	/** The contract that the graphs are served now. */
	readonly contract: { readonly configured: Contract; now(): Promise<Contract> };
	readonly entries: readonly string[];
	readonly audit: Audit;
	readonly contexts: Contexts;
	readonly actors: Actors;
	readonly languages: Languages;
	readonly postLanguage: string | undefined;
	/** The desk's IANA time zone. */
	readonly timeZone: string;
	/** Whether a press that comes too early is kept and carried out at its time. */
	readonly canWait: boolean;
	readonly admissions: Admissions;
	readonly pictures: Pictures;
	readonly inbox: Inbox;
	readonly briefs: Briefs;
	readonly voices: Voices;
	readonly updates: Updates;
	readonly failures: Failures;
	readonly materials: Materials;
	readonly feeds: Feeds;
	readonly news: News;
	readonly proofs: Proofs;
	readonly sender: Sender;
	readonly operations: Operations;
	readonly notices: Notices;
	readonly covers: Covers;
	readonly instances: Instances;
	readonly nowMs: () => number;
	readonly newId: () => string;
	/** One round of upkeep; `stepsOf` lists its steps. */
	tick(): Promise<void>;
	/** Sets everybody's menu of commands in their language; retries failures in a later round. */
	menus(): Promise<void>;
	/** Ends upkeep and closes the databases. */
	close(): Promise<void>;
}

/** Migrates the database, registers this instance and makes what the other parts share. */
async function openParts(options: ServiceOptions) {
	const { contexts, participants, language = 'en', timeZone = 'UTC', nowMs = Date.now, newId = randomUUID } = options;
	const outages = createOutages(nowMs);
	const db = outages.watch(options.db);
	await migrate(db, MIGRATIONS, FAMILY, nowMs());
	const instances = options.instances ?? createInstances({ db, instanceId: `i_${newId()}`, nowMs });
	await instances.heartbeat();
	await instances.forgetOld();
	await makeDue(db, nowMs());
	const audit = createAudit(db, nowMs);
	const actors = createActors(contexts, participants, (context) => demandMayAct(db, context));
	const own = agreementsOf({ ...options, db, timeZone, nowMs });
	const parts: Parts = { ...own, outages, audit, actors, languages: createLanguages(db, language), instances, nowMs, newId };
	return { own, parts };
}

/** Assembles the parts. Upkeep handles what a dead process left. */
export async function createService(options: ServiceOptions): Promise<Service> {
	const { participants, contexts, covers, contract = '1.0.1', entries = DEFAULT_ENTRIES, budget = DEFAULT_BUDGET } = options;
	const { own, parts } = await openParts(options);
	const { db, audit, actors, languages, instances, timeZone, nowMs, newId } = parts;
	const [delivering, handing] = [createDelivering(parts), createHanding(parts)];
	const { planning, posts } = postsOf(parts, delivering, handing);
	const { sender, notices } = delivering;
	const failures = createFailures({ ...parts, ...delivering, tell: notices.tell, newReference: () => randomBytes(4).toString('hex') });
	const pictures = createPictures({ db, audit, files: options.pictures, prepare: options.prepare ?? createPrepare(), nowMs });
	const ownerChatId = ownerChatOf(actors);
	const operations = createOperations({
		...delivering,
		...own,
		actors,
		languages,
		covers,
		timeZone,
		nowMs,
		hadThat: createDuplicateNotice(parts),
	});
	const words = createSettledWords({ db, operations, notices, languages });
	const ending = createEnding({ audit, db, actors, operations, words, onDone: handing.dispatcher.nudge, nowMs, log: options.log });
	const reading = { ...parts, ...readingOf(parts, handing, budget), queries: queriesOf(parts, planning), timeZone, ending };
	return {
		db,
		participants,
		contract: { configured: contract, now: () => readContract(db, contract) },
		...{ entries, timeZone, audit, contexts },
		...{ actors, languages },
		postLanguage: options.postLanguage,
		canWait: handing.canPost,
		admissions: createAdmissions({ ...parts, tell: notices.tell, timeZone, budget, prices: options.prices, canWait: handing.canPost }),
		pictures,
		briefs: createBriefs({ ...reading, planning }),
		voices: createVoices({ ...reading, files: options.files }),
		inbox: createInbox({
			...reading,
			...{ actors, ...delivering, prices: options.prices },
			sendBoardLink: boardLinkOf(parts, delivering),
			...{ planning, posts, takePhoto: options.takePhoto ?? NO_PHOTOS },
			mustBeStored: options.updates !== undefined && options.updates !== 'graphs',
		}),
		updates: updatesOf(parts, delivering, handing),
		failures,
		materials: createMaterials({ db, audit, nowMs, ownerChatId, demanded: own.demanded }),
		feeds: createFeeds({ audit, nowMs }),
		news: createNews({ db, audit, nowMs, ownerChatId, offerHours: options.offerHours ?? 48 }),
		proofs: createProofs({ audit, actors, contexts, nowMs }),
		sender,
		operations,
		notices,
		covers,
		instances,
		nowMs,
		newId,
		menus: createMenus({ hasBoard: options.board !== undefined, db, trySend: delivering.trySend, actors, languages, nowMs }),
		tick: createUpkeep(options.log, stepsOf(parts, { ...delivering, operations }, failures, pictures, handing, planning, posts)),
		async close() {
			await Promise.all([planning.end(), posts.end(), ending.idle()]);
			await handing.dispatcher.end();
			await handing.leaderLease.leave().catch(() => undefined);
			// The caller of a delivery may have disconnected before its outcome was written.
			await sender.idle();
			await instances.leave().catch(() => undefined);
			await participants.close();
			await db.close();
		},
	};
}

/** Answers `/board`; undefined where there is no board. */
const boardLinkOf = (parts: Parts, { trySend }: Delivering) =>
	parts.board === undefined ? undefined : createSendBoardLink({ ...parts, trySend, origin: parts.board });

/** What reading a message takes. */
const readingOf = ({ messenger, channelId, nowMs, postLanguage }: Parts, { atOnce, canPost }: Handing, budget: Budget) => ({
	...{ postLanguage, atOnce },
	budget: canPost ? budget : undefined,
	channelAbout: createChannelAbout(messenger, channelId, nowMs),
});

/** Whose agreement a post needs, and the buttons that result from it. */
function agreementsOf<Own extends ServiceOptions & { readonly timeZone: string; readonly nowMs: () => number }>(own: Own) {
	const { approval = 'either', participants } = own;
	const demanded = async (): Promise<Demanded> => ({ approval, people: await participants.all() });
	return { ...own, demanded, copyButtons: createCopyButtons({ ...own, demanded, canPlan: canPlan(own) }) };
}

const NO_PHOTOS: TakePhoto = async () => ({ problem: { kind: 'away' } });

const ownerChatOf = (actors: Actors) => async () => {
	const owner = await actors.owner();
	if (owner === undefined) throw new CopydeskError('unavailable', 'no owner is set');
	return owner.chatId;
};

/** Answers to questions about the desk's state. */
function queriesOf(
	{ db, participants, channelId, nowMs, timeZone, budget = DEFAULT_BUDGET }: Parts,
	planning: Planning,
): (role: Role) => DeskQueries {
	const about = createDeskQueries(() => readStatus(db, participants, channelId, nowMs()), { nowMs, timeZone });
	return (role) => ({
		...about(role),
		plan: planning.list,
		settings: async () => ({
			chosen: (await readSettings(db)).chosen,
			brand: (await readBrand(db)) ?? null,
			mayChange: role === 'owner',
			zone: timeZone,
			operator: {
				...(budget.perHour === 0 ? {} : { paid_per_hour: String(budget.perHour) }),
				...(budget.perDay === 0 ? {} : { paid_per_day: String(budget.perDay) }),
			},
		}),
		// The graphs say what is a feed.
		sources: async (messages) =>
			withoutContacts(sourcesText(messages, timeZone, (await listFeeds(db)).map(publicFeed)), await trustedTexts(db)),
	});
}

/** Dependencies that several parts share. */
interface Parts extends ServiceOptions {
	readonly timeZone: string;
	readonly demanded: () => Promise<Demanded>;
	readonly copyButtons: CopyButtons;
	readonly audit: Audit;
	readonly actors: Actors;
	readonly languages: Languages;
	readonly instances: Instances;
	readonly outages: Outages;
	readonly nowMs: () => number;
	readonly newId: () => string;
}

type Delivering = ReturnType<typeof createDelivering>;
type Handing = ReturnType<typeof createHanding>;

/** Everything between waiting events and the webhook. Without a webhook nothing waits for room. */
function createHanding({ db, audit, webhook, fetch: post, nowMs, log, instances, outages, atOnce: bound = DEFAULT_AT_ONCE }: Parts) {
	const leaderLease = createLeaderLease(db, instances, nowMs);
	const posting = webhook === undefined ? undefined : createPost(webhook, post);
	const atOnce = posting === undefined ? 0 : bound;
	const replays = createReplays({ db, audit, canPost: posting !== undefined, nowMs, log });
	const sources =
		posting === undefined
			? [replays]
			: [createUpdateSource({ db, leaderLease, nowMs }), replays, createWaiting({ db, audit, atOnce, nowMs })];
	return {
		atOnce,
		leaderLease,
		canPost: posting !== undefined,
		post: posting,
		dispatcher: createDispatcher({ sources, post: posting, atOnce, onBack: outages.note, nowMs, log }),
	};
}

/** Everything between the messenger and the stored updates. */
function updatesOf(
	{ db, audit, participants, actors, languages, channelId, metrics, nowMs, pace }: Parts,
	{ trySend }: Delivering,
	{ dispatcher, leaderLease }: Handing,
): Updates {
	return {
		intake: createIntake({ audit, participants, channelId, metrics, nowMs, onStored: dispatcher.nudge, pace }),
		leaderLease,
		answerWaiting: createAwayAnswers({ db, trySend, actors, languages, nowMs, isAway: dispatcher.isAway }),
	};
}

/** Everything between a journal row and the messages to people. */
function createDelivering(parts: Parts) {
	const { db, audit, messenger, instances, actors, languages, channelId, log, metrics, nowMs, newId, sleep = sleepFor, prices } = parts;
	const journal = createJournal({ instanceId: instances.instanceId, nowMs, newId });
	const counter = metrics?.counter('deliveries_total', 'Deliveries by operation and outcome', ['operation', 'status']);
	const onAnswer = ({ operation, state }: Delivery) => counter?.inc({ operation, status: state });
	const sweep = () => sweepDeadSendings({ db, audit, journal, instances, nowMs });
	// Without a webhook nothing is handed on again.
	const mayWait = parts.webhook === undefined ? async () => false : mayGoOnAt;
	const readers = async () => (await actors.everyone()).map(({ userId }) => userId);
	const sender = createSender({ audit, journal, messenger, mayWait, readers, nowMs, sleep, log, sweep, onAnswer });
	const trySend = createTry({ db, sender, log, nowMs });
	const notices = createNotices({
		...{ db, trySend, tell: createTell(trySend, actors, languages), actors, languages, channelId, copyButtons: parts.copyButtons },
		timeZone: parts.timeZone ?? 'UTC',
		...(prices === undefined ? {} : { spendOf: (draftKey: string) => spendOfDraft(db, draftKey, prices) }),
	});
	const endProgress = createEndProgress({ db, trySend, languages });
	return { journal, sender, sweep, trySend, notices, endProgress };
}

/** Whether the service can keep a chosen time: it needs a webhook, and contract 1.0.0 has no plans. */
const canPlan =
	({ db, webhook, contract = '1.0.1' }: Pick<Parts, 'db' | 'webhook' | 'contract'>): (() => Promise<boolean>) =>
	async () =>
		webhook !== undefined && (await readContract(db, contract)) !== '1.0.0';

/** Posts with a planned time, and posts in the channel. */
const postsOf = (parts: Parts, delivering: Delivering, handing: Handing) => ({
	planning: planningOf(parts, delivering, handing),
	posts: createPosts({
		...{ ...parts, ...delivering, tell: delivering.notices.tell, timeZone: parts.timeZone ?? 'UTC' },
		findAlbumRest: createFindAlbumRest({ ...parts, ...delivering }),
	}),
});

function planningOf(parts: Parts, { trySend, notices }: Delivering, { dispatcher }: Handing): Planning {
	return createPlanning({
		...parts,
		...{ trySend, tell: notices.tell, timeZone: parts.timeZone },
		canPlan: canPlan(parts),
		schedule: () => readSchedule(parts.db),
		onDue: dispatcher.nudge,
	});
}

/** The steps of a round of upkeep, in order. */
function stepsOf(
	parts: Parts,
	{ journal, sender, sweep, trySend, notices, endProgress, operations }: Delivering & { readonly operations: Operations },
	failures: Failures,
	pictures: Pictures,
	handing: Handing,
	planning: Planning,
	posts: Posts,
): readonly UpkeepStep[] {
	const { dispatcher } = handing;
	const { db, audit, actors, instances, outages, nowMs, channelId, timeZone } = parts;
	const { tell } = notices;
	const findPublication = createFindPublication({ db, audit, journal, trySend, actors, channelId, nowMs });
	const findAlbumRest = createFindAlbumRest({ db, trySend, actors, channelId, nowMs });
	const removeLeftOver = createRemoveLeftOver({ db, trySend, channelId });
	const payers = createPayers({
		db,
		notices,
		actors,
		channelId,
		findPublication,
		findAlbumRest,
		removeLeftOver,
		operations,
		post: handing.post,
		failures,
		tellGivenUp: createInterrupted({ db, tell, endProgress, actors, timeZone }),
		nowMs,
	});
	return [
		['heartbeat', () => instances.heartbeat()],
		['leftovers', () => sender.settleLeftovers()],
		['copies that died', async () => void ((await instances.hasOneDied()) && outages.note(nowMs()))],
		['open work after an outage', () => outages.lookSoon(db)],
		['sweep', sweep],
		['offers that ran out', createExpiredOffers({ db, audit, nowMs })],
		['onboarding owed', createOwedOnboarding({ ...parts, sender })],
		['planned posts', () => planning.round()],
		...(handing.canPost ? [['the daily offer', createDailyOffer({ ...parts, entries: parts.entries ?? DEFAULT_ENTRIES })] as const] : []),
		['reminders', createReminders({ ...parts, tell, trySend })],
		['posts that are taken down', () => posts.round()],
		['what waits for n8n', () => dispatcher.round()],
		// What this round gave up is told in it.
		['what people are owed', createOwed({ db, payers, nowMs, log: parts.log })],
		['forwards that were looked at', () => removeForwards({ db, trySend, nowMs })],
		['questions that are over', () => removeQuestions({ db, trySend, nowMs })],
		['words of waiting that are over', () => removeAway({ db, trySend, nowMs })],
		['requests that wait', createWaitsShown({ db, tell, endProgress, actors, nowMs, timeZone })],
		...(parts.logos === undefined
			? []
			: [['covers with a new logo', createBrandSheets({ ...parts, ...parts.logos, tell, trySend })] as const]),
		['strangers', () => greetStrangers(db, trySend, nowMs)],
		['kept pictures', () => pictures.forget()],
		['old updates', () => forgetOldUpdates(db, nowMs())],
		['old proposals', () => forgetOldProposals(db, nowMs() - KEPT_FOR_MS)],
		['updates that n8n never took', () => audit.within((tx, note) => forgetQueuedUpdates(tx, note, nowMs()))],
		['old strangers', () => forgetStrangers(db, nowMs())],
		['what drafts are about', createFingerprintBackfill({ db, nowMs })],
		['old matters', () => forgetFingerprints(db, nowMs())],
		...(parts.board === undefined ? [] : [['what the board finds', () => indexDrafts(db, timeZone, nowMs())] as const]),
	];
}
