/**
 * Known bugs, put in from outside to see that the campaign finds them. They wrap what the service is given; nothing in
 * the service knows them and no configuration leads here.
 */
import type { Messenger } from '@copydesk/collaboration/messenger/client';
import type { Service } from '@copydesk/collaboration/service';
import { materialOf } from '@copydesk/collaboration/materials/row';
import { CopydeskError } from '@copydesk/domain/errors';
import type { Database, SqlValue } from '@copydesk/kit/database/types';

export const plants = [
	'journal-after-request',
	'claim-without-cas',
	'claim-without-hash',
	'flood-means-not-sent',
	'steps-paid-twice',
] as const;
export type Plant = (typeof plants)[number];

/** `journal-after-request`: the row "sending" is written with the next transaction, which comes after the request. */
export function plantInDatabase(plant: Plant | undefined, db: Database): Database {
	return plant === 'journal-after-request' ? withLateJournal(db) : db;
}

class TakenBack extends Error {}

function withLateJournal(db: Database): Database {
	let owed: (() => Promise<unknown>)[] = [];
	const payOwed = async (): Promise<void> => {
		const due = owed;
		owed = [];
		for (const write of due) await write();
	};
	return {
		...db,
		async atomically(work) {
			await payOwed();
			let deliveryId: SqlValue | undefined;
			const outcome: { result?: Awaited<ReturnType<typeof work>> } = {};
			const watching = (tx: Database): Database => ({
				...tx,
				async query(sql, values = []) {
					if (!sql.startsWith('insert into "delivery" (')) return tx.query(sql, values);
					const rows = await tx.query(sql, deliveryId === undefined ? values : [deliveryId, ...values.slice(1)]);
					if (rows.length > 0) deliveryId ??= values[0];
					return rows;
				},
				atomically: (inner) => inner(watching(tx)),
			});
			try {
				return await db.atomically(async (tx) => {
					outcome.result = await work(watching(tx));
					if (deliveryId === undefined) return outcome.result;
					throw new TakenBack();
				});
			} catch (error) {
				if (!(error instanceof TakenBack)) throw error;
				owed.push(() => db.atomically((tx) => work(watching(tx))));
				return outcome.result as Awaited<ReturnType<typeof work>>;
			}
		},
	};
}

/** `flood-means-not-sent`: a 429 is believed however long it took. */
export function plantInMessenger(plant: Plant | undefined, messenger: Messenger): Messenger {
	if (plant !== 'flood-means-not-sent') return messenger;
	return {
		async call(request, permit) {
			const answer = await messenger.call(request, permit);
			return answer.kind === 'refused' && answer.errorCode === 429 ? { ...answer, tookMs: 0 } : answer;
		},
	};
}

/**
 * `claim-without-cas`: looks, thinks, and then writes over what was written meanwhile.
 * `claim-without-hash`: a press counts for the present content of the version.
 * `steps-paid-twice`: an execution may pay for a step that another one is paying for.
 */
export function plantInService(plant: Plant | undefined, service: Service): Service {
	if (plant === 'claim-without-hash') return withoutHash(service);
	if (plant === 'steps-paid-twice') return payingTwice(service);
	if (plant !== 'claim-without-cas') return service;
	const { db, materials } = service;
	return {
		...service,
		materials: {
			...materials,
			async claim(actor, input) {
				const [seen] = await db.query('select state from material where draft_key = $1 and version = $2', [input.draft_key, input.version]);
				if (seen?.['state'] !== 'ready') return materials.claim(actor, input);
				try {
					return await materials.claim(actor, input);
				} catch (error) {
					if (!(error instanceof CopydeskError) || error.code !== 'state_conflict') throw error;
					const [row] = await db.query(
						`update material set claimed_by_user_id = $3, claim_event_key = $4
							where draft_key = $1 and version = $2 and claimed_by_user_id is not null returning *`,
						[input.draft_key, input.version, actor.participant.userId, actor.context.event_key],
					);
					if (row === undefined) throw error;
					return materialOf(row as never);
				}
			},
		},
	};
}

function withoutHash(service: Service): Service {
	const { db, materials } = service;
	return {
		...service,
		materials: {
			...materials,
			async claim(actor, input) {
				try {
					return await materials.claim(actor, input);
				} catch (error) {
					if (!(error instanceof CopydeskError) || error.code !== 'content_mismatch') throw error;
					await db.query(
						`update delivery set content_sha256 =
								(select content_sha256 from material where draft_key = $1 and version = $2)
							where draft_key = $1 and version = $2`,
						[input.draft_key, input.version],
					);
					return materials.claim(actor, input);
				}
			},
		},
	};
}

function payingTwice(service: Service): Service {
	const { admissions, audit, db, inbox, newId } = service;
	return {
		...service,
		inbox: { ...inbox, receive: async (...asked) => ({ ...(await inbox.receive(...asked)), under_way: null }) },
		admissions: {
			...admissions,
			async authorize(actor, purpose, target) {
				try {
					return await admissions.authorize(actor, purpose, target);
				} catch (error) {
					if (!(error instanceof CopydeskError) || error.code !== 'work_under_way') throw error;
					const { event_key, execution_id } = actor.context;
					const admission_id = `a_${newId()}`;
					await db.query(
						`insert into admission (admission_id, event_key, actor_user_id, purpose, target, paid, at_ms, draft_key, version)
							select $1, $2, $3, $4, $5, 1, at_ms, draft_key, version from admission where purpose = $4 order by at_ms desc limit 1`,
						[admission_id, event_key, actor.participant.userId, purpose, target],
					);
					await audit.within(async (_tx, note) => {
						note({
							actorUserId: actor.participant.userId,
							action: 'authorize',
							entity: `admission:${admission_id}`,
							outcome: 'ok',
							executionId: execution_id,
							detail: { purpose, target, event_key },
						});
					});
					return { allowed: true, admission_id, role: actor.participant.role };
				}
			},
		},
	};
}
