/** Permission for one external request: the service reads the role again, and writes every answer to the audit. */
import type { AuthorizeAnswer } from '@copydesk/domain/api/collaboration';
import type { Prices, Spend } from '@copydesk/domain/ai/prices';
import { CopydeskError } from '@copydesk/domain/errors';
import { isPaid } from '@copydesk/domain/event/purposes';
import { budgetSpentText, underWayText } from '@copydesk/domain/messages/sentences';
import type { Called } from '@copydesk/domain/messages/sentences';
import type { Messages } from '@copydesk/domain/messages/messages';
import type { Database } from '@copydesk/kit/database/types';
import { holdChain } from '../audit/audit.ts';
import type { Audit, Note as AuditNote } from '../audit/audit.ts';
import type { Contexts } from '../contexts/contexts.ts';
import { causeOf } from '../deliveries/journal.ts';
import { FAILURE_PURPOSE, failureKey } from '../deliveries/tell.ts';
import type { Tell } from '../deliveries/tell.ts';
import { calledOf } from '../materials/read.ts';
import type { VersionRef } from '../materials/read.ts';
import type { Actor, Actors } from '../participants/actors.ts';
import { tables } from '../tables.ts';
import { goesOnWithout } from '../events/events.ts';
import { AI_LEASE_MS, touchLease } from '../events/lease.ts';
import { owe } from '../owed/owed.ts';
import { requireDue } from './due.ts';
import { beginWait } from '../events/waits.ts';
import { limitReached } from './budget.ts';
import type { Budget, Spent } from './budget.ts';
import { isImageModelGone, noteSpend, providerWaitsUntil, spendOfDraft } from './spend.ts';
import type { Note } from './spend.ts';
import { stepUnderWay, workedOn } from './underWay.ts';
import type { UnderWay } from './underWay.ts';

export interface Admissions {
	/**
	 * Admits a request. If a paid one is refused, the chat says why.
	 * @param imageModel the model that would make the picture of a text
	 * @throws CopydeskError step_not_due, work_under_way, budget_spent, provider_asks_to_wait, image_model_gone
	 */
	authorize(actor: Actor, purpose: string, target: string, imageModel?: string): Promise<AuthorizeAnswer>;
	/** Stores the usage of a paid request. @returns whether this was its first note. @throws CopydeskError admission_not_found */
	note(actor: Actor, note: Note): Promise<boolean>;
	/** The usage of a draft's paid requests, all versions together. */
	spendOf(draftKey: string): Promise<Spend>;
	/** Writes to the audit that this context was refused, if the database can be written. */
	noteRefusal(error: unknown, token: string, purpose: string, target: string): Promise<void>;
}

interface AdmissionsOptions {
	readonly audit: Audit;
	readonly contexts: Contexts;
	readonly actors: Actors;
	readonly tell: Tell;
	readonly nowMs: () => number;
	readonly newId: () => string;
	readonly budget: Budget;
	/** Whether the service can hand on requests that wait. */
	readonly canWait: boolean;
	readonly prices: Prices | undefined;
	readonly db: Database;
	/** The time zone of times in messages. */
	readonly timeZone: string;
}

/** Why a paid request is refused, for the message to the person. */
type Why = {
	readonly error: CopydeskError;
	readonly text?: (messages: Messages) => string;
	/** The limit that was reached, if that is the reason: the request can wait for it. */
	readonly spent?: Spent;
	/** Whether the request waits; the message says so. */
	readonly waits?: boolean;
};

interface AdmissionRequest {
	readonly admission_id: string;
	readonly purpose: string;
	readonly target: string;
	readonly imageModel?: string | undefined;
}

