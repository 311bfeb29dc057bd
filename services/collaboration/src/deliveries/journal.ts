/**
 * The delivery journal: what was about to be sent, and what came of it. The one writer of deliveries.
 */
import type { DeliveryAnswer } from '@copydesk/domain/api/collaboration';
import { CopydeskError } from '@copydesk/domain/errors';
import { deliveryMachine } from '@copydesk/domain/delivery/machine';
import type { DeliveryState } from '@copydesk/domain/delivery/machine';
import type { SettledState } from '@copydesk/domain/delivery/outcome';
import type { Database, Row, SqlValue } from '@copydesk/kit/database/types';
import type { Attempt } from '@copydesk/domain/material/publication';
import type { Note } from '../audit/audit.ts';
import { tables } from '../tables.ts';
import type { Operation } from '../tables.ts';

export type { Operation };

/** Purpose, entity key and recipient are the identity; operation and actor stand beside it. */
export interface DeliveryKey {
	readonly purpose: string;
	readonly entityKey: string;
	/** 0 for the channel. */
	readonly recipientUserId: number;
}

export interface DeliverySpec extends DeliveryKey {
	readonly operation: Operation;
	readonly chatId: number;
	readonly actor: { readonly userId: number; readonly chatId: number } | null;
	readonly eventKey: string | null;
	readonly executionId: string | null;
	readonly material: { readonly draftKey: string; readonly version: number; readonly contentSha256: string } | null;
}

export interface Delivery extends DeliverySpec {
	readonly deliveryId: string;
	readonly state: DeliveryState;
	readonly seq: number;
	readonly attempts: number;
	readonly instanceId: string;
	/** 0: sent, but the messenger did not say under which id. */
	readonly messageId: number | null;
	readonly messageDate: number | null;
	readonly fileId: string | null;
	readonly fileUniqueId: string | null;
	readonly errorCode: string | null;
	readonly changedAtMs: number;
}

export type Begun = { readonly kind: 'begun'; readonly delivery: Delivery } | { readonly kind: 'repeated'; readonly delivery: Delivery };

export interface Outcome {
	readonly state: SettledState;
	readonly messageId?: number | null;
	readonly messageDate?: number | null;
	readonly fileId?: string | null;
	readonly fileUniqueId?: string | null;
	readonly code: string | null;
	readonly detail: string | null;
}

const number = (value: SqlValue | undefined): number | null => (value === null || value === undefined ? null : Number(value));
const text = (value: SqlValue | undefined): string | null => (value === null || value === undefined ? null : String(value));

export function deliveryOf(row: Row): Delivery {
	const draftKey = text(row['draft_key']);
	return {
		deliveryId: String(row['delivery_id']),
		purpose: String(row['purpose']),
		entityKey: String(row['entity_key']),
		recipientUserId: Number(row['recipient_user_id']),
		operation: String(row['operation']) as Operation,
		chatId: Number(row['chat_id']),
		actor: row['actor_user_id'] === null ? null : { userId: Number(row['actor_user_id']), chatId: Number(row['actor_chat_id']) },
		eventKey: text(row['event_key']),
		executionId: text(row['execution_id']),
		material: draftKey === null ? null : { draftKey, version: Number(row['version']), contentSha256: String(row['content_sha256']) },
		state: String(row['state']) as DeliveryState,
		seq: Number(row['seq']),
		attempts: Number(row['attempts']),
		instanceId: String(row['instance_id']),
		messageId: number(row['message_id']),
		messageDate: number(row['message_date']),
		fileId: text(row['file_id']),
		fileUniqueId: text(row['file_unique_id']),
		errorCode: text(row['error_code']),
		changedAtMs: Number(row['changed_at_ms']),
	};
}

const INSERT = `insert into delivery (delivery_id, purpose, entity_key, recipient_user_id, operation, actor_user_id, actor_chat_id, event_key, execution_id,
		chat_id, draft_key, version, content_sha256, state, seq, attempts, instance_id, created_at_ms, changed_at_ms)
	values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, 'sending', 1, 1, $14, $15, $15) on conflict do nothing returning *`;

const ADD_EVENT = `insert into delivery_event (delivery_id, seq, prev_seq, from_state, to_state, at_ms, detail) values ($1, $2, $3, $4, $5, $6, $7)`;

const LOCK_BY_KEY = 'update delivery set seq = seq where purpose = $1 and entity_key = $2 and recipient_user_id = $3 returning *';

