/**
 * Technical failures of executions. The service sends one notice per root execution, to the person who asked for the work, else to the
 * owner. A notice causes no retry. A failure before `/event` stored its event returns with each retry of the messenger: people see at
 * most ten equal ones in six hours.
 */
import { sql, type Selectable } from 'kysely';
import type { ReportFailureAnswer, ReportFailureRequest } from '@copydesk/domain/api/collaboration';
import { isDeath } from '@copydesk/domain/event/replay';
import { draftName } from '@copydesk/domain/messages/sentences';
import { withoutContacts } from '@copydesk/domain/text/contacts';
import type { Database } from '@copydesk/kit/database/types';
import type { Audit, Note } from '../audit/audit.ts';
import { releaseClaimOf } from '../deliveries/effects.ts';
import { notAttempted } from '../deliveries/journal.ts';
import type { EndProgress } from '../deliveries/progress.ts';
import { FAILURE_PURPOSE, failureKey, type Tell } from '../deliveries/tell.ts';
import { closeEvent, draftOf, goesOnWithout, isDone } from '../events/events.ts';
import { findExecution } from '../events/executions.ts';
import { endLease } from '../events/lease.ts';
import { draftsCalled } from '../materials/read.ts';
import { noteBlockedDraft } from '../materials/blockedDraft.ts';
import { resumeKeyboard } from '../messenger/buttons.ts';
import { owe, type Debts, type Paid } from '../owed/owed.ts';
import type { Actors } from '../participants/actors.ts';
import { tables, type Tables } from '../tables.ts';

export interface Failures {
	/** @param wasAway whether this service was unavailable for the call that failed, or for the first report of it */
	record(facts: ReportFailureRequest, wasAway?: boolean): Promise<ReportFailureAnswer>;
	/** Tells about a failure that a crash or an unreachable messenger prevented from being told. */
	tell(failure: Debts['failed']): Promise<Paid>;
}

export interface FailuresOptions {
	readonly db: Database;
	readonly audit: Audit;
	readonly tell: Tell;
	readonly endProgress: EndProgress;
	readonly actors: Actors;
	readonly nowMs: () => number;
	/** A short code that people can look up in the audit. */
	readonly newReference: () => string;
}

type Failure = Selectable<Tables['failure']>;

/** The most notices about equal failures without an event within `ALIKE_WITHIN_MS`. */
const TOLD_ALIKE = 10;
const TOLD_OF_NO_EVENT = 30;
const ALIKE_WITHIN_MS = 6 * 3_600_000;

