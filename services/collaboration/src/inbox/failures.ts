/**
 * Technical failures of executions: one notice per root execution, to the person the work was for, else to the owner.
 * Nothing is tried again because of it.
 */
import type { DeliveryAnswer, ReportFailureAnswer, ReportFailureRequest } from '@copydesk/domain/api/collaboration';
import type { Database } from '@copydesk/kit/database/types';
import type { Audit } from '../audit/audit.ts';
import type { Notices } from '../deliveries/notices.ts';
import { createPatience } from '../deliveries/patience.ts';
import type { Admission } from '../participants/admission.ts';
import type { Participant } from '../participants/participants.ts';
import { findExecution } from '../events/executions.ts';
import { releaseClaimOf } from '../deliveries/effects.ts';

export interface Failures {
	record(facts: ReportFailureRequest): Promise<ReportFailureAnswer>;
	/** Tells what a death or a missing connection kept from being told. */
	tellOwed(): Promise<void>;
}

export interface FailuresOptions {
	readonly db: Database;
	readonly audit: Audit;
	readonly notices: Notices;
	readonly admission: Admission;
	readonly nowMs: () => number;
	/** A short word that leads from the notice to the audit. */
	readonly newReference: () => string;
}

/** An older failure is no news any more. */
const OWED_FOR_MS = 86_400_000;

export function createFailures({ db, audit, notices, admission, nowMs, newReference }: FailuresOptions): Failures {
	const patience = createPatience(nowMs);
	return {
		async record(facts) {
			const execution = await findExecution(db, facts.execution_id);
			const root = execution?.root_execution_id ?? facts.execution_id;
			const actor = execution === undefined ? undefined : await admission.active(execution.actor_user_id);
			const proposed = actor === undefined ? 'owner' : 'actor';
			const { reference, addressee, nodeName } = await audit.within(async (tx, note) => {
				const [added] = await tx.query(
					`insert into failure (root_execution_id, execution_id, event_key, workflow_id, node_name, error_class, addressee, reference, at_ms)
						values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict do nothing returning reference`,
					[
						root,
						facts.execution_id,
						execution?.event_key ?? null,
						facts.workflow_id,
						facts.node_name,
						facts.error_class,
						proposed,
						newReference(),
						nowMs(),
					],
				);
				const [row] = await tx.query('select reference, addressee, node_name from failure where root_execution_id = $1', [root]);
				note({
					actorUserId: execution?.actor_user_id ?? null,
					action: added === undefined ? 'failure.repeated' : 'failure.recorded',
					entity: `execution:${root}`,
					outcome: 'failed',
					code: facts.error_class,
					executionId: facts.execution_id,
					detail: { workflow_id: facts.workflow_id, node_name: facts.node_name, reference: String(row?.['reference']) },
				});
				if (added !== undefined && execution !== undefined) {
					// The person is told and decides; the event is not run again.
					const [closed] = await tx.query(
						`update event set state = 'failed', closed_at_ms = $2, outcome = $3 where event_key = $1 and state = 'stored' returning event_key`,
						[execution.event_key, nowMs(), `failed: ${String(row?.['reference'])}`],
					);
					if (closed !== undefined) {
						note({
							actorUserId: execution.actor_user_id,
							action: 'event.failed',
							entity: `event:${execution.event_key}`,
							outcome: 'failed',
							code: facts.error_class,
							executionId: root,
						});
					}
					await releaseClaimOf(tx, note, execution.event_key, nowMs());
				}
				return {
					reference: String(row?.['reference']),
					addressee: row?.['addressee'] === 'actor' ? ('actor' as const) : ('owner' as const),
					nodeName: String(row?.['node_name']),
				};
			});
			const { told, delivery } = await tell({
				root,
				nodeName,
				reference,
				addressee,
				actor,
				eventKey: execution?.event_key ?? null,
				executionId: facts.execution_id,
			});
			return { recorded: true, addressee: told, delivery };
		},

		async tellOwed() {
			const rows = await db.query(
				`select f.*, e.actor_user_id from failure f left join execution e on e.execution_id = f.root_execution_id
					where f.at_ms > $1 and not exists
						(select 1 from delivery n where n.purpose = 'failure' and n.entity_key = 'execution:' || f.root_execution_id and n.state not in ('not_sent', 'revoked'))
					order by f.at_ms limit 20`,
				[nowMs() - OWED_FOR_MS],
			);
			for (const row of rows) {
				const root = String(row['root_execution_id']);
				if (!patience.due(root)) continue;
				const actor = row['actor_user_id'] === null ? undefined : await admission.active(Number(row['actor_user_id']));
				const { delivery } = await tell({
					root,
					nodeName: String(row['node_name']),
					reference: String(row['reference']),
					addressee: row['addressee'] === 'actor' ? 'actor' : 'owner',
					actor,
					eventKey: row['event_key'] === null ? null : String(row['event_key']),
					executionId: String(row['execution_id']),
				});
				if (delivery.status === 'not_sent' || delivery.status === 'revoked') patience.again(root);
			}
		},
	};

	interface Owed {
		readonly root: string;
		readonly nodeName: string;
		readonly reference: string;
		readonly addressee: 'actor' | 'owner';
		readonly actor: Participant | undefined;
		readonly eventKey: string | null;
		readonly executionId: string;
	}

	async function tell({
		root,
		nodeName,
		reference,
		addressee,
		actor,
		eventKey,
		executionId,
	}: Owed): Promise<{ told: 'actor' | 'owner'; delivery: DeliveryAnswer }> {
		const person = addressee === 'actor' && actor !== undefined ? actor : await admission.owner();
		const told = addressee === 'actor' && person !== undefined && person === actor ? 'actor' : 'owner';
		if (person === undefined) {
			return {
				told,
				delivery: {
					status: 'not_sent',
					confirmed: false,
					repeated: false,
					message_id: null,
					file_id: null,
					attempts: 0,
					error_code: 'no_addressee',
				},
			};
		}
		const cause = { actor: actor === undefined ? null : { userId: actor.userId, chatId: actor.chatId }, eventKey, executionId };
		return {
			told,
			delivery: await notices.tell(
				person,
				{ purpose: 'failure', entityKey: `execution:${root}` },
				(messages) => messages.failure({ step: nodeName, reference }),
				cause,
			),
		};
	}
}
