/** Who works on a version now: an event with a running lease, which its execution renews with every call. */
import { goesOn } from '@copydesk/domain/chat/presses';
import { isInWork } from '@copydesk/domain/material/work';
import type { Intent } from '@copydesk/domain/desk/intentTypes';
import { storedIntent } from '@copydesk/domain/desk/storedIntent';
import type { Called } from '@copydesk/domain/messages/sentences';
import type { Database } from '@copydesk/kit/database/types';
import { holdChain } from '../audit/audit.ts';
import { calledOf, findMaterial, type VersionRef } from '../materials/read.ts';
import { tables } from '../tables.ts';
import { draftOf, eventAtWork } from '../events/events.ts';

/** The person (0: unknown), and since when and at least until when, in milliseconds since 1970. */
export interface UnderWay extends VersionRef, Called {
	readonly by: number;
	readonly since: number;
	readonly until: number;
}

/**
 * The event that was admitted to the same paid step of the same version and still works, or waits until a time to go on. Another execution
 * of the same event counts until the result that it paid for is stored.
 */
export async function stepUnderWay(
	tx: Database,
	step: VersionRef & { readonly purpose: string },
	own: { readonly event_key: string; readonly execution_id: string },
	nowMs: number,
): Promise<UnderWay | undefined> {
	const { draft_key, version, purpose } = step;
	const found = await tables(tx)
		.selectFrom('admission as a')
		.innerJoin('event as e', 'e.event_key', 'a.event_key')
		.select(['a.actor_user_id as by', 'a.at_ms as since'])
		.select(({ eb, fn }) =>
			eb
				.case()
				.when('e.waiting', '=', 1)
				.then(fn.coalesce('e.wait_until_ms', 'e.lease_until_ms'))
				.else(eb.ref('e.lease_until_ms'))
				.end()
				.as('until'),
		)
		.where(({ and }) => and({ 'a.paid': 1, 'a.draft_key': draft_key, 'a.version': version, 'a.purpose': purpose, 'e.state': 'stored' }))
		.where(({ and, or, eb }) =>
			or([eb('e.lease_until_ms', '>', nowMs), and([eb('e.waiting', '=', 1), eb('e.wait_until_ms', 'is not', null)])]),
		)
		.where(({ and, or, eb }) =>
			or([eb('a.event_key', '<>', own.event_key), and([eb('a.execution_id', '<>', own.execution_id), eb('a.settled_at_ms', 'is', null)])]),
		)
		.orderBy('a.at_ms', 'desc')
		.limit(1)
		.executeTakeFirst();
	if (found === undefined) return undefined;
	// A wait that is over goes on as soon as there is room.
	return { draft_key, version, ...(await calledOf(tx, step)), ...found, until: Math.max(found.until, nowMs + 1_000) };
}

/** Another event that works on this version. */
async function workUnderWay(tx: Database, of: VersionRef, ownEventKey: string, nowMs: number): Promise<UnderWay | undefined> {
	const found = await eventAtWork(tx, of, ownEventKey, nowMs);
	if (found === undefined) return undefined;
	const { user_id, received_at_ms: since, lease_until_ms: until } = found;
	const { draft_key, version } = of;
	return { draft_key, version, ...(await calledOf(tx, of)), by: user_id ?? 0, since, until };
}

/**
 * When a person continues a draft, their event takes the version over, unless another event works on it. This runs in the transaction
 * that stores the event, so one of two simultaneous requests wins. A request to drop the draft takes nothing over.
 */
export async function takeOver(tx: Database, eventKey: string, intent: Intent, nowMs: number): Promise<UnderWay | undefined> {
	const isDrop = intent.kind === 'callback' && intent.action === 'drop';
	const asked = isDrop ? intent : resumedBy(intent);
	if (asked === undefined) return undefined;
	const material = await findMaterial(tx, asked.draft_key, asked.version);
	if (material === undefined || !isInWork(material.state)) return undefined;
	await holdChain(tx);
	const other = await workUnderWay(tx, material, eventKey, nowMs);
	if (other !== undefined || isDrop) return other;
	const { draft_key, version } = material;
	await tables(tx).updateTable('event').set({ draft_key, version }).where('event_key', '=', eventKey).execute();
	return undefined;
}

/** The version that an event works on: the one it began or took over, else the one that it names. */
export async function workedOn(db: Database, eventKey: string): Promise<VersionRef | null> {
	const begun = await draftOf(db, eventKey);
	if (begun !== null) return begun;
	const event = await tables(db).selectFrom('event').select('intent').where('event_key', '=', eventKey).executeTakeFirst();
	const asked = event === undefined ? undefined : resumedBy(storedIntent(event.intent));
	const material = asked === undefined ? undefined : await findMaterial(db, asked.draft_key, asked.version);
	return material === undefined ? null : { draft_key: material.draft_key, version: material.version };
}

function resumedBy(intent: Intent): { readonly draft_key: string; readonly version?: number } | undefined {
	if (intent.kind === 'callback' && goesOn(intent.action)) return intent;
	if (intent.kind !== 'command' || intent.name !== 'resume') return undefined;
	const { draft_id, version } = intent.args;
	return { draft_key: draft_id, ...(version === null ? {} : { version }) };
}