export function createFailures({ db, audit, tell, endProgress, actors, nowMs, newReference }: FailuresOptions): Failures {
	/** Tells the person who asked for the work if they are active, else the owner. */
	async function tellAbout(failure: Failure, actorUserId: number | null): Promise<Omit<ReportFailureAnswer, 'recorded'>> {
		const actor = actorUserId === null ? undefined : await actors.active(actorUserId);
		const addressee = failure.addressee === 'actor' && actor !== undefined ? 'actor' : 'owner';
		const person = addressee === 'actor' ? actor : await actors.owner();
		if (person === undefined) return { addressee, delivery: notAttempted('no_addressee') };
		const { root_execution_id, execution_id, event_key, reference } = failure;
		// The caller chooses the node's name, so it may contain a link.
		const step = withoutContacts(failure.node_name, []);
		const draft = event_key === null ? null : await draftOf(db, event_key);
		// A press may name a draft that does not exist yet.
		const called = draft === null ? undefined : (await draftsCalled(db, [draft.draft_key])).get(draft.draft_key);
		const delivery = await tell(person, {
			purpose: FAILURE_PURPOSE,
			entity_key: failureKey(root_execution_id, event_key),
			text: (messages) =>
				messages.failure({
					draft: called === undefined ? null : draftName(messages, called),
					step,
					reference,
					alike: failure.alike === TOLD_ALIKE - 1 ? TOLD_ALIKE : null,
				}),
			...(draft === null || called === undefined ? {} : { keyboard: (messages) => resumeKeyboard(messages, draft) }),
			cause: { actor_user_id: actor?.userId ?? null, actor_chat_id: actor?.chatId ?? null, event_key, execution_id },
		});
		if (event_key !== null) await endProgress(person, event_key);
		return { addressee, delivery };
	}

	return {
		async record(facts, wasAway = false) {
			const execution = await findExecution(db, facts.execution_id);
			const actorUserId = execution?.actor_user_id ?? null;
			const actor = actorUserId === null ? undefined : await actors.active(actorUserId);
			const failed: Failure = {
				...facts,
				root_execution_id: execution?.root_execution_id ?? facts.execution_id,
				event_key: execution?.event_key ?? null,
				addressee: actor === undefined ? 'owner' : 'actor',
				reference: newReference(),
				alike: 0,
				at_ms: nowMs(),
			};
			if (execution === undefined && facts.node_name === BINDS_CHILD) {
				await audit.within(async (_tx, note) => noteUnbound(note, failed));
				return { recorded: true, addressee: failed.addressee, delivery: notAttempted('superseded') };
			}
			const kept = await audit.within((tx, note) =>
				wasAway || isDeath(facts.error_class) ? die(tx, note, failed, actorUserId) : keep(tx, note, failed, actorUserId),
			);
			if (typeof kept !== 'string') return { recorded: true, ...(await tellAbout(kept, actorUserId)) };
			return { recorded: true, addressee: failed.addressee, delivery: notAttempted(kept) };
		},

		async tell({ root_execution_id, event_key }) {
			const failure = await tables(db)
				.selectFrom('failure')
				.selectAll()
				.where('root_execution_id', '=', root_execution_id)
				.executeTakeFirst();
			// A new n8n counts its executions from 1 again.
			if (failure === undefined || failure.event_key !== event_key) return 'moot';
			const execution = await findExecution(db, root_execution_id);
			return [(await tellAbout(failure, execution?.actor_user_id ?? null)).delivery.status];
		},
	};
}

/**
 * The first step of each graph that main calls. If it fails, the service knows no root of the execution. Main fails too, and people hear
 * about main's failure or its silence.
 */
const BINDS_CHILD = 'Bind the execution';

function noteUnbound(note: Note, { execution_id, workflow_id, node_name, error_class }: Failure): void {
	note({
		actorUserId: null,
		action: 'failure.unbound',
		entity: `execution:${execution_id}`,
		outcome: 'failed',
		code: error_class,
		executionId: execution_id,
		detail: { workflow_id, node_name },
	});
}

/** Why nobody is told: the service continues the work, another execution has it, or it was told often enough. */
type Untold = 'execution_died' | 'superseded' | 'held_back';

/**
 * n8n died under the execution, or this service was unavailable. The event's lease ends: the service posts it again, or tells its person.
 */
async function die(tx: Database, note: Note, failed: Failure, actorUserId: number | null): Promise<Untold> {
	const { root_execution_id, event_key, at_ms, workflow_id, node_name } = failed;
	if (event_key === null || !(await endLease(tx, event_key, root_execution_id, at_ms))) return noteSuperseded(note, failed, actorUserId);
	note({
		actorUserId,
		action: 'execution.died',
		entity: `event:${event_key}`,
		outcome: 'failed',
		code: failed.error_class,
		executionId: root_execution_id,
		detail: { workflow_id, node_name },
	});
	return 'execution_died';
}

function noteSuperseded(note: Note, failed: Failure, actorUserId: number | null): 'superseded' {
	const { root_execution_id, event_key, execution_id, workflow_id, node_name, error_class } = failed;
	note({
		actorUserId,
		action: 'failure.superseded',
		entity: failureKey(root_execution_id, event_key),
		outcome: 'failed',
		code: error_class,
		executionId: execution_id,
		detail: { workflow_id, node_name },
	});
	return 'superseded';
}