/** How a delivery stands now; undefined when it was never begun, or when its key belongs to another operation. */
export async function findDelivery(
	db: Database,
	{ purpose, entityKey, recipientUserId, operation }: DeliveryKey & Pick<DeliverySpec, 'operation'>,
): Promise<Delivery | undefined> {
	const [row] = await db.query(
		'select * from delivery where purpose = $1 and entity_key = $2 and recipient_user_id = $3 and operation = $4',
		[purpose, entityKey, recipientUserId, operation],
	);
	return row === undefined ? undefined : deliveryOf(row);
}

/** The code that a delivery carries when a person said what became of it. */
export const RECONCILED = 'reconciled';

/** What was ever begun for the channel of one version, oldest first. */
export async function publicationsOf(
	db: Database,
	{ draft_key, version }: { readonly draft_key: string; readonly version: number },
): Promise<readonly Attempt[]> {
	return tables(db)
		.selectFrom('delivery')
		.select(['entity_key', 'state', 'event_key'])
		.where(({ and }) => and({ operation: 'publish', draft_key, version }))
		.orderBy('created_at_ms')
		.orderBy('entity_key')
		.execute();
}

export interface Journal {
	/**
	 * Writes the row `sending`, or finds what is there already.
	 * @throws CopydeskError delivery_in_flight when the same delivery is being sent right now
	 */
	begin(tx: Database, note: Note, spec: DeliverySpec): Promise<Begun>;
	/**
	 * Settles what this attempt began. Undefined when somebody settled it meanwhile in another way that stands.
	 */
	settle(tx: Database, note: Note, begun: Delivery, outcome: Outcome): Promise<Delivery | undefined>;
	/** Any legal step by hand or by evidence. @throws CopydeskError transition_forbidden */
	step(
		tx: Database,
		note: Note,
		found: Delivery,
		to: DeliveryState,
		outcome: Partial<Outcome>,
		set?: Readonly<Record<string, SqlValue>>,
	): Promise<Delivery>;
	lock(tx: Database, deliveryId: string): Promise<Delivery | undefined>;
}

export interface JournalOptions {
	readonly instanceId: string;
	readonly nowMs: () => number;
	readonly newId: () => string;
}