export function createAdmissions(options: AdmissionsOptions): Admissions {
	const { tell, newId } = options;
	return {
		spendOf: (draftKey) => spendOfDraft(options.db, draftKey, options.prices),
		note: (actor, note) => options.audit.within((tx) => noteSpend(tx, actor, note, options.nowMs())),

		async authorize(actor, purpose, target, imageModel) {
			const admission_id = `a_${newId()}`;
			const why = await admit(actor, { admission_id, purpose, target, imageModel }, options);
			if (why === undefined) return { allowed: true, admission_id, role: actor.participant.role };
			const { text } = why;
			if (why.waits === true) throw waiting(why.error);
			if (text === undefined) throw why.error;
			// Uses the key of the failure that this refusal will become, so that one message covers both.
			await tell(actor.participant, {
				purpose: FAILURE_PURPOSE,
				entity_key: failureKey(actor.context.execution_id, actor.context.event_key),
				text,
				cause: causeOf(actor),
			});
			throw why.error;
		},

		async noteRefusal(error, token, purpose, target) {
			if (!(error instanceof CopydeskError) || error.code === 'unavailable') return;
			await recordRefusal(token, { purpose, target }, error, options);
		},
	};
}

/** The graph ends here, and it is no failure: the service posts the event again. */
const waiting = ({ code, detail, facts, retryAfterSeconds = 1 }: CopydeskError): CopydeskError =>
	new CopydeskError(code, detail, { facts: { ...facts, waits: true }, retryAfterSeconds });

/** @returns why the request was not admitted; undefined if it was */
async function admit(actor: Actor, asked: AdmissionRequest, options: AdmissionsOptions): Promise<Why | undefined> {
	const { participant, context } = actor;
	const { event_key, execution_id } = context;
	const { admission_id, purpose, target, imageModel } = asked;
	const isPaidFor = isPaid(purpose);
	return options.audit.within(async (tx, note) => {
		const atMs = options.nowMs();
		const version = isPaidFor ? await workedOn(tx, event_key) : null;
		await touchLease(tx, event_key, atMs);
		// The event's row is locked, so no other execution can take it over before this permission is written.
		if (await goesOnWithout(tx, context)) throw new CopydeskError('execution_superseded', `${event_key}, ${execution_id}`);
		if (isPaidFor) {
			await holdChain(tx);
			const why = await reasonAgainst(tx, actor, { purpose, version, imageModel }, atMs, options);
			if (why !== undefined) return { ...why, waits: await doesWait(tx, note, why, actor, atMs, options) };
			const asked = await waitsForProvider(tx, note, actor, purpose, atMs, options);
			if (asked !== undefined) return asked;
		}
		await tables(tx)
			.insertInto('admission')
			.values({
				...{ admission_id, purpose, target },
				event_key,
				actor_user_id: participant.userId,
				paid: isPaidFor ? 1 : 0,
				at_ms: atMs,
				settled_at_ms: isPaidFor ? null : atMs,
				execution_id,
				draft_key: version?.draft_key ?? null,
				version: version?.version ?? null,
			})
			.execute();
		if (isPaidFor) await touchLease(tx, event_key, atMs);
		if (isPaidFor && event_key.startsWith('i:')) await owe(tx, 'offer_lost', { event_key }, atMs, atMs + AI_LEASE_MS);
		note({
			actorUserId: participant.userId,
			action: 'authorize',
			entity: `admission:${asked.admission_id}`,
			outcome: 'ok',
			executionId: execution_id,
			detail: { purpose, target, event_key },
		});
		return undefined;
	});
}

/** Whether the event now waits until the limit allows it. */
async function doesWait(
	tx: Database,
	note: AuditNote,
	{ spent }: Why,
	{ participant, context }: Actor,
	atMs: number,
	{ canWait }: AdmissionsOptions,
): Promise<boolean> {
	if (!canWait || spent === undefined) return false;
	const event = { event_key: context.event_key, user_id: participant.userId, executionId: context.execution_id };
	return beginWait(tx, note, event, { why: spent.whose, untilMs: spent.until }, atMs);
}