/**
 * A child's failure also makes its parent fail, and either may be reported first. The child's report is closer to the cause.
 * @returns the stored failure of the root execution
 */
async function nearest(tx: Database, { root_execution_id, execution_id, workflow_id, node_name, error_class }: Failure): Promise<Failure> {
	if (execution_id !== root_execution_id)
		await tables(tx)
			.updateTable('failure')
			.set({ execution_id, workflow_id, node_name, error_class })
			.where(({ and }) => and({ root_execution_id, execution_id: root_execution_id }))
			.execute();
	return tables(tx).selectFrom('failure').selectAll().where('root_execution_id', '=', root_execution_id).executeTakeFirstOrThrow();
}

/**
 * How many equal failures were told in the last six hours. Simultaneous ones do not see each other, so a few more may be told. All
 * failures together have a limit too, because a thief of the service key could give each another name.
 */
async function toldAlike(tx: Database, { workflow_id, node_name, error_class, at_ms }: Failure): Promise<number> {
	const told = tables(tx)
		.selectFrom('failure')
		.select('root_execution_id')
		.where('event_key', 'is', null)
		.where('alike', '<', TOLD_ALIKE)
		.where('at_ms', '>', at_ms - ALIKE_WITHIN_MS);
	if ((await told.limit(TOLD_OF_NO_EVENT).execute()).length === TOLD_OF_NO_EVENT) return TOLD_ALIKE;
	const alike = await told
		.where(({ and }) => and({ workflow_id, node_name, error_class }))
		.limit(TOLD_ALIKE)
		.execute();
	return alike.length;
}

/** Stores the first failure of a root execution and ends its event; the person decides how to continue. */
async function keep(tx: Database, note: Note, said: Failure, actorUserId: number | null): Promise<Failure | Untold> {
	const failed = said.event_key === null ? { ...said, alike: await toldAlike(tx, said) } : said;
	const { root_execution_id, event_key, at_ms, workflow_id, node_name } = failed;
	const told = { actorUserId, outcome: 'failed', code: failed.error_class } as const;
	if (event_key !== null && ((await goesOnWithout(tx, { event_key, execution_id: root_execution_id })) || (await isDone(tx, event_key))))
		return noteSuperseded(note, failed, actorUserId);
	const added = await tables(tx)
		.insertInto('failure')
		.values(failed)
		.onConflict((on) =>
			on
				.column('root_execution_id')
				.doUpdateSet(failed)
				.where(sql<boolean>`failure.event_key is distinct from excluded.event_key`),
		)
		.returningAll()
		.executeTakeFirst();
	const kept = added ?? (await nearest(tx, failed));
	const { reference, alike } = kept;
	note({
		...told,
		action: added === undefined ? 'failure.repeated' : 'failure.recorded',
		entity: failureKey(root_execution_id, event_key),
		executionId: failed.execution_id,
		detail: { workflow_id, node_name, reference, ...(alike < TOLD_ALIKE ? {} : { held_back: true }) },
	});
	if (alike >= TOLD_ALIKE) return 'held_back';
	if (added !== undefined) await owe(tx, 'failed', { root_execution_id, event_key }, at_ms);
	if (added === undefined || event_key === null) return kept;
	if (await closeEvent(tx, event_key, { state: 'failed', outcome: `failed: ${reference}` }, at_ms))
		note({ ...told, action: 'event.failed', entity: `event:${event_key}`, executionId: root_execution_id });
	const origin = { actorUserId, eventKey: event_key, executionId: root_execution_id, atMs: at_ms };
	await noteBlockedDraft(tx, note, await draftOf(tx, event_key), { error_code: 'execution_failed', error_stage: node_name }, origin);
	await releaseClaimOf(tx, note, event_key, at_ms);
	return kept;
}
