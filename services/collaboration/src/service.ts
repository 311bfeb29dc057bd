/**
 * The service from its parts. Everything outside comes in here: databases, messenger, renderer, webhook, time, chance.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as sleepFor } from 'node:timers/promises';
import { CopydeskError } from '@copydesk/domain/errors';
import { migrate } from '@copydesk/kit/database/migrate';
import type { Database } from '@copydesk/kit/database/types';
import type { Log } from '@copydesk/kit/log';
import type { Metrics } from '@copydesk/kit/metrics';
import { createAudit } from './audit/audit.ts';
import type { Audit } from './audit/audit.ts';
import { createContexts } from './contexts/contexts.ts';
import type { Contexts } from './contexts/contexts.ts';
import type { ContextKey } from './contexts/keys.ts';
import { createJournal, deliveryOf } from './deliveries/journal.ts';
import type { Delivery } from './deliveries/journal.ts';
import { createNotices } from './deliveries/notices.ts';
import type { Notices } from './deliveries/notices.ts';
import { createOperations } from './deliveries/operations.ts';
import type { Operations } from './deliveries/operations.ts';
import { createSender } from './deliveries/send.ts';
import type { Sender } from './deliveries/send.ts';
import { createPatience } from './deliveries/patience.ts';
import { RECONCILED } from './deliveries/reconcile.ts';
import { sweepDeadSendings } from './deliveries/sweep.ts';
import { readStatus, statusText } from './desk/status.ts';
import { greetStrangers } from './desk/strangers.ts';
import { createAdmissions } from './events/admissions.ts';
import type { Admissions } from './events/admissions.ts';
import { createFailures } from './events/failures.ts';
import type { Failures } from './events/failures.ts';
import { createInbox } from './events/inbox.ts';
import type { Inbox } from './events/inbox.ts';
import { createReplays } from './events/replay.ts';
import { forgetOldUpdates } from './events/retention.ts';
import type { Webhook } from './events/replay.ts';
import { createInstances } from './instances.ts';
import type { Instances } from './instances.ts';
import { createMaterials } from './materials/materials.ts';
import type { Materials } from './materials/materials.ts';
import { createProofs } from './materials/proofs.ts';
import type { Proofs } from './materials/proofs.ts';
import type { Messenger } from './messenger/client.ts';
import type { Covers } from './messenger/covers.ts';
import { createAdmission } from './participants/admission.ts';
import type { Admission } from './participants/admission.ts';
import type { Participants } from './participants/participants.ts';

export const MIGRATIONS = `${import.meta.dirname}/migrations`;
/** What the numbers of our migrations belong to, in a database shared with others. */
export const FAMILY = 'collaboration';

export type Contract = '1.0.0' | '1.0.1';

export interface ServiceOptions {
	readonly db: Database;
	readonly participants: Participants;
	readonly messenger: Messenger;
	readonly covers: Covers;
	readonly contextKeys: readonly ContextKey[];
	readonly channelId: number;
	readonly webhook?: Webhook | undefined;
	readonly contract?: Contract;
	readonly log: Log;
	readonly metrics?: Metrics;
	/** Milliseconds since 1970. */
	readonly nowMs?: () => number;
	readonly newId?: () => string;
	readonly sleep?: (ms: number) => Promise<void>;
	/** For posts to the main webhook. */
	readonly fetch?: typeof fetch;
	/** Who is alive; by default this process and its heartbeat. */
	readonly instances?: Instances;
}

/** What routes work with. */
export interface Service {
	readonly db: Database;
	readonly participants: Participants;
	readonly contract: Contract;
	readonly audit: Audit;
	readonly contexts: Contexts;
	readonly admission: Admission;
	readonly admissions: Admissions;
	readonly inbox: Inbox;
	readonly failures: Failures;
	readonly materials: Materials;
	readonly proofs: Proofs;
	readonly sender: Sender;
	readonly operations: Operations;
	readonly notices: Notices;
	readonly covers: Covers;
	readonly instances: Instances;
	readonly nowMs: () => number;
	readonly newId: () => string;
	/** One round of upkeep: heartbeat, outcomes left over, rows of dead processes, silent events, notices owed, old updates. */
	tick(): Promise<void>;
	/** Ends upkeep and closes the databases. */
	close(): Promise<void>;
}