/** While the provider asks to wait, the work of another event waits too. What cannot wait is admitted. */
async function waitsForProvider(
	tx: Database,
	note: AuditNote,
	{ participant, context }: Actor,
	purpose: string,
	atMs: number,
	{ canWait }: AdmissionsOptions,
): Promise<Pick<Why, 'error' | 'waits'> | undefined> {
	const { event_key, execution_id: executionId } = context;
	const untilMs = canWait ? await providerWaitsUntil(tx, purpose === 'illustration' ? 'picture' : 'text', atMs) : undefined;
	if (untilMs === undefined) return undefined;
	const waits = await beginWait(tx, note, { event_key, user_id: participant.userId, executionId }, { why: 'provider', untilMs }, atMs);
	if (!waits) return undefined;
	const retryAfterSeconds = Math.ceil((untilMs - atMs) / 1_000);
	return { waits, error: new CopydeskError('provider_asks_to_wait', event_key, { facts: { until: untilMs }, retryAfterSeconds }) };
}

/** Why a paid request is not admitted. Call it with the audit chain locked. @throws CopydeskError step_not_due */
async function reasonAgainst(
	tx: Database,
	{ context }: Actor,
	{ purpose, version, imageModel }: { purpose: string; version: VersionRef | null; imageModel: string | undefined },
	atMs: number,
	options: AdmissionsOptions,
): Promise<Why | undefined> {
	const underWay = version === null ? undefined : await stepUnderWay(tx, { ...version, purpose }, context, atMs);
	if (underWay !== undefined) return otherAtWork(underWay, context.sub, atMs, options);
	await requireDue(tx, context, purpose, version);
	const called = async () => (version === null ? null : calledOf(tx, version));
	if (imageModel !== undefined && (await isImageModelGone(tx, imageModel, atMs))) {
		const number = (await called())?.number ?? null;
		return {
			error: new CopydeskError('image_model_gone', imageModel, { facts: { model: imageModel } }),
			text: (messages) => messages.imageModelGone({ model: imageModel, number }),
		};
	}
	const spent = await limitReached(
		tx,
		options.budget,
		{ userId: context.sub, eventKey: context.event_key, isBrief: purpose === 'brief' },
		atMs,
	);
	return spent === undefined ? undefined : nothingLeft(spent, await called(), atMs, options);
}

function nothingLeft(spent: Spent, called: Called | null, atMs: number, { timeZone }: AdmissionsOptions): Why {
	const { whose, limit, until } = spent;
	return {
		spent,
		error: new CopydeskError('budget_spent', `${limit} of the ${whose}`, {
			facts: { until },
			retryAfterSeconds: Math.ceil((until - atMs) / 1_000),
		}),
		text: (messages) => budgetSpentText(messages, timeZone, spent, called),
	};
}

async function otherAtWork(underWay: UnderWay, userId: number, atMs: number, { actors, timeZone }: AdmissionsOptions): Promise<Why> {
	const { by, since, until, draft_key, version } = underWay;
	const other = by === userId ? null : ((await actors.known(by)) ?? null);
	return {
		error: new CopydeskError('work_under_way', `${draft_key} ${version}`, {
			facts: { by, since, until },
			retryAfterSeconds: Math.ceil((until - atMs) / 1_000),
		}),
		text: (messages) => underWayText(messages, timeZone, underWay, other),
	};
}

async function recordRefusal(
	token: string,
	asked: Pick<AdmissionRequest, 'purpose' | 'target'>,
	{ code }: CopydeskError,
	{ audit, contexts }: AdmissionsOptions,
): Promise<void> {
	// Names the person if our key signed the context.
	const context = await contexts.verify(token).catch(() => undefined);
	await audit.within(async (_tx, note) => {
		note({
			actorUserId: context?.sub ?? null,
			action: 'authorize',
			entity: 'admission:none',
			outcome: 'refused',
			code,
			executionId: context?.execution_id ?? null,
			detail: asked,
		});
	});
}