export function createJournal({ instanceId, nowMs, newId }: JournalOptions): Journal {
	const lock = async (tx: Database, deliveryId: string) => {
		const [row] = await tx.query('update delivery set seq = seq where delivery_id = $1 returning *', [deliveryId]);
		return row === undefined ? undefined : deliveryOf(row);
	};

	function noteStep(note: Note, delivery: Delivery, from: string, code: string | null): void {
		note({
			actorUserId: delivery.actor?.userId ?? null,
			action: `delivery.${delivery.state}`,
			entity: `delivery:${delivery.deliveryId}`,
			outcome:
				delivery.state === 'rejected' || delivery.state === 'unknown' || delivery.state === 'not_sent'
					? 'failed'
					: delivery.state === 'revoked'
						? 'refused'
						: 'ok',
			code,
			executionId: delivery.executionId,
			detail: {
				from,
				purpose: delivery.purpose,
				entity_key: delivery.entityKey,
				recipient_user_id: delivery.recipientUserId,
				operation: delivery.operation,
				attempt: delivery.attempts,
				message_id: delivery.messageId,
				...(delivery.material === null
					? {}
					: { material: `${delivery.material.draftKey}:${delivery.material.version}`, content_sha256: delivery.material.contentSha256 }),
			},
		});
	}

	const step: Journal['step'] = async (tx, note, found, to, outcome, set = {}) => {
		const { state: from } = found;
		if (!deliveryMachine.canMove(from, to)) throw new CopydeskError('transition_forbidden', `${from} → ${to}`, { facts: { from, to } });
		const seq = found.seq + 1;
		const atMs = nowMs();
		const columns: Record<string, SqlValue> = {
			state: to,
			seq,
			changed_at_ms: atMs,
			error_code: outcome.code ?? null,
			error_detail: outcome.detail ?? null,
			...(outcome.messageId === undefined ? {} : { message_id: outcome.messageId }),
			...(outcome.messageDate === undefined ? {} : { message_date: outcome.messageDate }),
			...(outcome.fileId === undefined ? {} : { file_id: outcome.fileId }),
			...(outcome.fileUniqueId === undefined ? {} : { file_unique_id: outcome.fileUniqueId }),
			...set,
		};
		const names = Object.keys(columns);
		const [row] = await tx.query(
			`update delivery set ${names.map((name, index) => `${name} = $${index + 3}`).join(', ')} where delivery_id = $1 and seq = $2 returning *`,
			[found.deliveryId, found.seq, ...Object.values(columns)],
		);
		if (row === undefined) throw new CopydeskError('state_conflict', `delivery ${found.deliveryId}: somebody was first`);
		await tx.query(ADD_EVENT, [
			found.deliveryId,
			seq,
			found.seq,
			from,
			to,
			atMs,
			JSON.stringify({ instance_id: instanceId, code: outcome.code ?? null }),
		]);
		const delivery = deliveryOf(row);
		noteStep(note, delivery, from, outcome.code ?? null);
		return delivery;
	};

	return {
		lock,
		step,

		async begin(tx, note, spec) {
			const atMs = nowMs();
			const { purpose, entityKey, recipientUserId, operation, actor, eventKey, executionId, chatId, material } = spec;
			const [inserted] = await tx.query(INSERT, [
				`d_${newId()}`,
				purpose,
				entityKey,
				recipientUserId,
				operation,
				actor?.userId ?? null,
				actor?.chatId ?? null,
				eventKey,
				executionId,
				chatId,
				material?.draftKey ?? null,
				material?.version ?? null,
				material?.contentSha256 ?? null,
				instanceId,
				atMs,
			]);
			if (inserted !== undefined) {
				const delivery = deliveryOf(inserted);
				await tx.query(ADD_EVENT, [
					delivery.deliveryId,
					1,
					null,
					'none',
					'sending',
					atMs,
					JSON.stringify({ instance_id: instanceId, code: null }),
				]);
				noteStep(note, delivery, 'none', null);
				return { kind: 'begun', delivery };
			}
			const [row] = await tx.query(LOCK_BY_KEY, [purpose, entityKey, recipientUserId]);
			// Not this key: the database knows another publication of the same version.
			if (row === undefined)
				throw new CopydeskError(
					'delivery_unknown',
					`another publication of ${material?.draftKey ?? ''} ${material?.version ?? ''} exists or may exist`,
				);
			const found = deliveryOf(row);
			if (found.operation !== operation)
				throw new CopydeskError('invalid_request', 'operation', {
					fields: [{ path: 'entity_key', message: `Expected a key of its own: this one belongs to a ${found.operation}` }],
				});
			switch (found.state) {
				case 'sending':
					throw new CopydeskError('delivery_in_flight', found.deliveryId, {
						facts: { instance_id: found.instanceId },
						retryAfterSeconds: 5,
					});
				case 'sent':
				case 'unknown':
				case 'rejected':
					if (material !== null && found.material?.contentSha256 !== material.contentSha256) {
						throw new CopydeskError('content_mismatch', `delivery ${found.deliveryId} was of other content`);
					}
					return { kind: 'repeated', delivery: found };
				default: {
					const again = await step(
						tx,
						note,
						found,
						'sending',
						{},
						{
							attempts: found.attempts + 1,
							instance_id: instanceId,
							actor_user_id: actor?.userId ?? null,
							actor_chat_id: actor?.chatId ?? null,
							event_key: eventKey,
							execution_id: executionId,
							chat_id: chatId,
							content_sha256: material?.contentSha256 ?? null,
						},
					);
					return { kind: 'begun', delivery: again };
				}
			}
		},

		async settle(tx, note, begun, outcome) {
			const found = await lock(tx, begun.deliveryId);
			if (found === undefined) return undefined;
			if (found.state === 'sending' && found.seq === begun.seq) return step(tx, note, found, outcome.state, outcome);
			// We were taken for dead. Evidence that it arrived still counts; nothing else does.
			if (found.state === 'unknown' && found.seq === begun.seq + 1 && outcome.state === 'sent')
				return step(tx, note, found, 'sent', outcome);
			return undefined;
		},
	};
}

/** How a delivery looks to callers. */
export function answerOf(delivery: Delivery, repeated: boolean): DeliveryAnswer {
	return {
		status: delivery.state,
		confirmed: delivery.state === 'sent',
		repeated,
		message_id: delivery.messageId,
		file_id: delivery.fileId,
		attempts: delivery.attempts,
		error_code: delivery.errorCode,
	};
}