/** Migrates, announces itself, settles what a dead process left behind, and looks at the inbox at once. */
export async function createService(options: ServiceOptions): Promise<Service> {
	const { db, participants, messenger, covers, channelId, log, webhook, contract = '1.0.1' } = options;
	const { nowMs = Date.now, newId = randomUUID, sleep = async (ms: number) => void (await sleepFor(ms)) } = options;
	await migrate(db, MIGRATIONS, FAMILY, nowMs());
	const instances = options.instances ?? createInstances({ db, instanceId: `i_${newId()}`, nowMs });
	await instances.heartbeat();
	await instances.forgetOld();

	const audit = createAudit(db, nowMs);
	const contexts = createContexts({ keys: options.contextKeys, nowMs, newId });
	const admission = createAdmission(contexts, participants);
	const journal = createJournal({ instanceId: instances.instanceId, nowMs, newId });
	const deliveries = options.metrics?.counter('deliveries_total', 'Deliveries by operation and outcome', ['operation', 'status']);

	const sweep = () => sweepDeadSendings({ db, audit, journal, instances, nowMs });
	const sender = createSender({
		audit,
		journal,
		messenger,
		nowMs,
		sleep,
		log,
		sweep,
		onAnswer: (delivery) => deliveries?.inc({ operation: delivery.operation, status: delivery.state }),
	});
	const notices = createNotices({ db, sender, admission, channelId, log });
	const ownerChatId = async () => {
		const owner = await admission.owner();
		if (owner === undefined) throw new CopydeskError('unavailable', 'no owner is set');
		return owner.chatId;
	};
	const replays = createReplays({
		db,
		audit,
		notices,
		admission,
		webhook,
		...(options.fetch === undefined ? {} : { fetch: options.fetch }),
		nowMs,
		log,
	});

	const failures = createFailures({ db, audit, notices, admission, nowMs, newReference: () => randomBytes(4).toString('hex') });

	const patience = createPatience(nowMs);

	/** Every publication that nobody confirmed is told to the owner, also after a death in between. */
	async function tellUnknownPublications(): Promise<void> {
		for (const delivery of await untold('unknown', 'publication_unknown')) {
			if (!patience.due(delivery.deliveryId)) continue;
			const answer = await notices.unknownPublication(delivery);
			if (answer?.status === 'not_sent') patience.again(delivery.deliveryId);
		}
	}

	/** What the operator found out about a publication is told to both. */
	async function tellReconciled(): Promise<void> {
		for (const state of ['sent', 'not_sent'] as const) {
			for (const delivery of await untold(state, 'publication_reconciled')) {
				const key = `reconciled:${delivery.deliveryId}`;
				if (!patience.due(key)) continue;
				await notices.reconciled(delivery);
				patience.again(key);
			}
		}
	}

	/** Publications in a state, by a person's word where that is not `unknown`, of which no notice of this purpose stands. */
	async function untold(state: 'unknown' | 'sent' | 'not_sent', purpose: string): Promise<readonly Delivery[]> {
		const rows = await db.query(
			`select d.* from delivery d where d.operation = 'publish' and d.state = $1 and ($1 = 'unknown' or d.error_code = $2) and not exists
				(select 1 from delivery n where n.purpose = $3 and n.entity_key = d.delivery_id || ':' || cast(d.attempts as text) and n.state not in ('not_sent', 'revoked')) limit 20`,
			[state, RECONCILED, purpose],
		);
		return rows.map(deliveryOf);
	}

	async function tick(): Promise<void> {
		const steps: readonly [string, () => Promise<unknown>][] = [
			['heartbeat', () => instances.heartbeat()],
			['leftovers', () => sender.settleLeftovers()],
			['sweep', sweep],
			['unknown publications', tellUnknownPublications],
			['reconciled publications', tellReconciled],
			['failures', () => failures.tellOwed()],
			['replays', () => replays.look()],
			['strangers', () => greetStrangers({ db, sender, nowMs, log })],
			['old updates', () => forgetOldUpdates(db, nowMs())],
		];
		for (const [name, step] of steps) {
			try {
				await step();
			} catch (error) {
				log.error({ err: error, step: name }, 'upkeep failed');
			}
		}
	}

	const service: Service = {
		db,
		participants,
		contract,
		audit,
		contexts,
		admission,
		admissions: createAdmissions({ audit, admission, contexts, nowMs, newId }),
		inbox: createInbox({
			db,
			audit,
			contexts,
			participants,
			nowMs,
			channelId,
			statusText: async () => statusText(await readStatus(db, participants, channelId)),
		}),
		failures,
		materials: createMaterials({ db, audit, nowMs, ownerChatId }),
		proofs: createProofs({ audit, admission, contexts, nowMs }),
		sender,
		operations: createOperations({ sender, admission, covers, channelId }),
		notices,
		covers,
		instances,
		nowMs,
		newId,
		tick,
		async close() {
			await instances.leave().catch(() => undefined);
			await participants.close();
			await db.close();
		},
	};
	return service;
}
